"""A large open umbrella on a stand."""

from __future__ import annotations

import math
from itertools import pairwise

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["UMBRELLA"]


def _draw(pen: Pen, look: Look) -> None:
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
    "umbrella", _draw, (1.18, 0.02, 1.18, 2.34), ("red", "yellow", "blue", "green", "orange", "purple"), share=0.45
)
