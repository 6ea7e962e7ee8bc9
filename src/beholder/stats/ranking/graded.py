"""Strengths from graded preferences, such as -3 to 3: a cumulative link with symmetric thresholds and a side term."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack, vstack
from scipy.special import expit, logit

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.messages import key_of, tell
from beholder.stats.ranking.choices import anchored_inverse
from beholder.stats.ranking.graph import Separation, edges, ordered_by_wins, require_connected, sides_identified
from beholder.stats.ranking.open_gaps import clusters_in, wins_of_counts, with_open_gaps
from beholder.stats.ranking.pairs import LEFT, Pairs
from beholder.stats.ranking.strengths import PRIOR_SD, Strengths, check_options, critical, nothing_said
from beholder.stats.resampling.clusters import clustered_variance
from beholder.stats.results import ConvergenceError
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["graded_preference"]

# as in the fit of choices, with more passes, since thresholds that come close slow the scoring down
_TOLERANCE, _MOST_PASSES, _HALVINGS = 1e-9, 200, 30


def graded_preference(
    pairs: Pairs,
    *,
    position: bool = False,
    cluster: str = "both",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
    as_estimated: bool = False,
) -> Strengths:
    """Log-strengths from grades of preference, by Fisher scoring on the counts.

    Model: P(left is preferred by grade g or more) = 1 / (1 + exp(t_g - d)) with d = s_left - s_right (+ delta with
    `position`), and the mirror image for the right; the thresholds t, findings `threshold:1` ..., are the same on both
    sides. With wins alone it is Davidson's model without ties (Bradley-Terry), with wins and ties Rao and Kupper's.
    A negative grade prefers the left, a positive one the right, as -3 to 3 stand on a page. Grades that nobody gave
    have no threshold. Standard errors, connectedness, separation, prior and `as_estimated` as in `davidson`.
    NaN: strengths where every grade is 0. McCullagh 1980, J. R. Stat. Soc. B 42:109; Agresti 1992, Appl. Stat. 41:287.
    """
    if pairs.grade is None:
        raise BeholderError(
            "the outcomes are not graded",
            code="stats-not-graded",
            hint="outcomes such as -3 to 3 are; else use davidson",
        )
    counts = pairs.counts()
    item, rater = check_options(pairs, cluster)
    require_connected(counts)
    method: str = tell("graded-position" if position else "graded")
    if not np.any(pairs.grade):
        return nothing_said(pairs, counts, method, confidence, (*pairs.notes, tell("note-all-ties")))
    if position and not sides_identified(counts):
        raise BeholderError(
            "the effect of position cannot be told from the strengths: no two systems were seen on both sides",
            code="stats-position-unidentified",
            hint="leave the position term out, or swap sides at random",
        )
    table = _GradeCounts.of(pairs, position)
    found = table.separation(pairs)
    notes = pairs.notes
    if found.separable:
        notes = (*notes, tell("note-separation", how=found, sd=f"{prior_sd:g}"))
    beta, height, inverse = table.maximum(prior_sd**-2 if found.separable else 0.0)
    covariance, df, how, more = _clustered(table, pairs, beta, inverse, item, rater)
    notes, method = (*notes, *more), Text(method, how)
    if found.separable and not as_estimated:
        notes = (*notes, tell("note-open-gaps"))
        covariance = with_open_gaps(
            covariance,
            inverse=inverse,
            score=beta[: len(pairs.names)],
            names=pairs.names,
            separation=found,
            wins=wins_of_counts(counts),
            reach=critical(df, confidence),
            clusters=clusters_in(item, rater),
            confidence=confidence,
        )
    shared: dict[str, Any] = {"n": pairs.n, "n_dropped": pairs.n_dropped, "method": method, "notes": notes}
    terms = tuple(_terms(table, beta, covariance, critical(df, confidence), confidence, shared))
    m = len(pairs.names)
    return Strengths(
        names=pairs.names,
        score=beta[:m],
        covariance=covariance[:m, :m],
        df=df,
        tie=None,
        position=terms[-1] if position else None,
        log_likelihood=Finding(name="log_likelihood", value=height, **shared),
        confidence=confidence,
        separation=found,
        terms=terms[:-1] if position else terms,
        **shared,
    )


class _Pieces(NamedTuple):
    """By row of the table and category: probability, and its slopes by the difference and by each threshold."""

    p: Floats
    by_d: Floats
    by_t: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class _GradeCounts:
    """Counts of each category for each ordered pair of systems.

    Categories run from the right's best to the left's best; `cuts` turns thresholds into the points between them.
    Terms are strengths, then thresholds, then position; `design` holds the first and the last.
    """

    names: tuple[str, ...]
    levels: tuple[int, ...]
    counts: Floats
    design: csr_array
    cuts: Floats
    row: NDArray[np.int64]
    category: NDArray[np.int64]
    position: bool

    @classmethod
    def of(cls, pairs: Pairs, position: bool) -> _GradeCounts:
        assert pairs.grade is not None, "only graded comparisons get here"
        toward_left = -pairs.grade.astype(np.int64)
        present, m = np.unique(np.abs(toward_left)), len(pairs.names)
        levels = present[present > 0]
        tied = bool(present[0] == 0)
        given = np.concatenate([-levels[::-1], [0] if tied else [], levels]).astype(np.int64)
        category = np.searchsorted(given, toward_left)
        key, row = np.unique(pairs.left.astype(np.int64) * m + pairs.right, return_inverse=True)
        counts = np.zeros((len(key), len(given)))
        np.add.at(counts, (row, category), pairs.weight)
        line = np.arange(len(key))
        sides = csr_array(
            (
                np.concatenate([np.ones(len(key)), -np.ones(len(key))]),
                (np.concatenate([line, line]), np.concatenate([key // m, key % m])),
            ),
            shape=(len(key), m),
        )
        design = hstack([sides, csr_array(np.ones((len(key), 1)))]).tocsr() if position else sides
        # without ties the lowest threshold is 0: whoever is preferred is ahead
        free = np.eye(len(levels)) if tied else np.eye(len(levels))[:, 1:]
        cuts = np.concatenate([-free[::-1], free]) if tied else np.concatenate([-free[::-1][:-1], free])
        return cls(
            names=pairs.names,
            levels=tuple(int(x) for x in (levels if tied else levels[1:])),
            counts=counts,
            design=design,
            cuts=cuts,
            row=row,
            category=category,
            position=position,
        )

    @property
    def n_terms(self) -> int:
        """Strengths, thresholds, position."""
        return len(self.names) + len(self.levels) + self.position

    def split(self, beta: Floats) -> tuple[Floats, Floats]:
        """What the design is multiplied with, and the thresholds."""
        m, t = len(self.names), len(self.levels)
        return np.concatenate([beta[:m], beta[m + t :]]), beta[m : m + t]

    def joined(self, by_design: Floats, by_t: Floats) -> Floats:
        """The columns of the design and of thresholds in the order of the terms."""
        m = len(self.names)
        return np.concatenate([by_design[..., :m], by_t, by_design[..., m:]], axis=-1)

    def at(self, beta: Floats) -> _Pieces:
        """Probabilities and slopes."""
        sides, thresholds = self.split(beta)
        below = expit((self.cuts @ thresholds)[None, :] - (self.design @ sides)[:, None])
        slope = below * (1 - below)
        edge = np.zeros((len(below), 1))
        p = np.diff(np.hstack([edge, below, edge + 1]), axis=1)
        padded = np.hstack([edge, slope, edge])
        by_cut = np.zeros((*p.shape, len(self.cuts)))
        k = np.arange(len(self.cuts))
        by_cut[:, k, k] = slope
        by_cut[:, k + 1, k] = -slope
        return _Pieces(p, -np.diff(padded, axis=1), by_cut @ self.cuts)

    def height(self, pieces: _Pieces) -> float:
        """The log-likelihood; minus infinity where thresholds are out of order."""
        seen = self.counts > 0
        if np.any(pieces.p[seen] <= 0):
            return -math.inf
        return float(self.counts[seen] @ np.log(pieces.p[seen]))

    def maximum(self, ridge: float) -> tuple[Floats, float, Floats]:
        """The terms at the peak, its height, and the inverse information there."""
        m = len(self.names)
        beta = np.zeros(self.n_terms)
        beta[m : m + len(self.levels)] = self._start()
        pieces = self.at(beta)
        reached, change = self.height(pieces) - ridge / 2 * float(beta @ beta), math.inf
        for _ in range(_MOST_PASSES):
            score, information = self._system(pieces, ridge, beta)
            inverse = anchored_inverse(information, m, ridge)
            step = inverse @ score
            change = float(np.abs(step).max())
            if change <= _TOLERANCE:
                beta[:m] -= beta[:m].mean()
                return beta, self.height(pieces), inverse
            for _ in range(_HALVINGS):
                trial = beta + step
                there = self.at(trial)
                high = self.height(there) - ridge / 2 * float(trial @ trial)
                if high >= reached - 1e-10 * (1 + abs(reached)):
                    break
                step = step / 2
            beta, pieces, reached = trial, there, high
        raise ConvergenceError("the fit of grades", passes=_MOST_PASSES, change=change, tolerance=_TOLERANCE)

    def _start(self) -> Floats:
        """Thresholds of equal systems with these shares of grades."""
        k = len(self.counts[0])
        total = self.counts.sum(axis=0)
        share = np.array([total[: c + 1].sum() + total[k - 1 - c :].sum() for c in range(k // 2)])[::-1] / total.sum()
        return np.asarray(logit(1 - np.clip(share, 1e-9, 1 - 1e-9) / 2)[k // 2 - len(self.levels) :])

    def slopes(self, pieces: _Pieces) -> Floats:
        """The derivative of the log-likelihood of each row and category by the difference and the thresholds."""
        # a category that is impossible here is never observed: its slope enters nothing
        per = 1 / np.maximum(pieces.p, 1e-300)
        return np.concatenate([(pieces.by_d * per)[..., None], pieces.by_t * per[..., None]], axis=2)

    def _system(self, pieces: _Pieces, ridge: float, beta: Floats) -> tuple[Floats, Floats]:
        slopes = self.slopes(pieces)
        first = np.einsum("rc,rck->rk", self.counts, slopes)
        score = self.joined(self.design.T @ first[:, 0], first[:, 1:].sum(axis=0))
        expected = self.counts.sum(axis=1)[:, None] * pieces.p
        second = np.einsum("rc,rcj,rck->rjk", expected, slopes, slopes)
        sides = self.design.T @ self.design.multiply(second[:, 0, 0][:, None]).tocsr()
        across = self.design.T @ second[:, 0, 1:]
        upper = self.joined(sides.toarray(), across)
        lower = self.joined(across.T, second[:, 1:, 1:].sum(axis=0))
        m, t = len(self.names), len(self.levels)
        information = np.concatenate([upper[:m], lower, upper[m:]])
        return score - ridge * beta, information + ridge * np.eye(m + t + self.position)

    def separation(self, pairs: Pairs) -> Separation:
        """Whether some direction makes every grade that was given likelier: a linear program over its two cuts."""
        rows, categories = np.nonzero(self.counts)
        parts = []
        for sign, which in ((1.0, categories - 1), (-1.0, categories)):
            inner = (which >= 0) & (which < len(self.cuts))
            sides = self.design[rows[inner]] * sign
            m = len(self.names)
            cut = csr_array(-sign * self.cuts[which[inner]])
            parts.append(hstack([sides[:, :m], cut, sides[:, m:]]))
        table = vstack(parts).tocsr()
        answer = linprog(
            -np.asarray(table.sum(axis=0)).ravel(),
            A_ub=-table,
            b_ub=np.zeros(table.shape[0]),
            bounds=(-1, 1),
            method="highs",
        )
        if not (answer.status == 0 and -answer.fun > 1e-7):
            return Separation(separable=False)
        groups = ordered_by_wins(pairs.names, *edges(_wins(pairs))).groups
        return Separation(separable=True, groups=groups)


def _wins(pairs: Pairs) -> Iterator[tuple[int, int]]:
    assert pairs.grade is not None, "only graded comparisons get here"
    for left, right, outcome, grade in zip(pairs.left, pairs.right, pairs.outcome, pairs.grade, strict=True):
        if grade:
            yield (int(left), int(right)) if outcome == LEFT else (int(right), int(left))


def _clustered(
    table: _GradeCounts,
    pairs: Pairs,
    beta: Floats,
    inverse: Floats,
    item: NDArray[np.int32] | None,
    rater: NDArray[np.int32] | None,
) -> tuple[Floats, float, str, tuple[str, ...]]:
    if item is None and rater is None:
        return inverse, math.inf, tell("model-errors"), (tell("note-errors-independent"),)
    slopes = table.slopes(table.at(beta))[table.row, table.category] * pairs.weight[:, None]
    m, n = len(table.names), len(pairs)
    columns = [(pairs.left, slopes[:, 0]), (pairs.right, -slopes[:, 0])]
    columns += [(np.full(n, m + k), slopes[:, 1 + k]) for k in range(len(table.levels))]
    if table.position:
        columns.append((np.full(n, table.n_terms - 1), slopes[:, 0]))

    def sum_by(cluster: Any, size: int) -> Any:
        where = (np.tile(cluster, len(columns)), np.concatenate([c for c, _ in columns]))
        return coo_array((np.concatenate([x for _, x in columns]), where), shape=(size, table.n_terms)).tocsr()

    meat = clustered_variance(sum_by, item=item, rater=rater)
    if meat.matrix is None:
        # there is an interval after all: the model's
        kept = tuple(note for note in meat.notes if key_of(note) != "no-interval-two-items")
        return inverse, math.inf, tell("model-errors"), (*kept, tell("note-errors-independent"))
    fewest = int(meat.df) + 1
    notes = (*meat.notes, *((tell("note-few-clusters", n=fewest),) if fewest < 10 else ()))
    how = tell("-".join(["sandwich", *meat.by]), df=f"{meat.df:g}")
    return np.asarray(inverse @ meat.matrix @ inverse), meat.df, how, notes


def _terms(
    table: _GradeCounts, beta: Floats, covariance: Floats, reach: float, confidence: float, shared: dict[str, Any]
) -> Iterator[Finding]:
    m = len(table.names)
    names = [f"threshold:{level}" for level in table.levels] + (["position"] if table.position else [])
    for k, name in enumerate(names, m):
        value, half = float(beta[k]), reach * math.sqrt(max(covariance[k, k], 0.0))
        bounds = (value - half, value + half) if math.isfinite(half) else None
        yield Finding(name=name, value=value, interval=bounds, confidence=confidence, **shared)
