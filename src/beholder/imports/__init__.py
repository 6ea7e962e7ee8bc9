"""Files from elsewhere: ratings in anybody's tables, and what a lab has to make a study of."""

from beholder.imports.analyze_file import analyse_file, analyse_imported, context_of
from beholder.imports.lab_files import ChoiceOptions, LabSource, NewStudy, make_study, parse_sources
from beholder.imports.mapping import parse_map
from beholder.imports.ratings_table import Imported, read_ratings
from beholder.imports.table_options import UNTOLD, TableOptions

__all__ = [
    "UNTOLD",
    "ChoiceOptions",
    "Imported",
    "LabSource",
    "NewStudy",
    "TableOptions",
    "analyse_file",
    "analyse_imported",
    "context_of",
    "make_study",
    "parse_map",
    "parse_sources",
    "read_ratings",
]
