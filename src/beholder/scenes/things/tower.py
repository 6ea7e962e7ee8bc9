"""A clock tower."""

from __future__ import annotations

import math

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["CLOCK_TOWER"]


def _draw(pen: Pen, look: Look) -> None:
    stone = mix(rgb(look.colour), (0.80, 0.72, 0.58), 0.55)
    dark = mix(stone, 0.0, 0.28)
    pale = mix(stone, 1.0, 0.35)
    pen.box((-3.4, 0), (3.4, 2.2), dark, fade=0.1)
    pen.box((-2.7, 0), (2.7, 17.5), stone, volume=0.5, fade=0.2)
    for side in (-1, 1):
        pen.box((side * 2.15, 0), (side * 2.85, 17.6), pale, volume=0.2, fade=0.18)
    for level in range(24):
        pen.line([(-2.15, 0.7 * level + 0.8), (2.15, 0.7 * level + 0.8)], 0.05, mix(stone, 0.0, 0.10), clip=True)
    for sill in (4.6, 8.2, 11.6):
        pen.box((-0.7, sill), (0.7, sill + 2.0), dark, round_by=0.6)
        pen.box((-0.5, sill + 0.05), (0.5, sill + 1.85), (0.24, 0.29, 0.36), round_by=0.45, fade=-0.2)
    pen.box((-0.95, 0), (0.95, 3.0), (0.30, 0.21, 0.16), round_by=0.5)
    pen.box((-3.2, 14.0), (3.2, 14.5), pale, fade=0.2)
    pen.box((-3.0, 14.5), (3.0, 20.0), stone, volume=0.4, fade=0.1)
    pen.box((-3.4, 19.7), (3.4, 20.4), pale, fade=0.25)
    pen.ellipse((0, 17.2), (2.25, 2.25), dark, fade=0)
    pen.ellipse((0, 17.2), (2.0, 2.0), (0.97, 0.95, 0.89), volume=0.12, fade=0.03)
    for hour in range(12):
        angle = hour * math.pi / 6
        inner = 1.45 if hour % 3 == 0 else 1.6
        pen.line(
            [
                (inner * math.sin(angle), 17.2 + inner * math.cos(angle)),
                (1.8 * math.sin(angle), 17.2 + 1.8 * math.cos(angle)),
            ],
            0.16,
            (0.15, 0.14, 0.16),
        )
    time = float(look.rng.uniform(0, 12))
    for turn, length, width in ((time / 12, 0.95, 0.22), (time % 1, 1.5, 0.15)):
        angle = turn * 2 * math.pi
        pen.line([(0, 17.2), (length * math.sin(angle), 17.2 + length * math.cos(angle))], width, (0.10, 0.10, 0.13))
    pen.ellipse((0, 17.2), (0.18, 0.18), (0.10, 0.10, 0.13), fade=0)
    pen.polygon([(-3.2, 20.4), (0, 26.6), (3.2, 20.4)], (0.33, 0.43, 0.45), volume=0.5)
    pen.polygon([(0.0, 26.6), (3.2, 20.4), (0.9, 20.4)], (0.27, 0.36, 0.39), fade=0.1)
    pen.line([(0, 26.4), (0, 28.2)], 0.14, (0.80, 0.66, 0.30))
    pen.ellipse((0, 27.2), (0.28, 0.28), (0.86, 0.72, 0.36), volume=0.08)


CLOCK_TOWER = Thing("clock tower", _draw, (3.6, 0.1, 3.6, 28.4), ("brown", "grey", "white", "red"), share=0.6)
