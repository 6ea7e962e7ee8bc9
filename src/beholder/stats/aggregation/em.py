"""Expectation-maximisation: passes until the objective stands still, with safe extrapolation between passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from beholder.stats.results import ConvergenceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.stats.columns import Floats

__all__ = ["Fit", "maximise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Where an iteration settled: parameters, the objective there, and how many passes over the data it took."""

    params: Floats
    objective: float
    passes: int


def maximise(
    step: Callable[[Floats], tuple[Floats, float]],
    start: Floats,
    *,
    project: Callable[[Floats], Floats],
    tolerance: float,
    max_passes: int,
    what: str,
    accelerate: bool = True,
) -> Fit:
    """Iterate `params, objective at the old ones = step(params)` until the objective moves no more than `tolerance`.

    `accelerate` extrapolates from two passes to where the sequence is heading (SQUAREM, Varadhan & Roland 2008, scheme
    S3) and keeps the leap only if the objective does not fall, so the answer is that of plain EM, sooner. `project` puts
    leapt parameters back in their range. Not converging raises ConvergenceError.
    """
    old, passes, last, change = start, 0, -np.inf, np.inf
    while passes < max_passes:
        first, objective = step(old)
        passes += 1
        change = objective - last
        # a fall is no arrival: rounding lets the objective sink a little, anything more is a step that went wrong
        if abs(change) <= tolerance and passes > 2:
            return Fit(params=old, objective=objective, passes=passes)
        last = objective
        if not accelerate or passes + 3 > max_passes:
            old = first
            continue
        second, middle = step(first)
        passes += 1
        move, bend = first - old, second - 2 * first + old
        length, curve = (float(np.sqrt((x * x).sum())) for x in (move, bend))
        if curve < 1e-14 or length <= curve:
            old, last = second, middle
            continue
        reach = length / curve
        leap = project(old + 2 * reach * move + reach**2 * bend)
        landed, reached = step(leap)
        passes += 1
        old, last = (landed, reached) if reached >= middle else (second, middle)
    raise ConvergenceError(what, passes=passes, change=change, tolerance=tolerance)
