"""A plate, and a sheet of foil."""

from __future__ import annotations

import math

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["FOIL", "PLATE"]


def _plate(pen: Pen, look: Look) -> None:
    glaze = rgb(look.colour)
    pen.ellipse((0, 0.033), (0.15, 0.042), mix(glaze, 0.0, 0.35), fade=0.1)
    pen.ellipse((0, 0.040), (0.15, 0.042), glaze, volume=0.010, fade=0.08)
    pen.ellipse((0, 0.041), (0.105, 0.028), mix(glaze, 0.0, 0.12), fade=-0.1)
    pen.ellipse((0, 0.039), (0.100, 0.026), mix(glaze, 1.0, 0.12), fade=0.02)


def _foil(pen: Pen, look: Look) -> None:
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
