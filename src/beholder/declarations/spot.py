"""A spot: a point, a box or an outline that an item names on its picture, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["Spot"]


@dataclass(frozen=True, slots=True)
class Spot:
    """`values` are x, y, x, y, …; a box is left, top, right, bottom. `guessed` if the item may have meant something else."""

    kind: Literal["point", "box", "outline"]
    values: Sequence[float]
    where: str
    guessed: bool = False
