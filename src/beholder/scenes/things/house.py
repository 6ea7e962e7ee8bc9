"""A small house with a pitched roof."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["HOUSE"]


def _window(pen: Pen, x: float, y: float) -> None:
    pen.box((x - 0.62, y - 0.72), (x + 0.62, y + 0.72), (0.95, 0.95, 0.93), fade=0.05)
    pen.box((x - 0.50, y - 0.60), (x + 0.50, y + 0.60), (0.42, 0.56, 0.68), fade=-0.25)
    pen.box((x - 0.04, y - 0.62), (x + 0.04, y + 0.62), (0.95, 0.95, 0.93), fade=0)
    pen.box((x - 0.52, y - 0.04), (x + 0.52, y + 0.04), (0.95, 0.95, 0.93), fade=0)
    pen.box((x - 0.70, y - 0.84), (x + 0.70, y - 0.70), (0.86, 0.85, 0.82), fade=0.1)


def _draw(pen: Pen, look: Look) -> None:
    wall = mix(rgb(look.colour), 1.0, 0.35)
    roof = (0.55, 0.26, 0.20) if look.colour not in {"red", "orange"} else (0.30, 0.32, 0.37)
    pen.box((1.7, 4.6), (2.4, 7.0), (0.60, 0.38, 0.31), volume=0.1)
    pen.box((1.6, 6.8), (2.5, 7.1), (0.48, 0.30, 0.25), fade=0)
    pen.box((-3.7, 0), (3.7, 4.0), wall, fade=0.16)
    for level in range(1, 12):
        pen.line([(-3.7, level * 0.33), (3.7, level * 0.33)], 0.03, mix(wall, 0.0, 0.10), clip=True)
    pen.polygon([(-4.3, 3.7), (4.3, 3.7), (3.0, 6.4), (-3.0, 6.4)], roof, fade=0.22)
    for row in range(1, 7):
        y = 3.7 + row * 0.39
        inset = 4.3 - 1.3 * (y - 3.7) / 2.7
        pen.line([(-inset, y), (inset, y)], 0.05, mix(roof, 0.0, 0.2), clip=True)
    pen.box((-4.3, 3.56), (4.3, 3.80), (0.93, 0.92, 0.89), fade=0.2)
    pen.box((-3.7, 3.36), (3.7, 3.56), mix(wall, 0.0, 0.28), fade=0.0)
    _window(pen, -2.3, 1.9)
    _window(pen, 2.3, 1.9)
    pen.box((-0.75, 0), (0.75, 2.6), (0.95, 0.95, 0.93), fade=0.05)
    pen.box((-0.60, 0), (0.60, 2.45), (0.34, 0.22, 0.16), fade=0.1)
    pen.box((-0.42, 1.35), (0.42, 2.2), (0.50, 0.62, 0.70), fade=-0.2, round_by=0.08)
    pen.ellipse((0.44, 1.05), (0.07, 0.07), (0.86, 0.72, 0.36), fade=0)
    pen.box((-1.0, 0), (1.0, 0.18), (0.66, 0.65, 0.63), fade=0.1)


HOUSE = Thing("house", _draw, (4.4, 0.1, 4.4, 7.2), ("white", "yellow", "blue", "red", "pink", "orange"), share=0.19)
