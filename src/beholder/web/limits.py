"""Rate limits: how often one address, account or rater may do something. Many honest raters may share an address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from beholder.errors import BeholderError

__all__ = ["RateLimit", "TooManyError"]

_MOST_ADDRESSES = 20_000


class TooManyError(BeholderError):
    """Refused for now; `retry_after` is in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(
            "too many attempts in a short time", code="too-many-attempts", hint=f"wait {retry_after} seconds"
        )
        self.retry_after = retry_after


class RateLimit:
    """A bucket per address: `burst` attempts at once, then `per_minute` more each minute.

    With `for_all`, a second bucket of that many attempts is shared by all addresses, so that guesses spread over many
    machines are slowed down as well.
    """

    def __init__(
        self,
        *,
        burst: int,
        per_minute: float,
        for_all: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._rate = per_minute / 60
        self._for_all = for_all
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, address: str) -> None:
        """Raises if the address has no attempt left; takes none."""
        for name, burst in self._names(address):
            left = self._left(name, burst)
            if left < 1:
                raise TooManyError(max(1, round((1 - left) / self._rate_of(name))))

    def take(self, address: str) -> None:
        """Uses one attempt up."""
        for name, burst in self._names(address):
            self._buckets[name] = (self._left(name, burst) - 1, self._now())
            self._buckets.move_to_end(name)
        while len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)

    def use(self, address: str) -> None:
        """Uses one attempt up, or raises if there is none."""
        self.check(address)
        self.take(address)

    def _names(self, address: str) -> list[tuple[str, int]]:
        return [(address, self._burst), *([("", self._for_all)] if self._for_all else [])]

    def _rate_of(self, name: str) -> float:
        return self._rate * (self._for_all / self._burst if name == "" else 1)

    def _left(self, name: str, burst: int) -> float:
        left, since = self._buckets.get(name, (float(burst), self._now()))
        return min(float(burst), left + (self._now() - since) * self._rate_of(name))
