"""Raters and how they work; taking answers out by the study's rules or by hand; the pay sheet."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.engine import Connection

from beholder.engine.acts import LogAct
from beholder.engine.commands import Exclude
from beholder.engine.export import spreadsheet_safe
from beholder.errors import BeholderError
from beholder.store import RaterRow
from beholder.store.answers import answers_of_rater
from beholder.store.leases import load_leases
from beholder.store.progress import platform_names, work_done
from beholder.store.raters import all_raters, load_raters
from beholder.web.call import Call, HttpError, Reply
from beholder.web.coordinate.frame import act, back, choice, show, text
from beholder.web.coordinate.watch import watch

if TYPE_CHECKING:
    from beholder.engine.quality import RaterQuality

__all__ = ["apply_rules", "exclude", "pay", "raters"]

_EXCLUDED_KINDS = ("main", "pilot", "repeat")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: who, how they work, how quick their last answers were."""

    row: RaterRow
    quality: RaterQuality | None
    speeds: tuple[float, ...]


def _number(pick: Callable[[RaterQuality], float]) -> Callable[[Line], float]:
    def key(line: Line) -> float:
        value = pick(line.quality) if line.quality else math.nan
        return -math.inf if math.isnan(value) else value

    return key


_SORTS: dict[str, Callable[[Line], float]] = {
    "joined": lambda line: line.row.number,
    "seen": lambda line: line.row.seen_at,
    "answers": _number(lambda q: q.answers),
    "checks": _number(lambda q: q.checks.value),
    "consistent": _number(lambda q: q.consistent.value),
    "agree": _number(lambda q: q.agree.value),
    "severity": _number(lambda q: q.severity),
    "speed": _number(lambda q: q.median_seconds),
    "flags": _number(lambda q: len(q.flags)),
}


async def raters(call: Call) -> Reply:
    """The table of raters, sorted as asked, with what the rules would take out now."""
    return await _table(call)


async def _table(call: Call, *, problem: str = "", status: int = 200) -> Reply:
    study = call.study
    sort = choice(call, "sort", tuple(_SORTS), default="flags") if not isinstance(call.body, dict) else "flags"
    order = choice(call, "order", ("up", "down"), default="down") if not isinstance(call.body, dict) else "down"
    seen = await watch(study).look()
    known = await study.read(lambda conn: all_raters(conn, study.engine.key))
    quality = {one.rater: one for one in seen.quality}
    lines = [
        Line(row, quality.get(row.rater), tuple(seen.speeds.get(row.rater, ())))
        for row in known
        if row.kind != "adjudicator"
    ]
    lines.sort(key=_SORTS[sort], reverse=order == "down")
    rules = study.definition.settings.exclude
    foreseen = await study.in_thread(study.engine.foresee_rules) if rules else []
    slowest = max((max(line.speeds) for line in lines if line.speeds), default=1.0)
    return await show(
        call,
        "raters.html",
        here="raters",
        status=status,
        problem=problem,
        lines=lines,
        sort=sort,
        order=order,
        sorts=tuple(_SORTS),
        rules=rules,
        foreseen=foreseen,
        slowest=slowest,
        cost=study.definition.settings.cost,
        seen=seen,
    )


async def apply_rules(call: Call) -> Reply:
    """Takes out what the declared rules say."""
    study = call.study
    done = await study.in_thread(study.engine.apply_rules)
    by_rule: dict[str, int] = {}
    for one in done:
        by_rule[one.rule] = by_rule.get(one.rule, 0) + len(one.answers)
    await act(call, LogAct(call.person.name, "apply-rules", {"answers": by_rule}))
    return back(call, "raters")


async def exclude(call: Call) -> Reply:
    """Takes all answers of one rater out, for a reason that is kept."""
    study = call.study
    rater = call.body.get("rater", "")
    reissue = call.body.get("reissue", "") == "yes"
    try:
        reason = text(call, "reason", most=500)
    except HttpError as error:
        return await _table(call, problem=error.problems[0].problem, status=422)

    def load(conn: Connection) -> tuple[str, ...]:
        if rater not in load_raters(conn, study.engine.key, [rater]):
            raise BeholderError("the study has no such rater", code="not-found")
        given = [row for row in answers_of_rater(conn, study.engine.key, rater) if not row.excluded_by]
        held = load_leases(conn, study.engine.key, [row.lease for row in given])
        return tuple(row.answer for row in given if held[row.lease].kind in _EXCLUDED_KINDS)

    answers = await study.read(load)
    log = LogAct(
        call.person.name,
        "exclude",
        {"rule": "by-hand", "rater": rater, "reason": reason, "answers": len(answers), "reissued": reissue},
    )
    await act(call, Exclude(answers, "by-hand", reissue=reissue), log)
    return back(call, "raters")


async def pay(call: Call) -> Reply:
    """The pay sheet: approved trials, active minutes, rate and pay of each rater, as a table for spreadsheets."""
    study = call.study
    rate = _rate(call)
    with_names = call.body.get("names", "") == "yes"

    def load(conn: Connection) -> bytes:
        out = io.StringIO()
        sheet = csv.writer(out, lineterminator="\n")
        names = platform_names(conn, study.engine.key) if with_names else {}
        more = ["platform", "platform_id"] if with_names else []
        sheet.writerow(
            ["rater", *more, "approved_trials", "excluded_trials", "active_minutes", "hourly_rate", "currency", "pay"]
        )
        cost = study.definition.settings.cost
        for work in work_done(conn, study.engine.key):
            minutes = work.approved_ms / 60_000
            whom = [spreadsheet_safe(one) for one in names.get(work.rater, ("", ""))] if with_names else []
            sheet.writerow(
                [
                    spreadsheet_safe(work.rater),
                    *whom,
                    work.approved,
                    work.excluded,
                    f"{minutes:.1f}",
                    f"{rate:.2f}",
                    cost.currency if cost else "",
                    f"{minutes / 60 * rate:.2f}",
                ]
            )
        return out.getvalue().encode("utf-8-sig")

    content = await study.read(load)
    await act(call, LogAct(call.person.name, "pay-sheet", {"hourly_rate": rate, "with_platform_ids": with_names}))
    disposition = f'attachment; filename="pay-{study.short}.csv"'.encode()
    return Reply(
        content,
        headers=[
            (b"content-type", b"text/csv; charset=utf-8"),
            (b"content-disposition", disposition),
            (b"cache-control", b"no-store"),
        ],
    )


def _rate(call: Call) -> float:
    given = call.body.get("per_hour", "").replace(",", ".")
    try:
        rate = float(given)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1e6:
        raise HttpError(422, "per_hour: expected an amount of money", code="request-invalid")
    return rate
