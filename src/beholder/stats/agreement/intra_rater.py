"""Which ratings repeat another one: the same rater on the same item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.stats.columns import Codes

__all__ = ["first_of_pairs", "likely_repeats"]

# each step compares all rows, and there are as many steps as ratings of one item: beyond, hashing is quicker
_NEAR = 32


def first_of_pairs(item: Codes, rater: Codes, n_raters: int) -> NDArray[np.intp] | None:
    """Positions of the first rating of each (item, rater), or None if there are no repeats.

    Sorting all pairs costs more than the statistics that follow, so the few rows that could be repeats are singled out
    first, and only those are sorted: by looking at near rows if items stand together, else by a hash table.
    """
    suspects = likely_repeats(item, rater, n_raters)
    pair = item[suspects].astype(np.int64) * max(n_raters, 1) + rater[suspects]
    _, first = np.unique(pair, return_index=True)
    if len(first) == len(suspects):
        return None
    kept = np.ones(len(item), dtype=bool)
    kept[suspects] = False
    kept[suspects[first]] = True
    return np.flatnonzero(kept)


def likely_repeats(item: Codes, rater: Codes, n_raters: int) -> NDArray[np.intp]:
    """Positions of all rows that share item and rater with another one, and perhaps of a few that do not."""
    near = _near_repeats(item, rater)
    return _hashed_repeats(item, rater, n_raters) if near is None else near


def _near_repeats(item: Codes, rater: Codes) -> NDArray[np.intp] | None:
    """Rows that share item and rater with another one; None if items are scattered or have many ratings each."""
    if len(item) and np.any(item[1:] < item[:-1]):
        return None
    if len(item) and int(np.bincount(item).max()) > _NEAR:
        return None
    repeated = np.zeros(len(item), dtype=bool)
    for step in range(1, len(item)):
        together = item[step:] == item[:-step]
        if not together.any():
            break
        together &= rater[step:] == rater[:-step]
        repeated[step:] |= together
        repeated[:-step] |= together
    return np.flatnonzero(repeated)


def _hashed_repeats(item: Codes, rater: Codes, n_raters: int) -> NDArray[np.intp]:
    """Rows whose pair falls into the same place of a hash table as another one: all repeats, and some by accident."""
    pair = item.astype(np.uint64) * np.uint64(max(n_raters, 1)) + rater.astype(np.uint64)
    bits = max(len(pair), 4).bit_length() + 2
    pair *= np.uint64(0x9E3779B97F4A7C15)
    bucket = (pair >> np.uint64(64 - bits)).astype(np.int64)
    row = np.arange(len(pair), dtype=np.int32 if len(pair) < 2**31 else np.int64)
    latest = np.empty(1 << bits, dtype=row.dtype)
    latest[bucket] = row
    shared = np.zeros(1 << bits, dtype=bool)
    shared[bucket[latest[bucket] != row]] = True
    return np.flatnonzero(shared[bucket])
