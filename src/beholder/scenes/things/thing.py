"""A kind of thing that can be drawn: its real size, its colours, what may stand on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from beholder.scenes.palette import Light
from beholder.scenes.patch import Patch
from beholder.scenes.pen import Pen

__all__ = ["Appearance", "Thing"]


@dataclass(frozen=True)
class Appearance:
    """How one thing looks: its colour, its text, and the chance that varies it."""

    colour: str
    text: str
    rng: np.random.Generator


@dataclass(frozen=True)
class Thing:
    """A thing of the catalogue.

    `reach` is how far it goes left, down, right and up from its foot, in metres; `top` the height and half-width of the
    place where other things may stand, if any; `share` its usual height in a counting picture as a share of the picture's.
    `writes` is its usual text. Without `one_colour`, no single colour can be said of it.
    """

    name: str
    draw: Callable[[Pen, Appearance], None]
    reach: tuple[float, float, float, float]
    colours: tuple[str, ...]
    share: float = 0.3
    top: tuple[float, float] | None = None
    writes: str = ""
    flat: bool = False
    one_colour: bool = True

    @property
    def height(self) -> float:
        """Height in metres."""
        return self.reach[3]

    @property
    def width(self) -> float:
        """Width in metres."""
        return self.reach[0] + self.reach[2]

    def patch(self, x: float, y: float, scale: float, *, look: Appearance, light: Light) -> Patch:
        """The thing drawn with its foot at (x, y)."""
        pen = Pen(x, y, scale, reach=self.reach, light=light)
        self.draw(pen, look)
        return pen.patch()
