"""The API of the rater's page."""
