"""A counted object before it has a place: what it is, in the real world."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.scenes.arrays import Floats

__all__ = ["Body", "Spot"]


@dataclass(frozen=True, eq=False)
class Body:
    """Kind, colours, shape, real-world size in metres, surface pattern, and how it is turned."""

    kind: str
    colour: str
    accent: str
    shape: str
    size: float
    pattern: str
    axes: Floats


@dataclass(frozen=True)
class Spot:
    """A place in the picture: the body's centre in pixels and the scale there in pixels per metre (less is further)."""

    x: float
    y: float
    scale: float
