"""What an analysis says: sections with findings, tables and charts whose titles say the finding, in English and Chinese."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from beholder.errors import BeholderError, nearest
from beholder.fields import Words
from beholder.findings import Chart, Finding, Table, TableColumn, plain
from beholder.text import Catalogue

__all__ = [
    "CATALOGUE",
    "Analysis",
    "ChartKind",
    "Diagnostic",
    "Heading",
    "Picture",
    "Quality",
    "QualityReason",
    "Role",
    "Section",
    "Sheet",
    "say",
]

ChartKind = Literal[
    "intervals", "ranks", "histogram", "stacked", "diverging", "matrix", "curve", "points", "flow", "heat", "strips"
]
"""How a chart's rows are to be read; the keys of each kind are listed at `Picture`."""

Role = Literal["results", "agreement", "quality", "sensitivity", "data", "participants", "plan", "judges"]
"""What a section is for: results per system, agreement, quality of the work, other choices of data, what entered.

Of a study also who took part, what became of its plan, and what models said beside people.
"""

CATALOGUE = Catalogue("analysis")
"""What analyses of every protocol say."""

say = CATALOGUE.say
"""A message of the analysis in every language that has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """How a column of a sheet is called and how many digits of its numbers matter (None: as written).

    Shares may be printed as percentages (`percent`); intervals hold one by one, or all together (`simultaneous`).
    """

    name: str
    title: Words
    digits: int | None = None
    percent: bool = False
    simultaneous: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table for the paper. Rows map column names to plain values, `Words`, intervals `(low, high)`, or None if unknown.

    `details` are for those who look closer: kept out of the way of other readers.
    """

    name: str
    title: Words
    columns: tuple[Heading, ...]
    rows: tuple[Mapping[str, Any], ...]
    notes: tuple[Words, ...] = ()
    details: bool = False

    def to(self, language: str) -> Table:
        """The table in one language."""
        columns = tuple(
            TableColumn(
                name=c.name,
                title=c.title.to(language),
                digits=c.digits,
                percent=c.percent,
                simultaneous=c.simultaneous,
            )
            for c in self.columns
        )
        notes = tuple(note.to(language) for note in self.notes)
        rows = tuple({name: _in(language, cell) for name, cell in row.items()} for row in self.rows)
        return Table(name=self.name, title=self.title.to(language), columns=columns, rows=rows, notes=notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A chart as data. The keys of its rows by kind; `axes` names what is drawn, `marks` holds fixed values such as 0.

    `intervals`: label, value, low, high, series · `ranks`: label, value, low, high · `histogram`: series, x, share, n ·
    `stacked` and `diverging`: label, part, share, n · `matrix`: x, y, n, share, series · `curve`: series, x, value, low, high ·
    `points`: x, y, series, label · `flow`: step, label, n, lost, in the order of the steps ·
    `heat`: series, x, y, value of a cell, of `cells` to a side · `strips`: label, word, place, share, n. Bounds are None where there is no
    interval; `series` is "" where there is only one. Of intervals, `held` says that a difference holds after correction,
    `behind` that a system is proved behind another; the mark `domain` holds the ends of the scale, and `simultaneous` says that
    all intervals hold together.
    """

    name: str
    title: Words
    kind: ChartKind
    rows: tuple[Mapping[str, Any], ...]
    axes: Mapping[str, Words] = field(default_factory=dict)
    marks: Mapping[str, Any] = field(default_factory=dict)

    def to(self, language: str) -> Chart:
        """The chart in one language."""
        axes = {name: words.to(language) for name, words in self.axes.items()}
        return Chart(
            name=self.name,
            title=self.title.to(language),
            kind=self.kind,
            rows=tuple({name: _in(language, cell) for name, cell in row.items()} for row in self.rows),
            options={"axes": axes, **self.marks},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """Something that was looked at beside the results: `sign` says what there is a sign of if `p` is low after correction."""

    p: float
    sign: Words
    charts: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the analysis under one heading. `declared` ones answer a question asked before the data.

    `verdict` is what the summary says of it, each sentence naming its question; `headline` the figure that shows it.
    `diagnostics` are corrected for all of an analysis; `no_sign` is said where none of the section's own is left.
    `chance` of a section on agreement is the p value of "raters answer whatever is shown"; None where it cannot be had.
    """

    name: str
    title: Words
    role: Role
    field: str = ""
    text: tuple[Words, ...] = ()
    findings: tuple[Finding, ...] = ()
    tables: tuple[Sheet, ...] = ()
    charts: tuple[Picture, ...] = ()
    notes: tuple[Words, ...] = ()
    declared: bool = False
    verdict: tuple[Words, ...] = ()
    headline: Picture | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    no_sign: Words | None = None
    chance: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The section with the names of what it holds; findings and rows themselves stand in the analysis."""
        return {
            "name": self.name,
            "title": dict(self.title.root),
            "role": self.role,
            "field": self.field,
            "declared": self.declared,
            "text": [dict(t.root) for t in self.text],
            "findings": [f.name for f in self.findings],
            "tables": [t.name for t in self.tables],
            "charts": [c.name for c in self.charts],
            "notes": [dict(n.root) for n in self.notes],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityReason:
    """One thing that speaks against the answers; `overrules` if no verdict on `fields` (all, where none is named) is firm.

    `text` says it in a sentence, `short` in a few words. `section` is the one that has the numbers; `numbers` are the few
    that decided.
    """

    id: str
    overrules: bool
    text: Words
    short: Words
    section: str
    fields: tuple[str, ...] = ()
    numbers: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        told = {"id": self.id, "overrules": self.overrules, "fields": list(self.fields), "section": self.section}
        return {**told, "numbers": plain(dict(self.numbers)), "text": dict(self.text.root)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Whether verdicts can stand on the answers: all reasons against it, those that overrule first.

    `headline` is the field of the main question.
    """

    reasons: tuple[QualityReason, ...] = ()
    headline: str = ""

    @property
    def overruled(self) -> bool:
        """Whether the verdict on the main question does not stand."""
        return bool(self.overruling(self.headline))

    def overruling(self, field: str) -> tuple[QualityReason, ...]:
        """The reasons for which a verdict on a field does not stand; those on all fields, for an empty name."""
        return tuple(one for one in self.reasons if one.overrules and (not one.fields or field in one.fields))

    def line(self) -> Words:
        """The quality line: whether the verdicts stand, in a sentence."""
        partly = any(one.overrules for one in self.reasons)
        how = "overruled" if self.overruled else "partly" if partly else "remarks" if self.reasons else "good"
        return say(f"quality-line-{how}")

    def to_json(self) -> dict[str, Any]:
        """The quality as plain data."""
        return {"overruled": self.overruled, "headline": self.headline, "reasons": [r.to_json() for r in self.reasons]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Everything an analysis found, in the order to be read; made by a protocol, drawn by terminal, report and pages.

    `summary` are a few sentences for the top, `method` and `limits` paragraphs for a paper. `facts` are plain counts:
    ratings, items, systems, raters, fields. `headline` is the figure to look at first, one of the charts.
    `quality` says whether verdicts can stand on these answers, None where nobody looked.
    `warnings` are to be read before any number, `hints` are for whoever made the analysis rather than for its readers.
    """

    protocol: str
    title: Words
    summary: tuple[Words, ...]
    sections: tuple[Section, ...]
    method: Words
    limits: Words
    notes: tuple[Words, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    headline: Picture | None = None
    warnings: tuple[Words, ...] = ()
    hints: tuple[Words, ...] = ()
    quality: Quality | None = None
    looking: Words | None = None
    """Which intervals these are, where results are looked at more than once."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, by section."""
        return tuple(finding for section in self.sections for finding in section.findings)

    @property
    def tables(self) -> tuple[Sheet, ...]:
        """All tables, by section."""
        return tuple(table for section in self.sections for table in section.tables)

    @property
    def charts(self) -> tuple[Picture, ...]:
        """All charts, by section."""
        return tuple(chart for section in self.sections for chart in section.charts)

    def finding(self, name: str) -> Finding:
        """The finding of that name, such as `quality.mean.moth`."""
        return _named("finding", name, self.findings)

    def table(self, name: str) -> Sheet:
        """The table of that name, such as `quality.systems`."""
        return _named("table", name, self.tables)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of all tables, each with the name of its `table`."""
        for table in self.tables:
            for row in table.rows:
                yield {"table": table.name, **{name: _in("en", cell) for name, cell in row.items()}}

    def to_json(self) -> dict[str, Any]:
        """One JSON object: `findings` and `rows`, and beside them the sections, notes and paragraphs."""
        return {
            "protocol": self.protocol,
            "facts": plain(dict(self.facts)),
            "quality": self.quality.to_json() if self.quality else None,
            "warnings": [dict(w.root) for w in self.warnings],
            "summary": [dict(s.root) for s in self.summary],
            "findings": [f.to_json() for f in self.findings],
            "rows": [plain(row) for row in self.rows()],
            "sections": [s.to_json() for s in self.sections],
            "charts": [_chart_json(c) for c in self.charts],
            "notes": [dict(n.root) for n in self.notes],
            "hints": [dict(h.root) for h in self.hints],
            "method": dict(self.method.root),
            "limits": dict(self.limits.root),
        }


_Result = TypeVar("_Result", Finding, Sheet)


def _named(what: str, name: str, there: Sequence[_Result]) -> _Result:
    for one in there:
        if one.name == name:
            return one
    raise BeholderError(
        f"the analysis has no {what} {name!r}",
        code="analysis-unknown-result",
        hint=nearest(name, [one.name for one in there]),
    )


def _in(language: str, cell: Any) -> Any:
    return cell.to(language) if hasattr(cell, "to") else cell


def _chart_json(chart: Picture) -> dict[str, Any]:
    return {
        "name": chart.name,
        "title": dict(chart.title.root),
        "kind": chart.kind,
        "rows": [plain({name: _in("en", cell) for name, cell in row.items()}) for row in chart.rows],
        "axes": {name: dict(words.root) for name, words in chart.axes.items()},
        "marks": plain(dict(chart.marks)),
    }
