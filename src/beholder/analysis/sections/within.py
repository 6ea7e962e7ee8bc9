"""Differences between systems within one rater's answer, where what is the rater's own cancels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.measure import Measure
from beholder.findings import Finding
from beholder.stats import holm
from beholder.stats.comparison.means import clustered_interval, standard_error
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.stats.resampling.clusters import clustered_variance
from beholder.text import Text

__all__ = ["within_comparison"]


def within_comparison(
    measure: Measure, pairs: Sequence[Mapping[str, Any]], context: Context
) -> tuple[tuple[Mapping[str, Any], ...], tuple[Finding, ...]]:
    """The pairs again, with differences taken within answers: mean of (first - second), clustered by block and rater.

    Only answers that rated both systems enter. p values are from t with the smaller number of clusters less one, Holm-adjusted
    over the pairs. NaN where no answer has both.
    """
    showing = measure.rows.showing()
    size = int(showing.max(initial=-1)) + 1
    rows_of: dict[str, Any] = {}
    for code, system in enumerate(measure.systems):
        mine = np.flatnonzero(measure.said & (measure.system == code))
        rows = np.full(size, -1, dtype=np.int64)
        rows[showing[mine]] = mine
        rows_of[system] = rows
    out: list[dict[str, Any]] = []
    findings = []
    for pair in pairs:
        a, b = rows_of[pair["first"]], rows_of[pair["second"]]
        both = (a >= 0) & (b >= 0)
        lost = int(np.count_nonzero((a >= 0) ^ (b >= 0)))
        found, p = _difference(measure, a[both], b[both], lost, context)
        findings.append(replace(found, name=f"{measure.name}.difference.{pair['first']}-{pair['second']}"))
        out.append(
            {**pair, "difference": found.value, "interval": found.interval, "p": p, "n": found.n, "n_dropped": lost}
        )
    for row, adjusted in zip(out, holm([row["p"] for row in out]).adjusted, strict=True):
        row["p_holm"] = adjusted
    return tuple(out), tuple(findings)


def _difference(measure: Measure, a: Any, b: Any, lost: int, context: Context) -> tuple[Finding, float]:
    method = tell("difference-within-answers")
    if not len(a):
        notes = (tell("reason-no-answer-both"),)
        return Finding(name="difference", value=math.nan, n_dropped=lost, method=method, notes=notes), math.nan
    values = measure.bounded()
    d = values[a] - values[b]
    mean = float(d.mean())
    influence = (d - mean) / len(d)

    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    rater = measure.rows.text["rater"].codes[a] if measure.has_raters else None
    spread = clustered_variance(sum_by, item=measure.rows.text["block"].codes[a], rater=rater)
    se = standard_error(spread)
    known = math.isfinite(se) and se > 1e-14 * max(float(np.abs(d).max()), 1e-300)
    finding = Finding(
        name="difference",
        value=mean,
        interval=t_interval(mean, se, df=spread.df, confidence=context.confidence) if known else None,
        confidence=context.confidence,
        n=len(d),
        n_dropped=lost,
        method=Text(method, clustered_interval(spread), tell("n-in-answers")),
        notes=spread.notes,
    )
    return finding, float(2 * student.sf(abs(mean) / se, spread.df)) if known else math.nan
