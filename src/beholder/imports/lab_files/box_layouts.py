"""Boxes and points as labs write them, in pixels and by their corners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["in_pixels"]

Size = tuple[int, int]


def in_pixels(values: Sequence[dict[str, Any]], size_of: Callable[[Mapping[str, Any]], Size | None]) -> list[str]:
    """Writes boxes and points of all items anew where all of them are fractions, or boxes are plainly x, y, width, height.

    Which they are is decided for the file as a whole: a single box may be either. Returns what was done, in words.
    """
    notes = []
    for name, numbers in (("box", 4), ("point", 2)):
        known = [(one, size) for one in values if _are(one.get(name), numbers) and (size := size_of(one)) is not None]
        if not known:
            continue
        if all(0 <= number <= 1 for one, _ in known for number in one[name]):
            for one, (width, height) in known:
                one[name] = [round(v * (height if n % 2 else width), 2) for n, v in enumerate(one[name])]
            notes.append(f"{name}: fractions of the picture, written in pixels")
        if name == "box" and _are_sizes(known):
            for one, _ in known:
                x, y, width, height = one[name]
                one[name] = [x, y, x + width, y + height]
            notes.append("box: [x, y, width, height], written as [left, top, right, bottom]")
    return notes


def _are(value: Any, count: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(number, int | float) and not isinstance(number, bool) for number in value)
    )


def _are_sizes(known: Sequence[tuple[Mapping[str, Any], Size]]) -> bool:
    """No box has its corners in order and inside the picture as it stands in all cases, while all do as x, y, width, height."""
    as_corners = all(
        box[0] < box[2] <= width + 1 and box[1] < box[3] <= height + 1
        for one, (width, height) in known
        for box in [one["box"]]
    )
    as_sizes = all(
        box[2] > 0 and box[3] > 0 and box[0] + box[2] <= width + 1 and box[1] + box[3] <= height + 1
        for one, (width, height) in known
        for box in [one["box"]]
    )
    return as_sizes and not as_corners
