"""A play ball with a stripe."""

from __future__ import annotations

import numpy as np

from beholder.scenes.pen import Pen
from beholder.scenes.solid import Coat, painted, turn
from beholder.scenes.things.ball import ball_skin, ball_solid
from beholder.scenes.things.body import Body
from beholder.scenes.things.thing import Look, Thing

__all__ = ["BALL"]

_SIZE = 0.22


def _draw(pen: Pen, look: Look) -> None:
    accent = "yellow" if look.colour == "white" else "white"
    body = Body("ball", look.colour, accent, "round", _SIZE, "stripe", turn(look.rng))
    solid = ball_solid(body, pen.scale)
    x, y = pen.at((0, _SIZE / 2))
    pen.stamp(painted(solid, x, y, coats=(Coat(ball_skin(body), np.asarray(body.axes)),), light=pen.light))


BALL = Thing(
    "ball",
    _draw,
    (0.112, 0.002, 0.112, 0.222),
    ("red", "blue", "yellow", "green", "orange", "purple", "pink", "white"),
    share=0.14,
)
