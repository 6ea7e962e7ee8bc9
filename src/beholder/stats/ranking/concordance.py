"""Whether rankings agree: Kendall's coefficient of concordance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import rankdata

from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.text import Text

if TYPE_CHECKING:
    from beholder.stats.columns import Codes, Floats
    from beholder.stats.ranking.rankings import Rankings

__all__ = ["kendall_w"]


def kendall_w(rankings: Rankings, *, confidence: float = 0.95) -> Finding:
    """Kendall's W, corrected for ties, of the rankings in which every system stands.

    W = 12 S / (r² (m³ - m) - r T): S the squared deviations of the rank sums of m systems over r rankings, T the sum of
    t³ - t over ties; 1 if all agree, 0 if ranks cancel. Systems shown and not ranked share the last ranks. Interval:
    jackknife over lists, with all their rankings, and t, cut at 0 and 1. Dropped: lists without some system. NaN with fewer than two rankings
    or where every ranking is one tie. Kendall & Babington Smith 1939, Ann. Math. Stat. 10:275.
    """
    m = len(rankings.names)
    ranks, listed = _full(rankings, m)
    lost = len(rankings) - len(ranks) + rankings.n_dropped
    method = Text(tell("kendall-w"), tell("n-in-lists"))
    value = _w(ranks) if len(ranks) > 1 else math.nan
    if not math.isfinite(value):
        reason = tell("reason-no-full-lists")
        return Finding(name="kendall_w", value=math.nan, n=len(ranks), n_dropped=lost, method=method, notes=(reason,))
    interval = None
    left_out = _without_each(ranks, listed)
    n = len(left_out)
    if n > 2:
        se = math.sqrt((n - 1) / n * float(((left_out - left_out.mean()) ** 2).sum()))
        if 0 < se < math.inf:
            low, high = t_interval(value, se, df=n - 1, confidence=confidence)
            interval = (max(low, 0.0), min(high, 1.0))
    notes = (tell("note-lists-incomplete", n=lost),) if lost else ()
    return Finding(
        name="kendall_w",
        value=value,
        interval=interval,
        confidence=confidence,
        n=len(ranks),
        n_dropped=lost,
        method=Text(method, tell("interval-jackknife-lists")) if interval else method,
        notes=notes,
    )


def _full(rankings: Rankings, m: int) -> tuple[Floats, Codes]:
    """Mid-ranks of the rankings that hold every system, one row each, and the list of each."""
    out, kept = [], []
    for tiers, rest, listed in zip(rankings.tiers, rankings.rest, rankings.listed, strict=True):
        order = np.full(m, -1.0)
        for place, tier in enumerate((*tiers, rest)):
            order[list(tier)] = place
        if (order >= 0).all():
            out.append(rankdata(order))
            kept.append(listed)
    return np.array(out).reshape(len(out), m), np.array(kept, dtype=np.int32)


def _w(ranks: Floats) -> float:
    r, m = ranks.shape
    sums = ranks.sum(axis=0)
    squares = float(((sums - sums.mean()) ** 2).sum())
    # the variance of mid-ranks falls by what ties take away: m³ - m less the sum of t³ - t is 12 times it
    spread = float(((ranks - (m + 1) / 2) ** 2).sum())
    return squares / (r * spread) if spread > 0 else math.nan


def _without_each(ranks: Floats, listed: Codes) -> Floats:
    """W with one list at a time left out: several raters order the same systems alike because these are what they are."""
    r, m = ranks.shape
    centred = ranks - (m + 1) / 2
    group = np.unique(listed, return_inverse=True)[1]
    n = int(group.max(initial=-1)) + 1
    sums = np.zeros((n, m))
    np.add.at(sums, group, centred)
    own = np.bincount(group, weights=(centred**2).sum(axis=1), minlength=n)
    squares = ((centred.sum(axis=0) - sums) ** 2).sum(axis=1)
    left = r - np.bincount(group, minlength=n)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(squares / (left * (own.sum() - own)))
