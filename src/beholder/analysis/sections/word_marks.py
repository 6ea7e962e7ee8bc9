"""Words that raters marked: how large a share of them, for each system, which ones, and whether raters agree."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.data import occurrence
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.generic import GatheredSections
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Picture, Section
from beholder.analysis.sections.agreement import agreement_notes, agreement_title, estimable, statistic_rows
from beholder.analysis.workspace import Work
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import Scores, mean_ratings, word_alpha
from beholder.text import Catalogue, Interval, Listing, Share

__all__ = ["analyse_words"]

_WORDS = Catalogue("marks")
# systems whose shares a sentence can tell one by one
_MOST_NAMED = 4
# texts that fit on half a page
_MOST_STRIPS = 8


@dataclass(frozen=True, slots=True)
class _MarkedWord:
    """A word as one rater had it before them: the unit it belongs to, its place in the text, and its mark."""

    row: int
    unit: int
    rater: Any
    place: int
    text: str
    mark: str


def _read(measure: Measure) -> list[_MarkedWord]:
    column = measure.rows.text["value"]
    lists = [json.loads(text) if text.startswith("[") else [] for text in column.names]
    unit = measure.unit
    rater: Any = measure.rows.text["rater"].codes if measure.has_raters else occurrence(unit)
    return [
        _MarkedWord(int(row), int(unit[row]), int(rater[row]), place, word, mark)
        for row in np.flatnonzero(measure.said)
        for place, (word, mark) in enumerate(lists[column.codes[row]])
    ]


def analyse_words(work: Work, info: FieldInfo, results: GatheredSections) -> None:
    """Adds what the marks on words say; called by the analysis for every field of such a kind."""
    measure = work.measure(info.name)
    words = _read(measure)
    if not words:
        return
    results.sections.append(_section(measure, words, work.context))
    full = words if measure.stopping is None else _read(measure.for_agreement())
    results.agreement.append(_agreement(measure, full, work.context))


def _section(measure: Measure, words: list[_MarkedWord], context: Context) -> Section:
    name, marks = measure.name, measure.info.options or {}
    findings: list[Finding] = []
    rows: list[dict[str, Any]] = []
    chart: list[dict[str, Any]] = []
    for mark, label in marks.items():
        scores = _scores(measure, words, mark)
        for system in measure.systems:
            found = _share(scores, system, context)
            interval = found.interval
            tail = f".{system}" if measure.has_systems else ""
            findings.append(replace(found, name=f"{name}.share.{mark}{tail}"))
            rows.append({"option": label, "system": system, "share": found.value, "interval": interval, "n": found.n})
            low, high = interval or (None, None)
            chart.append({"label": label, "value": found.value, "low": low, "high": high, "series": system})
    shares = _WORDS.say("words-share", field=measure.label)
    title = _title(measure, words, marks, context)
    strips = tuple(_strips(measure, words))
    return Section(
        name=f"{name}.words",
        title=title,
        role="results",
        field=measure.info.name,
        verdict=(title,),
        findings=tuple(findings),
        tables=(
            sheet(
                f"{name}.shares",
                shares,
                rows,
                ("option", "system", "share", "interval", "n"),
                headings={"option": _WORDS.say("words-mark")},
            ),
        ),
        charts=(
            Picture(
                name=f"{name}.shares",
                title=shares,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": _WORDS.say("words-axis")},
                marks={"percent": True},
            ),
            *strips,
        ),
        notes=(_WORDS.say("words-strips-note"),) if strips else (),
    )


def _share(scores: Scores, system: str, context: Context) -> Finding:
    """The share of words with a mark, as any share; the first analyses cut its plain interval at 0 and 1."""
    if context.revision >= 6:
        return share_ratings(scores, system, confidence=context.confidence)
    found = mean_ratings(scores, system, confidence=context.confidence)
    interval = found.interval and (max(found.interval[0], 0.0), min(found.interval[1], 1.0))
    return replace(found, interval=interval)


def _title(measure: Measure, words: list[_MarkedWord], marks: Any, context: Context) -> Words:
    """How many words are marked, for each system or over so many that no sentence holds them, and how most often."""
    often = Counter(word.mark for word in words if word.mark).most_common(1)
    if not often:
        return _WORDS.say("words-title-none", field=measure.label)
    told = {"field": measure.label, "mark": marks.get(often[0][0], often[0][0])}
    share = Share(sum(bool(word.mark) for word in words) / len(words))
    if not measure.has_systems:
        return _WORDS.say("words-title", **told, share=share)
    if len(measure.systems) > _MOST_NAMED:
        return _WORDS.say("words-title-pooled", **told, share=share, n=len(measure.systems))
    scores = _scores(measure, words, None)
    found = {system: _share(scores, system, context) for system in measure.systems}
    shares = [
        _WORDS.say("words-title-of", system=system, share=Interval(one.value, one.interval, digits=0, share=True))
        for system, one in sorted(found.items(), key=lambda pair: -pair[1].value)
    ]
    return _WORDS.say("words-title-systems", **told, shares=Listing(shares))


def _scores(measure: Measure, words: list[_MarkedWord], mark: str | None) -> Scores:
    """One row per word that a rater was shown: 1 where it has this mark, or any. Words of one text are no independent sample."""
    row = np.array([word.row for word in words], dtype=np.int64)
    block, rater = measure.rows.text["block"], measure.rows.text["rater"]
    found = Scores(
        value=np.array([float(bool(word.mark) if mark is None else word.mark == mark) for word in words]),
        system=measure.system[row],
        block=block.codes[row],
        rater=rater.codes[row] if measure.has_raters else None,
        systems=measure.systems,
        blocks=block.names,
        raters=rater.names,
    )
    return found.panelled()


def _strips(measure: Measure, words: list[_MarkedWord]) -> Iterator[Picture]:
    """The texts with the largest share of marks, each word with the share of raters who marked it."""
    shown: dict[int, dict[int, list[_MarkedWord]]] = {}
    for word in words:
        shown.setdefault(word.unit, {}).setdefault(word.place, []).append(word)
    item, system = measure.rows.text["item"].texts(), measure.rows.text["system"].texts()
    marked = {
        unit: sum(bool(one.mark) for ones in places.values() for one in ones) / max(len(places[0]), 1)
        for unit, places in shown.items()
    }
    chosen = sorted((unit for unit in shown if marked[unit] > 0), key=lambda unit: -marked[unit])[:_MOST_STRIPS]
    rows = []
    for unit in chosen:
        first = shown[unit][0][0].row
        label = " · ".join(filter(None, (str(item[first]), str(system[first]))))
        for place in sorted(shown[unit]):
            ones = shown[unit][place]
            share = sum(bool(one.mark) for one in ones) / len(ones)
            # the same text for all, unless the study was changed in between
            text = Counter(one.text for one in ones).most_common(1)[0][0]
            rows.append({"label": label, "word": text, "place": place, "share": share, "n": len(ones)})
    if rows:
        yield Picture(
            name=f"{measure.name}.strips",
            title=_WORDS.say("words-strips", field=measure.label),
            kind="strips",
            rows=tuple(rows),
        )


def _agreement(measure: Measure, words: list[_MarkedWord], context: Context) -> Section:
    alpha = estimable(
        word_alpha(
            item=[word.unit for word in words],
            rater=[word.rater for word in words],
            word=[word.place for word in words],
            mark=[word.mark for word in words],
            confidence=context.confidence,
        ).finding
    )
    name = measure.name
    title = agreement_title(measure.label, alpha)
    return Section(
        name=f"{name}.agreement",
        title=title,
        role="agreement",
        field=measure.info.name,
        findings=(replace(alpha, name=f"{name}.alpha"),),
        tables=(
            sheet(
                f"{name}.agreement",
                _WORDS.say("words-agreement", field=measure.label),
                statistic_rows([alpha]),
                ("statistic", "value", "interval", "n", "notes"),
            ),
        ),
        notes=agreement_notes(context),
    )
