"""A table top seen close, with a soft kitchen behind it."""

from __future__ import annotations

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.grounds.boards import boards
from beholder.scenes.noise import cloudy
from beholder.scenes.palette import mix

__all__ = ["tabletop", "tabletop_row"]

_TONES = ((0.66, 0.46, 0.29), (0.78, 0.62, 0.44), (0.50, 0.35, 0.25))


def tabletop_row(camera: Camera) -> float:
    """The row of the table's far edge."""
    return camera.horizon + 0.22 * (camera.rows - camera.horizon)


def tabletop(rng: np.random.Generator, camera: Camera) -> Floats:
    """The whole picture of an empty table top seen by `camera`."""
    top = int(np.floor(tabletop_row(camera)))
    width = camera.width
    warm = mix(np.asarray([0.82, 0.77, 0.70]), np.asarray([0.64, 0.69, 0.72]), rng.random())
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, top, dtype=np.float32)[:, None]
    wall = warm * (1.05 - 0.22 * y + 0.03 * cloudy(rng, (top, width), cell=(top, width / 3), octaves=2))[..., None]
    # Lights out of focus: a few large soft discs.
    for _ in range(9):
        cx, cy, radius = rng.random(), rng.uniform(0, 0.9), rng.uniform(0.03, 0.07)
        far = np.sqrt((x - cx) ** 2 + ((y - cy) * top / width) ** 2) / radius
        disc = np.clip((1 - far) * 6, 0, 1) * rng.uniform(0.08, 0.22)
        wall = mix(wall, np.asarray([1.0, 0.96, 0.86]), disc[..., None])
    tone = _TONES[int(rng.integers(len(_TONES)))]
    wood = boards(rng, camera, top, plank=0.14, tone=tone)
    down = np.linspace(0, 1, camera.rows - top, dtype=np.float32)[:, None]
    sheen = np.exp(-(((x - 0.45) / 0.38) ** 2)) * np.exp(-((down - 0.15) ** 2) / 0.10)
    wood = mix(
        wood * (0.94 + 0.10 * (1 - (2 * x - 1) ** 2))[..., None],
        np.asarray([1.0, 0.96, 0.88]),
        (0.16 * sheen)[..., None],
    )
    picture = np.concatenate([np.asarray(wall, dtype=np.float32), wood])
    edge = max(1, int(camera.rows * 0.004))
    picture[top : top + edge] *= np.float32(1.12)
    return picture
