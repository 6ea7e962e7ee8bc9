"""Which kinds of media a lab's files are, so that a protocol can be set to show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.imports.lab_files.embedded import embedded_bytes, media_ending
from beholder.imports.lab_files.folders import file_names
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES
from beholder.imports.lab_files.lab_rows import raw_rows
from beholder.imports.lab_files.lab_source import LabSource

__all__ = ["media_kinds"]

# what a table is about shows in its first rows
_LOOKED_AT = 50


def media_kinds(sources: Sequence[LabSource]) -> frozenset[str]:
    """Kinds of columns, `image`, `images` and `video`, that files and cells of these sources would fill."""
    return frozenset(kind for source in sources for kind in _kinds(source))


def _kinds(source: LabSource) -> Iterator[str]:
    if not source.is_table:
        yield from map(_kind, file_names(source.path))
        return
    try:
        for _, row in islice(raw_rows(source), _LOOKED_AT):
            yield from _in_cell(row)
    except (BeholderError, OSError):
        # whoever reads the table says what is wrong with it
        return


def _in_cell(value: Any) -> Iterator[str]:
    """The kinds of what a cell names, however deep it lies; a list of pictures is one of its own."""
    if (embedded := embedded_bytes(value)) is not None:
        yield _kind(f"x{media_ending(embedded[0])}")
    elif isinstance(value, str):
        yield _kind(value)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _in_cell(inner)
    elif isinstance(value, list):
        listed = {kind for inner in value for kind in _in_cell(inner)}
        plain = all(isinstance(inner, str) or embedded_bytes(inner) is not None for inner in value)
        yield from ({"images" if kind == "image" else kind for kind in listed} if plain else listed)


def _kind(name: str) -> str:
    ending = Path(name).suffix.lower()
    return "image" if ending in PICTURES else "video" if ending in CLIPS else ""
