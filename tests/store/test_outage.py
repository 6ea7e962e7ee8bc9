"""What is told of a database that is away, and what is a mistake of ours; and that no study runs on one that may forget."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from beholder.errors import BeholderError
from beholder.store import Database, database
from beholder.store.outage import Outage, unavailable


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
