"""A dog, lying or sitting."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["DOG"]


def _draw(pen: Pen, look: Look) -> None:
    coat = rgb(look.colour)
    dark = mix(coat, 0.0, 0.38)
    pale = mix(coat, 1.0, 0.45)
    pen.line(curve([(-0.36, 0.10), (-0.47, 0.16), (-0.50, 0.27)], closed=False), 0.055, coat, volume=0.02)
    pen.polygon(
        curve(
            [
                (-0.40, 0.02),
                (-0.42, 0.18),
                (-0.30, 0.31),
                (-0.05, 0.33),
                (0.17, 0.32),
                (0.27, 0.20),
                (0.25, 0.05),
                (0.10, 0.0),
                (-0.25, 0.0),
            ]
        ),
        coat,
        volume=0.09,
    )
    pen.polygon(
        curve([(-0.34, 0.0), (-0.36, 0.12), (-0.24, 0.20), (-0.12, 0.13), (-0.08, 0.05), (0.02, 0.03), (0.02, 0.0)]),
        mix(coat, 0.0, 0.10),
        volume=0.05,
    )
    pen.polygon(
        curve([(0.10, 0.10), (0.14, 0.045), (0.40, 0.055), (0.44, 0.025), (0.40, 0.0), (0.12, 0.0)]), coat, volume=0.03
    )
    pen.polygon(curve([(0.13, 0.33), (0.20, 0.12), (0.31, 0.16), (0.34, 0.34), (0.25, 0.42)]), pale, volume=0.05)
    pen.ellipse((0.26, 0.46), (0.125, 0.118), coat, volume=0.05)
    pen.ellipse((0.355, 0.415), (0.082, 0.060), pale, volume=0.03)
    pen.ellipse((0.425, 0.435), (0.026, 0.020), (0.13, 0.11, 0.11), volume=0.008)
    pen.line(curve([(0.415, 0.405), (0.385, 0.388), (0.345, 0.390)], closed=False), 0.009, (0.25, 0.16, 0.14))
    pen.polygon(
        curve([(0.20, 0.565), (0.12, 0.55), (0.095, 0.43), (0.135, 0.35), (0.185, 0.42), (0.215, 0.51)]),
        dark,
        volume=0.03,
    )
    pen.ellipse((0.305, 0.485), (0.016, 0.018), (0.10, 0.08, 0.08), fade=0)
    pen.ellipse((0.310, 0.491), (0.005, 0.005), (0.95, 0.95, 0.95), fade=0)
    pen.line(
        curve([(0.165, 0.355), (0.235, 0.325), (0.315, 0.345)], closed=False), 0.026, (0.72, 0.16, 0.16), volume=0.01
    )


DOG = Thing("dog", _draw, (0.55, 0.02, 0.5, 0.6), ("brown", "black", "white", "orange", "grey"), share=0.2)
