"""Sections of an analysis as parts of a paper: numbered figures and tables whose captions say the finding."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from beholder.analysis import Analysis, Section
from beholder.fields import Words
from beholder.findings import Chart, Table
from beholder.report.cells import TableLayout, lay_out
from beholder.report.drawing import draw_svg, inline_svg, svg_width
from beholder.report.figures import figure_end, figure_spec, rows_drawn
from beholder.report.fitted_table import FittedTable, fit_table
from beholder.report.latex import csv_table, latex_table
from beholder.report.wording import ReportWording
from beholder.text import Clause, Text, in_language
from beholder.text.punctuation import ends_with_stop

__all__ = [
    "Block",
    "Figure",
    "Numbering",
    "PrintedTable",
    "draw_figure",
    "percent_of",
    "print_table",
    "section_anchor",
    "section_blocks",
    "sentence",
]

# about a page; the copies below the table have more
_MOST_ROWS = 30
# the copies are part of the file: a report stays small enough for mail
_MOST_COPIED = 2_000
# characters, as `TableLayout.width` counts them, that fit the column of text
_COLUMN = 82
# of a section, the first ones; the tables and the export name the method of every finding
_METHODS = 4
# as many as are read; the export has them all
_REMARKS = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """A numbered figure: its drawing, or nothing where figures were not wanted; `narrow` is one for the width of a phone.

    Without one, a phone shows the drawing itself, made smaller.
    """

    n: int
    name: str
    caption: str
    svg: Markup
    note: str
    spec: Mapping[str, Any]
    narrow: Markup = field(default_factory=Markup)


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A numbered table with its copies for LaTeX and spreadsheets."""

    n: int
    name: str
    caption: str
    layout: TableLayout
    notes: tuple[str, ...]
    latex: str
    csv: str
    details: bool = False

    @property
    def fitted(self) -> FittedTable:
        """The table as it fits the page."""
        return fit_table(self.layout)

    @property
    def wide(self) -> bool:
        """Whether the table needs the margin as well."""
        return self.layout.width() > _COLUMN


@dataclass(frozen=True, slots=True)
class Block:
    """A section of the report."""

    topic: str
    lead: str
    texts: tuple[str, ...]
    figures: tuple[Figure, ...]
    tables: tuple[PrintedTable, ...]
    notes: tuple[str, ...]
    methods: tuple[str, ...]
    declared: bool
    anchor: str = ""

    @property
    def wide(self) -> bool:
        """Whether a wide table comes first, so that there is no margin for notes beside it."""
        return not self.figures and bool(self.tables) and self.tables[0].wide


class Numbering:
    """Counts figures and tables through the whole report.

    It knows which chart stands where already, and below which table a statistic is explained.
    """

    def __init__(self) -> None:
        self.figures = 0
        self.tables = 0
        self.drawn: dict[str, int] = {}
        self.explained: dict[str, int] = {}

    def figure(self) -> int:
        """The next figure's number."""
        self.figures += 1
        return self.figures

    def table(self) -> int:
        """The next table's number."""
        self.tables += 1
        return self.tables


def section_blocks(
    analysis: Analysis,
    role: str,
    *,
    wording: ReportWording,
    numbering: Numbering,
    draw: bool,
    label_of: Callable[[str], str],
) -> list[Block]:
    """The sections of one role, declared ones first. `label_of` gives a field's name for readers."""
    sections = sorted((s for s in analysis.sections if s.role == role), key=lambda s: not s.declared)
    blocks = [_block(section, wording, numbering, draw, label_of, analysis.notes) for section in sections]
    return [
        replace(block, anchor=section_anchor(analysis, section.name))
        for block, section in zip(blocks, sections, strict=True)
    ]


def section_anchor(analysis: Analysis, name: str) -> str:
    """Where the report has a section, for links; empty if it has none of that name. Names may hold any character."""
    return next((f"section-{n}" for n, section in enumerate(analysis.sections, start=1) if section.name == name), "")


def _block(
    section: Section,
    wording: ReportWording,
    numbering: Numbering,
    draw: bool,
    label_of: Callable[[str], str],
    said: Sequence[Words],
) -> Block:
    language = wording.language
    title = section.title.to(language)
    charts = [picture.to(language) for picture in section.charts]
    # where nothing could be estimated, the sentence and the reasons say it all
    silent = bool(section.findings) and not any(math.isfinite(f.value) for f in section.findings)
    above = {chart.title: numbering.drawn[chart.name] for chart in charts if chart.name in numbering.drawn}
    percent = percent_of(section)
    figures = tuple(
        draw_figure(chart, wording, numbering, draw=draw, percent=percent)
        for chart in charts
        if chart.rows and not silent and chart.name not in numbering.drawn
    )
    captions = above | {figure.caption: figure.n for figure in figures}
    tables = tuple(
        print_table(
            sheet.to(language),
            wording,
            numbering,
            percent=percent,
            caption=wording("behind-figure", n=captions[sheet.title.to(language)])
            if sheet.title.to(language) in captions
            else "",
            details=sheet.details,
        )
        for sheet in section.tables
        if sheet.rows and not silent
    )
    topic = _topic(section, wording, label_of)
    repeated = title in captions or any(table.caption == title for table in tables) or topic == title
    methods = [_capital(_brief(f.method, language), f.method) for f in section.findings if f.method]
    # findings of one kind differ in their counts only, which stand in the tables
    alike = {_sort_of(note): note for f in reversed(section.findings) for note in reversed(f.notes)}
    remarks = [sentence(_capital(in_language(note, language), note), wording) for note in reversed(alike.values())]
    shown = list(dict.fromkeys(methods))
    return Block(
        topic=topic,
        lead="" if repeated else sentence(title, wording),
        texts=tuple(sentence(text.to(language), wording) for text in section.text),
        figures=figures,
        tables=tables,
        notes=tuple(dict.fromkeys([*(n.to(language) for n in section.notes if n not in said), *remarks[:_REMARKS]])),
        methods=tuple(shown[:_METHODS]),
        declared=section.declared,
    )


def _brief(method: str, language: str) -> str:
    return method.brief(language) if isinstance(method, Text) else method


def _sort_of(note: str) -> object:
    """What notes of one kind have in common: all but their numbers."""
    if isinstance(note, Text) and note.key:
        values = (value for clause in note.clauses if isinstance(clause, Clause) for value in clause.values.values())
        return note.key, *map(_without_numbers, values)
    return re.sub(r"[\d,.]+", "#", note)


def _without_numbers(value: object) -> str:
    """A digit of a name is part of it: qwen#1 and qwen#2 are two."""
    is_name = type(value) is str and any(map(str.isalpha, value))
    return str(value) if is_name else re.sub(r"[\d,.]+", "#", str(value))


def _topic(section: Section, wording: ReportWording, label_of: Callable[[str], str]) -> str:
    key = f"topic-{section.name.rsplit('.', 1)[-1]}"
    if key in wording:
        return wording(key, field=label_of(section.field or section.name.split(".")[0]))
    if section.field and section.name in (section.field, f"{section.field}.agreement"):
        return label_of(section.field)
    return section.title.to(wording.language)


def sentence(title: str, wording: ReportWording) -> str:
    """The title with a stop, where it has none."""
    return title if ends_with_stop(title) else title + wording("stop")


def _capital(text: str, told: str) -> str:
    """The text with a capital first letter, unless it begins with a name that somebody gave: names are never altered."""
    first = told.clauses[0] if isinstance(told, Text) and told.clauses else ""
    given = first.values.values() if isinstance(first, Clause) else ()
    if any(type(value) is str and value and text.startswith(value) for value in given):
        return text
    return text[:1].upper() + text[1:]


def percent_of(section: Section) -> str:
    """The level of a section's intervals, as heads of tables and captions of figures name it."""
    levels = {f"{100 * f.confidence:g}" for f in section.findings if f.interval is not None}
    return levels.pop() if len(levels) == 1 else "95"


_NARROW = 350
"""Pixels: what a phone of 390 leaves between its margins, so that letters keep their size there."""

_HEAVY = 100_000
"""Letters of a drawing from which on a phone shows the same one smaller: a report stays small enough for mail."""


def draw_figure(
    chart: Chart, wording: ReportWording, numbering: Numbering, *, draw: bool, percent: str = "95", note: str = ""
) -> Figure:
    """A chart as the next figure, also drawn for the width of a phone where that is less than it takes.

    The caption says which intervals are drawn, of the level `percent`.
    """
    n = numbering.figure()
    numbering.drawn[chart.name] = n
    spec = figure_spec(chart)
    shown = rows_drawn(chart)
    if shown < len(chart.rows):
        note = wording("rows-drawn", n=shown, all=f"{len(chart.rows):,}")
    if figure_end(chart) is not None:
        note = wording("space").join(text for text in (note, wording("rows-beyond")) if text)
    if any(row.get("low") is not None for row in chart.rows):
        kind = (
            "ranks" if chart.kind == "ranks" else "simultaneous" if chart.options.get("simultaneous") else "individual"
        )
        note = wording("space").join(text for text in (wording(f"lines-{kind}", percent=percent), note) if text)
    figure = Figure(n, chart.name, chart.title, Markup(""), note, spec)
    if not draw:
        return figure
    drawn = draw_svg(spec)
    narrow = Markup("")
    if svg_width(drawn) > _NARROW and len(drawn) <= _HEAVY:
        small = replace(chart, options={**chart.options, "width": _NARROW})
        narrow = _inline(draw_svg(figure_spec(small)), f"n{n}", chart.title)
    return replace(figure, svg=_inline(drawn, f"f{n}", chart.title), narrow=narrow)


def _inline(svg: str, prefix: str, title: str) -> Markup:
    # the drawing engine escapes all text, and the ids are our own
    return Markup(inline_svg(svg, prefix=prefix, label=title))  # noqa: S704


def print_table(
    table: Table,
    wording: ReportWording,
    numbering: Numbering,
    *,
    percent: str = "95",
    caption: str = "",
    details: bool = False,
) -> PrintedTable:
    """A table as printed: the first rows, with all rows (up to two thousand) in its copies."""
    words = {
        "interval_word": wording("interval-word", percent=percent),
        "simultaneous_word": wording("simultaneous-word", percent=percent),
    }
    full = replace(table, rows=table.rows[:_MOST_COPIED])
    layout = lay_out(replace(table, rows=table.rows[:_MOST_ROWS]), **words, language=wording.language)
    notes = []
    if layout.constants:
        listed = wording.listed([f"{name}{wording('colon')}{text}" for name, text in layout.constants])
        notes.append(wording("same-in-all", list=listed))
    notes += [f"{letter}{wording('colon')}{text}" for letter, text in layout.footnotes]
    if len(table.rows) > _MOST_ROWS:
        told = "rows-listed" if len(table.rows) <= _MOST_COPIED else "rows-copied"
        notes.append(wording(told, n=_MOST_ROWS, all=f"{len(table.rows):,}", copied=f"{_MOST_COPIED:,}"))
    n = numbering.table()
    return PrintedTable(
        n=n,
        name=table.name,
        caption=caption or table.title,
        layout=layout,
        notes=(*notes, *table.notes, *_explained(table, wording, numbering.explained, n)),
        latex=latex_table(full, **words),
        csv=csv_table(full),
        details=details,
    )


def _explained(table: Table, wording: ReportWording, told: dict[str, int], n: int) -> list[str]:
    """What the statistics of a table mean: those of its columns, and of its rows where they are coefficients.

    Of those that `told` names, only below which table that stands.
    """
    shown = [c.name for c in table.columns if any(row.get(c.name) not in (None, "") for row in table.rows)]
    keys = [f"explains-{name}" for name in shown]
    if "statistic" in shown and table.name.endswith(".agreement"):
        keys.append("explains-coefficients")
    known = [key for key in keys if key in wording]
    earlier = sorted({told[key] for key in known if key in told})
    new = [key for key in known if key not in told]
    told |= dict.fromkeys(new, n)
    seen = [wording("explained-before", tables=wording.listed(earlier), n=len(earlier))] if earlier else []
    return [*(wording(key) for key in new), *seen]
