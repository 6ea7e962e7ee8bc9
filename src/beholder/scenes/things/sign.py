"""A sign board on a post."""

from __future__ import annotations

from beholder.scenes.palette import mix, rgb
from beholder.scenes.pen import Pen
from beholder.scenes.things.thing import Look, Thing

__all__ = ["SIGN"]


def _draw(pen: Pen, look: Look) -> None:
    board = rgb(look.colour)
    ink = "black" if look.colour in {"white", "yellow"} else "white"
    pen.box((-0.035, 0), (0.035, 1.0), (0.46, 0.47, 0.49), volume=0.025)
    pen.box((-0.56, 0.72), (0.56, 1.36), mix(board, 0.0, 0.35), round_by=0.07)
    pen.box((-0.56, 0.74), (0.56, 1.38), board, round_by=0.07, volume=0.02, fade=0.05)
    pen.box((-0.52, 0.78), (0.52, 1.34), ink, round_by=0.05, fade=0.0)
    pen.box((-0.50, 0.80), (0.50, 1.32), board, round_by=0.04, fade=0.04)
    pen.text(look.text, (0, 1.06), ink, width=0.88, height=0.34)


SIGN = Thing(
    "sign", _draw, (0.6, 0.02, 0.6, 1.4), ("blue", "green", "red", "yellow", "white"), share=0.36, writes="OPEN"
)
