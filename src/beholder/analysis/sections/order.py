"""Whether the place on the page, or how long a rater has been at it, moves the ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import estimate
from beholder.analysis.result import Diagnostic, Picture, Section, say
from beholder.findings import Finding
from beholder.stats import mean_ratings
from beholder.stats.comparison.means import clustered_interval, standard_error
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.stats.resampling.clusters import clustered_variance
from beholder.text import Text

__all__ = ["order_section", "within_slope"]

Floats = NDArray[np.float64]
_Slope = tuple[Finding | None, float]

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
) -> tuple[Finding, float]:
    """How much y changes per unit of x, and the p value of no change.

    Compares only within `first` (a showing or a rater) and given `second` (a system).

    Least squares with both sets of effects taken out by alternating projections (Frisch & Waugh); t interval clustered by
    block and rater. NaN where x does not vary within them.
    """
    dx, dy = _without(x, first, second), _without(y, first, second)
    weight = float(dx @ dx)
    if len(y) < 3 or weight <= 1e-10 * max(float(x @ x), 1e-300):
        nothing = (tell("reason-no-slope"),)
        return Finding(name=name, value=math.nan, n_dropped=len(y), method=method, notes=nothing), math.nan
    slope = float(dx @ dy) / weight
    influence = dx * (dy - slope * dx) / weight

    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    spread = clustered_variance(sum_by, item=block, rater=rater)
    se = standard_error(spread)
    known = math.isfinite(se) and se > 0
    finding = Finding(
        name=name,
        value=slope,
        interval=t_interval(slope, se, df=spread.df, confidence=confidence) if known else None,
        confidence=confidence,
        n=len(y),
        method=Text(method, clustered_interval(spread)),
        notes=spread.notes,
    )
    return finding, float(2 * student.sf(abs(slope) / se, spread.df)) if known else math.nan


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

    A figure is drawn of fields of which there is a sign that the place on the page moves them.
    """
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    diagnostics: list[Diagnostic] = []
    for measure in measures:
        slot, time = _slopes(measure, context)
        known = [slope for slope, _ in (slot, time) if slope is not None]
        if not known:
            continue
        findings += known
        rows.append({"field": measure.label, **_cells("place", slot[0]), **_cells("time", time[0]), "n": known[0].n})
        for what, (slope, p) in (("place", slot), ("time", time)):
            if slope is not None:
                sign = say(f"order-sign-{what}", field=measure.label, slope=estimate(slope, 3))
                charts = (_by_position(measure, context),) if what == "place" else ()
                diagnostics.append(Diagnostic(p=p, sign=sign, charts=charts))
    if not rows:
        return None
    title = say("order-title")
    varied = [what for what in ("place", "time") if any(what in row for row in rows)]
    columns = ["field", "place", "place_interval", "time", "time_interval", "n"]
    return Section(
        name="order",
        title=title,
        role="quality",
        findings=tuple(findings),
        tables=(
            sheet(
                "order",
                title,
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
        diagnostics=tuple(diagnostics),
        no_sign=say(f"order-no-sign-{'-'.join(varied)}"),
    )


def _cells(name: str, slope: Finding | None) -> dict[str, Any]:
    return {} if slope is None else {name: slope.value, f"{name}_interval": slope.interval}


def _kept(measure: Measure) -> Measure:
    return measure.only(np.isfinite(measure.value) & (measure.system >= 0))


def _slopes(measure: Measure, context: Context) -> tuple[_Slope, _Slope]:
    """What one place further on the page and what ten trials of a rater change, with p values; None where it does not vary."""
    kept = _kept(measure)
    y, rows = kept.value, kept.rows
    rater = rows.text["rater"].codes
    shared: dict[str, Any] = {"block": rows.text["block"].codes, "rater": rater if measure.has_raters else None}
    shared |= {"second": kept.system, "confidence": context.confidence}
    slot: _Slope = (None, math.nan)
    time = slot
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
    return _known(slot), _known(time)


def _known(slope: _Slope) -> _Slope:
    return slope if slope[0] is not None and math.isfinite(slope[0].value) else (None, math.nan)


def _varies(column: Floats) -> bool:
    return bool(len(column)) and bool(np.all(np.isfinite(column))) and float(np.ptp(column)) > 0


def _by_position(measure: Measure, context: Context) -> Picture:
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
    title = say("order-place-figure", field=measure.label)
    return Picture(name=f"{measure.name}.positions", title=title, kind="curve", rows=tuple(rows), axes=axes)
