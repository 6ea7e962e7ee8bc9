"""Connections to a PostgreSQL server: durable, and never waited for without end."""

from __future__ import annotations

import functools
import time
from collections.abc import Generator
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection

from beholder.errors import BeholderError, install_hint

__all__ = ["postgres_engine", "postgres_settings"]

# a server that is there answers at once; raters wait for the rest
_CONNECT_SECONDS = 10
# how much longer than its own limit the server may take to say that the limit was passed
_GRACE_SECONDS = 5


def postgres_engine(url: sa.URL, patience: int | None) -> sa.Engine:
    """An engine whose commits are on disk before they are reported; with `patience` no statement takes longer."""
    try:
        engine = sa.create_engine(
            url,
            pool_size=4,
            max_overflow=16,
            pool_timeout=_CONNECT_SECONDS,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=_link_settings(url, patience),
        )
    except ModuleNotFoundError:
        raise BeholderError(
            "PostgreSQL needs the package psycopg", code="extra-missing", hint=install_hint("postgres")
        ) from None

    if patience is not None:

        @event.listens_for(engine, "do_connect")
        def connecting(_dialect: Any, _record: Any, arguments: Any, settings: Any) -> Any:
            # the server cancels what takes too long; a server that is frozen cannot, so the last word is ours
            return _patient_connection(patience + _GRACE_SECONDS).connect(*arguments, **settings)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = on")
            cursor.execute("SET timezone = 'UTC'")
            cursor.execute("SHOW fsync")
            fsync = cursor.fetchone()[0]
        connection.commit()
        if fsync != "on":
            raise BeholderError(
                "this PostgreSQL server runs with fsync off: commits would not survive a power cut",
                code="database-not-durable",
                hint="set fsync = on in postgresql.conf",
            )

    return engine


def _link_settings(url: sa.URL, patience: int | None) -> dict[str, Any]:
    """Time limits of a connection; what the address itself says of them stands."""
    settings: dict[str, Any] = {
        "connect_timeout": _CONNECT_SECONDS,
        # a network that swallows packets is noticed within half a minute, not after the two hours of the kernel
        "keepalives": 1,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 25_000,
    }
    if patience is not None:
        given = str(url.query.get("options", ""))
        limits = f"-c statement_timeout={patience}s -c lock_timeout={patience}s"
        # ours first: a later setting of the same name wins
        settings["options"] = f"{limits} {given}".strip()
    return {name: value for name, value in settings.items() if name == "options" or name not in url.query}


def postgres_settings(conn: Connection) -> dict[str, str]:
    """Whether commits survive a power cut, as the server says."""
    return {name: str(conn.exec_driver_sql(f"SHOW {name}").scalar_one()) for name in ("fsync", "synchronous_commit")}


@functools.cache
def _patient_connection(seconds: float) -> Any:
    """A kind of connection that waits so long for any one reply, and is closed if none has come by then.

    No setting of libpq does this: a frozen server still has a kernel that acknowledges packets.
    """
    import psycopg

    class PatientConnection(psycopg.Connection[Any]):
        """A connection whose every exchange with the server has an end."""

        def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
            """Runs one exchange."""
            return super().wait(self._until(gen, time.monotonic() + seconds), *args, **kwargs)

        def _until(self, exchange: Any, deadline: float) -> Generator[Any, Any, Any]:
            """The same exchange, ended once the deadline has passed without anything to read or write."""
            try:
                wanted = next(exchange)
                while True:
                    ready = yield wanted
                    if not ready and time.monotonic() > deadline:
                        self.close()
                        raise psycopg.OperationalError("the database server does not answer")
                    wanted = exchange.send(ready)
            except StopIteration as done:
                return done.value

    return PatientConnection
