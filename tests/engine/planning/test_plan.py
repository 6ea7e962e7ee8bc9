"""What is compared, how often, in which order, on which side."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from beholder.engine import outline
from beholder.engine import simulate as run_simulation
from beholder.engine.planning.plan import plan_trials
from beholder.store import Database
from beholder.tables.ratings import stream_ratings
from tests.study_maker import make_study, start


def planned(folder: Path, shape: str, seed: str = "s", **settings: object) -> list[tuple[int, tuple[str, ...], int]]:
    definition = make_study(folder, shape, **settings)  # type: ignore[arg-type]
    return [
        (row.item, tuple(json.loads(row.systems)), row.quota)
        for row in plan_trials(definition, definition.items, seed=seed)
    ]


def test_a_trial_per_item_candidate_pair_or_set(tmp_path: Path) -> None:
    assert len(planned(tmp_path / "item", "item", items=7)) == 7
    assert len(planned(tmp_path / "one", "one", items=7)) == 21
    assert len(planned(tmp_path / "pair", "pair", items=7)) == 21
    assert {systems for _, systems, _ in planned(tmp_path / "all", "all", items=7)} == {("a", "b", "c")}


def test_pairs_per_item_are_connected_and_balanced(tmp_path: Path) -> None:
    trials = planned(tmp_path, "pair", items=40, systems="abcdefg", pairs={"per_item": 2})
    assert Counter(item for item, _, _ in trials) == dict.fromkeys(range(40), 2)
    used = Counter(systems for _, systems, _ in trials)
    assert set(used) == set(combinations("abcdefg", 2))
    assert max(used.values()) - min(used.values()) <= 1
    met = Counter(system for _, systems, _ in trials for system in systems)
    assert max(met.values()) - min(met.values()) <= 2


def test_few_items_already_connect_all_systems(tmp_path: Path) -> None:
    trials = planned(tmp_path, "pair", items=8, systems="abcdefgh", pairs={"per_item": 1})
    reached = {"a"}
    for _ in range(8):
        reached |= {s for _, pair, _ in trials if reached & set(pair) for s in pair}
    assert reached == set("abcdefgh")


def test_listed_pairs_only(tmp_path: Path) -> None:
    trials = planned(tmp_path, "pair", items=5, pairs={"listed": [["c", "a"]]})
    assert Counter(systems for _, systems, _ in trials) == {("a", "c"): 5}


def test_overlap_falls_evenly_on_all_systems(tmp_path: Path) -> None:
    trials = planned(tmp_path, "one", items=100, ratings=1, overlap={"share": 0.1, "ratings": 4})
    assert Counter(quota for _, _, quota in trials) == {1: 270, 4: 30}
    assert Counter(systems[0] for _, systems, quota in trials if quota == 4) == {"a": 10, "b": 10, "c": 10}


def test_the_plan_follows_from_the_seed_and_from_nothing_else(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "pair", items=30)
    first = list(plan_trials(definition, definition.items, seed="one"))
    assert first == list(plan_trials(definition, definition.items, seed="one"))
    other = list(plan_trials(definition, definition.items, seed="two"))
    same = np.mean([a.rank == b.rank for a, b in zip(first, other, strict=True)])
    assert same < 0.1


def test_prefer_keeps_the_systems_of_an_item_near_but_never_adjacent(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "one", items=60, systems="abcd", same_rater="prefer")
    order = sorted(plan_trials(definition, definition.items, seed="s"), key=lambda row: row.rank)
    items = [row.item for row in order]
    assert all(a != b for a, b in pairwise(items))
    spread = [max(p) - min(p) for p in ([n for n, i in enumerate(items) if i == item] for item in set(items))]
    assert max(spread) < 48


def test_outline_counts_hours_and_cost(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "one", items=10, ratings=2, cost={"per_hour": 12, "currency": "EUR"})
    plan = outline(definition)
    assert (plan.items, plan.trials, plan.ratings, plan.currency) == (10, 30, 60, "EUR")
    assert plan.hours == pytest.approx(60 * 30 / 3600)
    assert plan.cost == pytest.approx(plan.hours * 12)


@pytest.fixture
def pair_showings(tmp_path: Path) -> list[tuple[str, str, str, str]]:
    """(rater, item, left system, right system) of a finished pair study."""
    definition = make_study(tmp_path, "pair", items=60, systems="abcd", ratings=3)
    database = Database.open(tmp_path / "store.sqlite3")
    engine, clock = start(definition, database)
    run_simulation(engine, clock, raters=20, seed=1)
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    engine.close()
    database.close()
    left = {row.answer: row for row in rows if row.side == "left"}
    right = {row.answer: row for row in rows if row.side == "right"}
    return [(row.rater, row.item, row.system, right[answer].system) for answer, row in left.items()]


def test_sides_are_balanced_within_one_per_pair(pair_showings: list[tuple[str, str, str, str]]) -> None:
    per_trial: Counter[tuple[str, frozenset[str]]] = Counter()
    per_pair: Counter[frozenset[str]] = Counter()
    for _, item, left, right in pair_showings:
        sign = 1 if left < right else -1
        per_trial[item, frozenset((left, right))] += sign
        per_pair[frozenset((left, right))] += sign
    assert len(per_trial) == 360
    assert all(abs(balance) == 1 for balance in per_trial.values())
    assert all(abs(balance) <= 1 for balance in per_pair.values())


def test_sides_are_balanced_for_each_rater(pair_showings: list[tuple[str, str, str, str]]) -> None:
    per_rater: Counter[str] = Counter()
    for rater, _, left, right in pair_showings:
        per_rater[rater] += 1 if left < right else -1
    assert max(abs(balance) for balance in per_rater.values()) <= 4


def test_no_two_of_one_item_in_a_row(pair_showings: list[tuple[str, str, str, str]]) -> None:
    by_rater: dict[str, list[str]] = {}
    for rater, item, _, _ in pair_showings:
        by_rater.setdefault(rater, []).append(item)
    adjacent = sum(a == b for items in by_rater.values() for a, b in pairwise(items))
    assert adjacent <= 3


def test_positions_are_uniform(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "all", items=150, systems="abcde", ratings=4)
    database = Database.open(tmp_path / "store.sqlite3")
    engine, clock = start(definition, database)
    run_simulation(engine, clock, raters=10, seed=3)
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    engine.close()
    database.close()
    counts = Counter((row.system, row.position) for row in rows)
    table = np.array([[counts[system, place] for place in range(1, 6)] for system in "abcde"])
    assert table.sum() == 150 * 4 * 5
    assert stats.chisquare(table.ravel()).pvalue > 0.001


def test_sides_cannot_be_guessed_without_the_seed(tmp_path: Path) -> None:
    """Knowing the code, the study and the ids, but not the seed, is no better than a coin."""
    definition = make_study(tmp_path, "pair", items=400, systems="ab", ratings=1)
    real = [row.open_flipped for row in plan_trials(definition, definition.items, seed="the real one")]
    guess = [row.open_flipped for row in plan_trials(definition, definition.items, seed="a guess")]
    hits = sum(a == b for a, b in zip(real, guess, strict=True))
    assert stats.binomtest(hits, 400).pvalue > 0.001
