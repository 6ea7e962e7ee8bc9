"""What the servers of one database share: small texts by name, each made once or changed by one server at a time."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.server_tables import server_state

__all__ = ["change_state", "made_once", "read_state"]

# the same for every name: they are changed a few times a day
_LOCK = sa.text("SELECT pg_advisory_xact_lock(hashtext('beholder-server-state'))")


def read_state(conn: Connection, name: str) -> str | None:
    """The text of that name; None if nobody has written it."""
    return conn.execute(sa.select(server_state.c.value).where(server_state.c.name == name)).scalar_one_or_none()


def change_state(conn: Connection, name: str, change: Callable[[str | None], str | None]) -> None:
    """Replaces a text by what `change` makes of it, unless that is None; nobody else changes one meanwhile."""
    if conn.dialect.name == "postgresql":
        conn.execute(_LOCK)
    before = read_state(conn, name)
    after = change(before)
    if after is None:
        return
    if before is None:
        conn.execute(sa.insert(server_state).values(name=name, value=after))
    else:
        conn.execute(sa.update(server_state).where(server_state.c.name == name).values(value=after))


def made_once(conn: Connection, name: str, make: Callable[[], str]) -> str:
    """The text of that name, made by whichever server asks first."""
    change_state(conn, name, lambda before: make() if before is None else None)
    found = read_state(conn, name)
    assert found is not None, "it was written just now"
    return found
