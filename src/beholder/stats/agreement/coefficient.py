"""The result of an agreement coefficient, and the interval that all of them share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.resampling.bootstrap import Bootstrap, Spread, hash_units, percentile_interval, t_interval
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from beholder.stats.columns import Ratings


from beholder.stats.messages import tell

__all__ = ["Agreement", "RaterScope", "describe", "interval_of", "undefined", "with_raters"]

RaterScope = Literal["these", "like-these"]
"""Whom an interval speaks about: these raters, rating more items; or other raters drawn like these, too."""

# leaving out fifty groups costs fifty estimates, and the interval is nearly as narrow as from all; twenty make it wider
_GROUPS, _FEW_GROUPS = 50, 20
# above, one estimate takes so long that fifty would be waited for
_MANY_RATINGS = 200_000


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


def with_raters(
    units: Spread,
    ratings: Ratings,
    estimate: Callable[[Ratings], float],
    *,
    clusters: NDArray[Any] | None = None,
) -> Spread:
    """The spread when raters are a sample, too: V = V(units) + V(raters) - V(both), each by the jackknife.

    What one rater said about one unit (or cluster of units) shows in the first two, so it is taken off once, as in two-way
    clustered variances (Cameron, Gelbach & Miller 2011). Degrees of freedom are those of the smaller sample. Raters, and
    their ratings of a unit, are left out one by one, or in 50 random groups if there are more. Above 200,000 ratings 20 groups of raters are left out and nothing
    is taken off, which is quick and errs to the wide side. NaN with fewer than three raters.
    """
    present = np.flatnonzero(np.bincount(ratings.rater, minlength=len(ratings.raters)))
    if len(present) < 3:
        note = tell("no-interval-few-raters")
        return Spread(standard_error=math.nan, df=len(present) - 1, notes=(*units.notes, note))
    many = len(ratings) > _MANY_RATINGS
    groups = min(len(present), _FEW_GROUPS if many else _GROUPS)
    group_of_rater = np.zeros(len(ratings.raters), dtype=np.int64)
    group_of_rater[present] = _dealt(present, groups)
    over_raters, over_ratings = _left_out(ratings, group_of_rater[ratings.rater], estimate), 0.0
    if not many:
        unit = ratings.item if clusters is None else np.asarray(clusters)[ratings.item]
        cell, position = np.unique(unit.astype(np.int64) * len(ratings.raters) + ratings.rater, return_inverse=True)
        over_ratings = _left_out(ratings, _dealt(cell, min(len(cell), _GROUPS))[position], estimate)
    over_units = units.standard_error**2
    variance = max(over_units + over_raters - over_ratings, over_units, over_raters)
    notes = units.notes
    if not math.isfinite(over_raters + over_ratings):
        notes = (*notes, tell("no-interval-raters-undefined"))
        variance = math.nan
    return Spread(standard_error=math.sqrt(variance), df=min(units.df, groups - 1), notes=notes)


def _dealt(codes: NDArray[Any], groups: int) -> NDArray[np.int64]:
    """A group for each code: ranked by hash, then dealt out, so that groups are random and of equal size."""
    group = np.empty(len(codes), dtype=np.int64)
    group[np.argsort(hash_units(1, 0, codes), kind="stable")] = np.arange(len(codes)) % groups
    return group


def _left_out(ratings: Ratings, group: NDArray[np.int64], estimate: Callable[[Ratings], float]) -> float:
    """Jackknife variance of the estimate when one group of ratings at a time is left out."""
    n_groups = int(group.max()) + 1
    values = np.array([estimate(ratings.select(group != g)) for g in range(n_groups)])
    return (n_groups - 1) / n_groups * float(np.sum((values - values.mean()) ** 2))


def interval_of(
    value: float,
    spread: Spread,
    how: Any,
    *,
    confidence: float,
    bounds: tuple[float, float] = (-1.0, 1.0),
    stretched: bool = False,
) -> tuple[float, float] | None:
    """The interval around `value`, cut at what the coefficient can reach; None where it cannot be had.

    `stretched` makes the t interval on Fisher's scale atanh(value), where coefficients near 1 are not skewed.
    """
    if not 0 < confidence < 1:
        raise BeholderError(f"confidence lies between 0 and 1, got {confidence}", code="stats-bad-option")
    if not math.isfinite(value) or not math.isfinite(spread.standard_error) or spread.df < 1:
        return None
    if isinstance(how, Bootstrap) and how.kind == "percentile" and spread.replicates is not None:
        low, high = percentile_interval(spread.replicates, confidence=confidence)
    elif stretched and abs(value) < 1:
        error = spread.standard_error / (1 - value**2)
        low, high = map(math.tanh, t_interval(math.atanh(value), error, df=spread.df, confidence=confidence))
    else:
        low, high = t_interval(value, spread.standard_error, df=spread.df, confidence=confidence)
    return (max(low, bounds[0]), min(high, bounds[1]))


def describe(how: Any, scope: RaterScope) -> Text:
    """How an interval was made, in words for `Finding.method`."""
    if how is None:
        return Text()
    if isinstance(how, Bootstrap):
        return tell(f"interval-bootstrap-{scope}", replicates=how.replicates, kind=how.kind)
    return tell(f"interval-jackknife-{scope}")
