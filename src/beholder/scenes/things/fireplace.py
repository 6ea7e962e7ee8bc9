"""A fireplace with a fire burning."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["FIREPLACE"]


def _draw(pen: Pen, look: Look) -> None:
    stone = mix(rgb(look.colour), (0.86, 0.82, 0.76), 0.55)
    brick = (0.56, 0.30, 0.23)
    pen.box((-0.74, 0), (0.74, 1.10), stone, fade=0.12)
    pen.box((-0.56, 0), (0.56, 0.92), brick, fade=0.1)
    for row in range(12):
        y = row * 0.08
        pen.line([(-0.56, y), (0.56, y)], 0.010, (0.74, 0.64, 0.56), clip=True)
        for column in range(-4, 5):
            x = column * 0.15 + (0.075 if row % 2 else 0)
            if abs(x) < 0.56:
                pen.line([(x, y), (x, y + 0.08)], 0.008, (0.74, 0.64, 0.56), clip=True)
    pen.polygon(
        [
            (-0.40, 0.0),
            (-0.40, 0.48),
            *curve([(-0.40, 0.5), (0, 0.72), (0.40, 0.5)], closed=False),
            (0.40, 0.48),
            (0.40, 0.0),
        ],
        (0.11, 0.08, 0.07),
        fade=-0.1,
    )
    pen.ellipse((0, 0.10), (0.36, 0.16), (0.42, 0.16, 0.06), clip=True, fade=0)
    for x, height, tone in (
        (-0.13, 0.30, (0.93, 0.42, 0.12)),
        (0.12, 0.34, (0.95, 0.46, 0.13)),
        (0.0, 0.42, (0.98, 0.60, 0.16)),
        (0.01, 0.25, (1.0, 0.84, 0.40)),
    ):
        width = 0.09 if tone[1] < 0.8 else 0.06
        pen.polygon(
            curve(
                [
                    (x - width, 0.08),
                    (x - width * 0.9, 0.08 + height * 0.35),
                    (x - 0.01, 0.08 + height),
                    (x + width * 0.7, 0.08 + height * 0.45),
                    (x + width, 0.08),
                ]
            ),
            tone,
            fade=-0.15,
        )
    for x0, x1, y in ((-0.28, 0.20, 0.045), (-0.18, 0.29, 0.085)):
        pen.line([(x0, y), (x1, y)], 0.07, (0.36, 0.23, 0.15), volume=0.02)
    pen.box((-0.88, 1.08), (0.88, 1.20), mix(stone, 1.0, 0.3), round_by=0.02, fade=0.25)
    pen.box((-0.82, 1.03), (0.82, 1.09), mix(stone, 0.0, 0.2), fade=0.1)
    for side in (-1, 1):
        pen.box((side * 0.60, 0.0), (side * 0.72, 1.03), mix(stone, 1.0, 0.18), volume=0.02)


FIREPLACE = Thing("fireplace", _draw, (0.9, 0.02, 0.9, 1.22), ("white", "grey", "brown"), share=0.34, top=(1.19, 0.7))
