"""A living room: papered wall with a window and a picture, boards, and a rug."""

from __future__ import annotations

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.canvas import Canvas
from beholder.scenes.grounds.boards import boards, stroke
from beholder.scenes.light import Light
from beholder.scenes.noise import cloudy
from beholder.scenes.palette import mix
from beholder.scenes.pen import Pen, curve

__all__ = ["room", "room_wall_row"]

_WALLS = ((0.80, 0.84, 0.80), (0.88, 0.83, 0.74), (0.76, 0.81, 0.86), (0.90, 0.86, 0.80))
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
