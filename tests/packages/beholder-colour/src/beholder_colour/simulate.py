"""Colours of simulated raters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["nearby", "random_colour"]

_BLUR = 24.0
"""Standard deviation of a channel for a rater whose noise is 1: a twentieth of the range at ordinary noise."""


def random_colour(rng: np.random.Generator) -> str:
    """Any colour."""
    return _written(rng.integers(0, 256, size=3))


def nearby(colour: str, noise: float, rng: np.random.Generator) -> str:
    """A colour that a rater might take for this one."""
    channels = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)])
    return _written(np.clip(np.round(channels + rng.normal(0, _BLUR * noise, size=3)), 0, 255).astype(np.int64))


def _written(channels: NDArray[np.int64]) -> str:
    return "#" + "".join(f"{int(one):02x}" for one in channels)
