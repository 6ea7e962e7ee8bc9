"""Whether the place on the page, or how long a rater has been at it, moves the ratings."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.fields import Words
from beholder.findings import Finding
from beholder.protocols.analysis.context import Context
from beholder.protocols.analysis.glossary import sheet
from beholder.protocols.analysis.intervals import with_interval
from beholder.protocols.analysis.measure import Measure
from beholder.protocols.analysis.result import Picture, Section, say
from beholder.stats import mean_ratings
from beholder.stats.clusters import clustered_variance
from beholder.stats.means import standard_error
from beholder.stats.resampling import t_interval

__all__ = ["order_section", "within_slope"]

Floats = NDArray[np.float64]

_PASSES = 200


def within_slope(
    y: Floats,
    x: Floats,
    *,
    first: NDArray[Any],
    second: NDArray[Any],
    block: NDArray[np.int32],
    rater: NDArray[np.int32] | None,
    name: str,
    method: str,
    confidence: float = 0.95,
) -> Finding:
    """How much y changes per unit of x, comparing only within `first` (a showing or a rater) and given `second` (a system).

    Least squares with both sets of effects taken out by alternating projections (Frisch & Waugh); t interval clustered by
    block and rater. NaN where x does not vary within them.
    """
    dx, dy = _without(x, first, second), _without(y, first, second)
    weight = float(dx @ dx)
    if len(y) < 3 or weight <= 1e-10 * max(float(x @ x), 1e-300):
        return Finding(name=name, value=math.nan, n_dropped=len(y), method=method, notes=("it does not vary",))
    slope = float(dx @ dy) / weight
    influence = dx * (dy - slope * dx) / weight

    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    spread = clustered_variance(sum_by, item=block, rater=rater)
    se = standard_error(spread)
    return Finding(
        name=name,
        value=slope,
        interval=t_interval(slope, se, df=spread.df, confidence=confidence) if math.isfinite(se) and se > 0 else None,
        confidence=confidence,
        n=len(y),
        method=f"{method}; t({spread.df:g}) interval clustered by {' and '.join(spread.by)}",
        notes=spread.notes,
    )


def _without(column: Floats, first: NDArray[Any], second: NDArray[Any]) -> Floats:
    out = column.astype(np.float64)
    sizes = [np.maximum(np.bincount(codes), 1) for codes in (first, second)]
    for _ in range(_PASSES):
        before = out
        for codes, size in zip((first, second), sizes, strict=True):
            out = out - (np.bincount(codes, weights=out, minlength=len(size)) / size)[codes]
        if float(np.abs(out - before).max(initial=0.0)) <= 1e-11 * max(float(np.abs(column).max(initial=0.0)), 1e-300):
            break
    return out


def order_section(measure: Measure, context: Context) -> Section | None:
    """Effects of the place on the page and of the time on the job; None where neither varies."""
    kept = np.isfinite(measure.value) & (measure.system >= 0)
    rows = measure.rows.select(kept)
    y, system = measure.value[kept], measure.system[kept]
    block, rater = rows.text["block"].codes, rows.text["rater"].codes
    rater_column = rater if measure.has_raters else None
    findings: list[Finding] = []
    tables, charts = [], []
    position = rows.numbers["position"]
    shared: dict[str, Any] = {"block": block, "rater": rater_column, "confidence": context.confidence}
    if len(y) and np.all(np.isfinite(position)) and np.ptp(position) > 0:
        slope = within_slope(
            y, position, first=rows.showing(), second=system, name=f"{measure.name}.position_slope",
            method="points per place further on the page, within an answer, given the system", **shared,
        )  # fmt: skip
        findings.append(slope)
        table, chart = _by_position(measure.only(kept), position, context, _position_title(slope, measure.label))
        tables.append(table)
        charts.append(chart)
    sequence = rows.numbers["sequence"]
    if len(y) and np.all(np.isfinite(sequence)) and np.ptp(sequence) > 0 and measure.has_raters:
        findings.append(
            within_slope(
                y, sequence / 10, first=rater, second=system, name=f"{measure.name}.sequence_slope",
                method="points per 10 trials of a rater, within the rater, given the system", **shared,
            )
        )  # fmt: skip
    findings = [f for f in findings if math.isfinite(f.value)]
    if not findings:
        return None
    titles = {"position_slope": _position_title, "sequence_slope": _sequence_title}
    title = titles[findings[0].name.rsplit(".", 1)[1]](findings[0], measure.label)
    more = tuple(titles[f.name.rsplit(".", 1)[1]](f, measure.label) for f in findings[1:])
    return Section(
        name=f"{measure.name}.order",
        title=title,
        role="quality",
        field=measure.info.name,
        text=more,
        findings=tuple(findings),
        tables=tuple(tables),
        charts=tuple(charts),
    )


def _by_position(measure: Measure, position: Floats, context: Context, title: Words) -> tuple[Any, Picture]:
    rows: list[dict[str, Any]] = []
    for place in np.unique(position):
        part = measure.only(position == place)
        found = mean_ratings(
            replace(part.scores, system=np.zeros_like(part.scores.system)), confidence=context.confidence
        )
        rows.append({"position": int(place), "mean": found.value, "interval": found.interval, "n": found.n})
    name = f"{measure.name}.positions"
    curve = [
        {"series": "", "x": r["position"], "value": r["mean"]}
        | {"low": (r["interval"] or (None, None))[0], "high": (r["interval"] or (None, None))[1]}
        for r in rows
    ]
    axes = {"x": say("place on the page", "页面位置"), "value": measure.label}
    return (
        sheet(name, title, rows, ("position", "mean", "interval", "n")),
        Picture(name=name, title=title, kind="curve", rows=tuple(curve), axes=axes),
    )


def _position_title(slope: Finding, called: Words) -> Words:
    told = with_interval(slope, 3)
    if slope.interval is None or slope.interval[0] <= 0 <= slope.interval[1]:
        return say(
            f"The place on the page is not shown to matter for {called.to('en')} (slope {told})",
            f"未发现页面位置影响“{called.to('zh')}”（斜率 {told}）",
        )
    return say(
        f"The place on the page matters for {called.to('en')}: {told} per place",
        f"页面位置影响“{called.to('zh')}”：每后移一位 {told}",
    )


def _sequence_title(slope: Finding, called: Words) -> Words:
    told = with_interval(slope, 3)
    if slope.interval is None or slope.interval[0] <= 0 <= slope.interval[1]:
        return say(
            f"Ratings of {called.to('en')} are not shown to drift with time ({told} per 10 trials).",
            f"未发现“{called.to('zh')}”随时间漂移（每 10 题 {told}）。",
        )
    return say(
        f"Ratings of {called.to('en')} drift as raters go on: {told} per 10 trials.",
        f"“{called.to('zh')}”随评分进行而漂移：每 10 题 {told}。",
    )
