"""Studies and their frozen versions."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import Showing, StudyState
from beholder.store.prepared import PreparedStatement
from beholder.store.records import Chain, add_records
from beholder.store.rows import StudyRow
from beholder.store.schema import OF_STUDY, answers, studies, versions

__all__ = [
    "add_study",
    "add_version",
    "append_record",
    "delete_study",
    "find_study",
    "load_study",
    "load_versions",
    "studies_of_people",
    "touch_study",
    "update_study",
    "version_times",
]

_COLUMNS = [studies.c[name] for name in StudyRow._fields]


def add_study(conn: Connection, *, id: str, at: int, seed: str, simulated: bool) -> int:  # noqa: A002
    """A new, empty study; its key."""
    values = {
        "id": id,
        "created_at": at,
        "state": StudyState.OPEN,
        "phase": Showing.MAIN,
        "simulated": simulated,
        "seed": seed,
        "version": 0,
        "open_places": 0,
        "chain_length": 0,
        "chain_head": "",
    }
    key = conn.execute(sa.insert(studies).values(values)).inserted_primary_key
    assert key is not None, "an insert returns its key"
    return int(key[0])


def find_study(conn: Connection, id: str) -> StudyRow | None:  # noqa: A002
    """The study with that id."""
    row = conn.execute(sa.select(*_COLUMNS).where(studies.c.id == id)).one_or_none()
    return StudyRow(*row) if row else None


def studies_of_people(conn: Connection) -> list[tuple[StudyRow, int]]:
    """All studies that were started for people, oldest first, each with its number of answers."""
    count = sa.select(sa.func.count()).where(answers.c.study == studies.c.study).scalar_subquery()
    query = sa.select(*_COLUMNS, count).where(studies.c.simulated.is_(False)).order_by(studies.c.study)
    return [(StudyRow(*row[:-1]), int(row[-1])) for row in conn.execute(query)]


_LOAD = PreparedStatement(sa.select(*_COLUMNS).where(studies.c.study == sa.bindparam("key")))


def load_study(conn: Connection, study: int) -> StudyRow:
    """The study with that key."""
    return StudyRow(*_LOAD.all(conn, key=study)[0])


def update_study(conn: Connection, study: int, **values: Any) -> None:
    """Sets columns of the study's row."""
    _update(tuple(values)).run(conn, key=study, **{f"new_{name}": value for name, value in values.items()})


@cache
def _update(names: tuple[str, ...]) -> PreparedStatement:
    """The statement for some columns, made once: it runs in every transaction."""
    new: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in names}
    return PreparedStatement(sa.update(studies).where(studies.c.study == sa.bindparam("key")).values(new))


_TOUCH = PreparedStatement(
    sa.update(studies).where(studies.c.study == sa.bindparam("key")).values(chain_head=studies.c.chain_head)
)


def append_record(
    conn: Connection, study: int, kind: str, body: Mapping[str, Any], *, at: int, subject: str = "", places: int = 0
) -> None:
    """Adds one record to the chain of a study that nobody else writes to now: about the study if of no other subject."""
    row = load_study(conn, study)
    chain = Chain(row.chain_length, row.chain_head)
    chain.add(kind, subject or row.id, body, at=at)
    add_records(conn, study, chain.new)
    opened = row.open_places + places
    update_study(conn, study, open_places=opened, chain_length=chain.length, chain_head=chain.head)


def touch_study(conn: Connection, study: int) -> None:
    """Makes a transaction that changes nothing of the study, yet goes to the disk like any other."""
    if conn.dialect.name == "sqlite":
        # a row that stays as it is would not be written; this number in the file's header is free for such uses
        conn.exec_driver_sql(f"PRAGMA user_version = {time.monotonic_ns() % 2**31}")
    else:
        _TOUCH.run(conn, key=study)


def add_version(conn: Connection, study: int, *, version: int, at: int, digest: str, definition: str) -> None:
    """Freezes a version and makes it the current one."""
    values = {"study": study, "version": version, "created_at": at, "digest": digest, "definition": definition}
    conn.execute(sa.insert(versions).values(values))
    update_study(conn, study, version=version)


def load_versions(conn: Connection, study: int) -> list[tuple[int, str, str]]:
    """All frozen versions as (version, digest, definition), oldest first."""
    query = (
        sa.select(versions.c.version, versions.c.digest, versions.c.definition)
        .where(versions.c.study == study)
        .order_by(versions.c.version)
    )
    return [(int(v), str(d), str(t)) for v, d, t in conn.execute(query)]


def version_times(conn: Connection, study: int) -> dict[int, int]:
    """When each version was frozen."""
    query = sa.select(versions.c.version, versions.c.created_at).where(versions.c.study == study)
    return {int(version): int(at) for version, at in conn.execute(query)}


def delete_study(conn: Connection, study: int) -> None:
    """Removes a study and everything in it. For simulated studies only: what people answered is never removed."""
    given = sa.select(answers.c.answer).where(answers.c.study == study)
    for table in reversed(OF_STUDY):
        mine = table.c.study == study if "study" in table.c else table.c.answer.in_(given)
        conn.execute(sa.delete(table).where(mine))
    conn.execute(sa.delete(studies).where(studies.c.study == study))
