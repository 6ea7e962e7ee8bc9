"""A bowl."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["BOWL"]


def _draw(pen: Pen, look: Look) -> None:
    glaze = rgb(look.colour)
    pen.box((-0.075, 0.0), (0.075, 0.025), mix(glaze, 0.0, 0.3), round_by=0.008, volume=0.01)
    side = [
        (-0.17, 0.128),
        (-0.165, 0.10),
        (-0.14, 0.055),
        (-0.085, 0.018),
        (0.0, 0.010),
        (0.085, 0.018),
        (0.14, 0.055),
        (0.165, 0.10),
        (0.17, 0.128),
    ]
    pen.polygon([*curve(side, closed=False), (0.17, 0.135), (-0.17, 0.135)], glaze, volume=0.045)
    pen.ellipse((0, 0.133), (0.17, 0.036), mix(glaze, 1.0, 0.35), fade=-0.05)
    pen.ellipse((0, 0.130), (0.158, 0.030), mix(glaze, 0.0, 0.45), fade=-0.25)
    pen.ellipse((0.02, 0.116), (0.11, 0.014), mix(glaze, 0.0, 0.22), fade=-0.1, clip=True)
    pen.line(
        curve([(-0.150, 0.085), (-0.125, 0.048), (-0.095, 0.030)], closed=False), 0.009, mix(glaze, 1.0, 0.6), clip=True
    )


BOWL = Thing(
    "bowl",
    _draw,
    (0.18, 0.01, 0.18, 0.17),
    ("blue", "white", "teal", "orange", "yellow", "red", "green"),
    share=0.13,
    top=(0.105, 0.09),
)
