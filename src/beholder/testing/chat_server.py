"""A chat completions server on loopback, for tests of judges: answers as told, and fails on demand."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

__all__ = ["ChatQuestion", "ChatServer", "Fault", "chat_server", "faulty"]

Fault = Literal["busy", "broken", "cut", "invalid", "other-model", "slow", "unknown-model", "no-key", "no-usage"]
"""429 with `Retry-After`, 500, a connection closed half-way, a reply that is no answer, a reply in the name of another model,
one that takes its time, 404, 401, and a reply that does not count its tokens."""

# long enough that other requests overtake it
_SLOW_SECONDS = 0.2


@dataclass(frozen=True)
class ChatQuestion:
    """A request as it arrived. `attempt` is how often the very same bytes came before."""

    body: bytes
    attempt: int
    headers: Mapping[str, str]

    @cached_property
    def data(self) -> dict[str, Any]:
        """The request as JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @cached_property
    def _parts(self) -> list[dict[str, Any]]:
        users = (one["content"] for one in self.data["messages"] if one["role"] == "user")
        return [part for content in users if isinstance(content, list) for part in content]

    @property
    def text(self) -> str:
        """All that is said in words, by all."""
        spoken = [one["content"] for one in self.data["messages"] if isinstance(one["content"], str)]
        return "\n".join([*spoken, *(part["text"] for part in self._parts if part["type"] == "text")])

    @property
    def pictures(self) -> list[bytes]:
        """The bytes of all pictures, in order."""
        urls = [part["image_url"]["url"] for part in self._parts if part["type"] == "image_url"]
        return [base64.b64decode(url.partition(",")[2]) for url in urls]

    @property
    def digests(self) -> list[str]:
        """SHA-256 of each picture, by which recorded answers are found."""
        return [hashlib.sha256(picture).hexdigest() for picture in self.pictures]

    @property
    def schema(self) -> dict[str, Any]:
        """The schema that the reply must fit."""
        found: dict[str, Any] = self.data["response_format"]["json_schema"]["schema"]
        return found


Answer = Callable[[ChatQuestion], Any]
Fails = Callable[[ChatQuestion], Fault | None]


def faulty(
    share: float, *, seed: int = 1, of: tuple[Fault, ...] = ("busy", "broken", "cut", "invalid", "slow")
) -> Fails:
    """Fails this share of requests in turn, always the same ones for the same seed; sent again, each may succeed."""

    def fails(question: ChatQuestion) -> Fault | None:
        told = hashlib.sha256(f"{seed} {question.attempt} ".encode() + question.body).digest()
        drawn = int.from_bytes(told[:4], "big") / 2**32
        return of[told[4] % len(of)] if drawn < share else None

    return fails


class ChatServer:
    """Serves `/v1/chat/completions`. `asked` holds every request; `answers` the bodies that were answered well."""

    def __init__(self, answer: Answer, *, fails: Fails | None = None, usage: tuple[int, int] = (1000, 50)) -> None:
        self.answer = answer
        self.usage = usage
        self.fails: Fails = fails or faulty(0)
        self.asked: list[ChatQuestion] = []
        self.answered: Counter[bytes] = Counter()
        self._attempts: Counter[bytes] = Counter()
        self._lock = threading.Lock()
        self.under_way = 0
        self.most_under_way = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server._serve(self, body)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                """Tests print nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def address(self) -> str:
        """What `address` of a judge says."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def start(self) -> None:
        """Begins to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        with self._lock:
            question = ChatQuestion(body, self._attempts[body], dict(handler.headers.items()))
            self._attempts[body] += 1
            self.asked.append(question)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            self._reply(handler, question, self.fails(question))
        except (BrokenPipeError, ConnectionResetError):
            # whoever asked was killed meanwhile
            handler.close_connection = True
        finally:
            with self._lock:
                self.under_way -= 1

    def _reply(self, handler: BaseHTTPRequestHandler, question: ChatQuestion, fault: Fault | None) -> None:
        refusals: dict[Fault | None, tuple[int, str]] = {
            "busy": (429, "too many requests"),
            "broken": (500, "out of memory"),
            "unknown-model": (404, f"the model {question.data['model']} does not exist"),
            "no-key": (401, f"invalid key {handler.headers.get('Authorization', '')}"),
        }
        if handler.path != "/v1/chat/completions":
            _send(handler, 404, b"{}")
        elif fault in refusals:
            status, said = refusals[fault]
            headers = {"Retry-After": "0"} if fault == "busy" else {}
            _send(handler, status, json.dumps({"error": {"message": said}}).encode(), headers)
        else:
            if fault == "slow":
                time.sleep(_SLOW_SECONDS)
            content = self._completion(question, fault)
            if fault == "cut":
                _send(handler, 200, content[: len(content) // 2], length=len(content))
                handler.close_connection = True
                return
            _send(handler, 200, content)
            if fault != "invalid":
                self.answered[question.body] += 1

    def _completion(self, question: ChatQuestion, fault: Fault | None) -> bytes:
        said = self.answer(question)
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        if fault == "invalid":
            text = "I would say: the first one."
        data: dict[str, Any] = {
            "id": "chatcmpl-test",
            "object": "chat.completion",
            "model": "another-model" if fault == "other-model" else question.data["model"],
            "system_fingerprint": "fp-test",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        }
        if fault != "no-usage":
            sent, received = self.usage
            data["usage"] = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
        return json.dumps(data, ensure_ascii=False).encode()


def _send(
    handler: BaseHTTPRequestHandler,
    status: int,
    content: bytes,
    headers: Mapping[str, str] | None = None,
    *,
    length: int | None = None,
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(content) if length is None else length))
    for name, value in (headers or {}).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)
    handler.wfile.flush()


@contextmanager
def chat_server(
    answer: Answer, *, fails: Fails | None = None, usage: tuple[int, int] = (1000, 50)
) -> Iterator[ChatServer]:
    """A server that is stopped at the end. `usage` is what it says of tokens sent and received."""
    server = ChatServer(answer, fails=fails, usage=usage)
    server.start()
    try:
        yield server
    finally:
        server.stop()
