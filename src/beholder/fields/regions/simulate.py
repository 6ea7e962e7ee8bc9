"""Marks of simulated raters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from beholder.fields.simulated import Taste

__all__ = ["random_marks", "seen_marks"]

_BLUR = 0.02
"""Standard deviation of a mark's place for a rater whose noise is 1, as a share of the picture: a fingertip's width."""

_PLAIN = 1.3
"""How plainly a fault is seen, in standard deviations between raters and looks: an ordinary rater misses one in thirty."""

_FALSE = 0.15
"""Marks per picture where nothing is, with a noise of 1."""

_SIDE = 0.15
"""Side of a random box."""


def random_marks(rng: np.random.Generator, count: int, *, boxes: bool, reasons: Sequence[str]) -> list[dict[str, Any]]:
    """Marks anywhere on the picture."""
    marks = []
    for _ in range(count):
        x, y = rng.uniform(0, 1 - _SIDE, size=2)
        mark: dict[str, Any] = {"x": float(x), "y": float(y)}
        if boxes:
            mark |= {"width": float(rng.uniform(0.05, _SIDE)), "height": float(rng.uniform(0.05, _SIDE))}
        if reasons:
            mark["reason"] = reasons[int(rng.integers(len(reasons)))]
        marks.append(mark)
    return marks


def seen_marks(
    there: Sequence[Mapping[str, Any]], taste: Taste, rng: np.random.Generator, *, boxes: bool, reasons: Sequence[str]
) -> list[dict[str, Any]]:
    """Marks on what is there, as far as the rater sees it, and now and then one on what is not."""
    marks = []
    for one in there:
        if not _is_place(one):
            continue
        # a severe rater overlooks less
        if _PLAIN + taste.severity + float(rng.normal(0, taste.noise)) < 0:
            continue
        marks.append(_nearby(one, taste.noise * _BLUR, rng, boxes=boxes, reasons=reasons))
    return marks + random_marks(rng, int(rng.poisson(_FALSE * taste.noise)), boxes=boxes, reasons=reasons)


def _is_place(one: Any) -> bool:
    """Whether a study's `truth` can be read as a place; nobody marks what cannot."""
    given = [one.get(name, 0) for name in ("x", "y", "width", "height")] if isinstance(one, Mapping) else [None]
    return all(isinstance(value, int | float) and math.isfinite(value) for value in given)


def _nearby(
    one: Mapping[str, Any], blur: float, rng: np.random.Generator, *, boxes: bool, reasons: Sequence[str]
) -> dict[str, Any]:
    moved = {name: float(one.get(name, 0.0)) for name in ("x", "y", "width", "height")}
    if not boxes:
        # a point for a thing that is given as a box goes to its middle
        moved = {"x": moved["x"] + moved["width"] / 2, "y": moved["y"] + moved["height"] / 2}
    mark: dict[str, Any] = {name: float(np.clip(value + rng.normal(0, blur), 0, 1)) for name, value in moved.items()}
    for name, side in (("x", "width"), ("y", "height")) if boxes else ():
        mark[name] = min(mark[name], 0.98)
        mark[side] = float(np.clip(mark[side], 0.01, 1 - mark[name]))
    if reasons:
        known = one.get("reason")
        mark["reason"] = known if known in reasons else reasons[int(rng.integers(len(reasons)))]
    return mark
