"""Whom the intervals of `beholder stats` speak about, by the rule of the report, and how that is said."""

from __future__ import annotations

from beholder.cli.stats_options import RaterRole

__all__ = ["are_fixed", "told_raters"]


def are_fixed(n: int, wanted: RaterRole | None) -> bool:
    """Whether so many raters speak for themselves alone: as wanted, or where they are too few to stand for others."""
    from beholder.analysis.panel import FEWEST_RATERS

    return 1 < n < FEWEST_RATERS if wanted is None else wanted == "fixed"


def told_raters(n: int, wanted: RaterRole | None) -> str:
    """The note that says whether raters are fixed, and how to have it the other way."""
    from beholder.analysis.panel import FEWEST_RATERS

    if n == 1:
        return "one rater: intervals and p values speak of items like these and of this rater alone"
    if are_fixed(n, wanted):
        why = f"fewer than {FEWEST_RATERS} say too little of others; " if wanted is None else ""
        return (
            f"raters fixed: intervals and p values speak of items like these and of these {n} raters alone "
            f"({why}--raters random takes them for a sample)"
        )
    return "raters random: intervals and p values speak of items and raters like these (--raters fixed: of these raters alone)"
