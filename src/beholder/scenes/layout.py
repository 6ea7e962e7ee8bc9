"""Finding places for the objects so that each plays its part exactly: clipped, cut, hidden, merged, far or free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Bools
from beholder.scenes.habitat import Disc, Habitat
from beholder.scenes.patch import window
from beholder.scenes.scene import Box
from beholder.scenes.solid import Field, Solid, joined, outline
from beholder.scenes.things.person import Body, Standpoint

__all__ = [
    "CLIPPED",
    "CUT",
    "HIDDEN",
    "SLIVER",
    "Placed",
    "Role",
    "Shape",
    "inside_share",
    "overlap",
    "pair_solid",
    "place",
]

#: Shares of the outline: inside the picture for clipped and cut objects, hidden for occluded ones and slivers.
CLIPPED = (0.12, 0.44)
# well above one half, the line between a clipped object and one that is whole enough
CUT = (0.58, 0.93)
# hidden in part, and plainly there all the same
HIDDEN = (0.30, 0.70)
# hidden so far that raters differ about it
SLIVER = (0.80, 0.96)
# visible pixels; what has fewer cannot be seen
_LEAST = 8
# places tried for one object; distances are generous at first, and the last tries take any that keeps things apart
_TRIES = 240
# the largest ones, since smaller ones hide nothing
_FRONTS = 6


@dataclass(frozen=True)
class Role:
    """The part one object plays; `ghostly` ones never hide others."""

    name: str
    ghostly: bool = False


@dataclass(frozen=True, eq=False)
class Shape:
    """A mask anywhere, also beyond the picture."""

    left: int
    top: int
    bits: Bools

    @property
    def area(self) -> int:
        """Pixels."""
        return int(self.bits.sum())


@dataclass(frozen=True, eq=False)
class Placed:
    """A body with its place, part and outline; `partner` is the index of the one it is merged with."""

    body: Body
    spot: Standpoint
    role: Role
    shape: Shape
    partner: int | None = None


def inside_share(shape: Shape, size: tuple[int, int]) -> float:
    """The share of a shape that lies within the picture."""
    view = window(shape.left, shape.top, (shape.bits.shape[0], shape.bits.shape[1]), (size[1], size[0]))
    return float(shape.bits[view.patch].sum()) / max(shape.area, 1)


def overlap(back: Shape, front: Shape) -> Bools:
    """Which pixels of `back` (in its own array) `front` hides."""
    hidden = np.zeros_like(back.bits)
    rows, columns = front.bits.shape[0], front.bits.shape[1]
    view = window(
        front.left - back.left, front.top - back.top, (rows, columns), (back.bits.shape[0], back.bits.shape[1])
    )
    if not view.empty:
        hidden[view.picture] = front.bits[view.patch]
    return np.asarray(hidden & back.bits)


def pair_solid(habitat: Habitat, first: Placed, second: Placed) -> tuple[Solid, Field]:
    """The joined body of a merged pair around the first one's centre, and the first one's share of each place."""
    dx, dy = second.spot.x - first.spot.x, second.spot.y - first.spot.y
    one, two = habitat.solid(first.body, first.spot.scale), habitat.solid(second.body, second.spot.scale)
    solid, share = joined(one, two, dx=dx, dy=dy, neck=0.55 * min(one.radius, two.radius))
    return solid, lambda x, y, z: share(x, y, np.zeros_like(z))


def _clear(discs: Sequence[Disc], taken: Sequence[Disc], boxes: Sequence[Box], margin: float) -> bool:
    for x, y, radius in discs:
        for left, top, right, bottom in boxes:
            dx, dy = max(left - x, 0, x - right), max(top - y, 0, y - bottom)
            if dx * dx + dy * dy < (radius * margin) ** 2:
                return False
        for other_x, other_y, other_radius in taken:
            if (x - other_x) ** 2 + (y - other_y) ** 2 < ((radius + other_radius) * margin) ** 2:
                return False
    return True


class _SceneLayout:
    def __init__(self, habitat: Habitat, boxes: Sequence[Box], rng: np.random.Generator) -> None:
        self.habitat = habitat
        self.boxes = boxes
        self.rng = rng
        self.placed: list[Placed] = []
        self.taken: list[list[Disc]] = []
        self.hiding: set[int] = set()

    def _shape(self, body: Body, spot: Standpoint) -> Shape:
        return Shape(*self.habitat.silhouette(body, spot))

    def _keep(self, body: Body, spot: Standpoint, role: Role, shape: Shape, *, partner: int | None = None) -> None:
        self.placed.append(Placed(body, spot, role, shape, partner))
        self.taken.append(self.habitat.discs(body, spot))

    def _search(
        self, body: Body, role: Role, propose: Callable[[], Standpoint], fits: Callable[[Standpoint, Shape], bool], *,
        ignore: int | None = None, whole: bool = True,
    ) -> bool:  # fmt: skip
        taken = [disc for index, discs in enumerate(self.taken) if index != ignore for disc in discs]
        for attempt in range(_TRIES):
            # Generous distances at first, then whatever keeps them apart.
            margin = 1.03 + 0.22 * (1 - attempt / _TRIES)
            spot = propose()
            if whole and not self.habitat.inside(body, spot):
                continue
            if not _clear(self.habitat.discs(body, spot), taken, self.boxes, margin):
                continue
            shape = self._shape(body, spot)
            if fits(spot, shape):
                self._keep(body, spot, role, shape)
                return True
        return False

    def free(self, body: Body, role: Role) -> bool:
        return self._search(
            body, role, lambda: self.habitat.free(body, self.rng), lambda _, shape: shape.area >= _LEAST
        )

    def far(self, body: Body, role: Role) -> bool:
        return self._search(body, role, lambda: self.habitat.far(body, self.rng), lambda _, shape: shape.area >= _LEAST)

    def edge(self, body: Body, role: Role) -> bool:
        low, high = CLIPPED if role.name == "clipped" else CUT

        def fits(_: Standpoint, shape: Shape) -> bool:
            share = inside_share(shape, self.habitat.size)
            return low <= share <= high and share * shape.area >= _LEAST

        return self._search(body, role, lambda: self.habitat.edge(body, self.rng), fits, whole=False)

    def hidden(self, body: Body, role: Role) -> bool:
        low, high = HIDDEN if role.name == "occluded" else SLIVER
        fronts = [
            index
            for index, other in enumerate(self.placed)
            if other.role.name == "free" and not other.role.ghostly and index not in self.hiding
        ]
        fronts.sort(key=lambda index: -self.placed[index].shape.area)
        for index in fronts[:_FRONTS]:
            front = self.placed[index]

            def fits(spot: Standpoint, shape: Shape, front: Placed = front) -> bool:
                share = overlap(shape, front.shape).sum() / max(shape.area, 1)
                return spot.scale < front.spot.scale and low <= share <= high and (1 - share) * shape.area >= _LEAST

            def propose(front: Placed = front) -> Standpoint:
                return self.habitat.behind(body, front.spot, self.rng)

            if self._search(body, role, propose, fits, ignore=index):
                self.hiding.add(index)
                return True
        return False

    def pair(self, first: Body, second: Body, roles: tuple[Role, Role]) -> bool:
        taken = [disc for discs in self.taken for disc in discs]
        for attempt in range(_TRIES):
            margin = 1.03 + 0.22 * (1 - attempt / _TRIES)
            spot = self.habitat.free(first, self.rng)
            other = self.habitat.beside(second, first, spot, self.rng)
            if not (self.habitat.inside(first, spot) and self.habitat.inside(second, other)):
                continue
            discs = self.habitat.discs(first, spot) + self.habitat.discs(second, other)
            if not _clear(discs, taken, self.boxes, margin):
                continue
            index = len(self.placed)
            shapes = self._pair_shapes(first, spot, second, other)
            if min(shape.area for shape in shapes) < _LEAST:
                continue
            self._keep(first, spot, roles[0], shapes[0], partner=index + 1)
            self._keep(second, other, roles[1], shapes[1], partner=index)
            return True
        return False

    def _pair_shapes(self, first: Body, spot: Standpoint, second: Body, other: Standpoint) -> tuple[Shape, Shape]:
        bare = Role("merged")
        one = Placed(first, spot, bare, self._shape(first, spot))
        two = Placed(second, other, bare, self._shape(second, other))
        solid, share = pair_solid(self.habitat, one, two)
        left, top, cover = outline(solid, spot.x, spot.y)
        rows = (np.arange(top, top + cover.shape[0], dtype=np.float32) + np.float32(0.5 - spot.y))[:, None]
        columns = (np.arange(left, left + cover.shape[1], dtype=np.float32) + np.float32(0.5 - spot.x))[None, :]
        x, y = np.broadcast_arrays(columns, rows)
        own = share(x, y, np.zeros_like(x)) >= 0.5
        union = cover >= 0.5
        both = Shape(left, top, np.asarray(union))
        return _with_extra(one.shape, both, union & own), _with_extra(two.shape, both, union & ~own)


def _with_extra(whole: Shape, union: Shape, own: Bools) -> Shape:
    """A merged body's own part of the union, together with what hangs on it (basket and ropes)."""
    left, top = min(union.left, whole.left), min(union.top, whole.top)
    right = max(shape.left + shape.bits.shape[1] for shape in (union, whole))
    bottom = max(shape.top + shape.bits.shape[0] for shape in (union, whole))
    bits = np.zeros((bottom - top, right - left), dtype=np.bool_)
    for shape, part in ((whole, whole.bits & ~overlap(whole, union)), (union, own)):
        rows = slice(shape.top - top, shape.top - top + part.shape[0])
        columns = slice(shape.left - left, shape.left - left + part.shape[1])
        bits[rows, columns] |= part
    return Shape(left, top, bits)


def place(
    habitat: Habitat, bodies: Sequence[Body], roles: Sequence[Role], *, boxes: Sequence[Box], rng: np.random.Generator
) -> list[Placed] | None:
    """All bodies in their parts (in the given order; merged ones follow each other), or None if they do not fit."""
    layout = _SceneLayout(habitat, boxes, rng)
    index = 0
    ways = {"free": layout.free, "far": layout.far, "clipped": layout.edge, "cut": layout.edge,
            "occluded": layout.hidden, "sliver": layout.hidden}  # fmt: skip
    while index < len(bodies):
        if roles[index].name == "merged":
            if not layout.pair(bodies[index], bodies[index + 1], (roles[index], roles[index + 1])):
                return None
            index += 2
            continue
        if not ways[roles[index].name](bodies[index], roles[index]):
            return None
        index += 1
    return layout.placed
