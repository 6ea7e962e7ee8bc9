"""Colours by name, so that a question about colour has a known answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from beholder.errors import BeholderError, nearest
from beholder.scenes.arrays import Floats

__all__ = ["COLOURS", "Light", "decode", "encode", "mix", "rgb"]


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


#: Colour name → sRGB bytes. Every pair is far enough apart to be told by name.
COLOURS: dict[str, tuple[int, int, int]] = {
    "red": (200, 38, 42),
    "orange": (236, 124, 32),
    "yellow": (246, 200, 46),
    "green": (48, 140, 74),
    "teal": (26, 148, 150),
    "blue": (42, 96, 190),
    "purple": (122, 66, 160),
    "pink": (232, 116, 158),
    "white": (240, 236, 226),
    "grey": (138, 142, 148),
    "black": (44, 44, 50),
    "brown": (128, 82, 50),
}


def rgb(colour: str) -> Floats:
    """A named colour as three sRGB numbers between 0 and 1."""
    if colour not in COLOURS:
        raise BeholderError(
            f'unknown colour "{colour}"', code="scene-unknown-colour", where="colour", hint=nearest(colour, COLOURS)
        )
    return np.asarray(COLOURS[colour], dtype=np.float32) / 255


def decode(srgb: Floats) -> Floats:
    """From sRGB numbers to linear light (pure power 2.2, so that both ways are exact inverses)."""
    return np.power(np.maximum(srgb, 0), 2.2).astype(np.float32)


def encode(linear: Floats) -> Floats:
    """From linear light to sRGB numbers, with a soft shoulder so that highlights do not clip to flat patches."""
    bright = np.maximum(linear, 0)
    rolled = np.where(bright > 0.8, 0.8 + 0.2 * (1 - np.exp(-(bright - 0.8) / 0.2)), bright)
    return np.power(rolled, 1 / 2.2).astype(np.float32)


def mix(first: npt.ArrayLike, second: npt.ArrayLike, share: npt.ArrayLike) -> Floats:
    """Blend from `first` (share 0) to `second` (share 1)."""
    start, end, part = (np.asarray(value, dtype=np.float32) for value in (first, second, share))
    change = np.asarray((end - start) * part)
    if change.shape != np.broadcast_shapes(change.shape, start.shape):
        return np.asarray(change + start)
    # pictures are large: adding in place spares a third whole copy
    change += start
    return change
