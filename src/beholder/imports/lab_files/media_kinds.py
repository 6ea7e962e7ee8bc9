"""Which kinds of media a lab's files are, so that a protocol can be set to show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.imports.lab_files.folders import files_in
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.media.video import ANIMATED, is_animation
from beholder.tabular import TableError, read_rows

__all__ = ["media_kinds"]

# what a table is about shows in its first rows
_LOOKED_AT = 50


def media_kinds(sources: Sequence[LabSource]) -> frozenset[str]:
    """Kinds of columns, `image`, `images` and `video`, that files and cells of these sources would fill."""
    media = MediaCopies(one.path if one.path.is_dir() else one.path.parent for one in sources)
    return frozenset(kind for source in sources for kind in _kinds(source.path, media))


def _kinds(path: Path, media: MediaCopies) -> Iterator[str]:
    if path.is_dir():
        yield from (_kind(str(one), path, media) for one in files_in(path))
        return
    try:
        for _, row in islice(read_rows(path), _LOOKED_AT):
            yield from _in_cell(row, path.parent, media)
    except (TableError, OSError):
        # whoever reads the table says what is wrong with it
        return


def _in_cell(value: Any, folder: Path, media: MediaCopies) -> Iterator[str]:
    """The kinds of what a cell names, however deep it lies; a list of pictures is one of its own."""
    if isinstance(value, str):
        yield _kind(value, folder, media)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _in_cell(inner, folder, media)
    elif isinstance(value, list):
        listed = {kind for inner in value for kind in _in_cell(inner, folder, media)}
        plain = all(isinstance(inner, str) for inner in value)
        yield from ({"images" if kind == "image" else kind for kind in listed} if plain else listed)


def _kind(name: str, folder: Path, media: MediaCopies) -> str:
    ending = Path(name).suffix.lower()
    if ending not in PICTURES:
        return "video" if ending in CLIPS else ""
    try:
        # a picture that moves is shown as a clip
        return "video" if ending in ANIMATED and is_animation(media.find(name, folder, "")) else "image"
    except (BeholderError, OSError):
        # whoever copies it says what is wrong with it
        return "image"
