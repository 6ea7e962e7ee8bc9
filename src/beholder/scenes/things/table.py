"""A wooden table seen a little from above."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["TABLE"]


def _draw(pen: Pen, look: Look) -> None:
    wood = mix(rgb(look.colour), (0.74, 0.52, 0.32), 0.45)
    dark = mix(wood, 0.0, 0.35)
    for x in (-0.58, 0.58):
        pen.box((x - 0.03, 0.12), (x + 0.03, 0.60), mix(dark, 0.0, 0.25), volume=0.02)
    for side in (-1, 1):
        pen.polygon(
            [(side * 0.72, 0.62), (side * 0.63, 0.62), (side * 0.66, 0.0), (side * 0.71, 0.0)], dark, volume=0.025
        )
    pen.box((-0.70, 0.50), (0.70, 0.62), dark, fade=0.2)
    pen.polygon([(-0.80, 0.60), (0.80, 0.60), (0.66, 0.84), (-0.66, 0.84)], wood, fade=0.10)
    for row in range(1, 5):
        y = 0.60 + row * 0.048
        pen.line([(-0.82, y), (0.82, y)], 0.004, mix(wood, 0.0, 0.18), clip=True)
    pen.box((-0.80, 0.565), (0.80, 0.605), mix(wood, 0.0, 0.16), fade=0.1)


TABLE = Thing("table", _draw, (0.82, 0.02, 0.82, 0.86), ("brown", "white", "grey"), share=0.26, top=(0.70, 0.62))
