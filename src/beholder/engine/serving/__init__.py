"""Which trials a rater gets, in which order, and what stands where on the page."""
