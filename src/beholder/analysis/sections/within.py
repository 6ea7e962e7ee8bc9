"""Differences between systems within one rater's answer, where what is the rater's own cancels."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.measure import Measure
from beholder.analysis.sections.comparison import MeasureComparison
from beholder.findings import Finding
from beholder.stats.comparison.means import clustered_interval, standard_error
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.stats.resampling.clusters import clustered_variance
from beholder.text import Text

__all__ = ["within_comparison"]


def within_comparison(plain: MeasureComparison, context: Context) -> MeasureComparison:
    """The comparison again, with differences taken within answers: mean of (first - second), clustered by block and rater.

    Only answers that rated both systems enter. p values are from t with the smaller number of clusters less one, corrected
    within each task as those of `compare`. NaN where no answer has both.
    """
    measure = plain.measure
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
    for pair in plain.pairs:
        a, b = rows_of[pair["first"]], rows_of[pair["second"]]
        both = (a >= 0) & (b >= 0)
        lost = int(np.count_nonzero((a >= 0) ^ (b >= 0)))
        found, error = _difference(measure, a[both], b[both], lost, context)
        findings.append(replace(found, name=f"{measure.name}.difference.{pair['first']}-{pair['second']}"))
        out.append(
            {**pair, "difference": found.value, "interval": found.interval, "n": found.n, "n_dropped": lost} | error
        )
    return plain.with_pairs(out, findings, context)


def _difference(measure: Measure, a: Any, b: Any, lost: int, context: Context) -> tuple[Finding, dict[str, Any]]:
    method = tell("difference-within-answers")
    if not len(a):
        notes = (tell("reason-no-answer-both"),)
        nothing = Finding(name="difference", value=math.nan, n_dropped=lost, method=method, notes=notes)
        return nothing, {"p": math.nan} | ({"se": None, "df": None} if context.revision >= 3 else {})
    values = measure.bounded()
    d = values[a] - values[b]
    mean = float(d.mean())
    influence = (d - mean) / len(d)

    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    rater = measure.rows.text["rater"].codes[a] if measure.has_raters else None
    few = measure.scores.sampled_raters is None and rater is not None
    rater = None if few else rater
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
        notes=(*spread.notes, tell("note-few-raters")) if few else spread.notes,
    )
    p = float(2 * student.sf(abs(mean) / se, spread.df)) if known else math.nan
    error = {"se": se if known else None, "df": spread.df if known else None} if context.revision >= 3 else {}
    return finding, {"p": p} | error
