"""An upright camera above a flat ground: where a place on the ground is seen, and how large things are there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Floats

__all__ = ["Camera"]


@dataclass(frozen=True)
class Camera:
    """Pinhole without tilt. A ground point at depth Z is seen `focal * height / Z` rows below the horizon."""

    width: int
    rows: int
    horizon: float
    height: float
    focal: float

    def scale(self, row: float) -> float:
        """Pixels per metre for things that stand on the ground where `row` sees it."""
        return max(row - self.horizon, 1e-3) / self.height

    def row(self, scale: float) -> float:
        """The row where things are seen at `scale` pixels per metre."""
        return self.horizon + scale * self.height

    def depth(self, scale: float) -> float:
        """Metres from the camera of things seen at `scale`."""
        return self.focal / scale

    def ground(self, top: int) -> tuple[Floats, Floats, Floats]:
        """For each pixel from row `top` down: metres across, metres away, and pixels per metre of its row."""
        rows = np.arange(top, self.rows, dtype=np.float32) + 0.5
        scale = np.maximum(rows - self.horizon, 0.5) / self.height
        across = (np.arange(self.width, dtype=np.float32) + 0.5 - self.width / 2)[None, :] / scale[:, None]
        away = np.broadcast_to((self.focal / scale)[:, None], across.shape)
        return across.astype(np.float32), away.astype(np.float32), scale.astype(np.float32)[:, None]
