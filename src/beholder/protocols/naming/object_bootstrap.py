"""Intervals by drawing objects: every cell of every naming table is a function of sums over objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats as scipy_stats

from beholder.findings import Interval
from beholder.protocols.naming.wording import english
from beholder.stats.comparison.rates import clopper_pearson_bounds
from beholder.stats.resampling.bootstrap import percentile_interval

__all__ = ["BOOTSTRAP", "Estimate", "Floats", "Resampling", "put", "ratios", "with_interval"]

Floats = NDArray[np.float64]

BOOTSTRAP = english("note-bootstrap")
# 32 MB of weights as eight-byte numbers
_CELLS_AT_ONCE = 4_000_000
# 100 MB of weights as bytes; beyond, they are drawn again for each table
_CELLS_KEPT = 100_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """How intervals are made: the source of chance, how many resamples of objects, and the level.

    Tables over equally many objects share their resamples, so that rows of one table move together.
    """

    rng: np.random.Generator
    replicates: int = 1000
    confidence: float = 0.95
    _kept: dict[int, NDArray[np.uint8]] = field(default_factory=dict, repr=False, compare=False)

    def sums(self, table: Floats) -> Floats:
        """Column sums of a table with one row per object, once for each resample of objects."""
        n = len(table)
        if n == 0:
            return np.zeros((self.replicates, table.shape[1]))
        if n * self.replicates > _CELLS_KEPT:
            return np.concatenate([weights @ table for weights in self._draw(n)])
        if n not in self._kept:
            self._kept[n] = np.concatenate([weights.astype(np.uint8) for weights in self._draw(n)])
        step = max(1, _CELLS_AT_ONCE // n)
        weights = self._kept[n]
        return np.concatenate([weights[i : i + step].astype(np.float64) @ table for i in range(0, len(weights), step)])

    def _draw(self, n: int) -> Iterator[Floats]:
        """How often each object is drawn, some resamples at a time."""
        step = max(1, _CELLS_AT_ONCE // n)
        for start in range(0, self.replicates, step):
            rows = min(step, self.replicates - start)
            drawn = self.rng.integers(0, n, size=(rows, n)) + np.arange(rows)[:, None] * n
            yield np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval; the interval is None where nothing can be said."""

    value: float
    interval: Interval | None


def ratios(numerators: Floats, denominators: Floats, how: Resampling) -> list[Estimate]:
    """Sum of each numerator column over the sum of its denominator column (or of the only one there is).

    Where every resample gives the same 0 or 1, drawing objects cannot show any doubt; the bound is then the exact
    binomial one for as many trials as there are objects with a denominator. NaN where the denominator is 0, and no interval
    for the share of a single object.
    """
    count = numerators.shape[1]
    lower = denominators[:, None] if denominators.ndim == 1 else denominators
    if lower.shape[1] != count:
        lower = np.repeat(lower, count, axis=1)
    drawn = how.sums(np.hstack([numerators, lower]))
    tops, bottoms = numerators.sum(axis=0), lower.sum(axis=0)
    out = []
    for k in range(count):
        if bottoms[k] == 0:
            out.append(Estimate(float("nan"), None))
            continue
        used = drawn[:, count + k] > 0
        values = drawn[used, k] / drawn[used, count + k]
        value = float(tops[k] / bottoms[k])
        out.append(Estimate(value, _bounds(value, values, int((lower[:, k] > 0).sum()), how.confidence)))
    return out


def _bounds(value: float, drawn: Floats, trials: int, confidence: float) -> Interval | None:
    if value in (0.0, 1.0) and np.ptp(drawn) == 0:
        return clopper_pearson_bounds(value * trials, trials, confidence)
    if trials < 2:
        return None
    return _percentile(drawn, trials, confidence)


def _percentile(drawn: Floats, objects: int, confidence: float) -> Interval:
    """Quantiles a little further out than asked, as much as a t interval is wider than a normal one with ddof 0.

    With few objects plain percentiles are too narrow. Hesterberg 2015, Am. Statistician 69:371.
    """
    far = scipy_stats.t.ppf((1 + confidence) / 2, objects - 1) * np.sqrt(objects / (objects - 1))
    return percentile_interval(drawn, confidence=float(2 * scipy_stats.norm.cdf(far) - 1))


def with_interval(
    table: Floats, statistic: Callable[[Floats], Floats], how: Resampling, *, drawn: Floats | None = None
) -> Estimate:
    """A statistic of column sums (rows in, one value per row out) with its interval; NaN stays without one."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(statistic(table.sum(axis=0)[None, :])[0])
        values = statistic(how.sums(table) if drawn is None else drawn)
    values = values[np.isfinite(values)]
    if not np.isfinite(value) or len(table) < 2 or not len(values):
        return Estimate(value, None)
    return Estimate(value, _percentile(values, len(table), how.confidence))


def put(row: dict[str, Any], key: str, estimate: Estimate) -> None:
    """Two cells of a row: the value and, beside it, its interval."""
    row[key] = estimate.value
    row[f"{key}_interval"] = estimate.interval
