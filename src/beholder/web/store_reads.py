"""Reads from a study's picture store: threads of their own, a time limit, and a circuit breaker.

A store that hangs costs raters its pictures. It must not cost them their answers, which need the threads of the database,
and it must not go unnoticed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from beholder.errors import BeholderError
from beholder.media.stores import OpenFile

T = TypeVar("T")
_log = logging.getLogger("beholder.web")

UNAVAILABLE = "media-store-unavailable"
#: Seconds from the request of a picture to its last byte, waiting for a thread included.
READ_SECONDS = 10.0
#: Failures in a row after which the store is no longer asked.
MAX_FAILURES = 3
#: Seconds until one read is let through again, to see whether the store is back.
PAUSE_SECONDS = 5.0
# a browser loads six files at once; stores answer in tens of milliseconds
_THREADS = 8


class StoreReads:
    """Runs reads of one store. After some failures in a row all are refused at once, but for one probe now and then."""

    def __init__(self, study: str, store: str) -> None:
        self.store = store
        self._pool = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix=f"beholder-store-{study}")
        self._checks: dict[str, asyncio.Future[None]] = {}
        self._failures = 0
        self._next_probe = 0.0

    @property
    def open_circuit(self) -> bool:
        """Whether reads are refused without asking the store."""
        return self._failures >= MAX_FAILURES

    def unavailable(self) -> BeholderError:
        """The refusal that raters and watchdogs get. Anybody may read it: only the log says where the store is."""
        return BeholderError(
            "the picture store does not answer",
            code="media-store-unavailable",
            hint="answers are saved; pictures come once the store answers, see the server's log",
        )

    async def run(self, read: Callable[[], T]) -> T:
        """The result of a read, within the limit of time."""
        if self.open_circuit:
            if time.monotonic() < self._next_probe:
                raise self.unavailable()
            self._next_probe = time.monotonic() + READ_SECONDS + PAUSE_SECONDS
        task = self._pool.submit(read)
        try:
            async with asyncio.timeout(READ_SECONDS):
                result = await asyncio.wrap_future(task)
        except TimeoutError:
            self._failed(f"no answer within {READ_SECONDS:g} seconds")
            raise self.unavailable() from None
        except BeholderError as error:
            if error.code == UNAVAILABLE:
                self._failed(str(error))
            elif error.code.startswith("media-"):
                self._worked()
            raise
        self._worked()
        return result

    async def check(self, key: str, check: Callable[[], None]) -> None:
        """Runs a long check once for all who wait for it. It goes on where a request gives up, which may come again."""
        under_way = self._checks.get(key)
        if under_way is None:
            if self.open_circuit and time.monotonic() < self._next_probe:
                raise self.unavailable()
            under_way = self._checks[key] = asyncio.wrap_future(self._pool.submit(check))
            under_way.add_done_callback(partial(self._checked, key))
        done, _ = await asyncio.wait({under_way}, timeout=READ_SECONDS)
        if not done:
            raise BeholderError(
                "the clip is still being checked", code="media-store-unavailable", hint="try again in a moment"
            )
        under_way.result()

    def _checked(self, key: str, done: asyncio.Future[None]) -> None:
        self._checks.pop(key, None)
        error = None if done.cancelled() else done.exception()
        if isinstance(error, BeholderError) and error.code == UNAVAILABLE:
            self._failed(str(error))
        elif error is None:
            self._worked()

    def _failed(self, why: str) -> None:
        self._failures += 1
        self._next_probe = time.monotonic() + PAUSE_SECONDS
        if self._failures == MAX_FAILURES:
            _log.error("the picture store %s cannot be read, pictures are refused: %s", self.store, why)

    def _worked(self) -> None:
        if self.open_circuit:
            _log.warning("the picture store %s can be read again", self.store)
        self._failures = 0

    def spawn(self, what: Callable[[], None]) -> Future[None]:
        """Lets a thread of the store do what nobody waits for."""
        return self._pool.submit(what)

    def close(self) -> None:
        """Takes no more; does not wait for a store that hangs."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class StoreFile:
    """An open file of a store, read within the limits."""

    def __init__(self, reads: StoreReads, file: OpenFile) -> None:
        self._reads = reads
        self._file = file

    async def read(self, size: int) -> bytes:
        """Up to that many bytes; nothing at the end."""
        return bytes(await self._reads.run(lambda: self._file.read(size)))

    def seek(self, offset: int) -> None:
        """Goes to that byte."""
        self._file.seek(offset)

    def close(self) -> None:
        """Lets it go once nobody reads it: closing waits for a read under way."""
        self._reads.spawn(self._file.close)
