"""Items as JSON texts, written once for both who need them: the digest of a version, and the store."""

from __future__ import annotations

import hashlib
import json
import weakref
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from beholder.declarations.states import Showing
from beholder.protocols import Item

__all__ = ["ItemTexts", "item_digest"]

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False, allow_nan=False)
_BY_SYSTEM = attrgetter("system")


def item_digest(item: Item) -> str:
    """128 bits of the SHA-256 of an item's content. The order of columns and candidates does not matter.

    Group and block are left out: they follow from the settings, which are compared by themselves.
    """
    candidates = sorted(item.candidates, key=_BY_SYSTEM)
    content: list[Any] = [
        item.id,
        item.system,
        item.kind,
        item.columns,
        [[c.system, dict(c.columns.items())] for c in candidates],
    ]
    if item.reference is not None:
        content.append(item.reference.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    return _short(_ENCODER.encode(content))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class ItemTexts:
    """The texts of items as the store keeps them, in a file without a name that vanishes with this object.

    In memory they would weigh a fifth of the items themselves. Columns are most of an item, and are written once for
    its digest and its text.
    """

    def __init__(self, folder: Path) -> None:
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 - open as long as this object
        weakref.finalize(self, self._file.close)

    def add(self, item: Item) -> str:
        """Takes the text of the next item; its digest, as `item_digest` gives it."""
        digested, stored = _written(item)
        self._file.write(stored.encode("ascii") + b"\n")
        return _short(digested) if digested else item_digest(item)

    def __iter__(self) -> Iterator[str]:
        """The texts in their order; empty for an item that must be written by itself."""
        self._file.seek(0)
        for line in self._file:
            yield line[:-1].decode("ascii")


# a text that no item can hold: readers refuse NUL
_CUT = "\x00"
_WRITTEN_CUT = ',"\\u0000",'


def _written(item: Item) -> tuple[str, str]:
    """What is digested of an item and what is stored; both empty where more than their order differs."""
    if item.reference is not None:
        return "", ""
    parts: list[Any] = [item.columns, _CUT, item.id, _CUT, item.block, _CUT, item.group, _CUT, item.system]
    for candidate in item.candidates:
        parts += (_CUT, candidate.system, _CUT, dict(candidate.columns.items()))
    text = _ENCODER.encode(parts)
    columns, name, block, group, system, *of_candidates = text[1:-1].split(_WRITTEN_CUT)
    # what is not ASCII is escaped where it is digested, and stored as it is
    if text.count("\\u") != len(parts) // 2 or len(of_candidates) != 2 * len(item.candidates):
        return "", ""
    made = list(zip(of_candidates[::2], of_candidates[1::2], strict=True))
    stored = [f'"block":{block}'] if item.block else []
    if made:
        listed = ",".join([f'{{"columns":{values},"system":{of}}}' for of, values in made])
        stored.append(f'"candidates":[{listed}]')
    stored.append(f'"columns":{columns}')
    if item.group:
        stored.append(f'"group":{group}')
    stored.append(f'"id":{name}')
    if item.kind != Showing.MAIN:
        stored.append(f'"kind":"{item.kind}"')
    if item.system:
        stored.append(f'"system":{system}')
    in_turn = [one for _, one in sorted(zip([c.system for c in item.candidates], made, strict=True))]
    digested = ",".join([f"[{of},{values}]" for of, values in in_turn])
    return f'[{name},{system},"{item.kind}",{columns},[{digested}]]', f"{{{','.join(stored)}}}"
