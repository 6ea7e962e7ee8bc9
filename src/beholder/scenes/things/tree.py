"""A broad-leaved tree."""

from __future__ import annotations

import numpy as np

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.thing import Look, Thing

__all__ = ["TREE"]


def _draw(pen: Pen, look: Look) -> None:
    leaf = mix(rgb(look.colour), np.asarray([0.42, 0.52, 0.18]), 0.45)
    bark = (0.38, 0.27, 0.19)
    pen.polygon(
        curve([(-0.26, 0.0), (-0.15, 0.5), (-0.13, 1.9), (0.13, 1.9), (0.15, 0.5), (0.26, 0.0)]), bark, volume=0.10
    )
    for side in (-1, 1):
        pen.line(
            curve([(side * 0.05, 1.2), (side * 0.35, 1.7), (side * 0.6, 2.1)], closed=False), 0.12, bark, volume=0.04
        )
    lumps = [
        (-0.95, 2.2, 0.62),
        (0.95, 2.25, 0.62),
        (0, 2.1, 0.75),
        (-0.62, 2.95, 0.74),
        (0.64, 2.95, 0.74),
        (0.0, 3.45, 0.72),
        (0.0, 2.75, 0.85),
    ]
    for index, (x, y, radius) in enumerate(lumps):
        tone = mix(leaf, 0.0, 0.30 - 0.045 * index)
        edge = []
        for step in range(18):
            angle = 2 * np.pi * step / 18
            reach = radius * (1 + look.rng.uniform(-0.07, 0.09))
            edge.append((float(x + reach * np.cos(angle)), float(y + reach * np.sin(angle) * 0.92)))
        pen.polygon(curve(edge, steps=4), tone, volume=0.28, fade=0.2)
    count = 130
    for x, y, bright in zip(
        look.rng.normal(0, 0.62, count), look.rng.normal(2.85, 0.52, count), look.rng.random(count), strict=True
    ):
        tone = mix(leaf, 1.0 if bright > 0.5 else 0.0, 0.07)
        pen.ellipse((float(x), float(y)), (0.085, 0.06), tone, clip=True, fade=0)


TREE = Thing("tree", _draw, (1.75, 0.03, 1.75, 4.3), ("green",), share=0.55)
