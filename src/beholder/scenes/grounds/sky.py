"""An open sky with clouds over hills."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.noise import cloudy, sample, tile
from beholder.scenes.palette import mix

__all__ = ["MOODS", "Mood", "cloudscape", "sky"]


@dataclass(frozen=True)
class Mood:
    """The colours of a time of day."""

    zenith: tuple[float, float, float]
    horizon: tuple[float, float, float]
    cloud: tuple[float, float, float]
    shade: tuple[float, float, float]
    hill: tuple[float, float, float]
    field: tuple[float, float, float]


MOODS = (
    Mood((0.25, 0.50, 0.80), (0.84, 0.91, 0.94), (1.0, 1.0, 0.99), (0.70, 0.77, 0.86), (0.36, 0.50, 0.46), (0.42, 0.56, 0.26)),
    Mood((0.34, 0.50, 0.74), (0.99, 0.86, 0.72), (1.0, 0.95, 0.88), (0.78, 0.72, 0.78), (0.45, 0.45, 0.50), (0.50, 0.52, 0.28)),
    Mood((0.28, 0.56, 0.78), (0.93, 0.93, 0.85), (1.0, 0.99, 0.95), (0.74, 0.80, 0.84), (0.38, 0.52, 0.50), (0.50, 0.60, 0.30)),
)  # fmt: skip


def cloudscape(rng: np.random.Generator, size: tuple[int, int], mood: Mood, *, horizon: float) -> Floats:
    """Gradient and clouds for the whole picture; clouds flatten towards the horizon."""
    width, rows = size
    up = np.clip((horizon - np.arange(rows, dtype=np.float32)) / max(horizon, 1), 0, 1)[:, None]
    picture = mix(
        np.asarray(mood.horizon, dtype=np.float32), np.asarray(mood.zenith, dtype=np.float32), (up**0.75)[..., None]
    )
    picture = np.repeat(picture, width, axis=1)
    # A ceiling of clouds seen from below: its texture is read in perspective.
    far = 1 / (up + 0.16)
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :] * (width / rows)
    texture = tile(rng, side=512, cells=8, octaves=6, gain=0.55)
    shift = rng.random(2) * 512
    rows_at = np.broadcast_to(far * 46 + shift[0], (rows, width))
    columns_at = x * far * 44 + shift[1]
    thick = sample(texture, rows_at, columns_at)
    lit = sample(texture, rows_at + 5 * 1.0, columns_at - 5)
    cover = np.clip((thick - 0.12) / 1.2, 0, 1)
    cover = cover * cover * (3 - 2 * cover) * np.clip(up * 9 - 0.4, 0, 1)
    relief = np.clip(0.62 + 0.42 * (thick - lit) - 0.10 * thick, 0, 1)
    tone = mix(np.asarray(mood.shade, dtype=np.float32), np.asarray(mood.cloud, dtype=np.float32), relief[..., None])
    return mix(picture, tone, (cover * 0.86)[..., None])


def _hills(rng: np.random.Generator, picture: Floats, mood: Mood, horizon: float) -> Floats:
    rows, width = picture.shape[:2]
    top = max(0, int(horizon - rows * 0.16))
    low = picture[top:]
    line = np.arange(top, rows, dtype=np.float32)[:, None]
    haze = np.asarray(mood.horizon, dtype=np.float32)
    layers = 5
    for layer in range(layers):
        near = layer / (layers - 1)
        rough = rows * (0.030 + 0.030 * near)
        shape = cloudy(rng, (2, width), cell=(2, width / (4.5 - 2.4 * near)), octaves=5, gain=0.42)[0]
        foot = horizon - rows * 0.035 + (rows - horizon) * near * 0.62
        edge = foot + rough * 0.75 * shape
        cover = np.clip(line - edge[None, :] + 0.5, 0, 1)
        below = np.clip((line - edge[None, :]) / (rows * 0.14), 0, 1)
        wood = cloudy(
            rng,
            (rows - top, width),
            cell=(rows * (0.012 + 0.016 * near), width * (0.03 + 0.03 * near)),
            octaves=4,
            gain=0.7,
        )
        base = mix(
            np.asarray(mood.hill, dtype=np.float32), np.asarray(mood.field, dtype=np.float32), 0.15 + 0.85 * near
        )
        if near > 0.4:
            strips = np.tanh(4 * np.sin((line * 3.2 + shape[None, :] * rough * 2) / (rows * 0.055)) + 2 * wood)
            tint = mix(np.asarray([0.93, 0.98, 0.88]), np.asarray([1.12, 1.06, 0.92]), (0.5 + 0.5 * strips)[..., None])
            base = base * tint
        woods = np.clip(wood * 0.8 - 0.35, 0, 1)[..., None] * (0.35 + 0.45 * near)
        tone = mix(base * (1 + 0.05 * wood[..., None]), base * np.float32(0.55), woods)
        veil = 0.80 * (1 - near) ** 1.15 + 0.07
        tone = mix(tone, haze, np.clip(veil + 0.16 * below * (1 - near), 0, 1)[..., None])
        low = mix(low, tone, cover[..., None])
    return np.concatenate([picture[:top], low])


def sky(rng: np.random.Generator, size: tuple[int, int], *, horizon: float, mood: Mood) -> Floats:
    """The whole picture: sky, clouds, far and near hills."""
    picture = cloudscape(rng, size, mood, horizon=horizon)
    picture = _hills(rng, picture, mood, horizon)
    # Half a grey level of noise keeps the gradient from banding.
    picture = picture + (rng.random(picture.shape[:2], dtype=np.float32)[..., None] - 0.5) / 255
    return np.asarray(picture, dtype=np.float32)
