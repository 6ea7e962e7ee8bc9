"""A column that says the same in every row of an item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["one_per_item"]


def one_per_item(item: Sequence[Any], column: Sequence[Any], *, called: str, code: str) -> dict[Any, Any]:
    """What the column says of each item; an error where rows of one item differ."""
    from beholder.errors import BeholderError

    found: dict[Any, Any] = {}
    for row, (name, said) in enumerate(zip(item, column, strict=True), 1):
        if name is None or said is None:
            continue
        if found.setdefault(name, said) != said:
            raise BeholderError(
                f'item "{name}" has two {called}, "{found[name]}" and "{said}"', code=code, where=f"row {row}"
            )
    return found
