"""Rate limits: how often one network, account or rater may do something. Many honest raters may share an address."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable

from beholder.errors import BeholderError
from beholder.web.buckets import Buckets, Fill, OwnBuckets

__all__ = ["Pace", "RateLimit", "TooManyError", "network_of"]

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


class _Limit:
    """Attempts by name, counted in buckets that may be shared by several limits and processes."""

    def __init__(
        self,
        *,
        burst: int,
        per_minute: float,
        kind: str = "",
        buckets: Buckets | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fill = Fill(float(burst), per_minute / 60)
        self._kind = kind
        self._buckets = OwnBuckets(now) if buckets is None else buckets

    async def give_back(self, name: str = "") -> None:
        """Returns an attempt that was an honest one."""
        await self._buckets.give_back(f"{self._kind}:{name}", self._fill)

    async def _draw(self, name: str, *, least: float) -> tuple[bool, float]:
        return await self._buckets.draw(f"{self._kind}:{name}", self._fill, least=least)


class RateLimit(_Limit):
    """`burst` attempts at once per name, then `per_minute` more each minute. What is beyond is refused."""

    async def take(self, name: str) -> None:
        """Uses one attempt up before it is made, so that those made at the same time are counted; or refuses it."""
        taken, left = await self._draw(name, least=0)
        if not taken:
            # refusals cost nothing: a bucket below zero would lock honest people out for hours
            raise TooManyError(max(1, round((1 - left) / self._fill.per_second)))


class Pace(_Limit):
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
        kind: str = "",
        buckets: Buckets | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(burst=burst, per_minute=per_minute, kind=kind, buckets=buckets, now=now)
        self._longest = longest
        self._sleep = sleep

    async def turn(self, name: str = "") -> None:
        """Waits until an attempt may be made; one that nobody waits for any more keeps its place in line."""
        taken, left = await self._draw(name, least=-self._longest * self._fill.per_second)
        if not taken:
            wait = (1 - left) / self._fill.per_second
            raise TooManyError(max(1, round(wait - self._longest)))
        if left < 0:
            await self._sleep(-left / self._fill.per_second)
