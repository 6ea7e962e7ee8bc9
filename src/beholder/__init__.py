"""Beholder: human evaluation of vision AI, from a rater guideline to a table that survives review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from beholder._version import __version__
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder import fields, stats, testing
    from beholder.facade import Study, load
    from beholder.protocols import Protocol

__all__ = ["BeholderError", "Protocol", "Study", "__version__", "fields", "load", "stats", "testing"]

_LATE = {
    "Protocol": ("beholder.protocols", "Protocol"),
    "Study": ("beholder.facade", "Study"),
    "load": ("beholder.facade", "load"),
    "fields": ("beholder.fields", ""),
    "stats": ("beholder.stats", ""),
    "testing": ("beholder.testing", ""),
}


def __getattr__(name: str) -> Any:
    # parts are imported when they are first used: `beholder --help` must not wait for SciPy
    if name not in _LATE:
        raise AttributeError(f"module 'beholder' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _LATE[name]
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
