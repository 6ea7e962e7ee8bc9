"""Strengths over an engine: counts of outcomes in one pass, and what items and raters add to the error in a second."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, run
from beholder.stats.columns import Floats
from beholder.stats.messages import tell
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE, Pairs, PairwiseCounts, outcome_meanings
from beholder.stats.ranking.strengths import PRIOR_SD, Strengths, fit_counted, influences
from beholder.stats.resampling.clusters import ClusteredVariance, outer, variance_of_products

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from beholder.stats.ranking.trinomial import Solution

__all__ = ["pairwise_counts_engine", "strengths_engine"]

# a table of all pairs by outcome: 24 MB
_MOST_SYSTEMS = 1_000
_SCORES = {LEFT: (1.0, 0.0), RIGHT: (0.0, 1.0)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    """How often each outcome was seen for each ordered pair, and how many rows said nothing."""

    table: Floats
    n_dropped: int = 0
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        return round(float(self.table.sum()))


def _said(chunk: Chunk, meaning: NDArray[np.int64] | None) -> tuple[Chunk, NDArray[np.int8]]:
    """The rows with an outcome, and what it is. What is neither left, right nor a tie says nothing about who is better."""
    found = chunk["outcome"].astype(np.int64) if meaning is None else meaning[chunk["outcome"]]
    winner = -2 - found
    outcome = np.where(
        found <= -2, np.where(winner == chunk["left"], LEFT, np.where(winner == chunk["right"], RIGHT, -1)), found
    ).astype(np.int8)
    kept = (outcome >= 0) & (outcome <= TIE) & (chunk["left"] != chunk["right"])
    return (chunk, outcome) if kept.all() else (chunk.select(kept), outcome[kept])


class CountKernel:
    """Counts of ordered pairs by outcome. Chunks have the columns `left`, `right` and `outcome` (0 left, 1 right, 2 tie)."""

    def __init__(self, n_systems: int, meaning: NDArray[np.int64] | None) -> None:
        self.m, self.meaning = n_systems, meaning

    def partial(self, chunk: Chunk, params: _Counted) -> Sums:
        """The counts of a chunk."""
        said, outcome = _said(chunk, self.meaning)
        cell = (said["left"].astype(np.int64) * self.m + said["right"]) * 3 + outcome
        table = np.bincount(cell, minlength=self.m * self.m * 3).astype(np.float64)
        return table.reshape(self.m * self.m, 3), np.array([float(len(chunk.item) - len(said.item))])

    def finish(self, sums: Sums, params: _Counted) -> _Counted:
        """The counts of everything."""
        return _Counted(table=sums[0], n_dropped=round(float(sums[1][0])))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Influences:
    """Under a solution: products of influences over items and cells, influences and comparisons by rater, items counted."""

    solution: Solution
    item: Floats | None = None
    cell: Floats | None = None
    rater: Floats | None = None
    given: Floats | None = None
    n_items: int = 0

    def variance(self) -> ClusteredVariance:
        assert self.item is not None, "a pass has been made"
        item, cell, rater = self.item, self.cell, self.rater

        def of_cells() -> Floats:
            assert cell is not None, "cells are asked for where there are raters"
            return cell

        return variance_of_products(
            item=lambda: item,
            rater=None if rater is None else lambda: outer(rater),
            cell=of_cells,
            n_items=self.n_items,
            n_raters=0 if self.given is None else int(np.count_nonzero(self.given)),
        )


class InfluenceKernel:
    """What the comparisons of each item, rater and cell add to the scores of a fitted model."""

    def __init__(
        self,
        names: tuple[str, ...],
        n_raters: int,
        meaning: NDArray[np.int64] | None,
        *,
        model: str,
        ties: bool,
        position: bool,
    ) -> None:
        self.names, self.n_raters, self.meaning = names, n_raters, meaning
        self.model, self.ties, self.position = model, ties, position

    def partial(self, chunk: Chunk, params: _Influences) -> Sums:
        """The sums of a chunk."""
        said, outcome = _said(chunk, self.meaning)
        left, right = said["left"], said["right"]
        pairs = Pairs(names=self.names, left=left, right=right, outcome=outcome, weight=np.ones(len(left)))
        sum_by = influences(
            pairs, params.solution, model=self.model, ties=self.ties, position=self.position, scores=_SCORES
        )
        row = said.row_item
        sums = [outer(sum_by(row, said.n_items)), np.array([float(said.n_items)])]
        if self.n_raters:
            cell, where = np.unique(row * self.n_raters + said.rater, return_inverse=True)
            given = np.bincount(said.rater, minlength=self.n_raters).astype(np.float64)
            sums += [outer(sum_by(where, len(cell))), sum_by(said.rater, self.n_raters).toarray(), given]
        return tuple(sums)

    def finish(self, sums: Sums, params: _Influences) -> _Influences:
        """The sums of everything."""
        item, n_items, *more = sums
        cell, rater, given = more or (None, None, None)
        return replace(params, item=item, n_items=round(float(n_items[0])), cell=cell, rater=rater, given=given)


def _counted(engine: ChunkEngine, names: tuple[str, ...], meaning: NDArray[np.int64] | None) -> _Counted:
    m = len(names)
    if m > _MOST_SYSTEMS:
        raise BeholderError(
            f"{m} systems are too many to rank together; {_MOST_SYSTEMS} is the most", code="stats-too-many-systems"
        )
    return run(engine, CountKernel(m, meaning), _Counted(table=np.zeros((m * m, 3))))


def _as_counts(names: tuple[str, ...], table: Floats) -> PairwiseCounts:
    m, seen = len(names), np.flatnonzero(table.sum(axis=1))
    left, right = (seen // m).astype(np.int32), (seen % m).astype(np.int32)
    return PairwiseCounts(names=names, left=left, right=right, counts=table[seen])


def pairwise_counts_engine(engine: ChunkEngine, *, systems: Sequence[str]) -> PairwiseCounts:
    """How often each outcome was seen for each ordered pair, over an engine. One pass."""
    names = tuple(systems)
    return _as_counts(names, _counted(engine, names, None).table)


def strengths_engine(
    engine: ChunkEngine,
    *,
    systems: Sequence[str],
    outcomes: Sequence[str] | None = None,
    model: Literal["davidson", "rao-kupper"] = "davidson",
    position: bool = False,
    fixed: bool = False,
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
) -> Strengths:
    """Log-strengths with ties over an engine; see `davidson` and `rao_kupper`. Two passes.

    Chunks have the columns `left` and `right`, codes of `systems`, and `outcome`: codes of `outcomes`, whose words are read
    as `Pairs.of` reads them, or without these 0 left, 1 right, 2 tie. The rest is dropped. Standard errors are clustered by the items of the engine, and by raters where there is that column unless they
    are `fixed`.
    """
    names = tuple(systems)
    meaning = None if outcomes is None else outcome_meanings(names, outcomes)[0]
    counted = _counted(engine, names, meaning)
    counts = _as_counts(names, counted.table)
    n_raters = 0 if fixed else engine.n_raters

    def meat_of(solution: Solution, fitted: str, ties: bool) -> ClusteredVariance:
        kernel = InfluenceKernel(names, n_raters, meaning, model=fitted, ties=ties, position=position)
        return run(engine, kernel, _Influences(solution=solution)).variance()

    return fit_counted(
        counted,
        counts=counts if position else counts.without_sides(),
        meat_of=meat_of,
        model=model,
        position=position,
        confidence=confidence,
        prior_sd=prior_sd,
        method=tell(f"{model}-ties-position" if position else f"{model}-ties"),
    )
