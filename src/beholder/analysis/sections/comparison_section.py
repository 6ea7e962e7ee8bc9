"""A comparison as a section: systems from best to worst, pairs, distributions, and the figures that show what holds."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from beholder.analysis.glossary import sheet, weighted_heads
from beholder.analysis.measure import Measure, called_by
from beholder.analysis.result import Picture, Section, Sheet, say
from beholder.analysis.sections.comparison import MeasureComparison
from beholder.analysis.sections.ranks import HELD
from beholder.analysis.sections.verdict import leaders, task_named, title_of, upper_first, verdicts
from beholder.analysis.system_names import question
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.text import Number, Share

__all__ = ["comparison_section"]

# differences that a figure of half a page can hold
_MOST_DRAWN = 45
# as many answers as can be told apart by their shade: 0 to 10 is the widest scale in common use
_MOST_POINTS = 11


def comparison_section(found: MeasureComparison) -> Section:
    """The comparison as a section, with what the summary says of it."""
    measure, name = found.measure, found.measure.name
    title = title_of(found)
    told = verdicts(found)
    means = _means_chart(found, title) if measure.has_systems else None
    tables = [_systems_sheet(found, title)]
    charts = [means] if means else []
    if found.pairs:
        tables += _pair_sheets(found)
        if len(found.pairs) <= _MOST_DRAWN:
            charts.append(_differences_chart(found))
    spread = _distribution(found)
    if spread is not None:
        charts.append(spread[0])
        tables += [spread[1]] if measure.revision >= 3 else []
    return Section(
        name=name,
        title=title,
        role="results",
        field=measure.info.name,
        text=told if len(found.tasks) > 1 else (),
        findings=(*(found.means[s] for s in found.order), *found.differences, *_adjusted(found)),
        tables=tuple(tables),
        charts=tuple(charts),
        notes=found.notes,
        verdict=told,
        headline=means if len(found.means) > 1 else None,
    )


def _adjusted(found: MeasureComparison) -> list[Finding]:
    method = tell("holm-within-task" if found.measure.revision >= 3 else "holm-over-pairs")
    return [
        replace(
            difference,
            name=f"{found.measure.name}.p_holm.{row['first']}-{row['second']}",
            value=row["p_holm"],
            interval=None,
            method=method,
        )
        for row, difference in zip(found.pairs, found.differences, strict=True)
    ]


def _systems_sheet(found: MeasureComparison, title: Words) -> Sheet:
    measure, scores, what = found.measure, found.measure.scores, "share" if found.share else "mean"
    several = len(found.tasks) > 1
    task_of = {s: task.group or None for task in found.tasks for s in task.systems}
    rows = []
    for system in found.order:
        chosen = scores.system == scores.code_of(system)
        finding = found.means[system]
        rank, ranks = found.ranks.get(system, (None, None))
        rows.append(
            {
                **({"task": task_of.get(system)} if several else {}),
                "system": system,
                what: finding.value,
                "interval": finding.interval,
                **(
                    {} if found.share else {"sd": float(scores.value[chosen].std(ddof=1)) if chosen.sum() > 1 else None}
                ),
                "n": finding.n,
                "blocks": len(np.unique(scores.block[chosen])),
                "raters": None
                if scores.rater is None
                else len({scores.raters[r] for r in np.unique(scores.rater[chosen])} - {""}),
                "rank": rank,
                "rank_range": ranks,
            }
        )
    columns = [*(["task"] if several else []), "system", what, "interval", *([] if found.share else ["sd"])]
    columns += ["n", "blocks", "raters", *(["rank", "rank_range"] if found.ranks else [])]
    if not measure.has_systems:
        columns.remove("system")
    return sheet(f"{measure.name}.systems", title, rows, columns, headings=weighted_heads(scores, what))


def _pair_sheets(found: MeasureComparison) -> list[Sheet]:
    """One p value per difference for the reader; the other tests and effect sizes in a table of details."""
    name, new = found.measure.name, found.measure.revision >= 3
    told = sum(row["p_holm"] < HELD for row in found.pairs)
    title = say("comparison-pairs", held=told, all=len(found.pairs), field=found.measure.label)
    plain = ("difference", "interval", "p", "p_holm", "status", "blocks", "dz", "superiority", "rank_biserial")
    columns = ("difference", "interval", "p_holm", "raters_agree", "dz", "blocks", "status") if new else plain
    more = () if new else ("p_t", "p_wilcoxon", "n", "n_dropped")
    present = [c for c in ("task", "first", "second", *columns, *more) if any(c in row for row in found.pairs)]
    percent = ("difference", "interval", "plain_interval") if found.share else ()
    pairs = sheet(
        f"{name}.pairs", title, found.pairs, present, percent=percent, simultaneous=("interval",) if new else ()
    )
    if not new:
        return [pairs]
    beside = ("plain_interval", "p", "p_t", "p_wilcoxon", "rank_biserial", "superiority", "n", "n_dropped")
    details = [c for c in ("first", "second", *beside) if any(c in row for row in found.pairs)]
    rows = [{c: row.get(c) for c in details} for row in found.pairs]
    closer = sheet(f"{name}.pair_details", say("comparison-details"), rows, details, percent=percent)
    return [pairs, replace(closer, details=True)]


def _means_chart(found: MeasureComparison, title: Words) -> Picture:
    """Systems on the full scale, with the intervals that the table has; those that may be best stand out."""
    measure = found.measure
    best = {s for task in found.tasks for s in leaders(found, task)} if measure.better != "none" else set()
    rows = []
    for system in found.order:
        low, high = found.means[system].interval or (None, None)
        rows.append(
            _drawn(found, system)
            | {"value": found.means[system].value, "low": low, "high": high}
            | {"behind": bool(best) and system not in best}
        )
    marks: dict[str, Any] = {}
    ends = (0.0, 1.0) if found.share else _scale(measure)
    if ends is not None:
        marks["domain"] = list(ends)
    return Picture(
        name=f"{measure.name}.means",
        title=title,
        kind="intervals",
        rows=tuple(rows),
        axes={"value": _weighted(measure, _axis(measure, share=found.share)), "measure": measure.label},
        marks=marks | ({"percent": True} if found.share else {}),
    )


def _drawn(found: MeasureComparison, system: str) -> dict[str, Any]:
    """The row of a system in a figure; where there are several tasks each is a part of the figure, under its name."""
    task = next((one for one in found.tasks if system in one.systems), None)
    if task is None or len(found.tasks) < 2:
        label = say("reference-label", system=system) if system == found.reference else system
        return {"label": label, "series": ""}
    called = Words(task.group) if task.group else upper_first(task_named(task.systems))
    return {"label": system.removeprefix(f"{task.group}/"), "series": called}


def _scale(measure: Measure) -> tuple[float, float] | None:
    """The ends of the scale; one that is known from equal answers only has none."""
    return measure.range if measure.range is not None and measure.range[0] < measure.range[1] else None


def _weighted(measure: Measure, axis: Words) -> Words:
    return axis if measure.scores.weight is None else say("weighted", what=axis)


def _axis(measure: Measure, *, share: bool) -> Words:
    """What the axis shows: the question, its range, and at which end a system is good."""
    asked = question(measure.name, measure.label, measure.info.label)
    if share and measure.info.yes:
        option = called_by(
            (measure.info.options or {}).get(measure.info.yes, Words(measure.info.yes)), measure.info.yes
        )
        return say("axis-share-of", question=asked, option=option, better=measure.better)
    if share:
        return say("axis-share", question=asked, better=measure.better)
    scale = _scale(measure)
    if scale is None:
        return say("axis-mean", question=asked, better=measure.better)
    least, most = (f"{end:g}" for end in scale)
    return say("axis-mean-on-scale", question=asked, least=least, most=most, better=measure.better)


def _differences_chart(found: MeasureComparison) -> Picture:
    rows = []
    for row in found.pairs:
        low, high = row["interval"] or (None, None)
        label = f"{row['first']} − {row['second']}"
        rows.append(
            {"label": label, "value": row["difference"], "low": low, "high": high}
            | {"series": row.get("task") or "", "held": bool(row["p_holm"] < HELD)}
        )
    called = found.measure.label
    widest = max(found.pairs, key=lambda row: abs(row["difference"]) if math.isfinite(row["difference"]) else -1.0)
    return Picture(
        name=f"{found.measure.name}.differences",
        title=say(
            "comparison-largest-difference",
            field=called,
            first=widest["first"],
            second=widest["second"],
            difference=Share(widest["difference"]) if found.share else Number(widest["difference"]),
        ),
        kind="intervals",
        rows=tuple(rows),
        axes={"value": say("comparison-difference-axis")},
        marks={"zero": 0.0, "simultaneous": found.measure.revision >= 3} | ({"percent": True} if found.share else {}),
    )


def _distribution(found: MeasureComparison) -> tuple[Picture, Sheet] | None:
    """How often each answer of a short scale was given, per system; None where there are too many or too few to stack."""
    measure = found.measure
    points = np.unique(measure.value[np.isfinite(measure.value)])
    if found.share or not 3 <= len(points) <= _MOST_POINTS or measure.n_censored:
        return None
    # a count has no middle at which bars could part
    counted = measure.info.level == "ratio"
    rows, drawn = [], []
    for system in found.order:
        mine = measure.value[(measure.system == measure.systems.index(system)) & measure.said]
        counts = {float(p): int(np.count_nonzero(mine == p)) for p in points}
        rows.append({"system": system, "n": len(mine)} | {_point(measure, p): c for p, c in counts.items()})
        shares = [(_point(measure, p), c / max(len(mine), 1), c) for p, c in counts.items()]
        if counted:
            drawn += [{"series": system, "x": point, "share": share, "n": n} for point, share, n in shares]
        else:
            row = _drawn(found, system)
            drawn += [row | {"part": point, "share": share, "n": n} for point, share, n in shares]
    title = say("distribution-title", field=measure.label)
    chart = Picture(
        name=f"{measure.name}.distribution",
        title=title,
        kind="histogram" if counted else "diverging",
        rows=tuple(drawn),
        axes={"x": measure.label} if counted else {"share": say("shares-axis")},
    )
    columns = [*(["system"] if measure.has_systems else []), "n", *(_point(measure, float(p)) for p in points)]
    headings = {_point(measure, float(p)): Words(_point(measure, float(p))) for p in points}
    return chart, sheet(f"{measure.name}.distribution", title, rows, columns, headings=headings)


def _point(measure: Measure, value: float) -> str:
    order = measure.info.order
    return order[int(value)] if order and float(value).is_integer() and 0 <= value < len(order) else f"{value:g}"
