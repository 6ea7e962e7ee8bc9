"""Simulated counters: small numbers are seen at once, larger ones are blurred in proportion to the number."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Item, Shown
from beholder.fields import Count, Field, Payload
from beholder.protocols.counting.true_counts import TrueCounts
from beholder.protocols.simulation import SimulatedRater, latent

__all__ = ["simulate"]

# up to four things are seen without counting (Kaufman et al. 1949: subitizing)
_SEEN_AT_ONCE = 4
_COUNTING_BLUR = 0.05
"""Coefficient of variation of careful counting for a rater whose noise is 1."""

# coefficient of variation of an estimate at a glance, several times that of counting
_GLANCE_BLUR = 0.30
# standard deviations, one-sided 95 %: who says it without counting is rarely wrong
_SURE = 1.65
_LEFT_OUT = -1.6
"""Log odds that an ordinary rater leaves a doubtful object out; a severity of one doubles about thrice."""

# of the objects at the edge, taken for clipped or for whole by mistake
_MISJUDGED = 0.06


def simulate(declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> Payload:
    """An answer near the hidden column `truth`.

    Model: of the true objects, doubtful ones (slivers, ghosts, far ones) are left out and merged pairs taken for one with
    odds that grow with the rater's severity; what is left is counted with normal error whose standard deviation grows in
    proportion to the number (scalar variability), without error up to four. "More than" is said after a glance only if the
    rater is sure, else after counting beyond the limit.
    """
    form = declaration.form
    field = cast("Count", form.fields["count"])
    truth = _truth(shown.item)
    if rater.lapses(rng):
        return form.check(form.draw(rng, slots=1), slots=1)
    count = _count(truth, field, rater, rng)
    values: dict[str, Any] = {"count": count}
    if isinstance(count, int):
        values["clipped"] = _clipped(truth, count, rng)
    flags = form.fields.get("flags")
    if flags is not None:
        values["flags"] = _flags(truth, flags, rater, rng)
    return form.check({"trial": {**values, **_comment(declaration, values, truth)}, "slots": []}, slots=1)


def _truth(item: Item) -> TrueCounts:
    known = TrueCounts.of(item.columns)
    if known is not None:
        return known
    # a check says itself how many there are
    for expected in item.reference.expects if item.reference is not None else ():
        if expected.field == "count" and isinstance(expected.is_, int):
            return TrueCounts(count=expected.is_)
    # without a known truth the picture gets a fixed one: what was asked for, bent by the system and by chance
    requested = float(item.columns.get("requested", 8))
    bent = requested * np.exp(0.15 * latent("counting", item.system) + 0.1 * latent(item.id, item.system))
    return TrueCounts(count=max(0, round(bent)))


def _count(truth: TrueCounts, field: Count, rater: SimulatedRater, rng: np.random.Generator) -> int | str:
    glance = truth.count * (1 + _GLANCE_BLUR * rater.noise * float(rng.normal()))
    if glance * (1 - _SURE * _GLANCE_BLUR * rater.noise) > field.max:
        return field.censored
    left_out = 1 / (1 + np.exp(-(_LEFT_OUT + 1.2 * rater.severity)))
    seen = truth.count - int(rng.binomial(truth.doubtful, left_out)) - int(rng.binomial(truth.merged, left_out / 2))
    blur = 0.0 if seen <= _SEEN_AT_ONCE else _COUNTING_BLUR * rater.noise * seen
    counted = max(0, round(seen + blur * float(rng.normal())))
    return field.censored if counted > field.max else counted


def _clipped(truth: TrueCounts, count: int, rng: np.random.Generator) -> int:
    right = int(rng.binomial(truth.clipped, 1 - _MISJUDGED))
    wrong = int(rng.binomial(truth.cut, _MISJUDGED))
    return min(count, right + wrong)


def _flags(truth: TrueCounts, field: Field, rater: SimulatedRater, rng: np.random.Generator) -> list[str]:
    missed, invented = 0.08 + 0.1 * rater.noise, 0.01 + 0.02 * rater.noise
    return [
        option.id
        for option in field.options_shown()
        if rng.random() < (1 - missed if option.id in truth.flags else invented)
    ]


def _comment(declaration: Declaration, values: dict[str, Any], truth: TrueCounts) -> dict[str, str]:
    """A comment where the form asks for one: the other things by name, else a few words."""
    asked = declaration.form.fields["comment"].show_when
    if asked is not None and not asked.holds(values):
        return {}
    for rule in declaration.form.constraints:
        if rule.field == "comment" and rule.required_when is not None and rule.required_when.holds(values):
            words = ", ".join(truth.others) or "not sure what it is"
            return {"comment": f"{rule.starts_with} {words}".strip()}
    return {}
