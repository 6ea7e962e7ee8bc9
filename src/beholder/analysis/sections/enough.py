"""How many ratings of a thing are enough: how well the mean of k ratings repeats with k others."""

from __future__ import annotations

import math

import numpy as np
from scipy.stats import norm

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Picture, Section, say
from beholder.findings import Finding
from beholder.stats import stability_curve
from beholder.stats.messages import tell
from beholder.text import Interval, Text

__all__ = ["enough_section"]

# the usual mark of a reliable mean; below it, ranks of things move from sample to sample
_TARGET = 0.9
# more things narrow the curve by less than the width of its line
_UNITS = 1_000
# splits per size: the curve is an average over them, and is smooth with twenty
_REPEATS = 20
# a correlation of 1 has no place on Fisher's scale
_FULL = 1 - 1e-9
# close together where one more rating changes most
_SIZES = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50)


def enough_section(measure: Measure, context: Context) -> Section | None:
    """The stability curve of a field, and the number of ratings whose mean correlates 0.9 with that of as many others.

    Where the curve does not reach that far the number is projected by the Spearman-Brown formula from its last point. No
    number is told where the interval of that correlation includes 0: the projection would be of nothing but chance. None where things have fewer than four ratings each. Up to 1,000 things, drawn at random, are looked at.
    """
    kept = np.isfinite(measure.value)
    unit, value = measure.unit[kept], measure.value[kept]
    size = np.bincount(unit) if len(unit) else np.zeros(0, dtype=np.int64)
    rich = np.flatnonzero(size >= 4)
    if len(rich) < 10:
        return None
    rng = context.rng("enough", measure.name)
    if len(rich) > _UNITS:
        rich = np.sort(rng.choice(rich, size=_UNITS, replace=False))
    chosen = np.isin(unit, rich)
    typical = int(np.median(size[rich]))
    sizes = [k for k in _SIZES if 2 * k <= typical]
    curve = stability_curve(unit[chosen], value[chosen], sizes=sizes, rng=rng, repeats=_REPEATS)
    rows = [{"ratings": row["ratings"], "correlation": row["correlation"], "items": row["items"]} for row in curve]
    known = [row for row in rows if math.isfinite(row["correlation"])]
    if not known:
        return None
    needed, point, note = _needed(known)
    bounds = _correlation_bounds(point, context.confidence)
    if context.revision >= 7 and bounds[0] <= 0:
        needed, note = math.nan, tell("reason-never-repeats")
    finding = Finding(
        name=f"{measure.name}.ratings_enough",
        value=needed,
        n=len(rich),
        method=Text(tell("ratings-enough", target=_TARGET), tell("n-in-things")),
        notes=(note,) if note else (),
    )
    if math.isfinite(needed):
        least, most = min(needed, _projected(point["ratings"], bounds[1])), _projected(point["ratings"], bounds[0])
        told = {"ratings": int(needed), "least": int(least), "most": int(max(needed, most))}
        title = say("enough-title", **told, field=measure.label, target=str(_TARGET))
    else:
        seen = Interval(point["correlation"], bounds, digits=2)
        title = say("enough-unknown", field=measure.label, k=int(point["ratings"]), correlation=seen)
    name = f"{measure.name}.enough"
    drawn = [{"series": "", "x": r["ratings"], "value": r["correlation"], "low": None, "high": None} for r in rows]
    return Section(
        name=name,
        title=title,
        role="quality",
        field=measure.info.name,
        findings=(finding,),
        tables=(
            sheet(
                name,
                title,
                rows,
                ("ratings", "correlation", "items"),
                headings={
                    "ratings": say("enough-ratings"),
                    "correlation": say("enough-correlation"),
                },
            ),
        ),
        charts=()
        if len(drawn) < 3
        else (
            Picture(
                name=name,
                title=title,
                kind="curve",
                rows=tuple(drawn),
                axes={"x": say("enough-ratings-axis"), "value": say("enough-correlation-axis")},
                marks={"target": _TARGET},
            ),
        ),
    )


def _needed(curve: list[dict[str, float]]) -> tuple[float, dict[str, float], str]:
    """The number of ratings, the point of the curve that it rests on, and a note on how."""
    for row in curve:
        if row["correlation"] >= _TARGET:
            return float(row["ratings"]), row, ""
    last = curve[-1]
    if last["correlation"] <= 0:
        return math.nan, last, tell("reason-never-repeats")
    return _projected(last["ratings"], last["correlation"]), last, tell("spearman-brown")


def _projected(k: float, r: float) -> int:
    """How many ratings reach the target where means of k repeat at r (Spearman and Brown)."""
    return max(1, math.ceil(k * _TARGET * (1 - r) / (r * (1 - _TARGET))))


def _correlation_bounds(point: dict[str, float], confidence: float) -> tuple[float, float]:
    """Fisher's interval over things; the average over splits varies less than the one split that it allows for."""
    middle = math.atanh(min(max(point["correlation"], -_FULL), _FULL))
    reach = float(norm.ppf((1 + confidence) / 2)) / math.sqrt(max(point["items"] - 3, 1))
    return math.tanh(middle - reach), math.tanh(middle + reach)
