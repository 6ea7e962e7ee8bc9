"""The journey's API: each stage in its order, nothing before consent, platform ids kept apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from beholder.engine.handlers.guideline import ChangeGuideline
from beholder.engine.handlers.inbox import Post
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.facade import load
from beholder.store.progress import platform_names
from beholder.store.records import stream_records
from beholder.tables.writing import write_ratings
from beholder.testing import write_masks_study
from beholder.web import ServerOptions
from tests.prolific import prolific_id
from tests.web.web_client import GOOD, Rating, Site, open_site

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(2)> [x](javascript:alert(3)) =1+1 \u202e {{7*7}}"
QUESTION = {
    "kind": "choice",
    "label": "See colours?",
    "options": [{"id": "y", "label": "y"}, {"id": "n", "label": "n"}],
}
CROWD = {"complete": "DONE", "screened_out": "OUT", "redirect": "https://platform.example/?cc={code}"}


@contextmanager
def serving(folder: Path, *, graded: tuple[str, ...] = (), trials: int = 2, **settings: Any) -> Iterator[Site]:
    """A masks study of two trials, with graded items of some kinds before or among them."""
    extra = "".join(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
    write_masks_study(folder, trials=trials, ratings=50, extra=extra)
    path = folder / "items.jsonl"
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    with path.open("a", encoding="utf-8") as file:
        for number, kind in enumerate(graded):
            reference = {"expects": [{"field": "quality", "is": 7}], "why": f"Because.\n{HOSTILE}"}
            one = {**first["candidates"][0], "system": "known"}
            file.write(
                json.dumps({**first, "id": f"g{number}", "kind": kind, "reference": reference, "candidates": [one]})
            )
            file.write("\n")
    with open_site(folder) as site:
        yield site


def consent_to(rater: Rating) -> str:
    """Agrees; the next stage."""
    digest = rater.get("/stage").json()["consent"]["digest"]
    return str(rater.post("/consent", {"agree": True, "digest": digest}).json()["stage"])


def work(rater: Rating, value: int = 7) -> list[dict[str, Any]]:
    """Answers whatever is served, one by one; the replies."""
    replies = []
    while leases := rater.leases(1):
        payload = {**GOOD, "trial": {"quality": value, "comment": None}}
        replies.append(rater.answer(f"answer-{leases[0]['lease']}"[:60], leases[0]["lease"], payload=payload).json())
    return replies


def test_every_stage_in_its_order(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "consent": {"text": f"Agree?\n\n{HOSTILE}", "warning": HOSTILE},
        "before": {"vision": QUESTION},
        "after": {"again": QUESTION},
        "qualification": {"at_least": 1.0},
        "crowd": CROWD,
    }
    with serving(tmp_path / "s", graded=("practice", "qualification"), **settings) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1"), "SESSION_ID": "x9", "UNDECLARED": "zz"})
        shown = rater.get("/stage").json()
        assert (shown["stage"], shown["sheet"]) == ("consent", None)
        assert "<script" not in shown["consent"]["html"]
        assert "javascript:" not in shown["consent"]["html"].replace("](javascript:", "")
        assert "onerror" not in shown["consent"]["html"]
        assert consent_to(rater) == "before"
        form = rater.get("/stage?lang=zh").json()["sheet"]
        assert form["name"] == "before"
        refused = rater.post("/sheets/before", {"values": {}})
        assert (refused.status_code, refused.json()["error"]["where"]) == (422, "vision")
        assert rater.post("/sheets/before", {"values": {"vision": "y"}}).json() == {"stage": "practice"}
        (practice,) = rater.leases(1)
        assert (practice["practice"], practice["counts"]) == (True, False)
        assert rater.get("/finish").json() == {"outcome": "open", "answered": 0, "code": "", "redirect": ""}
        replies = work(rater)
        assert [reply.get("feedback", {}).get("passed") for reply in replies] == [True, None, None, None]
        assert replies[0]["feedback"]["expected"] == [{"field": "quality", "place": "", "is": 7, "met": True}]
        assert replies[0]["feedback"]["why"] == f"Because.\n{HOSTILE}"
        assert rater.get("/session").json()["progress"]["answered"] == 2
        assert rater.post("/leases", {"want": 1}).json()["reason"] == "after"
        assert rater.get("/finish").json()["code"] == ""
        assert rater.post("/sheets/after", {"values": {"again": "n"}}).json() == {"stage": "finished"}
        for _ in range(2):
            ended = rater.get("/finish").json()
            assert ended == {
                "outcome": "complete",
                "answered": 2,
                "code": "DONE",
                "redirect": "https://platform.example/?cc=DONE",
            }


def test_a_practice_answer_sent_again_is_told_the_same(tmp_path: Path) -> None:
    with serving(tmp_path / "s", graded=("practice",)) as site, site.client() as client:
        rater = site.join(client)
        lease = rater.leases(1)[0]["lease"]
        first, again = (rater.answer("answer-001", lease).json() for _ in range(2))
        assert first["feedback"]["passed"] is True
        assert again == first


def test_who_does_not_qualify_gets_another_code(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"qualification": {"at_least": 1.0}, "crowd": CROWD}
    with serving(tmp_path / "s", graded=("qualification",), **settings) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        work(rater, value=1)
        assert rater.post("/leases", {"want": 1}).json()["reason"] == "screened_out"
        ended = rater.get("/finish").json()
        assert (ended["outcome"], ended["code"]) == ("screened_out", "OUT")


@pytest.mark.parametrize("kind", ["practice", "qualification"])
def test_a_graded_trial_that_is_skipped_or_left_does_not_stop_the_journey(tmp_path: Path, kind: str) -> None:
    settings: dict[str, Any] = {"qualification": {"at_least": 0.5}}
    with serving(tmp_path / "s", graded=(kind, kind), **settings) as site, site.client() as client:
        rater = site.join(client)
        rater.leases(6)
        rater.post("/leave", {})
        lease = rater.leases(1)[0]
        assert lease["counts"] is False
        rater.answer("answer-001", lease["lease"])
        skipped = rater.leases(1)[0]
        assert rater.post("/skip", {"lease": skipped["lease"], "reason": "known"}).json() == {"noted": True}
        (after,) = rater.leases(1)
        assert after["counts"] is True


def test_nothing_is_served_before_consent(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "s", consent={"text": "Agree?"}, before={"vision": QUESTION}) as site,
        site.client() as client,
    ):
        rater = site.join(client)
        shell = client.get(f"/s/{site.study.short}/").text
        assert "boundary" not in shell.split('id="guideline-text"')[1].split("</dialog>")[0]
        for path in ("/session", "/messages"):
            refused = rater.get(path)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "consent-needed")
        assert rater.post("/leases", {"want": 6}).json()["leases"] == []
        assert rater.get("/answers?last=5").json() == {"answers": []}
        assert rater.post("/sheets/before", {"values": {"vision": "y"}}).json() == {"stage": "consent"}
        for body in ({"agree": False, "digest": "x"}, {"digest": "x"}, {"agree": "true", "digest": "x"}):
            assert rater.post("/consent", body).status_code == 422
        wrong = rater.post("/consent", {"agree": True, "digest": "0" * 64})
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "consent-changed")
        assert rater.get("/stage").json()["stage"] == "consent"
        assert consent_to(rater) == "before"
        assert rater.get("/session").status_code == 200


def test_messages_are_data_and_reach_only_their_readers(tmp_path: Path) -> None:
    with serving(tmp_path / "s") as site, site.client() as client:
        one, other = site.join(client), site.join(client)
        lease = one.leases(1)[0]["lease"]
        assert one.post("/messages", {"text": HOSTILE, "lease": lease}).status_code == 200
        assert other.post("/messages", {"text": "mine now", "lease": lease}).status_code == 404
        assert other.post("/skip", {"lease": lease, "reason": "x"}).status_code == 404
        assert other.post("/broken", {"lease": lease, "text": "x"}).status_code == 404
        site.study.engine.run(Post("me", "reply", HOSTILE, rater=one.joined["rater"], about=1))
        site.study.engine.run(Post("me", "clarification", "For all", about=1))
        found = one.get("/messages").json()["messages"]
        assert [(m["kind"], m["mine"], m["text"]) for m in found] == [
            ("question", True, HOSTILE),
            ("reply", False, HOSTILE),
            ("clarification", False, "For all"),
        ]
        assert [m["text"] for m in other.get("/messages").json()["messages"]] == ["For all"]
        told = client.get(f"/s/{site.study.short}/?lang=en").text
        assert "may be shown to all raters, without saying who asked" in told, "where a question is asked, this is said"
        assert "me" not in {value for m in found for value in m.values()}
        too_long = one.post("/messages", {"text": "x" * 4001})
        assert too_long.status_code == 422


def test_a_flood_of_messages_is_slowed_for_its_writer_only(tmp_path: Path) -> None:
    with serving(tmp_path / "s") as site, site.client() as client:
        one, other = site.join(client), site.join(client)
        lease = one.leases(1)[0]["lease"]
        sent = [one.post("/messages", {"text": str(n)}).status_code for n in range(60)]
        assert sent[:20] == [200] * 20
        assert 429 in sent
        assert one.post("/broken", {"lease": lease, "text": "again"}).status_code == 429
        assert other.post("/messages", {"text": "honest"}).status_code == 200
        assert one.answer("answer-1", lease).status_code == 200


@pytest.mark.parametrize("what", ["revisions", "skips", "leaves"])
def test_a_flood_of_writes_is_slowed_for_its_rater_only(tmp_path: Path, what: str) -> None:
    folder = write_masks_study(tmp_path / "s", trials=16, ratings=5)
    # no write comes back while the test runs
    with open_site(folder, options=ServerOptions(burst=3, per_minute=0.01)) as site, site.client() as client:
        one, other = site.join(client), site.join(client)

        def flood(rater: Rating) -> Iterator[httpx.Response]:
            held = [trial["lease"] for trial in rater.leases(6)]
            last = name = rater.joined["rater"]
            if what == "revisions":
                rater.answer(last, held[0])
            for n in range(5):
                if what == "revisions":
                    answer = f"{name}-{n}"
                    yield rater.answer(answer, held[0], revises=last)
                    last = answer
                elif what == "skips":
                    yield rater.post("/skip", {"lease": held[n], "reason": "unsure"})
                else:
                    yield rater.post("/leave", {})

        sent = list(flood(one))
        assert [reply.status_code for reply in sent] == [200] * 3 + [429] * 2
        assert int(sent[-1].headers["retry-after"]) >= 1
        assert sent[-1].json()["error"]["code"] == "too-many-attempts"
        assert next(flood(other)).status_code == 200
        assert one.answer("an-honest-one", one.leases(1)[0]["lease"]).status_code == 200


def test_a_changed_guideline_is_noticed_with_what_changed(tmp_path: Path) -> None:
    with serving(tmp_path / "s", trials=4) as site, site.client() as client:
        rater = site.join(client)
        assert rater.post("/leases", {"want": 1}).json()["guideline"] == "1"
        change = ChangeGuideline("me", {"en": "# New"}, {"en": f"Shadows. {HOSTILE}"}, material=True)
        site.study.engine.run(change)
        site.study.guidelines.forget()
        assert rater.post("/leases", {"want": 1}).json()["guideline"] == "2"
        guideline = rater.get("/session").json()["guideline"]
        assert guideline["version"] == "2"
        assert "Shadows." in guideline["changes"]
        assert "<script" not in guideline["changes"]
        given = {"answer-001": "2", "answer-002": "1", "answer-003": "9", "answer-004": ""}
        for answer, claimed in given.items():
            rater.answer(answer, rater.leases(1)[0]["lease"], guideline=claimed)
    with load(tmp_path / "s") as study:
        stored = {row.answer: row.guideline for row in study.ratings().rows}
    assert stored == {"answer-001": "2", "answer-002": "1", "answer-003": "2", "answer-004": "2"}


def test_an_id_of_a_platform_is_a_claim_and_a_preview_takes_no_place(tmp_path: Path) -> None:
    with serving(tmp_path / "s", crowd=CROWD) as site, site.client() as client:
        first = site.join(client, platform={"PROLIFIC_PID": prolific_id("person-one")})
        refusals = {
            "platform-id-taken": {"PROLIFIC_PID": prolific_id("person-one")},
            "platform-id-needed": {"STUDY_ID": "s"},
            "platform-preview": {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}"},
            "platform-id-shape": {"PROLIFIC_PID": prolific_id("person-two")[:-1]},
        }
        for code, link in refusals.items():
            refused = client.post(f"{site.api}/join", json={"language": "en", "platform": link})
            assert refused.json()["error"]["code"] == code
            assert prolific_id("person-one") not in refused.text
            # the page says so before anybody presses Start
            shown = client.get(f"/s/{site.study.short}/", params=link).text
            assert ('data-action="join" disabled' in shown) == (code != "platform-id-taken")
        with site.study.engine.database.read() as conn:
            assert conn.execute(sa.text("SELECT count(*) FROM raters")).scalar_one() == 1
        again = client.post(f"{site.api}/join", json={"language": "en", "resume_code": first.joined["code"]})
        assert again.json()["rater"] == first.joined["rater"]


def test_pay_sheet_and_answers_name_the_platform_and_the_id_alone(tmp_path: Path) -> None:
    link = {"PROLIFIC_PID": prolific_id("person-one"), "STUDY_ID": "study", "SESSION_ID": "session"}
    with serving(tmp_path / "s", crowd=CROWD) as site, site.client() as client:
        joined = site.join(client, platform=link).joined["rater"]
        with site.study.engine.database.read() as conn:
            assert platform_names(conn, site.study.engine.key) == {joined: ("prolific", prolific_id("person-one"))}


def test_platform_ids_stay_out_of_pages_replies_and_exports(tmp_path: Path) -> None:
    secret = {"PROLIFIC_PID": prolific_id("canary-pid"), "STUDY_ID": "canary-study", "SESSION_ID": "canary-session"}
    with serving(tmp_path / "s", crowd=CROWD) as site, site.client() as client:
        rater = site.join(client, platform=secret)
        query = "&".join(f"{name}={value}" for name, value in secret.items())
        seen = [client.get(f"/s/{site.study.short}/?{query}").text]
        seen += [rater.get(path).text for path in ("/stage", "/session", "/messages", "/finish")]
        seen += [rater.post("/leases", {"want": 6}).text]
        work(rater)
        assert not [text for text in seen if any(said in text for said in secret.values())]
    with load(tmp_path / "s") as study:
        rows = study.ratings(all_rows=True).rows
        listed = json.dumps(study.raters(), default=str)
    assert rows
    for name in ("ratings.csv", "ratings.jsonl"):
        write_ratings(rows, tmp_path / name)
        listed += (tmp_path / name).read_text(encoding="utf-8")
    assert not [said for said in secret.values() if said in listed]


def acts_of(site: Site) -> list[dict[str, Any]]:
    """What stands in the log."""
    with site.study.engine.database.read() as conn:
        return [json.loads(one.body) for one in stream_records(conn, site.study.engine.key, kind="act")]


WATCHED: dict[str, Any] = {
    "checks": {"every": 3, "warn_below": 0.9, "stop_below": 0.5, "after": 2},
    "crowd": CROWD | {"failed_checks": "MISSED"},
    "limits": {"break_every_minutes": 15},
    # answers come as fast as a program sends them
    "max_fast_share": 1,
}


def test_a_low_score_on_checks_is_told_and_ends_the_work(tmp_path: Path) -> None:
    with serving(tmp_path / "s", graded=("attention",) * 30, trials=60, **WATCHED) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        told: dict[int, str] = {}
        replies = work(rater, value=1)
        for number, reply in enumerate(replies, start=1):
            # but for what follows after a fixed number of answers, a check cannot be told from a trial
            assert set(reply) - {"standing"} == {"answer", "revision", "saved"}
            told |= {number: reply["standing"]} if "standing" in reply else {}
        assert told == {30: "warned", 60: "stopped"}
        english, chinese = (rater.get(f"/messages?lang={language}").json()["messages"] for language in ("en", "zh"))
        assert [one["kind"] for one in english] == ["warning", "stop"]
        # the bound, which everybody may know, and nothing of the score
        assert [re.findall(r"\d+", one[0]["text"]) for one in (english, chinese)] == [["50"], ["50"]]
        assert rater.post("/leases", {"want": 6}).json()["reason"] == "stopped"
        assert rater.get("/stage").json()["stage"] == "stopped"
        ended = rater.get("/finish").json()
        assert (ended["outcome"], ended["code"]) == ("failed_checks", "MISSED")
        with site.signed_in() as coordinator:
            base = f"/c/{site.study.short}"
            inbox = coordinator.get(f"{base}/inbox?lang=en").text
            assert len(re.findall(r"\b0 of \d+ checks passed", inbox)) == 2
            assert "check-score" in coordinator.get(f"{base}/audit?lang=en").text
            page = coordinator.get(f"{base}/raters?lang=zh").text
            assert "check-score" in page
            assert "允许继续" in page
            name = rater.joined["rater"]
            back = {"rater": name, "sure": "yes"}
            headers = {"origin": "http://testserver"}
            assert coordinator.post(f"{base}/raters/readmit", data=back, headers=headers).status_code == 303
            assert "readmit" in [act["what"] for act in acts_of(site)]
        assert rater.leases(1)


def test_who_is_stopped_by_a_person_is_not_told_of_checks(tmp_path: Path) -> None:
    with serving(tmp_path / "s", crowd=CROWD | {"failed_checks": "MISSED"}, trials=40) as site, site.client() as client:
        rater = site.join(client, platform={"PROLIFIC_PID": prolific_id("p1")})
        first, second = rater.leases(2)
        rater.answer("answer-000001", first["lease"])
        site.study.engine.run(ExcludeRater("ann", rater.joined["rater"], "asked to"))
        # what the browser still holds is stored, and the reply says that it was the last
        assert rater.answer("answer-000002", second["lease"]).json()["standing"] == "stopped"
        assert rater.leases(1) == []
        ended = rater.get("/finish").json()
        assert (ended["outcome"], ended["code"]) == ("stopped", "MISSED")
        assert rater.get("/messages").json()["messages"] == []
