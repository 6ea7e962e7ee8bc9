"""Marks on pictures: how many and why, where they are, which places several raters marked, whether raters agree."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.amount import amount_ratings
from beholder.analysis.context import Context
from beholder.analysis.data import occurrence
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.generic import GatheredSections
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure, within
from beholder.analysis.proportion import estimate
from beholder.analysis.result import Picture, Section, Sheet
from beholder.analysis.sections.agreement import agreement_notes, estimable
from beholder.analysis.sections.comparison import compare
from beholder.analysis.workspace import Work
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import MarkCluster, Marks, Nearness, consensus_marks, mark_agreement, mark_alpha
from beholder.text import Catalogue, Share, Text

__all__ = ["analyse_marks"]

_WORDS = Catalogue("marks")
_REACH = 0.05
# cells of a heat map to a side: coarse enough that a cell of a small study holds several marks, and small as a file
_CELLS = 20
# a mark is spread over its neighbourhood by so much of the picture, as a hand is unsure
_BLUR = 0.04
# below so much of the darkest cell nothing is seen, and not drawn
_PALEST = 0.03
# more maps cannot be compared at a glance
_MOST_MAPS = 9
_MOST_PLACES = 40
# cells of the grid on which alpha is computed, to a side
_GRID = 32


@dataclass(frozen=True)
class _Marked:
    """The marks of one field: for each answer its unit, its rater and its list of marks."""

    measure: Measure
    answers: tuple[tuple[Mapping[str, Any], ...], ...]
    said: NDArray[np.bool_]

    @classmethod
    def of(cls, measure: Measure) -> _Marked:
        column = measure.rows.text["value"]
        # a list is read once, however often it was given
        lists = [tuple(json.loads(text)) if text.startswith("[") else () for text in column.names]
        return cls(measure, tuple(lists[code] for code in column.codes), measure.said)

    @property
    def boxes(self) -> bool:
        """Whether boxes were drawn."""
        return any("width" in mark for marks in self.answers for mark in marks)

    @cached_property
    def pictures(self) -> list[tuple[str, str]]:
        """The item and system of each unit, by its number."""
        rows, unit = self.measure.rows, self.measure.unit
        item, system = rows.text["item"].texts(), rows.text["system"].texts()
        named = {int(u): (str(i), str(s)) for u, i, s in zip(unit, item, system, strict=True)}
        return [named.get(n, ("", "")) for n in range(int(unit.max(initial=-1)) + 1)]

    def _rows(self) -> Iterator[tuple[int, Any, Mapping[str, Any]]]:
        measure = self.measure
        unit = measure.unit
        rater: Any = measure.rows.text["rater"].codes if measure.has_raters else occurrence(unit)
        for row in np.flatnonzero(self.said):
            # nothing marked is an answer, which has a row without a place
            for mark in self.answers[row] or ({},):
                yield int(unit[row]), int(rater[row]), mark

    def table(self) -> Marks:
        """The marks as statistics take them, by unit and rater."""
        rows = list(self._rows())
        columns: dict[str, list[Any]] = {
            name: [mark.get(name) for _, _, mark in rows] for name in ("x", "y", "width", "height")
        }
        boxes = {name: columns[name] for name in ("width", "height")} if self.boxes else {}
        return Marks.of(
            item=[unit for unit, _, _ in rows],
            rater=[rater for _, rater, _ in rows],
            x=columns["x"],
            y=columns["y"],
            **boxes,
        )

    def counts(self, reason: str) -> NDArray[np.float64]:
        """How many marks of each answer have this reason; NaN where nothing was said."""
        found = [float(sum(mark.get("reason") == reason for mark in marks)) for marks in self.answers]
        return np.where(self.said, found, np.nan)

    def middles(self, system: int) -> NDArray[np.float64]:
        """The middles of all marks on one system's pictures."""
        rows = np.flatnonzero(self.said & (self.measure.system == system))
        found = [
            (mark["x"] + mark.get("width", 0) / 2, mark["y"] + mark.get("height", 0) / 2)
            for row in rows
            for mark in self.answers[row]
        ]
        return np.array(found, dtype=np.float64).reshape(-1, 2)


def analyse_marks(work: Work, info: FieldInfo, results: GatheredSections) -> None:
    """Adds what the marks say; called by the analysis for every field of such a kind."""
    measure = work.measure(info.name)
    if not measure.said.any():
        return
    marked = _Marked.of(measure)
    results.add(compare(measure, work.context))
    nearness = _nearness(marked, info)
    results.sections.append(_section(marked, nearness, work.context))
    full = marked if measure.stopping is None else _Marked.of(measure.for_agreement())
    results.agreement.append(_agreement(full, nearness, work.context))


def _nearness(marked: _Marked, info: FieldInfo) -> Nearness:
    reach = info.reach or _REACH
    return Nearness(overlap=reach) if marked.boxes else Nearness(radius=reach)


def _section(marked: _Marked, nearness: Nearness, context: Context) -> Section:
    measure = marked.measure
    name, reasons = measure.name, measure.info.options or {}
    total = sum(map(len, marked.answers))
    often = Counter(mark["reason"] for marks in marked.answers for mark in marks if "reason" in mark).most_common(1)
    told = {"field": measure.label, "n": total, "pictures": len(np.unique(measure.unit[marked.said]))}
    title = _WORDS.say("marks-title", **told)
    if often and often[0][0] in reasons:
        title = _WORDS.say("marks-title-why", reason=reasons[often[0][0]], **told)
    findings, rows, chart = _by_reason(marked, context)
    tables, charts = [], []
    if rows:
        by_reason = _WORDS.say("marks-by-reason", field=measure.label)
        headings = {"option": _WORDS.say("marks-reason")}
        tables.append(
            sheet(f"{name}.reasons", by_reason, rows, ("option", "system", "mean", "interval", "n"), headings=headings)
        )
        charts.append(
            Picture(
                name=f"{name}.reasons",
                title=by_reason,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": _WORDS.say("marks-axis")},
            )
        )
    tables.append(_places(marked, nearness))
    maps = _heat(marked)
    return Section(
        name=f"{name}.marks",
        title=title,
        role="results",
        field=measure.info.name,
        findings=tuple(findings),
        tables=tuple(tables),
        charts=(*charts, *maps),
        notes=(_WORDS.say("marks-heat-note"),) if maps else (),
    )


def _by_reason(marked: _Marked, context: Context) -> tuple[list[Finding], list[dict[str, Any]], list[dict[str, Any]]]:
    """Mean marks of each reason per picture and rater, for each system."""
    measure = marked.measure
    findings, rows, chart = [], [], []
    for reason, label in (measure.info.options or {}).items():
        one = measure.with_value(marked.counts(reason), name=f"{measure.name}.{reason}", label=label)
        for system in one.systems:
            found = _mean_number(one, system, context)
            tail = f".{system}" if measure.has_systems else ""
            findings.append(replace(found, name=f"{one.name}.mean{tail}"))
            low, high = found.interval or (None, None)
            rows.append(
                {"option": label, "system": system, "mean": found.value, "interval": found.interval, "n": found.n}
            )
            chart.append({"label": label, "value": found.value, "low": low, "high": high, "series": system})
    return findings, rows, chart


def _mean_number(measure: Measure, system: str, context: Context) -> Finding:
    if context.revision >= 6:
        return amount_ratings(measure.scores, system, confidence=context.confidence)
    # nobody marks less than nothing
    return within(measure.mean(system, confidence=context.confidence), (0.0, math.inf))


def _places(marked: _Marked, nearness: Nearness) -> Sheet:
    """The places that two raters or more marked, those with most raters first."""
    measure = marked.measure
    places = [one for one in consensus_marks(marked.table(), nearness) if one.raters > 1]
    places.sort(key=lambda one: (-one.raters, -one.count))
    shown = places[:_MOST_PLACES]
    reasons = measure.info.options or {}
    rows = []
    for one in shown:
        item, system = marked.pictures[one.item]
        rows.append(
            {
                "item": item,
                "system": system or None,
                **({"option": _reason_at(marked, one, reasons)} if reasons else {}),
                "raters": one.raters,
                "marks": one.count,
                "x": one.x + one.width / 2,
                "y": one.y + one.height / 2,
                "spread": one.sigma,
            }
        )
    key = "marks-near-boxes" if marked.boxes else "marks-near"
    notes = [_WORDS.say(key, reach=Share(nearness.overlap or nearness.radius or 0.0))]
    if len(places) > len(shown):
        notes.append(_WORDS.say("marks-places-more", shown=len(shown)))
    columns = ["item", "system", *(["option"] if reasons else []), "raters", "marks", "x", "y", "spread"]
    own = {"option": "marks-reason", "marks": "marks-count", "x": "marks-x", "y": "marks-y"}
    return sheet(
        f"{measure.name}.places",
        _WORDS.say("marks-places", field=measure.label, n=len(places)),
        rows,
        [name for name in columns if name != "system" or measure.has_systems],
        notes=notes,
        headings={name: _WORDS.say(message) for name, message in own.items()},
    )


def _reason_at(marked: _Marked, place: MarkCluster, reasons: Mapping[str, Words]) -> Words | str:
    """The reason that most marks of the picture near this place give."""
    middle = np.array([place.x + place.width / 2, place.y + place.height / 2])
    near: list[tuple[float, str]] = []
    for row in np.flatnonzero(marked.said & (marked.measure.unit == place.item)):
        for mark in marked.answers[row]:
            at = np.array([mark["x"] + mark.get("width", 0) / 2, mark["y"] + mark.get("height", 0) / 2])
            near.append((float(np.linalg.norm(at - middle)), str(mark.get("reason", ""))))
    nearest = [reason for _, reason in sorted(near)[: place.count]]
    found = Counter(nearest).most_common(1)[0][0] if nearest else ""
    return reasons.get(found, found)


def _heat(marked: _Marked) -> list[Picture]:
    """A map of marks for each system: how many per picture, smoothed."""
    measure = marked.measure
    rows: list[dict[str, Any]] = []
    for number, system in enumerate(measure.systems[:_MOST_MAPS]):
        seen = len(np.unique(measure.unit[marked.said & (measure.system == number)]))
        density = _density(marked.middles(number)) / max(seen, 1)
        series = system if measure.has_systems else ""
        rows += [
            {"series": series, "x": x, "y": y, "value": float(density[y, x])}
            for y in range(_CELLS)
            for x in range(_CELLS)
        ]
    most = max((row["value"] for row in rows), default=0.0)
    if not most > 0:
        return []
    # a system without marks keeps one cell, so that its empty map is drawn
    kept = [row for row in rows if row["value"] >= _PALEST * most or (row["x"], row["y"]) == (0, 0)]
    title = _WORDS.say("marks-heat" if measure.has_systems else "marks-heat-all", field=measure.label)
    return [
        Picture(
            name=f"{measure.name}.heat",
            title=title,
            kind="heat",
            rows=tuple(kept),
            marks={"cells": _CELLS},
        )
    ]


def _density(middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Marks per cell, each spread over its neighbourhood; what would fall beside the picture is left out."""
    centre = (np.arange(_CELLS) + 0.5) / _CELLS
    weight = [np.exp(-0.5 * ((centre[None] - middles[:, axis, None]) / _BLUR) ** 2) for axis in (0, 1)]
    whole = weight[0].sum(axis=1) * weight[1].sum(axis=1)
    return np.asarray(np.einsum("ny,nx,n->yx", weight[1], weight[0], 1 / np.maximum(whole, 1e-12)))


def _agreement(marked: _Marked, nearness: Nearness, context: Context) -> Section:
    measure = marked.measure
    table = marked.table()
    radius = nearness.radius if nearness.radius is not None else 1 / _GRID
    # cells so small that a mark covers the centre of one at least
    cells = max(_GRID, math.ceil(0.5 / radius))
    found = [
        mark_agreement(table, nearness, confidence=context.confidence),
        mark_alpha(table, size=(1.0, 1.0), radius=radius, cells=cells, confidence=context.confidence).finding,
    ]
    found = [estimable(one) for one in found]
    name, first = measure.name, found[0]
    title = (
        _WORDS.say("marks-agreement-unknown", field=measure.label)
        if math.isnan(first.value)
        else _WORDS.say("marks-agreement", field=measure.label, f=estimate(first))
    )
    return Section(
        name=f"{name}.agreement",
        title=title,
        role="agreement",
        field=measure.info.name,
        findings=tuple(replace(one, name=f"{name}.{one.name}") for one in found),
        tables=(
            sheet(f"{name}.agreement", title, _statistics(found), ("statistic", "value", "interval", "n", "notes")),
        ),
        notes=agreement_notes(context),
    )


def _statistics(found: Sequence[Finding]) -> list[dict[str, Any]]:
    return [
        {
            "statistic": _WORDS.say(f"marks-statistic-{one.name}"),
            "value": one.value,
            "interval": one.interval,
            "n": one.n,
            "notes": Text(*one.notes),
        }
        for one in found
    ]
