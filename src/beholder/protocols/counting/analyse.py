"""What counts say about systems: how often the number asked for was met, by how much it was missed, and where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.diagnostics import p_of_no_effect
from beholder.analysis.generic import GatheredSections, compose, field_results
from beholder.analysis.glossary import sheet
from beholder.analysis.result import Analysis, Diagnostic, Section
from beholder.analysis.workspace import Work
from beholder.findings import Finding
from beholder.protocols.counting.accuracy import add_accuracy
from beholder.protocols.counting.counts import Counts
from beholder.protocols.counting.weber import production_spread, rater_spread
from beholder.protocols.counting.wording import say
from beholder.text import Interval, Number, Text

__all__ = ["analyse"]

Floats = NDArray[np.float64]

# the pictures on which raters differ most, as many as somebody looks through
_DISPUTED = 20


def analyse(data: RatingsData, context: Context) -> Analysis:
    """Exact-match rates under three rules of clipping, errors (bounds where censored), matrices, spread, flags, agreement.

    Needs the item column `requested` for accuracy; without it counts are analysed as any number, and a hint says so.
    """
    work = Work(data, context)
    results = GatheredSections()
    asked = True
    if "count" in {info.name for info in work.fields}:
        counts = Counts.of(work)
        asked = bool(np.isfinite(counts.requested).any())
        if asked:
            add_accuracy(counts, context, results)
        results.sections.append(_spread(counts, context))
        results.sections.append(_disputed(counts, work))
    rest = field_results(work)
    done = {s.name for s in results.sections}
    results.sections += [s for s in rest.sections if s.name not in done]
    results.agreement += rest.agreement
    results.compared += rest.compared
    composed = compose(work, results, more_method=say("method"))
    return composed if asked else replace(composed, hints=(*composed.hints, say("hint-requested")))


def _spread(counts: Counts, context: Context) -> Section:
    """Weber-type growth of spread: of raters on one picture, and of each system around what was asked."""
    measure = counts.measure
    consensus, first = counts.consensus()
    seen = first >= 0
    asked = np.where(seen, counts.requested[first], np.nan)
    system = np.where(seen, measure.system[first], -1)
    findings: list[Finding] = [
        rater_spread(measure.value, measure.unit, name="count.rater_exponent", confidence=context.confidence)
    ]
    for code, name in enumerate(measure.systems):
        mine = system == code
        findings.append(
            production_spread(
                asked[mine], consensus[mine], limit=counts.limit, name=f"count.production_exponent.{name}",
                confidence=context.confidence,
            )
        )  # fmt: skip
    called = [
        say("spread-of-raters"),
        *(say("spread-of-system", system=name) for name in measure.systems),
    ]
    rows = [
        {"statistic": words, "value": f.value, "interval": f.interval, "n": f.n, "n_dropped": f.n_dropped}
        | {"notes": Text(*f.notes)}
        for words, f in zip(called, findings, strict=True)
    ]
    told = findings[0]
    known = bool(np.isfinite(told.value))
    title = say("spread-title" if known else "spread-unknown")
    power = Interval(told.value, told.interval)
    sign = say("spread-grows" if told.value > 0 else "spread-shrinks", power=power)
    diagnostics = (Diagnostic(p=p_of_no_effect(told, df=told.n - 2, as_normal=True), sign=sign),) if known else ()
    return Section(
        name="count.spread",
        title=title,
        role="results",
        field="count",
        findings=tuple(findings),
        tables=(
            sheet(
                "count.spread",
                title,
                rows,
                ("statistic", "value", "interval", "n", "n_dropped", "notes"),
                headings={"statistic": say("spread-of"), "value": say("exponent")},
            ),
        ),
        diagnostics=diagnostics,
        no_sign=say("spread-no-sign", power=power) if known else None,
    )


def _disputed(counts: Counts, work: Work) -> Section:
    """The pictures on which raters differ most, with the consensus and what they wrote."""
    measure = counts.measure
    consensus, first = counts.consensus()
    value, unit, said = measure.bounded(), measure.unit, measure.said
    size = np.bincount(unit[said], minlength=len(first))
    mean = np.bincount(unit[said], weights=value[said], minlength=len(first)) / np.maximum(size, 1)
    spread = np.sqrt(
        np.bincount(unit[said], weights=(value[said] - mean[unit[said]]) ** 2, minlength=len(first))
        / np.maximum(size - 1, 1)
    )
    comments = work.main.where(field="comment")
    rows = []
    for u in np.argsort(-spread, kind="stable")[:_DISPUTED]:
        if size[u] < 2 or spread[u] == 0:
            continue
        row = int(first[u])
        item = measure.rows.text["item"].names[measure.rows.text["item"].codes[row]]
        written = comments.where(item=item).used("value")
        rows.append(
            {
                "item": item,
                "system": measure.systems[measure.system[row]],
                "requested": None if np.isnan(counts.requested[row]) else int(counts.requested[row]),
                "consensus": f">{counts.limit:g}"
                if np.isinf(consensus[u])
                else Number(float(consensus[u]), 1).to("en"),
                "spread": float(spread[u]),
                "n": int(size[u]),
                "comments": " · ".join(written[:3]),
            }
        )
    agreed = int(np.count_nonzero((size >= 2) & (spread == 0)))
    judged = int(np.count_nonzero(size >= 2))
    title = say("disputed-title", agreed=agreed, judged=judged)
    return Section(
        name="count.disputed",
        title=title,
        role="agreement",
        field="count",
        tables=(
            sheet(
                "count.disputed", title, rows, ("item", "system", "requested", "consensus", "spread", "n", "comments")
            ),
        ),
    )
