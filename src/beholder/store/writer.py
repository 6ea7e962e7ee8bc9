"""The one place that writes: a thread that commits everything that is waiting together.

While one commit is on its way to the disk new commands queue up, and the next commit takes them all. So the number of
answers per second is not bound to the number of commits per second.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.errors import BeholderError
from beholder.store.database import Database

__all__ = ["Receiver", "Writer"]

_log = logging.getLogger("beholder.store")


class Receiver(Protocol):
    """Where a result goes: a future, or something that passes it on to one."""

    def set_result(self, result: Any, /) -> None:
        """The command was carried out and is on disk."""

    def set_exception(self, error: BaseException, /) -> None:
        """The command was refused or failed."""


_Job = tuple[Any, Receiver]
Apply = Callable[[Connection, Sequence[Any]], list[Any]]

_MOST_TOGETHER = 512
_RETRIES = (0.05, 0.2, 0.5, 1.0, 2.0)


class Writer:
    """Runs commands in batches, one transaction each. A result is handed out only after its commit.

    `apply` turns commands into results; a result that is an exception is raised for its caller alone. `settle` is
    called after each commit, before its results are handed out.
    """

    def __init__(self, database: Database, study: int, apply: Apply, *, settle: Callable[[], None]) -> None:
        self._database = database
        self._study = study
        self._apply = apply
        self._settle = settle
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"beholder-writer-{study}", daemon=True)
        self._thread.start()

    def submit(self, command: Any) -> Future[Any]:
        """Queues a command; the future holds its result once it is on disk."""
        return self.submit_together([command])[0]

    def submit_together(self, commands: Sequence[Any]) -> list[Future[Any]]:
        """Queues commands that go into one transaction."""
        futures: list[Future[Any]] = [Future() for _ in commands]
        self._put(list(zip(commands, futures, strict=True)))
        return futures

    def hand(self, command: Any, to: Receiver) -> None:
        """Queues a command whose result goes to `to`, in the writer's thread."""
        self._put([(command, to)])

    def _put(self, jobs: list[_Job]) -> None:
        if self._closed:
            raise BeholderError("the study is shutting down", code="shutting-down", hint="try again in a moment")
        self._queue.put(jobs)

    def do(self, command: Any) -> Any:
        """Runs one command and waits for it."""
        return self.submit(command).result()

    def close(self) -> None:
        """Finishes what is queued, then stops."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            waiting = [self._queue.get()]
            jobs = list(waiting[0] or ())
            while len(jobs) < _MOST_TOGETHER and waiting[-1] is not None:
                try:
                    waiting.append(self._queue.get_nowait())
                except queue.Empty:
                    break
                jobs += waiting[-1] or ()
            closing = waiting[-1] is None
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            results = self._transact([command for command, _ in jobs])
        except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to the callers
            if len(jobs) == 1:
                jobs[0][1].set_exception(_readable(error))
                return
            # one bad command must not take the others with it
            for job in jobs:
                self._commit([job])
            return
        self._settle()
        for (_, receiver), result in zip(jobs, results, strict=True):
            if isinstance(result, Exception):
                receiver.set_exception(result)
            else:
                receiver.set_result(result)

    def _transact(self, commands: Sequence[Any]) -> list[Any]:
        for pause in (*_RETRIES, None):
            try:
                with self._database.write(self._study) as conn:
                    return self._apply(conn, commands)
            except sa.exc.DBAPIError as error:
                # commands are safe to repeat: a lost connection may have hidden a commit that did happen
                if pause is None or not _passing(error):
                    raise
                time.sleep(pause)
        raise AssertionError("the loop returns or raises")


def _passing(error: sa.exc.DBAPIError) -> bool:
    state = getattr(error.orig, "sqlstate", None) or ""
    return error.connection_invalidated or state.startswith(("08", "40", "57P")) or "locked" in str(error.orig)


def _readable(error: Exception) -> Exception:
    if isinstance(error, sa.exc.OperationalError):
        # the driver's words name hosts, users and paths, which are not for raters
        _log.error("the database cannot be written: %s", str(error.orig).strip().splitlines()[0])
        return BeholderError(
            "the database cannot be written now",
            code="database-unavailable",
            hint="is the disk full, or the database server down? Nothing was lost; try again",
        )
    return error
