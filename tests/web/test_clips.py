"""Clips as raters get them: in ranges, without a word of their containers, and watched before they are answered."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.store.study_home import Home
from beholder.study import check_folder
from beholder.web import open_served
from tests.clip_maker import CANARY, make_clip

from .canaries import find_canaries
from .web_client import Rating, Site, open_site

_PROTOCOL = """
name: clip-test
title: {en: Clips}
shows: pair
item: {prompt: {kind: text}}
candidate: {video: {kind: video}}
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
"""
_ANSWER = {"trial": {"better": "left"}, "slots": []}
_MADE = {"a": "first.mp4", "b": "second.webm"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One item, of which two systems made a clip; one second each."""
    study = tmp_path_factory.mktemp("clips") / "study"
    (study / "media").mkdir(parents=True)
    (study / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    settings = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 50\nlanguages: [en]\n"
    (study / "study.yaml").write_text(settings, encoding="utf-8")
    for name in _MADE.values():
        make_clip(study / "media" / name, sound=True)
    candidates = [{"system": system, "video": name} for system, name in _MADE.items()]
    (study / "items.jsonl").write_text(json.dumps({"id": "i", "prompt": "a clock", "candidates": candidates}), "utf-8")
    return study


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    with open_site(folder) as opened:
        yield opened


def _addresses(trial: dict[str, Any]) -> list[str]:
    return re.findall(r'<video src="([^"#]+)', trial["html"])


def test_a_player_gets_the_ranges_it_asks_for(site: Site) -> None:
    with site.client() as client:
        trial = site.join(client).leases(1)[0]
        assert trial["media"] == [], "clips are fetched by whoever plays them"
        address = _addresses(trial)[0]
        whole = client.get(address)
        assert (whole.status_code, whole.headers["accept-ranges"]) == (200, "bytes")
        assert whole.headers["content-type"] in {"video/mp4", "video/webm"}
        assert whole.headers["x-content-type-options"] == "nosniff"
        size = len(whole.content)

        def part(asked: str, **more: str) -> tuple[int, str, bytes]:
            got = client.get(address, headers={"range": asked, **more})
            return got.status_code, got.headers.get("content-range", ""), got.content

        assert part("bytes=10-19") == (206, f"bytes 10-19/{size}", whole.content[10:20])
        assert part("bytes=10-") == (206, f"bytes 10-{size - 1}/{size}", whole.content[10:])
        assert part("bytes=-7") == (206, f"bytes {size - 7}-{size - 1}/{size}", whole.content[-7:])
        assert part(f"bytes=0-{size + 99}") == (206, f"bytes 0-{size - 1}/{size}", whole.content)
        for beyond in (f"bytes={size}-", "bytes=-0"):
            assert part(beyond) == (416, f"bytes */{size}", b"")
        for none in ("bytes=9-3", "bytes=-", "items=1-2", "bytes=1-2,5-6", "bytes=x-"):
            assert part(none)[0] == 200, none
        tag = whole.headers["etag"]
        assert part("bytes=10-19", **{"if-range": tag})[0] == 206
        assert part("bytes=10-19", **{"if-range": '"another"'})[::2] == (200, whole.content)
        assert client.get(address[:-2] + "xx").status_code == 404


def test_no_byte_of_a_clip_tells_who_made_it(site: Site, folder: Path) -> None:
    with site.client() as client:
        trial = site.join(client).leases(1)[0]
        sent = [client.get(address) for address in _addresses(trial)]
        assert len(sent) == 2
        everything = b"".join(one.content + repr(one.headers.raw).encode() for one in sent) + trial["html"].encode()
    assert CANARY.encode() in (folder / "media" / "first.mp4").read_bytes()
    assert find_canaries(everything, [CANARY, "first.mp4", "second.webm"]) == set()


def _try(rater: Rating, lease: str, clips: Any, *, active_ms: int = 60_000, answer: str = "answer-1") -> Any:
    sent = {"payload": _ANSWER, "meta": {"clips": clips}, "active_ms": active_ms, "elapsed_ms": active_ms}
    return rater.answer(answer, lease, **sent)


def test_an_answer_is_taken_once_every_clip_was_played_to_its_end(site: Site, folder: Path) -> None:
    watched = {"plays": 2, "ended": 1, "played_ms": 1000}
    with site.client() as client:
        rater = site.join(client)
        lease = rater.leases(1)[0]["lease"]
        records = [
            None,
            [watched],
            [watched, {"plays": 1, "ended": 0, "played_ms": 900}],
            [watched, {"plays": 1, "ended": 1, "played_ms": 100}],
            [watched, {"plays": 1, "ended": True, "played_ms": "long"}],
            # played to its end by the page's word alone: the trial was given out a moment ago
            [watched, watched],
        ]
        for record in records:
            refused = _try(rater, lease, record)
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "answer-unwatched"), record
        with sqlite3.connect(Home(folder).database) as store:
            store.execute("UPDATE leases SET issued_at = issued_at - 5000 WHERE lease = ?", (lease,))
        assert _try(rater, lease, [watched, watched], active_ms=100).status_code == 422
        assert _try(rater, lease, [watched, watched]).status_code == 200
        corrected = rater.answer("answer-2", lease, payload=_ANSWER, revises="answer-1")
        assert corrected.status_code == 200, "whoever corrects an answer has watched before"
    with sqlite3.connect(Home(folder).database) as store:
        (meta,) = store.execute("SELECT meta FROM payloads ORDER BY rowid LIMIT 1").fetchone()
    assert json.loads(meta)["clips"][0] == watched, "how often a clip was played is kept with the answer"


def test_a_clip_that_cannot_be_played_keeps_the_study_from_starting(folder: Path, tmp_path: Path) -> None:
    study = tmp_path / "study"
    (study / "media").mkdir(parents=True)
    for name in ("protocol.yaml", "study.yaml", "items.jsonl"):
        (study / name).write_bytes((folder / name).read_bytes())
    good = (folder / "media" / "first.mp4").read_bytes()
    (study / "media" / "first.mp4").write_bytes(good[:-200])
    (study / "media" / "second.webm").write_bytes(b"RIFF....AVI LIST")
    told = {one.code: one.problem for one in check_folder(study).errors}
    assert set(told) == {"media-broken", "media-unsupported"}
    with pytest.raises(BeholderError) as refused:
        open_served(study)
    assert {one.code for one in refused.value.problems} == set(told)
    assert {"first.mp4", "second.webm"} <= set(re.findall(r'"([^"]+)"', " ".join(told.values())))
    (study / "media" / "first.mp4").write_bytes(good)
    (study / "media" / "second.webm").write_bytes(good)
    (study / "study.yaml").write_text(
        (study / "study.yaml").read_text("utf-8") + "clips: {most_megabytes: 1}\n", "utf-8"
    )
    assert not check_folder(study).errors
    with (study / "media" / "first.mp4").open("ab") as longer:
        longer.truncate(2 * 1024 * 1024)
    assert [one.code for one in check_folder(study).errors] == ["media-too-large"]
