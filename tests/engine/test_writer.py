"""The thread that writes: whatever becomes of those who wait for it, it goes on, and nobody waits for nothing."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.engine.writer import _MOST_WAITING, _RETRIES, Writer
from beholder.errors import BeholderError
from beholder.store import Database, outage
from beholder.store.outage import DatabaseUnavailableError

# a guard against hanging, not a measure
SOON = 60


@contextmanager
def writing(
    database: Database,
    apply: Callable[[Connection, Sequence[Any]], list[Any]],
    settle: Callable[[], None] = lambda: None,
) -> Iterator[Writer]:
    writer = Writer(database, 1, apply, settle=settle)
    try:
        yield writer
    finally:
        if isinstance(apply, Gate):
            # a test that fails must not leave the writer waiting for it
            apply.open.set()
        writer.close()


def submit_all(writer: Writer, commands: Sequence[Any]) -> list[Future[Any]]:
    futures: list[Future[Any]] = [Future() for _ in commands]
    writer.enqueue(list(zip(commands, futures, strict=True)))
    return futures


def submit(writer: Writer, command: Any) -> Future[Any]:
    return submit_all(writer, [command])[0]


class Gate:
    """Holds the writer inside a transaction until it is opened; every command is its own result."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.open = threading.Event()
        self.seen: list[Any] = []

    def __call__(self, _conn: Connection, commands: Sequence[Any]) -> list[Any]:
        self.entered.set()
        assert self.open.wait(SOON)
        self.seen += commands
        return list(commands)


def test_who_stops_waiting_does_no_harm_and_what_was_not_begun_is_not_done(database: Database) -> None:
    gate = Gate()
    with writing(database, gate) as writer:
        first = submit(writer, "first")
        assert gate.entered.wait(SOON)
        given_up, kept = submit(writer, "given up"), submit(writer, "kept")
        assert given_up.cancel()
        assert not first.cancel(), "it is being written"
        gate.open.set()
        assert (first.result(SOON), kept.result(SOON)) == ("first", "kept")
        with pytest.raises(CancelledError):
            given_up.result(SOON)
        assert submit(writer, "afterwards").result(SOON) == "afterwards"
    assert gate.seen == ["first", "kept", "afterwards"]


class Stubborn:
    """A receiver that takes nothing."""

    def set_running_or_notify_cancel(self) -> bool:
        return True

    def set_result(self, result: Any, /) -> None:
        raise InvalidStateError

    def set_exception(self, error: BaseException, /) -> None:
        raise InvalidStateError


def test_a_receiver_that_takes_nothing_costs_nobody_else_their_result(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    with writing(database, lambda _, commands: list(commands), settle=lambda: 1 / 0) as writer:  # type: ignore[arg-type]
        other: Future[Any] = Future()
        writer.enqueue([("mine", Stubborn()), ("yours", other)])
        assert other.result(SOON) == "yours"
        assert writer.works
        assert submit(writer, "next").result(SOON) == "next"
    database.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_leaves_nobody_waiting_and_says_so(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    gate = Gate()

    def die(conn: Connection, commands: Sequence[Any]) -> list[Any]:
        gate(conn, commands)
        raise SystemExit

    writer = Writer(database, 1, die, settle=lambda: None)
    begun = submit(writer, "begun")
    assert gate.entered.wait(SOON)
    queued = submit(writer, "queued")
    gate.open.set()
    for one in (begun, queued):
        with pytest.raises(BeholderError) as caught:
            one.result(SOON)
        assert caught.value.code == "shutting-down"
    writer.close()
    assert not writer.works
    with pytest.raises(BeholderError, match="shutting down"):
        submit(writer, "too late")
    database.close()


def test_more_than_can_be_written_is_refused_at_once(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    gate = Gate()
    with writing(database, gate) as writer:
        first = submit(writer, 0)
        assert gate.entered.wait(SOON)
        waiting = submit_all(writer, range(_MOST_WAITING))
        with pytest.raises(BeholderError) as caught:
            submit(writer, "one more")
        assert caught.value.code == "busy"
        gate.open.set()
        assert first.result(SOON) == 0
        assert [one.result(SOON) for one in waiting] == list(range(_MOST_WAITING))
        assert submit(writer, "room again").result(SOON) == "room again"
    database.close()


def _locked(path: Path) -> sqlite3.Connection:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_locked_database_fails_a_batch_as_one_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a logger of its own: other tests in this process may have configured the real one
    monkeypatch.setattr(outage, "_log", logging.getLogger("of this test"))
    path = tmp_path / "store.sqlite3"
    database = Database.open(path).with_patience(0)
    transactions = 0
    begin = database.write

    @contextmanager
    def counted(study: int | None = 0) -> Iterator[Connection]:
        nonlocal transactions
        transactions += 1
        with begin(study) as conn:
            yield conn

    database.write = counted  # type: ignore[method-assign]
    with writing(database, lambda _, commands: list(commands)) as writer:
        assert submit(writer, "before").result(SOON) == "before"
        other, transactions = _locked(path), 0
        for _ in range(2):
            batch = submit_all(writer, range(200))
            for one in batch:
                with pytest.raises(DatabaseUnavailableError):
                    one.result(SOON)
        # the first batch tries again as one, and nothing one by one; the second asks once
        assert transactions <= 1 + len(_RETRIES) + 1
        assert not writer.works
        other.rollback()
        assert submit(writer, "after").result(SOON) == "after"
        assert writer.works
    told = [record.message for record in caplog.records if record.name == "of this test"]
    assert len(told) == 2
    assert "locked" in told[0]
    assert "again" in told[1]
    database.close()


def test_an_idle_writer_finds_out_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    database = Database.open(path).with_patience(0)
    beats = threading.Semaphore(0)
    other = _locked(path)

    def beat(conn: Connection) -> None:
        conn.execute(sa.text("SELECT 1"))
        beats.release()

    writer = Writer(database, 1, lambda _, commands: list(commands), settle=lambda: None, beat=(0.01, beat))
    while writer.works:
        threading.Event().wait(0.01)
    other.rollback()
    # the first transaction after an outage beats twice; a third beat shows that it was committed
    for _ in range(3):
        assert beats.acquire(timeout=SOON)
    assert writer.works
    writer.close()
    database.close()


def test_an_idle_transaction_that_fails_is_told_and_the_writer_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    tried = threading.Event()

    def beat(_conn: Connection) -> None:
        tried.set()
        raise ValueError("a mistake of ours")

    writer = Writer(database, 1, lambda _, commands: list(commands), settle=lambda: None, beat=(0.01, beat))
    assert tried.wait(SOON)
    assert submit(writer, "afterwards").result(SOON) == "afterwards"
    writer.close()
    assert "an idle transaction failed" in caplog.messages
    database.close()


def test_what_is_queued_at_the_end_is_written(database: Database) -> None:
    gate = Gate()
    writer = Writer(database, 1, gate, settle=lambda: None)
    first = submit(writer, "first")
    assert gate.entered.wait(SOON)
    queued = [submit(writer, n) for n in range(1000)]
    gate.open.set()
    writer.close()
    assert first.result(0) == "first"
    assert [one.result(0) for one in queued] == list(range(1000))


def test_a_study_that_is_closed_does_not_try_again(tmp_path: Path) -> None:
    """Whoever stops a server during an outage would wait for every try of every batch."""
    database = Database.open(tmp_path / "store.sqlite3")
    tried: list[Any] = []

    def apply(_conn: Connection, commands: Sequence[Any]) -> list[Any]:
        tried.append(list(commands))
        while not writer._closed:
            threading.Event().wait(0.01)
        raise DatabaseUnavailableError("written", passing=True)

    writer = Writer(database, 1, apply, settle=lambda: None)
    answer = submit(writer, "answer")
    writer.close()
    with pytest.raises(DatabaseUnavailableError):
        answer.result(SOON)
    assert tried == [["answer"]]
    database.close()


def test_one_bad_command_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")

    def apply(_conn: Connection, commands: Sequence[Any]) -> list[Any]:
        if "bad" in commands:
            raise ZeroDivisionError
        return list(commands)

    with writing(database, apply) as writer:
        first, bad, last = submit_all(writer, ["first", "bad", "last"])
        assert (first.result(SOON), last.result(SOON)) == ("first", "last")
        with pytest.raises(ZeroDivisionError):
            bad.result(SOON)
        assert writer.works
    database.close()


def test_where_the_database_goes_away_among_single_commands_the_rest_do_not_wait(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    tried: list[Any] = []

    def apply(_conn: Connection, commands: Sequence[Any]) -> list[Any]:
        tried.append(list(commands))
        if len(commands) > 1:
            raise ZeroDivisionError
        if commands == ["second"]:
            raise DatabaseUnavailableError("written")
        return list(commands)

    with writing(database, apply) as writer:
        first, second, third = submit_all(writer, ["first", "second", "third"])
        assert first.result(SOON) == "first"
        for one in (second, third):
            with pytest.raises(DatabaseUnavailableError):
                one.result(SOON)
    assert tried == [["first", "second", "third"], ["first"], ["second"]]
    database.close()
