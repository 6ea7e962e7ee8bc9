"""An apple with its stalk and a leaf."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["APPLE"]


def _draw(pen: Pen, look: Look) -> None:
    peel = rgb(look.colour)
    shape = [
        (0, 0.004),
        (-0.022, 0.001),
        (-0.036, 0.018),
        (-0.042, 0.046),
        (-0.034, 0.070),
        (-0.016, 0.077),
        (0, 0.071),
        (0.016, 0.077),
        (0.034, 0.070),
        (0.042, 0.046),
        (0.036, 0.018),
        (0.022, 0.001),
    ]
    pen.polygon(curve(shape), peel, volume=0.018, fade=0.18)
    pen.ellipse((0.0, 0.071), (0.014, 0.004), mix(peel, 0.0, 0.4), clip=True)
    pen.line(curve([(0, 0.069), (0.002, 0.082), (0.007, 0.092)], closed=False), 0.0042, (0.34, 0.23, 0.14))
    pen.polygon(
        curve([(0.004, 0.082), (0.016, 0.095), (0.034, 0.094), (0.022, 0.083)]), (0.36, 0.56, 0.22), volume=0.003
    )
    side = -1 if pen.light.x < 0 else 1
    pen.ellipse((side * 0.019, 0.055), (0.008, 0.011), mix(peel, 1.0, 0.6), fade=0)


APPLE = Thing("apple", _draw, (0.045, 0.003, 0.045, 0.1), ("red", "green", "yellow"), share=0.1)
