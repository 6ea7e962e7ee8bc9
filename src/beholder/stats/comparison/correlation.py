"""How well two measures go together over items, with intervals that resample items."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import kendalltau

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.columns import MISSING, Floats, codes
from beholder.stats.comparison.scores import numbers_of
from beholder.stats.resampling.bootstrap import percentile_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


from beholder.stats.messages import tell

__all__ = ["kendall", "pearson", "spearman"]


def pearson(
    x: Iterable[Any],
    y: Iterable[Any],
    *,
    rng: np.random.Generator,
    item: Iterable[Any] | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
) -> Finding:
    """Pearson's r over rows, with a percentile interval over resampled items.

    r = cov(x, y) / (sd x sd y). `item` groups rows that belong together (several systems on one item); all rows of an
    item are drawn together, and without it each row is an item. Assumes independent items; measures a straight-line
    relation. Dropped: rows where either is missing. NaN with fewer than three rows or where one measure never varies.
    """
    return _correlation(_pearson, "pearson", x, y, item, rng, resamples, confidence)


def spearman(
    x: Iterable[Any],
    y: Iterable[Any],
    *,
    rng: np.random.Generator,
    item: Iterable[Any] | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
) -> Finding:
    """Spearman's rho: Pearson's r of the ranks, ties at their mean rank; ranks are taken anew in every resample.

    Items, what is dropped and NaN as in `pearson`; measures any rising relation. Spearman 1904, Am. J. Psychol. 15:72.
    """
    return _correlation(_spearman, "spearman", x, y, item, rng, resamples, confidence)


def kendall(
    x: Iterable[Any],
    y: Iterable[Any],
    *,
    rng: np.random.Generator,
    item: Iterable[Any] | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
) -> Finding:
    """Kendall's tau-b: share of pairs in the same order less share in the other, corrected for ties.

    Items, what is dropped and NaN as in `pearson`. In a resample a row drawn twice makes a tied pair, which tau-b
    leaves out. Kendall 1945, Biometrika 33:239.
    """
    return _correlation(_kendall, "kendall", x, y, item, rng, resamples, confidence)


def _pearson(x: Floats, y: Floats) -> float:
    dx, dy = x - x.mean(), y - y.mean()
    scale = math.sqrt(float(dx @ dx) * float(dy @ dy))
    return float(dx @ dy) / scale if scale > 0 else math.nan


def _spearman(x: Floats, y: Floats) -> float:
    return _pearson(_mid_ranks(x), _mid_ranks(y))


def _mid_ranks(values: Floats) -> Floats:
    """Ranks, ties sharing their mean; a tenth of the cost of SciPy's for the short columns that a bootstrap draws."""
    _, position, size = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(size) - (size - 1) / 2)[position]


def _kendall(x: Floats, y: Floats) -> float:
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return math.nan
    return float(kendalltau(x, y).statistic)


def _correlation(
    statistic: Callable[[Floats, Floats], float],
    name: str,
    x: Iterable[Any],
    y: Iterable[Any],
    item: Iterable[Any] | None,
    rng: np.random.Generator,
    resamples: int,
    confidence: float,
) -> Finding:
    a, b = numbers_of(x), numbers_of(y)
    units = np.arange(len(a), dtype=np.int32) if item is None else codes(item)[0]
    if not len(a) == len(b) == len(units):
        raise BeholderError(
            f"columns differ in length: x {len(a)}, y {len(b)}, item {len(units)}", code="stats-bad-column"
        )
    kept = ~np.isnan(a) & ~np.isnan(b) & (units != MISSING)
    shared: dict[str, Any] = {"name": name, "n": int(kept.sum()), "n_dropped": len(a) - int(kept.sum())}
    a, b, unit = a[kept], b[kept], np.unique(units[kept], return_inverse=True)[1]
    reason = ""
    if len(a) < 3:
        reason = tell("reason-three-rows")
    elif np.ptp(a) == 0 or np.ptp(b) == 0:
        reason = tell("reason-never-varies")
    if reason:
        return Finding(value=math.nan, method=name, notes=(reason,), **shared)
    rows = np.argsort(unit, kind="stable")
    size = np.bincount(unit)
    ends = np.cumsum(size)
    starts = ends - size
    draws = np.empty(resamples)
    for k in range(resamples):
        chosen = rng.integers(0, len(ends), len(ends))
        if len(ends) == len(a):
            picked = rows[chosen]
        else:
            picked = rows[np.concatenate([np.arange(starts[u], ends[u]) for u in chosen])]
        draws[k] = statistic(a[picked], b[picked])
    known = draws[np.isfinite(draws)]
    notes: tuple[str, ...] = ()
    if len(ends) < 3:
        notes = (tell("no-interval-three-items"),)
    elif len(known) < resamples:
        notes = (tell("note-resamples-flat", n=resamples - len(known), all=resamples),)
    return Finding(
        value=statistic(a, b),
        interval=percentile_interval(known, confidence=confidence) if len(known) > 1 and len(ends) >= 3 else None,
        confidence=confidence,
        method=tell("correlation-bootstrap", name=name, items=len(ends), resamples=resamples),
        notes=notes,
        **shared,
    )
