"""Cats and dogs."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["CAT", "DOG"]


def _draw_dog(pen: Pen, look: Appearance) -> None:
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


DOG = Thing("dog", _draw_dog, (0.55, 0.02, 0.5, 0.6), ("brown", "black", "white", "orange", "grey"), share=0.2)


def _draw(pen: Pen, look: Appearance) -> None:
    coat = rgb(look.colour)
    dark = mix(coat, 0.0, 0.35) if look.colour != "black" else mix(coat, 1.0, 0.2)
    pale = mix(coat, 1.0, 0.5)
    pen.line(curve([(0.08, 0.03), (0.17, 0.02), (0.21, 0.08), (0.17, 0.15)], closed=False), 0.038, dark, volume=0.012)
    pen.polygon(
        curve(
            [
                (-0.11, 0.0),
                (-0.13, 0.09),
                (-0.085, 0.22),
                (-0.04, 0.27),
                (0.04, 0.27),
                (0.085, 0.22),
                (0.13, 0.09),
                (0.11, 0.0),
            ]
        ),
        coat,
        volume=0.05,
    )
    pen.ellipse((0, 0.16), (0.045, 0.075), pale, volume=0.02)
    for side in (-1, 1):
        pen.box((side * 0.012, 0.0), (side * 0.062, 0.12), coat, round_by=0.024, volume=0.015)
        pen.ellipse((side * 0.04, 0.014), (0.034, 0.016), pale, volume=0.008)
        pen.polygon([(side * 0.022, 0.375), (side * 0.085, 0.425), (side * 0.092, 0.325)], coat, volume=0.012)
        pen.polygon([(side * 0.042, 0.372), (side * 0.078, 0.402), (side * 0.080, 0.348)], (0.91, 0.66, 0.64), fade=0)
    pen.ellipse((0, 0.315), (0.098, 0.078), coat, volume=0.035)
    for shift in (-0.026, 0, 0.026):
        pen.line([(shift, 0.388), (shift * 0.7, 0.358)], 0.009, dark, clip=True)
    pen.ellipse((0, 0.288), (0.042, 0.028), pale, volume=0.012)
    for side in (-1, 1):
        pen.ellipse((side * 0.04, 0.322), (0.018, 0.016), (0.62, 0.74, 0.25), fade=0)
        pen.ellipse((side * 0.04, 0.322), (0.006, 0.014), (0.08, 0.08, 0.08), fade=0)
        for tilt in (-0.012, 0.006):
            pen.line([(side * 0.03, 0.288), (side * 0.115, 0.285 + tilt)], 0.003, (0.95, 0.95, 0.93))
    pen.polygon([(-0.012, 0.304), (0.012, 0.304), (0, 0.290)], (0.85, 0.48, 0.48), fade=0)


CAT = Thing("cat", _draw, (0.16, 0.01, 0.25, 0.44), ("orange", "grey", "black", "white", "brown"), share=0.2)
