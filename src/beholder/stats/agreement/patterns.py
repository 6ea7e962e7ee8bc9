"""Items summarised by how many raters gave each value; items with the same counts share one pattern."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array

from beholder.stats.resampling.bootstrap import hash_units

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from beholder.stats.columns import Floats, Ratings

__all__ = ["Patterns", "pair_sums"]

# up to here a table is quicker than sorting
_DENSE_VALUES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """Distinct rows of the items × values table of counts.

    `counts[p, v]` raters gave value v in pattern p, `multiplicity[p]` items show pattern p, `unit` lists the item codes
    in play and `pattern_of_unit` their patterns. Agreement depends on the data through these alone, and a million
    ratings seldom show more than a few thousand patterns.
    """

    counts: Any
    size: Floats
    multiplicity: Floats
    unit: NDArray[np.int64]
    pattern_of_unit: NDArray[np.int64]

    @classmethod
    def of(cls, ratings: Ratings, *, minimum: int = 2) -> Patterns:
        """Patterns of the items that have at least `minimum` ratings."""
        n_items, n_values = len(ratings.items), len(ratings.values)
        sizes = np.bincount(ratings.item, minlength=n_items)
        unit = np.flatnonzero(sizes >= minimum)
        counts: Any
        if n_values <= _DENSE_VALUES:
            cell = ratings.item.astype(np.int64) * n_values + ratings.value
            counts = np.bincount(cell, minlength=n_items * n_values).reshape(n_items, n_values)
            # the table is the largest thing here: no copy of it where all items are in play
            counts = counts if len(unit) == n_items else counts[unit]
            fingerprint = _fingerprints(n_values)
            key = np.zeros(len(unit), dtype=np.uint64)
            for v in range(n_values):
                key += counts[:, v].astype(np.uint64) * fingerprint[v]
        else:
            ones = np.ones(len(ratings), dtype=np.float64)
            counts = csr_array((ones, (ratings.item, ratings.value)), shape=(n_items, n_values))
            counts.sum_duplicates()
            counts = counts[unit]
            terms = counts.data.astype(np.uint64) * _fingerprints(n_values)[counts.indices]
            key = np.add.reduceat(terms, counts.indptr[:-1]) if len(unit) else np.empty(0, dtype=np.uint64)
        _, first, pattern_of_unit, multiplicity = np.unique(
            key, return_index=True, return_inverse=True, return_counts=True
        )
        counts = counts[first].astype(np.float64)
        return cls(
            counts=counts,
            size=sizes[unit[first]].astype(np.float64),
            multiplicity=multiplicity.astype(np.float64),
            unit=unit,
            pattern_of_unit=pattern_of_unit,
        )

    def __len__(self) -> int:
        return len(self.multiplicity)

    @property
    def n_units(self) -> int:
        """How many items are in play."""
        return len(self.unit)

    @property
    def n_ratings(self) -> int:
        """How many ratings are in play."""
        return int(self.size @ self.multiplicity)

    def power_sum(self, power: int) -> Floats:
        """Sum over values of counts to a power, for each pattern."""
        if isinstance(self.counts, np.ndarray):
            return np.asarray((self.counts**power).sum(axis=1))
        return np.asarray(self.counts.power(power).sum(axis=1)).ravel()


def pair_sums(counts: Any, measure: Callable[[NDArray[Any], NDArray[Any]], Floats]) -> Floats:
    """Sum of `measure(v, w)` over ordered pairs of different values inside each row of counts.

    Walks only the pairs that occur, the k-th neighbour of every entry at once, so it takes as many steps as the fullest
    row is long and no table of values × values.
    """
    rows = csr_array(counts)
    length = np.diff(rows.indptr)
    out = np.zeros(rows.shape[0])
    row_of = np.repeat(np.arange(rows.shape[0]), length)
    for step in range(1, int(length.max(initial=0))):
        left = np.flatnonzero(row_of[step:] == row_of[:-step])
        right = left + step
        terms = 2 * rows.data[left] * rows.data[right] * measure(rows.indices[left], rows.indices[right])
        out += np.bincount(row_of[left], weights=terms, minlength=len(out))
    return out


def _fingerprints(n: int) -> NDArray[np.uint64]:
    """One odd-looking 64-bit number per value; sums of them tell count rows apart (a clash: 1 in 10^8 at 10^6 items)."""
    return hash_units(7, 0, np.arange(n))
