"""A judge that really looks: `make looking`."""
