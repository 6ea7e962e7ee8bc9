counting-question = How many { $object } are there?
counting-go-count = Go to the number
counting-go-clipped = Go to the number clipped by the edge
counting-one-more = One more
counting-one-less = One less
counting-large = Picture in the whole window
