"""The words of naming by their ids: `text` for what raters read, `say` and `english` for what its analysis says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from beholder.text import Catalogue, Text

__all__ = ["ANALYSIS", "english", "say", "text"]

_HERE = Path(__file__).parent

ANALYSIS = Catalogue("naming", folder=_HERE, part="analysis")

text = Catalogue("naming", folder=_HERE, part="form").say
say = ANALYSIS.say


def english(key: str, **values: Any) -> Text:
    """A message of the analysis as the English text of the terminal and of files, which can still be told otherwise."""
    return Text(ANALYSIS.later(key, **values))
