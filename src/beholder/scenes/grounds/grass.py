"""A mown lawn with a hedge and sky behind it."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.noise import cloudy, sample, tile
from beholder.scenes.palette import mix

__all__ = ["grass", "greenery"]

_FAR = np.asarray([0.56, 0.66, 0.34], dtype=np.float32)
_NEAR = np.asarray([0.27, 0.44, 0.15], dtype=np.float32)


def greenery(rng: np.random.Generator, size: tuple[int, int], horizon: float) -> Floats:
    """Sky, far trees and a hedge, out of focus, for everything above the horizon (a whole picture is returned)."""
    width, rows = size
    picture = np.empty((rows, width, 3), dtype=np.float32)
    up = np.linspace(1, 0, rows, dtype=np.float32)[:, None, None]
    picture[:] = mix(np.asarray([0.90, 0.93, 0.92]), np.asarray([0.56, 0.74, 0.90]), up**0.8)
    if horizon < 2:
        return picture
    line = np.arange(rows, dtype=np.float32)[:, None]
    for reach, tone, rough in ((0.85, (0.55, 0.66, 0.52), 0.20), (0.55, (0.30, 0.44, 0.24), 0.14)):
        crown = cloudy(rng, (2, width), cell=(2, max(8.0, horizon * 0.8)), octaves=5, gain=0.55)[0]
        edge = horizon - horizon * (reach * 0.62 + rough * crown)
        cover = np.clip((line - edge[None, :]) / max(1.5, horizon * 0.04), 0, 1)[..., None]
        leaf = cloudy(rng, (rows, width), cell=(horizon * 0.16 + 2, horizon * 0.16 + 2), octaves=4, gain=0.7)
        # Lit from above: the lower parts of the trees are in shade.
        shade = np.clip(1.12 - (line - edge[None, :]) / max(horizon, 1) * 0.55, 0.5, 1.2)
        tree = np.asarray(tone, dtype=np.float32) * (shade * (1 + 0.14 * leaf))[..., None]
        picture = mix(picture, tree, cover)
    eight = Image.fromarray(np.clip(picture * 255, 0, 255).astype(np.uint8))
    blurred = eight.filter(ImageFilter.GaussianBlur(max(1.0, horizon * 0.022)))
    return np.asarray(blurred, dtype=np.float32) / 255


def _turf(rng: np.random.Generator, camera: Camera, top: int) -> Floats:
    across, away, _ = camera.ground(top)
    depth = np.clip(
        (np.arange(top, camera.rows, dtype=np.float32) - camera.horizon) / (camera.rows - camera.horizon), 0, 1
    )
    colour = mix(_FAR, _NEAR, (depth**0.55)[:, None, None])
    texture = tile(rng)
    near = camera.depth(camera.scale(camera.rows))
    wide = 256 / (near * 1.1)
    patches = sample(texture, away * wide * 0.35, across * wide * 0.35)
    fine = sample(texture, away * wide * 1.4 + 31, across * wide * 3.1 + 57)
    # Stripes left by the mower, as wide as a few things of the scene.
    stripe = np.tanh(np.sin(across / (near * 0.30) * np.pi + rng.random() * 6) * 3)
    calm = np.clip(depth * 6, 0, 1)[:, None]
    light = 1 + 0.055 * stripe * calm + 0.075 * patches * calm + 0.07 * fine * calm * calm
    warm = np.asarray([1.06, 1.0, 0.86], dtype=np.float32)
    tinted = mix(colour, colour * warm, np.clip(0.5 + 0.5 * patches, 0, 1)[..., None])
    return np.asarray(tinted * light[..., None], dtype=np.float32)


def _blades(rng: np.random.Generator, base: Image.Image, camera: Camera, length: float) -> Image.Image:
    """Blades drawn at double size and shrunk, from back to front."""
    wide, high = base.size
    picture = base.resize((wide * 2, high * 2), Image.Resampling.BILINEAR)
    draw = ImageDraw.Draw(picture)
    pixels = np.asarray(base, dtype=np.float32)
    count = int(np.clip(wide * (high - camera.horizon) / 34, 300, 26000))
    # Square root: as many blades per picture area everywhere would leave the foreground bare.
    rows = camera.horizon + (camera.rows * 1.04 - camera.horizon) * np.sort(0.10 + 0.90 * rng.random(count) ** 0.8)
    columns = rng.random(count) * wide
    tall = length * (rows - camera.horizon) / camera.height * rng.uniform(0.45, 1.15, count)
    lean = rng.normal(0, 0.34, count) * tall
    thick = np.maximum(0.45, tall * rng.uniform(0.03, 0.065, count))
    tone = rng.normal(0, 1, (count, 2))
    at = pixels[np.clip(rows.astype(int), 0, high - 1), np.clip(columns.astype(int), 0, wide - 1)]
    bright = np.where(tone[:, 0] > 0, 1 + 0.20 * np.abs(tone[:, 0]), 1 - 0.17 * np.abs(tone[:, 0]))
    fill = at * np.clip(bright, 0.45, 1.5)[:, None]
    fill[:, 0] += 9 * tone[:, 1]
    fill[:, 2] -= 5 * np.abs(tone[:, 1])
    colours = np.clip(fill, 0, 255).astype(int).tolist()
    corners = np.stack(
        [columns - thick, rows, columns + thick, rows, columns + lean * 0.45 + thick * 0.6, rows - tall * 0.6,
         columns + lean, rows - tall, columns + lean * 0.45 - thick * 0.6, rows - tall * 0.6], axis=1) * 2  # fmt: skip
    for points, colour in zip(corners.tolist(), colours, strict=True):
        draw.polygon(points, fill=tuple(colour))
    return picture.reduce(2)


def grass(rng: np.random.Generator, camera: Camera, *, blade: float = 0.03) -> Floats:
    """The whole picture of a lawn seen by `camera`; `blade` is the length of the grass in metres."""
    size = (camera.width, camera.rows)
    picture = greenery(rng, size, camera.horizon)
    top = int(np.clip(np.floor(camera.horizon), 0, camera.rows - 1))
    picture[top:] = _turf(rng, camera, top)
    soft = int(max(2, camera.rows * 0.012))
    blend = np.linspace(0, 1, soft, dtype=np.float32)[:, None, None]
    if top > soft:
        picture[top : top + soft] = mix(picture[top - 1 : top], picture[top : top + soft], blend)
    eight = Image.fromarray(np.clip(picture * 255, 0, 255).astype(np.uint8))
    result = np.asarray(_blades(rng, eight, camera, blade), dtype=np.float32) / 255
    # A pool of light in the middle leads the eye to the things.
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :, None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None, None]
    return np.asarray(result * (1.06 - 0.15 * (x * x * 0.8 + (y - 0.1) ** 2 * 0.6)), dtype=np.float32)
