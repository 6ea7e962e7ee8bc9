"""The picture while it is painted."""

from __future__ import annotations

import numpy as np
from PIL import Image

from beholder.scenes.arrays import Bools, Floats
from beholder.scenes.patch import Patch, window

__all__ = ["Canvas"]


class Canvas:
    """A picture of sRGB numbers on which grounds, shadows and patches are laid from back to front."""

    def __init__(self, rgb: Floats) -> None:
        self.rgb: Floats = np.ascontiguousarray(rgb, dtype=np.float32)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rgb.shape[0], self.rgb.shape[1]

    def lay(self, patch: Patch, *, opacity: float = 1.0, only: Bools | None = None) -> None:
        """Lay a patch over what is there; `only` (a picture-sized mask) keeps it to those pixels."""
        place = window(patch.left, patch.top, patch.shape, self.shape)
        if place.empty:
            return
        over = patch.cover[place.patch] * opacity
        if only is not None:
            over = over * only[place.picture]
        over = over[..., None]
        under = self.rgb[place.picture]
        self.rgb[place.picture] = under + (patch.rgb[place.patch] - under) * over

    def shadow(
        self, x: float, y: float, *, width: float, depth: float, strength: float, slope: float = 0.0, soft: float = 1.0
    ) -> None:
        """Darken an ellipse on the ground; `slope` leans it sideways, `soft` 0 is a crisp edge and 1 fades from the middle."""
        reach_x = width * 1.05 + abs(slope) * depth
        left, right = int(np.floor(x - reach_x)), int(np.ceil(x + reach_x)) + 1
        top, bottom = int(np.floor(y - depth * 1.05)), int(np.ceil(y + depth * 1.05)) + 1
        place = window(left, top, (bottom - top, right - left), self.shape)
        if place.empty:
            return
        rows, columns = place.picture
        dy = (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5 - y)[:, None]
        dx = (np.arange(columns.start, columns.stop, dtype=np.float32) + 0.5 - x)[None, :] - slope * dy
        far = np.sqrt((dx / width) ** 2 + (dy / depth) ** 2)
        fade = np.clip((1 - far) / max(soft, 1e-3), 0, 1)
        dark = strength * fade * fade * (3 - 2 * fade)
        # Shadows keep a little of the sky's blue rather than going grey.
        tint = np.asarray([1.0, 0.96, 0.86], dtype=np.float32)
        self.rgb[rows, columns] *= 1 - dark[..., None] * tint

    def image(self) -> Image.Image:
        """The picture as 8-bit RGB."""
        return Image.fromarray(np.clip(self.rgb * 255 + 0.5, 0, 255).astype(np.uint8), mode=None)
