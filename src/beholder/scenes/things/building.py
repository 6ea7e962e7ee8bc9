"""A town building of several floors, with a name above its door."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["BUILDING"]


def _draw(pen: Pen, look: Look) -> None:
    wall = mix(rgb(look.colour), (0.74, 0.68, 0.62), 0.5)
    trim = mix(wall, 1.0, 0.5)
    pen.box((-6, 0), (6, 14), wall, fade=0.14)
    for floor in range(3):
        for column in range(5):
            x, y = -4.6 + column * 2.3, 5.2 + floor * 2.9
            pen.box((x - 0.72, y - 0.15), (x + 0.72, y + 1.95), trim, fade=0.05)
            glass = (0.95, 0.84, 0.55) if look.rng.random() < 0.2 else (0.36, 0.47, 0.58)
            pen.box((x - 0.55, y), (x + 0.55, y + 1.8), glass, fade=-0.25)
            pen.box((x - 0.04, y), (x + 0.04, y + 1.8), trim, fade=0)
            pen.box((x - 0.85, y - 0.32), (x + 0.85, y - 0.12), mix(trim, 0.0, 0.1), fade=0.1)
    pen.box((-6.3, 13.6), (6.3, 14.3), trim, fade=0.3)
    pen.box((-6, 3.75), (6, 4.15), trim, fade=0.3)
    for x0, x1 in ((-5.4, -1.5), (1.5, 5.4)):
        pen.box((x0, 0.4), (x1, 2.6), (0.30, 0.38, 0.46), fade=-0.35)
    pen.box((-1.0, 0), (1.0, 2.6), (0.28, 0.20, 0.16), fade=0.1)
    pen.box((-5.4, 2.75), (5.4, 3.75), mix(rgb(look.colour), 0.0, 0.55), round_by=0.1, fade=0.05)
    if look.text:
        pen.text(look.text, (0, 3.25), (0.98, 0.94, 0.82), width=8.0, height=0.66)


BUILDING = Thing(
    "building",
    _draw,
    (6.4, 0.1, 6.4, 14.4),
    ("brown", "grey", "red", "yellow", "teal", "blue"),
    share=0.5,
    writes="HOTEL",
)
