"""The pay sheet: approved trials, active minutes and pay of each rater, on a page and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.declarations.states import RaterStage, StudyState
from beholder.engine.handlers.act_log import LogAct
from beholder.engine.status import read_status
from beholder.store.progress import finished_raters, platform_names, work_done
from beholder.study.settings import Cost
from beholder.tables.formats.delimited import spreadsheet_safe
from beholder.web.call import Call, HttpError, Reply
from beholder.web.coordinate.frame import act, show
from beholder.web.served_study import ServedStudy

__all__ = ["pay", "sheet"]

# in milliseconds, as all times in the store
_MINUTE, _HOUR = 60_000, 3_600_000


@dataclass(frozen=True, slots=True)
class _Rates:
    """What is paid: by the hour, for each rater who finished, and for how many minutes of reading."""

    per_hour: float
    per_submission: float
    reading_minutes: float
    currency: str

    @classmethod
    def of(cls, cost: Cost | None, *, per_hour: str, per_submission: str) -> _Rates:
        """As asked for, else as the study declares."""
        return cls(
            _money(per_hour, "per_hour", (cost.per_hour if cost else None) or 0.0),
            _money(per_submission, "per_submission", (cost.per_submission if cost else None) or 0.0),
            (cost.reading_minutes if cost else None) or 0.0,
            cost.currency if cost else "",
        )


@dataclass(frozen=True, slots=True)
class _Line:
    """What one rater did and is due; `minutes` are active ones and, where the study pays for it, reading."""

    rater: str
    approved: int
    excluded: int
    finished: bool
    minutes: float
    pay: float


async def pay(call: Call) -> Reply:
    """The sheet at the rates that are asked for, else at the study's."""
    settings = call.study.definition.settings
    rates = _Rates.of(settings.cost, per_hour=call.query("per_hour"), per_submission=call.query("per_submission"))
    return await show(
        call, "pay.html", here="raters", rates=rates, crowd=settings.crowd, lines=await _lines(call, rates)
    )


async def sheet(call: Call) -> Reply:
    """The sheet as a table for spreadsheets; that it was made is on record."""
    study = call.study
    rates = _Rates.of(
        study.definition.settings.cost,
        per_hour=call.body.get("per_hour", ""),
        per_submission=call.body.get("per_submission", ""),
    )
    with_names = call.body.get("names", "") == "yes"
    names = await study.read(lambda conn: platform_names(conn, study.engine.key)) if with_names else {}
    content = _csv(await _lines(call, rates), names if with_names else None, rates)
    details = {
        "hourly_rate": rates.per_hour,
        "per_submission": rates.per_submission,
        "with_platform_ids": with_names,
    }
    await act(call, LogAct(call.person.name, "pay-sheet", details))
    disposition = f'attachment; filename="pay-{study.short}.csv"'.encode()
    return Reply(
        content,
        headers=[
            (b"content-type", b"text/csv; charset=utf-8"),
            (b"content-disposition", disposition),
            (b"cache-control", b"no-store"),
        ],
    )


async def _lines(call: Call, rates: _Rates) -> list[_Line]:
    key = call.study.engine.key
    work, finished = await call.study.read(lambda conn: (work_done(conn, key), _finished(conn, call.study)))
    lines = []
    for one in work:
        # who is due nothing for trials read nothing for the study either
        reading = rates.reading_minutes * _MINUTE if one.approved else 0
        worked, done = one.approved_ms + reading, one.rater in finished and one.approved > 0
        due = worked / _HOUR * rates.per_hour + (rates.per_submission if done else 0.0)
        # what is paid is whole cents, so that totals are sums of what each line shows
        lines.append(_Line(one.rater, one.approved, one.excluded, done, round(worked / _MINUTE, 1), round(due, 2)))
    return lines


def _finished(conn: Connection, study: ServedStudy) -> set[str]:
    """Who came to the end of all that they may rate; once nothing is left for anybody, one answer is that."""
    if RaterStage.AFTER in study.engine.stages:
        return finished_raters(conn, study.engine.key, trials=None)
    status = read_status(conn, study.engine.key)
    over = status.given >= status.wanted or status.state == StudyState.CLOSED
    return finished_raters(conn, study.engine.key, trials=1 if over else study.engine.workload.trials)


def _csv(lines: Sequence[_Line], names: dict[str, tuple[str, str]] | None, rates: _Rates) -> bytes:
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    more = ["platform", "platform_id"] if names is not None else []
    work = ["approved_trials", "excluded_trials", "active_minutes"]
    sheet.writerow(["rater", *more, *work, "hourly_rate", "currency", "pay", "finished", "per_submission"])
    for line in lines:
        whom = [spreadsheet_safe(one) for one in names.get(line.rater, ("", ""))] if names is not None else []
        counts = [line.approved, line.excluded, f"{line.minutes:.1f}"]
        money = [f"{rates.per_hour:.2f}", rates.currency, f"{line.pay:.2f}"]
        ended = ["yes" if line.finished else "no", f"{rates.per_submission:.2f}"]
        sheet.writerow([spreadsheet_safe(line.rater), *whom, *counts, *money, *ended])
    return out.getvalue().encode("utf-8-sig")


def _money(given: str, name: str, otherwise: float) -> float:
    if not given:
        return otherwise
    try:
        rate = float(given.replace(",", "."))
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1e6:
        raise HttpError(422, f"{name}: expected an amount of money", code="request-invalid")
    return rate
