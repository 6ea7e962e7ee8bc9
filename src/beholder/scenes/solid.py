"""Round bodies given by a signed distance: their outline, their lit surface, and two of them grown together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.palette import Light, encode
from beholder.scenes.patch import Patch

__all__ = [
    "Coat",
    "Field",
    "Skin",
    "Solid",
    "blocky",
    "joined",
    "outline",
    "oval",
    "painted",
    "sphere",
    "teardrop",
    "turn",
]

#: Signed distance in pixels at points (x, y, z) from the body's centre; even in z and growing with |z|.
Field: TypeAlias = Callable[[Floats, Floats, Floats], Floats]


@dataclass(frozen=True)
class Solid:
    """A body: its distance field, how far it reaches left/right, up and down from its centre, and its radius."""

    field: Field
    side: float
    up: float
    down: float
    radius: float


@dataclass(frozen=True)
class Skin:
    """What a surface looks like. Points are in radii, in the body's own axes.

    `albedo` gives linear colours, `relief` the height of engraving or stitching that bends the normal.
    """

    albedo: Callable[[Floats], Floats]
    relief: Callable[[Floats], Floats] | None = None
    depth: float = 0.0
    gloss: float = 0.5
    sharpness: float = 40.0


@dataclass(frozen=True, eq=False)
class Coat:
    """A skin put on a body: how it is turned, and for the second of two joined bodies its offset and radius in pixels."""

    skin: Skin
    axes: Floats
    dx: float = 0.0
    dy: float = 0.0
    radius: float | None = None


def sphere(radius: float) -> Solid:
    """A ball."""
    return Solid(lambda x, y, z: np.sqrt(x * x + y * y + z * z) - radius, radius, radius, radius, radius)


def oval(radius: float, *, wide: float, high: float) -> Solid:
    """A ball stretched sideways by `wide` and upwards by `high`."""
    a, b = radius * wide, radius * high

    def field(x: Floats, y: Floats, z: Floats) -> Floats:
        near = np.sqrt((x / a) ** 2 + (y / b) ** 2 + (z / b) ** 2)
        steep = np.sqrt((x / a**2) ** 2 + (y / b**2) ** 2 + (z / b**2) ** 2)
        return np.asarray(near * (near - 1) / np.maximum(steep, 1e-6))

    return Solid(field, a, b, b, radius)


def blocky(radius: float) -> Solid:
    """A ball pressed towards a cube."""

    def field(x: Floats, y: Floats, z: Floats) -> Floats:
        return np.asarray(np.sqrt(np.sqrt(x**4 + y**4 + z**4)) - radius)

    return Solid(field, radius, radius, radius, radius)


def teardrop(radius: float, *, mouth: float, drop: float) -> Solid:
    """A sphere that narrows downwards to a small round end of radius `mouth` whose centre is `drop` below."""
    lean = (radius - mouth) / drop
    upright = float(np.sqrt(max(1 - lean * lean, 1e-6)))

    def field(x: Floats, y: Floats, z: Floats) -> Floats:
        out = np.sqrt(x * x + z * z)
        along = upright * y - lean * out
        flank = upright * out + lean * y - radius
        top = np.sqrt(out * out + y * y) - radius
        end = np.sqrt(out * out + (y - drop) ** 2) - mouth
        return np.where(along < 0, top, np.where(along > upright * drop, end, flank))

    return Solid(field, radius, radius, drop + mouth, radius)


def joined(first: Solid, second: Solid, *, dx: float, dy: float, neck: float) -> tuple[Solid, Field]:
    """Two bodies grown together like a dividing cell, and the share (0–1) that the first has in each point."""

    def share(x: Floats, y: Floats, z: Floats) -> Floats:
        one, two = first.field(x, y, z), second.field(x - dx, y - dy, z)
        return np.asarray(np.clip(0.5 + 0.5 * (two - one) / neck, 0, 1))

    def field(x: Floats, y: Floats, z: Floats) -> Floats:
        one, two = first.field(x, y, z), second.field(x - dx, y - dy, z)
        part = np.clip(0.5 + 0.5 * (two - one) / neck, 0, 1)
        return np.asarray(two + (one - two) * part - neck * part * (1 - part))

    reach = Solid(
        field,
        max(first.side, abs(dx) + second.side),
        max(first.up, second.up - dy),
        max(first.down, second.down + dy),
        first.radius,
    )
    return reach, share


def turn(rng: np.random.Generator) -> Floats:
    """A random rotation (rows are the body's axes on screen)."""
    a, b, c, d = rng.standard_normal(4)
    size = np.sqrt(a * a + b * b + c * c + d * d)
    a, b, c, d = a / size, b / size, c / size, d / size
    return np.asarray(
        [
            [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
        ],
        dtype=np.float32,
    )


def _grid(solid: Solid, x: float, y: float) -> tuple[int, int, Floats, Floats]:
    left, right = int(np.floor(x - solid.side - 1.5)), int(np.ceil(x + solid.side + 1.5))
    top, bottom = int(np.floor(y - solid.up - 1.5)), int(np.ceil(y + solid.down + 1.5))
    across = (np.arange(left, right, dtype=np.float32) + np.float32(0.5 - x))[None, :]
    along = (np.arange(top, bottom, dtype=np.float32) + np.float32(0.5 - y))[:, None]
    shape = (bottom - top, right - left)
    return left, top, np.broadcast_to(across, shape), np.broadcast_to(along, shape)


def outline(solid: Solid, x: float, y: float) -> tuple[int, int, Floats]:
    """Left, top and coverage (0–1) of the body seen at (x, y)."""
    left, top, across, along = _grid(solid, x, y)
    edge = solid.field(across, along, np.zeros_like(across))
    return left, top, np.asarray(np.clip(0.5 - edge, 0, 1), dtype=np.float32)


def _bent(skin: Skin, spots: Floats, normal: Floats) -> Floats:
    if skin.relief is None:
        return normal
    step = 0.012
    here = skin.relief(spots)
    slopes = [
        (skin.relief(spots + np.eye(3, dtype=np.float32)[axis] * np.float32(step)) - here) / step for axis in range(3)
    ]
    slope = np.stack(slopes, axis=1) * skin.depth
    slope -= np.sum(slope * normal, axis=1, keepdims=True) * normal
    bent = normal - slope
    return np.asarray(bent / np.linalg.norm(bent, axis=1, keepdims=True), dtype=np.float32)


def painted(
    solid: Solid, x: float, y: float, *, coats: tuple[Coat, ...], light: Light, share: Field | None = None
) -> Patch:
    """The lit body with one coat or, for a joined body, two; `share` says how much of a point the first one owns."""
    left, top, across, along = _grid(solid, x, y)
    edge = solid.field(across, along, np.zeros_like(across))
    cover = np.asarray(np.clip(0.5 - edge, 0, 1), dtype=np.float32)
    seen = cover > 0
    px, py = across[seen], along[seen]
    low = np.zeros_like(px)
    high = np.full_like(px, max(solid.side, solid.up, solid.down))
    for _ in range(13):
        middle = (low + high) * np.float32(0.5)
        inside = solid.field(px, py, middle) < 0
        low = np.where(inside, middle, low)
        high = np.where(inside, high, middle)
    pz = (low + high) * np.float32(0.5)
    step = np.float32(max(0.35, solid.radius * 0.01))
    normal = np.stack(
        [
            solid.field(px + step, py, pz) - solid.field(px - step, py, pz),
            solid.field(px, py + step, pz) - solid.field(px, py - step, pz),
            solid.field(px, py, pz + step) - solid.field(px, py, pz - step),
        ],
        axis=1,
    )
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    lit = np.zeros_like(normal)
    first = np.ones_like(px) if share is None else share(px, py, pz)
    for coat, weight in zip(coats, (first, 1 - first), strict=False):
        radius = np.float32(coat.radius or solid.radius)
        spots = np.stack([px - np.float32(coat.dx), py - np.float32(coat.dy), pz], axis=1) / radius @ coat.axes
        bent = _bent(coat.skin, spots, np.asarray(normal @ coat.axes)) @ coat.axes.T
        colour = light.shade(coat.skin.albedo(spots), bent, gloss=coat.skin.gloss, sharpness=coat.skin.sharpness)
        lit += colour * weight[:, None]
    rgb = np.zeros((*cover.shape, 3), dtype=np.float32)
    rgb[seen] = encode(np.asarray(lit))
    return Patch(left, top, rgb, cover)
