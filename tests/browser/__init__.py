"""The rater's page in a real browser."""
