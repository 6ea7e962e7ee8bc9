"""Colours by name, so that a question about colour has a known answer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from beholder.errors import BeholderError, nearest
from beholder.scenes.arrays import Floats

__all__ = ["COLOURS", "decode", "encode", "mix", "rgb"]

#: Colour name → sRGB bytes. Every pair is far enough apart to be told by name.
COLOURS: dict[str, tuple[int, int, int]] = {
    "red": (200, 38, 42),
    "orange": (236, 124, 32),
    "yellow": (246, 200, 46),
    "green": (48, 140, 74),
    "teal": (26, 148, 150),
    "blue": (42, 96, 190),
    "purple": (122, 66, 160),
    "pink": (232, 116, 158),
    "white": (240, 236, 226),
    "grey": (138, 142, 148),
    "black": (44, 44, 50),
    "brown": (128, 82, 50),
}


def rgb(colour: str) -> Floats:
    """A named colour as three sRGB numbers between 0 and 1."""
    if colour not in COLOURS:
        raise BeholderError(
            f'unknown colour "{colour}"', code="scene-unknown-colour", where="colour", hint=nearest(colour, COLOURS)
        )
    return np.asarray(COLOURS[colour], dtype=np.float32) / 255


def decode(srgb: Floats) -> Floats:
    """From sRGB numbers to linear light (pure power 2.2, so that both ways are exact inverses)."""
    return np.power(np.maximum(srgb, 0), 2.2).astype(np.float32)


def encode(linear: Floats) -> Floats:
    """From linear light to sRGB numbers, with a soft shoulder so that highlights do not clip to flat patches."""
    bright = np.maximum(linear, 0)
    rolled = np.where(bright > 0.8, 0.8 + 0.2 * (1 - np.exp(-(bright - 0.8) / 0.2)), bright)
    return np.power(rolled, 1 / 2.2).astype(np.float32)


def mix(first: npt.ArrayLike, second: npt.ArrayLike, share: npt.ArrayLike) -> Floats:
    """Blend from `first` (share 0) to `second` (share 1)."""
    start, end, part = (np.asarray(value, dtype=np.float32) for value in (first, second, share))
    change = np.asarray((end - start) * part)
    if change.shape != np.broadcast_shapes(change.shape, start.shape):
        return np.asarray(change + start)
    # pictures are large: adding in place spares a third whole copy
    change += start
    return change
