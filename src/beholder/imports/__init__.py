"""Ratings that were collected elsewhere: tables with a column mapping, Label Studio exports, logs of comparisons."""

from beholder.imports.analysing import analyse_file
from beholder.imports.mapping import parse_map
from beholder.imports.ratings import Imported, read_ratings

__all__ = ["Imported", "analyse_file", "parse_map", "read_ratings"]
