"""A permutation test of agreement: could answers that have nothing to do with what is shown agree as much?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import rankdata

from beholder.stats.agreement.alpha import Level

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.stats.columns import Floats, Ratings

# (1 + hits) / (draws + 1) then is a round share
_DRAWS = 999
# enough to stop where nothing, or every fifth draw, agrees as much
_FIRST_DRAWS = 99
_PLAINLY_CHANCE = 0.2


def agreement_by_chance(
    ratings: Ratings,
    *,
    level: Level,
    clusters: NDArray[Any],
    rng: np.random.Generator,
    symmetric: bool = False,
) -> float:
    """One-sided p value of "the answers do not depend on what was rated"; NaN where nothing is rated twice or all is equal.

    Each rater keeps their answers, and so their severity and habits: those to one cluster (`clusters` has one number per
    item of the ratings, such as the picture whose outputs they are) stay together, are handed to another cluster of which
    the rater rated as much, and are shuffled within it. The statistic is the disagreement within items as alpha counts it,
    whose expectation by chance a permutation leaves alone. Exact for any number of raters and items, where the interval of
    alpha is rough for few. With `symmetric` values are votes for one of two sides, and which side is drawn as well.
    """
    rated = np.bincount(ratings.item, minlength=len(ratings.items))
    pairable = np.flatnonzero(rated[ratings.item] > 1)
    value = _values(ratings, level)[pairable]
    if not len(value) or ((value == value[0]).all() and not (symmetric and value[0])):
        return float("nan")
    item, rater = ratings.item[pairable], ratings.rater[pairable].astype(np.int64)
    disagreement = _Disagreement(item, nominal=level == "nominal")
    order, group, kind = _layout(rater, np.asarray(clusters)[item])
    observed = disagreement(value) * (1 + 1e-12)
    placed = np.empty_like(value)
    hits = draws = 0
    while draws < _DRAWS:
        draws += 1
        # whole groups change places within their kind, and answers their places within a group
        source = np.lexsort((rng.random(len(value)), rng.random(len(kind))[group], kind[group]))
        placed[order] = value[source]
        if symmetric:
            placed *= rng.choice((-1.0, 1.0), len(placed))
        hits += disagreement(placed) <= observed
        if draws == _FIRST_DRAWS and not 0 < hits < _PLAINLY_CHANCE * draws:
            break
    return (1 + hits) / (1 + draws)


class _Disagreement:
    """Observed disagreement within items, as alpha has it, up to a factor."""

    def __init__(self, item: NDArray[Any], *, nominal: bool) -> None:
        self._item = np.unique(item, return_inverse=True)[1]
        self._size = np.bincount(self._item)
        self._nominal = nominal

    def __call__(self, value: Floats) -> float:
        item, size = self._item, self._size
        if self._nominal:
            width = int(value.max()) + 1
            cells, count = np.unique(item * width + value.astype(np.int64), return_counts=True)
            within = size**2 - np.bincount(cells // width, weights=count**2)
        else:
            within = size * np.bincount(item, weights=value**2) - np.bincount(item, weights=value) ** 2
        return float((within / np.maximum(size - 1, 1)).sum())


def _values(ratings: Ratings, level: Level) -> Floats:
    if level == "nominal" or ratings.scale is None:
        return ratings.value.astype(np.float64)
    number = ratings.scale[ratings.value]
    return rankdata(number) if level == "ordinal" else number


def _layout(rater: NDArray[Any], cluster: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Where answers stand, sorted by kind and group; the group of each; and the kind of each group: rater and size."""
    _, group = np.unique(rater * (int(cluster.max()) + 1) + cluster, return_inverse=True)
    size = np.bincount(group)
    whose = np.empty(len(size), dtype=np.int64)
    whose[group] = rater
    kind = np.unique(whose * (int(size.max()) + 1) + size, return_inverse=True)[1]
    return np.lexsort((group, kind[group])), group, kind
