"""Marks on pictures, points or boxes: who marked where, and who saw a picture and marked nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.columns import MISSING, Codes, Floats, codes
from beholder.stats.comparison.scores import numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["Marks", "Nearness", "iou"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """One row per mark: codes of its picture and rater, and `box`: x, y, width, height (0 wide and high for a point).

    x and y of a box are its upper left corner. `seen_item` and `seen_rater` name every picture that a rater looked at,
    with marks or without: a picture on which nothing was marked is an answer.
    """

    items: tuple[Any, ...]
    raters: tuple[Any, ...]
    item: Codes
    rater: Codes
    box: Floats
    seen_item: Codes
    seen_rater: Codes
    boxes: bool

    @classmethod
    def of(
        cls,
        *,
        item: Iterable[Any],
        rater: Iterable[Any],
        x: Iterable[Any],
        y: Iterable[Any],
        width: Iterable[Any] | None = None,
        height: Iterable[Any] | None = None,
    ) -> Marks:
        """Code the columns, all numbers in one unit. A row without x and y is a rater who marked nothing on the picture.

        Refused with its row: a missing picture or rater, one coordinate without the other, a box without width or
        height or with a negative one, text where a number should be.
        """
        if (width is None) != (height is None):
            raise BeholderError("boxes have a width and a height", code="stats-bad-mark")
        item_codes, items = codes(item)
        rater_codes, raters = codes(rater)
        sides = [] if width is None or height is None else [width, height]
        numbers = [numbers_of(column) for column in (x, y, *sides)]
        n = len(item_codes)
        if {len(rater_codes), *(len(column) for column in numbers)} != {n}:
            raise BeholderError("columns of marks differ in length", code="stats-bad-column")
        table = np.column_stack([*numbers, *([] if sides else [np.zeros(n), np.zeros(n)])]).reshape(n, 4)
        empty = np.asarray(np.isnan(table[:, :2]).all(axis=1))
        partial = np.asarray(np.isnan(table).any(axis=1))
        negative = np.asarray((table[:, 2:] < 0).any(axis=1))
        _refuse((item_codes == MISSING) | (rater_codes == MISSING), "a mark lacks its picture or rater")
        _refuse(~empty & partial, "a mark lacks a coordinate, its width or its height")
        _refuse(~empty & negative, "a box has a negative width or height")
        seen = np.unique(item_codes.astype(np.int64) * max(len(raters), 1) + rater_codes)
        return cls(
            items=tuple(items),
            raters=tuple(raters),
            item=item_codes[~empty],
            rater=rater_codes[~empty],
            box=table[~empty],
            seen_item=(seen // max(len(raters), 1)).astype(np.int32),
            seen_rater=(seen % max(len(raters), 1)).astype(np.int32),
            boxes=bool(sides),
        )

    def __len__(self) -> int:
        return len(self.item)

    def by_item(self) -> Iterator[tuple[int, dict[int, Floats]]]:
        """Each picture with the marks of everybody who saw it."""
        place: dict[int, dict[int, list[int]]] = {}
        for picture, who in zip(self.seen_item.tolist(), self.seen_rater.tolist(), strict=True):
            place.setdefault(picture, {})[who] = []
        for row, (picture, who) in enumerate(zip(self.item.tolist(), self.rater.tolist(), strict=True)):
            place[picture][who].append(row)
        for picture, given in place.items():
            yield picture, {who: self.box[rows] for who, rows in given.items()}


@dataclass(frozen=True, slots=True)
class Nearness:
    """When two marks are one: centres at most `radius` apart, or an intersection over union of at least `overlap`."""

    radius: float | None = None
    overlap: float | None = None

    def __post_init__(self) -> None:
        if (self.radius is None) == (self.overlap is None):
            raise BeholderError("give a radius or an overlap, not both", code="stats-bad-option")
        if self.radius is not None and not 0 <= self.radius < np.inf:
            raise BeholderError(f"a radius is 0 or more, got {self.radius:g}", code="stats-bad-option")
        if self.overlap is not None and not 0 < self.overlap <= 1:
            raise BeholderError(f"an overlap lies between 0 and 1, got {self.overlap:g}", code="stats-bad-option")

    def check(self, marks: Marks) -> None:
        """An overlap needs boxes."""
        if self.overlap is not None and not marks.boxes:
            raise BeholderError("points do not overlap", code="stats-bad-option", hint="give a radius")

    def distance(self, first: Floats, second: Floats) -> Floats:
        """Between every two marks: of centres, or 1 - IoU."""
        if self.overlap is not None:
            return 1 - iou(first, second)
        ends = [box[:, :2] + box[:, 2:] / 2 for box in (first, second)]
        return np.asarray(np.linalg.norm(ends[0][:, None] - ends[1][None], axis=2))

    @property
    def limit(self) -> float:
        """The largest distance of marks that are one."""
        # a hair more than 1 - overlap: that an IoU is exactly at the limit must not hang on rounding
        return self.radius if self.radius is not None else 1 - (self.overlap or 0.0) + 1e-12


def iou(first: Floats, second: Floats) -> Floats:
    """Intersection over union of every two boxes x, y, width, height; 0 where both are empty."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, :2] + first[:, None, 2:], second[None, :, :2] + second[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    both = first[:, 2:].prod(axis=1)[:, None] + second[:, 2:].prod(axis=1)[None] - shared
    return np.asarray(np.divide(shared, both, out=np.zeros_like(shared), where=both > 0))


def _refuse(bad: NDArray[np.bool_], problem: str) -> None:
    for row in np.flatnonzero(bad)[:1]:
        raise BeholderError(problem, code="stats-bad-mark", where=f"row {int(row) + 1}")
