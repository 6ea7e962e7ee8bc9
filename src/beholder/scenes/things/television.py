"""A television on a low cabinet."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["TELEVISION"]


def _draw(pen: Pen, look: Look) -> None:
    wood = mix(rgb("brown"), (0.74, 0.52, 0.32), 0.5)
    frame = rgb(look.colour)
    for x in (-0.58, 0.58):
        pen.box((x - 0.025, 0.0), (x + 0.025, 0.12), mix(wood, 0.0, 0.5))
    pen.box((-0.68, 0.10), (0.68, 0.46), wood, round_by=0.02, fade=0.2)
    for x0, x1 in ((-0.64, -0.02), (0.02, 0.64)):
        pen.box((x0, 0.14), (x1, 0.42), mix(wood, 1.0, 0.08), round_by=0.015, fade=0.1)
        pen.ellipse(((x0 + x1) / 2, 0.36), (0.022, 0.014), (0.28, 0.20, 0.14), fade=0)
    pen.box((-0.14, 0.46), (0.14, 0.49), frame, fade=0)
    pen.box((-0.60, 0.50), (0.60, 1.20), frame, round_by=0.025, volume=0.015)
    pen.box((-0.57, 0.53), (0.57, 1.17), (0.11, 0.14, 0.19), round_by=0.01, fade=0.3)
    pen.polygon([(-0.57, 1.17), (-0.05, 1.17), (-0.33, 0.53), (-0.57, 0.53)], (0.17, 0.21, 0.27), fade=0.35)


TELEVISION = Thing("television", _draw, (0.7, 0.02, 0.7, 1.22), ("black", "grey", "white"), share=0.3)
