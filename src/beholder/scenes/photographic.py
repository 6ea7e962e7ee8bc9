"""Photographs that come with scikit-image, for those who have it installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

__all__ = ["photograph"]


def photograph(file: str) -> Path | None:
    """Where a photograph of that name lies; None without the package (extra `demo`)."""
    spec = importlib.util.find_spec("skimage")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "data" / file
    return path if path.is_file() else None
