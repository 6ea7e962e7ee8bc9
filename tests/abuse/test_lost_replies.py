"""Replies that are lost on the way, and proxies that send a request again: each is carried out once, for whoever sent it."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from beholder.store.messages import list_messages
from beholder.store.raters import all_raters, load_sheets
from beholder.store.study_home import Home
from beholder.testing import write_masks_study
from beholder.web.auth import Invites, Keys
from tests.prolific import prolific_id
from tests.web.rater.test_crowd import PANELS
from tests.web.rater.test_journey_api import serving
from tests.web.web_client import Site, open_site

ANN, BEN = {"PROLIFIC_PID": prolific_id("ann")}, {"PROLIFIC_PID": prolific_id("ben")}


def new_key() -> str:
    return secrets.token_hex(16)


def join(site: Site, client: httpx.Client, **body: Any) -> httpx.Response:
    return client.post(f"{site.api}/join", json=body)


def raters(site: Site) -> list[str]:
    with site.study.engine.database.read() as conn:
        return [row.rater for row in all_raters(conn, site.study.engine.key)]


@contextmanager
def crowd_site(folder: Path) -> Iterator[tuple[Site, httpx.Client]]:
    with serving(folder, crowd=PANELS["prolific"][0]) as site, site.client() as client:
        yield site, client


def test_a_lost_reply_to_join_locks_nobody_out(tmp_path: Path) -> None:
    with crowd_site(tmp_path / "s") as (site, client):
        key = new_key()
        first, again = (join(site, client, platform=ANN, key=key) for _ in range(2))
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.json() == again.json()
        assert raters(site) == [first.json()["rater"]]
        token = again.json()["token"]
        assert client.get(f"{site.api}/session", headers={"authorization": f"Bearer {token}"}).status_code == 200
        # nothing that is stored lets a reader of the file in
        stored = b"".join(path.read_bytes() for path in Home(tmp_path / "s").folder.glob("study.sqlite3*"))
        assert key.encode() not in stored
        assert token.encode() not in stored


def test_a_key_takes_over_nobody_else(tmp_path: Path) -> None:
    with crowd_site(tmp_path / "s") as (site, client):
        key = new_key()
        ann = join(site, client, platform=ANN, key=key).json()
        # who knows the id and not the key is refused as before, and so is who has the key of another id
        assert join(site, client, platform=ANN, key=new_key()).status_code == 409
        assert join(site, client, platform=ANN).status_code == 409
        ben = join(site, client, platform=BEN, key=key).json()
        assert ann["rater"] != ben["rater"]
        assert ann["token"] != ben["token"]
        for weak in ("0", "a" * 31, "A" * 32, "g" * 32, "a" * 33):
            assert join(site, client, platform={"PROLIFIC_PID": prolific_id("eve")}, key=weak).status_code == 422


def test_requests_that_cross_are_one_rater(tmp_path: Path) -> None:
    """A proxy gives a request up and sends it again while the first is still being carried out."""
    folder = write_masks_study(tmp_path / "study", trials=6, ratings=1)
    with open_site(folder) as site, ThreadPoolExecutor(8) as pool:
        invite = Invites(Keys(Home(folder).secret()).derive("invite")).make(days=1, uses=1)
        for body in ({"key": new_key()}, {"key": new_key(), "invite": invite}):

            def send(_: int, body: dict[str, str] = body) -> httpx.Response:
                with site.client() as client:
                    return join(site, client, **body)

            replies = list(pool.map(send, range(8)))
            assert {reply.status_code for reply in replies} == {200}, Counter(reply.text for reply in replies)
            assert len({reply.json()["rater"] for reply in replies}) == 1
        assert len(raters(site)) == 2
        with site.client() as client:
            assert join(site, client, key=new_key(), invite=invite).status_code != 200


def test_who_has_joined_comes_in_again_when_the_study_is_full_or_closed(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=1, ratings=1)
    with open_site(folder) as site, site.client() as client:
        key = new_key()
        site.join(client, key=key).answer("an-answer", site.join(client, key=key).leases(1)[0]["lease"])
        with site.signed_in() as coordinator:
            coordinator.post(f"/c/{site.study.short}/state", data={"state": "closed"})
        assert join(site, client, key=key).status_code == 200


def test_whoever_withdrew_does_not_come_back_by_the_old_key(tmp_path: Path) -> None:
    with crowd_site(tmp_path / "s") as (site, client):
        key = new_key()
        rater = site.join(client, platform=ANN, key=key)
        assert rater.post("/withdraw", {"confirm": True}).status_code == 200
        # the page takes this for done
        again = rater.post("/withdraw", {"confirm": True})
        assert (again.status_code, again.json()["error"]["code"]) == (410, "rater-withdrawn")
        assert join(site, client, platform=ANN, key=key).status_code == 410


SHEET = {"before": {"age": {"kind": "count", "label": "Age", "max": 120}}}


def test_messages_reports_and_sheets_that_are_sent_twice_are_stored_once(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=12, ratings=2, extra=yaml.safe_dump(SHEET))
    with open_site(folder) as site, site.client() as client:
        rater, engine = site.join(client, key=new_key()), site.study.engine
        twice: list[tuple[str, dict[str, Any]]] = [("/sheets/before", {"values": {"age": 30}})]
        for path, body in twice * 2:
            assert rater.post(path, body).status_code == 200
        lease, other = (one["lease"] for one in rater.leases(2))
        twice = [
            ("/messages", {"text": "Is this right?", "lease": lease, "key": new_key()}),
            ("/broken", {"text": "It is black", "lease": lease, "key": new_key()}),
            ("/skip", {"reason": "other: too dark", "lease": other}),
            ("/leave", {}),
            ("/finish", {}),
        ]
        for path, body in twice:
            replies = [rater.post(path, body) for _ in range(2)]
            assert [reply.status_code for reply in replies] == [200, 200], path
        # the same words with another key are another message
        assert rater.post("/messages", {**twice[0][1], "key": new_key()}).status_code == 200
        with engine.database.read() as conn:
            kinds = Counter(row.kind for row in list_messages(conn, engine.key))
            assert len(load_sheets(conn, engine.key)) == 1
        assert kinds == {"question": 2, "broken": 1, "skip": 1, "skips": 1}


@pytest.mark.parametrize("path", ["/messages", "/broken"])
def test_a_key_of_somebody_else_hides_no_message(tmp_path: Path, path: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=12, ratings=2)
    with open_site(folder) as site, site.client() as client:
        key, engine = new_key(), site.study.engine
        for _ in range(2):
            rater = site.join(client)
            body = {"text": "The same words", "key": key, "lease": rater.leases(1)[0]["lease"]}
            assert rater.post(path, body).status_code == 200
        with engine.database.read() as conn:
            assert len(list_messages(conn, engine.key)) == 2
