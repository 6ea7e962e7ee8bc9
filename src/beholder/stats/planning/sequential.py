"""What a rule for stopping and looks before the end do to a plan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scipy.stats import norm
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.stats.stopping.anytime import anytime_factor
from beholder.stats.stopping.boundaries import group_sequential_bounds
from beholder.stats.stopping.vote_rule import VoteRule

if TYPE_CHECKING:
    from beholder.stats.planning.components import Components

__all__ = ["planned_looks", "ratings_by_lead", "ratings_by_width"]


def ratings_by_lead(rule: VoteRule, agree: float, *, items: int, share: float = 0.0) -> list[Finding]:
    """Ratings of an item, and of all, under a rule where each rater gives an item's right answer with this chance.

    All other answers are taken to be one and the same, the slowest case. With `share`, that part of the items is rated in full.
    """
    _require_share(share)
    found = rule.expected(agree)
    each = (1 - share) * found.votes + share * rule.most
    full = VoteRule(lead=rule.most + 1, least=rule.most, most=rule.most).expected(agree)
    told = tell("plan-lead", agree=f"{agree:g}")
    return [
        Finding(name="ratings_per_item", value=each, n=items, method=told),
        Finding(name="ratings", value=each * items, n=items, method=told),
        Finding(name="saved", value=1 - each / rule.most, n=items, method=told),
        Finding(
            name="right_label", value=(1 - share) * found.same_label + share * full.same_label, n=items, method=told
        ),
    ]


def ratings_by_width(
    components: Components, width: float, *, least: int, most: int, items: int, share: float = 0.0
) -> list[Finding]:
    """Ratings of an item, and of all, until the mean of each is known to within `width`, by the spread within items."""
    if width <= 0 or not 1 <= least <= most:
        raise BeholderError(
            "a half-width is above 0, and least is 1 or more and not above most", code="stats-bad-option"
        )
    _require_share(share)
    sd = math.sqrt(components.rater + components.residual)
    # as many degrees of freedom as items with their least ratings leave
    t = float(student.ppf(0.975, max(1, items * (least - 1))))
    needed = next((n for n in range(least, most) if t * sd / math.sqrt(n) <= width), most)
    each = (1 - share) * needed + share * most
    told = tell("plan-width", sd=f"{sd:.3g}")
    return [
        Finding(name="ratings_per_item", value=each, n=items, method=told),
        Finding(name="ratings", value=each * items, n=items, method=told),
        Finding(name="saved", value=1 - each / most, n=items, method=told),
    ]


def planned_looks(half_width: Finding, looks: Sequence[float], *, confidence: float = 0.95) -> list[Finding]:
    """The half-width at the end: under planned looks, and with intervals that hold at any time."""
    single = float(norm.isf((1 - confidence) / 2))
    last = group_sequential_bounds([*looks, 1.0], alpha=1 - confidence)[-1] / single
    any_time = anytime_factor(1.0, confidence=confidence)
    return [
        replace(half_width, name="half_width_with_looks", value=last * half_width.value, method=tell("plan-looks")),
        replace(
            half_width, name="half_width_any_time", value=any_time * half_width.value, method=tell("plan-any-time")
        ),
    ]


def _require_share(share: float) -> None:
    if not 0 <= share <= 1:
        raise BeholderError(f"a share lies from 0 to 1, got {share:g}", code="stats-bad-option")
