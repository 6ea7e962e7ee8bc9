"""Small arithmetic within groups of rows, without a Python object for any row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Codes", "combined", "count_near", "group_medians", "medians_of_others", "slices"]

Codes = NDArray[Any]
Floats = NDArray[np.float64]


def combined(*columns: Codes) -> NDArray[np.int64]:
    """One code from 0 per combination."""
    out = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        # kept small, so that no number of columns can overflow
        out = np.unique(out * (int(column.max(initial=0)) + 1) + column, return_inverse=True)[1].astype(np.int64)
    return out


def slices(group: Codes, count: int) -> Iterator[slice]:
    """Where each group stands in rows that are sorted by it, of groups 0 to `count` - 1; empty ones too."""
    ends = np.searchsorted(group, np.arange(count + 1))
    for start, stop in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        yield slice(start, stop)


def group_medians(group: Codes, values: Floats) -> Floats:
    """The median of each group 0 … k; none may be empty."""
    order = np.lexsort((values, group))
    ordered = values[order]
    size = np.bincount(group)
    start = np.cumsum(size) - size
    middle: Floats = (ordered[start + (size - 1) // 2] + ordered[start + size // 2]) / 2
    return middle


def medians_of_others(group: Codes, values: Floats) -> Floats:
    """For each row the median of its group without it; NaN where it is alone."""
    order = np.lexsort((values, group))
    ordered = values[order]
    size = np.bincount(group)
    start = (np.cumsum(size) - size)[group]
    rest = size[group] - 1
    place = np.empty(len(values), dtype=np.int64)
    place[order] = np.arange(len(values))

    def without_own(number: NDArray[np.int64]) -> Floats:
        at = start + number
        at += at >= place
        found: Floats = ordered[np.minimum(at, len(ordered) - 1)]
        return found

    middle = (without_own(np.maximum(rest - 1, 0) // 2) + without_own(rest // 2)) / 2
    return np.where(rest > 0, middle, np.nan)


def count_near(group: Codes, values: Floats, among: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each row how many rows `among` its group have a value at most one away; values must be known."""
    levels, rank = np.unique(values, return_inverse=True)
    last = len(levels) - 1
    low = np.searchsorted(levels, levels - 1)
    high = np.searchsorted(levels, levels + 1, side="right") - 1
    # the bounds were rounded; the distance decides
    low -= (low > 0) & (levels - levels[np.maximum(low - 1, 0)] <= 1)
    low += levels - levels[low] > 1
    high += (high < last) & (levels[np.minimum(high + 1, last)] - levels <= 1)
    high -= levels[high] - levels > 1
    base = group.astype(np.int64) * (last + 1)
    held = np.sort((base + rank)[among])
    below = np.searchsorted(held, base + low[rank])
    return np.searchsorted(held, base + high[rank], side="right") - below
