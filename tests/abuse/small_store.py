"""A store that speaks as much of the S3 API as pictures need, on loopback, and misbehaves when it is told to."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.object_store import KEYS

_DATE = "Thu, 01 Jan 2026 00:00:00 GMT"


class SmallStore:
    """Objects by path. `mode` is `works`, `hangs` (takes connections, says nothing) or `drips` (a byte now and then)."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.mode = "works"
        self.asked = 0
        self.go_on = threading.Event()

    def swap(self) -> None:
        """Each object gets the content of the next."""
        names = sorted(self.objects)
        contents = [self.objects[name] for name in names]
        self.objects = dict(zip(names, contents[1:] + contents[:1], strict=True))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store: SmallStore

    def log_message(self, *_: Any) -> None:
        pass

    def _answer(self, status: int, content: bytes = b"", *, send: bool = True, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), "Last-Modified": _DATE, **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if send and self.store.mode == "drips":
            with suppress(OSError):
                for byte in content:
                    self.wfile.write(bytes([byte]))
                    if self.store.go_on.wait(0.05):
                        break
            self.close_connection = True
        elif send:
            self.wfile.write(content)

    def _object(self, *, send: bool) -> None:
        self.store.asked += 1
        if self.store.mode == "hangs":
            self.store.go_on.wait()
            self.close_connection = True
            return
        path = urlsplit(self.path)
        if "list-type" in path.query:
            rows = "".join(
                f"<Contents><Key>{name.removeprefix('/pictures/')}</Key><Size>{len(content)}</Size>"
                f"<LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>x</ETag></Contents>"
                for name, content in self.store.objects.items()
            )
            self._answer(200, f"<ListBucketResult>{rows}<IsTruncated>false</IsTruncated></ListBucketResult>".encode())
            return
        content = self.store.objects.get(unquote(path.path))
        if content is None:
            self._answer(404)
            return
        tag = f'"{hashlib.md5(content).hexdigest()}"'
        wanted = self.headers.get("Range", "")
        if wanted.startswith("bytes="):
            first, last = (int(part) for part in wanted[6:].split("-"))
            part = content[first : last + 1]
            told = f"bytes {first}-{first + len(part) - 1}/{len(content)}"
            self._answer(206, part, send=send, ETag=tag, Content_Range=told)
        else:
            self._answer(200, content, send=send, ETag=tag)

    def do_GET(self) -> None:
        self._object(send=True)

    def do_HEAD(self) -> None:
        self._object(send=False)

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.store.objects[unquote(urlsplit(self.path).path)] = content
        self._answer(200, ETag='"x"')


@contextmanager
def small_store() -> Iterator[tuple[SmallStore, dict[str, str]]]:
    """A store with one bucket, `pictures`, and the environment in which clients find it."""
    store = SmallStore()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"store": store}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield store, {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}"}
    finally:
        store.go_on.set()
        server.shutdown()
        server.server_close()
