"""Points collected elsewhere: scores whose lowest button was 0.5 and stood for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from beholder.errors import BeholderError

__all__ = ["ImportedPoints", "lone_half_to_zero"]


@dataclass(frozen=True, slots=True)
class ImportedPoints:
    """Points in the order given, and how many of them were changed."""

    points: tuple[float | None, ...]
    changed: int


def lone_half_to_zero(points: Iterable[float | None], *, zeros_too: bool = False) -> ImportedPoints:
    """Reads points from a page whose lowest button, 0.5, stood for 0: a lone 0.5 becomes 0, and nothing else changes.

    1.5 stays 1.5, for only the lowest button had a second meaning. A true half point that stood alone cannot be told
    from nothing in such data; it becomes 0 as well. Missing points (None) stay missing.

    Data that hold a 0 come from a page that had one, so their 0.5 is a half point: they are refused, unless `zeros_too`
    says that both kinds of page are mixed.
    """
    given = list(points)
    if 0 in given and not zeros_too:
        raise BeholderError(
            "the points hold 0, so 0.5 cannot have been the lowest button",
            code="captions-zero-present",
            hint="leave these points as they are; in Python, zeros_too=True says that pages of both kinds are mixed",
        )
    read = tuple(0.0 if value == 0.5 else value for value in given)
    return ImportedPoints(read, sum(value == 0.5 for value in given))
