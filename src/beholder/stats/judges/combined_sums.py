"""People and a judge together over an engine (PPI++): sums of outputs that people rated, and of those they did not."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, run
from beholder.stats.judges.combined_means import Combined, CombinedMean, combined_of, estimate_of, judge_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beholder.stats.columns import Floats

__all__ = ["combined_means_engine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outputs:
    """By two systems (on the diagonal by one): n, sums, squares and product of people and judge; n, sum, squares of the rest.

    All less `middle`, of people and of the judge.
    """

    middle: tuple[float, float]
    rated: Floats
    rest: Floats
    n_seen: int = 0


class OutputKernel:
    """One pass. Chunks have the columns `system`, `human` (NaN where nobody rated) and `judge`; an item is a block."""

    def __init__(self, n_systems: int) -> None:
        self.m = n_systems

    def partial(self, chunk: Chunk, params: _Outputs) -> Sums:
        """The sums of a chunk."""
        key = chunk.row_item * self.m + chunk["system"]
        human, judge = (
            self._means(chunk[name] - middle, key, chunk.n_items)
            for name, middle in zip(("human", "judge"), params.middle, strict=True)
        )
        seen = ~np.isnan(judge)
        human[~seen] = np.nan
        n_seen = float(np.count_nonzero(seen.ravel()[key]))
        rated, rest = np.zeros((6, self.m, self.m)), np.zeros((3, self.m, self.m))
        for a in range(self.m):
            for b in range(a, self.m):
                y, f = (human[:, a], judge[:, a]) if a == b else (human[:, a] - human[:, b], judge[:, a] - judge[:, b])
                here = ~np.isnan(y)
                there = ~here & ~np.isnan(f)
                y, g, f = y[here], f[there], f[here]
                rated[:, a, b] = len(y), y.sum(), f.sum(), y @ y, f @ f, y @ f
                rest[:, a, b] = len(g), g.sum(), g @ g
        return rated, rest, np.array([n_seen])

    def _means(self, values: Floats, key: Floats, n_items: int) -> Floats:
        """Items by systems, NaN where there is no value."""
        known = ~np.isnan(values)
        size = np.bincount(key[known], minlength=n_items * self.m)
        sums = np.bincount(key[known], weights=values[known], minlength=n_items * self.m)
        return np.where(size > 0, sums / np.maximum(size, 1), math.nan).reshape(n_items, self.m)

    def finish(self, sums: Sums, params: _Outputs) -> _Outputs:
        """The sums of everything."""
        rated, rest, n = sums
        return replace(params, rated=rated, rest=rest, n_seen=round(float(n[0])))


def combined_means_engine(engine: ChunkEngine, *, systems: Sequence[str], confidence: float = 0.95) -> Combined:
    """Means of systems from few human ratings and many of a judge, over an engine; see `combined_means`. One pass."""
    nothing = np.zeros((0, 0, 0))
    start = _Outputs(middle=_middles(engine), rated=nothing, rest=nothing)
    sums = run(engine, OutputKernel(len(systems)), start)
    if not sums.n_seen:
        raise BeholderError("the judge has no value anywhere", code="stats-no-ratings")
    if not np.diagonal(sums.rated[0]).any():
        raise BeholderError("no output has both a human and a judge's value", code="stats-no-ratings")
    return combined_of(
        list(systems),
        [_estimate(sums, a, a, confidence) for a in range(len(systems))],
        lambda a, b: _estimate(sums, a, b, confidence),
        n_dropped=engine.n_ratings - sums.n_seen,
        confidence=confidence,
    )


def _middles(engine: ChunkEngine) -> tuple[float, float]:
    """Numbers about as large as what people and judge say: means of the first chunk that has both."""

    def means(chunk: Chunk) -> tuple[float, float]:
        return tuple(  # type: ignore[return-value]
            float(x[~np.isnan(x)].mean()) if (~np.isnan(x)).any() else math.nan
            for x in (chunk["human"], chunk["judge"])
        )

    for human, judge in engine.each(means):
        if math.isfinite(human) and math.isfinite(judge):
            return human, judge
    return 0.0, 0.0


def _estimate(sums: _Outputs, a: int, b: int, confidence: float) -> CombinedMean:
    n, y, f, yy, ff, yf = (float(x) for x in sums.rated[:, a, b])
    n_rest, g, gg = (float(x) for x in sums.rest[:, a, b])
    # differences of two systems have no middle of their own
    middle_y, middle_f = sums.middle if a == b else (0.0, 0.0)
    weight = 0.0
    if n > 2 and n_rest > 1:
        spread, shared = (ff - f * f / n) / (n - 1), (yf - y * f / n) / (n - 1)
        weight = judge_weight(round(n), round(n_rest), spread if spread > 1e-12 * ff / n else 0.0, shared)
    corrected = _mean(n, y - weight * f, yy - 2 * weight * yf + weight**2 * ff)
    people, rest = _mean(n, y, yy), _mean(n_rest, g, gg)
    return estimate_of(
        round(n), round(n_rest), round(n), weight,
        (people[0] + middle_y, people[1]),
        (corrected[0] + middle_y - weight * middle_f, corrected[1]),
        (rest[0] + middle_f, rest[1]),
        confidence,
    )  # fmt: skip


def _mean(n: float, total: float, squares: float) -> tuple[float, float]:
    """Mean and its standard error from sums; NaN where there is none."""
    if not n:
        return math.nan, math.nan
    mean = total / n
    if n < 2:
        return mean, math.nan
    left = squares - n * mean**2
    return mean, math.sqrt(max(left if left > 1e-14 * squares else 0.0, 0.0) * n / (n - 1)) / n
