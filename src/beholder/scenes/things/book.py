"""A closed book lying flat."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["BOOK"]


def _draw(pen: Pen, look: Look) -> None:
    cover = rgb(look.colour)
    pen.box((-0.118, 0.0), (0.118, 0.010), mix(cover, 0.0, 0.28), round_by=0.003)
    pen.box((-0.110, 0.008), (0.112, 0.036), (0.95, 0.92, 0.84), fade=0.12)
    for line in range(1, 5):
        pen.line(
            [(-0.110, 0.008 + line * 0.0056), (0.112, 0.008 + line * 0.0056)], 0.0012, (0.78, 0.74, 0.66), clip=True
        )
    pen.polygon([(-0.120, 0.034), (0.120, 0.034), (0.095, 0.088), (-0.095, 0.088)], cover, fade=0.14)
    pen.polygon([(-0.088, 0.044), (0.088, 0.044), (0.075, 0.078), (-0.075, 0.078)], mix(cover, 1.0, 0.18), fade=0.05)
    pen.box((-0.120, 0.030), (0.120, 0.037), mix(cover, 0.0, 0.15), round_by=0.003)
    pen.box((-0.122, 0.0), (-0.112, 0.037), mix(cover, 0.0, 0.2), round_by=0.004)
    pen.line([(-0.05, 0.061), (0.05, 0.061)], 0.006, (0.95, 0.88, 0.66), fade=0)


BOOK = Thing(
    "book",
    _draw,
    (0.13, 0.004, 0.13, 0.092),
    ("red", "blue", "green", "purple", "brown", "orange", "teal"),
    share=0.08,
    top=(0.05, 0.08),
    flat=True,
)
