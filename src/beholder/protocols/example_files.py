"""The files that every example of a ready protocol writes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["save_jpeg", "write_example"]


def write_example(folder: Path, items: Iterable[Mapping[str, Any]], *, study: Path) -> None:
    """Writes items.jsonl, one item to a line, and study.yaml as `study` has it."""
    lines = [json.dumps(item, ensure_ascii=False) for item in items]
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.copyfile(study, folder / "study.yaml")


def save_jpeg(image: Image.Image, path: Path) -> str:
    """Saves a painted picture; returns its name, as items give it."""
    image.save(path, "JPEG", quality=90)
    return path.name
