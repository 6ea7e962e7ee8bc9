"""Smooth random textures."""

from __future__ import annotations

import numpy as np
from PIL import Image

from beholder.scenes.arrays import Floats
from beholder.scenes.palette import mix

__all__ = ["cloudy", "sample", "tile"]


def _grown(grid: Floats, shape: tuple[int, int]) -> Floats:
    picture = Image.fromarray(np.ascontiguousarray(grid, dtype=np.float32))
    return np.asarray(picture.resize((shape[1], shape[0]), Image.Resampling.BICUBIC), dtype=np.float32)


def cloudy(
    rng: np.random.Generator, shape: tuple[int, int], *, cell: tuple[float, float], octaves: int = 4, gain: float = 0.5
) -> Floats:
    """Noise of mean 0 and spread near 1; `cell` is the size (rows, columns) of the largest blobs in pixels."""
    total = np.zeros(shape, dtype=np.float32)
    weight = 1.0
    power = 0.0
    for octave in range(octaves):
        rows = max(2, round(shape[0] / cell[0] * 2**octave) + 1)
        columns = max(2, round(shape[1] / cell[1] * 2**octave) + 1)
        # Finer than one pixel adds nothing that can be seen.
        rows, columns = min(rows, shape[0] + 1), min(columns, shape[1] + 1)
        total += weight * _grown(rng.standard_normal((rows, columns), dtype=np.float32), shape)
        power += weight**2
        weight *= gain
    return np.asarray(total / np.sqrt(power), dtype=np.float32)


def tile(rng: np.random.Generator, *, side: int = 256, cells: int = 8, octaves: int = 4, gain: float = 0.6) -> Floats:
    """A square of noise whose opposite edges meet."""
    total = np.zeros((side, side), dtype=np.float32)
    weight = 1.0
    power = 0.0
    for octave in range(octaves):
        count = min(cells * 2**octave, side)
        grid = rng.standard_normal((count, count), dtype=np.float32)
        pad = 3
        step = side // count
        wide = _grown(np.pad(grid, pad, mode="wrap"), (side + 2 * pad * step, side + 2 * pad * step))
        total += weight * wide[pad * step : pad * step + side, pad * step : pad * step + side]
        power += weight**2
        weight *= gain
    return np.asarray(total / np.sqrt(power), dtype=np.float32)


def sample(texture: Floats, rows: Floats, columns: Floats) -> Floats:
    """Read a tile at any places (in texture pixels), between pixels linearly, wrapping around."""
    side = texture.shape[0]
    top = np.floor(rows)
    left = np.floor(columns)
    down = (rows - top).astype(np.float32)
    across = (columns - left).astype(np.float32)
    c0 = left.astype(np.int32) % side
    r0 = top.astype(np.int32) % side * side
    c1 = (c0 + 1) % side
    r1 = (r0 + side) % (side * side)
    flat = texture.reshape(-1)
    upper = mix(flat.take(r0 + c0), flat.take(r0 + c1), across)
    lower = mix(flat.take(r1 + c0), flat.take(r1 + c1), across)
    return mix(upper, lower, down)
