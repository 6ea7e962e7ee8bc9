"""Composed pictures: named things placed in a room, a park, a street or on a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from beholder.errors import BeholderError, Problem, nearest
from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.canvas import Canvas
from beholder.scenes.grounds.indoors import room, tabletop
from beholder.scenes.grounds.outside import grass, street
from beholder.scenes.layout import Shape
from beholder.scenes.palette import COLOURS, Light
from beholder.scenes.patch import Patch
from beholder.scenes.pen import drawable
from beholder.scenes.scene import Scene
from beholder.scenes.spec import wrong_size
from beholder.scenes.things.all_things import THINGS
from beholder.scenes.things.thing import Appearance, Thing
from beholder.scenes.truth import PaintedObject, reordered, settle

__all__ = ["PLACES", "Placement", "StageSpec", "compose"]


@dataclass(frozen=True, kw_only=True)
class Placement:
    """One thing to place.

    `x` (0–1) is its middle across the picture; without it, things stand from left to right in the order listed. `depth`
    (0–1) is how near it stands. `on` names a thing listed before on which it stands. Small things are drawn larger than
    life so that they can be recognised; `size` enlarges or shrinks further.
    """

    thing: str
    colour: str = ""
    name: str = ""
    x: float | None = None
    depth: float = 0.5
    on: str = ""
    text: str = ""
    size: float = 1.0


@dataclass(frozen=True, kw_only=True)
class StageSpec:
    """A composed picture: a place and the things in it."""

    place: str
    things: tuple[Placement, ...] = ()
    seed: int = 0
    size: tuple[int, int] = (1024, 768)

    def __post_init__(self) -> None:
        problems = []
        if self.place not in PLACES:
            problems.append(
                Problem(f'unknown place "{self.place}"', "scene-unknown-place", "place", nearest(self.place, PLACES))
            )
        problems += wrong_size(self.size)
        if self.seed < 0:
            problems.append(Problem(f"expected a seed of at least 0, got {self.seed}", "scene-bad-number", "seed"))
        known: dict[str, int] = {}
        for index, one in enumerate(self.things):
            where = f"things[{index}]"
            problems += _wrong(one, where, known)
            for word in {one.name, one.thing} - {""}:
                known[word] = known.get(word, 0) + 1
        if problems:
            raise BeholderError.of(problems)


@dataclass(frozen=True)
class _Place:
    horizon: float
    eye: float
    rows: tuple[float, float]
    smallest: float
    light: Light
    ground: Callable[[np.random.Generator, Camera], Floats]


PLACES: dict[str, _Place] = {
    "room": _Place(0.36, 1.45, (0.63, 0.95), 0.09, Light(above=(0.52, 0.51, 0.50), below=(0.34, 0.26, 0.18)), room),
    "park": _Place(0.40, 1.60, (0.50, 0.95), 0.09, Light(), lambda rng, camera: grass(rng, camera, blade=0.07)),
    "street": _Place(0.50, 1.70, (0.60, 0.96), 0.09, Light(below=(0.28, 0.28, 0.29)), street),
    "table": _Place(0.14, 0.42, (0.46, 0.92), 0.02, Light(below=(0.34, 0.26, 0.18)), tabletop),
}


def _wrong(one: Placement, where: str, known: dict[str, int]) -> list[Problem]:
    found = []
    if one.thing not in THINGS:
        return [Problem(f'unknown thing "{one.thing}"', "scene-unknown-thing", where, nearest(one.thing, THINGS))]
    if one.colour and one.colour not in COLOURS:
        found.append(
            Problem(f'unknown colour "{one.colour}"', "scene-unknown-colour", where, nearest(one.colour, COLOURS))
        )
    if one.text and not THINGS[one.thing].writes:
        found.append(Problem(f'"{one.thing}" carries no text', "scene-no-text-here", where))
    elif not drawable(one.text):
        hint = "use Latin letters, digits and common signs"
        found.append(Problem(f'the built-in font cannot write "{one.text}"', "scene-text-not-drawable", where, hint))
    if one.on and known.get(one.on, 0) != 1:
        problem = f'"{one.on}" is not the name of exactly one thing listed before'
        found.append(Problem(problem, "scene-not-one-object", where, nearest(one.on, known)))
    if not 0 <= one.depth <= 1 or (one.x is not None and not 0 <= one.x <= 1) or not 0.1 <= one.size <= 10:
        found.append(Problem("x and depth go from 0 to 1, size from 0.1 to 10", "scene-bad-number", where))
    return found


@dataclass(frozen=True, eq=False)
class _Standing:
    placement: Placement
    thing: Thing
    x: float
    foot: float
    scale: float
    on: int | None
    look: Appearance


def _stand(spec: StageSpec, camera: Camera) -> list[_Standing]:
    place = PLACES[spec.place]
    width, height = spec.size
    alone = [i for i, one in enumerate(spec.things) if one.x is None and not one.on]
    done: list[_Standing] = []
    riders: dict[int, list[int]] = {}
    parents = [
        next(i for i, other in enumerate(spec.things) if one.on in {other.name, other.thing}) if one.on else None
        for one in spec.things
    ]
    for index, parent in enumerate(parents):
        if parent is not None:
            riders.setdefault(parent, []).append(index)
    for index, one in enumerate(spec.things):
        thing = THINGS[one.thing]
        rng = np.random.default_rng([spec.seed, 1, index])
        colour = one.colour or thing.colours[int(rng.integers(len(thing.colours)))]
        look = Appearance(colour, one.text or (thing.writes if thing.name == "sign" else ""), rng)
        least = place.smallest * height / thing.height
        parent = parents[index]
        if parent is not None:
            under = done[parent]
            top = under.thing.top or (under.thing.height, under.thing.width / 4)
            mates = riders[parent]
            room_here = 2 * top[1] * under.scale / len(mates)
            scale = min(max(under.scale, least), max(under.scale, room_here / thing.width)) * one.size
            shift = (2 * (mates.index(index) + 0.5) / len(mates) - 1) * top[1] * under.scale if len(mates) > 1 else 0.0
            x = under.x + shift if one.x is None else one.x * width
            done.append(_Standing(one, thing, x, under.foot - top[0] * under.scale, scale, parent, look))
            continue
        row = height * (place.rows[0] + (place.rows[1] - place.rows[0]) * one.depth)
        scale = max(camera.scale(row), least) * one.size
        # Towers and houses shrink to fit, as if they stood further off.
        scale = min(scale, (row - 6) / thing.height, 0.92 * width / thing.width)
        half = thing.width * scale / 2
        x = width * ((alone.index(index) + 0.5) / len(alone)) if one.x is None else width * one.x
        x = min(max(x, half + 3), width - half - 3)
        done.append(_Standing(one, thing, x, row, scale, None, look))
    return done


def _shade(canvas: Canvas, one: _Standing, light: Light) -> None:
    away = -1.0 if light.x > 0 else 1.0
    half = one.thing.width * one.scale / 2
    deep = max(2.0, half * (0.30 if one.thing.flat else 0.16))
    canvas.shadow(one.x + away * half * 0.28, one.foot - deep * 0.2, width=half * 1.25, depth=deep * 1.3, strength=0.42)
    canvas.shadow(one.x, one.foot, width=half * 0.95, depth=deep * 0.7, strength=0.40)


def compose(spec: StageSpec) -> Scene:
    """Paint the things in their place. The same spec gives the same bytes.

    Raises `BeholderError` if a thing would be hidden wholly by others.
    """
    place = PLACES[spec.place]
    width, height = spec.size
    camera = Camera(width, height, place.horizon * height, place.eye, width * 1.1)
    standing = _stand(spec, camera)
    patches: list[Patch] = [
        one.thing.patch(one.x, one.foot, one.scale, look=one.look, light=place.light) for one in standing
    ]
    drafts = [
        PaintedObject(
            kind=one.thing.name, colour=one.look.colour if one.thing.one_colour else "", shape=Shape(patch.left, patch.top, patch.mask), scale=one.scale,
            base=one.foot, size_m=one.thing.height, counted=True, text=one.look.text, name=one.placement.name, on=one.on,
        )
        for one, patch in zip(standing, patches, strict=True)
    ]  # fmt: skip

    def nearness(index: int) -> tuple[float, int]:
        one, steps = standing[index], 0
        while one.on is not None:
            one, steps = standing[one.on], steps + 1
        return one.foot, steps

    order = sorted(range(len(standing)), key=nearness)
    canvas = Canvas(place.ground(np.random.default_rng([spec.seed, 0]), camera))
    for one in standing:
        if one.on is None:
            _shade(canvas, one, place.light)
    backdrop = canvas.image()
    for index in order:
        canvas.lay(patches[index])
    objects = settle(reordered(drafts, order), spec.size)
    for thing in objects:
        if thing.area < 4:
            raise BeholderError(
                f'the {thing.kind} "{thing.name or thing.kind}" cannot be seen',
                code="scene-does-not-fit",
                where="things",
                hint="give it another x or a greater depth",
            )
    return Scene("stage", canvas.image(), backdrop, objects, place=spec.place)
