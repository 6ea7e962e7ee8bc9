"""Agreement on where marks are, picture cells as units: Krippendorff's alpha with a distance that still counts as there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.columns import Ratings

if TYPE_CHECKING:
    from beholder.stats.agreement.coefficient import Agreement
    from beholder.stats.columns import Floats
    from beholder.stats.marks.marks import Marks

__all__ = ["mark_alpha"]


def mark_alpha(
    marks: Marks,
    *,
    size: tuple[float, float],
    radius: float,
    cells: int = 32,
    confidence: float = 0.95,
) -> Agreement:
    """Nominal alpha of marked or not, over the cells of a grid on every picture, with an interval over pictures.

    A cell is marked by a rater if its centre lies within `radius` of one of their points, or of the edge of one of their
    boxes or inside. `size` is width and height of the pictures in the unit of the marks (1, 1 for shares of the picture),
    and the longer side has `cells` cells. Chance is what marks spread over all pictures as often would give, so that
    raters who mark the same places agree, and raters who both mark nothing do too. A radius below half a cell may miss
    every centre and is refused. NaN if nobody marked anything.
    """
    wide, high = size
    if not (wide > 0 and high > 0 and cells >= 1):
        raise BeholderError("a grid has a width, a height and a cell at least", code="stats-bad-option")
    step = max(wide, high) / cells
    if radius < step / 2:
        raise BeholderError(
            f"a radius of {radius:g} may fall between cells of {step:g}",
            code="stats-bad-option",
            hint="take a larger radius, or more cells",
        )
    _refuse_outside(marks, size)
    axes = [(np.arange(max(1, round(side / step))) + 0.5) * step for side in size]
    centre = np.array([(x, y) for y in axes[1] for x in axes[0]])
    items: list[Any] = []
    raters: list[int] = []
    values: list[Any] = []
    for picture, given in marks.by_item():
        for who, box in given.items():
            items.append(picture * len(centre) + np.arange(len(centre)))
            raters.append(who)
            values.append(_marked(centre, box, radius))
    n = len(raters)
    ratings = Ratings(
        item=np.concatenate([np.empty(0, np.int32), *items]).astype(np.int32),
        rater=np.repeat(np.array(raters, dtype=np.int32), len(centre)),
        value=np.concatenate([np.empty(0, np.int32), *values]).astype(np.int32) if n else np.empty(0, np.int32),
        items=tuple(range(len(marks.items) * len(centre))),
        raters=marks.raters,
        values=(0, 1),
        scale=np.array([0.0, 1.0]),
        ordered=True,
    )
    picture_of = np.repeat(np.arange(len(marks.items)), len(centre))
    return krippendorff_alpha(ratings, level="nominal", clusters=picture_of, confidence=confidence, name="alpha")


def _marked(centre: Floats, box: Floats, radius: float) -> Any:
    if not len(box):
        return np.zeros(len(centre), dtype=np.int32)
    low, high = box[None, :, :2], box[None, :, :2] + box[None, :, 2:]
    away = np.maximum(np.maximum(low - centre[:, None], centre[:, None] - high), 0.0)
    return (np.linalg.norm(away, axis=2).min(axis=1) <= radius).astype(np.int32)


def _refuse_outside(marks: Marks, size: tuple[float, float]) -> None:
    far = marks.box[:, :2] + marks.box[:, 2:]
    # half a thousandth of the picture: coordinates are rounded somewhere on their way
    slack = 0.0005 * np.array(size)
    out = (marks.box[:, :2] < -slack).any(axis=1) | (far > np.array(size) + slack).any(axis=1)
    for k in np.flatnonzero(out)[:1]:
        x, y = marks.box[k, :2]
        raise BeholderError(
            f"a mark at {x:g}, {y:g} on {marks.items[marks.item[k]]!r} lies outside a picture of {size[0]:g} by {size[1]:g}",
            code="stats-bad-mark",
            hint="give the size in the unit of the marks",
        )
