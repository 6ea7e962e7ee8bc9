"""From simulated names to a study of round 2, through the real engine, to scores that recover what was planted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from beholder.engine import Answer, Join, Lease, simulate
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.keeping.verify import verify_chain
from beholder.protocols import FinishedRound, Item, Shown, SimulatedRater, find_protocol
from beholder.protocols.naming.collect.raw_answers import RatingCells
from beholder.protocols.naming.declaration import DECLARATION
from beholder.protocols.naming.example.first_round import simulated_ratings
from beholder.protocols.naming.example.namers import simulate_namer, simulate_verifier
from beholder.protocols.naming.params import NamingParams
from beholder.protocols.naming.published.manynames import read_manynames
from beholder.protocols.naming.round_one import SETS_FILE
from beholder.protocols.naming.verify.adequacy import score_judgments
from beholder.protocols.naming.verify.controls import CHECK_RULE, control_scores
from beholder.protocols.naming.verify.declaration import VERIFY_DECLARATION
from beholder.protocols.naming.verify.judgments import judgments_from_ratings
from beholder.protocols.naming.verify.next_round import CHANGES_FILE, PLAN_FILE, next_round
from beholder.store import Database
from beholder.study import Definition, check_folder, load_definition
from beholder.tables.ratings import Rating, stream_ratings
from tests.study_maker import start

VERIFY = find_protocol("naming-verify")


def _make(name: str, folder: Path, seed: int) -> Path:
    make = find_protocol(name).example
    assert make is not None
    folder.mkdir(parents=True)
    make(folder, seed)
    return folder


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _make("naming", tmp_path_factory.mktemp("naming") / "one", 7)


def _finished(folder: Path, *, ratings: list[RatingCells] | None = None, **more: object) -> FinishedRound:
    definition = load_definition(folder)
    items = [item for item in definition.items if item.kind == "main"]
    assert isinstance(definition.params, NamingParams)
    given = list(simulated_ratings(items, raters=12, seed=3)) if ratings is None else ratings
    done = {"media": definition.media_root, "params": definition.params, "seed": 5, **more}
    return FinishedRound(items=definition.items, ratings=given, **done)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def second(first: Path) -> Path:
    folder = first.parent / "two"
    next_round(_finished(first, title=Words({"en": 'Names: "quoted"', "zh": "名称"})), folder)
    return folder


def test_round_two_is_a_sound_study_with_everything_it_needs(second: Path) -> None:
    assert [str(problem) for problem in check_folder(second).problems] == []
    definition = load_definition(second)
    assert definition.title.to("en") == 'Checking names: Names: "quoted"'
    assert definition.ratings == 3
    assert definition.check_rule == CHECK_RULE
    assert sum(item.kind == "practice" for item in definition.items) == 4
    assert (second / CHANGES_FILE).is_file()
    # every object of round 1 is in the sets, those that need no verification too
    sets = {one.item: one for one in read_manynames(second / SETS_FILE).sets}
    main = [item for item in definition.items if item.kind == "main"]
    report = json.loads((second / PLAN_FILE).read_text(encoding="utf-8"))
    assert len(sets) == len(main) + sum(map(len, report["objects_skipped"].values())) == 22
    for item in main:
        shown = {c.columns["name"]: c.columns.get("count") for c in item.candidates if not c.columns.get("planted")}
        assert shown == {n: k for n, k in zip(sets[item.id].names, sets[item.id].counts, strict=True) if k >= 2}
        assert {c.system for c in item.candidates} == {f"n{n}" for n in range(1, len(item.candidates) + 1)}


def test_nothing_but_picture_box_and_names_can_reach_the_page() -> None:
    declaration = VERIFY.declaration
    assert {name for name, column in declaration.item.items() if column.shown} == {"image", "box"}
    assert {name for name, column in declaration.candidate.items() if column.shown} == {"name"}
    assert {name for name, column in DECLARATION.item.items() if column.shown} == {"image", "box"}


def test_a_round_without_answers_or_without_variation_makes_no_study(first: Path, tmp_path: Path) -> None:
    with pytest.raises(BeholderError) as caught:
        next_round(_finished(first, ratings=[]), tmp_path / "empty")
    assert caught.value.code == "naming-no-objects"
    item = next(item for item in load_definition(first).items if item.kind == "main")
    rows = [RatingCells(item.id, "", "", f"r{n}", f"a{n}", "main", "name", "dog", None, "") for n in range(5)]
    with pytest.raises(BeholderError) as caught:
        next_round(_finished(first, ratings=rows), tmp_path / "agreed")
    assert caught.value.code == "naming-nothing-to-verify"


def test_objects_without_a_domain_make_a_sound_study_too(first: Path, tmp_path: Path) -> None:
    done = _finished(first)
    bare = [
        replace(item, group="", columns={name: item.columns[name] for name in ("image", "box")}) for item in done.items
    ]
    rows = [row._replace(group="") for row in simulated_ratings(list(done.items), raters=12, seed=3)]
    main = {item.id for item in done.items if item.kind == "main"}
    next_round(replace(done, items=bare, ratings=[row for row in rows if row.item in main]), tmp_path / "two")
    assert [str(problem) for problem in check_folder(tmp_path / "two").problems] == []


def test_a_missing_picture_is_named(first: Path, tmp_path: Path) -> None:
    with pytest.raises(BeholderError) as caught:
        next_round(_finished(first, media=tmp_path), tmp_path / "no-media")
    assert caught.value.code == "naming-no-picture"


def test_raw_names_in_any_script_survive_into_round_two(first: Path, tmp_path: Path) -> None:
    item = next(item for item in load_definition(first).items if item.kind == "main")
    typed = ["  Perro ", "perro", "狗", "狗", "🐕", "🐕", "كلب", "كلب", "e\u0301le", "éle", "Dog.", "dog", "DOG"]
    rows = [
        RatingCells(item.id, "", "", f"r{n}", f"a{n}", "main", "name", text, None, "") for n, text in enumerate(typed)
    ]
    next_round(_finished(first, ratings=rows), tmp_path / "two")
    shown = next(one for one in load_definition(tmp_path / "two").items if one.id == item.id)
    given = {c.columns["name"]: c.columns["count"] for c in shown.candidates if not c.columns.get("planted")}
    assert given == {"dog": 3, "perro": 2, "狗": 2, "🐕": 2, "كلب": 2, "éle": 2}
    (row,) = read_manynames(tmp_path / "two" / SETS_FILE).objects
    assert row.raw_responses == dict(Counter(typed))


def test_simulated_namers_follow_the_known_vocabulary() -> None:
    truth = {
        "names": {"dog": 6, "puppy": 2},
        "visual": {"bear": 1},
        "referential": {"ball": 1},
        "rates": {"visual": 0.1, "referential": 0.2, "typo": 0.05, "opt_out": 0.04},
    }
    item = Item("i", {"truth": truth})
    rng = np.random.default_rng(8)
    typical = SimulatedRater(noise=0.5, lapse=0)
    answers = [simulate_namer(DECLARATION, Shown(item), typical, rng)["trial"] for _ in range(6000)]
    names = Counter(one["name"] for one in answers)
    total = len(answers)
    assert sum(one["opt_out"] is not None for one in answers) / total == pytest.approx(0.04, abs=0.01)
    assert names["bear"] / total == pytest.approx(0.1 * 0.95, abs=0.015)
    assert names["ball"] / total == pytest.approx(0.2 * 0.95, abs=0.02)
    assert names["dog"] / names["puppy"] == pytest.approx(3, abs=0.4)
    known = {"dog", "puppy", "bear", "ball", None}
    assert 0.01 < sum(count for name, count in names.items() if name not in known) / total < 0.05


def test_a_careful_verifier_says_what_is_true_and_a_careless_one_does_not(second: Path) -> None:
    items = [item for item in load_definition(second).items if item.kind == "main"]
    rng = np.random.default_rng(2)
    for item in items:
        shown = Shown(item, tuple((candidate,) for candidate in item.candidates))
        careful = simulate_verifier(VERIFY_DECLARATION, shown, SimulatedRater(noise=0, lapse=0), rng)
        for candidate, sheet in zip(item.candidates, careful["slots"], strict=True):
            truth = candidate.columns["truth"]
            assert {"perfect": 1, "slight": 0.5, "inadequate": 0}[sheet["adequacy"]] == truth["adequacy"]
            assert sheet.get("inadequacy", "none") == truth["type"]


@pytest.fixture(scope="module")
def answered(second: Path) -> Iterator[tuple[Definition, list[Rating]]]:
    definition = load_definition(second)
    database = Database.open(f"sqlite:///{second.parent / 'answers.sqlite3'}")
    engine, clock = start(definition, database, seed=6)
    try:
        simulate(engine, clock, raters=9, seed=6)
        quality = {one.rater: one for one in engine.quality()}
        with database.read() as conn:
            form = definition.declaration.form
            rows = list(stream_ratings(conn, engine.key, study="s", protocol="naming-verify", form=form))
        # the live quality of raters holds the same controls as the score
        items = {item.id: item for item in definition.items}
        for score in control_scores(rows, items):
            assert (quality[score.rater].checks.hits, quality[score.rater].checks.of) == (score.hits, score.of)
        yield definition, rows
    finally:
        engine.close()
        database.close()


def test_verification_recovers_what_was_planted(answered: tuple[Definition, list[Rating]]) -> None:
    definition, rows = answered
    main = {item.id: item for item in definition.items if item.kind == "main"}
    read = judgments_from_ratings(rows, definition.items)
    assert sum(bool(one.planted) for one in read.judgments) == 3 * sum(
        bool(c.columns.get("planted")) for item in main.values() for c in item.candidates
    )
    scores = score_judgments(read.judgments)
    right = wrong = 0
    for item in main.values():
        for candidate in item.candidates:
            if candidate.columns.get("planted"):
                assert candidate.columns["name"] not in scores[item.id].names
                continue
            found = scores[item.id].score(str(candidate.columns["name"]))
            assert found.raters == 3
            agrees = (found.adequacy > 0.4) is (candidate.columns["truth"]["adequacy"] > 0.4)
            right, wrong = right + agrees, wrong + (not agrees)
    assert right / (right + wrong) > 0.93


def test_careless_work_is_known_by_its_controls(second: Path, tmp_path: Path) -> None:
    definition = load_definition(second)
    database = Database.open(f"sqlite:///{tmp_path / 'answers.sqlite3'}")
    engine, _ = start(definition, database, seed=6)
    try:
        form = definition.declaration.form
        rater = engine.run(Join()).rater
        told: list[str] = []
        while leases := engine.run(Lease(rater, want=1)).leases:
            slots = len(json.loads(leases[0].slots))
            # every name fits and all mean the same object: what somebody clicks who does not look
            payload = {"trial": {"group": [1] * slots}, "slots": [{"adequacy": "perfect"}] * slots}
            saved = engine.run(
                Answer(id=f"same-{leases[0].lease}", rater=rater, lease=leases[0].lease, payload=payload)
            )
            told.append(saved.standing)
        assert not any(told), "a part of twenty trials ends before anybody is told how they stand"
        with database.read() as conn:
            rows = list(stream_ratings(conn, engine.key, study="s", protocol="naming-verify", form=form))
            assert verify_chain(conn, engine.key).problems == ()
        (score,) = control_scores(rows, {item.id: item for item in definition.items})
        assert (score.verdict, score.of >= CHECK_RULE.after) == ("stop", True)
    finally:
        engine.close()
        database.close()
