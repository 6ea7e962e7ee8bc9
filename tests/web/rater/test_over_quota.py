"""No place left: told before anything is asked, with the code for it; and nobody waits for others without end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from beholder.engine.handlers.study_state import SetState
from beholder.testing import write_masks_study
from tests.prolific import prolific_id
from tests.web.web_client import Rating, Site, open_site

CROWD = {
    "complete": "DONE",
    "over_quota": "FULL",
    "redirect": "https://platform.example/?cc={code}&s={SESSION_ID}",
}
LINK = {"PROLIFIC_PID": prolific_id("late"), "SESSION_ID": "n 1"}


def make(folder: Path, *, ratings: int = 1, **settings: Any) -> Path:
    """Two masks, asked of so many raters."""
    extra = "".join(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
    return write_masks_study(folder, trials=2, ratings=ratings, extra=extra)


def work(rater: Rating) -> None:
    """Answers all there is."""
    while leases := rater.leases(1):
        rater.answer(f"answer-{leases[0]['lease']}"[:60], leases[0]["lease"])


def raters_in(site: Site) -> int:
    with site.study.engine.database.read() as conn:
        return int(conn.execute(sa.text("SELECT count(*) FROM raters")).scalar_one())


def refused(site: Site, client: Any, **body: Any) -> str:
    reply = client.post(f"{site.api}/join", json={"language": "en", **body})
    assert reply.status_code == 409, reply.text
    return str(reply.json()["error"]["code"])


@pytest.mark.parametrize("taken", ["given", "held"])
def test_who_comes_from_a_platform_too_late_gets_a_code_and_leaves_nothing(tmp_path: Path, taken: str) -> None:
    consent = {"text": "Agree?"} if taken == "given" else None
    settings: dict[str, Any] = {"crowd": CROWD} | ({"consent": consent} if consent else {})
    with open_site(make(tmp_path / "s", **settings)) as site, site.client() as client:
        first = site.join(client, platform={"PROLIFIC_PID": prolific_id("early")})
        if consent:
            digest = first.get("/stage").json()["consent"]["digest"]
            first.post("/consent", {"agree": True, "digest": digest})
            work(first)
        else:
            second = site.join(client, platform={"PROLIFIC_PID": prolific_id("early-too")})
            assert len([*first.leases(1), *second.leases(1)]) == 2
        assert refused(site, client, platform=LINK) == "study-full"
        told = client.post(f"{site.api}/full", json={"platform": LINK}).json()
        assert told == {
            "outcome": "over_quota",
            "answered": 0,
            "code": "FULL",
            "redirect": "https://platform.example/?cc=FULL&s=n%201",
        }
        assert raters_in(site) == (1 if consent else 2)


def test_without_a_code_the_page_says_so(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s", crowd={"complete": "DONE"})) as site, site.client() as client:
        work(site.join(client, platform={"PROLIFIC_PID": prolific_id("early")}))
        told = client.post(f"{site.api}/full?lang=en", json={"platform": LINK}).json()
    assert (told["outcome"], told["code"], told["redirect"]) == ("over_quota", "", "")
    assert "no code" in told["note"]


def test_there_is_no_code_for_a_study_that_has_places(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s", ratings=2, crowd=CROWD)) as site, site.client() as client:
        told = client.post(f"{site.api}/full", json={"platform": LINK}).json()
        assert told == {"outcome": "open", "answered": 0, "code": "", "redirect": ""}
        site.study.engine.run(SetState("closed", "me"))
        assert refused(site, client, platform=LINK) == "study-full"
        assert client.post(f"{site.api}/full", json={"platform": LINK}).json()["code"] == "FULL"


def test_without_a_platform_one_may_wait_for_what_others_hold(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s")) as site, site.client() as client:
        first, second = site.join(client), site.join(client)
        assert len([*first.leases(1), *second.leases(1)]) == 2
        third = site.join(client)
        assert third.post("/leases", {"want": 1}).json()["reason"] == "wait"
        work(first)
        work(second)
        assert refused(site, client) == "study-full"


def test_who_has_done_practice_for_nothing_gets_the_code_too(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s", crowd=CROWD)) as site, site.client() as client:
        first, second = (site.join(client, platform={"PROLIFIC_PID": prolific_id(name)}) for name in ("one", "two"))
        work(first)
        ended = second.get("/finish").json()
    assert (ended["outcome"], ended["code"]) == ("over_quota", "FULL")


def test_nobody_has_to_wait_for_what_others_hold(tmp_path: Path) -> None:
    question = {"kind": "text", "label": "Anything else?"}
    settings: dict[str, Any] = {"crowd": CROWD, "after": {"rest": question}}
    with open_site(make(tmp_path / "s", **settings)) as site, site.client() as client:
        first, slow = (site.join(client, platform={"PROLIFIC_PID": prolific_id(name)}) for name in ("one", "two"))
        (mine,) = first.leases(1)
        assert len(slow.leases(1)) == 1
        first.answer("answer-000001", mine["lease"])
        assert first.post("/leases", {"want": 6}).json()["reason"] == "wait"
        assert first.get("/finish").json()["outcome"] == "open"
        assert first.post("/finish", {}).json()["outcome"] == "open", "the last questions come first"
        assert first.get("/stage").json()["stage"] == "after"
        first.post("/sheets/after", {"values": {"rest": "no"}})
        ended = first.get("/finish").json()
        assert (ended["outcome"], ended["code"]) == ("complete", "DONE")
        # what the other leaves is for somebody else now
        slow.post("/leave", {})
        assert first.leases(1) == []


def test_who_has_done_everything_ends_at_once_while_others_work(tmp_path: Path) -> None:
    """Whatever others hold, also in practice, is nothing for whoever has answered all trials."""
    with open_site(make(tmp_path / "s", ratings=3, crowd=CROWD)) as site, site.client() as client:
        raters = [site.join(client, platform={"PROLIFIC_PID": prolific_id(name)}) for name in ("one", "two", "three")]
        for rater in raters[1:]:
            assert len(rater.leases(1)) == 1
        work(raters[0])
        assert raters[0].post("/leases", {"want": 6}).json()["reason"] == "done"
        ended = raters[0].get("/finish").json()
        assert (ended["outcome"], ended["code"]) == ("complete", "DONE")


def test_finishing_now_ends_nothing_while_there_is_a_trial(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s", ratings=2, crowd=CROWD)) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("one")})
        lease = rater.leases(1)[0]["lease"]
        rater.answer("answer-000001", lease)
        assert rater.post("/finish", {}).json()["outcome"] == "open"
        assert rater.get("/stage").json()["stage"] == "trials"
        assert len(rater.leases(1)) == 1
