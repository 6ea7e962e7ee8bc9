"""Simulated raters of trajectories: scores near a known quality, and a preference drawn from Davidson's model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Candidate, Shown
from beholder.fields import Payload
from beholder.protocols.simulation import SimulatedRater, latent
from beholder.protocols.trajectories.steps import read_trajectory

__all__ = ["TIE", "TrajectoryTruth", "simulate"]

TIE = 0.8
"""Davidson's nu: how readily raters call two trajectories equal."""

# of the answers are taken for right or wrong by mistake
_MISREADING = 0.03
_SCALES = ("coherence", "efficiency", "thoroughness")


@dataclass(frozen=True, slots=True)
class TrajectoryTruth:
    """What is true of a trajectory: three qualities in points (1 to 5), whether it is right, its log-strength."""

    coherence: float
    efficiency: float
    thoroughness: float
    correct: bool
    strength: float

    @classmethod
    def of(cls, candidate: Candidate) -> TrajectoryTruth:
        """The hidden column `truth`, and a fixed draw by name for whatever it does not say."""
        known = candidate.columns.get("truth")
        given: Mapping[str, Any] = known if isinstance(known, Mapping) else {}
        strength = float(given.get("strength", 0.8 * latent("strength", candidate.system)))

        def points(name: str) -> float:
            between = 0.7 * strength + 0.5 * latent(name, candidate.item, candidate.system)
            return float(given.get(name, 3.0 + between))

        coherence, efficiency, thoroughness = (points(name) for name in _SCALES)
        guess = latent("correct", candidate.item, candidate.system) + strength > -0.5
        return cls(coherence, efficiency, thoroughness, bool(given.get("correct", guess)), strength)


def simulate(declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> Payload:
    """One answer. Davidson: left : right : tie = exp(d/2) : exp(-d/2) : nu, d the gap in strength plus the side bias.

    Scores are the true points, lowered by the rater's severity and blurred by noise. Identical sides are called equal and
    cut-off ones are noted, as the guideline asks. A lapse answers anything.
    """
    form = declaration.form
    if rater.lapses(rng):
        return form.draw(rng, slots=len(shown.slots))
    candidates = [slot[0] for slot in shown.slots]
    truths = [TrajectoryTruth.of(candidate) for candidate in candidates]
    sheets = [_scores(truth, rater, rng) for truth in truths]
    paths = [read_trajectory(candidate.columns) for candidate in candidates]
    identical = bool(paths[0].steps) and paths[0] == paths[1]
    if identical:
        sheets[1] = dict(sheets[0])
    gap = truths[0].strength - truths[1].strength
    preference = "tie" if identical else _prefer(gap + rater.side_bias, rng)
    clear = 5.0 if identical else 1.5 + 4 * (1 - math.exp(-abs(gap)))
    notes = ["both are the same"] * identical + [
        f"{side} is cut off" for side, p in zip("AB", paths, strict=True) if p.cut_off
    ]
    trial = {
        "preference": preference,
        "confidence": _point(clear + rater.noise * float(rng.normal()), 1, 5),
        "comment": "; ".join(notes) or None,
    }
    return {"trial": trial, "slots": [{name: sheet[name] for name in form.candidate_fields} for sheet in sheets]}


def _scores(truth: TrajectoryTruth, rater: SimulatedRater, rng: np.random.Generator) -> dict[str, Any]:
    right = truth.correct != (rng.random() < _MISREADING)
    scores: dict[str, Any] = {"correct": "yes" if right else "no"}
    for name in _SCALES:
        felt = getattr(truth, name) - rater.severity + rater.noise * float(rng.normal())
        scores[name] = _point(felt, 1, 5)
    return scores


def _prefer(gap: float, rng: np.random.Generator) -> str:
    weights = np.array([math.exp(gap / 2), math.exp(-gap / 2), TIE])
    return ("left", "right", "tie")[int(rng.choice(3, p=weights / weights.sum()))]


def _point(value: float, least: int, most: int) -> int:
    return int(np.clip(round(value), least, most))
