"""Whether points, boxes and outlines can be right for the pictures on which they lie: inside, in pixels, by corners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from beholder.errors import Problem
from beholder.protocols import Column, Item, Spot
from beholder.study.definition import Definition

__all__ = ["Sizes", "find_misplaced"]

Sizes = Mapping[str, tuple[int, int]]
"""Width and height of the pictures that could be opened, by name."""

_SLACK = 1.0
"""Pixels by which a spot may reach over the edge: tools count pixels from their corners or from their middles."""

_OUTLINED = frozenset(("polygons", "segmentation"))
"""Keys under which a mask may give its outlines."""

_FEWEST_BOXES = 4
"""With so many boxes, chance alone makes all of them look like x, y, width, height 4 times in a thousand."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A spot with the size of its picture; `column` is empty for what a protocol found inside other values."""

    spot: Spot
    size: tuple[int, int]
    column: str


def find_misplaced(definition: Definition, sizes: Sizes) -> Iterator[Problem]:
    """Errors for spots that cannot be meant, warnings for those that look as if they were meant otherwise.

    Every column that is a point, a box or a mask by outlines is looked at, whatever the protocol, and so is what the
    protocol itself finds inside its other columns.
    """
    boxes: dict[str, list[_Placed]] = {}
    of_item, of_candidate = _Columns(definition.declaration.item), _Columns(definition.declaration.candidate)
    for item in definition.items:
        for placed in _placed(item, definition, of_item, of_candidate, sizes):
            problem = _wrong(placed)
            if problem is not None:
                yield problem
            elif placed.spot.kind == "box" and placed.column:
                boxes.setdefault(placed.column, []).append(placed)
    for column, found in boxes.items():
        yield from _by_width(column, found)


class _Columns:
    """The columns of items or of candidates that matter here: found once, not for each of a million candidates."""

    def __init__(self, declared: Mapping[str, Column]) -> None:
        self._pictures = [name for name, column in declared.items() if column.kind == "image"]
        self._spots = [
            (name, column.kind) for name, column in declared.items() if column.kind == "point" or column.kind == "box"
        ]
        self._masks = [name for name, column in declared.items() if column.kind == "mask"]

    def plainly_fine(self, values: Mapping[str, Any], size: tuple[int, int]) -> bool:
        """Whether a quick look shows nothing amiss: points well inside, and masks without outlines."""
        for name, kind in self._spots:
            value = values.get(name)
            # what is more than 1 in both directions is no fraction
            if value is not None and (kind != "point" or not (1 < value[0] <= size[0] and 1 < value[1] <= size[1])):
                return False
        for name in self._masks:
            value = values.get(name)
            if type(value) is not dict or not _OUTLINED.isdisjoint(value):
                return False
        return True

    def size(self, values: Mapping[str, Any], sizes: Sizes) -> tuple[int, int] | None:
        """The size of the first picture that is given, if it could be opened."""
        if not self._pictures:
            return None
        names = [values[name] for name in self._pictures if values.get(name)]
        return sizes.get(names[0]) if names else None

    def placed(self, values: Mapping[str, Any], size: tuple[int, int], where: str, part: str = "") -> Iterator[_Placed]:
        """The spots among the values."""
        for name, kind in self._spots:
            if values.get(name) is not None:
                yield _Placed(Spot(kind, values[name], f"{where} · {part}{name}"), size, name)
        for name in self._masks:
            # the place is written for outlines alone: most masks have none
            for outline in _outlines(values.get(name)):
                yield _Placed(Spot("outline", outline, f"{where} · {part}{name}"), size, name)


def _placed(
    item: Item, definition: Definition, of_item: _Columns, of_candidate: _Columns, sizes: Sizes
) -> Iterator[_Placed]:
    own = of_item.size(item.columns, sizes)
    if own is not None:
        if not of_item.plainly_fine(item.columns, own):
            yield from of_item.placed(item.columns, own, item.where)
        for spot in definition.protocol.spots(item, definition.params) if definition.protocol.spots else ():
            yield _Placed(spot, own, "")
    for number, candidate in enumerate(item.candidates):
        # a candidate's places are on its own picture if it has one, else on the item's
        size = of_candidate.size(candidate.columns, sizes) or own
        if size is not None and not of_candidate.plainly_fine(candidate.columns, size):
            where, part = (candidate.where, "") if candidate.where else (item.where, f"candidates.{number}.")
            yield from of_candidate.placed(candidate.columns, size, where, part)


def _outlines(mask: Any) -> Iterator[Sequence[float]]:
    """The outlines of a mask that is given by polygons, each as x, y, x, y, …; nothing for any other mask."""
    if isinstance(mask, dict):
        mask = mask.get("polygons", mask.get("segmentation"))
    if not isinstance(mask, list) or not mask:
        return
    for polygon in [mask] if not isinstance(mask[0], list) else mask:
        flat = list(chain.from_iterable(one if isinstance(one, list) else (one,) for one in polygon))
        if len(flat) >= 6 and len(flat) % 2 == 0 and all(isinstance(one, int | float) for one in flat):
            yield flat


def _wrong(placed: _Placed) -> Problem | None:
    spot, (width, height) = placed.spot, placed.size
    what = f"the {spot.kind} {_shown(spot.values)}"
    if _fractions(spot, placed.size):
        scaled = [round(value * side) for value, side in zip(spot.values, _sides(placed), strict=True)]
        return Problem(
            f"{what} is in fractions of the picture, which is {width} × {height} pixels",
            "spot-fractions",
            spot.where,
            f"write pixels: {_shown(scaled)}",
            warning=spot.guessed,
        )
    across, down = spot.values[::2], spot.values[1::2]
    if max(across) < 0 or max(down) < 0 or min(across) > width or min(down) > height:
        return Problem(
            f"{what} lies outside the picture, which is {width} × {height} pixels",
            "spot-outside",
            spot.where,
            "give it in pixels of the picture as it is shown, x before y",
            warning=spot.guessed,
        )
    if min(*across, *down) < -_SLACK or max(across) > width + _SLACK or max(down) > height + _SLACK:
        return Problem(
            f"{what} reaches over the edge of the picture, which is {width} × {height} pixels",
            "spot-over-edge",
            spot.where,
            "raters see the part inside; was it made for a picture of another size?",
            warning=True,
        )
    return None


def _fractions(spot: Spot, size: tuple[int, int]) -> bool:
    """Whether all numbers lie between 0 and 1 and cannot be pixels: a corner of one pixel is no box and no outline."""
    if min(size) <= 2 or not all(0 <= value <= 1 for value in spot.values):
        return False
    return spot.kind != "point" or any(value != int(value) for value in spot.values)


def _sides(placed: _Placed) -> list[int]:
    return [placed.size[at % 2] for at in range(len(placed.spot.values))]


def _by_width(column: str, boxes: Sequence[_Placed]) -> Iterator[Problem]:
    """A warning if all boxes of a column would fit their pictures as x, y, width, height too.

    Boxes by corners do so only if their middle lies in the upper left quarter: by chance one in four.
    """
    if len(boxes) < _FEWEST_BOXES or not all(_fits_by_width(box) for box in boxes):
        return
    first = boxes[0].spot
    left, top, right, bottom = first.values
    yield Problem(
        f"all {len(boxes):,} values of {column!r} would fit their pictures as [x, y, width, height] too, which of boxes "
        "given by corners only one in four does by chance",
        "spot-by-width",
        first.where,
        f"boxes are [left, top, right, bottom]; if these are not, the first should be "
        f"{_shown([left, top, left + right, top + bottom])}",
        warning=True,
    )


def _fits_by_width(box: _Placed) -> bool:
    left, top, right, bottom = box.spot.values
    # what stands in the very middle would fit by a hair
    return left + right <= 0.97 * box.size[0] and top + bottom <= 0.97 * box.size[1]


def _shown(values: Sequence[float]) -> str:
    listed = ", ".join(f"{value:g}" for value in values[:6])
    return f"[{listed}{', …' if len(values) > 6 else ''}]"
