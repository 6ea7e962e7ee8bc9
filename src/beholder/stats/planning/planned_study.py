"""A planned study in figures: its interval, power and cost, and what more of each part would buy."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.stats.planning.design import Design, half_width, power, standard_error

if TYPE_CHECKING:
    from beholder.stats.planning.components import Components

__all__ = ["Plan", "plan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a planned study can be expected to show, and rows for what doubling each part of it, or its raters, would buy."""

    findings: tuple[Finding, ...]
    rows: tuple[dict[str, Any], ...]


def plan(
    components: Components,
    design: Design,
    *,
    difference: float | None = None,
    cost_item: float | None = None,
    cost_rating: float | None = None,
    confidence: float = 0.95,
) -> Plan:
    """Half-width, power and cost of a design, the ratings per item that cost least, and what more of each would buy.

    With both costs: ratings per item k = sqrt((cost_item / cost_rating) s2_residual / s2_item), the number that gives the
    smallest standard error for the money (the share of raters is not changed by k); `best_items` is what the same money
    then buys. Cochran 1977, Sampling Techniques, ch. 10.
    """
    findings = [
        half_width(components, design, confidence=confidence),
        Finding(
            name="standard_error",
            value=standard_error(components, design),
            n=round(design.items * design.ratings),
            method=tell("plan-error"),
            notes=components.notes,
        ),
    ]
    if difference is not None:
        findings.append(power(components, design, difference=difference, confidence=confidence))
    if (cost_item is None) != (cost_rating is None):
        raise BeholderError("give both costs, of an item and of a rating, or neither", code="stats-bad-plan")
    if cost_item is not None and cost_rating is not None:
        findings += _costs(components, design, cost_item, cost_rating, confidence)
    rows = []
    for change, other in _alternatives(design):
        row: dict[str, Any] = {
            "change": change,
            "items": other.items,
            "raters": other.raters,
            "ratings": other.ratings,
            "half_width": half_width(components, other, confidence=confidence).value,
        }
        if difference is not None:
            row["power"] = power(components, other, difference=difference, confidence=confidence).value
        rows.append(row)
    return Plan(findings=tuple(findings), rows=tuple(rows))


def _alternatives(design: Design) -> list[tuple[str, Design]]:
    out = [
        ("as planned", design),
        ("twice the items", replace(design, items=2 * design.items)),
        ("twice the raters", replace(design, raters=2 * design.raters)),
    ]
    if 2 * design.ratings <= design.raters:
        out.append(("twice the ratings", replace(design, ratings=2 * design.ratings)))
    curve = sorted({2, 3, 5, 10, 20, 30, 50, 100, 200})
    return out + [(f"{r} raters", replace(design, raters=r)) for r in curve if r >= design.ratings]


def _costs(
    components: Components, design: Design, cost_item: float, cost_rating: float, confidence: float
) -> list[Finding]:
    if cost_item < 0 or cost_rating <= 0:
        raise BeholderError("costs must be positive", code="stats-bad-plan")
    money = design.items * (cost_item + design.ratings * cost_rating)
    cost = Finding(name="cost", value=money, n=design.items, method=tell("plan-cost"))
    method = tell("plan-best-ratings")
    if components.item == 0:
        notes = (tell("note-plan-items-alike"),)
        return [cost, Finding(name="best_ratings", value=math.nan, method=method, notes=notes)]
    exact = math.sqrt(cost_item / cost_rating * components.residual / components.item)
    whole = min(max(1, round(exact)), design.raters)
    items = max(1, math.floor(money / (cost_item + whole * cost_rating)))
    better = half_width(components, Design(items=items, raters=design.raters, ratings=whole), confidence=confidence)
    notes = (tell("note-plan-whole", ratings=whole, items=items),)
    return [
        cost,
        Finding(name="best_ratings", value=exact, method=method, notes=notes),
        Finding(name="best_items", value=float(items), method=tell("plan-best-items", ratings=whole)),
        replace(better, name="best_half_width"),
    ]
