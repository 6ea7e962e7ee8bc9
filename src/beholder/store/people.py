"""People who run a study: coordinators and viewers."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.schema import people

__all__ = ["PersonRow", "end_sessions", "find_person", "list_people", "put_person"]


class PersonRow(NamedTuple):
    """One person. `password` is an argon2id hash, `link_digest` that of a personal link; either may be empty.

    `session` goes up by one when they sign out, which ends every cookie that was made before.
    """

    name: str
    role: str
    adjudicates: bool
    password: str
    link_digest: str
    state: str
    created_at: int
    session: int = 0


_COLUMNS = [people.c[name] for name in PersonRow._fields]


def put_person(conn: Connection, study: int, row: PersonRow) -> None:
    """Adds a person, or changes one of that name."""
    conn.execute(sa.delete(people).where(people.c.study == study, people.c.name == row.name))
    conn.execute(sa.insert(people).values(study=study, **row._asdict()))


def end_sessions(conn: Connection, study: int, name: str) -> None:
    """Signs a person out everywhere."""
    who = (people.c.study == study, people.c.name == name)
    conn.execute(sa.update(people).where(*who).values(session=people.c.session + 1))


def list_people(conn: Connection, study: int) -> list[PersonRow]:
    """Everybody, in the order they were added."""
    query = sa.select(*_COLUMNS).where(people.c.study == study).order_by(people.c.created_at, people.c.name)
    return [PersonRow(*row) for row in conn.execute(query)]


def find_person(conn: Connection, study: int, *, name: str = "", link_digest: str = "") -> PersonRow | None:
    """The person with that name, or who holds the personal link with that digest."""
    query = sa.select(*_COLUMNS).where(people.c.study == study)
    query = query.where(people.c.name == name) if name else query.where(people.c.link_digest == link_digest)
    if not name and not link_digest:
        return None
    row = conn.execute(query).one_or_none()
    return PersonRow(*row) if row else None
