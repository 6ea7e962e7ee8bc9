"""What points for captions say: per dimension and in all, within rater and picture, per word, and by place on the page."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.generic import GatheredSections, compose, field_results
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Analysis, Picture, Section
from beholder.analysis.sections.agreement import agreement_section
from beholder.analysis.sections.comparison import compare
from beholder.analysis.sections.within import within_comparison
from beholder.analysis.workspace import Work
from beholder.fields import Way
from beholder.findings import Finding
from beholder.protocols.captions.declaration import POINTS
from beholder.protocols.captions.params import WHOLE
from beholder.protocols.captions.wording import say
from beholder.stats.comparison.means import clustered_interval, standard_error
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.stats.resampling.clusters import clustered_variance
from beholder.text import Number, Text

__all__ = ["analyse", "count_words"]

_TOTAL = say("total-points")
_WORD = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’-][^\W_]+)*")


def analyse(data: RatingsData, context: Context) -> Analysis:
    """Means and within-answer differences per dimension and in all, agreement at interval level, order, points per word."""
    fields = tuple(replace(f, level="interval") if f.name in POINTS else f for f in data.fields)
    work = Work(replace(data, fields=fields), context)
    asked = [name for name in POINTS if name in {info.name for info in work.fields}]
    results = GatheredSections()
    if asked:
        answered = {info.name for info in work.fields}
        total = _total(work, [*asked, *(name for name in (WHOLE,) if name in answered)])
        if len(asked) > 1:
            _add(results, total, context)
            results.agreement.append(agreement_section(total, context))
        for name in asked:
            measure = work.measure(name)
            _add(results, measure, context)
            results.agreement.append(agreement_section(measure, context))
        words = _per_word(total, context)
        results.sections += [words] if words is not None else []
        results.measures += [total] if len(asked) > 1 else []
    rest = field_results(work, skip=asked)
    results.sections += rest.sections
    results.agreement += rest.agreement
    results.compared += rest.compared
    return compose(
        work,
        results,
        more_method=say("method"),
    )


def _add(results: GatheredSections, measure: Measure, context: Context) -> None:
    results.add(within_comparison(compare(measure, context), context))


def _total(work: Work, asked: list[str]) -> Measure:
    """The sum of all points of each caption in each answer, a tick being one; NaN where something is missing."""
    first = work.measure(asked[0])
    value = first.value.copy()
    keys = _key(first.rows)
    order = np.argsort(keys, kind="stable")
    for name in asked[1:]:
        other = work.measure(name)
        theirs = _key(other.rows)
        position = np.searchsorted(keys[order], theirs)
        found = np.full(len(value), np.nan)
        inside = position < len(keys)
        hit = inside & (keys[order][np.minimum(position, len(keys) - 1)] == theirs)
        found[order[position[hit]]] = other.value[hit]
        value = value + found
    info = FieldInfo(name="total", way=Way.MEANS, level="interval", label=_TOTAL, least=0)
    return Measure("total", _TOTAL, first.rows, value, info, revision=first.revision, stopping=first.stopping)


def _key(rows: RatingsData) -> NDArray[np.int64]:
    """One code per caption in an answer: the answer (else rater and item) and the system."""
    text = rows.text
    names = ("answer", "system") if "answer" in rows.given else ("rater", "item", "system")
    out = np.zeros(len(rows), dtype=np.int64)
    for name in names:
        out = out * (len(text[name].names) + 1) + text[name].codes
    return out


def count_words(caption: str) -> int:
    """Words of a caption; each Chinese character counts as one."""
    return len(_WORD.findall(caption))


def _per_word(total: Measure, context: Context) -> Section | None:
    """Points per word of each system: the ratio of all points to all words, so that short captions do not dominate."""
    texts = {
        (item.id, candidate.system): count_words(str(candidate.columns.get("caption", "")))
        for item in context.items.values()
        for candidate in item.candidates
    }
    item, system = total.rows.text["item"], total.rows.text["system"]
    table: dict[tuple[int, int], float] = {}
    for i, name in enumerate(item.names):
        for j, one in enumerate(system.names):
            if (name, one) in texts:
                table[i, j] = float(texts[name, one])
    words = np.array(
        [table.get(pair, math.nan) for pair in zip(item.codes.tolist(), system.codes.tolist(), strict=True)]
    )
    kept = total.said & np.isfinite(words) & (words > 0)
    if not kept.any():
        return None
    findings = []
    rows: list[dict[str, Any]] = []
    for code, name in enumerate(total.systems):
        mine = kept & (total.system == code)
        if not mine.any():
            continue
        found = _ratio(total, words, mine, context)
        findings.append(replace(found, name=f"total.per_word.{name}"))
        rows.append(
            {
                "system": name,
                "points": float(total.value[mine].mean()),
                "words": float(words[mine].mean()),
                "per_word": found.value,
                "per_word_interval": found.interval,
                "n": found.n,
            }
        )
    rows.sort(key=lambda row: -float(row["per_word"]))
    best = rows[0]
    title = say("per-word-title", system=best["system"], points=Number(best["per_word"]))
    drawn = [
        {"label": r["system"], "value": r["per_word"], "series": ""}
        | dict(zip(("low", "high"), r["per_word_interval"] or (None, None), strict=True))
        for r in rows
    ]
    return Section(
        name="total.per_word",
        title=title,
        role="results",
        field="total",
        findings=tuple(findings),
        tables=(
            sheet("total.per_word", title, rows, ("system", "points", "words", "per_word", "per_word_interval", "n")),
        ),
        charts=(
            Picture(
                name="total.per_word",
                title=title,
                kind="intervals",
                rows=tuple(drawn),
                axes={"value": say("points-per-word")},
            ),
        ),
    )


def _ratio(total: Measure, words: NDArray[np.float64], mine: NDArray[np.bool_], context: Context) -> Finding:
    """Sum of points over sum of words with a t interval clustered by item and rater (linearised ratio)."""
    points, length = total.value[mine], words[mine]
    ratio = float(points.sum() / length.sum())
    influence = (points - ratio * length) / length.sum()

    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    block, rater = total.rows.text["block"].codes[mine], total.rows.text["rater"].codes[mine]
    spread = clustered_variance(sum_by, item=block, rater=rater if total.has_raters else None)
    se = standard_error(spread)
    known = math.isfinite(se) and se > 0
    return Finding(
        name="per_word",
        value=ratio,
        interval=t_interval(ratio, se, df=spread.df, confidence=context.confidence) if known else None,
        confidence=context.confidence,
        n=int(mine.sum()),
        n_dropped=int(np.count_nonzero(total.said & ~mine & (total.system == total.system[mine][0]))),
        method=Text(tell("ratio-of-sums"), clustered_interval(spread)),
        notes=spread.notes,
    )
