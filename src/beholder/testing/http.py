"""A small HTTP client on one kept connection: quick enough to play many raters from one process."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

__all__ = ["HttpConnection", "HttpResponse"]


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """Status, headers (lower case) and body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class HttpConnection:
    """Requests to one server, one after the other; opened at the first and again after a failure.

    `source` is the address they come from, where it matters: servers count some attempts by address.
    """

    def __init__(self, host: str, port: int, *, source: str = "") -> None:
        self._host = host
        self._port = port
        self._source = (source, 0) if source else None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, *, data: Any = None, token: str = "") -> HttpResponse:
        """Sends JSON, if any, and waits for the whole response. Raises OSError if the connection breaks."""
        body = b"" if data is None else json.dumps(data, separators=(",", ":")).encode()
        head = [f"{method} {path} HTTP/1.1", f"host: {self._host}:{self._port}", f"content-length: {len(body)}"]
        if data is not None:
            head.append("content-type: application/json")
        if token:
            head.append(f"authorization: Bearer {token}")
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._host, self._port, local_addr=self._source)
            reader, writer = self._streams
            writer.write("\r\n".join([*head, "", ""]).encode() + body)
            return await _read_response(reader, head_only=method == "HEAD")
        except (OSError, asyncio.IncompleteReadError, ValueError) as error:
            self.close()
            raise ConnectionError(str(error)) from error

    def close(self) -> None:
        """Ends the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _read_response(reader: asyncio.StreamReader, *, head_only: bool) -> HttpResponse:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {}
    for line in head[1:]:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    size = 0 if head_only else int(headers.get("content-length", "0"))
    body = await reader.readexactly(size) if size else b""
    return HttpResponse(int(head[0].split(" ")[1]), headers, body)
