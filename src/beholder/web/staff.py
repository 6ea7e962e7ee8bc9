"""Who runs the studies: sessions of coordinators and viewers, and what each may do."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from beholder.declarations.states import AccountState
from beholder.errors import BeholderError
from beholder.store.people import PersonRow, find_person
from beholder.web.passwords import verify_password
from beholder.web.served_study import ServedStudy

if TYPE_CHECKING:
    from beholder.web.app import Application
    from beholder.web.call import Call

__all__ = ["OWNER", "Person", "StaffSession", "by_link", "by_password", "identify", "link_digest", "stamp"]

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who runs a study, under the name that stands in its log."""

    name: str
    role: str
    adjudicates: bool

    def may(self, role: str) -> bool:
        """Whether a route of that role is open to this person."""
        if role == "adjudicator":
            return self.adjudicates
        return role == "viewer" or self.role == role


OWNER = Person("coordinator", "coordinator", adjudicates=True)
"""Whoever holds the server: signed in by its one-time link or its password, and allowed everything."""


@dataclass(frozen=True, slots=True)
class StaffSession:
    """A signed-in browser: the owner's, or that of a person in some studies."""

    owner: bool = False
    rights: Mapping[str, Person] | None = None

    def person_in(self, study: str) -> Person | None:
        """Who this is in a study; None if nobody there."""
        return OWNER if self.owner else (self.rights or {}).get(study)

    def anywhere(self) -> Person:
        """Who this is on pages of no study: the most that they are in any."""
        if self.owner:
            return OWNER
        people = list((self.rights or {}).values())
        return next((one for one in people if one.role == "coordinator"), people[0])


def stamp(row: PersonRow) -> str:
    """What a cookie holds of a person's secrets and session, so that it ends when they are changed or signed out."""
    return hashlib.sha256(f"{row.password}|{row.link_digest}|{row.session}".encode()).hexdigest()[:16]


def link_digest(token: str) -> str:
    """The digest under which a personal link is kept."""
    return hashlib.sha256(f"link:{token}".encode()).hexdigest()


async def identify(app: Application, call: Call) -> StaffSession | None:
    """The session a request belongs to; None for a stranger."""
    if app.options.demo:
        # a demo is open to the machine it runs on; the name guards against pages that rebind theirs to it
        name = call.header(b"host").rpartition(":")[0] or call.header(b"host")
        if name in _LOOPBACK and call.address in ("127.0.0.1", "::1"):
            return StaffSession(owner=True)
    wanted = app.cookie_name(call) + "="
    for part in call.header(b"cookie").split(";"):
        if part.strip().startswith(wanted):
            return await _of_cookie(app, part.strip().removeprefix(wanted))
    return None


async def _of_cookie(app: Application, cookie: str) -> StaffSession | None:
    # it may be in the database
    if await asyncio.to_thread(app.coordinators.is_signed_in, cookie):
        return StaffSession(owner=True)
    known = app.coordinators.person_of(cookie)
    if known is None:
        return None
    name, stamps = known
    rights = {}
    for short, kept in stamps.items():
        study = app.studies.get(short)
        row = await _find(study, name=name) if study else None
        if row is not None and row.state == AccountState.ACTIVE and stamp(row) == kept:
            rights[short] = Person(row.name, row.role, row.adjudicates)
    return StaffSession(rights=rights) if rights else None


async def _find(study: ServedStudy, *, name: str = "", digest: str = "") -> PersonRow | None:
    return await study.read(lambda conn: find_person(conn, study.engine.key, name=name, link_digest=digest))


async def by_password(app: Application, name: str, password: str) -> str:
    """A cookie for a person with this name and password, for every study that knows them so."""
    stamps = {}
    found = [(short, await _find(study, name=name)) for short, study in app.studies.items()]
    rows = [
        (short, row) for short, row in found if row is not None and row.state == AccountState.ACTIVE and row.password
    ]
    for short, row in rows:
        if await asyncio.to_thread(verify_password, password, row.password):
            stamps[short] = stamp(row)
    if not rows:
        # a name that nobody has costs as much time as a wrong password
        await asyncio.to_thread(verify_password, password, "")
    return _cookie(app, name, stamps)


async def by_link(app: Application, token: str) -> str:
    """A cookie for the person whose personal link this is."""
    for short, study in app.studies.items():
        row = await _find(study, digest=link_digest(token))
        if row is not None and row.state == AccountState.ACTIVE:
            return _cookie(app, row.name, {short: stamp(row)})
    return _cookie(app, "", {})


def _cookie(app: Application, name: str, stamps: dict[str, str]) -> str:
    if not stamps:
        raise BeholderError(
            "that does not let you in", code="sign-in-refused", hint="ask the coordinator for a new link"
        )
    return app.coordinators.person_cookie(name, stamps)
