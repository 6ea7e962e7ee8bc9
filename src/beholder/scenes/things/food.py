"""Things to eat."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen, curve
from beholder.scenes.things.tableware import crumple
from beholder.scenes.things.thing import Appearance, Thing

__all__ = ["APPLE", "HOT_DOG", "WRAPPED_HOT_DOG"]


def _draw_hot_dog(pen: Pen, look: Appearance) -> None:
    sauce = rgb(look.colour)
    bun = (0.86, 0.62, 0.32)
    pen.box((-0.088, 0.018), (0.088, 0.074), (0.80, 0.54, 0.26), round_by=0.027, volume=0.012)
    pen.box((-0.078, 0.034), (0.078, 0.066), (0.97, 0.88, 0.70), round_by=0.015)
    pen.box((-0.102, 0.030), (0.102, 0.066), (0.70, 0.27, 0.17), round_by=0.018, volume=0.010)
    for step in range(-4, 5):
        pen.line([(step * 0.021 - 0.004, 0.062), (step * 0.021 + 0.004, 0.046)], 0.0022, (0.45, 0.15, 0.10), clip=True)
    pen.box((-0.092, 0.0), (0.092, 0.046), bun, round_by=0.023, volume=0.014)
    pen.line(curve([(-0.066, 0.038), (0.066, 0.038)], closed=False), 0.003, (0.94, 0.76, 0.50), clip=True)
    zigzag = [(-0.086 + step * 0.0123, 0.062 if step % 2 else 0.050) for step in range(15)]
    pen.line(curve(zigzag, closed=False, steps=6), 0.0075, sauce, volume=0.003)
    for x in (-0.05, -0.012, 0.03, 0.064):
        pen.ellipse((x, 0.046), (0.007, 0.004), mix(rgb("green"), 1.0, 0.15), volume=0.002)


def _draw_wrapped(pen: Pen, look: Appearance) -> None:
    """Half wrapped in foil, under many toppings and a pale sauce that may be mustard, cheese or mayonnaise."""
    crumple(
        pen, look.rng, [(-0.112, 0.03), (-0.104, 0.074), (-0.06, 0.082), (-0.02, 0.070), (0.05, 0.076), (0.10, 0.056)]
    )
    pen.box((-0.088, 0.018), (0.088, 0.074), (0.80, 0.54, 0.26), round_by=0.027, volume=0.012)
    pen.box((-0.102, 0.030), (0.102, 0.066), (0.70, 0.27, 0.17), round_by=0.018, volume=0.010)
    pen.box((-0.092, 0.0), (0.092, 0.046), (0.86, 0.62, 0.32), round_by=0.023, volume=0.014)
    for _ in range(90):
        x, y = float(look.rng.uniform(-0.082, 0.082)), float(look.rng.normal(0.053, 0.005))
        ink = _TOPPINGS[int(look.rng.integers(len(_TOPPINGS)))]
        size = float(look.rng.uniform(0.0025, 0.0055))
        pen.ellipse((x, y), (size, size * 0.7), ink, volume=0.002)
    streaks = [
        (-0.08 + step * 0.0145 + float(look.rng.normal(0, 0.003)), 0.064 if step % 2 else 0.045) for step in range(12)
    ]
    pen.line(curve(streaks, closed=False, steps=6), 0.0062, (0.90, 0.80, 0.50), volume=0.002)
    front = [
        (-0.128, 0.05),
        (-0.118, 0.062),
        (-0.085, 0.050),
        (-0.052, 0.036),
        (-0.016, 0.030),
        (0.02, 0.033),
        (0.06, 0.024),
        (0.094, 0.030),
        (0.118, 0.016),
    ]
    crumple(pen, look.rng, [*front, (0.112, 0.0), (0.06, -0.002), (-0.06, -0.002), (-0.118, 0.004)])


_TOPPINGS = ((0.95, 0.93, 0.86), (0.36, 0.56, 0.24), (0.78, 0.20, 0.14), (0.55, 0.36, 0.18))
"""Onion, cucumber, tomato, and something fried."""

HOT_DOG = Thing("hot dog", _draw_hot_dog, (0.105, 0.003, 0.105, 0.078), ("yellow", "red"), share=0.12, one_colour=False)
WRAPPED_HOT_DOG = Thing(
    "wrapped hot dog", _draw_wrapped, (0.135, 0.005, 0.125, 0.09), ("yellow",), share=0.12, one_colour=False
)


def _draw(pen: Pen, look: Appearance) -> None:
    peel = rgb(look.colour)
    shape = [
        (0, 0.004),
        (-0.022, 0.001),
        (-0.036, 0.018),
        (-0.042, 0.046),
        (-0.034, 0.070),
        (-0.016, 0.077),
        (0, 0.071),
        (0.016, 0.077),
        (0.034, 0.070),
        (0.042, 0.046),
        (0.036, 0.018),
        (0.022, 0.001),
    ]
    pen.polygon(curve(shape), peel, volume=0.018, fade=0.18)
    pen.ellipse((0.0, 0.071), (0.014, 0.004), mix(peel, 0.0, 0.4), clip=True)
    pen.line(curve([(0, 0.069), (0.002, 0.082), (0.007, 0.092)], closed=False), 0.0042, (0.34, 0.23, 0.14))
    pen.polygon(
        curve([(0.004, 0.082), (0.016, 0.095), (0.034, 0.094), (0.022, 0.083)]), (0.36, 0.56, 0.22), volume=0.003
    )
    side = -1 if pen.light.x < 0 else 1
    pen.ellipse((side * 0.019, 0.055), (0.008, 0.011), mix(peel, 1.0, 0.6), fade=0)


APPLE = Thing("apple", _draw, (0.045, 0.003, 0.045, 0.1), ("red", "green", "yellow"), share=0.1)
