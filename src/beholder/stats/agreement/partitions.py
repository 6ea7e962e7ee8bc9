"""Agreement on groupings: each rater sorts the elements of an item into groups whose names mean nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.agreement.coefficient import Agreement, RaterScope, describe, interval_of
from beholder.stats.columns import Codes, Ratings, codes
from beholder.stats.resampling.bootstrap import Jackknife, Spread, Uncertainty, resample

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from beholder.stats.columns import Floats

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["Partitions", "adjusted_rand", "partition_alpha"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Partitions:
    """Which group a rater put an element of an item into. A second placing of the same element does not count."""

    item: Codes
    rater: Codes
    element: Codes
    group: Codes
    items: tuple[Any, ...]
    raters: tuple[Any, ...]
    elements: tuple[Any, ...]
    n_missing: int = 0
    n_repeated: int = 0

    @classmethod
    def of(
        cls, *, item: Iterable[Any], rater: Iterable[Any], element: Iterable[Any], group: Iterable[Any]
    ) -> Partitions:
        """Code four columns of equal length; rows with a missing entry are left out and counted."""
        coded = [codes(column) for column in (item, rater, element, group)]
        if len({len(c) for c, _ in coded}) != 1:
            raise BeholderError("columns differ in length", code="stats-bad-column")
        table = np.stack([c for c, _ in coded], axis=1)
        kept = table[(table >= 0).all(axis=1)]
        _, first = np.unique(kept[:, :3], axis=0, return_index=True)
        rows = kept[first]
        return cls(
            item=rows[:, 0],
            rater=rows[:, 1],
            element=rows[:, 2],
            group=rows[:, 3],
            items=tuple(coded[0][1]),
            raters=tuple(coded[1][1]),
            elements=tuple(coded[2][1]),
            n_missing=len(table) - len(kept),
            n_repeated=len(kept) - len(rows),
        )

    def __len__(self) -> int:
        return len(self.item)


def adjusted_rand(
    partitions: Partitions,
    *,
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    confidence: float = 0.95,
) -> Agreement:
    """The adjusted Rand index of two raters' groupings, averaged over pairs of raters, then over items.

    Only elements that both raters placed are compared; pairs of raters with fewer than two of them are left out. 1 for
    equal groupings, 0 on average for random ones; two groupings that are both all-together or both all-apart count as 1.
    Intervals resample items. Hubert & Arabie (1985) J. Classification 2. NaN without a pair of raters to compare.
    """
    name, method = "adjusted_rand", Text(tell("adjusted-rand"), tell("n-in-items"))
    item, index = _rand_by_pair(partitions)
    dropped = partitions.n_missing + partitions.n_repeated
    if not len(item):
        reason = tell("reason-no-shared-groups")
        note = Finding(name=name, value=math.nan, n_dropped=len(partitions), method=method, notes=(reason,))
        return Agreement(finding=note)
    units, row = np.unique(item, return_inverse=True)
    means = np.bincount(row, weights=index) / np.bincount(row)
    value = float(means.mean())

    def statistic(weights: NDArray[np.float64]) -> Floats:
        return np.asarray(weights @ means / weights.sum(axis=1))

    spread = Spread(standard_error=math.nan, df=0)
    if uncertainty is not None:
        spread = resample(statistic, uncertainty, multiplicity=np.ones(len(units)))
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval_of(value, spread, uncertainty, confidence=confidence),
            confidence=confidence,
            n=len(units),
            n_dropped=len(np.unique(partitions.item)) - len(units),
            method=Text(method, describe(uncertainty, "these")),
            notes=(*((tell("note-rows-missing-or-repeated", n=dropped),) if dropped else ()), *spread.notes),
        ),
        standard_error=spread.standard_error,
    )


def partition_alpha(
    partitions: Partitions,
    *,
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """Nominal alpha on pairs of elements: did a rater put the two into the same group or not?

    Pairs of one item hang together, so intervals resample whole items. NaN as for alpha.
    """
    order = np.lexsort((partitions.element, partitions.rater, partitions.item))
    item, rater = partitions.item[order].astype(np.int64), partitions.rater[order].astype(np.int64)
    left, right = _neighbours(item * len(partitions.raters) + rater)
    element, group = partitions.element[order].astype(np.int64), partitions.group[order]
    n = max(len(partitions.elements), 1)
    unit = (item[left] * n + element[left]) * n + element[right]
    ratings = Ratings.of(item=unit, rater=rater[left], value=(group[left] == group[right]).astype(np.int64))
    cluster = np.array([u // (n * n) for u in ratings.items], dtype=np.int64)
    return krippendorff_alpha(
        ratings,
        level="nominal",
        uncertainty=uncertainty,
        raters=raters,
        confidence=confidence,
        clusters=cluster,
        name="partition_alpha",
    )


def _neighbours(key: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """All pairs of rows with the same key, in a column sorted by key."""
    lefts, rights = [], []
    longest = int(np.bincount(np.unique(key, return_inverse=True)[1]).max()) if len(key) else 0
    for step in range(1, longest):
        left = np.flatnonzero(key[step:] == key[:-step])
        lefts.append(left)
        rights.append(left + step)
    if not lefts:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    return np.concatenate(lefts), np.concatenate(rights)


def _rand_by_pair(partitions: Partitions) -> tuple[NDArray[Any], Floats]:
    """The item and the index of every comparable pair of raters."""
    order = np.lexsort((partitions.rater, partitions.element, partitions.item))
    item, rater = partitions.item[order].astype(np.int64), partitions.rater[order]
    element, group = partitions.element[order], partitions.group[order]
    left, right = _neighbours(item * max(len(partitions.elements), 1) + element)
    table = np.stack([item[left], rater[left], rater[right], group[left], group[right]], axis=1)
    pairs, pair = np.unique(table[:, :3], axis=0, return_inverse=True)
    pair = pair.ravel()
    n_pairs = len(pairs)

    def joint(*columns: NDArray[Any]) -> Floats:
        """Sum over cells of n (n - 1) / 2, for each pair of raters."""
        cells, count = np.unique(np.stack([pair, *columns], axis=1), axis=0, return_counts=True)
        return np.asarray(
            np.bincount(cells[:, 0], weights=count * (count - 1) / 2.0, minlength=n_pairs), dtype=np.float64
        )

    both, first, second = joint(table[:, 3], table[:, 4]), joint(table[:, 3]), joint(table[:, 4])
    size = np.bincount(pair, minlength=n_pairs)
    whole = size * (size - 1) / 2
    comparable = size >= 2
    with np.errstate(divide="ignore", invalid="ignore"):
        chance = first * second / whole
        most = (first + second) / 2
        index = np.where(np.isclose(most, chance, rtol=1e-12, atol=1e-12), 1.0, (both - chance) / (most - chance))
    return pairs[comparable, 0], index[comparable]
