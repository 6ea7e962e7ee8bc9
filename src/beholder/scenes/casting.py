"""Which objects a counting picture has, and which part each plays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.layout import Role
from beholder.scenes.solid import turn
from beholder.scenes.spec import KINDS, SceneSpec
from beholder.scenes.things.balloon import PATTERNS
from beholder.scenes.things.person import Body

__all__ = ["STANDARD", "cast"]

#: Usual size in metres: diameter of a ball, height of a balloon's envelope.
STANDARD = {"bocce": 0.107, "medicine": 0.356, "balloon": 18.3}


@dataclass(frozen=True)
class _Stock:
    sizes: tuple[float, ...]
    shapes: tuple[str, ...]
    colours: tuple[str, ...]
    patterns: tuple[str, ...]


_STOCKS = {
    "bocce": _Stock(
        (1.0, 0.56), ("round", "oval", "blocky"),
        ("red", "blue", "yellow", "green", "white", "orange", "purple", "black", "teal"), ("rings", "cross", "lattice"),
    ),
    "medicine": _Stock(
        (1.0, 0.66, 1.36), ("round", "oval", "blocky"),
        ("red", "blue", "yellow", "green", "black", "orange", "purple", "teal", "grey", "brown"), ("panels", "bands"),
    ),
    "balloon": _Stock(
        (1.0, 0.62, 1.38), ("round", "squat", "tall"),
        ("red", "orange", "yellow", "green", "blue", "purple", "pink", "teal", "white"), PATTERNS,
    ),
}  # fmt: skip

_ACCENTS = {
    "red": "yellow", "orange": "purple", "yellow": "red", "green": "yellow", "teal": "white", "blue": "white",
    "purple": "yellow", "pink": "white", "white": "red", "grey": "black", "black": "grey", "brown": "black",
}  # fmt: skip


_BULK = {"oval": 1.3, "blocky": 1.1, "squat": 1.1, "tall": 0.9}


def _spread(values: tuple[str, ...] | tuple[float, ...], count: int, rng: np.random.Generator) -> list[int]:
    """Indices into `values`: each once as far as they go, then at random, shuffled."""
    order = [int(i) for i in rng.permutation(len(values))][:count]
    order += [int(i) for i in rng.integers(len(values), size=max(0, count - len(order)))]
    return [order[i] for i in rng.permutation(len(order))]


def _axes(kind: str, rng: np.random.Generator) -> Floats:
    if kind != "balloon":
        return turn(rng)
    angle = rng.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.asarray([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]], dtype=np.float32)


def _colours(spec: SceneSpec, stock: _Stock, rng: np.random.Generator) -> list[str]:
    if spec.colours == "same":
        return [stock.colours[int(rng.integers(len(stock.colours)))]] * spec.count
    names = stock.colours if isinstance(spec.colours, str) else tuple(dict.fromkeys(spec.colours))
    return [names[i] for i in _spread(names, spec.count, rng)]


def _roles(spec: SceneSpec, rng: np.random.Generator) -> list[Role]:
    parts = {"merged": 2 * spec.merged, "clipped": spec.clipped, "cut": spec.cut, "far": spec.far,
             "occluded": spec.occluded, "sliver": spec.slivers}  # fmt: skip
    free = spec.count - sum(parts.values())
    # The free ones come first: those that hide others must have their place before those that hide.
    names = ["free"] * free + [name for name, number in parts.items() for _ in range(number)]
    hiding = spec.occluded + spec.slivers
    # Best a ghost that stands free; one that hides others or is grown together with another never is.
    ranks = {"free": 0, "cut": 1, "occluded": 2, "clipped": 3, "far": 4, "sliver": 5}
    may_be = [int(i) for i in rng.permutation(np.arange(hiding, spec.count)) if names[i] != "merged"]
    ghosts = sorted(may_be, key=lambda index: ranks[names[index]])[: spec.ghostly]
    return [Role(name, ghostly=index in ghosts) for index, name in enumerate(names)]


def cast(spec: SceneSpec, rng: np.random.Generator) -> tuple[list[Body], list[Role]]:
    """Bodies and their roles, in the order in which places are to be found for them."""
    stock = _STOCKS[spec.kind]
    colours = _colours(spec, stock, rng)
    sizes = (
        [stock.sizes[i] for i in _spread(stock.sizes, spec.count, rng)] if spec.sizes == "mixed" else [1.0] * spec.count
    )
    shapes = (
        [stock.shapes[i] for i in _spread(stock.shapes, spec.count, rng)]
        if spec.shapes == "mixed"
        else ["round"] * spec.count
    )
    first = int(rng.integers(len(stock.patterns)))
    bodies = []
    for index in range(spec.count):
        # One colour has one pattern, as in a real set of balls.
        pattern = stock.patterns[
            (first + stock.colours.index(colours[index]) if colours[index] in stock.colours else first)
            % len(stock.patterns)
        ]
        size = STANDARD[spec.kind] * sizes[index]
        accent = _ACCENTS[colours[index]]
        bodies.append(
            Body(KINDS[spec.kind], colours[index], accent, shapes[index], size, pattern, _axes(spec.kind, rng))
        )
    if spec.occluded or spec.slivers:
        # A small ball cannot hide a large one: the largest stand in front, the last, which hide, are the smallest.
        bodies.sort(key=lambda body: -body.size * _BULK.get(body.shape, 1.0))
    return bodies, _roles(spec, rng)
