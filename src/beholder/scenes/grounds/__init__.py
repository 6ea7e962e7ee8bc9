"""Empty places: what a picture shows before anything stands in it."""
