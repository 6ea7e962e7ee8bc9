"""A standing lamp."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["LAMP"]


def _draw(pen: Pen, look: Look) -> None:
    shade = mix(rgb(look.colour), (1.0, 0.93, 0.74), 0.4)
    pen.ellipse((0, 0.03), (0.17, 0.035), (0.24, 0.22, 0.21), volume=0.02)
    pen.box((-0.014, 0.03), (0.014, 1.28), (0.30, 0.27, 0.25), volume=0.008)
    pen.polygon([(-0.13, 1.60), (0.13, 1.60), (0.24, 1.22), (-0.24, 1.22)], shade, volume=0.06, fade=-0.12)
    pen.ellipse((0, 1.22), (0.24, 0.022), mix(shade, 1.0, 0.55), fade=0)
    pen.ellipse((0, 1.60), (0.13, 0.014), mix(shade, 1.0, 0.3), fade=0)


LAMP = Thing("lamp", _draw, (0.26, 0.02, 0.26, 1.64), ("yellow", "white", "orange", "red", "teal"), share=0.42)
