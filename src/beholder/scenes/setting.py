"""The three settings of counting pictures: lawn, sports hall and sky, each with its camera, light and ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.camera import Camera
from beholder.scenes.casting import STANDARD
from beholder.scenes.grounds.indoors import gym, gym_wall_row
from beholder.scenes.grounds.outside import MOODS, Mood, grass, sky
from beholder.scenes.habitat import Aloft, Grounded, Habitat
from beholder.scenes.palette import Light

__all__ = ["Seed", "Setting", "setting"]

Seed: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Setting:
    """A place with room for objects. `mirror` is how strongly the floor reflects, `haze` the colour of far air.

    `ground` paints it without objects from a seed; the result is kept for the next picture and must not be painted on.
    """

    habitat: Habitat
    light: Light
    ground: Callable[[Seed], Floats]
    mirror: float = 0.0
    haze: tuple[float, float, float] | None = None


# Pictures that differ in their objects only are often painted one after the other: the ground is half of the work.
@lru_cache(maxsize=1)
def _lawn(seed: Seed, camera: Camera, blade: float) -> Floats:
    return grass(np.random.default_rng(seed), camera, blade=blade)


@lru_cache(maxsize=1)
def _hall(seed: Seed, camera: Camera) -> Floats:
    return gym(np.random.default_rng(seed), camera)


@lru_cache(maxsize=1)
def _open_sky(seed: Seed, size: tuple[int, int], horizon: float, mood: Mood) -> Floats:
    return sky(np.random.default_rng(seed), size, horizon=horizon, mood=mood)


def _camera(size: tuple[int, int], *, horizon: float, radius: float, standard: float) -> Camera:
    """The camera that sees a ball of the standard size with `radius` pixels at a middling distance."""
    middle = 0.62 * (size[1] - horizon)
    return Camera(size[0], size[1], horizon, standard / 2 * middle / radius, size[0] * 1.1)


def setting(kind: str, size: tuple[int, int], *, radius: float, tall: bool, rng: np.random.Generator) -> Setting:
    """The setting in which a standard object looks `radius` pixels large at a middling distance.

    `tall` leaves room above the horizon for people and signs.
    """
    side = -1.0 if rng.random() < 0.5 else 1.0
    height = size[1]
    standard = STANDARD[kind]
    if kind == "bocce":
        camera = _camera(
            size, horizon=height * (rng.uniform(0.13, 0.22) + (0.16 if tall else 0)), radius=radius, standard=standard
        )
        first = camera.horizon + 0.03 * (height - camera.horizon)
        light = Light(x=side * rng.uniform(0.4, 0.65), below=(0.17, 0.26, 0.08))
        habitat = Grounded(size, radius, camera=camera, first=first, standard=standard)
        return Setting(habitat, light, lambda seed: _lawn(seed, camera, standard * 0.26))
    if kind == "medicine":
        camera = _camera(size, horizon=height * rng.uniform(0.24, 0.32), radius=radius, standard=standard)
        light = Light(
            x=side * rng.uniform(0.3, 0.5), y=-0.85, above=(0.52, 0.53, 0.55), below=(0.36, 0.26, 0.15), strength=0.92
        )
        first = gym_wall_row(camera) + 0.012 * height
        habitat = Grounded(size, radius, camera=camera, first=first, standard=standard)
        return Setting(habitat, light, lambda seed: _hall(seed, camera), mirror=0.20)
    mood = MOODS[int(rng.integers(len(MOODS)))]
    horizon = height * rng.uniform(0.74, 0.82)
    warm = (1.0, 0.93, 0.82)
    light = Light(x=side * rng.uniform(0.45, 0.7), sun=warm, below=(0.30, 0.32, 0.28))
    habitat_aloft = Aloft(size, radius, horizon=horizon, standard=standard, light=light)
    return Setting(habitat_aloft, light, lambda seed: _open_sky(seed, size, horizon, mood), haze=mood.horizon)
