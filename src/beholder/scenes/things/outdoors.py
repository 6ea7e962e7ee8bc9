"""What stands or lies outdoors."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.solid import Coat, painted, turn
from beholder.scenes.things.ball import ball_skin, ball_solid
from beholder.scenes.things.person import Body
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["BALL", "CAR", "SIGN", "TREE", "UMBRELLA"]

# metres, the diameter of a football
_SIZE = 0.22


def _draw_toy_ball(pen: Pen, look: Appearance) -> None:
    accent = "yellow" if look.colour == "white" else "white"
    body = Body("ball", look.colour, accent, "round", _SIZE, "stripe", turn(look.rng))
    solid = ball_solid(body, pen.scale)
    x, y = pen.at((0, _SIZE / 2))
    pen.stamp(painted(solid, x, y, coats=(Coat(ball_skin(body), np.asarray(body.axes)),), light=pen.light))


BALL = Thing(
    "ball",
    _draw_toy_ball,
    (0.112, 0.002, 0.112, 0.222),
    ("red", "blue", "yellow", "green", "orange", "purple", "pink", "white"),
    share=0.14,
)


def _draw_umbrella(pen: Pen, look: Appearance) -> None:
    cloth = rgb(look.colour)
    pale = mix(cloth, 1.0, 0.72) if look.colour != "white" else rgb("grey")
    pen.ellipse((0, 0.04), (0.24, 0.05), (0.35, 0.36, 0.38), volume=0.03)
    pen.box((-0.022, 0.04), (0.022, 2.2), (0.60, 0.44, 0.28), volume=0.012)
    ribs = [math.sin(math.radians(angle)) * 1.15 for angle in (-90, -52, -18, 18, 52, 90)]
    hem = 1.52
    for index, (left, right) in enumerate(pairwise(ribs)):
        tone = cloth if index % 2 == 0 else pale
        rise = [(left, hem), (left * 0.72, hem + 0.42), (left * 0.34, hem + 0.66), (0, hem + 0.74)]
        fall = [(0, hem + 0.74), (right * 0.34, hem + 0.66), (right * 0.72, hem + 0.42), (right, hem)]
        dip = [(right, hem), ((left + right) / 2, hem + 0.05), (left, hem)]
        edge = [*curve(rise, closed=False), *curve(fall, closed=False), *curve(dip, closed=False)]
        pen.polygon(edge, mix(tone, 0.0, 0.05 * index), volume=0.10, fade=0.14)
    pen.ellipse((0, hem + 0.76), (0.03, 0.05), (0.60, 0.44, 0.28), volume=0.01)


UMBRELLA = Thing(
    "umbrella",
    _draw_umbrella,
    (1.18, 0.02, 1.18, 2.34),
    ("red", "yellow", "blue", "green", "orange", "purple"),
    share=0.45,
)


def _draw_tree(pen: Pen, look: Appearance) -> None:
    leaf = mix(rgb(look.colour), np.asarray([0.42, 0.52, 0.18]), 0.45)
    bark = (0.38, 0.27, 0.19)
    pen.polygon(
        curve([(-0.26, 0.0), (-0.15, 0.5), (-0.13, 1.9), (0.13, 1.9), (0.15, 0.5), (0.26, 0.0)]), bark, volume=0.10
    )
    for side in (-1, 1):
        pen.line(
            curve([(side * 0.05, 1.2), (side * 0.35, 1.7), (side * 0.6, 2.1)], closed=False), 0.12, bark, volume=0.04
        )
    lumps = [
        (-0.95, 2.2, 0.62),
        (0.95, 2.25, 0.62),
        (0, 2.1, 0.75),
        (-0.62, 2.95, 0.74),
        (0.64, 2.95, 0.74),
        (0.0, 3.45, 0.72),
        (0.0, 2.75, 0.85),
    ]
    for index, (x, y, radius) in enumerate(lumps):
        tone = mix(leaf, 0.0, 0.30 - 0.045 * index)
        edge = []
        for step in range(18):
            angle = 2 * np.pi * step / 18
            reach = radius * (1 + look.rng.uniform(-0.07, 0.09))
            edge.append((float(x + reach * np.cos(angle)), float(y + reach * np.sin(angle) * 0.92)))
        pen.polygon(curve(edge, steps=4), tone, volume=0.28, fade=0.2)
    count = 130
    for x, y, bright in zip(
        look.rng.normal(0, 0.62, count), look.rng.normal(2.85, 0.52, count), look.rng.random(count), strict=True
    ):
        tone = mix(leaf, 1.0 if bright > 0.5 else 0.0, 0.07)
        pen.ellipse((float(x), float(y)), (0.085, 0.06), tone, clip=True, fade=0)


TREE = Thing("tree", _draw_tree, (1.75, 0.03, 1.75, 4.3), ("green",), share=0.55)


def _draw_sign(pen: Pen, look: Appearance) -> None:
    board = rgb(look.colour)
    ink = "black" if look.colour in {"white", "yellow"} else "white"
    pen.box((-0.035, 0), (0.035, 1.0), (0.46, 0.47, 0.49), volume=0.025)
    pen.box((-0.56, 0.72), (0.56, 1.36), mix(board, 0.0, 0.35), round_by=0.07)
    pen.box((-0.56, 0.74), (0.56, 1.38), board, round_by=0.07, volume=0.02, fade=0.05)
    pen.box((-0.52, 0.78), (0.52, 1.34), ink, round_by=0.05, fade=0.0)
    pen.box((-0.50, 0.80), (0.50, 1.32), board, round_by=0.04, fade=0.04)
    pen.text(look.text, (0, 1.06), ink, width=0.88, height=0.34)


SIGN = Thing(
    "sign", _draw_sign, (0.6, 0.02, 0.6, 1.4), ("blue", "green", "red", "yellow", "white"), share=0.36, writes="OPEN"
)


def _draw(pen: Pen, look: Appearance) -> None:
    paint = rgb(look.colour)
    pen.box((-1.9, 0.16), (1.9, 0.42), (0.13, 0.13, 0.15), round_by=0.1)
    cabin = [(-1.35, 0.82), (-0.95, 1.28), (-0.55, 1.45), (0.35, 1.45), (0.75, 1.24), (1.15, 0.84)]
    pen.polygon([*curve(cabin, closed=False), (1.2, 0.7), (-1.4, 0.7)], mix(paint, 0.0, 0.06), volume=0.10)
    pen.polygon(
        [(-1.14, 0.86), (-0.84, 1.21), (-0.52, 1.34), (-0.16, 1.34), (-0.16, 0.86)], (0.30, 0.40, 0.48), fade=-0.35
    )
    pen.polygon(
        [(-0.06, 0.86), (-0.06, 1.34), (0.32, 1.34), (0.64, 1.17), (0.90, 0.86)], (0.30, 0.40, 0.48), fade=-0.35
    )
    body = [
        (-2.02, 0.32),
        (-2.06, 0.62),
        (-1.92, 0.84),
        (-1.2, 0.90),
        (1.1, 0.90),
        (1.82, 0.78),
        (2.06, 0.58),
        (2.02, 0.32),
    ]
    pen.polygon([*curve(body, closed=False), (2.0, 0.28), (-2.0, 0.28)], paint, volume=0.13)
    pen.line([(-1.9, 0.62), (1.9, 0.62)], 0.02, mix(paint, 1.0, 0.35), clip=True)
    for x in (-0.11, 0.95):
        pen.line([(x, 0.88), (x - 0.04, 0.36)], 0.018, mix(paint, 0.0, 0.4), clip=True)
    for x in (-0.28, 0.76):
        pen.box((x - 0.10, 0.74), (x + 0.08, 0.78), mix(paint, 1.0, 0.4), round_by=0.02)
    pen.ellipse((1.93, 0.62), (0.10, 0.075), (1.0, 0.95, 0.76), clip=True)
    pen.ellipse((-1.98, 0.66), (0.08, 0.08), (0.75, 0.12, 0.12), clip=True)
    for x in (-1.22, 1.22):
        pen.ellipse((x, 0.33), (0.42, 0.42), mix(paint, 0.0, 0.65), clip=True)
        pen.ellipse((x, 0.32), (0.33, 0.33), (0.12, 0.12, 0.13), volume=0.05)
        pen.ellipse((x, 0.32), (0.20, 0.20), (0.72, 0.74, 0.76), volume=0.04)
        pen.ellipse((x, 0.32), (0.06, 0.06), (0.30, 0.31, 0.33), fade=0)


CAR = Thing(
    "car", _draw, (2.12, 0.02, 2.12, 1.5), ("red", "blue", "yellow", "green", "white", "orange", "black"), share=0.24
)
