"""How unsure strengths are between systems of which one never beat the other, so that no finite number fits them best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import coo_array

from beholder.stats.comparison.rates import wilson_bounds
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from beholder.stats.columns import Floats
    from beholder.stats.ranking.graph import Separation
    from beholder.stats.ranking.pairs import PairwiseCounts

__all__ = ["LEAST_SURENESS", "clusters_in", "sureness", "wins_of_counts", "wins_of_pairs", "with_open_gaps"]


LEAST_SURENESS = 0.1
"""A share of just one half would make errors endless; ten times what is enough for a difference to be open says as much."""


def with_open_gaps(
    covariance: Floats,
    *,
    inverse: Floats,
    score: Floats,
    names: tuple[str, ...],
    separation: Separation,
    wins: Any,
    reach: float,
    clusters: float,
    confidence: float,
) -> Floats:
    """The covariance of strengths that a prior keeps finite, with errors that do not shrink along with the residuals.

    A sandwich makes its errors of residuals. Where the systems of one group always beat those of the next, a prior of
    whatever size leaves nearly none, and six answers look as sure as six hundred. What such answers do say is a share of
    wins, n of n: the nearest two systems across a gap are given the same ratio of difference to error as Wilson's
    interval of that share has to one half, with as many trials as there are `clusters`, or comparisons if these are fewer.
    Within a group nothing changes. Where no groups make the data separable, but sides or ties do, the errors of
    the model with its prior (`inverse`) are added. `wins[i, j]` is how often i won against j, ties counted half; `reach`
    the critical value of t.
    """
    if not separation.separable or not math.isfinite(reach):
        return covariance
    if len(separation.groups) < 2:
        return np.asarray(covariance + inverse)
    place = {name: k for k, group in enumerate(separation.groups) for name in group}
    group = np.array([place[name] for name in names])
    won = coo_array(wins)
    seen = won.data > 0
    first, second, times = won.row[seen], won.col[seen], won.data[seen]
    out, m = covariance.copy(), len(names)
    for gap in range(1, len(separation.groups)):
        above, below = (group[first] < gap) & (group[second] >= gap), (group[first] >= gap) & (group[second] < gap)
        n = float(times[above].sum() + times[below].sum())
        trials, share = min(n, clusters), float(times[above].sum()) / n
        ratio = max(sureness(share, wilson_bounds(share * trials, trials, confidence)[0]), LEAST_SURENESS)
        apart = score[first[above]] - score[second[above]]
        i, j = first[above][apart.argmin()], second[above][apart.argmin()]
        known = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        step = np.where(group < gap, 1.0, 0.0)
        step -= step.mean()
        out[:m, :m] += max((apart.min() / (ratio * reach)) ** 2 - known, 0.0) * np.outer(step, step)
    return out


def sureness(share: float, low: float) -> float:
    """How far a share lies above one half, in half-widths of its interval on the logit scale; 1 where it just reaches it.

    `low` is the lower bound of the interval.
    """
    if share <= 0.5:
        return 0.0
    if share == 1:
        # Wilson's interval of n out of n begins at n / (n + z²), so its odds are n / z²
        return math.sqrt(low / (1 - low))
    middle = _logit(share)
    return middle / (middle - _logit(low)) if low > 0 else 0.0


def _logit(share: float) -> float:
    return math.log(share / (1 - share))


def clusters_in(*columns: NDArray[Any] | None) -> float:
    """The fewest different items or raters, of those that are told apart; endless where neither are."""
    return min((float(len(np.unique(column))) for column in columns if column is not None), default=math.inf)


def wins_of_counts(counts: PairwiseCounts) -> Any:
    """How often each system won against each other, ties counted half."""
    m, tied = len(counts.names), counts.counts[:, TIE] / 2
    cells = np.concatenate([counts.counts[:, LEFT] + tied, counts.counts[:, RIGHT] + tied])
    where = (np.concatenate([counts.left, counts.right]), np.concatenate([counts.right, counts.left]))
    return coo_array((cells, where), shape=(m, m))


def wins_of_pairs(pairs: Iterable[tuple[int, int]], m: int) -> Any:
    """The same of winners and losers, one pair for each time."""
    table = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return coo_array((np.ones(len(table)), (table[:, 0], table[:, 1])), shape=(m, m))
