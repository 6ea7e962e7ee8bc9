"""Whether the place on the page, or how long a rater has been at it, moves the ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import estimate
from beholder.analysis.result import Picture, Section, say
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import mean_ratings
from beholder.stats.comparison.means import clustered_interval, standard_error
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.stats.resampling.clusters import clustered_variance
from beholder.text import Text

__all__ = ["order_section", "within_slope"]

Floats = NDArray[np.float64]

# a guard: a balanced study is done after two passes, one that hardly hangs together would go on for long
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
        return Finding(name=name, value=math.nan, n_dropped=len(y), method=method, notes=(tell("reason-no-slope"),))
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
        method=Text(method, clustered_interval(spread)),
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


def order_section(measures: Sequence[Measure], context: Context) -> Section | None:
    """Effects of the place on the page and of the time on the job, all fields in one table; None where neither varies.

    A figure is drawn of fields that the place on the page moves.
    """
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    moved: list[Words] = []
    charts = []
    for measure in measures:
        slot, time = _slopes(measure, context)
        known = [f for f in (slot, time) if f is not None]
        if not known:
            continue
        findings += known
        rows.append({"field": measure.label, **_cells("place", slot), **_cells("time", time), "n": known[0].n})
        if slot is not None and _apart(slot):
            moved.append(_position_title(slot, measure.label))
            charts.append(_by_position(measure, context, moved[-1]))
        if time is not None and _apart(time):
            moved.append(_sequence_title(time, measure.label))
    if not rows:
        return None
    title = moved[0] if moved else say("order-unmoved")
    columns = ["field", "place", "place_interval", "time", "time_interval", "n"]
    return Section(
        name="order",
        title=title,
        role="quality",
        text=tuple(say("sentence", text=one) for one in moved[1:]),
        findings=tuple(findings),
        tables=(
            sheet(
                "order",
                say("order-title"),
                rows,
                [c for c in columns if any(row.get(c) is not None for row in rows)],
                headings={
                    "place": say("order-place"),
                    "place_interval": say("interval"),
                    "time": say("order-time"),
                    "time_interval": say("interval"),
                },
            ),
        ),
        charts=tuple(charts),
    )


def _cells(name: str, slope: Finding | None) -> dict[str, Any]:
    return {} if slope is None else {name: slope.value, f"{name}_interval": slope.interval}


def _apart(slope: Finding) -> bool:
    return slope.interval is not None and not slope.interval[0] <= 0 <= slope.interval[1]


def _kept(measure: Measure) -> Measure:
    return measure.only(np.isfinite(measure.value) & (measure.system >= 0))


def _slopes(measure: Measure, context: Context) -> tuple[Finding | None, Finding | None]:
    """What one place further on the page and what ten trials of a rater change; None where it does not vary."""
    kept = _kept(measure)
    y, rows = kept.value, kept.rows
    rater = rows.text["rater"].codes
    shared: dict[str, Any] = {"block": rows.text["block"].codes, "rater": rater if measure.has_raters else None}
    shared |= {"second": kept.system, "confidence": context.confidence}
    slot = time = None
    position, sequence = rows.numbers["position"], rows.numbers["sequence"]
    if _varies(position):
        slot = within_slope(
            y, position, first=rows.showing(), name=f"{measure.name}.position_slope",
            method=tell("slope-place"), **shared,
        )  # fmt: skip
    if _varies(sequence) and measure.has_raters:
        time = within_slope(
            y, sequence / 10, first=rater, name=f"{measure.name}.sequence_slope",
            method=tell("slope-time"), **shared,
        )  # fmt: skip
    return (
        slot if slot is not None and math.isfinite(slot.value) else None,
        time if time is not None and math.isfinite(time.value) else None,
    )


def _varies(column: Floats) -> bool:
    return bool(len(column)) and bool(np.all(np.isfinite(column))) and float(np.ptp(column)) > 0


def _by_position(measure: Measure, context: Context, title: Words) -> Picture:
    """The mean at each place on the page."""
    kept = _kept(measure)
    position = kept.rows.numbers["position"]
    rows: list[dict[str, Any]] = []
    for slot in np.unique(position):
        part = kept.only(position == slot)
        found = mean_ratings(
            replace(part.scores, system=np.zeros_like(part.scores.system)), confidence=context.confidence
        )
        low, high = found.interval or (None, None)
        rows.append({"series": "", "x": int(slot), "value": found.value, "low": low, "high": high})
    axes = {"x": say("order-place-axis"), "value": measure.label}
    return Picture(name=f"{measure.name}.positions", title=title, kind="curve", rows=tuple(rows), axes=axes)


def _position_title(slope: Finding, called: Words) -> Words:
    told = estimate(slope, 3)
    return say("order-place-matters", field=called, slope=told)


def _sequence_title(slope: Finding, called: Words) -> Words:
    told = estimate(slope, 3)
    return say("order-drift", field=called, slope=told)
