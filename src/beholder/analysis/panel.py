"""Whom results speak about: raters like these, or these alone where they are too few to be a sample."""

from __future__ import annotations

from beholder.stats.agreement.coefficient import RaterScope
from beholder.stats.comparison.scores import FEWEST_RATERS

__all__ = ["FEWEST_RATERS", "scope_of"]


def scope_of(n_raters: int) -> RaterScope:
    """The one rule for agreement and comparisons: fewer than five raters speak for themselves only."""
    return "like-these" if n_raters >= FEWEST_RATERS else "these"
