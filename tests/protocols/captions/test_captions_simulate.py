"""Simulated raters through the real engine: planted points come back, equal captions are shown once, order is kept."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from types import MappingProxyType

import numpy as np
import pytest
import yaml

from beholder.declarations.item import Candidate, Item, Shown
from beholder.engine import simulate
from beholder.protocols.captions import PROTOCOL
from beholder.protocols.captions.simulate import true_points
from beholder.protocols.simulation import SimulatedRater
from beholder.store import Database
from beholder.study import Definition, load_definition
from beholder.tables.ratings import Rating, stream_ratings
from tests.study_maker import start


def _run(
    folder: Path, tmp_path: Path, *, raters: int, ratings: int, params: Mapping[str, object] = MappingProxyType({})
) -> tuple[Definition, list[Rating]]:
    path = folder / "study.yaml"
    given = yaml.safe_load(path.read_text(encoding="utf-8"))
    changed = {**given, "seed": 5, "ratings": ratings, "params": {**given["params"], **params}}
    path.write_text(json.dumps(changed), encoding="utf-8")
    definition = load_definition(folder)
    database = Database.open(f"sqlite:///{tmp_path / 'answers.sqlite3'}")
    engine, clock = start(definition, database, seed=3)
    try:
        simulate(engine, clock, raters=raters, seed=3)
        with database.read() as conn:
            form = definition.declaration.form
            rows = stream_ratings(conn, engine.key, study="s", protocol="captions", form=form)
            return definition, [row for row in rows if row.kind == "main"]
    finally:
        engine.close()
        database.close()


@pytest.fixture
def answered(own_example: Path, tmp_path: Path) -> tuple[Definition, list[Rating]]:
    return _run(own_example, tmp_path, raters=24, ratings=24)


def test_planted_points_are_recovered(answered: tuple[Definition, list[Rating]]) -> None:
    definition, rows = answered
    planted: dict[tuple[str, str], list[float]] = defaultdict(list)
    for item in definition.items:
        for candidate in item.candidates if item.kind == "main" else ():
            for name, value in true_points(candidate).items():
                planted[candidate.system, name].append(value)
    felt: dict[tuple[str, str], list[float]] = defaultdict(list)
    ticked: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        assert row.number is not None
        if row.field == "sentence.whole":
            ticked[row.system].append(row.number)
        else:
            felt[row.system, row.field].append(row.number)
    assert fmean(ticked["ample"]) > 0.8
    assert fmean(ticked["dreamer"]) < 0.2
    assert felt.keys() == planted.keys()
    for key, values in planted.items():
        assert fmean(felt[key]) == pytest.approx(fmean(values), abs=0.35), key

    def ranking(points: dict[tuple[str, str], list[float]]) -> list[str]:
        totals: dict[str, float] = defaultdict(float)
        for (system, _), given in points.items():
            totals[system] += fmean(given)
        return sorted(totals, key=lambda system: -totals[system])

    assert ranking(felt) == ranking(planted) == ["ample", "lister", "colourless", "terse", "dreamer"]


def test_equal_captions_share_a_place_and_their_points(answered: tuple[Definition, list[Rating]]) -> None:
    definition, rows = answered
    captions = {c.id: c.columns["caption"] for item in definition.items for c in item.candidates}
    by_place: dict[tuple[str, int | None, str], list[Rating]] = defaultdict(list)
    for row in rows:
        by_place[row.answer, row.position, row.field].append(row)
    shared = [group for group in by_place.values() if len(group) > 1]
    assert shared
    for group in by_place.values():
        assert len({captions[row.candidate] for row in group}) == 1
        assert len({row.value for row in group}) == 1
    per_answer: dict[str, set[str]] = defaultdict(set)
    places: dict[str, set[int | None]] = defaultdict(set)
    for row in rows:
        per_answer[row.answer].add(captions[row.candidate])
        places[row.answer].add(row.position)
    for answer, texts in per_answer.items():
        assert places[answer] == set(range(1, len(texts) + 1))
    assert {row.system for row in rows} == {"ample", "terse", "colourless", "lister", "dreamer"}


def test_each_rater_has_an_order_and_every_caption_stands_everywhere(answered: tuple[Definition, list[Rating]]) -> None:
    _, rows = answered
    stood: dict[str, set[int | None]] = defaultdict(set)
    orders: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    by_answer: dict[str, list[Rating]] = defaultdict(list)
    for row in rows:
        if row.field == "objects":
            stood[row.candidate].add(row.position)
            by_answer[row.answer].append(row)
    for group in by_answer.values():
        order = sorted(group, key=lambda row: (row.position or 0, row.system))
        orders[group[0].item].add(tuple(row.system for row in order))
    assert all(len(places) >= 4 for places in stood.values())
    assert all(len(seen) > 10 for seen in orders.values())


def test_all_captions_are_shown_where_the_study_wants_it(own_example: Path, tmp_path: Path) -> None:
    _, rows = _run(own_example, tmp_path, raters=3, ratings=3, params={"duplicates": "show"})
    places: dict[str, set[int | None]] = defaultdict(set)
    for row in rows:
        places[row.answer].add(row.position)
    assert {len(found) for found in places.values()} == {5}


def test_a_worthless_caption_gets_nothing_from_anyone_who_looks() -> None:
    nothing = {"caption": "x", "truth": {"objects": 0, "relations": 0, "attributes": 0}}
    shown = Shown(Item("i"), ((Candidate("i", "s", nothing),),))
    rng = np.random.default_rng(1)
    for _ in range(200):
        rater = SimulatedRater(severity=float(rng.normal()), noise=1.0, lapse=0.0)
        payload = PROTOCOL.answer_like_a_person(PROTOCOL.declaration, shown, rater, rng)
        assert payload["slots"] == [{"objects": 0, "relations": 0, "attributes": 0}]


def test_a_strict_rater_gives_less() -> None:
    rich = {"caption": "x", "truth": {"objects": 4, "relations": 3, "attributes": 3}}
    shown = Shown(Item("i"), ((Candidate("i", "s", rich),),))

    def mean(severity: float) -> float:
        rng = np.random.default_rng(2)
        rater = SimulatedRater(severity=severity, noise=0.5, lapse=0.0)
        sheets = [
            PROTOCOL.answer_like_a_person(PROTOCOL.declaration, shown, rater, rng)["slots"][0] for _ in range(300)
        ]
        return fmean(sum(sheet.values()) for sheet in sheets)

    # severity shifts each field by 0.45·√n of its n points
    expected = 0.45 * (4**0.5 + 2 * 3**0.5)
    assert mean(0) == pytest.approx(10, abs=0.15)
    assert mean(0) - mean(1) == pytest.approx(expected, abs=0.2)
