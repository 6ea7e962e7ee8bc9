"""Floors and walls: boards, a gym, a room, a tabletop."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.canvas import Canvas
from beholder.scenes.noise import cloudy, sample, tile
from beholder.scenes.palette import Light, mix
from beholder.scenes.pen import Pen, curve

__all__ = ["boards", "gym", "gym_wall_row", "room", "room_wall_row", "stroke", "tabletop", "tabletop_row"]

# of wood, as red, green and blue from 0 to 1; by eye, as all colours here
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


# light and nearly grey, so that things stand out from them
_WALLS = ((0.80, 0.84, 0.80), (0.88, 0.83, 0.74), (0.76, 0.81, 0.86), (0.90, 0.86, 0.80))
# darker than the walls, so that the floor is seen as one
_RUGS = ((0.62, 0.32, 0.28), (0.28, 0.40, 0.52), (0.36, 0.46, 0.38))


def room_wall_row(camera: Camera) -> float:
    """The row where floor and wall meet."""
    return camera.horizon + 0.38 * (camera.rows - camera.horizon)


def _window(canvas: Canvas, x: float, foot: float, scale: float) -> None:
    pen = Pen(x, foot, scale, reach=(0.95, -0.85, 0.95, 2.5), light=Light())
    pen.box((-0.66, 0.95), (0.66, 2.25), (0.97, 0.97, 0.95), fade=0.04)
    pen.box((-0.58, 1.02), (0.58, 2.18), (0.70, 0.85, 0.94), fade=-0.22)
    pen.polygon(
        [
            *curve([(-0.58, 1.30), (-0.3, 1.42), (0.0, 1.33), (0.3, 1.45), (0.58, 1.34)], closed=False),
            (0.58, 1.02),
            (-0.58, 1.02),
        ],
        (0.55, 0.70, 0.48),
        fade=0.1,
    )
    pen.box((-0.03, 1.0), (0.03, 2.2), (0.97, 0.97, 0.95), fade=0)
    pen.box((-0.6, 1.60), (0.6, 1.65), (0.97, 0.97, 0.95), fade=0)
    pen.box((-0.76, 0.90), (0.76, 0.97), (0.93, 0.92, 0.89), fade=0.3)
    for side in (-1, 1):
        for fold in range(3):
            inner = 0.52 + fold * 0.12
            pen.polygon(
                curve(
                    [
                        (side * inner, 2.32),
                        (side * (inner + 0.14), 2.32),
                        (side * (inner + 0.16), 0.88),
                        (side * (inner + 0.01), 0.88),
                    ],
                    steps=3,
                ),
                (0.90, 0.87, 0.80),
                volume=0.05,
            )
    pen.line([(-0.93, 2.34), (0.93, 2.34)], 0.035, (0.45, 0.34, 0.24), volume=0.01)
    canvas.lay(pen.patch())


def _framed(canvas: Canvas, x: float, foot: float, scale: float, rug: tuple[float, float, float]) -> None:
    pen = Pen(x, foot, scale, reach=(0.5, -1.1, 0.5, 2.3), light=Light())
    pen.box((-0.46, 1.30), (0.46, 2.0), (0.36, 0.25, 0.17), volume=0.02)
    pen.box((-0.41, 1.35), (0.41, 1.95), (0.95, 0.93, 0.88), fade=0.03)
    pen.box((-0.31, 1.43), (0.31, 1.87), (0.88, 0.80, 0.66), fade=0.0)
    pen.ellipse((0.12, 1.74), (0.07, 0.07), (0.90, 0.52, 0.30), fade=0, clip=True)
    hills = curve([(-0.31, 1.55), (-0.12, 1.66), (0.08, 1.56), (0.31, 1.63)], closed=False)
    pen.polygon([*hills, (0.31, 1.43), (-0.31, 1.43)], rug, fade=0.1)
    canvas.lay(pen.patch())


def room(rng: np.random.Generator, camera: Camera) -> Floats:
    """The whole picture of an empty room seen by `camera`."""
    foot = room_wall_row(camera)
    top = int(np.floor(foot))
    scale = camera.scale(foot)
    width = camera.width
    paper = np.asarray(_WALLS[int(rng.integers(len(_WALLS)))], dtype=np.float32)
    rug = _RUGS[int(rng.integers(len(_RUGS)))]
    x = (np.arange(width, dtype=np.float32) + 0.5 - width / 2)[None, :] / scale
    up = (foot - np.arange(top, dtype=np.float32) - 0.5)[:, None] / scale
    stripes = 0.5 + 0.5 * np.tanh(4 * np.sin(x * 2 * np.pi / 0.34))
    wall = paper * (0.975 + 0.03 * stripes * np.ones_like(up))[..., None]
    glow = 1.04 - 0.13 * (np.linspace(-1, 1, width, dtype=np.float32)[None, :] ** 2) - 0.05 * np.clip(1 - up, 0, 1)
    wall = (
        wall
        * glow[..., None]
        * (1 + 0.008 * cloudy(rng, (top, width), cell=(top / 2 + 2, width / 4 + 2), octaves=3))[..., None]
    )
    skirting = np.clip((0.16 - up) * scale + 0.5, 0, 1) * np.ones_like(x)
    wall = mix(
        wall, np.asarray([0.95, 0.94, 0.91]) * (1 - 0.2 * np.clip(1 - up / 0.05, 0, 1))[..., None], skirting[..., None]
    )
    floor = boards(rng, camera, top, plank=0.16, tone=(0.70, 0.51, 0.34))
    across, away, per_metre = camera.ground(top)
    middle = camera.depth(camera.scale(camera.horizon + 0.66 * (camera.rows - camera.horizon)))
    far = np.sqrt((across / 1.9) ** 2 + ((away - middle) / (middle * 0.30)) ** 2)
    flat = per_metre * per_metre * camera.height / camera.focal
    soft = np.clip((1 - far) * flat * middle * 0.3 + 0.5, 0, 1)
    ring = stroke(far - 0.86, 0.035, flat * middle * 0.3) + stroke(far - 0.76, 0.012, flat * middle * 0.3)
    weave = 1 + 0.03 * np.sin(across * 140) * np.sin(away * 90)
    woven = mix(
        np.asarray(rug, dtype=np.float32) * weave[..., None],
        np.asarray([0.93, 0.88, 0.78]),
        np.clip(ring, 0, 1)[..., None],
    )
    floor = mix(floor, woven, soft[..., None])
    down = np.linspace(0, 1, camera.rows - top, dtype=np.float32)[:, None]
    floor = (
        floor
        * (0.86 + 0.20 * np.clip(down * 3, 0, 1) - 0.08 * np.linspace(-1, 1, width, dtype=np.float32)[None, :] ** 2)[
            ..., None
        ]
    )
    canvas = Canvas(np.concatenate([np.asarray(wall, dtype=np.float32), floor]))
    side = -1 if rng.random() < 0.5 else 1
    _window(canvas, width * (0.5 + side * 0.29), foot, scale)
    _framed(canvas, width * (0.5 - side * 0.26), foot, scale, rug)
    return canvas.rgb


# the padding of a gym's walls: dark, so that balls stand out from it
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
