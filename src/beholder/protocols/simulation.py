"""Simulated raters: people with a severity, noise, lapses and a speed, so that any study can be tried before it runs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from beholder.declarations.item import Candidate, Shown
from beholder.fields import Field, Form, Payload, Truth

__all__ = ["SimulatedRater", "latent", "simulate_form"]


@dataclass(frozen=True, slots=True)
class SimulatedRater:
    """What makes one rater differ from another. All effects are in standard deviations of the truth between things.

    `fatigue` is added to the share of lapses with every trial; `insistence` is the share of trials that are answered as
    the last one was. Ordinary raters have neither.
    """

    severity: float = 0.0
    noise: float = 0.5
    lapse: float = 0.02
    seconds: float = 20.0
    side_bias: float = 0.0
    fatigue: float = 0.0
    insistence: float = 0.0

    @classmethod
    def draw(cls, rng: np.random.Generator, *, seconds: float) -> SimulatedRater:
        """A rater from an ordinary population."""
        return cls(
            severity=float(rng.normal(0, 0.4)),
            noise=float(rng.uniform(0.3, 0.7)),
            lapse=float(rng.beta(1, 40)),
            seconds=float(seconds * rng.lognormal(-0.2, 0.3)),
            side_bias=float(rng.normal(0, 0.1)),
        )

    def after(self, trials: int) -> SimulatedRater:
        """The rater as they are after so many trials."""
        return replace(self, lapse=min(1.0, self.lapse + self.fatigue * trials)) if self.fatigue else self

    def time(self, rng: np.random.Generator) -> float:
        """Seconds spent on one trial."""
        return float(self.seconds * rng.lognormal(0, 0.35))

    def lapses(self, rng: np.random.Generator) -> bool:
        """Whether this answer is given without looking."""
        return bool(rng.random() < self.lapse)


def latent(*parts: str) -> float:
    """A fixed standard normal number for a name, so that a study without a known truth still has one."""
    seed = int.from_bytes(hashlib.sha256("\x1f".join(parts).encode()).digest()[:8], "big")
    return float(np.random.default_rng(seed).normal())


def truth_of(columns: Mapping[str, Any], field: str, *names: str, item: Mapping[str, Any] | None = None) -> Truth:
    """The truth of a thing for a field: its hidden column `truth` (standardised), or a fixed draw by name."""
    seen = {**(item or {}), **columns}
    truth = columns.get("truth")
    if isinstance(truth, Mapping):
        truth = truth.get(field)
    if isinstance(truth, int | float):
        return Truth(float(truth), columns=seen)
    system, thing = (names[-1], names[0])
    return Truth(0.8 * latent("system", field, system) + 0.6 * latent(field, thing, system), truth, seen)


def simulate_form(form: Form, shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> Payload:
    """Answers to any form: each field follows the truth as its kind can."""
    count = max(len(shown.slots), 1)
    payload = form.draw(rng, slots=count)
    # who does not look follows no truth, and yet answers about what stands there
    looking = None if rater.lapses(rng) else rater
    subject = shown.slots[0][0] if len(shown.slots) == 1 else None
    for name in payload["trial"]:
        _follow_truth(form.fields[name], name, payload["trial"], subject, shown, looking, rng)
    for slot, sheet in enumerate(payload["slots"]):
        for name in sheet:
            _follow_truth(form.candidate_fields[name], name, sheet, shown.slots[slot][0], shown, looking, rng)
    return _obey(form, payload, rng, count) if looking else payload


def _follow_truth(
    field: Field,
    name: str,
    values: dict[str, Any],
    candidate: Candidate | None,
    shown: Shown,
    rater: SimulatedRater | None,
    rng: np.random.Generator,
) -> None:
    if values[name] is None:
        return
    item = shown.item
    if field.spans_candidates and shown.slots:
        truths = [truth_of(s[0].columns, name, s[0].item, s[0].system, item=item.columns) for s in shown.slots]
    elif candidate is not None:
        truths = [truth_of(candidate.columns, name, candidate.item, candidate.system, item=item.columns)]
    else:
        truths = [truth_of(item.columns, name, item.id, item.system)]
    drawn = values[name]
    values[name] = field.lapse(drawn, truths, rng) if rater is None else field.follow(drawn, truths, rater, rng)


def _obey(form: Form, payload: Payload, rng: np.random.Generator, slots: int) -> Payload:
    """Following the truth may have changed what is shown or broken a rule between fields; mend that."""
    scopes = [(form.fields, payload["trial"]), *((form.candidate_fields, sheet) for sheet in payload["slots"])]
    for fields, values in scopes:
        for name, field in fields.items():
            if field.show_when and not field.show_when.holds(values):
                values.pop(name, None)
            elif name not in values or (field.required and values[name] is None):
                values[name] = field.draw(rng, slots=slots)
        for constraint in form.constraints:
            if constraint.field in values and constraint.broken(values):
                if constraint.either_or:
                    values[constraint.field] = fields[constraint.field].draw(rng, slots=slots)
                    values[constraint.either_or] = fields[constraint.either_or].untouched()
                    continue
                fallback = f"{constraint.starts_with or 'note:'} something"
                values[constraint.field] = values[constraint.at_most] if constraint.at_most else fallback
    return payload
