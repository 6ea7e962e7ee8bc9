"""Ranks with the range that the data allow: from the differences that hold after correction for their number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.findings import Finding
from beholder.stats import Scores, Strengths, rank_table
from beholder.stats.columns import Floats
from beholder.stats.ranking.ranks import difference_errors, max_t, proved_above
from beholder.stats.resampling.clusters import clustered_variance

__all__ = [
    "HELD",
    "Ranks",
    "rank_ranges",
    "ranks_of_pairs",
    "ranks_of_strengths",
    "unlisted_differences",
    "unlisted_strengths",
]

Ranks = dict[str, tuple[int, tuple[int, int] | None]]
"""Of each system its rank and the range of ranks, None where nothing can be said about it."""

HELD = 0.05
"""The level at which a difference holds, after correction."""

_HOLM_ALONE = 5
"""The revision of the analysis from which on no range is from the largest |t| of all pairs."""


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


def unlisted_strengths(fitted: Strengths, listed: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The differences in strength that a table leaves out, each with its p value."""
    errors = difference_errors(fitted.covariance)
    return _unlisted(fitted.names, fitted.score, errors, df=fitted.df, listed=listed)


def unlisted_differences(
    scores: Scores, means: Mapping[str, Finding], listed: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The same of means: errors are from the joint covariance of all systems, clustered by block and rater.

    Systems that share no block, or differ by the same on every block, are no question: there is no error to judge by.
    """
    systems = [s for s in scores.systems if s in means and math.isfinite(means[s].value)]
    joint = _joint_errors(scores, systems, means)
    if joint is None:
        return []
    values = np.array([means[s].value for s in systems])
    return _unlisted(systems, values, joint.error, df=joint.df, listed=listed)


def _unlisted(
    systems: Sequence[str], values: Floats, errors: Floats, *, df: float, listed: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    known = {frozenset((row["first"], row["second"])) for row in listed}
    one, other = np.triu_indices(len(systems), 1)
    difference, error = values[one] - values[other], errors[one, other]
    tested = np.isfinite(difference) & (error > 0)
    p = 2 * student.sf(np.abs(difference[tested]) / error[tested], df)
    rows = (
        {"first": systems[i], "second": systems[j], "difference": float(d), "p": float(x)}
        for i, j, d, x in zip(one[tested], other[tested], difference[tested], p, strict=True)
    )
    return [row for row in rows if frozenset((row["first"], row["second"])) not in known]


def ranks_of_strengths(fitted: Strengths, context: Context, *, name: str) -> Ranks:
    """Ranks by strength, with ranges from all differences at once, as analyses before the sixth revision had them."""
    if context.revision >= _HOLM_ALONE:
        found = {row["name"]: (row["rank"], row["rank_range"]) for row in rank_table(fitted).rows}
        return {s: ranks for s, ranks in found.items() if ranks[0] is not None}
    score = fitted.score
    if not np.all(np.isfinite(score)):
        return {}
    critical = max_t(
        fitted.covariance, df=fitted.df, confidence=fitted.confidence, rng=context.rng("ranks", name), draws=20_000
    )
    stronger = score[:, None] - score[None, :] > critical * difference_errors(fitted.covariance)
    best, worst = 1 + stronger.sum(axis=0), len(score) - stronger.sum(axis=1)
    return {
        s: (
            int(1 + np.count_nonzero(score > score[i])),
            (int(best[i]), int(worst[i])) if math.isfinite(critical) else None,
        )
        for i, s in enumerate(fitted.names)
    }


def rank_ranges(
    scores: Scores, systems: Sequence[str], means: Mapping[str, Finding], context: Context, *, name: str, lower: bool
) -> Ranks:
    """Rank of each system and the range of ranks that hold for all systems at once, where pairs are too many to list.

    As analyses before the sixth revision had them: apart from the differences that are listed.
    """
    systems = [s for s in systems if math.isfinite(means[s].value)]
    if len(systems) < 2:
        return {}
    value = np.array([means[s].value for s in systems])
    better = -value if lower else value
    rank = 1 + (better[None, :] > better[:, None]).sum(axis=1)
    unknown: Ranks = {s: (int(rank[i]), None) for i, s in enumerate(systems)}
    joint = _joint_errors(scores, systems, means)
    if joint is None:
        return unknown
    if context.revision < _HOLM_ALONE:
        critical = max_t(joint.covariance, df=joint.df, confidence=context.confidence, rng=context.rng("ranks", name))
        above = better[:, None] - better[None, :] > critical * joint.error
        proved = above & np.isfinite(joint.error) if critical > 0 else None
    else:
        proved = proved_above(better, joint.error, df=joint.df, level=HELD)
    if proved is None:
        return unknown
    best, worst = 1 + proved.sum(axis=0), len(systems) - proved.sum(axis=1)
    return {s: (int(rank[i]), (int(best[i]), int(worst[i]))) for i, s in enumerate(systems)}


@dataclass(frozen=True, slots=True)
class _JointErrors:
    """Standard errors of the differences of every two means, NaN where there is none to judge by."""

    error: Floats
    covariance: Floats
    df: float


def _joint_errors(scores: Scores, systems: Sequence[str], means: Mapping[str, Finding]) -> _JointErrors | None:
    if len(systems) < 2:
        return None
    position = np.array([systems.index(s) if s in systems else -1 for s in scores.systems])
    scores = scores.select(position[scores.system] >= 0)
    m, system = len(systems), position[scores.system]
    size = np.bincount(system, minlength=m)
    value = np.array([means[s].value for s in systems])
    influence = (scores.value - value[system]) / size[system]

    def sum_by(cluster: Any, n: int) -> Any:
        return coo_array((influence, (cluster, system)), shape=(n, m)).tocsr()

    spread = clustered_variance(sum_by, item=scores.block, rater=scores.sampled_raters)
    if spread.matrix is None:
        return None
    error = difference_errors(spread.matrix)
    met = coo_array((np.ones(len(system)), (scores.block, system)), shape=(len(scores.blocks), m)).tocsr()
    met.data[:] = 1
    estimable = ((met.T @ met).toarray() > 0) & (error > 1e-9 * max(float(error.max()), 1e-300))
    return _JointErrors(np.where(estimable, error, np.nan), spread.matrix, spread.df)
