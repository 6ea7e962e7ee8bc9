"""Things that can stand in a picture, one per file."""
