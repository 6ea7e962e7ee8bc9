"""The public layout of naming data, read and written."""
