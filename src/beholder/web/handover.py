"""Results on their way from the writer's thread to the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any

from beholder.store.outage import DatabaseUnavailableError

__all__ = ["Handover"]


class Handover:
    """Hands results over many at a time: a transaction ends for all its commands at once, so the loop wakes once.

    Waking a loop for each answer by itself costs more than storing the answer does.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._settled: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._woken = False

    def expect(self) -> Expected:
        """A place for one result."""
        return Expected(self)

    def give_up(self, expected: Expected) -> None:
        """Lets nobody wait any longer; what the writer has not begun by now it leaves."""
        if not expected.future.done():
            expected.given_up = True
            expected.future.set_exception(DatabaseUnavailableError("written"))

    def settle(self, future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        """Called by the writer."""
        self._settled.append((future, result, error))
        if not self._woken:
            self._woken = True
            # nobody waits any more once the loop is closed
            with contextlib.suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._hand_out)

    def _hand_out(self) -> None:
        # set before the queue is emptied: what is added afterwards wakes the loop again
        self._woken = False
        while self._settled:
            future, result, error = self._settled.popleft()
            if future.done():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)


class Expected:
    """One result to come: await `future`; the writer sets it as it would a future of its own."""

    __slots__ = ("_handover", "future", "given_up")

    def __init__(self, handover: Handover) -> None:
        self._handover = handover
        self.given_up = False
        self.future: asyncio.Future[Any] = handover.loop.create_future()

    def forget(self) -> None:
        """Nobody waits any more; a result or an error that is here already is as good as read."""
        if not self.future.cancel() and not self.future.cancelled():
            self.future.exception()

    def set_running_or_notify_cancel(self) -> bool:
        """Whether somebody still waits: who gave up, or was cut off, has been told that nothing was confirmed."""
        return not self.given_up and not self.future.cancelled()

    def set_result(self, result: Any) -> None:
        """The command was carried out and is on disk."""
        self._handover.settle(self.future, result, None)

    def set_exception(self, error: BaseException) -> None:
        """The command was refused or failed."""
        self._handover.settle(self.future, None, error)
