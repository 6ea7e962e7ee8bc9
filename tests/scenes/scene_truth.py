"""Measuring whether a scene's truth agrees with its pixels."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.scenes import Scene
from beholder.scenes.arrays import Bools


def grown(mask: Bools, by: int = 2) -> Bools:
    wide = np.pad(mask, by)
    rows, columns = mask.shape
    result = np.zeros_like(mask)
    for dy in range(2 * by + 1):
        for dx in range(2 * by + 1):
            result |= wide[dy : dy + rows, dx : dx + columns]
    return result


def box_of(mask: Bools) -> tuple[int, int, int, int]:
    rows, columns = np.nonzero(mask)
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def check_truth(scene: Scene) -> None:
    """Masks, boxes, shares and pixels agree with each other."""
    width, height = scene.size
    for index, thing in enumerate(scene.objects):
        assert thing.id == index
        mask, visible = thing.mask, thing.visible
        assert mask.shape == (height, width)
        assert not (visible & ~mask).any(), "what is seen belongs to the thing"
        assert visible.any(), "every object shows at least a sliver"
        assert thing.box == box_of(mask)
        assert thing.visible_box == box_of(visible)
        assert thing.occluded_share == pytest.approx(1 - visible.sum() / mask.sum())
        x, y = thing.point
        assert visible[y, x]
        for nearer in scene.objects[index + 1 :]:
            if not nearer.ghostly and nearer.id != thing.merged_with:
                assert not (visible & nearer.mask).any(), "a nearer thing hides a further one"
    everything = np.zeros((height, width), dtype=np.bool_)
    for thing in scene.objects:
        everything |= thing.mask
    changed = np.any(np.asarray(scene.image) != np.asarray(scene.backdrop), axis=2)
    fringe = grown(everything)
    # The soft edge of what lies just beyond the boundary may reach one pixel in.
    fringe[[0, -1], :] = fringe[:, [0, -1]] = True
    assert not (changed & ~fringe).any(), "outside all masks the picture is its backdrop"
    if everything.any():
        assert changed[everything].mean() > 0.97, "inside the masks there is paint"
