"""A cup with a handle."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["CUP"]


def _draw(pen: Pen, look: Look) -> None:
    glaze = rgb(look.colour)
    pen.line(
        curve([(0.038, 0.082), (0.068, 0.080), (0.074, 0.052), (0.060, 0.028), (0.036, 0.026)], closed=False),
        0.012,
        mix(glaze, 0.0, 0.12),
        volume=0.004,
    )
    pen.polygon(
        [
            (-0.045, 0.10),
            (-0.042, 0.02),
            *curve(
                [
                    (-0.040, 0.012),
                    (-0.034, 0.006),
                    (-0.020, 0.001),
                    (0, 0.0),
                    (0.020, 0.001),
                    (0.034, 0.006),
                    (0.040, 0.012),
                ],
                closed=False,
            ),
            (0.042, 0.02),
            (0.045, 0.10),
        ],
        glaze,
        volume=0.018,
    )
    pen.ellipse((0, 0.10), (0.045, 0.011), mix(glaze, 1.0, 0.4), fade=-0.05)
    pen.ellipse((0, 0.0985), (0.039, 0.0085), (0.30, 0.19, 0.12), fade=-0.1)
    pen.line([(-0.030, 0.075), (-0.028, 0.035)], 0.007, mix(glaze, 1.0, 0.5), clip=True)


CUP = Thing(
    "cup", _draw, (0.05, 0.005, 0.085, 0.115), ("white", "red", "blue", "yellow", "green", "teal", "orange"), share=0.12
)
