"""From strengths to ranks: rank ranges that hold together, differences of all pairs, and the plain win table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.comparison.corrections import holm
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE, Pairs

if TYPE_CHECKING:
    from beholder.stats.ranking.strengths import Strengths

__all__ = ["RankTable", "WinTable", "contrasts", "rank_table", "win_table"]

# 32 MB of draws at a time
_CELLS_AT_ONCE = 4_000_000
# draws times systems: with many systems fewer draws are made, but never less than 1000
_MOST_CELLS = 100_000_000
# an error so much smaller than the others is one of rounding
_NO_ERROR = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class RankTable:
    """Systems from strongest to weakest.

    Each row: name, score, interval, se, worth, rank, rank_range. Ranks are None where there is no score.
    """

    rows: tuple[dict[str, Any], ...]
    findings: tuple[Finding, ...]


def rank_table(strengths: Strengths) -> RankTable:
    """Rank of each system with a range that is right for all systems at once.

    The best rank of a system is 1 + the number of systems proved stronger, the worst the number of all systems less
    those proved weaker. Proved: the difference holds after Holm's correction over all pairs (`contrasts`), which keeps the
    chance of any false proof at its level; so all ranges hold their true ranks together with the stated confidence.
    Equal scores share the better rank. NaN scores have no rank.
    Mogstad, Romano, Shaikh & Wilhelm 2024, Review of Economic Studies 91:476, with Holm's steps for theirs.
    """
    m = len(strengths.names)
    defined = bool(np.all(np.isfinite(strengths.score)))
    errors = difference_errors(strengths.covariance)
    stronger = proved_above(strengths.score, errors, df=strengths.df, level=1 - strengths.confidence)
    ranged = defined and stronger is not None
    stronger = np.zeros((m, m), dtype=bool) if stronger is None else stronger
    best, worst = 1 + stronger.sum(axis=0), m - stronger.sum(axis=1)
    order = np.argsort(-strengths.score, kind="stable")
    worth = strengths.worth
    rows = []
    for i in order:
        finding = strengths[strengths.names[i]]
        rank = int(1 + np.count_nonzero(strengths.score > strengths.score[i])) if defined else None
        rows.append(
            {
                "name": strengths.names[i],
                "score": finding.value,
                "interval": finding.interval,
                "se": math.sqrt(max(strengths.covariance[i, i], 0.0)),
                "worth": float(worth[i]),
                "rank": rank,
                "rank_range": (int(best[i]), int(worst[i])) if ranged else None,
            }
        )
    return RankTable(rows=tuple(rows), findings=strengths.findings)


def proved_above(values: Floats, errors: Floats, *, df: float, level: float) -> NDArray[np.bool_] | None:
    """Of every two estimates, by row and column, whether the first is above the second after Holm's correction.

    `errors` are those of the differences; NaN or 0 where there is none to judge by, and such pairs are no questions. None
    where no pair can be tested.
    """
    first, second = np.triu_indices(len(values), 1)
    difference, error = values[first] - values[second], errors[first, second]
    known = np.isfinite(difference) & (error > _NO_ERROR * max(np.nanmax(error, initial=0.0), _NO_ERROR))
    if not known.any() or math.isnan(df):
        return None
    p = np.full(len(first), np.nan)
    p[known] = 2 * student.sf(np.abs(difference[known]) / error[known], df)
    held = np.array(holm(p.tolist()).adjusted) < level
    above = np.zeros(errors.shape, dtype=bool)
    up, down = held & (difference > 0), held & (difference < 0)
    above[first[up], second[up]] = True
    above[second[down], first[down]] = True
    return above


def contrasts(strengths: Strengths) -> tuple[dict[str, Any], ...]:
    """The difference of every two systems with interval, p (t test) and Holm-adjusted p over all pairs.

    `p` asks whether the two strengths are equal; `p_holm` keeps the chance of any false claim at its level.
    """
    rows: list[dict[str, Any]] = []
    order = [strengths.names[i] for i in np.argsort(-strengths.score, kind="stable")]
    se = difference_errors(strengths.covariance)
    position = {name: i for i, name in enumerate(strengths.names)}
    for k, first in enumerate(order):
        for second in order[k + 1 :]:
            found = strengths.difference(first, second)
            error = float(se[position[first], position[second]])
            p = float(2 * student.sf(abs(found.value) / error, strengths.df)) if error > 0 else math.nan
            rows.append(
                {"first": first, "second": second, "difference": found.value, "interval": found.interval, "p": p}
            )
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
        row["p_holm"] = adjusted
    return tuple(rows)


def difference_errors(covariance: Floats) -> Floats:
    """Standard errors of all differences of two estimates; 0 on the diagonal."""
    variance = np.diag(covariance)
    return np.sqrt(np.clip(variance[:, None] + variance[None, :] - 2 * covariance, 0.0, None))


def max_t(covariance: Floats, *, df: float, confidence: float, rng: np.random.Generator, draws: int = 20_000) -> float:
    """The value that the largest |t| over all pairwise differences stays below with the stated confidence.

    Simulated: normal draws with this covariance, divided by one chi draw each where `df` is finite; with hundreds of
    systems fewer draws are made, at least 1,000. NaN where the covariance is not known.
    """
    m = len(covariance)
    if not np.all(np.isfinite(covariance)) or math.isnan(df):
        return math.nan
    first, second = np.triu_indices(m, 1)
    se = difference_errors(covariance)[first, second]
    known = se > 1e-12 * max(se.max(initial=0.0), 1e-300)
    first, second, se = first[known], second[known], se[known]
    if not len(se):
        return math.nan
    eigenvalues, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.clip(eigenvalues, 0.0, None))
    draws = max(min(draws, _MOST_CELLS // len(se)), 1000)
    largest = np.empty(draws)
    step = max(1, _CELLS_AT_ONCE // len(se))
    for start in range(0, draws, step):
        stop = min(start + step, draws)
        z = rng.standard_normal((stop - start, m)) @ root.T
        largest[start:stop] = (np.abs(z[:, first] - z[:, second]) / se).max(axis=1)
    if math.isfinite(df):
        largest /= np.sqrt(rng.chisquare(df, draws) / df)
    return float(np.quantile(largest, confidence))


@dataclass(frozen=True, slots=True, kw_only=True)
class WinTable:
    """Wins, ties and losses of each system, and of each pair of systems in alphabetical order."""

    systems: tuple[dict[str, Any], ...]
    pairs: tuple[dict[str, Any], ...]


def win_table(pairs: Pairs) -> WinTable:
    """Plain counts, without a model.

    `win_share` of a system is (wins + ties / 2) / comparisons; `average_win_rate` the mean of that share over the opponents it
    met, so that an opponent met often does not weigh more. None where a system met nobody. These shares depend on
    who met whom; strengths do not.
    """
    counts = pairs.counts().without_sides()
    m = len(counts.names)
    won = np.zeros((m, m))
    tied = np.zeros((m, m))
    won[counts.left, counts.right] = counts.counts[:, LEFT]
    won[counts.right, counts.left] = counts.counts[:, RIGHT]
    tied[counts.left, counts.right] = tied[counts.right, counts.left] = counts.counts[:, TIE]
    met = won + won.T + tied
    with np.errstate(invalid="ignore"):
        share = (won + tied / 2) / met
    systems = []
    for i, name in enumerate(counts.names):
        total = float(met[i].sum())
        systems.append(
            {
                "name": name,
                "wins": float(won[i].sum()),
                "ties": float(tied[i].sum()),
                "losses": float(won[:, i].sum()),
                "win_share": float((won[i] + tied[i] / 2).sum() / total) if total else None,
                "average_win_rate": float(share[i][met[i] > 0].mean()) if total else None,
            }
        )
    by_pair = [
        {
            "first": counts.names[i],
            "second": counts.names[j],
            "wins": float(row[LEFT]),
            "ties": float(row[TIE]),
            "losses": float(row[RIGHT]),
        }
        for i, j, row in zip(counts.left, counts.right, counts.counts, strict=True)
    ]
    return WinTable(systems=tuple(systems), pairs=tuple(by_pair))
