"""The result of an agreement coefficient, and the interval that all of them share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.resampling import Bootstrap, Spread, hash_groups, percentile_interval, t_interval

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.stats.columns import Floats, Ratings

__all__ = ["Agreement", "RaterScope", "interval_of", "rater_spread", "undefined", "with_raters"]

RaterScope = Literal["these", "like-these"]
"""Whom an interval speaks about: these raters, rating more items; or other raters drawn like these, too."""

_RATER_GROUPS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """An agreement coefficient: the number for the paper, its standard error, observed and chance agreement.

    For alpha `observed` and `expected` are disagreements, for all others agreements.
    """

    finding: Finding
    standard_error: float = math.nan
    observed: float = math.nan
    expected: float = math.nan

    @property
    def value(self) -> float:
        """The coefficient."""
        return self.finding.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its interval, if one was asked for and can be had."""
        return self.finding.interval


def undefined(name: str, reason: str, *, method: str, ratings: Ratings) -> Agreement:
    """NaN with a reason, for data that say nothing about agreement."""
    return Agreement(
        finding=Finding(
            name=name,
            value=math.nan,
            n=0,
            n_dropped=len(ratings) + ratings.n_dropped,
            method=method,
            notes=(reason, *ratings.notes),
        )
    )


def rater_spread(ratings: Ratings, estimate: Callable[[Ratings], float]) -> Spread:
    """Spread over raters: leave out one rater at a time, or one of 50 random groups of raters if there are more."""
    present = np.unique(ratings.rater)
    if len(present) < 3:
        return Spread(
            standard_error=math.nan, df=len(present) - 1, notes=("no interval for raters like these: fewer than three",)
        )
    n_groups = min(len(present), _RATER_GROUPS)
    group_of_rater = np.zeros(len(ratings.raters), dtype=np.int64)
    # Groups of equal size: rank the raters by hash, then deal them out.
    dealt = present[np.argsort(hash_groups(present, 2**62), kind="stable")]
    group_of_rater[dealt] = np.arange(len(dealt)) % n_groups
    group = group_of_rater[ratings.rater]
    values = np.array([estimate(ratings.select(group != g)) for g in range(n_groups)])
    if not np.all(np.isfinite(values)):
        return Spread(
            standard_error=math.nan,
            df=n_groups - 1,
            notes=("no interval for raters like these: leaving out one makes the estimate undefined",),
        )
    variance = (n_groups - 1) / n_groups * float(np.sum((values - values.mean()) ** 2))
    return Spread(standard_error=math.sqrt(variance), df=len(present) - 1)


def with_raters(units: Spread, raters: Spread) -> Spread:
    """Units and raters both sampled: variances add, and the smaller sample gives the degrees of freedom."""
    return Spread(
        standard_error=math.hypot(units.standard_error, raters.standard_error),
        df=min(units.df, raters.df),
        notes=(*units.notes, *raters.notes),
    )


def interval_of(
    value: float,
    spread: Spread,
    how: Any,
    *,
    confidence: float,
    bounds: tuple[float, float] = (-1.0, 1.0),
) -> tuple[float, float] | None:
    """The interval around `value`, cut at what the coefficient can reach; None where it cannot be had."""
    if not 0 < confidence < 1:
        raise BeholderError(f"confidence lies between 0 and 1, got {confidence}", code="stats-bad-option")
    if not math.isfinite(value) or not math.isfinite(spread.standard_error) or spread.df < 1:
        return None
    if isinstance(how, Bootstrap) and how.kind == "percentile" and spread.replicates is not None:
        low, high = percentile_interval(spread.replicates, confidence=confidence)
    else:
        low, high = t_interval(value, spread.standard_error, df=spread.df, confidence=confidence)
    return (max(low, bounds[0]), min(high, bounds[1]))


def describe(how: Any, scope: RaterScope) -> str:
    """How an interval was made, in words for `Finding.method`."""
    if how is None:
        return ""
    if isinstance(how, Bootstrap):
        made = f"unit bootstrap ({how.replicates}, {'SE and t' if how.kind == 't' else 'percentile'})"
    else:
        made = "unit jackknife and t"
    return f"; interval: {made}, {'these raters' if scope == 'these' else 'raters like these'}"


def weighted_mean(values: Floats, weights: Floats) -> float:
    """The mean of values under weights, NaN without weight."""
    total = float(weights.sum())
    return float(values @ weights) / total if total > 0 else math.nan
