"""A sofa with two seats."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["SOFA"]


def _draw(pen: Pen, look: Look) -> None:
    cloth = rgb(look.colour)
    for x in (-0.88, 0.88):
        pen.polygon([(x - 0.035, 0.1), (x + 0.035, 0.1), (x + 0.02, 0.0), (x - 0.02, 0.0)], (0.33, 0.22, 0.14))
    pen.box((-0.98, 0.30), (0.98, 0.84), mix(cloth, 0.0, 0.10), round_by=0.13, volume=0.08)
    for x in (-0.42, 0.42):
        pen.box((x - 0.41, 0.36), (x + 0.41, 0.80), cloth, round_by=0.12, volume=0.07)
    pen.box((-1.0, 0.09), (1.0, 0.32), mix(cloth, 0.0, 0.22), round_by=0.05, volume=0.03)
    for x in (-0.42, 0.42):
        pen.box((x - 0.42, 0.27), (x + 0.42, 0.46), mix(cloth, 1.0, 0.10), round_by=0.08, volume=0.05)
    for side in (-1, 1):
        pen.box((side * 0.82, 0.09), (side * 1.06, 0.60), mix(cloth, 0.0, 0.06), round_by=0.10, volume=0.07)


SOFA = Thing(
    "sofa",
    _draw,
    (1.1, 0.02, 1.1, 0.88),
    ("teal", "grey", "blue", "red", "green", "brown", "orange"),
    share=0.26,
    top=(0.42, 0.7),
)
