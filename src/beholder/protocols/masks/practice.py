"""Worked examples: masks with one plain fault each, or none, with the expected range of points and the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from beholder.media import Mask
from beholder.protocols.masks.pretend import PRETEND_SYSTEMS
from beholder.protocols.masks.wording import text
from beholder.scenes import Placement, Scene, StageSpec, compose
from beholder.text import Words

__all__ = ["WORKED", "WorkedMask"]

_SIZE = (960, 640)
# no red and nothing like it, which would hide under the red of the mask
_SHOWN = {
    "park": StageSpec(
        place="park",
        things=(
            Placement(thing="tree", x=0.16, depth=0.2),
            Placement(thing="person", x=0.4, depth=0.75, colour="blue"),
            Placement(thing="dog", x=0.7, depth=0.8, colour="white"),
        ),
        seed=31,
        size=_SIZE,
    ),
    "table": StageSpec(
        place="table",
        things=(
            Placement(thing="bowl", x=0.26, depth=0.5, colour="blue"),
            Placement(thing="cup", x=0.58, depth=0.6, colour="green"),
            Placement(thing="apple", x=0.82, depth=0.75, colour="green"),
        ),
        seed=32,
        size=_SIZE,
    ),
}
_HOLED = next(system for system in PRETEND_SYSTEMS if system.name == "moth")


@dataclass(frozen=True, kw_only=True)
class WorkedMask:
    """A mask of `meant`, the object that the point or box asks for, and the points that are right for it."""

    rule: str
    place: str
    meant: str
    prompt: str
    draw: Callable[[Scene], Mask]
    least: int
    most: int

    @property
    def why(self) -> Words:
        """The reason for the expected points, as raters read it."""
        return text(f"practice-{self.rule}")

    @property
    def scene(self) -> Scene:
        """The painted picture with what is known of it."""
        return _painted(self.place)

    @property
    def truth(self) -> Mask:
        """The object that was meant."""
        return self.scene.named(self.meant).visible

    def mask(self) -> Mask:
        """The mask that is shown."""
        return self.draw(self.scene)


@cache
def _painted(place: str) -> Scene:
    return compose(_SHOWN[place])


def _holed(scene: Scene) -> Mask:
    dog = scene.named("dog").visible
    return _HOLED.spoil(dog, scene.named("tree").visible, 0.6, np.random.default_rng(7))


def _half(scene: Scene) -> Mask:
    person = scene.named("person").visible.copy()
    rows = np.flatnonzero(person.any(axis=1))
    person[int(rows[0] + 0.55 * (rows[-1] - rows[0])) :] = False
    return person


WORKED = (
    WorkedMask(
        rule="true",
        place="park",
        meant="dog",
        prompt="point",
        draw=lambda scene: scene.named("dog").visible,
        least=9,
        most=10,
    ),
    WorkedMask(rule="holes", place="park", meant="dog", prompt="box", draw=_holed, least=4, most=7),
    WorkedMask(rule="missing", place="park", meant="person", prompt="box", draw=_half, least=3, most=6),
    WorkedMask(
        rule="joined",
        place="table",
        meant="cup",
        prompt="point",
        draw=lambda scene: np.asarray(scene.named("cup").visible | scene.named("apple").visible),
        least=2,
        most=6,
    ),
    WorkedMask(
        rule="another",
        place="table",
        meant="bowl",
        prompt="box",
        draw=lambda scene: scene.named("cup").visible,
        least=1,
        most=4,
    ),
)
