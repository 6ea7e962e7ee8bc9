"""The words of the counting protocol by their ids: `text` for what raters read, `say` for what its analysis says."""

from __future__ import annotations

from pathlib import Path

from beholder.text import Catalogue

__all__ = ["say", "text"]

_HERE = Path(__file__).parent

text = Catalogue("counting", folder=_HERE, part="form").say
say = Catalogue("counting", folder=_HERE, part="analysis").say
