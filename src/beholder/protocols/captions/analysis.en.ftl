total-points = total points
method = Differences between systems are taken within each rater's answer to a picture, so that rater severity cancels out, and are clustered by picture and rater. Points per word are ratios of sums.
per-word-title = { $system } earns most per word: { $points } points
points-per-word = points per word
