"""What is told of a database that is away, and what is a mistake of ours; and that no study runs on one that may forget."""

from __future__ import annotations

import logging
import socket
import sqlite3
import struct
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import MagicMock

import pytest
import sqlalchemy as sa

from beholder.errors import BeholderError
from beholder.store import Database, database, postgres_link
from beholder.store.outage import DatabaseUnavailableError, Outage, unavailable

# a guard against hanging, not a measure
SOON = 60


class _Told(Exception):
    def __init__(self, state: str) -> None:
        super().__init__(state)
        self.sqlstate = state


def _of_sqlite(number: int) -> sa.exc.DBAPIError:
    cause = sqlite3.OperationalError("said")
    cause.sqlite_errorcode = number
    return sa.exc.OperationalError("SELECT 1", {}, cause)


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (sa.exc.TimeoutError(), False),
        (_of_sqlite(sqlite3.SQLITE_BUSY), True),
        (_of_sqlite(sqlite3.SQLITE_FULL), False),
        (sa.exc.OperationalError("SELECT 1", {}, _Told("57P01")), True),
        (sa.exc.OperationalError("SELECT 1", {}, _Told("53100")), False),
        # the server's own limits on statements, locks and idle transactions
        *((sa.exc.OperationalError("SELECT 1", {}, _Told(state)), False) for state in ("57014", "55P03", "25P03")),
        # the connection was lost, another transaction was in the way
        *((sa.exc.OperationalError("SELECT 1", {}, _Told(state)), True) for state in ("08006", "40001")),
        (sa.exc.OperationalError(None, {}, _Told("")), True),
    ],
)
def test_a_database_that_is_away_is_told_as_such(error: sa.exc.SQLAlchemyError, passing: bool) -> None:
    told = unavailable(error, writing=True)
    assert told is not None
    assert "cannot be written now" in str(told)
    assert told.passing is passing


@pytest.mark.parametrize(
    "error",
    [
        sa.exc.ArgumentError("no such column"),
        _of_sqlite(sqlite3.SQLITE_CONSTRAINT),
        sa.exc.IntegrityError("INSERT", {}, _Told("23505")),
    ],
)
def test_a_mistake_of_ours_stays_one(error: sa.exc.SQLAlchemyError) -> None:
    assert unavailable(error, writing=True) is None


def test_a_reader_that_tries_to_write_is_a_mistake_of_ours() -> None:
    assert unavailable(_of_sqlite(sqlite3.SQLITE_READONLY), writing=False) is None
    assert unavailable(_of_sqlite(sqlite3.SQLITE_READONLY), writing=True) is not None


def test_the_log_tells_of_the_beginning_and_the_end(caplog: pytest.LogCaptureFixture) -> None:
    outage = Outage("read")
    with caplog.at_level(logging.WARNING, logger="beholder.store"):
        outage.end()
        for _ in range(3):
            outage.begin(sqlite3.OperationalError("disk I/O error\nat /secret/path"))
        outage.end()
        outage.end()
    assert caplog.messages == ["the database cannot be read: disk I/O error", "the database can be read again"]


def test_no_study_runs_on_a_database_that_may_forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_sqlite_settings", lambda connection: {"journal_mode": "delete", "synchronous": "1"})
    with pytest.raises(BeholderError) as caught:
        Database.open(tmp_path / "store.sqlite3")
    assert caught.value.code == "database-not-durable"


def test_nor_on_a_server_that_does_not_sync() -> None:
    pytest.importorskip("psycopg", reason="the driver of PostgreSQL is an extra")
    connection = MagicMock()
    connection.cursor().__enter__().fetchone.return_value = ("off",)
    engine = postgres_link.postgres_engine(sa.make_url("postgresql+psycopg://anybody@127.0.0.1/any"), None)
    *_, asked_last = engine.pool.dispatch.connect
    with pytest.raises(BeholderError) as caught:
        asked_last(connection, None)
    assert caught.value.code == "database-not-durable"
    assert "fsync = on" in caught.value.problems[0].hint


_SSL, _GSS = 80877103, 80877104
"""What a client asks before it says who it is (PostgreSQL's documentation, message formats)."""


def _let_in_and_fall_silent(listener: socket.socket, held: list[socket.socket]) -> None:
    """A PostgreSQL server that lets anybody in and never says another word, as one that is frozen."""
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        held.append(client)
        length, asked = struct.unpack("!ii", client.recv(8, socket.MSG_WAITALL))
        while asked in (_SSL, _GSS):
            client.sendall(b"N")
            length, asked = struct.unpack("!ii", client.recv(8, socket.MSG_WAITALL))
        client.recv(length - 8, socket.MSG_WAITALL)
        client.sendall(b"R" + struct.pack("!ii", 8, 0) + b"Z" + struct.pack("!ic", 5, b"I"))


@pytest.fixture
def frozen_server() -> Iterator[int]:
    """The port of such a server."""
    held: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=_let_in_and_fall_silent, args=(listener, held), daemon=True)
        serving.start()
        yield int(listener.getsockname()[1])
        listener.shutdown(socket.SHUT_RDWR)
    for client in held:
        client.close()


def test_a_server_that_falls_silent_is_given_up(frozen_server: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg", reason="the driver of PostgreSQL is an extra")
    monkeypatch.setattr(postgres_link, "_GRACE_SECONDS", 0)
    opened = Database(f"postgresql://anybody@127.0.0.1:{frozen_server}/any", patience=0)

    def ask() -> None:
        with opened.read() as conn:
            conn.execute(sa.text("SELECT 1"))

    asking = ThreadPoolExecutor(1)
    try:
        with pytest.raises(DatabaseUnavailableError):
            asking.submit(ask).result(SOON)
    finally:
        asking.shutdown(wait=False)
