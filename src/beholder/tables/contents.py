"""What one showing put on the page, from the item and the systems recorded with the lease."""

from __future__ import annotations

from collections.abc import Sequence

from beholder.protocols import Item, Shown

__all__ = ["letter", "what_is_shown"]


def what_is_shown(item: Item, slots: Sequence[Sequence[str]]) -> Shown:
    """The item with the candidates of each place."""
    by_system = {candidate.system: candidate for candidate in item.candidates}
    return Shown(item, tuple(tuple(by_system[system] for system in place) for place in slots))


def letter(place: int) -> str:
    """A, B, C … for places on a page, and for systems whose names are sealed."""
    return chr(ord("A") + place) if place < 26 else str(place + 1)
