"""A server that means no good, or is broken in odd ways: nothing is lost, no key is kept, nothing goes anywhere else."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.facade import load
from beholder.judges import chat_client, judge_run
from beholder.judges.judge_run import key_of
from beholder.study.judges import JudgeSettings
from beholder.testing.chat_server import ChatQuestion, chat_server
from tests.judges.judged_studies import calls, judgments, run_judge, score, write_study

KEY = "sk-very-secret-4711"
Reply = Callable[[socket.socket], None]


@contextmanager
def raw_server(reply: Reply) -> Iterator[str]:
    """A server on loopback that reads a request to its end and then does as it likes with the connection; its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    ended = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(30)
            data = b""
            while b"\r\n\r\n" not in data:
                data += connection.recv(65536)
            head, _, body = data.partition(b"\r\n\r\n")
            length = int(next(x for x in head.split(b"\r\n") if x.lower().startswith(b"content-length")).split(b":")[1])
            while len(body) < length:
                body += connection.recv(65536)
            reply(connection)

    def accept() -> None:
        while not ended.is_set():
            with suppress(TimeoutError):
                connection, _ = listener.accept()
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        ended.set()
        thread.join()
        listener.close()


def _http(status: str, body: bytes, *headers: str) -> Reply:
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers])
    return lambda connection: connection.sendall(head.encode() + b"\r\n\r\n" + body)


def _completion(text: str, **more: Any) -> bytes:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return json.dumps({"model": "test-model", "choices": [choice], **more}).encode()


def _drip(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n{")
    while True:
        time.sleep(0.02)
        connection.sendall(b" ")


def _continue_for_ever(connection: socket.socket) -> None:
    while True:
        time.sleep(0.02)
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")


def _files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_redirect_is_followed_to_no_other_host(tmp_path: Path) -> None:
    with chat_server(score) as elsewhere:
        location = f"Location: {elsewhere.address}/chat/completions"
        with raw_server(_http("307 Temporary Redirect", b"", location)) as address:
            folder = write_study(tmp_path, "item", address, items=2, judge={"at_once": 1, "key": "TEST_KEY"})
            with pytest.raises(BeholderError, match="307") as caught:
                run_judge(folder, key=KEY)
        assert elsewhere.asked == []
    assert "elsewhere" in str(caught.value.problems[0].hint)


@pytest.mark.variants(2)
@pytest.mark.parametrize("how", ["drip", "continue", "giant", "gzip", "deep", "not http"])
def test_what_is_no_reply_ends_and_fills_neither_memory_nor_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(judge_run, "MOST_RETRIES", 1)
    monkeypatch.setattr(chat_client, "MAX_REPLY_BYTES", 100_000)
    bomb = gzip.compress(_completion(" " * 5_000_000))
    replies: dict[str, tuple[Reply, str]] = {
        "drip": (_drip, "no whole reply within 0.4 s"),
        "continue": (_continue_for_ever, "no whole reply within 0.4 s"),
        "giant": (_http("200 OK", _completion("x" * 200_000)), "more than 0 MB"),
        "gzip": (_http("200 OK", bomb, "Content-Encoding: gzip"), "no chat completion"),
        "deep": (_http("200 OK", b"[" * 90_000), "no chat completion"),
        "not http": (lambda connection: connection.sendall(b"\x16\x03\x01 nonsense\r\n\r\n"), "BadStatusLine"),
    }
    reply, told = replies[how]
    with raw_server(reply) as address:
        folder = write_study(tmp_path, "item", address, items=1, judge={"timeout_seconds": 0.4})
        outcome = run_judge(folder)
    assert (outcome.answered, outcome.failed) == (0, 1)
    kept = calls(folder)
    assert len(kept) == 2
    assert all(told in call.error for call in kept)
    assert all(len(call.reply) <= 16_384 for call in kept)
    assert judgments(folder) == []
    # the showing waits for a server that answers
    with chat_server(score) as server:
        write_study(tmp_path, "item", server.address, items=1)
        assert run_judge(folder).answered == 1


def _escaped(text: str) -> str:
    return "".join(f"\\u{ord(sign):04x}" for sign in text)


def _repeating(question: ChatQuestion) -> str:
    """An answer whose reason repeats the key that the request came with, once more in escapes."""
    key = question.headers["Authorization"].removeprefix("Bearer ")
    return f'{{"reason": "{key} {_escaped(key)} \\u0000 \\ud800", "trial": {{"score": 3}}, "slots": []}}'


def test_a_key_that_the_server_repeats_is_neither_kept_nor_printed(tmp_path: Path) -> None:
    with chat_server(_repeating) as server:
        folder = write_study(tmp_path / "said", "item", server.address, items=2, judge={"key": "TEST_KEY"})
        assert run_judge(folder, key=KEY).answered == 2
        # what was kept is what is read again
        write_study(tmp_path / "said", "item", server.address, items=2, judge={"key": "TEST_KEY", "samples": 2})
        assert run_judge(folder, key=KEY).answered == 2
    assert KEY.encode() not in _files(folder)
    assert {row.reason for row in judgments(folder)} == {"… …  ?"}
    with load(folder) as study:
        assert study.verify().problems == ()
        assert not any(KEY in str(row) for row in study.judgments())


def test_a_key_in_escapes_or_in_names_is_not_kept(tmp_path: Path) -> None:
    text = json.dumps({"reason": "", "trial": {"score": 2}, "slots": []})
    body = _completion(text, system_fingerprint=KEY, note="HERE").replace(b'"HERE"', f'"{_escaped(KEY)}"'.encode())
    with raw_server(_http("200 OK", body)) as address:
        folder = write_study(tmp_path, "item", address, items=1, judge={"key": "TEST_KEY"})
        assert run_judge(folder, key=KEY).answered == 1
    (call,) = calls(folder)
    assert call.fingerprint == "…"
    assert json.loads(call.reply)["note"] == "…"
    assert KEY.encode() not in _files(folder)


def test_an_error_in_the_terminal_steers_no_terminal(tmp_path: Path) -> None:
    body = f"\x1b[2J\x1b]0;owned\x07 no such model {KEY}".encode()
    with raw_server(_http("404 Not Found", body)) as address:
        folder = write_study(tmp_path, "item", address, items=1, judge={"key": "TEST_KEY"})
        with pytest.raises(BeholderError, match="no such model …") as caught:
            run_judge(folder, key=KEY)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-one\nsk-two", "“sk-quoted”", "sk one"])
def test_what_cannot_be_a_key_is_told_without_showing_it(key: str) -> None:
    settings = JudgeSettings(address="http://127.0.0.1:9/v1", model="m", key="TEST_KEY")
    with pytest.raises(BeholderError, match="TEST_KEY") as caught:
        key_of("m", settings, {"TEST_KEY": key})
    assert "sk" not in str(caught.value)
