"""A painted thing before it is laid on a picture: its colours and how much of each pixel it covers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Bools, Floats

__all__ = ["Patch", "Window", "stack", "window"]


@dataclass(frozen=True)
class Window:
    """The part of a patch that lies inside a picture: slices into the picture and into the patch."""

    picture: tuple[slice, slice]
    patch: tuple[slice, slice]

    @property
    def empty(self) -> bool:
        """Whether nothing of the patch lies inside."""
        rows, columns = self.picture
        return bool(rows.stop <= rows.start or columns.stop <= columns.start)


def window(left: int, top: int, shape: tuple[int, int], within: tuple[int, int]) -> Window:
    """Where a patch of `shape` (rows, columns) at (left, top) falls within a picture of that many rows and columns."""
    y0, y1 = max(0, top), min(within[0], top + shape[0])
    x0, x1 = max(0, left), min(within[1], left + shape[1])
    y1, x1 = max(y0, y1), max(x0, x1)
    return Window((slice(y0, y1), slice(x0, x1)), (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)))


@dataclass(frozen=True, eq=False)
class Patch:
    """Colours (sRGB, 0–1) and coverage (0–1) of one thing; may reach beyond the picture."""

    left: int
    top: int
    rgb: Floats
    cover: Floats

    def moved(self, columns: int, rows: int) -> Patch:
        """The same thing elsewhere."""
        return Patch(self.left + columns, self.top + rows, self.rgb, self.cover)

    @property
    def mask(self) -> Bools:
        """The pixels of which the thing covers at least half."""
        return np.asarray(self.cover >= 0.5)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.cover.shape[0], self.cover.shape[1]


def stack(patches: list[Patch]) -> Patch:
    """One patch from several, later ones over earlier ones."""
    left = min(p.left for p in patches)
    top = min(p.top for p in patches)
    right = max(p.left + p.shape[1] for p in patches)
    bottom = max(p.top + p.shape[0] for p in patches)
    cover = np.zeros((bottom - top, right - left), dtype=np.float32)
    colour = np.zeros((bottom - top, right - left, 3), dtype=np.float32)
    for patch in patches:
        rows = slice(patch.top - top, patch.top - top + patch.shape[0])
        columns = slice(patch.left - left, patch.left - left + patch.shape[1])
        over = patch.cover[..., None]
        colour[rows, columns] = colour[rows, columns] * (1 - over) + patch.rgb * over
        cover[rows, columns] = cover[rows, columns] * (1 - patch.cover) + patch.cover
    straight = colour / np.maximum(cover, 1e-4)[..., None]
    return Patch(left, top, np.asarray(np.clip(straight, 0, 1), dtype=np.float32), cover)
