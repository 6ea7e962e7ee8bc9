"""Sending a request and waiting for the reply. One connection each: a judge thinks for seconds, a handshake takes none."""

from __future__ import annotations

import email.utils
import http.client
import math
import socket
import time
from contextlib import suppress
from threading import Event, Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from beholder.limits import MAX_REPLY_BYTES

__all__ = ["BrokenConnectionError", "ChatClient", "HttpReply"]


class BrokenConnectionError(Exception):
    """No reply, not all of it, or more than any reply can be."""


class HttpReply(NamedTuple):
    """Status and body as received; `retry_after` in seconds, None where the server does not say."""

    status: int
    body: str
    retry_after: float | None


class ChatClient:
    """Asks one server. Proxies of the environment are not used: requests go to the address that was said, or nowhere."""

    def __init__(self, address: str, *, key: str, timeout: float) -> None:
        parts = urlsplit(f"{address}/chat/completions")
        self._secure = parts.scheme == "https"
        self._host, self._port, self._path = parts.hostname or "", parts.port, parts.path
        self._timeout = timeout
        self._headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "beholder"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"

    def send(self, body: bytes) -> HttpReply:
        """The reply, whatever its status; raises `BrokenConnectionError` where there is none.

        Redirects are not followed, and nothing is unpacked: a reply that is compressed, though none was asked for, cannot
        be read.
        """
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._timeout)
        late = Event()
        watch: Timer | None = None
        try:
            connection.connect()
            # a limit on each wait is none on a server that sends a byte now and then, or "continue" for ever
            watch = Timer(self._timeout, _cut, (connection.sock, late))
            watch.daemon = True
            watch.start()
            connection.request("POST", self._path, body, self._headers)
            reply = connection.getresponse()
            content = reply.read(MAX_REPLY_BYTES + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            # a connection that is cut while it is read from may also be told as a wrong value
            if isinstance(error, ValueError) and not late.is_set():
                raise
            told = self._too_late() if late.is_set() else f"{type(error).__name__}: {error}"[:200]
            raise BrokenConnectionError(told) from None
        finally:
            if watch is not None:
                watch.cancel()
            connection.close()
        if late.is_set():
            raise BrokenConnectionError(self._too_late())
        if len(content) > MAX_REPLY_BYTES:
            raise BrokenConnectionError(f"the reply has more than {MAX_REPLY_BYTES / 2**20:.0f} MB")
        return HttpReply(reply.status, content.decode("utf-8", "replace"), _seconds(reply.getheader("Retry-After")))

    def _too_late(self) -> str:
        return f"no whole reply within {self._timeout:g} s"


def _cut(connection: socket.socket, late: Event) -> None:
    late.set()
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _seconds(given: str | None) -> float | None:
    """What `Retry-After` asks for: seconds, or a date."""
    if not given:
        return None
    try:
        found = float(given)
    except ValueError:
        try:
            found = email.utils.parsedate_to_datetime(given).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(0.0, found) if math.isfinite(found) else None
