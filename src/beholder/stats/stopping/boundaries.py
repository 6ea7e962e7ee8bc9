"""Planned looks: how far a statistic must be from zero at each, so that all together err as seldom as one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from beholder.errors import BeholderError
from beholder.stats.columns import Floats

__all__ = ["group_sequential_bounds", "spent"]

_STEP = 0.02
"""Standard deviations of a step between points of the grid: bounds are then good to seven digits (the tables have four)."""

_FEW_LOOKS, _COARSE = 10, 0.2
"""Beyond so many looks the grid is coarser, for five digits: at 200 looks the fine one takes a minute and a gigabyte."""

_REACH = 8.0
"""Standard deviations that the grid covers; what lies beyond has a chance of 1e-15."""

_NOTHING = 1e-13
"""Error that is too little to compute with; the bound is then beyond all that is seen."""


def spent(fraction: float, *, alpha: float = 0.05) -> float:
    """How much of a two-sided error has been spent by this share of the plan: little early, all of it at the end.

    4 (1 - Phi(z / sqrt(t))) with the upper alpha/4 point z: the function of O'Brien-Fleming type of Lan & DeMets 1983,
    Biometrika 70:659, for either side.
    """
    if fraction <= 0:
        return 0.0
    return min(alpha, 4 * float(norm.sf(norm.isf(alpha / 4) / math.sqrt(min(1.0, fraction)))))


def group_sequential_bounds(
    fractions: Sequence[float], *, alpha: float = 0.05, final: bool = False
) -> tuple[float, ...]:
    """Two-sided bounds for looks at these shares of the plan, in order; the last may be below 1.

    With `final` the last is the end of the study, however far it came: all that is left of the error is spent there. At each look as much error is spent as the plan allows until then, however many looks there were: when to look must
    not depend on what was seen. Computed by the recursion of Armitage, McPherson & Rowe 1969, JRSS A 132:235. Assumes
    that what is added between two looks is independent of what was there.
    """
    times = list(fractions)
    if not times or times[0] <= 0 or any(b <= a for a, b in pairwise(times)) or times[-1] > 1:
        raise BeholderError(
            "looks are shares of the plan above 0 and up to 1, each later than the one before",
            code="stats-bad-option",
            hint="such as 25 %, 50 % and 75 %",
        )
    bounds: list[float] = []
    # the density of the sum, in units in which its variance is the share of the plan, where nothing was crossed yet
    points, density = np.zeros(1), np.ones(1)
    before, error = 0.0, 0.0
    width = _STEP if len(times) <= _FEW_LOOKS else _COARSE
    for number, time in enumerate(times, start=1):
        allowed = (alpha if final and number == len(times) else spent(time, alpha=alpha)) - error
        step, reach = math.sqrt(time - before), _REACH * math.sqrt(time)
        bound = reach if allowed < _NOTHING else _bound(points, density, step, allowed, reach)
        error += _crossed(points, density, step, bound)
        points, density = _carried(points, density, step, bound, width)
        bounds.append(bound / math.sqrt(time))
        before = time
    return tuple(bounds)


def _bound(points: Floats, density: Floats, step: float, allowed: float, reach: float) -> float:
    return float(brentq(lambda x: _crossed(points, density, step, x) - allowed, 1e-6, reach, xtol=1e-9))


def _crossed(points: Floats, density: Floats, step: float, bound: float) -> float:
    """The chance of being beyond the bound on either side after a further step."""
    beyond = norm.sf((bound - points) / step) + norm.cdf((-bound - points) / step)
    return float(density @ beyond)


def _carried(points: Floats, density: Floats, step: float, bound: float, width: float) -> tuple[Floats, Floats]:
    """Weights on a grid within the bounds after a further step, by Simpson's rule."""
    count = 2 * max(50, math.ceil(bound / (width * step))) + 1
    grid = np.linspace(-bound, bound, count)
    rule = np.ones(count)
    rule[1:-1:2], rule[2:-1:2] = 4.0, 2.0
    rule *= (grid[1] - grid[0]) / 3
    moved = norm.pdf((grid[:, None] - points[None, :]) / step) / step
    return grid, (moved @ density) * rule
