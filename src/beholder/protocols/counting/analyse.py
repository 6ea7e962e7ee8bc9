"""What counts say about systems: how often the number asked for was met, by how much it was missed, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.findings import Finding
from beholder.protocols.analysis.comparison import compare
from beholder.protocols.analysis.context import Context
from beholder.protocols.analysis.data import RatingsData
from beholder.protocols.analysis.generic import Results, compose, field_results
from beholder.protocols.analysis.glossary import sheet
from beholder.protocols.analysis.intervals import number, percent, with_interval
from beholder.protocols.analysis.measure import Measure
from beholder.protocols.analysis.proportion import share_ratings
from beholder.protocols.analysis.result import Analysis, Picture, Section, say
from beholder.protocols.analysis.work import Work
from beholder.protocols.counting.weber import production_spread, rater_spread
from beholder.stats import mean_ratings, median_consensus

__all__ = ["analyse"]

Floats = NDArray[np.float64]

_DISPUTED = 20


def analyse(data: RatingsData, context: Context) -> Analysis:
    """Exact-match rates under three rules of clipping, errors (bounds where censored), matrices, spread, flags, agreement.

    Needs the item column `requested` for accuracy; without it counts are analysed as any number.
    """
    work = Work(data, context)
    results = Results()
    if "count" in {info.name for info in work.fields}:
        counts = _Counts.of(work)
        if np.isfinite(counts.requested).any():
            _accuracy(counts, context, results)
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
        method_en="A count is exact if it equals the number asked for: with clipped objects counted (the headline), with whole "
        "objects only, or with the request anywhere between the two. A count above the limit is a bound: it is never exact "
        "for a request within the limit, errors take it at its least, and agreement is ordinal with it as the top rank.",
        method_zh="数得的数量与要求相等即为完全正确：被截物体计入（主要结果）、只算完整物体、或要求数介于两者之间。"
        "超出上限的答案只是下界：对上限以内的要求一律不算正确，误差取其最小可能值，一致性按顺序水平计算，超限为最高等级。",
    )


@dataclass(frozen=True, slots=True)
class _Counts:
    """Counts with what was asked for and what was clipped, one of each per rating."""

    measure: Measure
    requested: Floats
    clipped: Floats
    object_type: tuple[str, ...]
    type_code: NDArray[np.int32]

    @classmethod
    def of(cls, work: Work) -> _Counts:
        measure = work.measure("count")
        item = measure.rows.text["item"]
        wanted = np.array([_requested(work.context, name) for name in item.names] + [np.nan])
        kinds = [_kind(work.context, name) for name in item.names]
        names = tuple(sorted(set(kinds)))
        code = np.array([*(names.index(k) for k in kinds), 0], dtype=np.int32)
        return cls(measure, wanted[item.codes], _matched(work, measure), names, code[item.codes])

    @property
    def limit(self) -> float:
        top = self.measure.info.top
        return float(top) if top is not None else np.inf

    def value(self, what: str) -> Floats:
        """1 or 0 (NaN where it cannot be known) or an error, for each rating."""
        count, asked, clipped = self.measure.value, self.requested, np.nan_to_num(self.clipped)
        known = self.measure.said & np.isfinite(asked)
        beyond = np.isinf(count)
        # a request above the limit and a count above it may or may not be equal
        open_ended = beyond & (asked > self.limit)
        least = np.where(beyond, self.limit + 1, count)
        exact: Any = {
            "exact": ~beyond & (count == asked),
            "whole": ~beyond & (count - clipped == asked),
            "between": ~beyond & (count - clipped <= asked) & (asked <= count),
            "over": count > asked,
            "under": ~beyond & (count < asked),
            "bias": least - asked,
            "error": np.abs(least - asked),
        }[what]
        return np.where(known & ~open_ended, exact, np.nan).astype(np.float64)


def _requested(context: Context, item: str) -> float:
    found = context.items.get(item)
    given = found.columns.get("requested") if found else None
    try:
        return float(given) if given is not None else np.nan
    except (TypeError, ValueError):
        return np.nan


def _kind(context: Context, item: str) -> str:
    found = context.items.get(item)
    return str(found.columns.get("object_type") or "") if found else ""


def _matched(work: Work, measure: Measure) -> Floats:
    """The clipped count of the same answer; NaN where it was not asked."""
    rows = work.main.where(field="clipped")
    key = "answer" if "answer" in rows.given else None
    if not len(rows):
        return np.full(len(measure.rows), np.nan)
    if key:
        table = np.full(len(rows.text["answer"].names) + 1, np.nan)
        table[rows.text["answer"].codes] = rows.numbers["number"]
        return np.asarray(table[measure.rows.text["answer"].codes])
    width = len(rows.text["rater"].names) + 1
    codes = [r.text["item"].codes.astype(np.int64) * width + r.text["rater"].codes for r in (rows, measure.rows)]
    found = dict(zip(codes[0].tolist(), rows.numbers["number"].tolist(), strict=True))
    return np.array([found.get(code, np.nan) for code in codes[1].tolist()])


_RULES = {
    "exact": say("exact count", "完全正确"),
    "whole": say("exact count of whole objects", "完整物体数完全正确"),
    "between": say("request between whole and all", "要求数介于完整数与总数之间"),
}


def _accuracy(counts: _Counts, context: Context, results: Results) -> None:
    measure = counts.measure
    exact = measure.with_value(counts.value("exact"), name="exact", label=_RULES["exact"])
    comparison = compare(exact, context, share=True, declared_as="count")
    results.add(comparison, share=True, declared_as="count")
    results.sections.append(_system_table(counts, context))
    results.sections.append(_by(counts, context, "requested"))
    if len(counts.object_type) > 1:
        results.sections.append(_by(counts, context, "object_type"))
    results.sections.append(_matrix(counts))


def _part(counts: _Counts, what: str, *, lower: bool = False) -> Measure:
    label = _RULES.get(what, say(what, what))
    return counts.measure.with_value(counts.value(what), name=what, label=label, lower_is_better=lower)


def _system_table(counts: _Counts, context: Context) -> Section:
    """Every measure of accuracy for each system."""
    measure, confidence = counts.measure, context.confidence
    parts = {what: _part(counts, what) for what in ("exact", "whole", "between", "over", "under", "bias", "error")}
    beyond = np.where(measure.said, np.isinf(measure.value).astype(np.float64), np.nan)
    cut = np.where(measure.said & np.isfinite(counts.clipped), (counts.clipped > 0).astype(np.float64), np.nan)
    parts["censored"] = measure.with_value(beyond, name="censored", label=say("above the limit", "超出上限"))
    parts["clipped"] = measure.with_value(cut, name="clipped_share", label=say("clipped", "被截"))
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
                note = f"{beyond_here} counts above the limit are taken at {counts.limit + 1:g}: a lower bound"
                found = changed(found, notes=(*found.notes, note))
            findings.append(changed(found, name=f"count.{what}.{system}"))
            row[what] = found.value
            row[f"{what}_interval"] = found.interval
            row["n"] = max(row.get("n", 0), found.n)
        rows.append(row)
    rows.sort(key=lambda row: -row["exact"] if np.isfinite(row["exact"]) else np.inf)
    first = rows[0]
    title = say(
        f"{first['system']} meets the number most often: {percent(first['exact'])} exact, {percent(first['whole'])} with whole "
        f"objects only, {percent(first['between'])} if either may count",
        f"{first['system']} 最常符合要求：完全正确 {percent(first['exact'])}，只算完整物体 {percent(first['whole'])}，"
        f"两者之间 {percent(first['between'])}",
    )
    columns = ["system", "exact", "exact_interval", "whole", "whole_interval", "between", "between_interval", "bias"]
    columns += ["bias_interval", "error", "error_interval", "over", "under", "censored", "clipped", "n"]
    interval = say("Interval", "区间")
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
                notes=(
                    say(
                        "Errors are bounds where counts lie above the limit: signed error is at least, absolute error at least.",
                        "数量超出上限时误差为下界：有符号误差与绝对误差都至少如此。",
                    ),
                )
                if measure.n_censored
                else (),
            ),
        ),
    )


def _by(counts: _Counts, context: Context, column: str) -> Section:
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
            f"{percent(float(np.mean(few)) if few else None)} of counts are exact for requests up to 4, "
            f"{percent(float(np.mean(many)) if many else None)} for larger ones",
            f"要求 4 个及以下时 {percent(float(np.mean(few)) if few else None)} 完全正确，"
            f"更多时 {percent(float(np.mean(many)) if many else None)}",
        )
    else:
        best = max(rows, key=lambda row: row["exact"] if np.isfinite(row["exact"]) else -1.0)
        title = say(
            f"By object type, exact counts are best for {best['object_type']} by {best['system']}: {percent(best['exact'])}",
            f"按物体类型看，{best['system']} 的 {best['object_type']} 完全正确率最高：{percent(best['exact'])}",
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
                headings={"bias_interval": say("Interval", "区间")},
            ),
        ),
        charts=(
            Picture(
                name=name,
                title=title,
                kind="curve" if column == "requested" else "intervals",
                rows=tuple(drawn),
                axes={"x": say("number requested", "要求数量"), "value": say("share exact", "完全正确率")},
            ),
        ),
    )


def _matrix(counts: _Counts) -> Section:
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
    title = say(
        f"{percent(over / max(len(seen), 1))} of counts are above and {percent(under / max(len(seen), 1))} below the request",
        f"{percent(over / max(len(seen), 1))} 的计数多于要求，{percent(under / max(len(seen), 1))} 少于要求",
    )
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
                axes={"x": say("requested", "要求数量"), "y": say("counted", "数得")},
            ),
        ),
    )


def _consensus(counts: _Counts) -> tuple[Floats, NDArray[np.int64]]:
    """The median count of each unit with "more than" as +inf, and the first row of each."""
    measure = counts.measure
    found = median_consensus(measure.ratings)
    size = int(measure.unit.max(initial=-1)) + 1
    out = np.full(size, np.nan)
    out[np.array(found.items, dtype=np.int64)] = found.number
    first = np.full(size, -1, dtype=np.int64)
    first[measure.unit[::-1]] = np.arange(len(measure.unit))[::-1]
    return out, first


def _spread(counts: _Counts, context: Context) -> Section:
    """Weber-type growth of spread: of raters on one picture, and of each system around what was asked."""
    measure = counts.measure
    consensus, first = _consensus(counts)
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
    rows = [
        {"statistic": f.name, "value": f.value, "interval": f.interval, "n": f.n, "n_dropped": f.n_dropped}
        | {"notes": "; ".join(f.notes)}
        for f in findings
    ]
    told = findings[0]
    title = (
        say(
            f"The spread of raters grows as number to the power {with_interval(told)}",
            f"评分者之间的差异随数量的 {with_interval(told)} 次方增长",
        )
        if np.isfinite(told.value)
        else say("Too few large counts to tell how spread grows", "数量较大的图片太少，无法判断差异如何增长")
    )
    return Section(
        name="count.spread",
        title=title,
        role="results",
        field="count",
        findings=tuple(findings),
        tables=(sheet("count.spread", title, rows, ("statistic", "value", "interval", "n", "n_dropped", "notes")),),
    )


def _disputed(counts: _Counts, work: Work) -> Section:
    """The pictures on which raters differ most, with the consensus and what they wrote."""
    measure = counts.measure
    consensus, first = _consensus(counts)
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
    title = say(
        f"Raters count the same in {agreed} of {judged} pictures; below are those on which they differ most",
        f"{judged} 张图片中有 {agreed} 张评分者数得相同；下面是分歧最大的图片",
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
