"""Ratings that were collected elsewhere: tables with a column mapping, Label Studio exports, logs of comparisons."""

from beholder.imports.analyze_file import analyse_file, analyse_imported, context_of
from beholder.imports.mapping import parse_map
from beholder.imports.ratings_table import Imported, read_ratings

__all__ = ["Imported", "analyse_file", "analyse_imported", "context_of", "parse_map", "read_ratings"]
