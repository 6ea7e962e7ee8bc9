"""What counts say about systems: how often the number asked for was met, by how much it was missed, and where."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.generic import GatheredSections, compose, field_results
from beholder.analysis.glossary import sheet
from beholder.analysis.proportion import number, with_interval
from beholder.analysis.result import Analysis, Section, both
from beholder.analysis.workspace import Work
from beholder.findings import Finding
from beholder.protocols.counting.accuracy import add_accuracy
from beholder.protocols.counting.counts import Counts
from beholder.protocols.counting.weber import production_spread, rater_spread

__all__ = ["analyse"]

Floats = NDArray[np.float64]

_DISPUTED = 20


def analyse(data: RatingsData, context: Context) -> Analysis:
    """Exact-match rates under three rules of clipping, errors (bounds where censored), matrices, spread, flags, agreement.

    Needs the item column `requested` for accuracy; without it counts are analysed as any number.
    """
    work = Work(data, context)
    results = GatheredSections()
    if "count" in {info.name for info in work.fields}:
        counts = Counts.of(work)
        if np.isfinite(counts.requested).any():
            add_accuracy(counts, context, results)
        results.sections.append(_spread(counts, context))
        results.sections.append(_disputed(counts, work))
    rest = field_results(work)
    done = {s.name for s in results.sections}
    results.sections += [s for s in rest.sections if s.name not in done]
    results.agreement += rest.agreement
    results.compared += rest.compared
    return compose(
        work,
        results,
        more_method=both(
            "A count is exact if it equals the number asked for: with clipped objects counted (the headline), with whole "
            "objects only, or with the request anywhere between the two. A count above the limit is a bound: it is never exact "
            "for a request within the limit, errors take it at its least, and agreement is ordinal with it as the top rank.",
            "数得的数量与要求相等即为完全正确：被截物体计入（主要结果）、只算完整物体、或要求数介于两者之间。"
            "超出上限的答案只是下界：对上限以内的要求一律不算正确，误差取其最小可能值，一致性按顺序水平计算，超限为最高等级。",
        ),
    )


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
        both("raters, of one picture", "评分者，同一张图"),
        *(both(f"{name}, around the request", f"{name}，围绕要求数量") for name in measure.systems),
    ]
    rows = [
        {"statistic": words, "value": f.value, "interval": f.interval, "n": f.n, "n_dropped": f.n_dropped}
        | {"notes": "; ".join(f.notes)}
        for words, f in zip(called, findings, strict=True)
    ]
    told = findings[0]
    if not np.isfinite(told.value):
        title = both("Too few large counts to tell how spread grows", "数量较大的图片太少，无法判断差异如何增长")
    elif told.value > 0:
        title = both(
            f"The spread of raters grows as number to the power {with_interval(told)}",
            f"评分者之间的差异随数量的 {with_interval(told)} 次方增长",
        )
    else:
        title = both(
            f"The spread of raters does not grow with number (power {with_interval(told)})",
            f"评分者之间的差异不随数量增长（幂次 {with_interval(told)}）",
        )
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
                headings={"statistic": both("Spread of", "谁的差异"), "value": both("Exponent", "指数")},
            ),
        ),
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
                "consensus": f">{counts.limit:g}" if np.isinf(consensus[u]) else number(float(consensus[u]), 1),
                "spread": float(spread[u]),
                "n": int(size[u]),
                "comments": " · ".join(written[:3]),
            }
        )
    agreed = int(np.count_nonzero((size >= 2) & (spread == 0)))
    judged = int(np.count_nonzero(size >= 2))
    title = both(
        f"Raters count the same in {agreed} of {judged} pictures; those on which they differ most are listed",
        f"{judged} 张图片中有 {agreed} 张评分者数得相同；表中是分歧最大的图片",
    )
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
