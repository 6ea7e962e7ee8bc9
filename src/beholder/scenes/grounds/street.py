"""A town street: sky, a hazy skyline, pavement and road."""

from __future__ import annotations

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.grounds.boards import stroke
from beholder.scenes.grounds.sky import MOODS, cloudscape
from beholder.scenes.noise import sample, tile
from beholder.scenes.palette import mix

__all__ = ["street"]


def _skyline(rng: np.random.Generator, picture: Floats, horizon: float, haze: Floats) -> None:
    rows, width = picture.shape[:2]
    for layer, (share, low, high) in enumerate(((0.72, 0.16, 0.42), (0.45, 0.08, 0.28))):
        x = -rng.uniform(0, 0.05) * width
        while x < width:
            wide = width * rng.uniform(0.045, 0.10)
            top = int(horizon - rows * rng.uniform(low, high))
            left, right = int(max(0, x)), int(min(width, x + wide))
            tone = mix(np.asarray([0.50, 0.50, 0.55]) * rng.uniform(0.85, 1.15), haze, share)
            if right > left:
                block = np.broadcast_to(tone, (int(horizon) + 2 - top, right - left, 3)).copy()
                pitch = max(4, int(rows * 0.022))
                y = np.arange(block.shape[0])[:, None] % pitch
                column = np.arange(right - left)[None, :] % pitch
                lit = ((y > pitch * 0.35) & (column > pitch * 0.4)) & (np.arange(block.shape[0])[:, None] > pitch)
                block[lit] = mix(tone, haze * np.float32(0.82 if layer else 0.95), 0.4)
                picture[top : int(horizon) + 2, left:right] = block
            x += wide * rng.uniform(0.9, 1.25)


def street(rng: np.random.Generator, camera: Camera) -> Floats:
    """The whole picture of an empty street seen by `camera`."""
    mood = MOODS[int(rng.integers(len(MOODS)))]
    haze = np.asarray(mood.horizon, dtype=np.float32)
    size = (camera.width, camera.rows)
    picture = cloudscape(rng, size, mood, horizon=camera.horizon)
    _skyline(rng, picture, camera.horizon, haze)
    top = int(np.ceil(camera.horizon)) + 1
    across, away, scale = camera.ground(top)
    flat = scale * scale * camera.height / camera.focal
    texture = tile(rng, octaves=5, gain=0.75)
    near = camera.depth(camera.scale(camera.rows))
    rough = sample(texture, away * 60, across * 60)
    broad = sample(texture, away * 6, across * 6)
    kerb_far, kerb_near = near * 3.1, near * 1.30
    slab = near * 0.16
    fade = np.clip(slab * flat / 3 - 0.2, 0, 1)
    joints = np.maximum(
        stroke((across / slab - np.round(across / slab)) * slab, slab * 0.015, scale),
        stroke((away / slab - np.round(away / slab)) * slab, slab * 0.02, flat),
    )
    paving: Floats = (
        np.asarray([0.74, 0.72, 0.69], dtype=np.float32) * (1 + 0.025 * broad + 0.02 * rough * fade)[..., None]
    )
    paving = mix(paving, paving * np.float32(0.78), (joints * fade)[..., None])
    tar: Floats = (
        np.asarray([0.34, 0.35, 0.37], dtype=np.float32)
        * (1 + 0.04 * broad + 0.07 * rough * np.clip(flat / 40, 0, 1))[..., None]
    )
    middle = (kerb_far * 0.8 + kerb_near * 1.2) / 2
    dash = stroke(away - middle, near * 0.025, flat) * (((across / near + 40) % 0.62) < 0.36)
    tar = mix(tar, np.asarray([0.93, 0.92, 0.88]), (dash * 0.9)[..., None])
    on_road = np.clip((away - kerb_near) * flat + 0.5, 0, 1) * np.clip((kerb_far - away) * flat + 0.5, 0, 1)
    floor = mix(paving, tar, on_road[..., None])
    for kerb in (kerb_near, kerb_far):
        edge = stroke(away - kerb, near * 0.018, flat)
        floor = mix(floor, np.asarray([0.60, 0.59, 0.57]), edge[..., None])
    veil = np.clip((away / near - 3.5) / 26, 0, 0.75)
    picture[top:] = mix(floor, haze * np.float32(0.93), veil[..., None])
    picture[top - 2 : top] = picture[top]
    return picture
