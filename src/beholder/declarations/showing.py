"""What a rater is shown something for, and which of it enters the results."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, nonmember

__all__ = ["Showing", "reasons_in_words", "why_left_out"]


class Showing(StrEnum):
    """Why something was shown: the column `kind` of items, trials, leases and ratings."""

    MAIN = "main"
    ATTENTION = "attention"
    REPEAT = "repeat"
    PRACTICE = "practice"
    QUALIFICATION = "qualification"
    PILOT = "pilot"
    ADJUDICATION = "adjudication"

    COUNTED = nonmember(("main",))
    """What enters the results."""

    PLANNED = nonmember(("main", "pilot"))
    """What takes a place of the plan, and may fill a quota."""

    EXCLUDABLE = nonmember(("main", "pilot", "repeat"))
    """What taking a rater out takes with it; the checks stay, since they are the reason."""

    ALIKE = nonmember(("main", "pilot", "repeat", "attention"))
    """What a rater cannot tell apart."""

    PREPARING = nonmember(("practice", "qualification"))
    """What comes before the trials: everybody gets all of it, in the order of the items."""

    REFERENCED = nonmember(("attention", "practice", "qualification"))
    """What has an expected answer, for certain or perhaps."""

    GRADED = nonmember(("attention", "qualification"))
    """What is of no use without an expected answer."""


def why_left_out(kind: str, excluded_by: str, *, latest: bool = True) -> str:
    """Why a rating does not enter the results; empty if it does. The one definition of the column `counts`."""
    if kind not in Showing.COUNTED:
        return kind
    if excluded_by:
        return f"excluded by {excluded_by}"
    return "" if latest else "superseded by a correction"


def reasons_in_words(left_out: Mapping[str, int]) -> str:
    """`60 attention, 24 repeat, 12 excluded by failed-checks`, the commonest first."""
    ordered = sorted(left_out.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{n:,} {reason}" for reason, n in ordered)
