"""A sports hall: a sprung floor with court lines, padded wall and high windows."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.grounds.boards import boards, stroke
from beholder.scenes.noise import cloudy
from beholder.scenes.palette import mix

__all__ = ["gym", "gym_wall_row"]

_PADS = ((0.16, 0.30, 0.47), (0.20, 0.40, 0.38), (0.48, 0.20, 0.19), (0.27, 0.29, 0.36))


def gym_wall_row(camera: Camera) -> float:
    """The row where floor and wall meet."""
    return camera.horizon + 0.17 * (camera.rows - camera.horizon)


def _wall(rng: np.random.Generator, camera: Camera, foot: float) -> Floats:
    width, rows = camera.width, int(np.ceil(foot)) + 1
    scale = camera.scale(foot)
    unit = 0.75 / 1.5 * camera.height  # the hall grows with the camera, so that few and many balls look alike
    y = (foot - np.arange(rows, dtype=np.float32) - 0.5)[:, None] / scale
    x = (np.arange(width, dtype=np.float32) + 0.5 - width / 2)[None, :] / scale + rng.random() * unit
    wall = np.empty((rows, width, 3), dtype=np.float32)
    wall[:] = np.asarray([0.87, 0.85, 0.80], dtype=np.float32)
    pad_top = 2.3 * unit
    pad = np.asarray(_PADS[int(rng.integers(len(_PADS)))], dtype=np.float32)
    panel = x / (1.25 * unit) - np.floor(x / (1.25 * unit))
    bulge = (
        1 + 0.10 * (0.5 - np.abs(panel - 0.5)) * 2 - 0.30 * np.clip((0.03 - np.minimum(panel, 1 - panel)) / 0.03, 0, 1)
    )
    padded = pad * (bulge * (0.84 + 0.16 * np.clip(y / pad_top, 0, 1)))[..., None]
    wall = mix(wall, padded, np.clip((pad_top - y) * scale + 0.5, 0, 1)[..., None])
    stripe = stroke(y - pad_top - 0.42 * unit, 0.10 * unit, np.asarray(scale))
    wall = mix(wall, pad * np.float32(1.15), np.broadcast_to(stripe, wall.shape[:2])[..., None] * 0.9)
    bay = x / (3.4 * unit) - np.floor(x / (3.4 * unit)) - 0.5
    window = np.clip((1.25 * unit / (3.4 * unit) - np.abs(bay)) * 3.4 * unit * scale + 0.5, 0, 1)
    window = window * np.clip((y - 3.7 * unit) * scale + 0.5, 0, 1)
    bars = stroke((np.abs(bay) - 0.18) * 3.4 * unit, 0.05 * unit, np.asarray(scale))
    glass = mix(
        np.asarray([0.86, 0.92, 0.97]),
        np.asarray([0.99, 0.99, 0.98]),
        np.clip((y - 3.7 * unit) / (3 * unit), 0, 1)[..., None],
    )
    glass = mix(glass, np.asarray([0.62, 0.64, 0.66]), (bars * np.ones_like(y))[..., None])
    wall = mix(wall, glass, window[..., None])
    # Light falls in from the windows: brighter above, and soft blotches so that the wall is not a flat fill.
    wall *= (0.90 + 0.10 * np.clip(y / (6 * unit), 0, 1))[..., None]
    wall *= (1 + 0.012 * cloudy(rng, (rows, width), cell=(rows / 2 + 2, width / 5 + 2), octaves=3))[..., None]
    wall *= (1 - 0.35 * np.exp(-y / (0.10 * unit)))[..., None]
    eight = Image.fromarray(np.clip(wall * 255, 0, 255).astype(np.uint8))
    soft = eight.filter(ImageFilter.GaussianBlur(max(0.6, camera.rows * 0.0018)))
    return np.asarray(soft, dtype=np.float32) / 255


def _lines(rng: np.random.Generator, camera: Camera, floor: Floats, top: int) -> Floats:
    across, away, scale = camera.ground(top)
    flat = scale * scale * camera.height / camera.focal
    far = camera.depth(camera.scale(gym_wall_row(camera)))
    near = camera.depth(camera.scale(camera.rows))
    half = camera.height * 0.022
    middle = near + (far - near) * rng.uniform(0.16, 0.26)
    shift = rng.uniform(-0.5, 0.5) * near * 0.5
    radius = near * rng.uniform(0.75, 0.95)
    ring = np.sqrt((across - shift) ** 2 + (away - middle) ** 2) - radius
    steep = np.abs(across - shift) / np.maximum(np.abs(ring + radius), 1e-3)
    painted = stroke(ring, half, scale * steep + flat * (1 - steep))
    level = stroke(away - middle, half, flat)
    upright = stroke(across - shift - near * 1.25, half, scale)
    second = stroke(across - shift + near * 1.35, half, scale)
    floor = mix(floor, np.asarray([0.93, 0.92, 0.88]), (np.maximum(painted, level) * 0.88)[..., None])
    return mix(floor, np.asarray([0.20, 0.38, 0.58]), (np.maximum(upright, second) * 0.85)[..., None])


def gym(rng: np.random.Generator, camera: Camera) -> Floats:
    """The whole picture of a sports hall seen by `camera`."""
    foot = gym_wall_row(camera)
    top = int(np.floor(foot))
    picture = np.empty((camera.rows, camera.width, 3), dtype=np.float32)
    wall = _wall(rng, camera, foot)
    floor = boards(rng, camera, top, plank=camera.height * 0.105, tone=(0.80, 0.60, 0.38))
    floor = _lines(rng, camera, floor, top)
    depth = np.linspace(0, 1, camera.rows - top, dtype=np.float32)[:, None]
    # The varnish mirrors the wall and the windows, most of all at a flat angle.
    mirror = wall[::-1][: camera.rows - top]
    if mirror.shape[0] < camera.rows - top:
        mirror = np.concatenate([mirror, np.repeat(mirror[-1:], camera.rows - top - mirror.shape[0], axis=0)])
    eight = Image.fromarray(np.clip(mirror * 255, 0, 255).astype(np.uint8)).filter(
        ImageFilter.GaussianBlur(max(1.0, camera.rows * 0.012))
    )
    glow = np.asarray(eight, dtype=np.float32) / 255
    floor = mix(floor, glow, (0.30 * (1 - depth) ** 2.2 + 0.03)[..., None])
    x = np.linspace(-1, 1, camera.width, dtype=np.float32)[None, :]
    pool = 1.05 - 0.16 * (x * x) - 0.10 * (depth - 0.45) ** 2 * 2
    picture[top:] = floor * pool[..., None]
    picture[:top] = wall[:top] * (1.02 - 0.10 * x * x)[..., None]
    edge = int(max(1, camera.rows * 0.006))
    picture[top - edge : top] *= np.float32(0.72)
    return picture
