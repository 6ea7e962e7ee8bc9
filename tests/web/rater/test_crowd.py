"""Raters from any panel: one template for the way in and the way back, and places of those who return are free again."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa

from beholder.engine.handlers.joining import Sweep
from beholder.keeping.verify import verify_chain
from beholder.store.progress import platform_names
from beholder.store.raters import all_raters
from beholder.store.study_home import Home
from tests.prolific import prolific_id
from tests.web.rater.test_journey_api import serving, work

PANELS: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, list[str]]]] = {
    "prolific": (
        {"complete": "C1", "redirect": "https://app.prolific.example/submissions/complete?cc={code}"},
        {"PROLIFIC_PID": prolific_id("5f"), "STUDY_ID": "s1", "SESSION_ID": "x9"},
        {"cc": ["C1"]},
    ),
    "sona": (
        {
            "platform": "sona",
            "rater": "survey_code",
            "also": [],
            "redirect": "https://school.example/webstudy_credit.aspx?experiment_id=1&survey_code={survey_code}",
        },
        {"survey_code": "10042&credit=9"},
        {"experiment_id": ["1"], "survey_code": ["10042&credit=9"]},
    ),
    "cloudresearch": (
        {
            "platform": "cloudresearch",
            "rater": "participantId",
            "also": ["assignmentId"],
            "complete": "A B/ü",
            "redirect": "https://panel.example/done?assignment={assignmentId}&code={code}",
        },
        {"participantId": "p1", "assignmentId": "a7"},
        {"assignment": ["a7"], "code": ["A B/ü"]},
    ),
}


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_is_a_template(tmp_path: Path, panel: str) -> None:
    crowd, link, back = PANELS[panel]
    with serving(tmp_path / "s", crowd=crowd) as site, site.client() as client:
        rater = site.join(client, platform={**link, "UNDECLARED": "zz"})
        assert rater.get("/finish").json()["redirect"] == ""
        work(rater)
        ended = rater.get("/finish").json()
        address = urlsplit(ended["redirect"])
        assert (ended["outcome"], address.scheme) == ("complete", "https")
        assert parse_qs(address.query) == back
        assert ended["code"] == crowd.get("complete", "")
        with site.study.engine.database.read() as conn:
            kept = {str(row[0]) for row in conn.execute(sa.text("SELECT external FROM platform_ids"))}
        assert "zz" not in "".join(kept)


def test_an_address_that_is_itself_the_credit_is_for_those_who_completed(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"qualification": {"at_least": 1.0}, "crowd": PANELS["sona"][0]}
    with serving(tmp_path / "s", graded=("qualification",), **settings) as site, site.client() as client:
        rater = site.join(client, platform={"survey_code": "77"})
        work(rater, value=1)
        ended = rater.get("/finish").json()
        assert (ended["outcome"], ended["redirect"], ended["code"]) == ("screened_out", "", "")


def test_whoever_returns_their_submission_or_runs_out_of_time_keeps_no_place(tmp_path: Path) -> None:
    crowd = PANELS["prolific"][0]
    with serving(tmp_path / "s", crowd=crowd, lease_minutes=1.0) as site, site.client() as client:
        engine = site.study.engine
        now = engine.clock()
        engine.clock = lambda: now
        gone = site.join(client, platform={"PROLIFIC_PID": prolific_id("gone")})
        held = gone.leases()
        before = engine.places_wanted()
        assert held
        with engine.database.read() as conn:
            open_then = conn.execute(sa.text("SELECT open_places FROM studies")).scalar_one()
        now += 61_000
        assert engine.run(Sweep()) == len(held)
        with engine.database.read() as conn:
            assert conn.execute(sa.text("SELECT open_places FROM studies")).scalar_one() == open_then + len(held)
            states = {row.rater: row.state for row in all_raters(conn, engine.key)}
        assert states == {gone.joined["rater"]: "left"}
        assert engine.places_wanted() == before
        # an answer that comes after all is not lost while its place is open
        assert gone.answer("answer-late", held[0]["lease"]).json()["saved"] is True


@pytest.mark.parametrize("platform", ["prolific", "invite"])
def test_withdrawing_gives_nobody_another_attempt_and_keeps_nothing_of_the_id(tmp_path: Path, platform: str) -> None:
    crowd = {**PANELS["prolific"][0], "platform": platform}
    settings: dict[str, Any] = {"qualification": {"at_least": 1.0, "attempts": 1}, "crowd": crowd}
    link = {"PROLIFIC_PID": prolific_id("planted-person"), "SESSION_ID": "planted-session"}
    with serving(tmp_path / "s", graded=("qualification",), **settings) as site, site.client() as client:
        engine = site.study.engine
        rater = site.join(client, platform=link)
        work(rater, value=1)
        assert rater.get("/finish").json()["outcome"] == "screened_out"
        taken = client.post(f"{site.api}/join", json={"platform": link})
        assert rater.post("/withdraw", {"confirm": True}).status_code == 200
        engine.run(Sweep())
        # the same words as before: whoever knows the id of somebody else does not learn that they withdrew
        again = client.post(f"{site.api}/join", json={"platform": {**link, "SESSION_ID": "another"}})
        assert (again.status_code, again.json()["error"]["code"]) == (409, "platform-id-taken")
        assert again.text == taken.text
        files = b"".join(path.read_bytes() for path in Home(tmp_path / "s").folder.glob("study.sqlite3*"))
        assert not [said for said in link.values() if said.encode() in files]
        other = site.join(client, platform={"PROLIFIC_PID": prolific_id("other")}).joined["rater"]
        with engine.database.read() as conn:
            kept = conn.execute(sa.text("SELECT rater, salt FROM platform_ids WHERE rater <> :other"), {"other": other})
            assert [tuple(row) for row in kept] == [("", "")]
            assert "" not in platform_names(conn, engine.key)
            assert not verify_chain(conn, engine.key).problems


def test_an_id_that_a_withdrawal_should_have_erased_is_found(tmp_path: Path) -> None:
    with serving(tmp_path / "s", crowd=PANELS["prolific"][0]) as site, site.client() as client:
        engine = site.study.engine
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("gone")})
        rater.post("/withdraw", {"confirm": True})
        with engine.database.write(engine.key) as conn:
            conn.execute(sa.text("UPDATE platform_ids SET rater = :rater"), {"rater": rater.joined["rater"]})
        with engine.database.read() as conn:
            problems = verify_chain(conn, engine.key).problems
        assert problems == (f"rater {rater.joined['rater']} withdrew, and the platform's id is still there",)
