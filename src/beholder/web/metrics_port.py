"""A port of its own for those who watch a server: what raters can reach has no such address."""

from __future__ import annotations

import asyncio
import time

from beholder._version import __version__
from beholder.errors import BeholderError
from beholder.store.leases import count_open
from beholder.store.outage import DatabaseUnavailableError
from beholder.store.studies import load_study
from beholder.web.app import Application
from beholder.web.metrics import CONTENT_TYPE, StudyFigures, written
from beholder.web.served_study import ServedStudy

__all__ = ["open_metrics_port"]

# a watching program sends a few hundred bytes at once; whatever else comes is not one
_MOST_BYTES = 8192
_SECONDS = 10


async def open_metrics_port(application: Application, host: str, port: int) -> asyncio.Server:
    """Listens for `GET /metrics` there until it is closed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                status, body = await _reply(application, head.split(b"\r\n", 1)[0])
                writer.write(
                    f"HTTP/1.1 {status}\r\ncontent-type: {CONTENT_TYPE}\r\ncontent-length: {len(body)}\r\n"
                    "connection: close\r\n\r\n".encode()
                )
                writer.write(body)
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    try:
        return await asyncio.start_server(answer, host, port, limit=_MOST_BYTES)
    except OSError as error:
        raise BeholderError(
            f"cannot listen on {host}:{port}: {error.strerror or error}",
            code="port-unavailable",
            hint="choose another with --metrics-port",
        ) from None


async def _reply(application: Application, first: bytes) -> tuple[str, bytes]:
    method, _, rest = first.partition(b" ")
    if rest.split(b" ")[0].partition(b"?")[0] != b"/metrics":
        return "404 Not Found", b""
    if method not in (b"GET", b"HEAD"):
        return "405 Method Not Allowed", b""
    text = await exposition(application)
    return "200 OK", text.encode() if method == b"GET" else b""


async def exposition(application: Application) -> str:
    """All figures of this process, as of now."""
    began = time.monotonic()
    await asyncio.sleep(0)
    lag = time.monotonic() - began
    figures = [await _figures(study) for study in application.studies.values()]
    return written(application.metrics, figures, version=__version__, loop_lag=lag)


async def _figures(study: ServedStudy) -> StudyFigures:
    engine = study.engine
    leases: int | None
    places: int | None
    try:
        leases, places = await study.read(
            lambda conn: (count_open(conn, engine.key), load_study(conn, engine.key).open_places)
        )
    except DatabaseUnavailableError:
        # the other figures say so
        leases = places = None
    store_works = not study.store_reads.open_circuit
    return StudyFigures(study.short, engine.works, store_works, engine.waiting, engine.since_commit, leases, places)
