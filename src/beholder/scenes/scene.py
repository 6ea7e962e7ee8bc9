"""A painted picture and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from PIL import Image

from beholder.errors import BeholderError
from beholder.scenes.arrays import Bools

__all__ = ["Box", "Crop", "Scene", "SceneObject", "tight"]

#: Left, top, right, bottom in pixels; right and bottom are the first pixels outside.
Box = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Crop:
    """A mask kept as its rectangle within a picture, since thirty whole masks would weigh more than the picture."""

    left: int
    top: int
    bits: Bools

    def whole(self, size: tuple[int, int]) -> Bools:
        """The mask at the size (width, height) of the picture."""
        mask = np.zeros((size[1], size[0]), dtype=np.bool_)
        mask[self.top : self.top + self.bits.shape[0], self.left : self.left + self.bits.shape[1]] = self.bits
        return mask


def tight(crop: Crop) -> Box:
    """The smallest box around a mask; (0, 0, 0, 0) if it is empty."""
    rows = np.flatnonzero(crop.bits.any(axis=1))
    columns = np.flatnonzero(crop.bits.any(axis=0))
    if not rows.size:
        return 0, 0, 0, 0
    return (
        crop.left + int(columns[0]),
        crop.top + int(rows[0]),
        crop.left + int(columns[-1]) + 1,
        crop.top + int(rows[-1]) + 1,
    )


@dataclass(frozen=True, eq=False)
class SceneObject:
    """One thing in the picture, with all that is true of it.

    `box` encloses the whole thing as far as it lies inside the picture, `visible_box` only what can be seen of it.
    `inside_share` is the part of its outline within the picture, `occluded_share` the part of that which others hide.
    `colour` is empty where no single colour can be said of the thing. `base` is the row where it stands (its lowest point in the air). `scale` is pixels per metre: larger is nearer.
    """

    id: int
    kind: str
    colour: str
    counted: bool
    shape: str
    size_m: float
    scale: float
    base: float
    inside_share: float
    occluded_share: float
    box: Box
    visible_box: Box
    picture_size: tuple[int, int]
    whole_crop: Crop = field(repr=False)
    visible_crop: Crop = field(repr=False)
    ghostly: bool = False
    far: bool = False
    merged_with: int | None = None
    text: str = ""
    name: str = ""
    on: int | None = None

    @property
    def clipped(self) -> bool:
        """Whether less than half of the thing lies inside the picture."""
        return self.inside_share < 0.5

    @property
    def mask(self) -> Bools:
        """The whole thing as if nothing stood before it, within the picture."""
        return self.whole_crop.whole(self.picture_size)

    @property
    def visible(self) -> Bools:
        """What can be seen of it: `mask` without what nearer things hide. Ghostly things hide nothing."""
        return self.visible_crop.whole(self.picture_size)

    @property
    def area(self) -> int:
        """Pixels of `visible`."""
        return int(self.visible_crop.bits.sum())

    @cached_property
    def point(self) -> tuple[int, int]:
        """A visible pixel (x, y) well inside the thing: the visible pixel furthest from its outline."""
        layer = np.pad(self.visible_crop.bits, 1)
        last = layer
        while layer.any():
            last = layer
            inner = layer[1:-1, 1:-1] & layer[:-2, 1:-1] & layer[2:, 1:-1] & layer[1:-1, :-2] & layer[1:-1, 2:]
            layer = np.pad(inner, 1)
        rows, columns = np.nonzero(last)
        middle = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
        return self.visible_crop.left + int(columns[middle]) - 1, self.visible_crop.top + int(rows[middle]) - 1


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture, its objects from back to front, and the same picture without them (`backdrop`, shadows kept)."""

    kind: str
    image: Image.Image = field(repr=False)
    backdrop: Image.Image = field(repr=False)
    objects: tuple[SceneObject, ...]
    place: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    @property
    def counted(self) -> tuple[SceneObject, ...]:
        """The objects of the counted type."""
        return tuple(thing for thing in self.objects if thing.counted)

    @property
    def others(self) -> tuple[SceneObject, ...]:
        """The objects of other types."""
        return tuple(thing for thing in self.objects if not thing.counted)

    @property
    def count(self) -> int:
        """How many objects of the counted type there are."""
        return len(self.counted)

    @property
    def clipped(self) -> int:
        """How many of them the picture's boundary clips to less than half."""
        return sum(thing.clipped for thing in self.counted)

    @property
    def different_sizes(self) -> bool:
        """Whether counted objects differ noticeably in real-world size (by more than a sixth)."""
        sizes = [thing.size_m for thing in self.counted]
        return bool(sizes) and max(sizes) > min(sizes) * 7 / 6

    @property
    def different_shapes(self) -> bool:
        """Whether counted objects differ in shape."""
        return len({thing.shape for thing in self.counted}) > 1

    @property
    def same_colour(self) -> bool:
        """Whether all counted objects have one colour; false if there are none."""
        return len({thing.colour for thing in self.counted}) == 1

    @property
    def other_kinds(self) -> tuple[str, ...]:
        """The kinds of the other objects, each once, sorted."""
        return tuple(sorted({thing.kind for thing in self.others}))

    def of(self, kind: str | None = None, *, colour: str | None = None) -> tuple[SceneObject, ...]:
        """The objects of a kind and colour; None is any."""
        return tuple(t for t in self.objects if kind in {None, t.kind} and colour in {None, t.colour})

    def named(self, name: str) -> SceneObject:
        """The object of that name (as given when it was placed) or else the only one of that kind."""
        found = [t for t in self.objects if t.name == name] or [t for t in self.objects if t.kind == name]
        if len(found) != 1:
            raise BeholderError(
                f'{len(found)} objects answer to "{name}"',
                code="scene-not-one-object",
                where="name",
                hint="give things names when you place them",
            )
        return found[0]
