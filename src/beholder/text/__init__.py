"""Texts for people: catalogues of messages in every language, wording of studies, numbers, lists and dates."""

from beholder.text.catalogue import Catalogue, CatalogueError, Clause, MessageError
from beholder.text.clauses import Text, in_language
from beholder.text.formats import DASH, Interval, Listing, Number, PValue, Share, bracketed, figure
from beholder.text.languages import (
    BUILT_IN,
    OFFERED_BY_DEFAULT,
    language_folder,
    language_name,
    languages_with,
    reads_right_to_left,
)
from beholder.text.words import Words

__all__ = [
    "BUILT_IN",
    "DASH",
    "OFFERED_BY_DEFAULT",
    "Catalogue",
    "CatalogueError",
    "Clause",
    "Interval",
    "Listing",
    "MessageError",
    "Number",
    "PValue",
    "Share",
    "Text",
    "Words",
    "bracketed",
    "figure",
    "in_language",
    "language_folder",
    "language_name",
    "languages_with",
    "reads_right_to_left",
]
