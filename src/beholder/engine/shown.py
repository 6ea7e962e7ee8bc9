"""What one showing put on the page, from the item and the systems recorded with the lease."""

from __future__ import annotations

from collections.abc import Sequence

from beholder.protocols import Item, Shown

__all__ = ["what_is_shown"]


def what_is_shown(item: Item, slots: Sequence[Sequence[str]]) -> Shown:
    """The item with the candidates of each place."""
    by_system = {candidate.system: candidate for candidate in item.candidates}
    return Shown(item, tuple(tuple(by_system[system] for system in place) for place in slots))
