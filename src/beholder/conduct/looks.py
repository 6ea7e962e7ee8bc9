"""Which intervals a study's results have, given the looks that were planned and those that are on record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beholder.conduct.conduct import Conduct

if TYPE_CHECKING:
    from beholder.analysis.looking import Looking

__all__ = ["looking_of"]


def looking_of(conduct: Conduct, planned: Sequence[float], *, look: bool = False) -> Looking | None:
    """None for the intervals of a single look: a study without planned looks, unless this is a `look` before its end."""
    closed = conduct.collected.closed_at is not None
    if not planned and (closed or not look):
        return None
    from beholder.analysis.looking import Looking

    taken = [one.share for one in conduct.looks if one.share is not None]
    return Looking.at(conduct.collected.share, planned=planned, taken=taken, final=closed)
