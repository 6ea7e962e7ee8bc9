"""Two systems: what the strengths of a model say of them, held against the win share, which needs no model."""

from __future__ import annotations

from dataclasses import replace

from beholder.findings import Finding
from beholder.stats import Strengths
from beholder.stats.ranking.open_gaps import LEAST_SURENESS, sureness

__all__ = ["no_surer_than_share", "wins_more_often"]


def wins_more_often(share: Finding) -> bool:
    """Whether the interval of a win share says that its system wins more often than the other."""
    return share.interval is not None and share.interval[0] > 0.5


def no_surer_than_share(fitted: Strengths, share: Finding) -> Strengths:
    """Strengths of two systems, with larger errors where they alone would say that one of the two is preferred.

    Without ties, sides and prior the two are one test: log-odds of the share over their clustered error. Where one system
    wins nearly always, a prior keeps strengths finite, and the residuals of which the sandwich makes their errors become
    small with it; few answers then look surer than they are. The share has no prior, so the difference is given the same
    ratio to its error as the log-odds of the share have to theirs. `share` is that of the stronger system.
    """
    if share.interval is None or wins_more_often(share):
        return fitted
    found = fitted.difference(*fitted.names)
    if found.interval is None or found.interval[0] <= 0 <= found.interval[1]:
        return fitted
    reach = (found.interval[1] - found.interval[0]) / 2
    wanted = abs(found.value) / max(sureness(share.value, share.interval[0]), LEAST_SURENESS)
    return replace(fitted, covariance=fitted.covariance * (wanted / reach) ** 2)
