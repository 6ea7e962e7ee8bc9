"""The rater's API, from joining to withdrawing."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from beholder.engine.handlers.joining import Sweep
from beholder.engine.handlers.study_state import SetState
from beholder.facade import load
from beholder.store.schema import raters
from beholder.store.studies import load_study
from beholder.store.study_home import Home
from beholder.web import ServerOptions, make_app
from tests.study_maker import make_study
from tests.web.web_client import GOOD, Site, open_site


def test_a_rater_joins_answers_and_is_told_so_only_when_it_is_stored(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    lease = rater.leases()[0]
    response = rater.answer("answer-1", lease["lease"])
    assert response.status_code == 200
    assert response.json() == {"answer": "answer-1", "revision": 1, "saved": True}
    with load(site.study.definition.folder) as study:
        (row,) = [r for r in study.ratings().rows if r.field == "quality"]
    assert (row.rater, row.value, row.answer) == (rater.joined["rater"], "7", "answer-1")


def test_session_brings_everything_the_page_needs(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    rater.answer("answer-1", rater.leases()[0]["lease"])
    session = rater.get("/session?lang=zh").json()
    assert session["language"] == "zh"
    assert session["title"] == "掩码质量"
    assert [f["name"] for f in session["form"]["fields"]] == ["quality", "comment"]
    assert session["progress"]["answered"] == 1
    assert session["progress"]["total"] >= 1
    assert session["params"]["views_required"] == ["overlay", "mask", "zoom_overlay"]
    assert session["state"] == "open"
    assert session["page"]["script"].endswith("/protocols/masks/page.js")
    assert session["rater"] == rater.joined["rater"]


def test_leases_are_forms_in_the_language_asked_for(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    english = rater.leases()
    chinese = rater.post("/leases?lang=zh", {"want": 6}).json()["leases"]
    assert [one["lease"] for one in english] == [one["lease"] for one in chinese]
    assert "How good is this mask?" in english[0]["html"]
    assert "这个掩码质量如何？" in chinese[0]["html"]
    assert f'data-lease="{english[0]["lease"]}"' in english[0]["html"]
    assert all(address in english[0]["html"] for address in english[0]["media"])


def test_a_question_that_may_be_left_open_says_so_once(tmp_path: Path, site: Site, anyone: httpx.Client) -> None:
    assert 'Comment <span class="optional">(optional)</span>' in site.join(anyone).leases()[0]["html"]
    # studies that were frozen earlier may say so in their own words
    folder = tmp_path / "worded"
    make_study(folder, "item", items=2)
    with (folder / "protocol.yaml").open("a", encoding="utf-8") as file:
        file.write('    why: {kind: text, label: "Why? (optional)"}\n')
    with open_site(folder) as other, other.client() as client:
        assert other.join(client).leases()[0]["html"].count("(optional)") == 1


def test_nothing_is_preset_in_a_form(site: Site, anyone: httpx.Client) -> None:
    html = site.join(anyone).leases()[0]["html"]
    assert html.count('name="quality"') == 10
    assert "checked" not in html
    assert "selected" not in html


def test_two_showings_of_one_thing_share_nothing_but_their_words(site: Site, anyone: httpx.Client) -> None:
    first = {t["lease"]: t for t in site.join(anyone).leases()}
    second = {t["lease"]: t for t in site.join(anyone).leases()}
    assert not first.keys() & second.keys()
    addresses = [{m for t in one.values() for m in t["media"]} for one in (first, second)]
    assert not addresses[0] & addresses[1]


def test_sending_an_answer_again_changes_nothing(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    lease = rater.leases()[0]["lease"]
    first = rater.answer("answer-1", lease)
    again = rater.answer("answer-1", lease)
    assert first.json() == again.json()
    other = rater.answer("answer-1", lease, payload={"trial": {"quality": 2}, "slots": []})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "answer-id-reused")
    assert rater.get("/session").json()["progress"]["answered"] == 1


def test_an_incomplete_answer_names_the_field(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    lease = rater.leases()[0]["lease"]
    response = rater.answer("answer-1", lease, payload={"trial": {"comment": "hm"}, "slots": []})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["where"]) == (422, "answer-missing", "quality")
    assert error["problems"][0]["where"] == "quality"


def test_going_back_makes_a_second_revision_and_keeps_the_first(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    trials = rater.leases()
    rater.answer("answer-1", trials[0]["lease"])
    rater.answer("answer-2", trials[1]["lease"])
    blind = rater.answer("answer-3", trials[0]["lease"], payload={"trial": {"quality": 3}, "slots": []})
    assert (blind.status_code, blind.json()["error"]["code"]) == (409, "answer-already-given")
    changed = rater.answer(
        "answer-4", trials[0]["lease"], revises="answer-1", payload={"trial": {"quality": 3}, "slots": []}
    )
    assert changed.json() == {"answer": "answer-4", "revision": 2, "saved": True}
    given = rater.get("/answers").json()["answers"]
    assert [(g["answer"], g["revision"], g["payload"]["trial"]["quality"]) for g in given] == [
        ("answer-4", 2, 3),
        ("answer-2", 1, 7),
    ]
    assert given[0]["html"] == trials[0]["html"]
    with load(site.study.definition.folder) as study:
        values = [r.value for r in study.ratings(all_revisions=True).rows if r.field == "quality"]
    assert sorted(values) == ["3", "7", "7"]


def test_a_lease_of_another_rater_is_unknown(site: Site, anyone: httpx.Client) -> None:
    lease = site.join(anyone).leases()[0]["lease"]
    response = site.join(anyone).answer("answer-1", lease)
    assert (response.status_code, response.json()["error"]["code"]) == (404, "lease-unknown")


def test_leaving_hands_trials_back(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    held = len(rater.leases())
    assert rater.post("/leave", {}).json() == {"released": held}
    with site.study.engine.database.read() as conn:
        assert load_study(conn, site.study.engine.key).open_places == 36


def test_withdrawing_erases_everything(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    trial = rater.leases()[0]
    rater.answer("answer-1", trial["lease"], payload={"trial": {"quality": 7, "comment": "secret"}, "slots": []})
    assert anyone.get(trial["media"][0]).status_code == 200
    assert rater.post("/withdraw", {"confirm": False}).status_code == 422
    assert rater.post("/withdraw", {"confirm": True}).json() == {"erased": 1}
    assert rater.post("/leases", {"want": 1}).status_code == 410
    assert anyone.get(trial["media"][0]).status_code == 404
    with load(site.study.definition.folder) as study:
        assert not study.ratings(all_revisions=True).rows
        assert not study.verify().problems


def test_nothing_of_a_withdrawn_rater_is_left_in_any_file(site: Site, anyone: httpx.Client) -> None:
    """Not in free pages, and not in the database's log, although the server goes on and somebody was reading."""
    home = Home(site.study.definition.folder).folder
    planted = ("SECRET-COMMENT", "SECRET-RECORD", "SECRET-QUESTION", "SECRET-REASON")
    rater = site.join(anyone)
    first, second = rater.leases()[:2]
    payload = {"trial": {"quality": 7, "comment": planted[0]}, "slots": []}
    rater.answer("answer-1", first["lease"], payload=payload, meta={"note": planted[1]})
    rater.post("/messages", {"text": planted[2]})
    rater.post("/skip", {"lease": second["lease"], "reason": f"other:{planted[3]}"})

    def left() -> set[str]:
        content = b"".join(path.read_bytes() for path in home.glob("study.sqlite3*"))
        return {text for text in planted if text.encode() in content}

    assert left() == set(planted)
    with site.study.engine.database.read() as conn:
        load_study(conn, site.study.engine.key)
        assert rater.post("/withdraw", {"confirm": True}).json() == {"erased": 1}
    site.study.engine.run(Sweep())
    assert left() == set()


def test_a_paused_study_gives_no_trials_and_a_closed_one_takes_no_changes(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    trial = rater.leases(1)[0]
    rater.answer("answer-1", trial["lease"])
    rater.post("/leave", {})
    site.study.engine.run(SetState("paused"))
    assert rater.post("/leases", {"want": 1}).json()["reason"] == "paused"
    site.study.engine.run(SetState("closed"))
    changed = rater.answer(
        "answer-2", trial["lease"], revises="answer-1", payload={"trial": {"quality": 3}, "slots": []}
    )
    assert (changed.status_code, changed.json()["error"]["code"]) == (410, "study-closed")


def test_a_rater_is_done_when_nothing_is_left_for_them(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    answered = 0
    while trials := rater.leases():
        for trial in trials:
            answered += 1
            assert rater.answer(f"answer-{answered:03d}", trial["lease"]).status_code == 200
    assert answered == 12
    assert rater.post("/leases", {"want": 6}).json()["reason"] == "done"


def test_a_code_brings_the_rater_back_on_another_machine(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    rater.answer("answer-1", rater.leases()[0]["lease"])
    typed = rater.joined["code"].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    back = site.join(anyone, resume_code=typed)
    assert back.joined["rater"] == rater.joined["rater"]
    assert back.joined["token"] != rater.joined["token"]
    assert back.get("/session").json()["progress"]["answered"] == 1
    assert rater.get("/session").status_code == 200


def test_a_token_survives_a_restart(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    trial = rater.leases()[0]
    back = site.join(anyone, resume_code=rater.joined["code"])
    folder = site.study.definition.folder
    site.study.close()
    with open_site(folder) as again, again.client() as client:
        for token in (rater.joined["token"], back.joined["token"]):
            headers = {"authorization": f"Bearer {token}"}
            assert client.get(f"{again.api}/session", headers=headers).status_code == 200
        assert client.get(trial["media"][1]).status_code == 200
        sent = {"lease": trial["lease"], "payload": GOOD}
        headers = {"authorization": f"Bearer {back.joined['token']}"}
        assert client.put(f"{again.api}/answers/answer-9", json=sent, headers=headers).status_code == 200


def test_below_a_root_path_every_address_carries_it(site: Site) -> None:
    app = make_app(site.studies, site.coordinators, ServerOptions(root_path="/lab/x"))
    moved = Site(app, site.studies, site.coordinators, site.portal)
    with moved.client() as client:
        trial = moved.join(client).leases()[0]
        assert all(address.startswith("/lab/x/m/") for address in trial["media"])
        page = client.get(f"/s/{site.study.short}/", headers={"accept": "text/html"}).text
    assert 'src="/lab/x/static/' in page
    assert 'src="/static/' not in page
    assert f'"api": "/lab/x/s/{site.study.short}/api"' in page


def test_a_code_of_a_study_from_before_digests_were_kept_still_brings_back(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    folder = site.study.definition.folder
    with site.study.engine.database.write() as conn:
        conn.execute(sa.update(raters).values(code_digest=None))
    assert anyone.post(f"{site.api}/join", json={"resume_code": rater.joined["code"]}).status_code == 404
    site.study.close()
    with open_site(folder) as later, later.client() as client:
        back = later.join(client, resume_code=rater.joined["code"].lower().replace("-", " "))
        assert back.joined["rater"] == rater.joined["rater"]


def test_nobody_is_given_the_code_of_another(site: Site, anyone: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([b"first", b"first", b"other"])
    context = site.study.engine._context
    monkeypatch.setattr(
        site.study.engine,
        "_context",
        dataclasses.replace(context, entropy=lambda size: next(drawn) if size == 5 else os.urandom(size)),
    )
    one, two = site.join(anyone), site.join(anyone)
    assert one.joined["code"] != two.joined["code"]


def test_earlier_answers_are_shown_in_a_study_with_more_items_than_are_remembered(
    site: Site, anyone: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beholder.web.served_study._MOST_ITEMS", 2)
    rater = site.join(anyone)
    for trial in rater.leases():
        assert rater.answer(f"answer-{trial['sequence']}", trial["lease"]).status_code == 200
    for _ in range(3):
        reply = rater.get("/answers?last=6")
        assert reply.status_code == 200
        assert len(reply.json()["answers"]) == 6
