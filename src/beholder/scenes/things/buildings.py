"""Houses, towers and larger buildings."""

from __future__ import annotations

import math

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["BUILDING", "CLOCK_TOWER", "HOUSE"]


def _draw_tower(pen: Pen, look: Appearance) -> None:
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


CLOCK_TOWER = Thing("clock tower", _draw_tower, (3.6, 0.1, 3.6, 28.4), ("brown", "grey", "white", "red"), share=0.6)


def _window(pen: Pen, x: float, y: float) -> None:
    pen.box((x - 0.62, y - 0.72), (x + 0.62, y + 0.72), (0.95, 0.95, 0.93), fade=0.05)
    pen.box((x - 0.50, y - 0.60), (x + 0.50, y + 0.60), (0.42, 0.56, 0.68), fade=-0.25)
    pen.box((x - 0.04, y - 0.62), (x + 0.04, y + 0.62), (0.95, 0.95, 0.93), fade=0)
    pen.box((x - 0.52, y - 0.04), (x + 0.52, y + 0.04), (0.95, 0.95, 0.93), fade=0)
    pen.box((x - 0.70, y - 0.84), (x + 0.70, y - 0.70), (0.86, 0.85, 0.82), fade=0.1)


def _draw_house(pen: Pen, look: Appearance) -> None:
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


HOUSE = Thing(
    "house", _draw_house, (4.4, 0.1, 4.4, 7.2), ("white", "yellow", "blue", "red", "pink", "orange"), share=0.19
)


def _draw(pen: Pen, look: Appearance) -> None:
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
