"""The coordinator's pages: sign in, see how far each study is, pause and open it, invite raters."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy.engine import Connection

from beholder.engine.commands import SetState
from beholder.engine.status import read_status
from beholder.errors import BeholderError
from beholder.store.answers import count_since
from beholder.store.raters import count_active
from beholder.web.call import Call, HttpError, Reply, redirect
from beholder.web.pages import page
from beholder.web.served import ServedStudy
from beholder.web.sign_in import COOKIE_DAYS
from beholder.web.staff import identify

__all__ = ["change_password", "change_state", "home", "invite", "sign_in", "sign_out", "study_page"]

_HOUR = 3_600_000
_HOURS_SHOWN = 24


async def home(call: Call) -> Reply:
    """All studies, or the way in."""
    if await identify(call.app, call) is None:
        return page(call, "signin.html", action=_at(call, "sign-in"), problem="", token=call.query("t")[:200])
    studies = [await _facts(call, study) for study in call.app.studies.values()]
    return page(call, "coordinator.html", studies=studies, study=None, signout=_at(call, "sign-out"), invite_url="")


async def study_page(call: Call) -> Reply:
    """How far one study is."""
    facts = await _facts(call, call.study)
    return page(call, "coordinator.html", studies=[facts], study=facts, signout=_at(call, "sign-out"), invite_url="")


def _at(call: Call, rest: str) -> str:
    return f"{call.app.options.root_path}/c/{rest}"


async def _facts(call: Call, study: ServedStudy) -> dict[str, Any]:
    now = study.engine.clock()
    language = study.renderer.language(call.language())

    def load(conn: Connection) -> tuple[Any, int, list[int]]:
        series = count_since(conn, study.engine.key, since=now - _HOURS_SHOWN * _HOUR, step=_HOUR, until=now)
        active = count_active(conn, study.engine.key, since=now - _HOUR // 4)
        return read_status(conn, study.engine.key), active, series

    status, active, series = await study.read(load)
    pace = sum(series[-3:]) / 3
    left = status.wanted - status.given
    root = call.app.options.root_path
    return {
        "title": study.definition.title.to(language),
        "key": study.short,
        "url": f"{root}/c/{study.short}",
        "rater_url": f"{root}/s/{study.short}/",
        "protocol": study.definition.declaration.title.to(language),
        "state": status.state,
        "items": status.items,
        "trials": status.trials,
        "wanted": status.wanted,
        "given": status.given,
        "late": status.late,
        "raters": status.raters,
        "active": active,
        "pace": round(pace, 1),
        "pace_series": series,
        "remaining_hours": round(left / pace, 1) if pace and left else None,
        "preview": study.preview,
    }


async def sign_in(call: Call) -> Reply:
    """Token or password in exchange for a cookie."""
    call.app.sign_ins.check(call.address)
    try:
        value = await asyncio.to_thread(
            call.app.coordinators.sign_in, token=call.body.get("token", ""), password=call.body.get("password", "")
        )
    except BeholderError as error:
        call.app.sign_ins.take(call.address)
        problem = error.problems[0].problem
        return page(call, "signin.html", status=403, action=_at(call, "sign-in"), problem=problem, token="")
    return redirect(_at(call, ""), extra=[_cookie(call, value, age=COOKIE_DAYS * 86_400)])


async def sign_out(call: Call) -> Reply:
    """Ends every session of the coordinator."""
    call.app.coordinators.sign_out()
    return redirect(_at(call, ""), extra=[_cookie(call, "", age=0)])


def _cookie(call: Call, value: str, *, age: int) -> tuple[bytes, bytes]:
    secure = "; Secure" if call.secure else ""
    name = call.app.cookie_name(call)
    return b"set-cookie", f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}".encode()


async def change_state(call: Call) -> Reply:
    """Opens, pauses or closes a study."""
    state = call.body.get("state", "")
    if state not in ("open", "paused", "closed"):
        raise HttpError(422, "a study is open, paused or closed", code="state-unknown")
    await asyncio.wrap_future(call.study.engine.submit(SetState(state)))
    return redirect(_at(call, call.study.short))


async def invite(call: Call) -> Reply:
    """A signed link for raters."""
    days, uses = call.body.get("days", "14"), call.body.get("uses", "0")
    if not (days.isascii() and days.isdigit() and 1 <= int(days) <= 365):
        raise HttpError(422, "an invitation lasts 1 to 365 days", code="request-invalid")
    if not (uses.isascii() and uses.isdigit() and int(uses) <= 1_000_000):
        raise HttpError(422, "uses is a whole number", code="request-invalid")
    made = call.study.invites.make(days=int(days), uses=int(uses))
    facts = await _facts(call, call.study)
    address = f"{call.app.origin(call)}{facts['rater_url']}?i={made}"
    return page(
        call, "coordinator.html", studies=[facts], study=facts, signout=_at(call, "sign-out"), invite_url=address
    )


async def change_password(call: Call) -> Reply:
    """Sets the password with which the coordinator comes back."""
    await asyncio.to_thread(call.app.coordinators.set_password, call.body.get("password", ""))
    return redirect(_at(call, ""))
