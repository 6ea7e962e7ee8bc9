"""Naming: from free names to a verified naming data set and a diagnosis of naming systems."""
