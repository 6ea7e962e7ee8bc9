"""A standing person."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.scenes.arrays import Floats
from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["PERSON", "Body", "Standpoint"]


@dataclass(frozen=True, eq=False)
class Body:
    """Kind, colours, shape, real-world size in metres, surface pattern, and how it is turned."""

    kind: str
    colour: str
    accent: str
    shape: str
    size: float
    pattern: str
    axes: Floats


@dataclass(frozen=True)
class Standpoint:
    """A place in the picture: the body's centre in pixels and the scale there in pixels per metre (less is further)."""

    x: float
    y: float
    scale: float


# from light to dark, as red, green and blue from 0 to 1
_SKINS = ((0.95, 0.80, 0.69), (0.87, 0.67, 0.52), (0.62, 0.43, 0.31), (0.44, 0.30, 0.22))
# dark ones first: they go with every skin, the others with the lighter two
_HAIRS = ((0.20, 0.15, 0.12), (0.12, 0.12, 0.14), (0.42, 0.27, 0.15), (0.72, 0.53, 0.28))
# blue, grey and beige trousers
_LEGS = ((0.20, 0.25, 0.38), (0.30, 0.30, 0.33), (0.52, 0.45, 0.36))


def _draw(pen: Pen, look: Appearance) -> None:
    tone = int(look.rng.integers(len(_SKINS)))
    skin, hair = _SKINS[tone], _HAIRS[int(look.rng.integers(len(_HAIRS) if tone < 2 else 2))]
    legs = _LEGS[int(look.rng.integers(len(_LEGS)))]
    long_hair = bool(look.rng.random() < 0.5)
    shirt = rgb(look.colour)
    sleeve = mix(shirt, 0.0, 0.10)
    if long_hair:
        pen.polygon(
            curve([(-0.13, 1.64), (-0.15, 1.45), (-0.12, 1.33), (0.12, 1.33), (0.15, 1.45), (0.13, 1.64), (0, 1.74)]),
            hair,
            volume=0.03,
        )
    for side in (-1, 1):
        pen.polygon(
            curve(
                [
                    (side * 0.05, 0.02),
                    (side * 0.08, 0.085),
                    (side * 0.17, 0.07),
                    (side * 0.23, 0.03),
                    (side * 0.22, 0.0),
                    (side * 0.06, 0.0),
                ]
            ),
            (0.20, 0.19, 0.20),
            volume=0.02,
        )
        pen.polygon(
            curve(
                [
                    (side * 0.015, 0.90),
                    (side * 0.035, 0.45),
                    (side * 0.055, 0.06),
                    (side * 0.145, 0.06),
                    (side * 0.165, 0.48),
                    (side * 0.185, 0.92),
                ]
            ),
            legs,
            volume=0.05,
        )
    for side in (-1, 1):
        pen.polygon(
            curve(
                [
                    (side * 0.17, 1.43),
                    (side * 0.245, 1.36),
                    (side * 0.285, 1.10),
                    (side * 0.275, 0.86),
                    (side * 0.215, 0.86),
                    (side * 0.205, 1.10),
                    (side * 0.165, 1.25),
                ]
            ),
            skin,
            volume=0.035,
        )
        pen.ellipse((side * 0.25, 0.83), (0.042, 0.06), skin, volume=0.02)
        pen.polygon(
            curve(
                [
                    (side * 0.15, 1.45),
                    (side * 0.24, 1.40),
                    (side * 0.285, 1.16),
                    (side * 0.20, 1.13),
                    (side * 0.16, 1.25),
                ]
            ),
            sleeve,
            volume=0.035,
        )
    pen.box((-0.05, 1.40), (0.05, 1.53), mix(skin, 0.0, 0.15), round_by=0.02)
    pen.polygon(
        curve(
            [
                (-0.19, 1.44),
                (-0.07, 1.49),
                (0.07, 1.49),
                (0.19, 1.44),
                (0.20, 1.2),
                (0.175, 1.0),
                (0.195, 0.86),
                (0, 0.84),
                (-0.195, 0.86),
                (-0.175, 1.0),
                (-0.20, 1.2),
            ]
        ),
        shirt,
        volume=0.07,
    )
    pen.ellipse((0, 1.485), (0.065, 0.03), skin, fade=0)
    pen.ellipse((0, 1.62), (0.098, 0.128), skin, volume=0.045)
    pen.polygon(
        curve(
            [
                (-0.108, 1.60),
                (-0.112, 1.69),
                (-0.05, 1.765),
                (0.05, 1.765),
                (0.112, 1.69),
                (0.108, 1.60),
                (0.085, 1.67),
                (0.02, 1.70),
                (-0.07, 1.685),
            ]
        ),
        hair,
        volume=0.03,
    )
    for side in (-1, 1):
        pen.ellipse((side * 0.038, 1.62), (0.0095, 0.012), (0.16, 0.12, 0.11), fade=0)
    pen.line(curve([(-0.03, 1.562), (0, 1.553), (0.03, 1.562)], closed=False), 0.009, (0.66, 0.32, 0.29))


PERSON = Thing(
    "person", _draw, (0.32, 0.02, 0.32, 1.78), ("red", "blue", "green", "orange", "purple", "teal", "white"), share=0.46
)
