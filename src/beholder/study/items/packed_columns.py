"""The columns of a candidate, packed: a mask of run lengths takes a kilobyte as objects, and a fifth of that as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter

__all__ = ["PACKED_FROM", "PackedColumns", "pack"]

PACKED_FROM = 20_000
"""So many items are kept as they are read: unpacking at each look makes a start some tenths slower."""

# several times as quick as the standard library
_JSON: TypeAdapter[Any] = TypeAdapter(Any)


class PackedColumns(Mapping[str, Any]):
    """Unpacked anew at each look, and let go again; whoever needs all columns asks for `items()`, which is one look."""

    __slots__ = ("_packed",)

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    def _unpacked(self) -> dict[str, Any]:
        columns: dict[str, Any] = _JSON.validate_json(self._packed)
        return columns

    def __getitem__(self, name: str) -> Any:
        return self._unpacked()[name]

    def get(self, name: str, default: Any = None) -> Any:
        """What stands in a column."""
        return self._unpacked().get(name, default)

    def __contains__(self, name: object) -> bool:
        return name in self._unpacked()

    def __iter__(self) -> Iterator[str]:
        return iter(self._unpacked())

    def __len__(self) -> int:
        return len(self._unpacked())

    # what `Mapping` makes of the above would unpack for each column again
    def keys(self) -> Any:
        """The names of the columns."""
        return self._unpacked().keys()

    def values(self) -> Any:
        """What stands in them."""
        return self._unpacked().values()

    def items(self) -> Any:
        """Both."""
        return self._unpacked().items()


def pack(columns: dict[str, Any]) -> Mapping[str, Any]:
    """The columns packed, if they hold lists or objects; plain texts and numbers take little as they are."""
    if not any(type(value) is dict or type(value) is list for value in columns.values()):
        return columns
    try:
        return PackedColumns(_JSON.dump_json(columns))
    except ValueError:
        # what stands for an unreadable value cannot be packed, and its item is refused
        return columns
