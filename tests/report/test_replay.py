"""Replay shows the order, the wording and the answer as they were."""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path

import pytest

from beholder.cli.releases import replay_page
from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, open_study, seeded_entropy
from beholder.errors import BeholderError
from beholder.report.release import write_release
from beholder.report.replay import read_replay
from beholder.report.verify_release import verify_release
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition
from tests.study_maker import make_study


@pytest.fixture
def study(tmp_path: Path) -> Path:
    folder = tmp_path / "study"
    make_study(folder, "pair", items=2, systems="ab", ratings=1, wording={"better": {"label": "Which one, really?"}})
    Home(folder).make()
    database, clock = Database.open(Home(folder).database), SimulatedClock()
    definition = load_definition(folder)
    engine = Engine(
        database, open_study(database, definition, clock=clock), definition, clock=clock, entropy=seeded_entropy(1)
    )
    rater = engine.run(Join()).rater
    lease = engine.run(Lease(rater)).leases[0]
    engine.run(
        Answer(
            id="answer-one",
            rater=rater,
            lease=lease.lease,
            payload={"trial": {"better": "right"}, "slots": []},
            meta={"language": "en", "note": "<script>alert(1)</script>"},
        )
    )
    engine.close()
    # later the question is asked in other words; the answer was given to the first
    settings = json.loads((folder / "study.yaml").read_text(encoding="utf-8"))
    settings["wording"] = {"better": {"label": "Reworded later"}}
    (folder / "study.yaml").write_text(json.dumps(settings), encoding="utf-8")
    open_study(database, load_definition(folder), clock=clock)
    database.close()
    return folder


def test_what_was_seen_is_shown_in_its_order_and_wording(study: Path) -> None:
    with read_replay(study, "answer-one") as replay:
        page = replay_page(replay)
        places = [place[0] for place in replay.slots]
        assert replay.answers() == [("", "Which one, really?", "right")]
    item = replay.item.id.removeprefix("i")
    first, second = (page.index(f"{system} on {item}") for system in places)
    assert first < second
    assert "Which one, really?" in page
    assert "Reworded later" not in page
    assert "<script" not in page, "scripts run in the sandboxed frame only"
    assert "<script>alert(1)" not in unescape(page.split('srcdoc="')[1].split('"')[0])


def test_a_replay_asks_no_server_for_anything(study: Path) -> None:
    with read_replay(study, "answer-one") as replay:
        page = unescape(replay_page(replay))
    asked = re.findall(r"""(?:src|href)=["']?([^"'\s>]+)""", page)
    assert [one for one in asked if not one.startswith(("data:", "#"))] == []
    modules = json.loads(page.split('<script type="importmap">')[1].split("</script>")[0])["imports"]
    for name, address in modules.items():
        script = base64.b64decode(address.partition(",")[2]).decode()
        imported = re.findall(r"""^\s*(?:import|export)\s[^"'();]*["']([^"']+)["']""", script, re.MULTILINE)
        assert set(imported) <= set(modules), name


def test_a_release_replays_the_same(study: Path, tmp_path: Path) -> None:
    write_release(study, tmp_path / "r.zip")
    assert verify_release(tmp_path / "r.zip").problems == (), "a study of two versions verifies too"
    with read_replay(study, "answer-one") as live, read_replay(tmp_path / "r.zip", "answer-one") as released:
        assert released.facts() == live.facts()
        assert released.answers() == live.answers()
        assert released.slots == live.slots
        assert replay_page(released).split("srcdoc=")[1] == replay_page(live).split("srcdoc=")[1]


def test_an_unknown_answer_is_refused_in_words(study: Path) -> None:
    with pytest.raises(BeholderError) as caught, read_replay(study, "no-such-answer"):
        pass
    assert caught.value.code == "answer-unknown"
