"""Running the application: a socket, uvicorn, and a stop that loses nothing."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable

from beholder.errors import BeholderError, Problem
from beholder.web.app import Application
from beholder.web.call import MAX_HEADER_BYTES
from beholder.web.link_host import is_loopback

__all__ = ["bind", "exposure", "run"]

# what a shutdown waits for requests on their way, most of which take milliseconds
_DRAIN_SECONDS = 15
# some 50 kB each: half a gigabyte when all are in use
_CONNECTIONS = 10_000
# each connection takes one; the usual soft limit of 1024 is below the raters of a crowd study
_DESCRIPTORS = 65_536
# for the database, pictures, logs and connections that are only told to come again
_KEPT_BACK = 200


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BeholderError(
            f"cannot listen on {host}:{port}: {error.strerror or error}",
            code="port-unavailable",
            hint="choose another with --port, or --port 0 for any free one",
        ) from None
    listener.listen(2048)
    listener.setblocking(False)
    return listener


def exposure(host: str) -> Problem | None:
    """A warning if others can reach the server without TLS in front of it."""
    if is_loopback(host):
        return None
    return Problem(
        f"the server listens on {host}: others can read what passes unless a proxy with TLS stands in front",
        "server-exposed",
        hint="listen on 127.0.0.1 and let a proxy with TLS pass requests on; see the deployment guide",
        warning=True,
    )


def run(
    application: Application,
    listener: socket.socket,
    *,
    started: Callable[[], None] | None = None,
    metrics: tuple[str, int] | None = None,
) -> None:
    """Serves until interrupted. Requests under way are answered, and answers under way are on disk, before it ends.

    `metrics` is the address of a second port, for those who watch the server.
    """
    import uvicorn

    from beholder.web.connection import close_late_connections, protocol_for
    from beholder.web.metrics_port import open_metrics_port

    class _Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self.watch = asyncio.create_task(close_late_connections(lambda: self.server_state.connections))
            self.metrics = await open_metrics_port(application, *metrics) if metrics is not None else None
            # what was loaded until now stays to the end; looking through it for cycles again and again costs requests
            gc.freeze()
            if started is not None and self.started:
                started()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            application.closing = True
            await super().shutdown(sockets)
            self.watch.cancel()
            if self.metrics is not None:
                self.metrics.close()

    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    config = uvicorn.Config(
        application,
        access_log=False,
        log_level="warning",
        lifespan="on",
        proxy_headers=True,
        server_header=False,
        date_header=True,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
        timeout_keep_alive=65,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        http=protocol_for(),
        limit_concurrency=_most_connections(),
    )
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        _Server(config).run(sockets=[listener])
    except (KeyboardInterrupt, _StoppedError):
        return
    finally:
        signal.signal(signal.SIGTERM, before)


def _most_connections() -> int:
    """As many connections as there are descriptors for, once the limit is raised as far as it may be."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > _DESCRIPTORS:
        hard = _DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        soft = hard
    enough = _DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return max(16, min(_CONNECTIONS, enough - _KEPT_BACK))


class _StoppedError(Exception):
    """The server was told to end and has done so."""


def _leave(_number: int, _frame: object) -> None:
    # uvicorn repeats the signal once all is closed; as an exception it lets locks and temporary folders be cleared
    raise _StoppedError
