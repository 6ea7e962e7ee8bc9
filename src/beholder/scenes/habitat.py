"""Where counted objects may be in each kind of scene, and how large they look there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Bools
from beholder.scenes.camera import Camera
from beholder.scenes.palette import Light
from beholder.scenes.patch import Patch, stack
from beholder.scenes.solid import Solid, outline
from beholder.scenes.things.ball import ball_solid, lift
from beholder.scenes.things.balloon import balloon_solid, basket, envelope_radius, total_drop
from beholder.scenes.things.person import Body, Standpoint

__all__ = ["Aloft", "Disc", "Grounded", "Habitat"]

#: x, y and radius in pixels: a rough hull for keeping things apart.
Disc = tuple[float, float, float]


@dataclass(frozen=True)
class Reach:
    """How far a body goes from its centre, in metres."""

    side: float
    up: float
    down: float


class Habitat(ABC):
    """The room objects have. `radius` is how large a standard object is to look, in pixels, at a middling distance."""

    def __init__(self, size: tuple[int, int], radius: float) -> None:
        self.size = size
        self.radius = radius
        # Spots are whole pixels, so an outline at one scale serves every place.
        self._outlines: dict[tuple[int, float], tuple[int, int, Bools]] = {}

    @abstractmethod
    def free(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Anywhere an object may be, at any usual distance."""

    @abstractmethod
    def far(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Far away, where it is tiny."""

    @abstractmethod
    def edge(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Across the boundary of the picture."""

    @abstractmethod
    def behind(self, body: Body, front: Standpoint, rng: np.random.Generator) -> Standpoint:
        """Close behind another object."""

    @abstractmethod
    def beside(self, body: Body, other: Body, spot: Standpoint, rng: np.random.Generator) -> Standpoint:
        """Touching another object, at the same distance."""

    @abstractmethod
    def reach(self, body: Body) -> Reach:
        """How far the body goes from its centre."""

    @abstractmethod
    def discs(self, body: Body, spot: Standpoint) -> list[Disc]:
        """A rough hull."""

    @abstractmethod
    def solid(self, body: Body, scale: float) -> Solid:
        """The body at a scale."""

    @abstractmethod
    def base(self, body: Body, spot: Standpoint) -> float:
        """The row of its lowest point."""

    def hanging(self, body: Body, spot: Standpoint) -> Patch | None:
        """What hangs on the body, if anything."""
        return None

    def inside(self, body: Body, spot: Standpoint) -> bool:
        """Whether all of it lies within the picture."""
        reach = self.reach(body)
        return (
            spot.x - reach.side * spot.scale >= 1
            and spot.x + reach.side * spot.scale <= self.size[0] - 1
            and spot.y - reach.up * spot.scale >= 1
            and spot.y + reach.down * spot.scale <= self.size[1] - 1
        )

    def silhouette(self, body: Body, spot: Standpoint) -> tuple[int, int, Bools]:
        """Left, top and mask of the whole object."""
        key = (id(body), spot.scale)
        if key not in self._outlines:
            self._outlines[key] = self._outline(body, spot.scale)
        left, top, bits = self._outlines[key]
        return left + round(spot.x), top + round(spot.y), bits

    def _outline(self, body: Body, scale: float) -> tuple[int, int, Bools]:
        left, top, cover = outline(self.solid(body, scale), 0.0, 0.0)
        more = self.hanging(body, Standpoint(0.0, 0.0, scale))
        if more is None:
            return left, top, np.asarray(cover >= 0.5)
        both = stack([more, Patch(left, top, np.zeros((*cover.shape, 3), dtype=np.float32), cover)])
        return both.left, both.top, both.mask

    def _spot(self, x: float, y: float, scale: float) -> Standpoint:
        return Standpoint(float(round(x)), float(round(y)), scale)


class Grounded(Habitat):
    """Balls on a floor, seen by a camera."""

    def __init__(self, size: tuple[int, int], radius: float, *, camera: Camera, first: float, standard: float) -> None:
        """`first` is the furthest row on which things may lie; `standard` the usual size in metres."""
        super().__init__(size, radius)
        self.camera = camera
        self.first = first
        self.standard = standard

    def reach(self, body: Body) -> Reach:
        """How far the ball goes from its centre."""
        solid = ball_solid(body, 1.0)
        return Reach(solid.side, solid.up, solid.down)

    def discs(self, body: Body, spot: Standpoint) -> list[Disc]:
        """One disc, or three side by side for an oval ball."""
        reach = self.reach(body)
        if body.shape == "oval":
            shift = (reach.side - reach.up) * spot.scale
            return [(spot.x + side * shift, spot.y, reach.up * spot.scale) for side in (-1, 0, 1)]
        return [(spot.x, spot.y, reach.side * spot.scale * (1.12 if body.shape == "blocky" else 1.0))]

    def solid(self, body: Body, scale: float) -> Solid:
        """The ball at a scale."""
        return ball_solid(body, scale)

    def base(self, body: Body, spot: Standpoint) -> float:
        """The row where it touches the floor."""
        return spot.y + lift(body) * spot.scale

    def _on(self, body: Body, x: float, row: float) -> Standpoint:
        scale = self.camera.scale(row)
        return self._spot(x, row - lift(body) * scale, scale)

    def free(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Anywhere on the floor but the far end."""
        deep = self.camera.rows - self.camera.horizon
        first = max(self.first, self.camera.horizon + 0.30 * deep)
        return self._on(body, rng.uniform(0, self.size[0]), rng.uniform(first, self.camera.rows))

    def far(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """At the far end, a few pixels large."""
        radius = max(2.8, min(self.size) * rng.uniform(0.0075, 0.011))
        row = max(self.first, self.camera.row(radius / (body.size / 2)))
        return self._on(body, rng.uniform(0.04, 0.96) * self.size[0], row)

    def edge(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Across the left, right or lower boundary."""
        reach = self.reach(body)
        side = rng.integers(3)
        off = rng.uniform(-0.8, 0.8)
        if side == 2:
            row = self.camera.rows + off * self.radius * 2.0
            row += lift(body) * self.camera.scale(row)
            return self._on(body, rng.uniform(0.05, 0.95) * self.size[0], row)
        spot = self.free(body, rng)
        wide = reach.side * spot.scale
        return self._spot(-off * wide if side == 0 else self.size[0] + off * wide, spot.y, spot.scale)

    def behind(self, body: Body, front: Standpoint, rng: np.random.Generator) -> Standpoint:
        """On the floor behind, where the front one may hide it."""
        tall = self.standard / 2 * front.scale
        row = self.camera.row(front.scale) - rng.uniform(0.1, 1.0) * tall
        return self._on(body, front.x + rng.uniform(-1.3, 1.3) * tall, row)

    def beside(self, body: Body, other: Body, spot: Standpoint, rng: np.random.Generator) -> Standpoint:
        """On the same row, pressed into the other."""
        close = 0.98 if body.shape == other.shape == "blocky" else 0.82
        gap = close * (self.reach(body).side + self.reach(other).side) * spot.scale * (1 if rng.random() < 0.5 else -1)
        return self._spot(spot.x + gap, self.base(other, spot) - lift(body) * spot.scale, spot.scale)


class Aloft(Habitat):
    """Balloons in the air; the further, the nearer to the horizon."""

    def __init__(self, size: tuple[int, int], radius: float, *, horizon: float, standard: float, light: Light) -> None:
        super().__init__(size, radius)
        self.horizon = horizon
        self.standard = standard
        self.light = light
        self._baskets: dict[tuple[int, float], Patch] = {}

    def reach(self, body: Body) -> Reach:
        """How far envelope and basket go from the envelope's centre."""
        radius = envelope_radius(body)
        return Reach(radius, radius, total_drop(body))

    def discs(self, body: Body, spot: Standpoint) -> list[Disc]:
        """Four discs from the crown down to the basket."""
        radius = envelope_radius(body) * spot.scale
        drop = total_drop(body) * spot.scale
        return [
            (spot.x, spot.y, radius),
            (spot.x, spot.y + drop * 0.42, radius * 0.72),
            (spot.x, spot.y + drop * 0.78, radius * 0.36),
            (spot.x, spot.y + drop * 0.95, radius * 0.2),
        ]

    def solid(self, body: Body, scale: float) -> Solid:
        """The envelope at a scale."""
        return balloon_solid(body, scale)

    def base(self, body: Body, spot: Standpoint) -> float:
        """The row of the basket's foot."""
        return spot.y + total_drop(body) * spot.scale

    def hanging(self, body: Body, spot: Standpoint) -> Patch | None:
        """Ropes, burner and basket."""
        key = (id(body), spot.scale)
        if key not in self._baskets:
            self._baskets[key] = basket(body, 0.0, 0.0, spot.scale, light=self.light)
        return self._baskets[key].moved(round(spot.x), round(spot.y))

    def _scale(self, share: float) -> float:
        # A standard balloon is about 2.5 radii high.
        return share * self.radius * 2.54 / self.standard

    def free(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Anywhere in the air, at any usual distance."""
        share = float(np.exp(rng.uniform(np.log(0.55), np.log(1.45))))
        scale = self._scale(share)
        # Large means near, and near ones hang high above the horizon or low beside it; small ones gather towards it.
        height = rng.random() ** (1.25 - 0.5 * share)
        lowest = self.size[1] * 0.97 - total_drop(body) * scale
        highest = envelope_radius(body) * scale
        return self._spot(rng.uniform(0, self.size[0]), highest + (lowest - highest) * (1 - height), scale)

    def far(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Just above the horizon, a few pixels large."""
        scale = max(2.6, min(self.size) * rng.uniform(0.008, 0.013)) * 2.54 / body.size
        y = self.horizon - min(self.size) * rng.uniform(0.03, 0.16) - total_drop(body) * scale
        return self._spot(rng.uniform(0.04, 0.96) * self.size[0], y, scale)

    def edge(self, body: Body, rng: np.random.Generator) -> Standpoint:
        """Across any boundary."""
        spot = self.free(body, rng)
        reach = self.reach(body)
        side = rng.integers(4)
        off = rng.uniform(-0.9, 0.9)
        if side < 2:
            x = off * reach.side * spot.scale + side * self.size[0]
            return self._spot(x, spot.y, spot.scale)
        whole = (reach.up + reach.down) * spot.scale
        y = (reach.up * spot.scale - whole / 2) + off * whole / 2 + (side - 2) * self.size[1]
        return self._spot(spot.x, y, spot.scale)

    def behind(self, body: Body, front: Standpoint, rng: np.random.Generator) -> Standpoint:
        """Further off, near the same line of sight."""
        wide = self.standard / 2.54 * front.scale
        scale = front.scale * (0.66, 0.78, 0.88, 0.96)[int(rng.integers(4))]
        return self._spot(front.x + rng.uniform(-1.2, 1.2) * wide, front.y + rng.uniform(-1.2, 1.0) * wide, scale)

    def beside(self, body: Body, other: Body, spot: Standpoint, rng: np.random.Generator) -> Standpoint:
        """At the same distance, pressed into the other."""
        gap = 0.84 * (self.reach(body).side + self.reach(other).side) * spot.scale * (1 if rng.random() < 0.5 else -1)
        return self._spot(spot.x + gap, spot.y + rng.uniform(-0.2, 0.2) * abs(gap) / 2, spot.scale)
