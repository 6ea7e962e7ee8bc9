"""What stands in a room."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["BOOK", "FIREPLACE", "LAMP", "SOFA", "TABLE", "TELEVISION"]


def _draw_television(pen: Pen, look: Appearance) -> None:
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


TELEVISION = Thing("television", _draw_television, (0.7, 0.02, 0.7, 1.22), ("black", "grey", "white"), share=0.3)


def _draw_table(pen: Pen, look: Appearance) -> None:
    wood = mix(rgb(look.colour), (0.74, 0.52, 0.32), 0.45)
    dark = mix(wood, 0.0, 0.35)
    for x in (-0.58, 0.58):
        pen.box((x - 0.03, 0.12), (x + 0.03, 0.60), mix(dark, 0.0, 0.25), volume=0.02)
    for side in (-1, 1):
        pen.polygon(
            [(side * 0.72, 0.62), (side * 0.63, 0.62), (side * 0.66, 0.0), (side * 0.71, 0.0)], dark, volume=0.025
        )
    pen.box((-0.70, 0.50), (0.70, 0.62), dark, fade=0.2)
    pen.polygon([(-0.80, 0.60), (0.80, 0.60), (0.66, 0.84), (-0.66, 0.84)], wood, fade=0.10)
    for row in range(1, 5):
        y = 0.60 + row * 0.048
        pen.line([(-0.82, y), (0.82, y)], 0.004, mix(wood, 0.0, 0.18), clip=True)
    pen.box((-0.80, 0.565), (0.80, 0.605), mix(wood, 0.0, 0.16), fade=0.1)


TABLE = Thing("table", _draw_table, (0.82, 0.02, 0.82, 0.86), ("brown", "white", "grey"), share=0.26, top=(0.70, 0.62))


def _draw_sofa(pen: Pen, look: Appearance) -> None:
    cloth = rgb(look.colour)
    for x in (-0.88, 0.88):
        pen.polygon([(x - 0.035, 0.1), (x + 0.035, 0.1), (x + 0.02, 0.0), (x - 0.02, 0.0)], (0.33, 0.22, 0.14))
    pen.box((-0.98, 0.30), (0.98, 0.84), mix(cloth, 0.0, 0.10), round_by=0.13, volume=0.08)
    for x in (-0.42, 0.42):
        pen.box((x - 0.41, 0.36), (x + 0.41, 0.80), cloth, round_by=0.12, volume=0.07)
    pen.box((-1.0, 0.09), (1.0, 0.32), mix(cloth, 0.0, 0.22), round_by=0.05, volume=0.03)
    for x in (-0.42, 0.42):
        pen.box((x - 0.42, 0.27), (x + 0.42, 0.46), mix(cloth, 1.0, 0.10), round_by=0.08, volume=0.05)
    for side in (-1, 1):
        pen.box((side * 0.82, 0.09), (side * 1.06, 0.60), mix(cloth, 0.0, 0.06), round_by=0.10, volume=0.07)


SOFA = Thing(
    "sofa",
    _draw_sofa,
    (1.1, 0.02, 1.1, 0.88),
    ("teal", "grey", "blue", "red", "green", "brown", "orange"),
    share=0.26,
    top=(0.42, 0.7),
)


def _draw_lamp(pen: Pen, look: Appearance) -> None:
    shade = mix(rgb(look.colour), (1.0, 0.93, 0.74), 0.4)
    pen.ellipse((0, 0.03), (0.17, 0.035), (0.24, 0.22, 0.21), volume=0.02)
    pen.box((-0.014, 0.03), (0.014, 1.28), (0.30, 0.27, 0.25), volume=0.008)
    pen.polygon([(-0.13, 1.60), (0.13, 1.60), (0.24, 1.22), (-0.24, 1.22)], shade, volume=0.06, fade=-0.12)
    pen.ellipse((0, 1.22), (0.24, 0.022), mix(shade, 1.0, 0.55), fade=0)
    pen.ellipse((0, 1.60), (0.13, 0.014), mix(shade, 1.0, 0.3), fade=0)


LAMP = Thing("lamp", _draw_lamp, (0.26, 0.02, 0.26, 1.64), ("yellow", "white", "orange", "red", "teal"), share=0.42)


def _draw_fireplace(pen: Pen, look: Appearance) -> None:
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


FIREPLACE = Thing(
    "fireplace", _draw_fireplace, (0.9, 0.02, 0.9, 1.22), ("white", "grey", "brown"), share=0.34, top=(1.19, 0.7)
)


def _draw(pen: Pen, look: Appearance) -> None:
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
