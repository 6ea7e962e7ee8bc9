"""Simulated raters of captions: the true points, felt more or less strictly, with doubt that grows with their number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Candidate, Shown
from beholder.fields import Payload
from beholder.protocols.captions.declaration import POINTS
from beholder.protocols.captions.params import SENTENCE
from beholder.protocols.simulation import SimulatedRater, latent

__all__ = ["simulate", "true_points"]

# points off per standard deviation of a rater, for a caption that is worth one point
_POINTS_PER_SD = 0.45
_USUAL = {"objects": 2.6, "relations": 1.6, "attributes": 1.2}


def true_points(candidate: Candidate) -> dict[str, float]:
    """The points of the hidden column `truth`, or a fixed draw by system and item where that is not known."""
    known = candidate.columns.get("truth")
    points: dict[str, float] = {}
    for name in POINTS:
        value = known.get(name) if isinstance(known, Mapping) else None
        if not isinstance(value, int | float):
            between = latent("system", name, candidate.system) + 0.5 * latent(name, candidate.item, candidate.system)
            value = max(0.0, _USUAL[name] + 0.6 * between)
        points[name] = float(value)
    return points


def _whole(candidate: Candidate, rater: SimulatedRater) -> float:
    """The chance of the point for the whole sentence: mostly as the truth has it, less from a strict rater."""
    known = candidate.columns.get("truth")
    size = 1.5 if isinstance(known, Mapping) and known.get("whole") else -1.5
    return 1 / (1 + math.exp(-2 * (size - _POINTS_PER_SD * rater.severity)))


def simulate(declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> Payload:
    """Points near the truth, in half steps.

    A caption of n true points offers n occasions to be strict or in doubt, so both severity and noise grow with √n; what
    is worth nothing gets nothing, unless the rater does not look.
    """
    fields = declaration.form.candidate_fields
    if rater.lapses(rng):
        return declaration.form.draw(rng, slots=len(shown.slots))
    slots: list[dict[str, Any]] = []
    for slot in shown.slots:
        sheet: dict[str, Any] = {}
        for name, truth in true_points(slot[0]).items():
            felt = truth + _POINTS_PER_SD * math.sqrt(truth) * (rater.noise * float(rng.normal()) - rater.severity)
            sheet[name] = fields[name].check(max(0, round(2 * felt)) / 2, slots=1)
        if SENTENCE in fields:
            sheet[SENTENCE] = ["whole"] if rng.random() < _whole(slot[0], rater) else []
        slots.append(sheet)
    return {"trial": {}, "slots": slots}
