"""Things to eat from: bowl, cup, plate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, Point, curve
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["BOWL", "CUP", "FOIL", "PLATE", "crumple"]


def _plate(pen: Pen, look: Appearance) -> None:
    glaze = rgb(look.colour)
    pen.ellipse((0, 0.033), (0.15, 0.042), mix(glaze, 0.0, 0.35), fade=0.1)
    pen.ellipse((0, 0.040), (0.15, 0.042), glaze, volume=0.010, fade=0.08)
    pen.ellipse((0, 0.041), (0.105, 0.028), mix(glaze, 0.0, 0.12), fade=-0.1)
    pen.ellipse((0, 0.039), (0.100, 0.026), mix(glaze, 1.0, 0.12), fade=0.02)


def _foil(pen: Pen, look: Appearance) -> None:
    edge = []
    for step in range(26):
        angle = 2 * math.pi * step / 26
        reach = 1 + float(look.rng.uniform(-0.07, 0.06))
        edge.append(
            (0.165 * reach * math.cos(angle) * (1.08 if step % 2 else 1), 0.045 + 0.044 * reach * math.sin(angle))
        )
    pen.polygon(edge, (0.76, 0.78, 0.80), volume=0.012, fade=0.1)
    for _ in range(150):
        x, y = float(look.rng.uniform(-0.17, 0.17)), float(look.rng.uniform(0.0, 0.09))
        corners = [(x + float(look.rng.normal(0, 0.016)), y + float(look.rng.normal(0, 0.006))) for _ in range(3)]
        tone = float(look.rng.uniform(0.50, 1.0))
        pen.polygon(corners, (tone * 0.98, tone, min(1.0, tone * 1.03)), clip=True, fade=0)


def crumple(pen: Pen, rng: np.random.Generator, outline: Sequence[Point]) -> None:
    """Crumpled foil of that outline, folded around what has been drawn before."""
    pen.polygon(outline, (0.76, 0.78, 0.80), volume=0.006, fade=0.1)
    (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*outline, strict=True))
    for _ in range(110):
        x, y = float(rng.uniform(left, right)), float(rng.uniform(low, high))
        corners = [(x + float(rng.normal(0, 0.008)), y + float(rng.normal(0, 0.004))) for _ in range(3)]
        tone = float(rng.uniform(0.50, 1.0))
        if all(_inside(corner, outline) for corner in corners):
            pen.polygon(corners, (tone * 0.98, tone, min(1.0, tone * 1.03)), clip=True, fade=0)


def _inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies within the outline: a line from it to the right crosses the edge an odd number of times."""
    x, y = point
    crossed = 0
    for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
        crossed += (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    return crossed % 2 == 1


PLATE = Thing(
    "plate",
    _plate,
    (0.155, 0.012, 0.155, 0.085),
    ("white", "blue", "teal", "yellow", "red"),
    share=0.1,
    top=(0.036, 0.1),
    flat=True,
)
FOIL = Thing(
    "foil", _foil, (0.20, 0.012, 0.20, 0.10), ("grey",), share=0.1, top=(0.040, 0.12), flat=True, one_colour=False
)


def _draw_cup(pen: Pen, look: Appearance) -> None:
    glaze = rgb(look.colour)
    pen.line(
        curve([(0.038, 0.082), (0.068, 0.080), (0.074, 0.052), (0.060, 0.028), (0.036, 0.026)], closed=False),
        0.012,
        mix(glaze, 0.0, 0.12),
        volume=0.004,
    )
    pen.polygon(
        [
            (-0.045, 0.10),
            (-0.042, 0.02),
            *curve(
                [
                    (-0.040, 0.012),
                    (-0.034, 0.006),
                    (-0.020, 0.001),
                    (0, 0.0),
                    (0.020, 0.001),
                    (0.034, 0.006),
                    (0.040, 0.012),
                ],
                closed=False,
            ),
            (0.042, 0.02),
            (0.045, 0.10),
        ],
        glaze,
        volume=0.018,
    )
    pen.ellipse((0, 0.10), (0.045, 0.011), mix(glaze, 1.0, 0.4), fade=-0.05)
    pen.ellipse((0, 0.0985), (0.039, 0.0085), (0.30, 0.19, 0.12), fade=-0.1)
    pen.line([(-0.030, 0.075), (-0.028, 0.035)], 0.007, mix(glaze, 1.0, 0.5), clip=True)


CUP = Thing(
    "cup",
    _draw_cup,
    (0.05, 0.005, 0.085, 0.115),
    ("white", "red", "blue", "yellow", "green", "teal", "orange"),
    share=0.12,
)


def _draw(pen: Pen, look: Appearance) -> None:
    glaze = rgb(look.colour)
    pen.box((-0.075, 0.0), (0.075, 0.025), mix(glaze, 0.0, 0.3), round_by=0.008, volume=0.01)
    side = [
        (-0.17, 0.128),
        (-0.165, 0.10),
        (-0.14, 0.055),
        (-0.085, 0.018),
        (0.0, 0.010),
        (0.085, 0.018),
        (0.14, 0.055),
        (0.165, 0.10),
        (0.17, 0.128),
    ]
    pen.polygon([*curve(side, closed=False), (0.17, 0.135), (-0.17, 0.135)], glaze, volume=0.045)
    pen.ellipse((0, 0.133), (0.17, 0.036), mix(glaze, 1.0, 0.35), fade=-0.05)
    pen.ellipse((0, 0.130), (0.158, 0.030), mix(glaze, 0.0, 0.45), fade=-0.25)
    pen.ellipse((0.02, 0.116), (0.11, 0.014), mix(glaze, 0.0, 0.22), fade=-0.1, clip=True)
    pen.line(
        curve([(-0.150, 0.085), (-0.125, 0.048), (-0.095, 0.030)], closed=False), 0.009, mix(glaze, 1.0, 0.6), clip=True
    )


BOWL = Thing(
    "bowl",
    _draw,
    (0.18, 0.01, 0.18, 0.17),
    ("blue", "white", "teal", "orange", "yellow", "red", "green"),
    share=0.13,
    top=(0.105, 0.09),
)
