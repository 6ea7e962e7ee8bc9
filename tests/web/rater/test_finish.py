"""The code at the end: never before the last answer is on disk, and always afterwards, wherever the connection is cut."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from beholder.facade import load
from beholder.testing import RunningServer, write_masks_study
from tests.prolific import prolific_id
from tests.web.web_client import GOOD

CODE = "DONE-4711"
SETTINGS = {
    "max_per_rater": 3,
    "checks": {"every": 3, "made": 4},
    "after": {"hard": {"kind": "scale", "label": "How hard was it?", "min": 1, "max": 5}},
    "crowd": {"complete": CODE, "redirect": "https://platform.example/?cc={code}"},
}


class Cut(httpx.HTTPTransport):
    """A connection that breaks: before a request leaves, after it arrived, or in the middle of the reply."""

    def __init__(self) -> None:
        super().__init__()
        self.where = ""
        self.kill: Callable[[], None] = lambda: None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.where == "before the request":
            raise httpx.ConnectError("cut", request=request)
        if self.where == "server killed before the request":
            self.kill()
        response = super().handle_request(request)
        if self.where == "before the reply":
            response.close()
            raise httpx.ReadError("cut", request=request)
        if self.where == "in the middle of the reply":
            part = next(iter(response.stream))[:7]  # type: ignore[arg-type]
            return httpx.Response(response.status_code, content=part, request=request)
        if self.where == "server killed after the reply":
            response.read()
            self.kill()
        return response


CUTS = (
    "before the request",
    "before the reply",
    "in the middle of the reply",
    "server killed before the request",
    "server killed after the reply",
)


class Person:
    """A rater as the page is one: an answer stays in the outbox until the server has confirmed it."""

    def __init__(self, server: RunningServer, cut: Cut, name: str) -> None:
        self.server, self.cut, self.outbox = server, cut, dict[str, Any]()
        self.client = httpx.Client(transport=cut, base_url=f"http://{server.host}:{server.port}{server.api()}")
        joined = self.client.post(
            "/join", json={"language": "en", "platform": {"PROLIFIC_PID": prolific_id(name)}}
        ).json()
        self.client.headers["authorization"] = f"Bearer {joined['token']}"

    def ask(self) -> dict[str, Any]:
        reply: dict[str, Any] = self.client.post("/leases", json={"want": 6}).json()
        return reply

    def give(self, lease: str) -> bool:
        """Whether it was confirmed."""
        self.outbox.setdefault(f"answer-{lease}", {"lease": lease, "payload": GOOD})
        return self.send()

    def send(self) -> bool:
        for name, body in list(self.outbox.items()):
            try:
                reply = self.client.put(f"/answers/{name}", json=body)
                if not reply.json()["saved"]:
                    return False
            except (httpx.TransportError, json.JSONDecodeError):
                return False
            del self.outbox[name]
        return True

    def finish(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get("/finish").json()
        return found

    def fill_in(self) -> None:
        self.client.post("/sheets/after", json={"values": {"hard": 2}})


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[RunningServer, Path]]:
    extra = "".join(f"{key}: {json.dumps(value)}\n" for key, value in SETTINGS.items())
    folder = write_masks_study(tmp_path / "study", trials=8, ratings=9, extra=extra)
    server = RunningServer([folder])
    server.start()
    try:
        yield server, folder
    finally:
        server.stop()


@contextmanager
def working(server: RunningServer, name: str) -> Iterator[Person]:
    cut = Cut()
    person = Person(server, cut, name)
    try:
        yield person
    finally:
        person.client.close()


def to_the_last(person: Person) -> str:
    """Everything but the last answer; the lease of that one."""
    while True:
        leases = person.ask()["leases"]
        for lease in leases[:-1]:
            assert person.give(lease["lease"])
            assert person.finish()["code"] == ""
        if len(leases) == 1:
            return str(leases[0]["lease"])


@pytest.mark.variants(1)
@pytest.mark.parametrize("where", CUTS)
def test_no_code_before_the_last_answer_is_on_disk_and_always_afterwards(
    served: tuple[RunningServer, Path], where: str
) -> None:
    server, folder = served
    with working(server, "cut-at-the-last-answer") as person:
        last = to_the_last(person)
        before = person.finish()
        assert (before["outcome"], before["code"], before["redirect"]) == ("open", "", "")
        person.cut.where, person.cut.kill = where, server.kill
        confirmed = person.give(last)
        person.cut.where = ""
        if where.startswith("server killed"):
            server.start()
        assert confirmed == (where == "server killed after the reply")
        if where in ("before the request", "server killed before the request"):
            # it is in the outbox and nowhere else
            assert person.finish()["code"] == ""
        assert person.send()
        person.ask()
        assert person.finish()["code"] == "", "the questions after the trials come first"
        person.fill_in()
        ended = [person.finish() for _ in range(2)]
        assert ended[0] == ended[1]
        assert (ended[0]["outcome"], ended[0]["code"]) == ("complete", CODE)
        assert ended[0]["redirect"].endswith(CODE)
        assert ended[0]["answered"] == 3 + _checks(server, folder)


def _checks(server: RunningServer, folder: Path) -> int:
    """Checks that were answered among the three trials; everything that was told as answered is in the table."""
    server.stop()
    with load(folder) as study:
        answers = {(row.answer, row.kind) for row in study.ratings(all_rows=True).rows}
    assert sum(kind == "main" for _, kind in answers) == 3
    return sum(kind == "attention" for _, kind in answers)
