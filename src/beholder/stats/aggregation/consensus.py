"""One number per item from several raters: mean or median, with how far it may be off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.chunks import Chunk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from beholder.stats.columns import Floats, Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["Consensus", "mean_consensus", "median_consensus"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consensus:
    """A number per item with bounds. `label` is the value as raters wrote it where the number is one of theirs, else None.

    Items without a rating have NaN. `standard_error` is NaN where the method gives bounds only.
    """

    items: tuple[Any, ...]
    number: Floats
    low: Floats
    high: Floats
    standard_error: Floats
    label: tuple[Any, ...]
    n_ratings: NDArray[np.int64]
    confidence: float
    findings: tuple[Finding, ...]

    def rows(self) -> Iterator[tuple[Any, Any, float, float, float]]:
        """(item, label or number, number, low, high) of every item."""
        for item, label, number, low, high in zip(
            self.items, self.label, self.number.tolist(), self.low.tolist(), self.high.tolist(), strict=True
        ):
            yield item, number if label is None else label, number, low, high


def mean_consensus(ratings: Ratings, *, confidence: float = 0.95) -> Consensus:
    """The mean rating of each item; its standard error from the pooled spread within items.

    Model: raters scatter around the item's value with one variance for all items, s² = Σ (y - item mean)² / (n - items),
    so that even an item with two ratings has a usable interval: mean ± t(n - items) s / √ratings. Severity of raters is
    part of the scatter. Censored values have no mean: an error says so. Bounds are NaN if no item has two ratings.
    """
    if np.any(np.isinf(ratings.require_scale()[np.unique(ratings.value)])):
        raise BeholderError("a mean of censored values does not exist", code="stats-censored", hint="use the median")
    y = ratings.numbers
    n_items = len(ratings.items)
    size = np.bincount(ratings.item, minlength=n_items)
    rated = size > 0
    mean = np.full(n_items, np.nan)
    mean[rated] = np.bincount(ratings.item, weights=y, minlength=n_items)[rated] / size[rated]
    df = len(y) - int(rated.sum())
    error = np.full(n_items, np.nan)
    notes = ratings.notes
    spread = float("nan")
    if df > 0:
        spread = float(np.sqrt(((y - mean[ratings.item]) ** 2).sum() / df))
        error[rated] = spread / np.sqrt(size[rated])
        half = float(scipy_stats.t.ppf((1 + confidence) / 2, df)) * error
    else:
        notes = (*notes, tell("note-no-standard-error"))
        half = error
    return Consensus(
        items=ratings.items,
        number=mean,
        low=mean - half,
        high=mean + half,
        standard_error=error,
        label=(None,) * n_items,
        n_ratings=size.astype(np.int64),
        confidence=confidence,
        findings=(
            Finding(
                name="within_item_sd",
                value=spread,
                n=len(y),
                n_dropped=ratings.n_dropped,
                method=Text(tell("pooled-sd"), tell("n-in-ratings")),
                notes=notes,
            ),
        ),
    )


def median_consensus(ratings: Ratings, *, confidence: float = 0.95) -> Consensus:
    """The median rating of each item; a censored top value counts as +inf, words count by their place in the order.

    With an even number of ratings: the midpoint of the middle two, +inf if one of them is; for words the lower one. Bounds
    are the order statistics of the sign test (the narrowest symmetric pair that covers with at least `confidence`, assuming
    raters independent); with five ratings or fewer no pair does at 95 %, and bounds are the smallest and largest rating,
    which the finding `bounds_too_narrow` counts.
    """
    if not ratings.ordered:
        raise BeholderError(
            "a median needs an order of the values",
            code="stats-needs-order",
            hint="name the values from low to high as `order`",
        )
    scale = ratings.scale
    words = scale is None
    positions = np.arange(len(ratings.values), dtype=np.float64) if scale is None else scale
    # Value codes ascend in their order, so sorting by code sorts by size.
    order = np.lexsort((ratings.value, ratings.item))
    chunk = Chunk.of(ratings.item[order], ratings.rater[order], ratings.value[order])
    number = positions[chunk.value]
    start, size = chunk.start[:-1], np.diff(chunk.start)
    lower, upper = number[start + (size - 1) // 2], number[start + size // 2]
    middle = lower if words else np.where(lower == upper, lower, (lower + upper) / 2)
    depth = _depth(size, confidence)
    low, high = number[start + np.maximum(depth, 0)], number[start + size - 1 - np.maximum(depth, 0)]
    n_items = len(ratings.items)
    out = {name: np.full(n_items, np.nan) for name in ("number", "low", "high")}
    for name, column in (("number", middle), ("low", low), ("high", high)):
        out[name][chunk.items] = column
    sizes = np.zeros(n_items, dtype=np.int64)
    sizes[chunk.items] = size
    names = {float(p): v for p, v in zip(positions, ratings.values, strict=True)}
    n_narrow = int(np.count_nonzero(depth < 0))
    n_censored = int(np.count_nonzero(np.isinf(middle)))
    return Consensus(
        items=ratings.items,
        number=out["number"],
        low=out["low"],
        high=out["high"],
        standard_error=np.full(n_items, np.nan),
        label=tuple(names.get(x) for x in out["number"].tolist()),
        n_ratings=sizes,
        confidence=confidence,
        findings=(
            Finding(
                name="censored_items",
                value=n_censored / max(len(size), 1),
                n=len(size),
                method=Text(tell("share-median-censored"), tell("n-in-items")),
                notes=ratings.notes,
            ),
            Finding(
                name="bounds_too_narrow",
                value=n_narrow / max(len(size), 1),
                n=len(size),
                method=Text(tell("share-few-ratings", confidence=f"{confidence:.0%}"), tell("n-in-items")),
            ),
        ),
    )


def _depth(size: NDArray[Any], confidence: float) -> NDArray[np.int64]:
    """How far inside the extremes the bounds may lie, for each number of ratings; -1 where even the extremes fail."""
    table = np.full(int(size.max(initial=0)) + 1, -1, dtype=np.int64)
    for n in np.unique(size):
        # P(the median lies outside the j-th smallest and j-th largest) = 2 P(Binomial(n, 1/2) < j).
        below = 2 * scipy_stats.binom.cdf(np.arange(n // 2 + 1), n, 0.5)
        table[n] = int(np.count_nonzero(below <= 1 - confidence)) - 1
    return np.asarray(table[size], dtype=np.int64)
