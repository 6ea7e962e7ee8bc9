"""Severity of raters over an engine: one pass for up to 2,000 raters, beyond one more for each step of the solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator

from beholder.stats.chunks import Chunk, ChunkEngine, Sums, middle_of, run, summed, total
from beholder.stats.comparison.severity import (
    DENSE_RATERS,
    RaterFit,
    severities,
    solved,
    solved_by_passes,
    variance_of_severity,
    why_unknown,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from beholder.findings import Finding
    from beholder.stats.columns import Floats

__all__ = ["groups_apart", "rater_severity_engine", "rater_variance_engine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveritySums:
    """By rater: ratings, deviations from item means, and how many of these a rater made up; by two raters, where few.

    `within` are the squares within items, `counted` items and ratings.
    """

    middle: float
    given: Floats
    right: Floats
    own: Floats
    linked: Floats
    within: float = 0.0
    n_items: int = 0
    n_ratings: int = 0


class SeverityKernel:
    """One pass over ratings of whole items."""

    def __init__(self, *, n_raters: int, scale: Floats | None) -> None:
        self.n_raters, self.scale = max(n_raters, 1), scale

    def partial(self, chunk: Chunk, params: SeveritySums) -> Sums:
        """The sums of a chunk."""
        chunk = chunk.once(self.n_raters).uncensored(self.scale)
        number, row, rater = chunk.numbers(self.scale) - params.middle, chunk.row_item, chunk.rater
        size = np.diff(chunk.start).astype(np.float64)
        mean = np.bincount(row, weights=number, minlength=chunk.n_items) / size
        deviation = number - mean[row]
        by_rater = [
            np.bincount(rater, weights=x, minlength=self.n_raters)
            for x in (np.ones(len(row)), deviation, 1 / size[row])
        ]
        linked = np.zeros((0, 0))
        if self.n_raters <= DENSE_RATERS:
            shared = csr_array((np.ones(len(row)), (rater, row)), shape=(self.n_raters, chunk.n_items))
            linked = np.asarray((shared @ diags_array(1 / size) @ shared.T).toarray())
        counted = np.array([float((deviation**2).sum()), float(chunk.n_items), float(len(row))])
        return (*by_rater, linked, counted)

    def finish(self, sums: Sums, params: SeveritySums) -> SeveritySums:
        """The sums of everything."""
        given, right, own, linked, counted = sums
        return SeveritySums(
            middle=params.middle,
            given=given,
            right=right,
            own=own,
            linked=linked,
            within=float(counted[0]),
            n_items=round(float(counted[1])),
            n_ratings=round(float(counted[2])),
        )


def rater_severity_engine(
    engine: ChunkEngine, *, raters: Sequence[Any], scale: Floats | None = None, confidence: float = 0.95
) -> Mapping[Any, Finding]:
    """Severity of each rater over an engine; see `rater_severity`. `raters` names the codes of raters."""
    fitted, _ = _fit(engine, raters, scale)
    return severities(fitted, notes=(), confidence=confidence)


def rater_variance_engine(engine: ChunkEngine, *, scale: Floats | None = None) -> Finding:
    """Variance of severity among raters over an engine; see `rater_variance`."""
    fitted, n = _fit(engine, range(engine.n_raters), scale)
    return variance_of_severity(fitted, n=n, n_dropped=engine.n_ratings - n, notes=())


def _fit(engine: ChunkEngine, raters: Sequence[Any], scale: Floats | None) -> tuple[RaterFit, int]:
    nothing = np.zeros(0)
    start = SeveritySums(middle=middle_of(engine, scale), given=nothing, right=nothing, own=nothing, linked=nothing)
    sums = run(engine, SeverityKernel(n_raters=engine.n_raters, scale=scale), start)
    present = np.flatnonzero(sums.given)
    names, given = [raters[int(r)] for r in present], sums.given[present].astype(np.int64)
    dense = engine.n_raters <= DENSE_RATERS
    linked = sums.linked[np.ix_(present, present)] if dense else nothing
    if dense:
        n_parts = int(connected_components(linked, directed=False)[0]) if len(present) else 0
    else:
        n_parts = groups_apart(engine, present, scale)
    df = sums.n_ratings - sums.n_items - len(present) + 1
    reason = why_unknown(len(present), n_parts, df)
    if reason:
        return RaterFit.unknown(names, given, df, reason), sums.n_ratings
    right, diagonal = sums.right[present], (sums.given - sums.own)[present]
    if dense:
        effect, leverage = solved(np.diag(sums.given[present]) - linked, right, given)
    else:
        effect, leverage = solved_by_passes(_laplacian(engine, sums, present, scale), right), 1 / diagonal
    effect = effect - effect.mean()
    explained = float(right @ effect)
    variance = (sums.within - explained) / df
    fitted = RaterFit(
        names=names,
        given=given,
        effect=effect,
        error=np.sqrt(variance * leverage),
        df=df,
        variance=variance,
        explained=explained,
        trace=float(diagonal.sum()),
    )
    return fitted, sums.n_ratings


def _laplacian(engine: ChunkEngine, sums: SeveritySums, present: Any, scale: Floats | None) -> LinearOperator:
    """What the Laplacian of who shares items with whom makes of a vector: one pass each time."""
    n_raters = engine.n_raters

    def times(x: Floats) -> Floats:
        effect = np.zeros(n_raters)
        effect[present] = np.ravel(x)

        def shared(chunk: Chunk) -> Sums:
            chunk = chunk.once(n_raters).uncensored(scale)
            row, rater = chunk.row_item, chunk.rater
            mean = np.bincount(row, weights=effect[rater], minlength=chunk.n_items) / np.diff(chunk.start)
            return (summed(rater, mean[row], n_raters),)

        (linked,) = total(engine, shared)
        return np.asarray((sums.given * effect - linked)[present])

    return LinearOperator((len(present), len(present)), matvec=times, dtype=np.float64)


def groups_apart(engine: ChunkEngine, present: Any, scale: Floats | None) -> int:
    """Into how many groups raters fall that share no item, however indirectly.

    Every rater bears the least number of those with whom an item is shared, again and again until none changes: as
    many passes as the longest way from rater to rater.
    """
    n_raters = engine.n_raters
    label = np.arange(n_raters)
    while True:
        before = label

        def least(chunk: Chunk, known: Any = before) -> Any:
            chunk = chunk.once(n_raters).uncensored(scale)
            out = known.copy()
            if len(chunk.item):
                lowest = np.minimum.reduceat(known[chunk.rater], chunk.start[:-1])
                np.minimum.at(out, chunk.rater, lowest[chunk.row_item])
            return out

        for found in engine.each(least):
            label = np.minimum(label, found)
        if np.array_equal(label, before):
            return len(np.unique(label[present]))
        # a label is itself a rater, whose own label may be lower by now
        label = np.minimum(label, label[label])
