"""A load balancer as small as can be: each request goes to the next server, or to the one after it if that one is gone."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from itertools import cycle

from beholder.testing.postgres import free_port

__all__ = ["SmallProxy"]

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
# a server that was killed refuses at once; one that is being started may take a connection and keep it
_SECONDS = 40


class SmallProxy:
    """Listens on loopback; `served` counts the replies of each server."""

    host: str = "127.0.0.1"

    def __init__(self, ports: Sequence[int]) -> None:
        self.port = free_port()
        self.served = dict.fromkeys(ports, 0)
        self._next = cycle(ports)
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._client, self.host, self.port)

    async def stop(self) -> None:
        assert self._server is not None, "the proxy has been started"
        self._server.close()

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await _message(reader)
                reply = await self._forward(request)
                writer.write(reply)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _forward(self, request: bytes) -> bytes:
        for _ in self.served:
            port = next(self._next)
            try:
                async with asyncio.timeout(_SECONDS):
                    reply = await _ask(self.host, port, request)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                # it may have stored the answer before it died: the next one knows its id
                continue
            self.served[port] += 1
            return reply
        return b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n"


async def _ask(host: str, port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(request)
        await writer.drain()
        return await _message(reader)
    finally:
        writer.close()


async def _message(reader: asyncio.StreamReader) -> bytes:
    """One request or reply, with its body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    return head + (await reader.readexactly(int(length[1])) if length else b"")
