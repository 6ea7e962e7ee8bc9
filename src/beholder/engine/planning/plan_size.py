"""Plans beyond sense: told before anybody is asked, with what would do instead, computed for the study."""

from __future__ import annotations

import math
from collections.abc import Iterator

from beholder.engine.planning.plan import Outline
from beholder.errors import Problem
from beholder.study import Definition

__all__ = ["find_oversized"]

MAX_HOURS = 400
"""Ten people at work for a full week: whoever means more than that has planned it, and others have forgotten a setting."""
ENOUGH_MEETINGS = 100
"""Items on which two systems meet: their shares of wins are then known to within about ten points, before the model of
all comparisons adds what is known through third systems."""


def find_oversized(definition: Definition, plan: Outline) -> Iterator[Problem]:
    """A warning where the ratings take more hours than anybody is likely to mean."""
    if plan.hours <= MAX_HOURS:
        return
    yield Problem(
        f"{plan.ratings:,} ratings take about {plan.hours:,.0f} hours of raters; ten people work {MAX_HOURS} in a week",
        "plan-oversized",
        "study.yaml",
        "what would do: " + "; or ".join(_remedies(definition, plan)),
        warning=True,
    )


def _remedies(definition: Definition, plan: Outline) -> Iterator[str]:
    shrink = MAX_HOURS / plan.hours
    per_item, systems = plan.trials / plan.items, len(definition.systems)
    if definition.declaration.shows == "pair" and per_item >= 2:
        couples = systems * (systems - 1) // 2
        fewer = max(1, min(int(per_item * shrink), math.ceil(ENOUGH_MEETINGS * couples / plan.items)))
        meet = max(1, round(plan.items * fewer / couples))
        told = f"every two systems then meet on about {meet:,} items" if meet < plan.items else "all systems still meet"
        yield f"`pairs: {{per_item: {fewer}}}`, {_size(plan, fewer / per_item)} ({told})"
    if (sample := _round_down(plan.items * shrink)) < plan.items:
        yield f"a sample of {sample:,} of the {plan.items:,} items, {_size(plan, sample / plan.items)} (`beholder new … --sample {sample}`)"
    fewer = int(plan.ratings_each * shrink)
    if definition.stop_rule is None and fewer:
        yield f"`ratings: {fewer}`, {_size(plan, fewer / plan.ratings_each)}"


def _size(plan: Outline, share: float) -> str:
    return f"{plan.ratings * share:,.0f} ratings in about {plan.hours * share:,.0f} hours"


def _round_down(count: float) -> int:
    """A number of two digits that count, as people write samples; never none."""
    whole = max(1, int(count))
    unit = int(10 ** max(0, len(str(whole)) - 2))
    return whole // unit * unit
