"""Where the light of a scene comes from, and how it falls on a surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Floats

__all__ = ["Light"]


@dataclass(frozen=True)
class Light:
    """One sun or lamp plus the glow from above and from the ground; colours are linear light.

    `x` is negative when the light comes from the left; screen axes are x right, y down, z towards the viewer.
    """

    x: float = -0.55
    y: float = -0.72
    z: float = 0.62
    sun: tuple[float, float, float] = (1.0, 0.95, 0.86)
    above: tuple[float, float, float] = (0.46, 0.52, 0.62)
    below: tuple[float, float, float] = (0.20, 0.24, 0.12)
    strength: float = 1.0

    @property
    def direction(self) -> Floats:
        """Unit vector towards the light."""
        vector = np.asarray([self.x, self.y, self.z], dtype=np.float32)
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)

    def shade(self, albedo: Floats, normal: Floats, *, gloss: Floats | float, sharpness: float = 40.0) -> Floats:
        """Linear light reflected by points of the given colour and normal (both n × 3)."""
        towards = self.direction
        facing = normal @ towards
        diffuse = np.clip((facing + 0.18) / 1.18, 0, 1) ** 1.25
        up = (0.5 - 0.5 * normal[:, 1])[:, None]
        glow = np.asarray(self.below, dtype=np.float32) * (1 - up) + np.asarray(self.above, dtype=np.float32) * up
        half = towards + np.asarray([0, 0, 1], dtype=np.float32)
        half = half / np.linalg.norm(half)
        shine = np.clip(normal @ half, 0, 1) ** sharpness
        soft = np.clip(normal @ half, 0, 1) ** (sharpness * 0.16)
        rim = (1 - np.clip(normal[:, 2], 0, 1)) ** 3
        sun = np.asarray(self.sun, dtype=np.float32) * self.strength
        polish = np.asarray(gloss, dtype=np.float32)
        reflected = (shine * 0.85 + soft * 0.10)[:, None] * sun + (rim * 0.28)[:, None] * glow
        lit = albedo * (glow * 0.85 + diffuse[:, None] * sun * 0.88)
        return np.asarray(lit + reflected * (polish[:, None] if polish.ndim else polish), dtype=np.float32)
