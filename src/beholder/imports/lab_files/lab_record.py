"""One thing that a lab's files tell: an output of a system, or something about an item."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError

__all__ = ["CLIPS", "PICTURES", "LabRecord", "refuse"]

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".apng", ".bmp", ".tif", ".tiff", ".avif", ".heic"})
"""Endings of pictures; `check` says which of them are not shown to raters."""
CLIPS = frozenset({".mp4", ".m4v", ".webm", ".mov", ".mkv", ".avi"})
"""Endings of clips; the same holds for them."""


@dataclass(slots=True)
class LabRecord:
    """Values by the names that the file gives them. `key` tells which item it is about, as far as the file says so."""

    values: dict[str, Any]
    where: str
    folder: Path
    key: str = ""
    system: str = ""
    is_file: bool = False
    """Whether it is a file of a folder, not a row of a table."""


def refuse(problem: str, *, where: str = "", hint: str = "") -> BeholderError:
    """A mistake in what `--from` names."""
    return BeholderError(problem, code="from-unusable", where=where, hint=hint)
