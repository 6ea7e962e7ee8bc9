"""The one place that writes: a thread that commits everything that is waiting together.

While one commit is on its way to the disk new commands queue up, and the next commit takes them all. So the number of
answers per second is not bound to the number of commits per second.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sqlalchemy.engine import Connection

from beholder.errors import BeholderError
from beholder.store.database import Database, DatabaseDamagedError
from beholder.store.outage import DatabaseUnavailableError, Outage

__all__ = ["Job", "Receiver", "Writer"]

_log = logging.getLogger("beholder.store")


class Receiver(Protocol):
    """Where a result goes: a future, or something that passes it on to one."""

    def set_running_or_notify_cancel(self) -> bool:
        """Asked once, before the command is carried out: whether anybody still waits for it."""

    def set_result(self, result: Any, /) -> None:
        """The command was carried out and is on disk."""

    def set_exception(self, error: BaseException, /) -> None:
        """The command was refused or failed."""


Job = tuple[Any, Receiver]
"""A command, and where its result goes."""

Apply = Callable[[Connection, Sequence[Any]], list[Any]]

# a commit of more takes longer than raters should wait for it; fewer bind answers to the rate of commits
_MOST_TOGETHER = 512
# eight batches: what waits longer than that is better sent again than kept
_MOST_WAITING = 8 * _MOST_TOGETHER
# seconds, longer each time: most of what passes has passed at once, a restart of PostgreSQL takes a few seconds
_RETRIES = (0.05, 0.2, 0.5, 1.0, 2.0)
# a batch is not tried again after that many seconds: more and more would queue up behind it
_TRIED_FOR = 15.0
# older than any limit on a statement: a commit that takes longer will not come
_STALE = 30.0


class Writer:
    """Runs commands in batches, one transaction each. A result is handed out only after its commit.

    `apply` turns commands into results; a result that is an exception is raised for its caller alone. `settle` is
    called after each commit, before its results are handed out. With `beat`, a writer that has nothing to do for that
    many seconds calls it in a transaction of its own, so that `works` is about now and not about the last answer.
    """

    def __init__(
        self,
        database: Database,
        study: int,
        apply: Apply,
        *,
        settle: Callable[[], None],
        beat: tuple[float, Callable[[Connection], None]] | None = None,
    ) -> None:
        self._database = database
        self._study = study
        self._apply = apply
        self._settle = settle
        self._beat = beat
        self._queue: queue.SimpleQueue[Sequence[Job] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self._at_work: list[Job] = []
        self._closed = False
        self._outage = Outage("written")
        self._committed = time.monotonic()
        self._thread = threading.Thread(target=self._run, name=f"beholder-writer-{study}", daemon=True)
        self._thread.start()

    @property
    def works(self) -> bool:
        """Whether what is submitted now can be expected to be written."""
        recent = self._beat is None or time.monotonic() - self._committed < self._beat[0] + _STALE
        return self._thread.is_alive() and not self._outage.lasts and recent

    @property
    def waiting(self) -> int:
        """How many commands wait for their transaction."""
        return self._waiting

    @property
    def since_commit(self) -> float:
        """Seconds since something was last committed."""
        return time.monotonic() - self._committed

    def enqueue(self, jobs: Sequence[Job]) -> None:
        """Queues commands that go into one transaction; each result goes to its receiver, in the writer's thread."""
        with self._lock:
            if self._closed:
                raise _shutting_down()
            # however many come at once, they may if nothing is in front of them
            if self._waiting and self._waiting + len(jobs) > _MOST_WAITING:
                raise BeholderError(
                    "more is sent than can be written just now", code="busy", hint="try again in a moment"
                )
            self._waiting += len(jobs)
            self._queue.put(jobs)

    def close(self) -> None:
        """Finishes what is queued, then stops."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while (jobs := self._next()) is not None:
                if jobs:
                    self._commit(jobs)
                    self._at_work = []
                elif self._beat is not None:
                    self._try_writing(self._beat[1])
        except BaseException:
            _log.critical("the thread that writes has ended; restart the server", exc_info=True)
            raise
        finally:
            self._refuse_waiting()

    def _next(self) -> list[Job] | None:
        """All that waits, as far as it fits into one transaction; nothing once it is time to beat; None at the end."""
        try:
            first = self._queue.get(timeout=self._beat[0] if self._beat else None)
        except queue.Empty:
            return []
        if first is None:
            return None
        jobs = list(first)
        while len(jobs) < _MOST_TOGETHER:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                # nothing can come after it: this batch is the last
                self._queue.put(None)
                break
            jobs += more
        with self._lock:
            self._waiting -= len(jobs)
        # who has gone away meanwhile has been told so, and sends the same again
        self._at_work = [job for job in jobs if job[1].set_running_or_notify_cancel()]
        return self._at_work

    def _refuse_waiting(self) -> None:
        """Leaves nobody waiting for a thread that is no more."""
        with self._lock:
            self._closed = True
        for _, receiver in self._at_work:
            with contextlib.suppress(Exception):
                receiver.set_exception(_shutting_down())
        while not self._queue.empty():
            for _, receiver in self._queue.get() or ():
                if receiver.set_running_or_notify_cancel():
                    _deliver(receiver, _shutting_down())

    def _try_writing(self, beat: Callable[[Connection], None]) -> None:
        """Finds out whether a transaction could be committed; the outage tells the rest."""
        try:
            self._transact(beat)
        except Exception as error:  # noqa: BLE001 - as for commands: the thread goes on, and what happened is in the log
            if not isinstance(error, BeholderError):
                _log.exception("an idle transaction failed")

    def _commit(self, jobs: list[Job]) -> None:
        commands = [command for command, _ in jobs]
        try:
            results = self._transact(lambda conn: self._apply(conn, commands))
        except (DatabaseUnavailableError, DatabaseDamagedError) as error:
            # it is nobody's fault: tried one by one, each would wait as long as all of them together
            for _, receiver in jobs:
                _deliver(receiver, error)
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to the callers
            if len(jobs) == 1:
                _deliver(jobs[0][1], error)
                return
            # one bad command must not take the others with it
            for n, job in enumerate(jobs, start=1):
                self._commit([job])
                if self._outage.lasts:
                    for _, receiver in jobs[n:]:
                        _deliver(receiver, DatabaseUnavailableError("written"))
                    return
            return
        try:
            self._settle()
        except Exception:  # noqa: BLE001 - the answers are on disk, and their raters are to know
            _log.exception("what follows a commit failed; the commit itself is on disk")
        for (_, receiver), result in zip(jobs, results, strict=True):
            _deliver(receiver, result)

    def _transact(self, work: Callable[[Connection], Any]) -> Any:
        began = time.monotonic()
        for pause in (*_RETRIES, None):
            try:
                with self._database.write(self._study) as conn:
                    if self._outage.lasts and self._beat is not None:
                        # a command that finds nothing to write would be no sign that writing works again
                        self._beat[1](conn)
                    result = work(conn)
            except (DatabaseUnavailableError, DatabaseDamagedError) as error:
                passing = isinstance(error, DatabaseUnavailableError) and error.passing
                # while the database is away each batch asks once: its callers learn soon, and try again by themselves
                known = self._outage.lasts or self._closed or time.monotonic() - began > _TRIED_FOR
                # commands are safe to repeat: a lost connection may have hidden a commit that did happen
                if pause is not None and passing and not known:
                    time.sleep(pause)
                    continue
                self._outage.begin(error.__cause__ or error)
                raise
            self._committed = time.monotonic()
            self._outage.end()
            # who has written has read as well: a server that nobody asks must not be thought away for ever
            self._database.outage.end()
            return result
        raise AssertionError("the loop returns or raises")


def _deliver(receiver: Receiver, result: Any) -> None:
    """Gives a result out; a receiver that cannot take it must not cost the others theirs."""
    try:
        if isinstance(result, Exception):
            receiver.set_exception(result)
        else:
            receiver.set_result(result)
    except Exception:  # noqa: BLE001 - whatever is wrong with one receiver
        _log.exception("a result could not be handed out")


def _shutting_down() -> BeholderError:
    return BeholderError("the study is shutting down", code="shutting-down", hint="try again in a moment")
