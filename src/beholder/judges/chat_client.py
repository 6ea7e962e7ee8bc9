"""Sending a request and waiting for the reply. One connection each: a judge thinks for seconds, a handshake takes none."""

from __future__ import annotations

import email.utils
import http.client
import math
import time
from typing import NamedTuple
from urllib.parse import urlsplit

__all__ = ["BrokenConnectionError", "ChatClient", "HttpReply"]

# more than any reply that can be an answer; a server that sends without end must not fill the memory
_MOST_BYTES = 16 * 1024 * 1024


class BrokenConnectionError(Exception):
    """No reply, or not all of it."""


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
        """The reply, whatever its status; raises `BrokenConnectionError` where there is none. Redirects are not followed."""
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._timeout)
        try:
            connection.request("POST", self._path, body, self._headers)
            reply = connection.getresponse()
            content = reply.read(_MOST_BYTES)
            return HttpReply(reply.status, content.decode("utf-8", "replace"), _seconds(reply.getheader("Retry-After")))
        except (OSError, http.client.HTTPException) as error:
            raise BrokenConnectionError(f"{type(error).__name__}: {error}"[:200]) from None
        finally:
            connection.close()


def _seconds(given: str | None) -> float | None:
    """What `Retry-After` asks for: seconds, or a date."""
    if not given:
        return None
    try:
        found = float(given)
    except ValueError:
        try:
            found = email.utils.parsedate_to_datetime(given).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return max(0.0, found) if math.isfinite(found) else None
