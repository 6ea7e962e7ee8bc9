"""The pay sheet: approved trials, active minutes, rate and pay of each rater, on a page and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from beholder.engine.handlers.act_log import LogAct
from beholder.store.progress import platform_names, work_done
from beholder.tables.formats.delimited import spreadsheet_safe
from beholder.web.call import Call, HttpError, Reply
from beholder.web.coordinate.frame import act, show

__all__ = ["pay", "sheet"]


@dataclass(frozen=True, slots=True)
class _Line:
    """What one rater did and is due."""

    rater: str
    approved: int
    excluded: int
    minutes: float
    pay: float


async def pay(call: Call) -> Reply:
    """The sheet at the rate that is asked for, else at the study's."""
    cost = call.study.definition.settings.cost
    rate = _rate(call.query("per_hour")) if call.query("per_hour") else (cost.per_hour if cost else 0.0)
    return await show(
        call,
        "pay.html",
        here="raters",
        rate=rate,
        currency=cost.currency if cost else "",
        crowd=call.study.definition.settings.crowd,
        lines=await _lines(call, rate),
    )


async def sheet(call: Call) -> Reply:
    """The sheet as a table for spreadsheets; that it was made is on record."""
    study = call.study
    rate = _rate(call.body.get("per_hour", ""))
    with_names = call.body.get("names", "") == "yes"
    cost = study.definition.settings.cost
    names = await study.read(lambda conn: platform_names(conn, study.engine.key)) if with_names else {}
    content = _csv(await _lines(call, rate), names if with_names else None, rate, cost.currency if cost else "")
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


async def _lines(call: Call, rate: float) -> list[_Line]:
    work = await call.study.read(lambda conn: work_done(conn, call.study.engine.key))
    return [
        _Line(one.rater, one.approved, one.excluded, one.approved_ms / 60_000, one.approved_ms / 3_600_000 * rate)
        for one in work
    ]


def _csv(lines: Sequence[_Line], names: dict[str, tuple[str, str]] | None, rate: float, currency: str) -> bytes:
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    more = ["platform", "platform_id"] if names is not None else []
    sheet.writerow(
        ["rater", *more, "approved_trials", "excluded_trials", "active_minutes", "hourly_rate", "currency", "pay"]
    )
    for line in lines:
        whom = [spreadsheet_safe(one) for one in names.get(line.rater, ("", ""))] if names is not None else []
        counts = [line.approved, line.excluded, f"{line.minutes:.1f}"]
        sheet.writerow([spreadsheet_safe(line.rater), *whom, *counts, f"{rate:.2f}", currency, f"{line.pay:.2f}"])
    return out.getvalue().encode("utf-8-sig")


def _rate(given: str) -> float:
    try:
        rate = float(given.replace(",", "."))
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1e6:
        raise HttpError(422, "per_hour: expected an amount of money", code="request-invalid")
    return rate
