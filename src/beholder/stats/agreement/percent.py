"""Agreement without correction for chance: exact, within a distance, and specific to one value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, RaterScope, describe, interval_of, undefined, with_raters
from beholder.stats.agreement.patterns import Patterns, pair_sums
from beholder.stats.resampling.bootstrap import Jackknife, Spread, Uncertainty, resample

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from beholder.stats.columns import Floats, Ratings


from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["percent_agreement", "specific_agreement", "step_of", "within_agreement"]

_Parts = tuple["Floats", "Floats"]


def percent_agreement(
    ratings: Ratings,
    *,
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """The chance that two raters of one item say the same: mean over items of the share of agreeing pairs.

    Each item with two ratings or more counts alike. NaN without such an item.
    """

    def parts(patterns: Patterns) -> _Parts:
        pairs = patterns.size * (patterns.size - 1)
        return (patterns.power_sum(2) - patterns.size) / pairs, np.ones(len(patterns))

    return _share(ratings, parts, "percent", tell("exact-agreement"), uncertainty, raters, confidence)


def within_agreement(
    ratings: Ratings,
    *,
    distance: float = 1.0,
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """The chance that two raters of one item differ by no more than `distance`; each item counts alike.

    Two censored values agree; a censored value and a number do not, so that with censoring this is a lower bound.
    """
    scale = ratings.require_scale()

    def near(v: NDArray[Any], w: NDArray[Any]) -> Floats:
        with np.errstate(invalid="ignore"):
            return np.asarray(np.abs(scale[v] - scale[w]) <= distance + 1e-9, dtype=np.float64)

    def parts(patterns: Patterns) -> _Parts:
        same = patterns.power_sum(2) - patterns.size
        pairs = patterns.size * (patterns.size - 1)
        return (same + pair_sums(patterns.counts, near)) / pairs, np.ones(len(patterns))

    title = tell("agreement-within", distance=f"{distance:g}")
    notes = (tell("note-lower-bound"),) if np.any(np.isinf(scale)) else ()
    return _share(ratings, parts, "within", title, uncertainty, raters, confidence, notes=notes)


def step_of(scale: Floats) -> float:
    """One step of a scale: what the two nearest of its values differ by; 1 where it has no two, or is open above."""
    values = np.unique(scale)
    return 1.0 if len(values) < 2 or np.isinf(values[-1]) else float(np.diff(values).min())


def specific_agreement(
    ratings: Ratings,
    *,
    value: Any,
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """Given that one rater says `value`, the chance that another says so too: Σ n (n - 1) / Σ n (m - 1).

    n of the m raters of an item say `value`. With two values this is positive agreement for the one and negative agreement
    for the other (Cicchetti & Feinstein 1990). NaN if nobody who could be contradicted says it.
    """
    if value not in ratings.values:
        raise BeholderError(f"no rating has the value {value!r}", code="stats-unknown-value")
    code = ratings.values.index(value)

    def parts(patterns: Patterns) -> _Parts:
        said = np.asarray(patterns.counts[:, [code]] @ np.ones(1)).ravel()
        return said * (said - 1), said * (patterns.size - 1)

    return _share(
        ratings,
        parts,
        f"specific[{value}]",
        tell("agreement-specific", value=str(value)),
        uncertainty,
        raters,
        confidence,
    )


def _share(
    ratings: Ratings,
    parts: Callable[[Patterns], _Parts],
    name: str,
    title: str,
    uncertainty: Uncertainty,
    raters: RaterScope,
    confidence: float,
    *,
    notes: tuple[str, ...] = (),
) -> Agreement:
    """A ratio of two sums over items, with its interval."""
    patterns = Patterns.of(ratings)
    if patterns.n_units == 0:
        return undefined(name, tell("reason-no-two-ratings"), method=title, ratings=ratings)
    above, below = parts(patterns)
    total = float(below @ patterns.multiplicity)
    if total == 0:
        return undefined(name, tell("reason-no-pair"), method=title, ratings=ratings)
    value = float(above @ patterns.multiplicity) / total

    def statistic(weights: NDArray[np.float64]) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((weights @ above) / (weights @ below))

    def without(part: Ratings) -> float:
        left = Patterns.of(part)
        over, under = parts(left)
        whole = float(under @ left.multiplicity)
        return float(over @ left.multiplicity) / whole if whole else math.nan

    spread = Spread(standard_error=math.nan, df=0)
    if uncertainty is not None:
        spread = resample(
            statistic, uncertainty, multiplicity=patterns.multiplicity, kind_of_unit=patterns.pattern_of_unit
        )
        if raters == "like-these":
            spread = with_raters(spread, ratings, without)
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval_of(value, spread, uncertainty, confidence=confidence, bounds=(0.0, 1.0)),
            confidence=confidence,
            n=patterns.n_ratings,
            n_dropped=ratings.n_dropped + len(ratings) - patterns.n_ratings,
            method=Text(title, tell("items-n-in-ratings", n=patterns.n_units), describe(uncertainty, raters)),
            notes=(*ratings.notes, *notes, *spread.notes),
        ),
        standard_error=spread.standard_error,
        observed=value,
    )
