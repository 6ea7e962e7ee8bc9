"""What can be measured on a mask without a rater."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.media.mask import Mask

__all__ = ["MaskFacts", "intersection_over_union", "mask_facts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskFacts:
    """Measures of one mask, in pixels.

    `box` is (left, top, right, bottom) with right and bottom outside, None for an empty mask. A piece is what hangs
    together by sides or corners; pieces but the largest are `stray`. A hole is background that cannot reach the
    outside by steps over sides. `on_prompt` is None where there is no prompt point; a point outside the picture is
    not on the mask.
    """

    area: int
    share: float
    box: tuple[int, int, int, int] | None
    pieces: int
    stray_area: int
    holes: int
    hole_area: int
    touches_edge: bool
    on_prompt: bool | None

    @property
    def stray_pieces(self) -> int:
        """How many pieces there are besides the largest."""
        return max(self.pieces - 1, 0)


def mask_facts(mask: Mask, point: tuple[float, float] | None = None) -> MaskFacts:
    """All facts of a mask; `point` is the prompt as (x, y) in pixels of the picture."""
    from scipy import ndimage

    height, width = mask.shape
    on_prompt = None if point is None else _contains(mask, point)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if rows.size == 0:
        return MaskFacts(
            area=0,
            share=0.0,
            box=None,
            pieces=0,
            stray_area=0,
            holes=0,
            hole_area=0,
            touches_edge=False,
            on_prompt=on_prompt,
        )
    left, top, right, bottom = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    inner = mask[top:bottom, left:right]
    area = int(np.count_nonzero(inner))
    labels, pieces = ndimage.label(inner, structure=np.ones((3, 3)))
    largest = int(np.bincount(labels.ravel())[1:].max())
    # One pixel of margin makes all outside background one piece, so the rest of the pieces are holes.
    ground, grounds = ndimage.label(np.pad(~inner, 1, constant_values=True))
    outside = int(np.count_nonzero(ground == ground[0, 0]))
    return MaskFacts(
        area=area,
        share=area / mask.size,
        box=(left, top, right, bottom),
        pieces=int(pieces),
        stray_area=area - largest,
        holes=int(grounds) - 1,
        hole_area=int(np.count_nonzero(ground)) - outside,
        touches_edge=left == 0 or top == 0 or right == width or bottom == height,
        on_prompt=on_prompt,
    )


def _contains(mask: Mask, point: tuple[float, float]) -> bool:
    height, width = mask.shape
    x, y = point
    return bool(0 <= x < width and 0 <= y < height and mask[int(y), int(x)])


def intersection_over_union(one: Mask, other: Mask) -> float:
    """Shared area over joint area; NaN where both masks are empty, since there is nothing to agree on."""
    assert one.shape == other.shape, "masks of one picture have one shape"
    joint = int(np.count_nonzero(one | other))
    return int(np.count_nonzero(one & other)) / joint if joint else float("nan")
