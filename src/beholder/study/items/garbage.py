"""Putting off the search for garbage while very many objects are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["garbage_waits"]


@contextmanager
def garbage_waits() -> Iterator[None]:
    """Reading and starting a study makes a million objects and no cycles; looking for cycles takes most of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
