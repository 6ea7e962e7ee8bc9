"""A car seen from the side."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["CAR"]


def _draw(pen: Pen, look: Look) -> None:
    paint = rgb(look.colour)
    pen.box((-1.9, 0.16), (1.9, 0.42), (0.13, 0.13, 0.15), round_by=0.1)
    cabin = [(-1.35, 0.82), (-0.95, 1.28), (-0.55, 1.45), (0.35, 1.45), (0.75, 1.24), (1.15, 0.84)]
    pen.polygon([*curve(cabin, closed=False), (1.2, 0.7), (-1.4, 0.7)], mix(paint, 0.0, 0.06), volume=0.10)
    pen.polygon(
        [(-1.14, 0.86), (-0.84, 1.21), (-0.52, 1.34), (-0.16, 1.34), (-0.16, 0.86)], (0.30, 0.40, 0.48), fade=-0.35
    )
    pen.polygon(
        [(-0.06, 0.86), (-0.06, 1.34), (0.32, 1.34), (0.64, 1.17), (0.90, 0.86)], (0.30, 0.40, 0.48), fade=-0.35
    )
    body = [
        (-2.02, 0.32),
        (-2.06, 0.62),
        (-1.92, 0.84),
        (-1.2, 0.90),
        (1.1, 0.90),
        (1.82, 0.78),
        (2.06, 0.58),
        (2.02, 0.32),
    ]
    pen.polygon([*curve(body, closed=False), (2.0, 0.28), (-2.0, 0.28)], paint, volume=0.13)
    pen.line([(-1.9, 0.62), (1.9, 0.62)], 0.02, mix(paint, 1.0, 0.35), clip=True)
    for x in (-0.11, 0.95):
        pen.line([(x, 0.88), (x - 0.04, 0.36)], 0.018, mix(paint, 0.0, 0.4), clip=True)
    for x in (-0.28, 0.76):
        pen.box((x - 0.10, 0.74), (x + 0.08, 0.78), mix(paint, 1.0, 0.4), round_by=0.02)
    pen.ellipse((1.93, 0.62), (0.10, 0.075), (1.0, 0.95, 0.76), clip=True)
    pen.ellipse((-1.98, 0.66), (0.08, 0.08), (0.75, 0.12, 0.12), clip=True)
    for x in (-1.22, 1.22):
        pen.ellipse((x, 0.33), (0.42, 0.42), mix(paint, 0.0, 0.65), clip=True)
        pen.ellipse((x, 0.32), (0.33, 0.33), (0.12, 0.12, 0.13), volume=0.05)
        pen.ellipse((x, 0.32), (0.20, 0.20), (0.72, 0.74, 0.76), volume=0.04)
        pen.ellipse((x, 0.32), (0.06, 0.06), (0.30, 0.31, 0.33), fade=0)


CAR = Thing(
    "car", _draw, (2.12, 0.02, 2.12, 1.5), ("red", "blue", "yellow", "green", "white", "orange", "black"), share=0.24
)
