"""Some of an item's candidates at a time: which meet, where they stand, and what is said of it before anybody rates."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.engine import outline
from beholder.engine import simulate as run_simulation
from beholder.engine.planning.plan import plan_trials
from beholder.engine.planning.subsets import balance_of, choose_subsets
from beholder.errors import BeholderError
from beholder.store import Database
from beholder.study import Definition, Subsets, Version, load_definition
from beholder.tables.ratings import stream_ratings
from tests.study_maker import make_study, start


def _planned(definition: Definition, seed: str = "s") -> list[tuple[int, tuple[str, ...]]]:
    rows = plan_trials(definition, definition.items, seed=seed)
    return [(row.item, tuple(json.loads(row.systems))) for row in rows]


def test_seven_systems_by_three_are_the_balanced_design(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "pick", items=3, systems="abcdefg", subsets=3)
    trials = _planned(definition)
    for item in range(3):
        sets = [systems for number, systems in trials if number == item]
        assert len(sets) == 7
        met = Counter(pair for systems in sets for pair in combinations(sorted(systems), 2))
        assert met == dict.fromkeys(combinations("abcdefg", 2), 1)
        assert Counter(s for systems in sets for s in systems) == dict.fromkeys("abcdefg", 3)
        # every system stands once in every slot
        assert len({(s, slot) for systems in sets for slot, s in enumerate(systems)}) == 21
    assert trials == _planned(definition)
    assert trials != _planned(definition, "other")


def test_trials_of_an_item_are_the_fewest_that_show_all_equally_often_or_as_many_as_said(tmp_path: Path) -> None:
    for systems, size, trials in (("abcdef", 4, 3), ("abcde", 4, 5), ("abcdefgh", 4, 2)):
        definition = make_study(tmp_path / systems, "pick", items=4, systems=systems, subsets=size)
        planned = _planned(definition)
        assert Counter(item for item, _ in planned) == dict.fromkeys(range(4), trials)
        shown = Counter((item, s) for item, sets in planned for s in sets)
        assert len(set(shown.values())) == 1
    said = make_study(tmp_path / "said", "pick", items=4, systems="abcdef", subsets={"size": 4, "per_item": 1})
    assert len(_planned(said)) == 4


def test_many_items_stay_balanced() -> None:
    sets = choose_subsets([list("abcdef")] * 1000, Subsets(size=4, per_item=1), np.random.default_rng(2))
    balance = balance_of((one for item in sets for one in item), 4)
    assert balance is not None
    # 4,000 showings of six systems, 6,000 meetings of fifteen pairs
    assert balance.shown[1] - balance.shown[0] <= 6
    assert balance.together[1] - balance.together[0] <= 6


def test_items_with_few_candidates_show_all_of_them(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "pick", items=2, systems="abcdef", subsets=4)
    more = {"id": "few", "candidates": [{"system": s, "text": s} for s in "xyz"]}
    with (tmp_path / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(more) + "\n")
    definition = load_definition(tmp_path)
    assert [systems for item, systems in _planned(definition) if item == 2] == [("x", "y", "z")]


def test_check_says_how_balanced_the_plan_is(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "pick", items=6, systems="abcdefg", subsets=3, ratings=2)
    plan = outline(definition)
    assert (plan.trials, plan.ratings) == (42, 84)
    assert plan.subsets is not None
    assert (plan.subsets.shown, plan.subsets.together) == ((18, 18), (6, 6))
    assert plan.to_json()["subsets"] == {"size": 3, "shown": (18, 18), "together": (6, 6)}
    whole = make_study(tmp_path / "whole", "pick", items=6)
    assert outline(whole).subsets is None


def test_every_system_stands_in_every_slot_equally_often_when_rated(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "pick", items=5, systems="abcdef", ratings=4, subsets=4)
    database = Database.open(tmp_path / "store.sqlite3")
    engine, clock = start(definition, database)
    run_simulation(engine, clock, raters=6, seed=3)
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    engine.close()
    database.close()
    assert len(rows) == 5 * 3 * 4 * 4
    counts = Counter((row.system, row.position) for row in rows)
    assert counts == dict.fromkeys(((s, place) for s in "abcdef" for place in range(1, 5)), 10)
    # within a trial, four raters see four different orders
    slots = Counter((row.trial, row.system, row.position) for row in rows)
    assert set(slots.values()) == {1}
    assert Counter(row.value for row in rows) == {"best": 60, "worst": 60, "": 120}


@pytest.mark.parametrize(
    ("shape", "systems", "subsets", "said"),
    [
        ("pick", "abcdef", 2, "pick is asked about 3 candidates or more; the study shows 2 at a time"),
        ("order", "abcdefghijk", None, "order is asked about 9 candidates at most; the study shows 11 at a time"),
        ("order", "abcdefghijk", 10, "order is asked about 9 candidates at most; the study shows 10 at a time"),
        ("pick", "ab", None, "the item has 2 candidates; this protocol needs at least 3"),
    ],
)
def test_a_page_with_too_few_or_too_many_for_its_question_is_refused(
    tmp_path: Path, shape: str, systems: str, subsets: Any, said: str
) -> None:
    settings = {"subsets": subsets} if subsets else {}
    with pytest.raises(BeholderError) as caught:
        make_study(tmp_path, shape, items=2, systems=systems, **settings)
    assert said in caught.value.problems[0].problem


@pytest.mark.parametrize("wrong", ["four", {"size": 1}, True, {"per_item": 3}])
def test_what_is_no_size_is_refused(tmp_path: Path, wrong: Any) -> None:
    with pytest.raises(BeholderError) as caught:
        make_study(tmp_path, "pick", items=2, systems="abcdef", subsets=wrong)
    assert caught.value.problems[0].where.startswith("study.yaml")


def test_subsets_without_effect_are_a_warning(tmp_path: Path) -> None:
    pairs = make_study(tmp_path / "pair", "pair", items=2, subsets=2)
    few = make_study(tmp_path / "few", "pick", items=2, systems="abcd", subsets=4)
    for definition in (pairs, few):
        assert "setting-without-effect" in [w.code for w in definition.warnings]


def test_a_study_without_subsets_is_the_version_it_was(tmp_path: Path) -> None:
    text = Version.of(make_study(tmp_path, "pick", items=2)).text
    assert "subsets" not in json.loads(text)["settings"]


def test_one_system_alone_has_no_balance() -> None:
    assert balance_of([("a",), ("a",)], 4) is None
    assert balance_of([], 4) is None
