"""Faults planted in painted scenes, each with the place where a rater should mark it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from beholder.scenes import Scene, SceneObject

__all__ = ["FAULTS", "Planted", "box_of", "middle_of"]


@dataclass(frozen=True, slots=True)
class Planted:
    """A picture with a fault in it, and the fault as a mark."""

    image: Image.Image
    mark: dict[str, Any]


def box_of(scene: Scene, thing: SceneObject) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a thing, as shares of the picture."""
    wide, high = scene.image.size
    left, top, right, bottom = thing.box
    return max(0.0, left / wide), max(0.0, top / high), min(1.0, right / wide), min(1.0, bottom / high)


def middle_of(scene: Scene, thing: SceneObject) -> dict[str, float]:
    """The middle of a thing, where it would be marked."""
    left, top, right, bottom = box_of(scene, thing)
    return {"x": round((left + right) / 2, 4), "y": round((top + bottom) / 2, 4)}


def melted(scene: Scene, thing: SceneObject) -> Planted:
    """The thing drawn out in waves, as if it had melted."""
    pixels = np.asarray(scene.image).copy()
    left, top, right, bottom = thing.box
    room = max(6, (right - left) // 4)
    lines = np.arange(max(0, top - 4), min(pixels.shape[0], bottom + 4))
    across = np.arange(max(0, left - room), min(pixels.shape[1], right + room))
    share = (lines - top) / max(1, bottom - top)
    # strongest in the middle of the thing, nothing at its ends, so that the picture around it stays whole
    shift = np.round(0.8 * room * np.sin(share * 9) * np.sin(np.clip(share, 0, 1) * np.pi)).astype(int)
    source = np.clip(across[None] + shift[:, None], 0, pixels.shape[1] - 1)
    pixels[lines[:, None], across[None]] = pixels[lines[:, None], source]
    return Planted(Image.fromarray(pixels), {**middle_of(scene, thing), "reason": "shape"})


def floating(scene: Scene, thing: SceneObject) -> Planted:
    """A second one of the thing, small, hanging in the air above."""
    left, top, right, _bottom = thing.box
    wide, high = scene.image.size
    piece = scene.image.crop(thing.box)
    small = piece.resize((max(24, round(0.6 * piece.width)), max(24, round(0.6 * piece.height))))
    mask = Image.fromarray(np.asarray(thing.mask, dtype=np.uint8) * 255).crop(thing.box).resize(small.size)
    x = min(max(0, (left + right - small.width) // 2 + small.width // 2), wide - small.width)
    y = max(4, min(top - small.height - 24, round(0.1 * high)))
    image = scene.image.copy()
    image.paste(small, (x, y), mask)
    at = {"x": round((x + small.width / 2) / wide, 4), "y": round((y + small.height / 2) / high, 4)}
    return Planted(image, {**at, "reason": "physics"})


FAULTS: Mapping[str, Callable[[Scene, SceneObject], Planted]] = {"shape": melted, "physics": floating}
"""Ways to make a picture implausible, by the reason that a rater should give."""
