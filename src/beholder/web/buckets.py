"""Where attempts are counted: in this process, or in the database that several processes share."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, Protocol

from beholder.store import Database, attempts
from beholder.web.auth import mac

__all__ = ["Buckets", "Fill", "OwnBuckets", "SharedBuckets"]

# a bound on memory: beyond it the oldest are forgotten
_MOST_NAMES = 20_000


class Fill(NamedTuple):
    """How many attempts a bucket holds, and how many of them come back each second."""

    burst: float
    per_second: float


class Buckets(Protocol):
    """A bucket of attempts per name, which fills up again with time."""

    async def draw(self, name: str, fill: Fill, *, least: float) -> tuple[bool, float]:
        """Takes an attempt unless fewer than `least` would be left: whether it was taken, and how many are left."""

    async def give_back(self, name: str, fill: Fill) -> None:
        """Returns an attempt."""

    async def tidy(self) -> None:
        """Forgets what says nothing any more."""


class OwnBuckets:
    """Buckets of one process, which is the only one."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def draw(self, name: str, fill: Fill, *, least: float) -> tuple[bool, float]:
        """Takes an attempt, or says how many are left."""
        left = self._left(name, fill)
        if left - 1 < least:
            return False, left
        self._put(name, left - 1)
        return True, left - 1

    async def give_back(self, name: str, fill: Fill) -> None:
        """Returns an attempt."""
        self._put(name, min(fill.burst, self._left(name, fill) + 1))

    async def tidy(self) -> None:
        """Nothing to do: what is kept is bounded."""

    def _left(self, name: str, fill: Fill) -> float:
        left, since = self._kept.get(name, (fill.burst, self._now()))
        return min(fill.burst, left + (self._now() - since) * fill.per_second)

    def _put(self, name: str, left: float) -> None:
        self._kept[name] = (left, self._now())
        self._kept.move_to_end(name)
        while len(self._kept) > _MOST_NAMES:
            self._kept.popitem(last=False)


class SharedBuckets:
    """Buckets in a PostgreSQL database, so that a burst is refused whichever processes it reaches.

    Names are kept as digests under a key that only the database's servers have: addresses of raters are never written.
    """

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._key = key

    async def draw(self, name: str, fill: Fill, *, least: float) -> tuple[bool, float]:
        """Takes an attempt, or says how many are left."""

        def run() -> tuple[bool, float]:
            with self._database.write(None) as conn:
                return attempts.draw(
                    conn, mac(self._key, name), burst=fill.burst, per_second=fill.per_second, least=least
                )

        return await asyncio.to_thread(run)

    async def give_back(self, name: str, fill: Fill) -> None:
        """Returns an attempt."""

        def run() -> None:
            with self._database.write(None) as conn:
                attempts.give_back(conn, mac(self._key, name), burst=fill.burst, per_second=fill.per_second)

        await asyncio.to_thread(run)

    async def tidy(self) -> None:
        """Forgets buckets that are full again."""

        def run() -> None:
            with self._database.write(None) as conn:
                attempts.forget_full(conn)

        await asyncio.to_thread(run)
