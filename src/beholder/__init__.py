"""Beholder: human evaluation of vision AI, from a rater guideline to a table that survives review."""

from beholder._version import __version__
from beholder.errors import BeholderError

__all__ = ["BeholderError", "__version__"]
