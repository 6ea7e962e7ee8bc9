"""Simulated raters of masks: quality as seen, shifted by severity, blurred by noise."""

from __future__ import annotations

import numpy as np

from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Item, Shown
from beholder.declarations.states import Showing
from beholder.fields import Payload
from beholder.protocols.simulation import SimulatedRater, latent

__all__ = ["simulate"]

# of ten points: ratings of ordinary systems spread over most of the scale
_POINTS_PER_SD = 1.8


def simulate(declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> Payload:
    """A rating near the hidden column `truth` (1 to 10), or near a fixed draw where the truth is not known."""
    candidate = shown.slots[0][0]
    known = candidate.columns.get("truth")
    plain = _plain(shown.item)
    if plain is not None and not rater.lapses(rng):
        return {"trial": {"quality": plain, "comment": None}, "slots": []}
    if isinstance(known, int | float):
        truth = float(known)
    else:
        between = 0.8 * latent("system", candidate.system) + 0.6 * latent(candidate.item, candidate.system)
        truth = 6.0 + _POINTS_PER_SD * between
    felt = truth + _POINTS_PER_SD * (rater.noise * float(rng.normal()) - rater.severity)
    quality = int(rng.integers(1, 11)) if rater.lapses(rng) else int(np.clip(round(felt), 1, 10))
    comment = "edges are rough" if quality <= 3 and rng.random() < 0.1 else None
    return {"trial": {"quality": quality, "comment": comment}, "slots": []}


def _plain(item: Item) -> int | None:
    """What anybody who looks says of a check: nothing where there is no mask, and nearly all where it is the true one."""
    expected = item.reference.expects[0] if item.kind == Showing.ATTENTION and item.reference else None
    if expected is None or expected.field != "quality":
        return None
    return 1 if expected.at_least is None else 9
