"""Pretend systems: each spoils a true mask in its own way, so that a study of them has a known answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from beholder.media import Mask

__all__ = ["PRETEND_SYSTEMS", "PretendSystem"]

Spoil = Callable[[Mask, Mask, float, np.random.Generator], Mask]


@dataclass(frozen=True, slots=True)
class PretendSystem:
    """A way of spoiling masks. `best` and `worst` are the quality points of its mildest and its strongest fault."""

    name: str
    spoil: Spoil
    best: float
    worst: float

    def segment(self, truth: Mask, beside: Mask, rng: np.random.Generator) -> tuple[Mask, float]:
        """Its mask of the object and how good that is, 1 to 10. `beside` is what lies next to the object."""
        strength = float(rng.uniform())
        quality = self.best + (self.worst - self.best) * strength
        return self.spoil(truth, beside, strength, rng), round(quality, 1)


def _reach(truth: Mask) -> float:
    """Half the width of the object at its thickest: what a fault is measured against."""
    return float(ndimage.distance_transform_edt(truth).max())


def _eroded(truth: Mask, beside: Mask, strength: float, rng: np.random.Generator) -> Mask:
    depth = np.asarray(ndimage.distance_transform_edt(truth))
    return np.asarray(depth > (0.06 + 0.16 * strength) * depth.max())


def _coarse(truth: Mask, beside: Mask, strength: float, rng: np.random.Generator) -> Mask:
    block = max(3, round((0.18 + 0.3 * strength) * _reach(truth)))
    height, width = truth.shape
    rows, columns = -(-height // block), -(-width // block)
    padded = np.zeros((rows * block, columns * block))
    padded[:height, :width] = truth
    filled = padded.reshape(rows, block, columns, block).mean(axis=(1, 3)) >= 0.45
    return np.repeat(np.repeat(filled, block, axis=0), block, axis=1)[:height, :width]


def _holed(truth: Mask, beside: Mask, strength: float, rng: np.random.Generator) -> Mask:
    reach = _reach(truth)
    spoiled = truth.copy()
    for _ in range(2 + round(4 * strength)):
        spoiled &= ~_disc(truth, truth, reach * rng.uniform(0.12, 0.22 + 0.25 * strength), rng)
    around = np.asarray(ndimage.distance_transform_edt(~truth))
    near = (around > 2) & (around < 1.5 * reach)
    for _ in range(6 + round(24 * strength)):
        spoiled |= _disc(near, truth, float(rng.uniform(0.8, 2.5)), rng)
    return spoiled


def _leaking(truth: Mask, beside: Mask, strength: float, rng: np.random.Generator) -> Mask:
    from_truth = np.asarray(ndimage.distance_transform_edt(~truth))
    gap = float(from_truth[beside].min())
    spill = beside & (from_truth < gap + (0.6 + 1.8 * strength) * _reach(truth))
    # a narrow bridge joins what was grabbed to the object, as a mask that ran over an edge would
    from_spill = np.asarray(ndimage.distance_transform_edt(~spill))
    bridge = from_truth + from_spill <= gap + 1.5
    return np.asarray(truth | spill | bridge)


def _disc(shown_slots: Mask, shape_of: Mask, radius: float, rng: np.random.Generator) -> Mask:
    """A disc around a random pixel of `places`; nothing if there is no such pixel."""
    rows, columns = np.nonzero(shown_slots)
    if not rows.size:
        return np.zeros_like(shape_of)
    pick = int(rng.integers(rows.size))
    y, x = np.ogrid[: shape_of.shape[0], : shape_of.shape[1]]
    return np.asarray((y - rows[pick]) ** 2 + (x - columns[pick]) ** 2 <= radius**2)


PRETEND_SYSTEMS = (
    PretendSystem("snug", _eroded, best=9.0, worst=6.5),
    PretendSystem("brick", _coarse, best=7.5, worst=5.0),
    PretendSystem("moth", _holed, best=6.5, worst=3.5),
    PretendSystem("spill", _leaking, best=4.5, worst=2.0),
)
