"""Comparisons of systems: hidden until the study is closed, unless somebody takes a look that is put on record."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from beholder.declarations.states import StudyState
from beholder.engine.handlers.act_log import LogAct
from beholder.engine.status import read_status
from beholder.errors import BeholderError
from beholder.facade import Study
from beholder.findings import Table, TableColumn, is_p
from beholder.store.studies import load_study
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, back, language_of, show, text, words
from beholder.web.coordinate.watch import read_acts, watch
from beholder.web.refusal import tell_problem

if TYPE_CHECKING:
    from beholder.analysis import Quality, Section
    from beholder.analysis.stopping_plan import StoppingPlan
    from beholder.study import Definition
from beholder.text import Number, PValue

__all__ = ["agreement", "look", "report", "results", "unblind"]

_CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


async def report(call: Call) -> Reply:
    """The report as it would be handed on: a file that brings its own style and script, and is allowed just these."""
    reports = call.study.reports
    made = reports.get(language_of(call)) or reports.get("en")
    if made is None:
        raise BeholderError("there is nothing at this address", code="not-found")
    content = await call.study.in_thread(made.path.read_bytes)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", f"{made.policy}; {_CLOSED}".encode()),
    ]
    return Reply(content, headers=headers)


async def agreement(call: Call) -> Reply:
    """Alpha of each field with its interval, all systems together."""
    definition = call.study.definition
    return await show(
        call,
        "agreement.html",
        here="agreement",
        seen=await watch(call.study).look(),
        stop_rule=definition.stop_rule,
        overlap=definition.settings.overlap,
    )


# about two screens; the report and the export have all
_MOST_ROWS = 60


@dataclass(frozen=True, slots=True)
class _ShownSection:
    """One section as it is shown."""

    title: str
    text: list[str]
    tables: list[_Shown]
    notes: list[str]


_PAGES = {"agreement": "agreement", "agreement-unknown": "agreement", "changes": "guideline"}
"""Where a coordinator sees what is behind a reason of the quality line; behind the others are the raters."""


@dataclass(frozen=True, slots=True)
class _ShownQuality:
    """The quality line, and what speaks against the verdicts, each with the page that shows it."""

    line: str
    overruled: bool
    against: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell as it is read; `plot` is a value and its bounds on the scale of its column."""

    text: str
    number: bool = False
    plot: tuple[float, tuple[float, float]] | None = None


@dataclass(frozen=True, slots=True)
class _Shown:
    """A table as it is shown. `plotted` is the column beside which plots stand, `scale` their range, `more` the rows left out."""

    title: str
    columns: list[tuple[str, bool]]
    rows: list[list[_Cell]]
    plotted: int
    scale: tuple[float, float]
    more: int


async def results(call: Call) -> Reply:
    """The comparisons of a closed study; of a running one only who has looked."""
    row = await call.study.read(lambda conn: load_study(conn, call.study.engine.key))
    return await _page(call, shown=row.state == StudyState.CLOSED)


async def _page(call: Call, *, shown: bool) -> Reply:
    study, language = call.study, language_of(call)
    acts = await study.read(lambda conn: read_acts(conn, study.engine.key))
    looks = [(record, body) for record, body in acts if body.get("what") in ("look", "unblind")]
    parts: list[_ShownSection] = []
    quality: _ShownQuality | None = None
    nothing = interval = ""
    blind = await watch(study).blind()
    if shown:
        try:
            opened = Study(study.definition, study.engine.database, study.engine.key, study.id)
            found = await study.in_thread(lambda: opened.analysis(blind=blind, look=True))
            interval = found.looking.to(language) if found.looking else ""
            shown_here = [one for one in found.sections if one.role in ("results", "judges") or one.name == "rules"]
            parts = [_part(one, language) for one in shown_here]
            quality = _shown_quality(found.quality, language) if found.quality else None
        except BeholderError as error:
            nothing = tell_problem(error.problems[0], words(language))
    plan = _stopping_plan(study.definition)
    return await show(
        call,
        "results.html",
        here="results",
        shown=shown,
        counts=await study.read(lambda conn: read_status(conn, study.engine.key)),
        rule=plan.rule().to(language) if plan else "",
        by_chance=plan is not None and plan.lead is not None and plan.share > 0,
        parts=parts,
        quality=quality,
        nothing=nothing,
        looks=looks[::-1],
        interval=interval,
        planned=[f"{one:.0%}" for one in study.definition.settings.looks],
    )


def _stopping_plan(definition: Definition) -> StoppingPlan | None:
    from beholder.analysis.stopping_plan import StoppingPlan

    return StoppingPlan.of(definition.settings.model_dump(), ())


def _shown_quality(quality: Quality, language: str) -> _ShownQuality:
    return _ShownQuality(
        quality.line().to(language),
        any(reason.overrules for reason in quality.reasons),
        [(reason.text.to(language), _PAGES.get(reason.id, "raters")) for reason in quality.reasons],
    )


def _part(section: Section, language: str) -> _ShownSection:
    return _ShownSection(
        title=section.title.to(language),
        text=[one.to(language) for one in section.text],
        tables=[_readable(table.to(language)) for table in section.tables],
        notes=[one.to(language) for one in section.notes],
    )


def _readable(table: Table) -> _Shown:
    """The first rows with numbers as they are read, and each interval drawn beside its number."""
    intervals = next((c.name for c in table.columns if any(_is_interval(row.get(c.name)) for row in table.rows)), "")
    names = [column.name for column in table.columns]
    before = names[: names.index(intervals)] if intervals else []
    value = next((n for n in reversed(before) if any(isinstance(row.get(n), float) for row in table.rows)), "")
    rows = []
    for row in table.rows[:_MOST_ROWS]:
        cells = [_cell(row.get(column.name), column) for column in table.columns]
        if intervals and value and _is_interval(row.get(intervals)) and _finite(row.get(value)):
            position = names.index(intervals)
            cells[position] = replace(cells[position], plot=(row[value], row[intervals]))
        rows.append(cells)
    drawn = [bound for cells in rows for cell in cells if cell.plot for bound in (cell.plot[0], *cell.plot[1])]
    columns = [
        (column.title or column.name, any(cells[n].number for cells in rows)) for n, column in enumerate(table.columns)
    ]
    scale = (min(drawn), max(drawn)) if drawn and min(drawn) < max(drawn) else (0.0, 1.0)
    plotted = names.index(intervals) if drawn else -1
    return _Shown(table.title, columns, rows, plotted, scale, max(0, len(table.rows) - _MOST_ROWS))


def _finite(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _is_interval(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(x, float) and _finite(x) for x in value)


def _cell(cell: Any, column: TableColumn) -> _Cell:
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return _Cell("–", number=True)
    if isinstance(cell, tuple) and len(cell) == 2:
        return _Cell(f"{_cell(cell[0], column).text} … {_cell(cell[1], column).text}", number=True)
    if isinstance(cell, float):
        digits = 2 if column.digits is None else column.digits
        told = PValue(cell, bare=True) if is_p(column.name) else Number(cell, digits)
        return _Cell(told.to("en"), number=True)
    if isinstance(cell, int) and not isinstance(cell, bool):
        return _Cell(Number(cell, 0).to("en"), number=True)
    return _Cell(str(cell))


async def look(call: Call) -> Reply:
    """One look at the comparisons of a study that is not closed: put on record first, then shown once."""
    reason = text(call, "reason", most=500)
    status = await watch(call.study).look()
    in_now = await call.study.read(lambda conn: read_status(conn, call.study.engine.key))
    details = {"reason": reason, "records": status.records, "share": round(in_now.share, 4)}
    await act(call, LogAct(call.person.name, "look", details))
    return await _page(call, shown=True)


async def unblind(call: Call) -> Reply:
    """Opens the names of the systems for good."""
    reason = text(call, "reason", most=500)
    if call.body.get("sure", "") == "yes":
        blind = await watch(call.study).blind()
        if blind.on:
            key = {sign: name for name, sign in blind.letters.items()}
            await act(call, LogAct(call.person.name, "unblind", {"reason": reason, "key": key}))
    return back(call, "results")
