"""Who has completed a study: those who did the work, by rules that are declared and told; and nobody ends without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy.engine import Connection

from beholder.engine.handlers.skips import skips_of
from beholder.store.leases import load_leases
from tests.prolific import prolific_id
from tests.web.rater.test_journey_api import CROWD, acts_of, serving, work
from tests.web.web_client import Rating


def skip(rater: Rating, lease: str, way: str = "skip") -> dict[str, Any]:
    body = {"lease": lease, "reason": "known"} if way == "skip" else {"lease": lease, "text": "It is dark."}
    reply = rater.post(f"/{way}", body)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def test_one_answer_and_nothing_but_skips_is_no_completion(tmp_path: Path) -> None:
    with serving(tmp_path / "s", crowd=CROWD, trials=20, broken_after=99) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        rater.answer("answer-000001", rater.leases(1)[0]["lease"])
        told: list[str] = []
        while leases := rater.leases(1):
            way = "skip" if len(told) < 18 else "broken"
            told.append(skip(rater, leases[0]["lease"], way).get("standing", ""))
        # told as soon as no further trial may be skipped, and again at twice as many
        assert [n for n, one in enumerate(told, start=1) if one] == [2, 4, 8, 16]
        ended = [rater.get("/finish?lang=en").json() for _ in range(2)]
        assert ended[0] == ended[1]
        assert (ended[0]["outcome"], ended[0]["code"], ended[0]["redirect"]) == ("skipped", "", "")
        assert "19 of 20" in ended[0]["note"]
        assert "20\u00a0%" in ended[0]["note"]
        assert "no code" in ended[0]["note"]
        assert "20 题中跳过了 19 题" in rater.get("/finish?lang=zh").json()["note"]
        (noted,) = [act for act in acts_of(site) if act["what"] == "uncompleted"]
        assert noted == {
            "what": "uncompleted",
            "rule": "most-skipped",
            "rater": rater.joined["rater"],
            "skipped": 19,
            "met": 20,
            "most": 0.2,
        }
        messages = rater.get("/messages?lang=en").json()["messages"]
        warning = next(one["text"] for one in messages if one["kind"] == "skips")
        assert "skipped 2 of 3" in warning
        assert "20\u00a0%" in warning
        with site.signed_in() as coordinator:
            inbox = coordinator.get(f"/c/{site.study.short}/inbox?lang=en").text
            assert "19 of 20 trials skipped" in inbox
            assert "“most-skipped”, based on the share of trials skipped" in inbox, (
                "the rule is named beside its notices"
            )


def test_a_study_may_allow_more_and_give_such_raters_a_code(tmp_path: Path) -> None:
    crowd = CROWD | {"too_many_skipped": "SKIPPED"}
    for share, outcome, code in ((0.5, "complete", "DONE"), (0.3, "skipped", "SKIPPED")):
        settings: dict[str, Any] = {"crowd": crowd, "trials": 10, "most_skipped": share}
        with serving(tmp_path / f"s{share}", **settings) as site, site.client() as client:
            rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
            for _ in range(4):
                skip(rater, rater.leases(1)[0]["lease"])
            work(rater)
            ended = rater.get("/finish").json()
            assert (ended["outcome"], ended["code"]) == (outcome, code)
            assert ended["redirect"].endswith(code)


def test_a_share_that_makes_whole_trials_allows_just_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.07 of 100 is seven, and for a computer a little more."""
    for share, met, allowed in ((0.07, 100, 7), (0.2, 15, 3), (0.2, 16, 4), (0.05, 3, 1), (0.0, 40, 1)):
        counted = (allowed, met)
        monkeypatch.setattr("beholder.engine.handlers.skips.count_passed_over", lambda *_, found=counted: found)
        skips = skips_of(cast("Connection", None), 1, "r", share)
        assert (skips.allowed, skips.too_many) == (allowed, False)
        assert skips._replace(skipped=allowed + 1).too_many


def test_pictures_that_are_broken_indeed_are_not_held_against_who_reports_them(tmp_path: Path) -> None:
    with (
        serving(
            tmp_path / "s",
            crowd=CROWD,
            trials=12,
            broken_after=1,
            broken_answers=0,
            broken_share=1.0,
            most_skipped=0.05,
        ) as site,
        site.client() as client,
    ):
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        suspended = []
        for number in range(2):
            rater.answer(f"answer-{number:06d}", rater.leases(1)[0]["lease"])
            suspended.append(skip(rater, rater.leases(1)[0]["lease"], "broken")["suspended"])
        work(rater)
        assert suspended == [True, True]
        assert rater.get("/finish").json()["outcome"] == "complete"


def test_no_rule_but_the_declared_one_decides_about_the_code(tmp_path: Path) -> None:
    """The score is below a half, and the study ends nobody's work before a fifth."""
    settings: dict[str, Any] = {
        "checks": {"every": 3, "warn_below": 0.5, "stop_below": 0.2, "after": 2},
        "crowd": CROWD,
    }
    with serving(tmp_path / "s", graded=("attention",) * 3, trials=12, **settings) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        # one check as expected, the others not: a third
        answered = 0
        while leases := rater.leases(1):
            token = leases[0]["lease"]
            with site.study.engine.database.read() as conn:
                check = load_leases(conn, site.study.engine.key, [token])[token].kind == "attention"
            answered += check
            payload = {"trial": {"quality": 7 if not check or answered == 1 else 1, "comment": None}, "slots": []}
            rater.answer(f"answer-{token}", token, payload=payload)
        assert answered == 3
        ended = rater.get("/finish").json()
        assert (ended["outcome"], ended["code"], "note" in ended) == ("complete", "DONE", False)


def test_whoever_is_stopped_without_a_code_is_told_what_to_do(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"qualification": {"at_least": 1.0}, "crowd": {"complete": "DONE"}}
    with serving(tmp_path / "s", graded=("qualification",), **settings) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        work(rater, value=1)
        ended = rater.get("/finish?lang=en").json()
        assert (ended["outcome"], ended["code"]) == ("screened_out", "")
        assert "no code" in ended["note"]


@pytest.mark.parametrize(
    ("share", "seconds", "ended"), [(0.5, 0, "too_fast"), (1, 0, "complete"), (0.5, 2, "complete")]
)
def test_answers_sooner_than_anybody_can_look_are_no_completion(
    tmp_path: Path, share: float, seconds: float, ended: str
) -> None:
    settings: dict[str, Any] = {"crowd": CROWD | {"too_fast": "FAST"}, "limits": {"break_every_minutes": 15}}
    with serving(tmp_path / "s", trials=32, max_fast_share=share, **settings) as site, site.client() as client:
        engine = site.study.engine
        now = [engine.clock()]
        engine.clock = lambda: now[0]
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        told: dict[int, str] = {}
        for number in range(1, 33):
            lease = rater.leases(1)[0]["lease"]
            now[0] += int(1000 * seconds)
            # whatever a browser claims: no more time can have been spent than has passed
            reply = rater.answer(f"answer-{number:06d}", lease, active_ms=20_000, elapsed_ms=20_000).json()
            told |= {number: reply["standing"]} if "standing" in reply else {}
        finish = [rater.get("/finish?lang=en").json() for _ in range(2)][-1]
        assert finish["outcome"] == ended
        assert finish["code"] == ("FAST" if ended == "too_fast" else "DONE")
        assert told == ({30: "warned"} if ended == "too_fast" else {})
        noted = [act for act in acts_of(site) if act["what"] == "uncompleted"]
        assert [(act["fast"], act["answered"]) for act in noted] == ([(32, 32)] if ended == "too_fast" else [])
        if noted:
            assert "32 of your 32" in finish["note"]
            assert [one["kind"] for one in rater.get("/messages").json()["messages"]] == ["fast", "uncompleted"]
            with site.signed_in() as coordinator:
                assert "32 of 32 answers too fast" in coordinator.get(f"/c/{site.study.short}/inbox?lang=en").text


def test_a_few_quick_answers_have_no_consequences(tmp_path: Path) -> None:
    with serving(tmp_path / "s", trials=19, crowd=CROWD) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        work(rater)
        assert rater.get("/finish").json()["outcome"] == "complete"
