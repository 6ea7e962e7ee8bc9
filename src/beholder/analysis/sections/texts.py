"""Free text: how much was written, and names: how many there are and how often the commonest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Section, say
from beholder.findings import Finding
from beholder.stats import Scores, mean_ratings, wilson
from beholder.stats.messages import tell
from beholder.text import Number, Share, Text

__all__ = ["names_section", "texts_section"]


def texts_section(measures: list[Measure], context: Context) -> Section | None:
    """How many answers brought a text, how long, how many different ones."""
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for measure in measures:
        value = measure.rows.text["value"]
        if not len(value.codes):
            continue
        length = np.array([len(name.strip()) for name in value.names] + [0])[value.codes]
        written = length > 0
        found = wilson(int(written.sum()), len(length), name=f"{measure.name}.written", confidence=context.confidence)
        findings.append(found)
        rows.append(
            {
                "field": measure.name,
                "n": int(written.sum()),
                "share": found.value,
                "interval": found.interval,
                "length": float(length[written].mean()) if written.any() else None,
                "distinct": len(np.unique(value.codes[written])),
            }
        )
    if not rows:
        return None
    total = sum(row["n"] for row in rows)
    title = say("texts-title", n=total)
    return Section(
        name="texts",
        title=title,
        role="quality",
        findings=tuple(findings),
        tables=(sheet("texts", title, rows, ("field", "n", "share", "interval", "length", "distinct")),),
    )


def names_section(measure: Measure, context: Context) -> Section:
    """Names: different ones per item, and the share of the commonest, as means over items."""
    said = ~measure.rows.text["value"].is_in(("",))
    rows = measure.rows.select(said)
    item, value = rows.text["item"].codes, rows.text["value"].codes
    cell, n = np.unique(item.astype(np.int64) * (len(rows.text["value"].names) + 1) + value, return_counts=True)
    owner = cell // (len(rows.text["value"].names) + 1)
    items, first = np.unique(owner, return_index=True)
    kinds = np.diff(np.append(first, len(owner)))
    top = np.maximum.reduceat(n, first) if len(n) else np.empty(0)
    total = np.add.reduceat(n, first) if len(n) else np.empty(0)
    findings = []
    for what, column in (("names", kinds.astype(np.float64)), ("top_share", top / np.maximum(total, 1))):
        scores = Scores(
            value=column,
            system=np.zeros(len(items), dtype=np.int32),
            block=np.arange(len(items), dtype=np.int32),
            rater=None,
            systems=("all",),
            blocks=tuple(range(len(items))),
        )
        found = mean_ratings(scores, confidence=context.confidence)
        findings.append(
            replace(
                found,
                name=f"{measure.name}.{what}",
                method=Text(tell("mean-over-items"), tell("t-interval-over-items")),
            )
        )
    title = say("names-title", names=Number(findings[0].value, 1), share=Share(findings[1].value))
    table = [{"statistic": f.name, "value": f.value, "interval": f.interval, "n": f.n} for f in findings]
    return Section(
        name=measure.name,
        title=title,
        role="results",
        field=measure.name,
        verdict=(title,),
        findings=tuple(findings),
        tables=(sheet(f"{measure.name}.names", title, table, ("statistic", "value", "interval", "n")),),
    )
