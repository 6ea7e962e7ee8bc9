"""The words of naming-verify by their ids, as raters read them."""

from __future__ import annotations

from pathlib import Path

from beholder.text import Catalogue

__all__ = ["text"]

text = Catalogue("naming-verify", folder=Path(__file__).parent, part="form").say
