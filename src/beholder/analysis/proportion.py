"""Shares of ratings with intervals that stay between 0 and 1, and numbers as they are read in sentences."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from beholder import text
from beholder.findings import Finding
from beholder.stats import Scores, mean_ratings, wilson
from beholder.stats.messages import key_of, reword, tell
from beholder.text import Text

__all__ = ["estimate", "share_ratings"]


_AS_SHARE = {
    "mean-over-ratings": "share-of-ratings",
    "mean-over-trials": "share-over-trials",
    "mean-by-chance": "share-by-chance",
    "mean-by-column": "share-by-column",
    **{f"t-interval-{by}": f"t-interval-logit-{by}" for by in ("item", "rater", "item-rater")},
}
"""What the clauses of a mean become where it is a share with an interval on the logit scale."""


def estimate(finding: Finding, digits: int = 2) -> text.Interval:
    """A value and its interval, as a sentence tells them."""
    return text.Interval(finding.value, finding.interval, digits)


def share_ratings(scores: Scores, system: str | None = None, *, confidence: float = 0.95) -> Finding:
    """The mean of values between 0 and 1 with the two-way clustered interval of `mean_ratings` on the logit scale.

    logit(p) ± t se / (p (1 - p)), taken back: the interval cannot leave 0 to 1, and is close to the plain one in the
    middle. Where all values are 0 or all are 1 there is no spread to cluster; Wilson's interval with one trial per block
    stands in, which is cautious. NaN without ratings.
    """
    found = mean_ratings(scores, system, confidence=confidence)
    p = found.value
    if not math.isfinite(p):
        return found
    chosen = scores if system is None else scores.select(scores.system == scores.code_of(system))
    if p in (0.0, 1.0):
        blocks = len(np.unique(chosen.block))
        bounds = wilson(p * blocks, blocks, confidence=confidence).interval
        notes = tuple(n for n in found.notes if not key_of(n).startswith("no-interval"))
        method = Text(tell("share-of-ratings"), tell("wilson-per-block"))
        return replace(found, interval=bounds, method=method, notes=notes)
    if found.interval is None:
        return found
    half = (found.interval[1] - found.interval[0]) / 2 / (p * (1 - p))
    middle = math.log(p / (1 - p))
    low, high = (1 / (1 + math.exp(-min(max(x, -700.0), 700.0))) for x in (middle - half, middle + half))
    return replace(found, interval=(low, high), method=reword(found.method, _AS_SHARE))
