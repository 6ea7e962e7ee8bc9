"""Ranks with the range that the data allow: from the differences that hold, or from all of them at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.sparse import coo_array

from beholder.analysis.context import Context
from beholder.findings import Finding
from beholder.stats import Scores
from beholder.stats.ranking.ranks import difference_errors, max_t
from beholder.stats.resampling.clusters import clustered_variance

__all__ = ["HELD", "Ranks", "rank_ranges", "ranks_of_pairs"]

Ranks = dict[str, tuple[int, tuple[int, int] | None]]
"""Of each system its rank and the range of ranks, None where nothing can be said about it."""

HELD = 0.05
"""The level at which a difference holds, after correction."""


def ranks_of_pairs(
    values: Mapping[str, float], pairs: Iterable[Mapping[str, Any]], *, lower_is_better: bool = False
) -> Ranks:
    """Ranks by value, with ranges from the differences that hold after Holm's correction: the same that the table shows.

    A system's best rank is 1 + the number of systems proved better, its worst the number of all less those proved worse.
    Holm's method keeps the chance of any false proof at its level, so all ranges hold together.
    """
    systems = [s for s, value in values.items() if math.isfinite(value)]
    sign = -1.0 if lower_is_better else 1.0
    better: dict[str, set[str]] = {s: set() for s in systems}
    tested = False
    for row in pairs:
        tested |= math.isfinite(row["p_holm"])
        if row["p_holm"] < HELD:
            ahead, behind = (row["first"], row["second"])[:: 1 if sign * row["difference"] > 0 else -1]
            better[behind].add(ahead)
    worse = {s: sum(s in ahead for ahead in better.values()) for s in systems}
    return {
        s: (
            1 + sum(sign * values[o] > sign * values[s] for o in systems),
            (1 + len(better[s]), len(systems) - worse[s]) if tested else None,
        )
        for s in systems
    }


def rank_ranges(
    scores: Scores, systems: Sequence[str], means: Mapping[str, Finding], context: Context, *, name: str, lower: bool
) -> Ranks:
    """Rank of each system and the range of ranks that hold for all systems at once, where pairs are too many to list.

    A system is proved better than another if their difference leaves 0 out when the intervals of all differences hold
    together (largest |t| over all pairs, from the joint covariance clustered by block and rater). Mogstad et al. 2024.
    Systems that share no block, or differ by the same on every block, are never proved better: there is no error to judge by.
    """
    systems = [s for s in systems if math.isfinite(means[s].value)]
    if len(systems) < 2:
        return {}
    position = np.array([systems.index(s) if s in systems else -1 for s in scores.systems])
    scores = scores.select(position[scores.system] >= 0)
    m, system = len(systems), position[scores.system]
    size = np.bincount(system, minlength=m)
    value = np.array([means[s].value for s in systems])
    influence = (scores.value - value[system]) / size[system]

    def sum_by(cluster: Any, n: int) -> Any:
        return coo_array((influence, (cluster, system)), shape=(n, m)).tocsr()

    spread = clustered_variance(sum_by, item=scores.block, rater=scores.sampled_raters)
    better = -value if lower else value
    rank = 1 + (better[None, :] > better[:, None]).sum(axis=1)
    unknown: Ranks = {s: (int(rank[i]), None) for i, s in enumerate(systems)}
    if spread.matrix is None:
        return unknown
    critical = max_t(spread.matrix, df=spread.df, confidence=context.confidence, rng=context.rng("ranks", name))
    if not math.isfinite(critical):
        return unknown
    error = difference_errors(spread.matrix)
    met = coo_array((np.ones(len(system)), (scores.block, system)), shape=(len(scores.blocks), m)).tocsr()
    met.data[:] = 1
    estimable = ((met.T @ met).toarray() > 0) & (error > 1e-9 * max(float(error.max()), 1e-300))
    proved = estimable & (better[:, None] - better[None, :] > critical * error)
    best, worst = 1 + proved.sum(axis=0), m - proved.sum(axis=1)
    return {s: (int(rank[i]), (int(best[i]), int(worst[i]))) for i, s in enumerate(systems)}
