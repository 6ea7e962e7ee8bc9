"""Opinion scores freed from what raters bring along: the alternating projection of ITU-T P.910, Annex E."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from beholder.errors import BeholderError
from beholder.stats.results import ConvergenceError

if TYPE_CHECKING:
    from beholder.stats.columns import Codes, Floats, Ratings

__all__ = ["LEAST_VARIANCE", "MOST_PASSES", "TOLERANCE", "Projection", "project"]

# both as Annex E prints them: what keeps a rater without any residual from weighing infinitely, and the end
LEAST_VARIANCE = 1e-8
TOLERANCE = 1e-8
MOST_PASSES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Quality of each stimulus, bias and inconsistency of each rater, and the residuals of all scores."""

    quality: Floats
    bias: Floats
    inconsistency: Floats
    residual: Floats
    passes: int


def project(ratings: Ratings) -> Projection:
    """Quality, bias and inconsistency in turn, until the qualities move by less than 1e-8 together.

    Score = quality of the stimulus + bias of the rater + residual, whose standard deviation is the rater's
    inconsistency; qualities are means of the scores less bias with weights 1 / inconsistency². Biases have mean 0.
    """
    _require_shared(ratings)
    item, rater, score = ratings.item, ratings.rater, ratings.numbers
    of_item, of_rater = _Mean(item, len(ratings.items)), _Mean(rater, len(ratings.raters))
    quality = of_item(score)
    bias = of_rater(score - quality[item])
    change = np.inf
    for passes in range(1, MOST_PASSES + 1):
        before = quality
        variance = of_rater.variance(score - quality[item] - bias[rater])
        quality = of_item(score - bias[rater], weight=(1 / (variance + LEAST_VARIANCE))[rater])
        bias = of_rater(score - quality[item])
        change = float(np.linalg.norm(quality - before))
        if change < TOLERANCE:
            break
    else:
        raise ConvergenceError("the projection", passes=MOST_PASSES, change=change, tolerance=TOLERANCE)
    shift = float(bias[of_rater.size > 0].mean())
    return Projection(
        quality=quality + shift,
        bias=bias - shift,
        inconsistency=np.sqrt(variance),
        residual=score - quality[item] - bias[rater],
        passes=passes,
    )


class _Mean:
    """Means within groups; 0 for a group without members."""

    def __init__(self, group: Codes, n: int) -> None:
        self.group, self.n = group, n
        self.size = np.bincount(group, minlength=n)

    def __call__(self, values: Floats, *, weight: Floats | None = None) -> Floats:
        weight = np.ones(len(values)) if weight is None else weight
        total = np.bincount(self.group, weights=weight, minlength=self.n)
        return np.bincount(self.group, weights=weight * values, minlength=self.n) / np.where(total > 0, total, 1.0)

    def variance(self, values: Floats) -> Floats:
        return self((values - self(values)[self.group]) ** 2)


def _require_shared(ratings: Ratings) -> None:
    """Bias is told from quality only through shared stimuli."""
    seen = csr_array(
        (np.ones(len(ratings)), (ratings.rater, ratings.item)), shape=(len(ratings.raters), len(ratings.items))
    )
    present = np.flatnonzero(np.bincount(ratings.rater, minlength=len(ratings.raters)))
    _, part = connected_components(seen @ seen.T, directed=False)
    groups = len(np.unique(part[present]))
    if groups > 1:
        raise BeholderError(
            f"raters fall into {groups} groups that share no item, so their bias cannot be told from quality",
            code="stats-raters-apart",
            hint="take the plain mean, or each group of raters alone",
        )
