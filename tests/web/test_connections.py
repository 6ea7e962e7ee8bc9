"""Clients that send without end, or not at all, over real connections."""

from __future__ import annotations

import contextlib
import http.client
import json
import resource
import socket
import threading
from collections.abc import Iterator

import httpx
import pytest

from beholder.testing import RunningServer, write_masks_study

# limits that a test can wait for, and few descriptors; the parser as asked for
HASTY = """
import resource, sys
import beholder.__main__, beholder.web.connection as connection
connection._HEAD_SECONDS = connection._REQUEST_SECONDS = 1
connection._LOOK_SECONDS = 0.1
if {plain}:
    connection.protocol_for = lambda: connection._H11
resource.setrlimit(resource.RLIMIT_NOFILE, (250, 300))
beholder.__main__.main()
"""
# a guard against hanging, not a measure
SOON = 60


@pytest.fixture(scope="module", params=["quick", "plain"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with either parser."""
    folder = write_masks_study(tmp_path_factory.mktemp("connections") / "study", trials=2, ratings=1)
    started = RunningServer([folder], program=("-c", HASTY.format(plain=request.param == "plain")))
    started.start()
    yield started
    started.stop()


def _connect(server: RunningServer) -> socket.socket:
    return socket.create_connection((server.host, server.port), timeout=SOON)


def _rest(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    received = b""
    with contextlib.suppress(ConnectionError):
        while chunk := connection.recv(65536):
            received += chunk
    return received


def _flood(server: RunningServer, first: bytes, repeated: bytes, most: int) -> tuple[int, bytes]:
    """Sends the same again and again until the server has had enough; how much was sent, and what came back."""
    sent = 0
    with _connect(server) as connection:
        reply: list[bytes] = []
        reader = threading.Thread(target=lambda: reply.append(_rest(connection)))
        reader.start()
        with contextlib.suppress(ConnectionError):
            connection.sendall(first)
            while sent < most:
                connection.sendall(repeated)
                sent += len(repeated)
        reader.join(SOON)
        assert not reader.is_alive()
    return sent, b"".join(reply)


@pytest.mark.parametrize(
    ("first", "repeated"),
    [
        (b"GET /health HTTP/1.1\r\nhost: x\r\n", b"x-many: a\r\n" * 1000),
        (b"GET /health HTTP/1.1\r\nhost: x\r\nx-long: ", b"a" * 10_000),
        (b"GET /", b"a" * 10_000),
        (
            b"POST /nowhere HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
            b"x-after: a\r\n" * 1000,
        ),
    ],
    ids=["many headers", "a long header", "a long address", "many trailers"],
)
def test_headers_without_end_are_cut_off(server: RunningServer, first: bytes, repeated: bytes) -> None:
    most = 30_000_000
    sent, _ = _flood(server, first, repeated, most)
    assert sent < most
    assert httpx.get(f"{server.base_url}/health").status_code == 200


def test_too_many_headers_are_refused_in_the_one_shape(server: RunningServer) -> None:
    for headers in ([(f"x-{n}", "a") for n in range(200)], [("x-long", "a" * 70_000)]):
        reply = httpx.get(f"{server.base_url}/health", headers=headers)
        assert (reply.status_code, reply.json()["error"]["code"]) == (431, "request-headers-too-large")
    with _connect(server) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET /health HTT",
        b"GET /health HTTP/1.1\r\nhost: x\r\n",
        b"POST /s/x/api/join HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{",
    ],
    ids=["nothing", "half a line", "half a head", "half a body"],
)
def test_a_request_that_is_never_finished_is_cut_off(server: RunningServer, beginning: bytes) -> None:
    with _connect(server) as connection:
        connection.sendall(beginning)
        _rest(connection)
    with httpx.Client(base_url=server.base_url) as client:
        assert [client.get("/health").status_code for _ in range(3)] == [200] * 3


def test_more_connections_than_descriptors_leave_the_server_able_to_answer(server: RunningServer) -> None:
    limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    assert limits == (300, 300), "raised as far as it may be"
    with contextlib.ExitStack() as idle:
        for _ in range(400):
            with contextlib.suppress(OSError):
                idle.enter_context(_connect(server))
        with contextlib.suppress(httpx.HTTPError):
            reply = httpx.get(f"{server.base_url}/health", timeout=SOON)
            assert reply.status_code in (200, 503)
        # those who say nothing are cut off, and there is room again
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{server.base_url}/health", timeout=SOON).status_code == 200:
                    break
    assert "Too many open files" not in server.output()
    assert "Traceback" not in server.output()


def test_a_person_may_be_slow_between_requests(server: RunningServer) -> None:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=SOON)
    connection.connect()
    kept = connection.sock
    for _ in range(2):
        connection.request("GET", "/health")
        reply = connection.getresponse()
        assert (reply.status, json.loads(reply.read())) == (200, {"status": "ok"})
        assert connection.sock is kept
        # longer than a request may take, shorter than a connection is kept
        threading.Event().wait(1.5)
    connection.close()
