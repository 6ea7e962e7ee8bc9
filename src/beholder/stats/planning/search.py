"""The fewest items or raters that reach what is wanted."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.stats.planning.design import Design, half_width, power

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.stats.planning.components import Components

__all__ = ["items_enough", "items_for_power", "raters_enough", "raters_for_power", "smallest"]


def raters_enough(
    components: Components, *, items: int, ratings: float, target: float, confidence: float = 0.95, limit: int = 100_000
) -> Finding:
    """The smallest number of raters whose expected half-width is no more than `target`, items and ratings per item fixed.

    NaN where no number is: items and ratings then set the limit. Assumptions as in `half_width`.
    """

    def narrow(raters: int) -> bool:
        design = Design(items=items, raters=raters, ratings=ratings)
        return half_width(components, design, confidence=confidence).value <= target

    enough = smallest(narrow, start=max(2, math.ceil(ratings)), limit=limit)
    found = _enough("raters_enough", enough, components, tell("plan-raters", target=f"{target:g}"))
    return replace(found, n=items) if enough else found


def raters_for_power(
    components: Components,
    *,
    items: int,
    ratings: float,
    difference: float,
    target: float = 0.8,
    confidence: float = 0.95,
    limit: int = 100_000,
) -> Finding:
    """The smallest number of raters with which a true difference of this size is found with probability `target`.

    NaN where no number is: items and ratings then set the limit. Assumptions as in `power`.
    """
    _refuse_power(target)

    def found(raters: int) -> bool:
        design = Design(items=items, raters=raters, ratings=ratings)
        return power(components, design, difference=difference, confidence=confidence).value >= target

    enough = smallest(found, start=max(2, math.ceil(ratings)), limit=limit)
    method = tell("plan-raters-power", difference=f"{difference:g}", power=f"{target:.0%}")
    return replace(_enough("raters_for_power", enough, components, method), n=items)


def items_enough(
    components: Components,
    *,
    ratings: float,
    target: float,
    raters: int | None = None,
    per_rater: int | None = None,
    confidence: float = 0.95,
    limit: int = 10_000_000,
) -> Finding:
    """The smallest number of items whose expected half-width is no more than `target`, ratings per item fixed.

    So are the raters; or, with `per_rater`, each rates so many items and there are as many raters as that takes.
    NaN where no number is: raters who differ then set the limit. Assumptions as in `half_width`.
    """

    def narrow(items: int) -> bool:
        design = Design.of_crew(items=items, ratings=ratings, raters=raters, per_rater=per_rater)
        return half_width(components, design, confidence=confidence).value <= target

    enough = smallest(narrow, start=2, limit=limit)
    return _enough("items_enough", enough, components, tell("plan-items", target=f"{target:g}"))


def items_for_power(
    components: Components,
    *,
    ratings: float,
    difference: float,
    raters: int | None = None,
    per_rater: int | None = None,
    target: float = 0.8,
    confidence: float = 0.95,
    limit: int = 10_000_000,
) -> Finding:
    """The smallest number of items with which a true difference of this size is found with probability `target`.

    Raters as in `items_enough`. NaN where no number is: raters who differ then set the limit. Assumptions as in `power`.
    """
    _refuse_power(target)

    def found(items: int) -> bool:
        design = Design.of_crew(items=items, ratings=ratings, raters=raters, per_rater=per_rater)
        return power(components, design, difference=difference, confidence=confidence).value >= target

    enough = smallest(found, start=2, limit=limit)
    method = tell("plan-items-power", difference=f"{difference:g}", power=f"{target:.0%}")
    return _enough("items_for_power", enough, components, method)


def _refuse_power(target: float) -> None:
    if not 0 < target < 1:
        raise BeholderError(f"a power lies between 0 and 1, got {target:g}", code="stats-bad-plan")


def smallest(reached: Callable[[int], bool], *, start: int, limit: int) -> int | None:
    """The smallest number that will do; None if none up to the limit does."""
    low, high = start - 1, start
    while not reached(high):
        low, high = high, high * 2
        if low > limit:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def _enough(name: str, enough: int | None, components: Components, method: str) -> Finding:
    if enough is None:
        notes = (*components.notes, tell("note-plan-never" if name.startswith("raters") else "note-plan-raters-limit"))
        return Finding(name=name, value=math.nan, method=method, notes=notes)
    return Finding(name=name, value=float(enough), method=method, notes=components.notes)
