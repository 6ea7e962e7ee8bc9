"""Showing that two systems differ by no more than a stated margin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.comparison.means import difference_with_error
from beholder.stats.comparison.paired import PairedValues, t_paired
from beholder.stats.results import Results

if TYPE_CHECKING:
    from beholder.stats.comparison.scores import Scores

__all__ = ["tost_paired", "tost_ratings"]


def tost_paired(paired: PairedValues, *, margin: float, confidence: float = 0.95) -> Results:
    """Two one-sided t tests on block means: is the mean difference within -margin..margin?

    Findings `difference` with its 2 * confidence - 1 interval (90 % for 95 %: equivalence holds at the 5 % level exactly
    when it lies within the margin) and `p`, the larger of the two one-sided p values. The margin must be fixed
    before the data are seen. Assumptions and NaN as in `t_paired`. Schuirmann 1987, J. Pharmacokinet. Biopharm. 15:657.
    """
    difference = t_paired(paired, confidence=2 * confidence - 1)["difference"]
    se, df = math.nan, len(paired) - 1
    if difference.interval is not None:
        se = float(paired.differences.std(ddof=1)) / math.sqrt(len(paired))
    return _tost(difference, se, df, margin)


def tost_ratings(scores: Scores, first: str, second: str, *, margin: float, confidence: float = 0.95) -> Results:
    """As `tost_paired`, for items and raters that are both samples: the two-way clustered standard error and its df.

    Findings, margin and citation as there; assumptions, what is dropped and NaN as in `difference_ratings`.
    """
    return _tost(*difference_with_error(scores, first, second, confidence=2 * confidence - 1), margin)


def _tost(difference: Finding, se: float, df: float, margin: float) -> Results:
    if not 0 < margin < math.inf:
        raise BeholderError(f"the margin must be a positive number, got {margin:g}", code="stats-bad-margin")
    known = se > 0
    p = math.nan
    if known:
        below = float(student.sf((difference.value + margin) / se, df))
        above = float(student.cdf((difference.value - margin) / se, df))
        p = max(below, above)
    test = Finding(
        name="p",
        value=p,
        n=difference.n,
        n_dropped=difference.n_dropped,
        method=f"TOST with margin {margin:g}; {difference.method}",
        notes=difference.notes if known else (*difference.notes, "no test: there is no spread to judge it by"),
    )
    return Results((difference, test))
