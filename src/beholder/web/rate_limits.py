"""Rate limits: how often one network, account or rater may do something. Many honest raters may share an address."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from beholder.errors import BeholderError

__all__ = ["Pace", "RateLimit", "TooManyError", "network_of"]

# a bound on memory: beyond it the oldest are forgotten
_MOST_NAMES = 20_000
# what one household or server is given of IPv6 (RFC 6177); all its addresses are one client's
_IPV6_PREFIX = 64


class TooManyError(BeholderError):
    """Refused for now; `retry_after` is in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(
            "too many attempts in a short time", code="too-many-attempts", hint=f"wait {retry_after} seconds"
        )
        self.retry_after = retry_after


def network_of(address: str) -> str:
    """The network that attempts from an address are counted for."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, _IPV6_PREFIX), strict=False))


class _Buckets:
    """A bucket of attempts per name, which fills up again with time."""

    def __init__(self, *, burst: int, per_minute: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = per_minute / 60
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def give_back(self, name: str) -> None:
        """Returns an attempt that was an honest one."""
        self._put(name, min(float(self._burst), self._left(name) + 1))

    def _left(self, name: str) -> float:
        left, since = self._buckets.get(name, (float(self._burst), self._now()))
        return min(float(self._burst), left + (self._now() - since) * self._rate)

    def _put(self, name: str, left: float) -> None:
        self._buckets[name] = (left, self._now())
        self._buckets.move_to_end(name)
        while len(self._buckets) > _MOST_NAMES:
            self._buckets.popitem(last=False)


class RateLimit(_Buckets):
    """`burst` attempts at once per name, then `per_minute` more each minute. What is beyond is refused."""

    def take(self, name: str) -> None:
        """Uses one attempt up before it is made, so that those made at the same time are counted; or refuses it."""
        left = self._left(name)
        if left < 1:
            # refusals cost nothing: a bucket below zero would lock honest people out for hours
            raise TooManyError(max(1, round((1 - left) / self._rate)))
        self._put(name, left - 1)


class Pace(_Buckets):
    """The same for what many clients do to one thing, such as an account: what is beyond waits for its turn.

    Refusing it would let anybody lock the owner of an account out by guessing. Only what would have to wait longer
    than `longest` seconds is refused.
    """

    def __init__(
        self,
        *,
        burst: int,
        per_minute: float,
        longest: float = 30,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(burst=burst, per_minute=per_minute, now=now)
        self._longest = longest
        self._sleep = sleep

    async def turn(self, name: str = "") -> None:
        """Waits until an attempt may be made; one that nobody waits for any more keeps its place in line."""
        left = self._left(name) - 1
        wait = -left / self._rate
        if wait > self._longest:
            raise TooManyError(max(1, round(wait - self._longest)))
        self._put(name, left)
        if wait > 0:
            await self._sleep(wait)
