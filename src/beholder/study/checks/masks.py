"""Masks that can be read and are probably not what was meant: soft edges, and background instead of object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from beholder.errors import BeholderError, Problem
from beholder.media import Mask, decode_mask, mask_values
from beholder.protocols import Item
from beholder.study.checks.spots import Sizes
from beholder.study.definition import Definition

__all__ = ["find_doubtful_masks"]

# an object that somebody asked for rarely fills half of a picture; the inverse of a mask often does
_MOST = 0.5
_EDGE = 0.9
"""Share of the picture, and of its edge, from which on a mask looks like the background of something."""


def find_doubtful_masks(definition: Definition, sizes: Sizes) -> Iterator[Problem]:
    """Warnings only: a map of labels has many values too, and a sky covers most of its picture."""
    seen: Counter[str] = Counter()
    inverted: Counter[str] = Counter()
    first: dict[str, str] = {}
    for item in definition.items:
        for value, system, where, size in _masks(item, definition, sizes):
            try:
                mask = decode_mask(value, size, definition.media_root)
                values = mask_values(value, definition.media_root)
            except BeholderError:
                continue  # told already
            seen[system] += 1
            if values > 2:
                yield _soft(values, where)
            if _background(mask, item.columns.get("point")):
                inverted[system] += 1
                first.setdefault(system, where)
    for system, count in inverted.items():
        if 2 * count >= seen[system]:
            yield _inverted(system, count, seen[system], first[system])


def _masks(item: Item, definition: Definition, sizes: Sizes) -> Iterator[tuple[Any, str, str, tuple[int, int]]]:
    declared = definition.declaration
    pictures = [item.columns[n] for n, c in declared.item.items() if c.kind == "image" and item.columns.get(n)]
    size = sizes.get(pictures[0]) if pictures else None
    if size is None:
        return
    for name, column in declared.item.items():
        if column.kind == "mask" and item.columns.get(name) is not None:
            yield item.columns[name], "", f"{item.where} · {name}", size
    for number, candidate in enumerate(item.candidates):
        where, part = (candidate.where, "") if candidate.where else (item.where, f"candidates.{number}.")
        for name, column in declared.candidate.items():
            if column.kind == "mask" and candidate.columns.get(name) is not None:
                yield candidate.columns[name], candidate.system, f"{where} · {part}{name}", size


def _background(mask: Mask, point: Any) -> bool:
    """Whether the mask takes most of the picture and nearly all of its edge, and misses the prompt if there is one."""
    edge = sum(int(side.sum()) for side in (mask[0], mask[-1], mask[:, 0], mask[:, -1]))
    if mask.mean() <= _MOST or edge <= _EDGE * 2 * sum(mask.shape):
        return False
    if point is None:
        return True
    x, y = int(point[0]), int(point[1])
    return not (0 <= x < mask.shape[1] and 0 <= y < mask.shape[0] and mask[y, x])


def _soft(values: int, where: str) -> Problem:
    return Problem(
        f"the mask has {values} different values; every one but 0 counts as part of it",
        "mask-soft",
        where,
        "if it is soft or was resized with smoothing, cut it off at one half and save two values only",
        warning=True,
    )


def _inverted(system: str, count: int, total: int, where: str) -> Problem:
    whose = f'masks of "{system}"' if system else "true masks"
    return Problem(
        f"{count:,} of {total:,} {whose} take most of the picture with its edge, and not the prompt: they look inverted",
        "mask-inverted",
        where,
        "0 is background, everything else the object; exchange the two if it is the other way round",
        warning=True,
    )
