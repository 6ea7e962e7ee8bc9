"""A study that asks until it is sure, answered by people: it stops as declared, and whoever has its release can tell."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path

from playwright.sync_api import APIRequestContext, APIResponse, BrowserContext, expect

from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.store.records import Record, canonical, link
from beholder.store.study_home import Home
from beholder.testing import RunningServer
from tests.report.rewritten_release import rewritten

from .rater_page import RaterPage


class SureStudy:
    """The study as it is served, and what is stored of it."""

    def __init__(self, folder: Path, api: str, request: APIRequestContext) -> None:
        self.folder = folder
        self._api = api
        self._request = request

    def stored(self, query: str) -> list[tuple[int, int]]:
        """Pairs of numbers from the database."""
        with closing(sqlite3.connect(f"file:{Home(self.folder).database}?mode=ro", uri=True)) as conn:
            return [(int(one), int(two)) for one, two in conn.execute(query)]

    def stopped(self) -> set[int]:
        """The trials that were stopped."""
        return {trial for trial, _ in self.stored("SELECT trial, 0 FROM stopping WHERE stopped > 0")}

    def join(self) -> APIResponse:
        """Somebody new, or that nobody more is wanted."""
        return self._request.post(f"{self._api}/join", data={"language": "en"})

    def answer_all(self, name: str, *, dogs: Collection[int] = ()) -> int:
        """Somebody who sees dogs in these trials and cats in all others, over HTTP; how many trials there were."""
        rater = {"Authorization": f"Bearer {self.join().json()['token']}"}
        count = 0
        while leased := self._request.post(f"{self._api}/leases", data={"want": 6}, headers=rater).json()["leases"]:
            for one in leased:
                ((trial, _),) = self.stored(f"SELECT trial, 0 FROM leases WHERE lease = '{one['lease']}'")
                payload = {"trial": {"animal": "dog" if trial in dogs else "cat"}, "slots": []}
                body = {"lease": one["lease"], "payload": payload, "meta": {}, "elapsed_ms": 900, "active_ms": 800}
                address = f"{self._api}/answers/{name}-answer-{count:04d}"
                sent = self._request.put(address, data={**body, "guideline": "1"}, headers=rater)
                assert sent.ok, sent.text()
                count += 1
        return count


def another_stopped(trial: int) -> tuple[Callable[[str, bytes], bytes | None], list[str]]:
    """Puts the last stop on another trial, as somebody would who can make the whole chain anew; and where it ends then."""
    ends: list[str] = []

    def change(name: str, data: bytes) -> bytes | None:
        if name != "records.jsonl":
            return data
        records = [Record(**json.loads(line)) for line in data.splitlines()]
        last = max(n for n, record in enumerate(records) if record.kind == "stop")
        records[last] = records[last]._replace(subject=str(trial))
        head = ""
        for number, record in enumerate(records):
            head = link(head, record)
            records[number] = record._replace(hash=head)
        ends.append(head)
        return b"".join(f"{canonical(record._asdict())}\n".encode() for record in records)

    return change, ends


def test_people_stop_a_study_as_declared_and_every_stop_is_decided_again_from_its_release(
    open_page: Callable[..., RaterPage],
    make_context: Callable[..., BrowserContext],
    server: RunningServer,
    studies: dict[str, Path],
    tmp_path: Path,
) -> None:
    number = list(studies).index("sure")
    study = SureStudy(studies["sure"], server.base_url + server.api(number), make_context().request)
    ((in_full, _),) = study.stored("SELECT trial, 0 FROM stopping WHERE in_full")
    disputed, *clear = sorted({0, 1, 2, 3} - {in_full})
    assert study.answer_all("first", dogs={disputed}) == 4
    assert study.stopped() == set()

    second = open_page("sure").join()
    for _ in range(4):
        second.trial.locator(".option:has(input[value=cat])").click()
        second.send()
    expect(second.trial).to_have_count(0)
    second.state("saved")
    # two equal answers to all but one, and one of these is rated in full
    assert study.stopped() == set(clear)
    places = dict(study.stored("SELECT trial, open FROM trials WHERE kind = 'main'"))
    assert places == {disputed: 2, in_full: 2, **dict.fromkeys(clear, 0)}
    assert [study.answer_all(name) for name in ("third", "fourth")] == [2, 2]
    assert study.stopped() == set(clear)
    # nobody more is wanted
    assert not study.join().ok

    release, tampered = tmp_path / "study.zip", tmp_path / "tampered.zip"
    write_release(study.folder, release)
    assert verify_release(release).problems == ()
    change, ends = another_stopped(disputed)
    rewritten(release, change)
    tampered.write_bytes(rewritten(release, change, head=ends[0]))
    told = verify_release(tampered).problems
    assert any(f"trial {disputed} " in problem for problem in told), told
    assert not any("hash" in problem for problem in told), told
