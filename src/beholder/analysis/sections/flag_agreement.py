"""Whether raters agree on boxes to tick: one table for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Picture, Section, say
from beholder.analysis.sections.agreement import agreement_findings, agreement_notes, alpha_bar
from beholder.fields import Words
from beholder.findings import Finding
from beholder.text import Number, Text

__all__ = ["flags_agreement"]


def flags_agreement(measures: Sequence[Measure], context: Context, *, name: str) -> Section:
    """Agreement on boxes to tick, all in one table: each was asked of the same things by the same raters."""
    findings: list[Finding] = []
    rows, bars = [], []
    for measure in (one.for_agreement() for one in measures):
        found = agreement_findings(measure, measure.ratings, context)
        by_name = {f.name: f for f in found}
        findings += [replace(f, name=f"{measure.name}.{f.name}") for f in found]
        ticked = by_name.get("specific[1.0]")
        rows.append(
            {"flag": measure.info.label, "alpha": found[0].value, "interval": found[0].interval}
            | {"exact_pairs": by_name["percent"].value, "ac1": by_name["ac1"].value if "ac1" in by_name else None}
            | {"on_ticked": ticked.value if ticked else None, "n": found[0].n, "notes": Text(*found[0].notes)}
        )
        bars.append(alpha_bar(measure.info.label, found[0]))
    known = [f.value for f in findings if f.name.endswith(".alpha") and np.isfinite(f.value)]
    title = _title(measures, known)
    return Section(
        name=f"{name}.agreement",
        title=title,
        role="agreement",
        field=name,
        findings=tuple(findings),
        tables=(
            sheet(
                f"{name}.agreement",
                title,
                rows,
                ("flag", "alpha", "interval", "exact_pairs", "ac1", "on_ticked", "n", "notes"),
                headings={
                    "flag": say("flags-flag"),
                    "exact_pairs": say("flags-exact"),
                    "ac1": say("flags-ac1"),
                    "on_ticked": say("flags-on-ticked"),
                },
            ),
        ),
        charts=(
            Picture(
                name=f"{name}.agreement",
                title=title,
                kind="intervals",
                rows=tuple(bars),
                axes={"value": say("flags-axis")},
                marks={"zero": 0.0},
            ),
        ),
        notes=agreement_notes(context),
    )


def _title(measures: Sequence[Measure], alphas: list[float]) -> Words:
    if not alphas:
        return say("flags-agreement-unknown")
    if len(measures) == 1:
        return say("flags-agreement-one", option=measures[0].info.label, alpha=Number(alphas[0]))
    low, high = Number(min(alphas)), Number(max(alphas))
    # two numbers that read the same are one
    if low.to("en") == high.to("en"):
        return say("flags-agreement-same", value=low)
    return say("flags-agreement", low=low, high=high)
