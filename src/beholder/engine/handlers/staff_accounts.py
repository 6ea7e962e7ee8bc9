"""Those who run the study: who they are, what they may do, and that they are signed out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beholder.declarations.states import AccountState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.errors import BeholderError
from beholder.store import people
from beholder.store.people import PersonRow

__all__ = ["EndSessions", "PutPerson"]


@dataclass(frozen=True, slots=True)
class PutPerson(Command[None]):
    """Adds or changes somebody who runs the study."""

    author: str
    name: str
    role: str = "viewer"
    adjudicates: bool = False
    password: str = ""
    link_digest: str = ""
    state: str = AccountState.ACTIVE


@dataclass(frozen=True, slots=True)
class EndSessions(Command[None]):
    """Signs somebody who runs the study out, in every browser."""

    name: str


@handles(PutPerson)
def put_person(batch: Batch, command: PutPerson) -> None:
    """Adds or changes somebody who runs the study."""
    if command.role not in ("coordinator", "viewer"):
        raise BeholderError("expected coordinator or viewer", code="role-unknown", where="role")
    row = PersonRow(
        command.name,
        command.role,
        command.adjudicates,
        command.password,
        command.link_digest,
        command.state,
        batch.now,
    )
    before = people.find_person(batch.conn, batch.context.key, name=command.name)
    if before is not None:
        row = row._replace(created_at=before.created_at, session=before.session)
    people.put_person(batch.conn, batch.context.key, row)
    details: dict[str, Any] = {"name": command.name, "after": _public(row)}
    if before is not None:
        details["before"] = _public(before)
        details["password_changed"] = before.password != row.password
        details["link_changed"] = before.link_digest != row.link_digest
    batch.record_act(command.author, "person", details)


def _public(row: PersonRow) -> dict[str, Any]:
    return {"role": row.role, "adjudicates": bool(row.adjudicates), "state": row.state}


@handles(EndSessions)
def end_sessions(batch: Batch, command: EndSessions) -> None:
    """Signs somebody out; what they may do is as it was, so nothing is put on record."""
    people.end_sessions(batch.conn, batch.context.key, command.name)
