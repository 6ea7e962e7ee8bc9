"""The words of the captions protocol by their ids: of its form (`text`), of its analysis (`say`)."""

from __future__ import annotations

from pathlib import Path

from beholder.text import Catalogue

__all__ = ["say", "text"]

_HERE = Path(__file__).parent

text = Catalogue("captions", folder=_HERE, part="form").say
say = Catalogue("captions", folder=_HERE, part="analysis").say
