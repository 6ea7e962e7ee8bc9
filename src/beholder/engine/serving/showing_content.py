"""What one showing may put on a page: the shown columns of an item and of its candidates, pictures as addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from beholder.protocols import Candidate, Column, Declaration, Item, Shown
from beholder.tables.ratings import letter

__all__ = ["ItemView", "MediaPart", "letter", "view_item"]

# twice as quick as the standard library, and the first showing of an item waits for it
_JSON: TypeAdapter[Any] = TypeAdapter(Any)
MEDIA = frozenset({"image", "images", "video", "mask"})


@dataclass(frozen=True, slots=True)
class MediaPart:
    """One picture, clip or mask of an item: as the study gives it, never as a rater sees it."""

    kind: str
    value: Any


@dataclass(frozen=True, slots=True)
class _Part:
    """Shown columns in their declared order, None where the study gives no value.

    A picture is a `MediaPart`, several that are one candidate are a tuple of them.
    """

    columns: dict[str, Any]

    def media(self) -> list[MediaPart]:
        found = (value if isinstance(value, tuple) else (value,) for value in self.columns.values())
        return [part for parts in found for part in parts if isinstance(part, MediaPart)]


class _Candidates(Mapping[str, _Part]):
    """The candidates of an item by their system; each is reduced when it is asked for, since a showing has few of them."""

    __slots__ = ("_declared", "_given", "_reduced")

    def __init__(self, given: Mapping[str, Mapping[str, Any]], declared: Mapping[str, Column]) -> None:
        self._given = given
        self._declared = declared
        self._reduced: dict[str, _Part] = {}

    def __getitem__(self, system: str) -> _Part:
        part = self._reduced.get(system)
        if part is None:
            part = self._reduced[system] = _shown(self._given[system], self._declared)
        return part

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item reduced to what may be shown. Hidden columns are not in it, so that no page can leak them."""

    item: _Part
    by_system: Mapping[str, _Part]
    shown_item: Item

    def media(self, slots: list[list[str]]) -> list[MediaPart]:
        """All pictures, clips and masks of a showing, in the order of their addresses."""
        return [*self.item.media(), *(part for slot in slots for part in self.by_system[slot[0]].media())]

    def pictures(self) -> Iterator[str]:
        """The names of all pictures and clips of the item, whichever of them a showing has."""
        for part in (self.item, *self.by_system.values()):
            yield from (one.value for one in part.media() if one.kind != "mask")

    def main_image(self) -> str | None:
        """The name of the item's first picture."""
        return next((part.value for part in self.item.media() if part.kind == "image"), None)

    def fill(self, slots: list[list[str]], addresses: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The columns of the item and of each place, with addresses instead of pictures."""
        waiting = iter(addresses)

        def addressed(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(next(waiting) for _ in value)
            return next(waiting) if isinstance(value, MediaPart) else value

        def filled(part: _Part) -> dict[str, Any]:
            return {name: addressed(value) for name, value in part.columns.items()}

        item = filled(self.item)
        filled_slots = [
            {"columns": filled(self.by_system[slot[0]]), "letter": letter(n), "place": n}
            for n, slot in enumerate(slots)
        ]
        return item, filled_slots

    def shown(self, slots: list[list[str]]) -> Shown:
        """The showing as a protocol's own code sees it: shown columns only, places instead of systems."""
        candidates = tuple(
            (Candidate(self.shown_item.id, letter(n), _plain(self.by_system[slot[0]])),) for n, slot in enumerate(slots)
        )
        return Shown(self.shown_item, candidates)


def view_item(data: str, declaration: Declaration) -> ItemView:
    """The view of an item as stored."""
    item = _JSON.validate_json(data)
    part = _shown(item["columns"], declaration.item)
    given = {c["system"]: c["columns"] for c in item.get("candidates", ())}
    return ItemView(part, _Candidates(given, declaration.candidate), Item(id="", columns=_plain(part)))


def _shown(values: Mapping[str, Any], declared: Mapping[str, Column]) -> _Part:
    columns: dict[str, Any] = {}
    for name, column in declared.items():
        if column.shown:
            value = values.get(name)
            columns[name] = _media(column.kind, value) if column.kind in MEDIA and value is not None else value
    return _Part(columns)


def _media(kind: str, value: Any) -> Any:
    return tuple(MediaPart("image", one) for one in value) if kind == "images" else MediaPart(kind, value)


def _plain(part: _Part) -> dict[str, Any]:
    return {name: value for name, value in part.columns.items() if not isinstance(value, MediaPart | tuple)}
