"""Worked examples: one painted scene for each rule of the guideline, with the expected answer and the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from beholder.protocols.counting.wording import text
from beholder.scenes import KINDS, Box, Scene, SceneSpec, paint
from beholder.text import Words

__all__ = ["SIZE", "WORKED", "WorkedCount", "numeral", "specks"]

# pixels: whole on a phone's screen, and objects large enough to count
SIZE = (576, 576)
_SPECKS = 4


def _positions(scene: Scene) -> list[tuple[Box, str]]:
    """What is counted, which of it the edge clips, and what is left out."""
    counted = {id(thing) for thing in scene.counted}
    sorts = [
        "left-out" if id(thing) not in counted else "clipped" if thing.clipped else "counted" for thing in scene.objects
    ]
    return [(thing.visible_box, sort) for thing, sort in zip(scene.objects, sorts, strict=True)]


@dataclass(frozen=True, kw_only=True)
class WorkedCount:
    """A scene and what is right about it. `flags` are compared only where given."""

    rule: str
    spec: SceneSpec
    count: int | str
    clipped: int | None = 0
    flags: tuple[str, ...] | None = None
    retouch: Callable[[Scene], Image.Image] = field(default=lambda scene: scene.image)
    positions: Callable[[Scene], list[tuple[Box, str]]] = field(default=_positions)

    @cached_property
    def scene(self) -> Scene:
        """The scene that is painted."""
        return paint(self.spec)

    @property
    def why(self) -> Words:
        """The reason for the expected answer, as raters read it."""
        return text(f"practice-{self.rule}")

    def picture(self) -> Image.Image:
        """The painted picture."""
        return self.retouch(self.scene)

    def item(self, image: str) -> dict[str, Any]:
        """The item as a line of an items file."""
        expects: list[dict[str, Any]] = [{"field": "count", "is": self.count}]
        if self.clipped is not None and isinstance(self.count, int):
            expects.append({"field": "clipped", "is": self.clipped})
        if self.flags is not None:
            expects.append({"field": "flags", "is": list(self.flags)})
        return {
            "id": f"practice-{self.rule}",
            "kind": "practice",
            "image": image,
            "object_type": KINDS[self.spec.kind],
            "reference": {"expects": expects, "why": self.why.root, "marks": self._marks()},
        }

    def _marks(self) -> list[dict[str, Any]]:
        wide, high = self.scene.size
        return [
            {
                "box": [round(side / length, 4) for side, length in zip(box, (wide, high, wide, high), strict=True)],
                "sort": sort,
            }
            for box, sort in self.positions(self.scene)
        ]


def _specks(scene: Scene) -> list[Box]:
    """Where in the sky nothing else is."""
    taken = [thing.box for thing in scene.objects]
    rng = np.random.default_rng(5)
    found: list[Box] = []
    while len(found) < _SPECKS:
        x, y = int(rng.integers(30, scene.size[0] - 30)), int(rng.integers(30, int(scene.size[1] * 0.42)))
        if not any(box[0] - 14 < x < box[2] + 14 and box[1] - 14 < y < box[3] + 14 for box in [*taken, *found]):
            found.append((x - 2, y - 1, x + 2, y + 1))
    return found


def specks(scene: Scene) -> Image.Image:
    """A few dark specks far off in the sky that may be birds as well as balloons."""
    image = scene.image.copy()
    layer = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(layer)
    for box in _specks(scene):
        draw.ellipse(box, fill=210)
    soft = layer.filter(ImageFilter.GaussianBlur(0.7))
    image.paste(Image.new("RGB", image.size, (58, 62, 72)), mask=soft)
    return image


def numeral(scene: Scene) -> Image.Image:
    """The scene's balloons, made equally large and set out as the numeral 7."""
    image = scene.backdrop.copy()
    for thing, box in zip(scene.counted, _seven(scene), strict=True):
        soft = Image.fromarray(thing.mask.astype(np.uint8) * 255).filter(ImageFilter.GaussianBlur(0.6))
        size = (box[2] - box[0], box[3] - box[1])
        cut, mask = (one.crop(thing.box).resize(size, Image.Resampling.LANCZOS) for one in (scene.image, soft))
        image.paste(cut, box[:2], mask)
    return image


def _seven(scene: Scene) -> list[Box]:
    """Where seven balloons of one height form a 7."""
    wide, high = scene.size
    tall = round(high * 0.15)
    spots = [(0.28, 0.06), (0.40, 0.06), (0.52, 0.06), (0.64, 0.06), (0.59, 0.22), (0.53, 0.38), (0.47, 0.54)]
    found: list[Box] = []
    for thing, (x, y) in zip(scene.counted, spots, strict=True):
        left, top, right, bottom = thing.box
        across = max(1, round((right - left) * tall / (bottom - top)))
        corner = round(x * wide - across / 2 + 20), round(y * high)
        found.append((*corner, corner[0] + across, corner[1] + tall))
    return found


def _spec(kind: str, count: int, seed: int, **more: Any) -> SceneSpec:
    return SceneSpec(kind=kind, count=count, seed=seed, size=SIZE, **more)


WORKED = (
    WorkedCount(
        rule="clipped",
        spec=_spec("medicine", 13, 2, clipped=2),
        count=13,
        clipped=2,
    ),
    WorkedCount(
        rule="cut",
        spec=_spec("balloon", 6, 4, clipped=1, cut=2),
        count=6,
        clipped=1,
    ),
    WorkedCount(
        rule="occluded",
        spec=_spec("bocce", 7, 3, occluded=3),
        count=7,
        clipped=0,
    ),
    WorkedCount(
        rule="slivers",
        spec=_spec("bocce", 6, 7, slivers=2),
        count=6,
        clipped=0,
    ),
    WorkedCount(
        rule="ghosts",
        spec=_spec("balloon", 5, 6, ghostly=2),
        count=5,
    ),
    WorkedCount(
        rule="merged",
        spec=_spec("medicine", 6, 5, merged=1),
        count=6,
    ),
    WorkedCount(
        rule="far",
        spec=_spec("balloon", 7, 8, far=2),
        count=7,
    ),
    WorkedCount(
        rule="specks",
        spec=_spec("balloon", 4, 9),
        count=4,
        retouch=specks,
        positions=lambda scene: [*_positions(scene), *((box, "left-out") for box in _specks(scene))],
    ),
    WorkedCount(
        rule="both-sizes",
        spec=_spec("bocce", 6, 12, sizes="mixed"),
        count=6,
        flags=("sizes",),
    ),
    WorkedCount(
        rule="distance",
        spec=_spec("balloon", 6, 13),
        count=6,
        flags=(),
    ),
    WorkedCount(
        rule="shapes",
        spec=_spec("medicine", 7, 14, shapes="mixed"),
        count=7,
        flags=("shapes",),
    ),
    WorkedCount(
        rule="same-colour",
        spec=_spec("bocce", 5, 15, colours="same"),
        count=5,
        flags=("same_colour",),
    ),
    WorkedCount(
        rule="other",
        spec=_spec("balloon", 4, 16, others=("house",)),
        count=4,
        flags=("other",),
    ),
    WorkedCount(
        rule="bowl",
        spec=_spec("bocce", 5, 22, others=("bowl",)),
        count=5,
        flags=("other",),
    ),
    WorkedCount(
        rule="background",
        spec=_spec("balloon", 5, 17, others=("tree",)),
        count=5,
        flags=(),
    ),
    WorkedCount(
        rule="many",
        spec=_spec("bocce", 28, 18),
        count=">20",
        clipped=None,
    ),
    WorkedCount(
        rule="stop",
        spec=_spec("medicine", 25, 23),
        count=">20",
        clipped=None,
    ),
    WorkedCount(
        rule="nearly-many",
        spec=_spec("medicine", 19, 19),
        count=19,
    ),
    WorkedCount(
        rule="pattern",
        spec=_spec("balloon", 7, 21, colours=("red", "orange", "yellow", "green", "blue", "purple", "pink")),
        count=7,
        flags=("noteworthy",),
        retouch=numeral,
        positions=lambda scene: [(box, "counted") for box in _seven(scene)],
    ),
)
