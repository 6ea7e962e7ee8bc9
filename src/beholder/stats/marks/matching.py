"""Whether raters mark the same places: marks matched one to one, and the F score of two sets of them."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import Jackknife, resample, t_interval
from beholder.stats.results import Results
from beholder.text import Text

if TYPE_CHECKING:
    from beholder.stats.columns import Floats
    from beholder.stats.marks.marks import Marks, Nearness

__all__ = ["mark_accuracy", "mark_agreement", "match_marks"]


def match_marks(first: Floats, second: Floats, nearness: Nearness) -> list[tuple[int, int]]:
    """Marks of two sets that are one: as many pairs as can be, and of these the nearest, each mark in one pair only."""
    if not len(first) or not len(second):
        return []
    distance = nearness.distance(first, second)
    near = distance <= nearness.limit
    # one pair more outweighs any distances: those of a whole matching add up to less than this
    dear = (nearness.limit + 1) * (min(len(first), len(second)) + 1)
    rows, columns = linear_sum_assignment(np.where(near, distance, dear))
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if near[i, j]]


def mark_agreement(marks: Marks, nearness: Nearness, *, confidence: float = 0.95) -> Finding:
    """F of two raters' marks on the same picture, over all pairs of raters and pictures.

    F = 2 matched / (marks of one + marks of the other), sums taken before dividing; `match_marks` matches. Interval: t
    from the jackknife over pictures, cut at 0 and 1: these raters. NaN if nobody marked anything, or no picture was
    seen by two. A picture on which both marked nothing adds nothing, and alpha on a grid (`mark_alpha`) does count it.
    Hripcsak & Rothschild 2005, J. Am. Med. Inform. Assoc. 12:296.
    """
    nearness.check(marks)
    sums = []
    for _, given in marks.by_item():
        sets = list(given.values())
        pairs = list(combinations(sets, 2))
        matched = sum(len(match_marks(a, b, nearness)) for a, b in pairs)
        sums.append((2 * matched, sum(len(a) + len(b) for a, b in pairs), len(pairs)))
    table = np.array(sums, dtype=np.float64).reshape(-1, 3)
    table = table[table[:, 2] > 0]
    return _ratio("f", table[:, 0], table[:, 1], tell("mark-f"), confidence)


def mark_accuracy(marks: Marks, reference: Marks, nearness: Nearness, *, confidence: float = 0.95) -> Results:
    """`precision`, `recall` and `f` of raters' marks against reference marks, each with an interval over pictures.

    Sums over raters and pictures are taken before dividing. Pictures without a reference, not even an empty one, do not
    enter. The reference may come from several raters; each of them is then a reference of its own.
    """
    nearness.check(marks)
    known = {reference.items[k]: given for k, given in reference.by_item()}
    sums = []
    for picture, given in marks.by_item():
        expected = known.get(marks.items[picture])
        if expected is None:
            continue
        pairs = [(mine, right) for mine in given.values() for right in expected.values()]
        hit = sum(len(match_marks(mine, right, nearness)) for mine, right in pairs)
        sums.append((hit, sum(len(a) for a, _ in pairs), sum(len(b) for _, b in pairs)))
    table = np.array(sums, dtype=np.float64).reshape(-1, 3)
    hits, given_marks, expected_marks = table.T
    return Results(
        (
            _ratio("precision", hits, given_marks, tell("mark-precision"), confidence),
            _ratio("recall", hits, expected_marks, tell("mark-recall"), confidence),
            _ratio("f", 2 * hits, given_marks + expected_marks, tell("mark-f"), confidence),
        )
    )


def _ratio(name: str, above: Floats, below: Floats, told: Text, confidence: float) -> Finding:
    total = float(below.sum())
    if not total > 0:
        return Finding(name=name, value=math.nan, n=len(below), method=told, notes=(tell("reason-no-marks"),))
    value = float(above.sum()) / total

    def statistic(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray((weights @ above) / (weights @ below))

    spread = resample(statistic, Jackknife(), multiplicity=np.ones(len(above)))
    interval = None
    if spread.standard_error > 0 and math.isfinite(spread.standard_error):
        low, high = t_interval(value, spread.standard_error, df=spread.df, confidence=confidence)
        interval = (max(low, 0.0), min(high, 1.0))
    return Finding(
        name=name,
        value=value,
        interval=interval,
        confidence=confidence,
        n=len(above),
        method=Text(told, tell("n-in-pictures"), tell("interval-jackknife-these")) if interval else told,
        notes=spread.notes,
    )
