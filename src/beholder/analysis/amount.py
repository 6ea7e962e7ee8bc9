"""Means of amounts, such as numbers of marks, with intervals that stay above 0."""

from __future__ import annotations

import math
from dataclasses import replace

from beholder.findings import Finding
from beholder.stats import Scores, mean_ratings
from beholder.stats.messages import reword

__all__ = ["amount_ratings"]

_ON_LOG = {f"t-interval-{by}": f"t-interval-log-{by}" for by in ("item", "rater", "item-rater")}
"""What the interval of a mean becomes on the log scale."""


def amount_ratings(scores: Scores, system: str | None = None, *, confidence: float = 0.95) -> Finding:
    """The mean of values from 0 on with the two-way clustered interval of `mean_ratings` on the log scale.

    log(m) ± t se / m, taken back: the interval cannot go below 0. Numbers of marks are skewed, many small and few large, and
    the plain interval holds their true mean too seldom: in 87 to 94 % of simulated studies, this one in 91 to 98 %. No interval
    where nothing was ever marked.
    """
    found = mean_ratings(scores, system, confidence=confidence)
    if found.interval is None or not found.value > 0:
        return found
    factor = math.exp((found.interval[1] - found.interval[0]) / 2 / found.value)
    interval = (found.value / factor, found.value * factor)
    return replace(found, interval=interval, method=reword(found.method, _ON_LOG))
