"""How often systems make the number asked for, by rule of clipping, number and kind of object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.generic import GatheredSections
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Picture, Section
from beholder.analysis.sections.comparison import compare
from beholder.protocols.counting.counts import Counts
from beholder.protocols.counting.wording import say
from beholder.stats import mean_ratings
from beholder.stats.messages import tell
from beholder.text import Share, Words

__all__ = ["add_accuracy"]

_RULES = {
    "exact": say("exact"),
    "whole": say("whole"),
    "between": say("between"),
}


def add_accuracy(counts: Counts, context: Context, results: GatheredSections) -> None:
    """Adds the exact-match rates, their tables by number and kind, and the matrix."""
    measure = counts.measure
    exact = measure.with_value(counts.value("exact"), name="exact", label=_RULES["exact"])
    comparison = compare(exact, context, share=True, declared_as="count")
    results.add(comparison, declared_as="count")
    results.sections.append(_system_table(counts, context))
    results.sections.append(_by(counts, context, "requested"))
    if len(counts.object_type) > 1:
        results.sections.append(_by(counts, context, "object_type"))
    results.sections.append(_matrix(counts))


def _part(counts: Counts, what: str, *, lower: bool = False) -> Measure:
    label = _RULES.get(what, Words(what))
    return counts.measure.with_value(counts.value(what), name=what, label=label, lower_is_better=lower)


def _system_table(counts: Counts, context: Context) -> Section:
    """Every measure of accuracy for each system."""
    measure, confidence = counts.measure, context.confidence
    parts = {what: _part(counts, what) for what in ("exact", "whole", "between", "over", "under", "bias", "error")}
    beyond = np.where(measure.said, np.isinf(measure.value).astype(np.float64), np.nan)
    cut = np.where(measure.said & np.isfinite(counts.clipped), (counts.clipped > 0).astype(np.float64), np.nan)
    parts["censored"] = measure.with_value(beyond, name="censored", label=say("above-limit"))
    parts["clipped"] = measure.with_value(cut, name="clipped_share", label=say("clipped"))
    rows, findings = [], []
    for system in measure.systems:
        row: dict[str, Any] = {"system": system}
        for what, part in parts.items():
            found = (mean_ratings if what in ("bias", "error") else share_ratings)(
                part.scores, system, confidence=confidence
            )
            beyond_here = int(
                np.count_nonzero(np.isinf(measure.value[measure.system == measure.systems.index(system)]))
            )
            if what in ("bias", "error") and beyond_here:
                note = tell("note-counts-above", n=beyond_here, least=f"{counts.limit + 1:g}")
                found = changed(found, notes=(*found.notes, note))
            findings.append(changed(found, name=f"count.{what}.{system}"))
            row[what] = found.value
            row[f"{what}_interval"] = found.interval
            row["n"] = max(row.get("n", 0), found.n)
        rows.append(row)
    rows.sort(key=lambda row: -row["exact"] if np.isfinite(row["exact"]) else np.inf)
    first = rows[0]
    title = say(
        "accuracy-title",
        system=first["system"],
        exact=Share(first["exact"]),
        whole=Share(first["whole"]),
        between=Share(first["between"]),
    )
    columns = ["system", "exact", "exact_interval", "whole", "whole_interval", "between", "between_interval", "bias"]
    columns += ["bias_interval", "error", "error_interval", "over", "under", "censored", "clipped", "n"]
    interval = say("interval")
    return Section(
        name="count.accuracy",
        title=title,
        role="results",
        field="count",
        findings=tuple(findings),
        tables=(
            sheet(
                "count.accuracy",
                title,
                rows,
                columns,
                headings={"bias_interval": interval, "error_interval": interval},
                notes=(say("errors-are-bounds"),) if measure.n_censored else (),
            ),
        ),
    )


def _by(counts: Counts, context: Context, column: str) -> Section:
    """Exact-match rate and errors by requested number or by object type, for each system."""
    exact, bias = _part(counts, "exact"), _part(counts, "bias")
    if column == "requested":
        codes, labels = counts.requested, [float(x) for x in np.unique(counts.requested[np.isfinite(counts.requested)])]
    else:
        codes, labels = counts.type_code.astype(np.float64), list(range(len(counts.object_type)))
    rows: list[dict[str, Any]] = []
    findings, drawn = [], []
    for label in labels:
        here = codes == label
        told: Any = int(label) if column == "requested" else counts.object_type[int(label)]
        parts = exact.only(here), bias.only(here)
        for system in parts[0].systems:
            share = share_ratings(parts[0].scores, system, confidence=context.confidence)
            error = mean_ratings(parts[1].scores, system, confidence=context.confidence)
            findings.append(changed(share, name=f"count.exact.{told}.{system}"))
            low, high = share.interval or (None, None)
            rows.append(
                {"system": system, column: told, "exact": share.value, "exact_interval": share.interval, "n": share.n}
                | {"bias": error.value, "bias_interval": error.interval}
            )
            drawn.append({"series": system, "x": told, "label": told, "value": share.value, "low": low, "high": high})
    if column == "requested":
        few = [r["exact"] for r in rows if r["requested"] <= 4 and np.isfinite(r["exact"])]
        many = [r["exact"] for r in rows if r["requested"] > 4 and np.isfinite(r["exact"])]
        title = say(
            "by-requested-title",
            few=Share(float(np.mean(few)) if few else None),
            many=Share(float(np.mean(many)) if many else None),
        )
    else:
        best = max(rows, key=lambda row: row["exact"] if np.isfinite(row["exact"]) else -1.0)
        title = say(
            "by-object-type-title", object_type=best["object_type"], system=best["system"], exact=Share(best["exact"])
        )
    name = f"count.by_{column}"
    return Section(
        name=name,
        title=title,
        role="results",
        field="count",
        findings=tuple(findings),
        tables=(
            sheet(
                name,
                title,
                rows,
                ("system", column, "exact", "exact_interval", "bias", "bias_interval", "n"),
                headings={"bias_interval": say("interval")},
            ),
        ),
        charts=(
            Picture(
                name=name,
                title=title,
                kind="curve" if column == "requested" else "intervals",
                rows=tuple(drawn),
                axes={"x": say("number-requested"), "value": say("share-exact")},
                marks={"domain": [0.0, 1.0], "percent": True},
            ),
        ),
    )


def _matrix(counts: Counts) -> Section:
    """How often each number was counted for each number requested, per system; more than the limit is a column of its own."""
    measure = counts.measure
    kept = measure.said & np.isfinite(counts.requested)
    asked, seen = counts.requested[kept], np.where(np.isinf(measure.value), counts.limit + 1, measure.value)[kept]
    system = measure.system[kept]
    rows = []
    beyond = f">{counts.limit:g}"
    for code, name in enumerate(measure.systems):
        mine = system == code
        cells, n = np.unique(np.stack([asked[mine], seen[mine]]), axis=1, return_counts=True)
        totals: Mapping[float, int] = {
            float(a): int(np.count_nonzero(asked[mine] == a)) for a in np.unique(asked[mine])
        }
        for (a, b), k in zip(cells.T, n, strict=True):
            told = beyond if b > counts.limit else f"{b:g}"
            rows.append(
                {"system": name, "requested": int(a), "counted": told, "n": int(k), "share": int(k) / totals[float(a)]}
            )
    over = int(np.count_nonzero(seen > asked))
    under = int(np.count_nonzero(seen < asked))
    title = say("matrix-title", over=Share(over / max(len(seen), 1)), under=Share(under / max(len(seen), 1)))
    drawn = tuple(
        {"x": r["requested"], "y": r["counted"], "n": r["n"], "share": r["share"], "series": r["system"]} for r in rows
    )
    return Section(
        name="count.matrix",
        title=title,
        role="results",
        field="count",
        tables=(sheet("count.matrix", title, rows, ("system", "requested", "counted", "n", "share")),),
        charts=(
            Picture(
                name="count.matrix",
                title=title,
                kind="matrix",
                rows=drawn,
                axes={"x": say("requested"), "y": say("counted")},
            ),
        ),
    )
