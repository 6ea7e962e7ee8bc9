"""Connections with limits: what a client sends has a size and an end, whichever parser reads it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from beholder.web.call import MAX_HEADER_BYTES, envelope, too_many_headers

__all__ = ["close_late_connections", "protocol_for"]

# a phone on a weak line sends the headers of a request in a second or two, and 256 KiB at 5 KiB/s in less than a minute
_HEAD_SECONDS = 20
_REQUEST_SECONDS = 60
# a client that takes no byte of its reply for so long is gone
_STALLED_SECONDS = 60
# short beside the limits above: none is overrun by much
_LOOK_SECONDS = 2


class _Timed(asyncio.Protocol):
    """Since when a connection is waited for. Times are only noted here; one task for all connections looks at them."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    waits_since: float | None = None
    head_is_here = False
    stalled_since: float | None = None

    def wait_for_head(self) -> None:
        """The next bytes are the beginning of a request."""
        self.waits_since, self.head_is_here = self.loop.time(), False

    def request_is_here(self) -> None:
        """It is our turn."""
        self.waits_since, self.head_is_here = None, False

    def pause_writing(self) -> None:
        self.stalled_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stalled_since = None
        super().resume_writing()

    def is_late(self, now: float) -> bool:
        """Whether the client has had enough time for what it should have done."""
        if self.stalled_since is not None and now - self.stalled_since > _STALLED_SECONDS:
            return True
        if self.waits_since is None:
            return False
        return now - self.waits_since > (_REQUEST_SECONDS if self.head_is_here else _HEAD_SECONDS)


class _H11(_Timed, H11Protocol):
    """The parser that every installation has; it bounds the headers itself."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not _is_one_too_many(self):
            self.wait_for_head()

    def data_received(self, data: bytes) -> None:
        if self.waits_since is None and self.conn.their_state is h11.IDLE:
            self.wait_for_head()
        super().data_received(data)
        if self.conn.their_state is h11.SEND_BODY:
            self.head_is_here = True
        elif self.conn.their_state is not h11.IDLE:
            self.request_is_here()

    def send_400_response(self, msg: str) -> None:
        error = sys.exc_info()[1]
        if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == 431:
            _refuse_headers(self)
        else:
            super().send_400_response(msg)


def _httptools() -> type[Any]:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class _HttpTools(_Timed, HttpToolsProtocol):
        """The quick parser, which would keep headers of any size."""

        unparsed = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if not _is_one_too_many(self):
                self.wait_for_head()

        def data_received(self, data: bytes) -> None:
            self.unparsed += len(data)
            super().data_received(data)
            # bytes that ended no head and belong to no body: a head, or what follows a body, without an end
            if self.unparsed > MAX_HEADER_BYTES and not self.transport.is_closing():
                _refuse_headers(self)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self.wait_for_head()

        def on_headers_complete(self) -> None:
            self.unparsed, self.head_is_here = 0, True
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            self.unparsed = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            self.unparsed = 0
            self.request_is_here()
            super().on_message_complete()

    return _HttpTools


def protocol_for() -> type[Any]:
    """The quicker of the parsers that are installed, with limits."""
    try:
        return _httptools()
    except ImportError:
        return _H11


def _is_one_too_many(protocol: Any) -> bool:
    """Closes a connection for which there would be no descriptor left over for the database and its files."""
    most = protocol.config.limit_concurrency
    if most is None or len(protocol.connections) <= most + _ROOM:
        return False
    protocol.transport.abort()
    return True


# connections that are taken only to be told that the server is busy
_ROOM = 50


def _refuse_headers(protocol: Any) -> None:
    """Answers 431 and closes; in the middle of another reply it can only be closed."""
    if protocol.cycle is not None and not protocol.cycle.response_complete:
        protocol.transport.abort()
        return
    body = json.dumps(envelope(too_many_headers().problems)).encode()
    lines = [
        b"HTTP/1.1 431 Request Header Fields Too Large",
        b"content-type: application/json",
        b"content-length: %d" % len(body),
        b"connection: close",
        b"",
        body,
    ]
    protocol.transport.write(b"\r\n".join(lines))
    protocol.transport.close()


async def close_late_connections(connections: Callable[[], Any]) -> None:
    """Looks through all connections for ever, and closes those whose clients have fallen silent in the middle."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        for one in [one for one in connections() if isinstance(one, _Timed) and one.is_late(loop.time())]:
            one.transport.abort()
