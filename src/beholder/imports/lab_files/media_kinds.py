"""Which kinds of media a lab's files are, so that a protocol can be set to show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.imports.lab_files.column_match import is_called
from beholder.imports.lab_files.folders import files_in
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES
from beholder.imports.lab_files.lab_rows import LabTable
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.media.video import ANIMATED, is_animation

__all__ = ["media_kinds"]

# what a table is about shows in its first rows
_LOOKED_AT = 50


def media_kinds(tables: Iterable[LabTable], folders: Iterable[Path], media: MediaCopies) -> frozenset[str]:
    """Kinds of columns, `image`, `images` and `video`, that files of folders and cells of tables would fill."""
    in_folders = {_kind(str(path), folder, media) for folder in folders for path in files_in(folder)}
    cells = ((row, table.folder) for table in tables for _, row in table.rows[:_LOOKED_AT])
    return frozenset(in_folders.union(kind for row, folder in cells for kind in _in_cell(row, folder, media)))


def _in_cell(value: Any, folder: Path, media: MediaCopies) -> Iterator[str]:
    """The kinds of what a cell names, however deep it lies; a list of pictures is one of its own."""
    if isinstance(value, str):
        yield _kind(value, folder, media)
    elif isinstance(value, dict):
        kinds = {title: set(_in_cell(inner, folder, media)) for title, inner in value.items()}
        single = any("image" in held for held in kinds.values())
        for title, held in kinds.items():
            # a list beside the picture that was made may be of others, such as references
            yield from held - {"images"} if single and not is_called(str(title), "images") else held
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
