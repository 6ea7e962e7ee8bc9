"""Which files the items of a study name, and what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.media import file_digests
from beholder.protocols import Column, Declaration, Item
from beholder.safe_paths import confine
from beholder.study.definition import Definition

__all__ = ["WRAPPED", "files_of", "media_digests"]

_MEDIA = ("image", "images", "video", "mask")
WRAPPED = ("png", "npy", "path")
"""Keys under which a mask may name its file."""
_WRAPPED = frozenset(WRAPPED)


def files_of(items: Iterable[Item], declaration: Declaration) -> Iterator[str]:
    """The pictures and masks that items and their candidates name, as often as they name them."""
    of_item, of_candidate = _media(declaration.item), _media(declaration.candidate)
    for item in items:
        yield from _files(item.columns, of_item)
        for candidate in item.candidates if of_candidate else ():
            if not _nameless(candidate.columns, of_candidate):
                yield from _files(candidate.columns, of_candidate)


def _media(declared: Mapping[str, Column]) -> list[tuple[str, bool]]:
    """The columns that name files, and whether each names several."""
    return [(name, column.kind == "images") for name, column in declared.items() if column.kind in _MEDIA]


def _nameless(values: Mapping[str, Any], columns: Sequence[tuple[str, bool]]) -> bool:
    """Whether a quick look shows that no file is named: of a hundred thousand masks most are run lengths."""
    for name, _ in columns:
        value = values.get(name)
        if type(value) is not dict or not _WRAPPED.isdisjoint(value):
            return False
    return True


def _files(values: Mapping[str, Any], columns: Sequence[tuple[str, bool]]) -> Iterator[str]:
    for name, several in columns:
        value = values.get(name)
        if isinstance(value, Mapping):
            value = next((value[key] for key in WRAPPED if key in value), None)
        if isinstance(value, str):
            yield value
        elif several and isinstance(value, list | tuple):
            yield from (one for one in value if isinstance(one, str))


def media_digests(
    definition: Definition, *, memory: Path | None = None, known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """SHA-256 of every file that the items name, by name; files that are not there are left out.

    `known` are digests of files that were read just now, `memory` a folder in which others are remembered.
    """
    given = dict(known or {})
    root = definition.media_root
    names = {name for name in files_of(definition.items, definition.declaration) if name not in given}
    if names and not root.is_dir():
        return given
    there = sorted(name for name in names if _is_there(root, name))
    return given | file_digests(there, root, memory=memory)


def _is_there(root: Path, name: str) -> bool:
    try:
        return confine(root, name).is_file()
    except (BeholderError, OSError, ValueError):
        # the check of pictures refuses it, and says which item names it
        return False
