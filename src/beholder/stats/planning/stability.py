"""How well the item means of a few raters repeat with as many others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.columns import codes
from beholder.stats.comparison.scores import numbers_of
from beholder.stats.messages import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["stability_curve"]


def stability_curve(
    item: Iterable[Any],
    value: Iterable[Any],
    *,
    sizes: Sequence[int],
    rng: np.random.Generator,
    repeats: int = 100,
) -> tuple[dict[str, Any], ...]:
    """How well the item means of k raters repeat with k other raters, for each k in `sizes`.

    In each repeat two disjoint sets of k ratings are drawn per item; `correlation` is the mean Pearson r of the two sets of
    item means and `rms_difference` the root mean square of their difference, over repeats. Rows: ratings, items,
    correlation, rms_difference, notes. Only items with 2 k ratings enter; NaN where fewer than three do. The curve
    tells how many raters are enough for these items, whatever the model.
    """
    numbers = numbers_of(value)
    found, _ = codes(item)
    if len(found) != len(numbers):
        raise BeholderError(
            f"columns differ in length: item {len(found)}, value {len(numbers)}", code="stats-bad-column"
        )
    kept = (found >= 0) & ~np.isnan(numbers)
    numbers, unit = numbers[kept], np.unique(found[kept], return_inverse=True)[1]
    size = np.bincount(unit)
    rows = []
    for k in sizes:
        enough = np.flatnonzero(size >= 2 * k)
        row: dict[str, Any] = {"ratings": k, "items": len(enough), "correlation": math.nan, "rms_difference": math.nan}
        if k < 1 or len(enough) < 3:
            rows.append({**row, "notes": (tell("note-plan-three-items"),)})
            continue
        chosen = np.isin(unit, enough)
        y, u = numbers[chosen], np.unique(unit[chosen], return_inverse=True)[1]
        start = np.concatenate([[0], np.cumsum(np.bincount(u))[:-1]])
        correlations, squares = [], []
        for _ in range(repeats):
            shuffled = y[np.lexsort((rng.random(len(y)), u))]
            draws = shuffled[start[:, None] + np.arange(2 * k)]
            one, two = draws[:, :k].mean(axis=1), draws[:, k:].mean(axis=1)
            if np.ptp(one) > 0 and np.ptp(two) > 0:
                correlations.append(float(np.corrcoef(one, two)[0, 1]))
            squares.append(float(np.mean((one - two) ** 2)))
        row["correlation"] = float(np.mean(correlations)) if correlations else math.nan
        row["rms_difference"] = math.sqrt(float(np.mean(squares)))
        rows.append({**row, "notes": () if correlations else (tell("reason-no-variation"),)})
    return tuple(rows)
