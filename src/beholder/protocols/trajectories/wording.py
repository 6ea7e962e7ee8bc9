"""The words of the trajectories protocol by their ids: `text` for what raters read, `say` for what its analysis says."""

from __future__ import annotations

from pathlib import Path

from beholder.text import Catalogue

__all__ = ["say", "text"]

_HERE = Path(__file__).parent

text = Catalogue("trajectories", folder=_HERE, part="form").say
say = Catalogue("trajectories", folder=_HERE, part="analysis").say
