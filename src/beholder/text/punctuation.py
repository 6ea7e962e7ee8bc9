"""The marks that close a sentence or a question, in whatever script."""

from __future__ import annotations

import unicodedata

__all__ = ["beginning", "ends_with_stop", "quotable"]

_STOPS = ("QUESTION MARK", "EXCLAMATION MARK", "FULL STOP")
"""How the names of characters end that close a sentence; a colon closes what is asked, too."""


def ends_with_stop(text: str) -> bool:
    """Whether a sentence is closed already."""
    return unicodedata.name(text[-1:] or " ", "").endswith(_STOPS)


def beginning(text: str) -> str:
    """The words before a bracket, without the mark at their end."""
    opens = next((n for n, char in enumerate(text) if unicodedata.category(char) == "Ps"), len(text))
    words = text[:opens].rstrip()
    while words and unicodedata.name(words[-1], "").endswith((*_STOPS, "COLON")):
        words = words[:-1].rstrip()
    return words


def quotable(text: str) -> str:
    """The words before a bracket as they stand in quotation marks: a question keeps its mark, a full stop or colon goes."""
    end = text.rstrip()[-1:]
    asks = unicodedata.name(end or " ", "").endswith("QUESTION MARK")
    return beginning(text) + (end if asks and beginning(text) else "")
