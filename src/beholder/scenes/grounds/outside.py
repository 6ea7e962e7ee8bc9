"""Sky, grass and street."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.grounds.indoors import stroke
from beholder.scenes.noise import cloudy, sample, tile
from beholder.scenes.palette import mix

__all__ = ["MOODS", "Mood", "cloudscape", "grass", "greenery", "sky", "street"]


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
