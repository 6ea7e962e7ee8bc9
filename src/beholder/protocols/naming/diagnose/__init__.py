"""What a system's names are, by what people said."""
