"""A floor of wooden boards that run away from the viewer."""

from __future__ import annotations

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.noise import sample, tile
from beholder.scenes.palette import mix

__all__ = ["boards", "stroke"]


def stroke(distance: Floats, half: float, scale: Floats) -> Floats:
    """How much a line of half-width `half` metres covers pixels at `distance` metres from its middle."""
    return np.asarray(np.clip((half - np.abs(distance)) * scale + 0.5, 0, 1), dtype=np.float32)


def boards(
    rng: np.random.Generator, camera: Camera, top: int, *, plank: float, tone: tuple[float, float, float]
) -> Floats:
    """Colours of all rows from `top` down; `plank` is the width of a board in metres."""
    across, away, scale = camera.ground(top)
    count = 512
    shades = rng.normal(0, 1, (count, 2)).astype(np.float32)
    which = np.floor(across / plank).astype(np.int64)
    strip = which % count
    length = plank * 13
    along = away / length + shades[strip, 1]
    piece = (strip * 7 + np.floor(along).astype(np.int64) * 131) % count
    # Boards finer than a pixel would flicker: their differences fade with distance.
    sharp = np.clip(plank * scale / 3 - 0.35, 0, 1)
    texture = tile(rng, cells=4, octaves=5)
    grain = sample(texture, away / length * 90 + piece * 17, across / plank * 70)
    shade = 1 + (0.055 * shades[piece, 0] + 0.035 * grain) * sharp
    warm = 0.03 * shades[(piece + 31) % count, 0] * sharp
    seam = stroke((across / plank - which - 0.5) * plank + plank / 2, plank * 0.018, scale)
    seam = np.maximum(seam, stroke((across / plank - which - 0.5) * plank - plank / 2, plank * 0.018, scale))
    ends = stroke(
        (along - np.floor(along)) * length, plank * 0.03, scale * scale / (camera.focal / camera.height) + 1e-6
    )
    lines = np.clip(seam + 0.7 * ends * (scale * plank > 4), 0, 1) * sharp
    base = np.asarray(tone, dtype=np.float32) * shade[..., None]
    base[..., 2] *= 1 - warm
    return mix(base, base * np.float32(0.55), (lines * 0.75)[..., None])
