"""Behaviour of a running study that the state machine does not spell out."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Engine, Join, Lease
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.joining import Leave, Sweep, Withdraw
from beholder.engine.handlers.study_state import SetState
from beholder.errors import BeholderError
from beholder.store import Database
from beholder.store.answers import release_row
from beholder.tables.ratings import stream_ratings
from tests.study_maker import make_study, payload_for, start


def give(engine: Engine, lease: object, number: int, shape: str = "one") -> None:
    slots = len(json.loads(lease.slots))  # type: ignore[attr-defined]
    engine.run(
        Answer(
            id=f"answer-{number:08d}",
            rater=lease.rater,  # type: ignore[attr-defined]
            lease=lease.lease,  # type: ignore[attr-defined]
            payload=payload_for(shape, slots),
        )
    )


@pytest.mark.variants(1)
def test_64_concurrent_raters_fill_every_quota_exactly(tmp_path: Path, database: Database) -> None:
    """2,000 trials × 3 ratings by 64 threads: exactly 3 each, nobody twice."""
    definition = make_study(tmp_path / "study", "one", items=500, systems="abcd", ratings=3)
    engine, _ = start(definition, database, people=True)
    raters = [engine.run(Join()).rater for _ in range(64)]

    def work(rater: str) -> int:
        count = 0
        while True:
            leased = engine.run(Lease(rater))
            if not leased.leases:
                return count
            for lease in leased.leases:
                engine.run(
                    Answer(
                        id=f"{rater}-{lease.trial:08d}", rater=rater, lease=lease.lease, payload=payload_for("one", 1)
                    )
                )
                count += 1

    with ThreadPoolExecutor(64) as pool:
        total = sum(pool.map(work, raters))
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    engine.close()
    per_trial = Counter(row.trial for row in rows)
    assert total == len(rows) == 6000
    assert set(per_trial.values()) == {3}
    assert len(per_trial) == 2000
    assert max(Counter((row.rater, row.trial) for row in rows).values()) == 1
    assert not any(row.excluded_by for row in rows)


def test_a_late_answer_counts_if_a_place_is_open_and_is_kept_if_not(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=1, systems="a", ratings=1, lease_minutes=1.0)
    engine, clock = start(definition, database, people=True)
    slow, quick, third = (engine.run(Join()).rater for _ in range(3))
    held = engine.run(Lease(slow)).leases[0]
    clock.advance(61_000)
    taken = engine.run(Lease(quick)).leases[0]
    assert taken.trial == held.trial
    late = engine.run(Answer(id="late-answer", rater=slow, lease=held.lease, payload=payload_for("one", 1)))
    assert late.excluded_by == "late"
    assert (
        engine.run(Answer(id="good-answer", rater=quick, lease=taken.lease, payload=payload_for("one", 1))).excluded_by
        == ""
    )
    assert engine.run(Lease(third)).reason == "done"
    with database.read() as conn:
        kept = release_row(conn, engine.key, "late-answer")
    assert kept is not None
    assert kept["payload"] is not None
    engine.close()


def test_an_answer_on_its_way_when_a_study_is_closed_is_kept_and_its_place_stays_open(
    tmp_path: Path, database: Database
) -> None:
    engine, _ = start(make_study(tmp_path / "study", "one", items=2, systems="a", ratings=1), database, people=True)
    rater = engine.run(Join()).rater
    held, other = engine.run(Lease(rater, want=1)).leases[0], engine.run(Join()).rater
    engine.run(SetState("closed"))
    late = engine.run(Answer(id="late-answer", rater=rater, lease=held.lease, payload=payload_for("one", 1)))
    assert late.excluded_by == "late"
    with pytest.raises(BeholderError) as caught:
        engine.run(
            Answer(
                id="late-change", rater=rater, lease=held.lease, payload=payload_for("one", 1), revises="late-answer"
            )
        )
    assert caught.value.code == "study-closed"
    engine.run(SetState("open"))
    given = [engine.run(Lease(other, want=1)).leases[0]]
    give(engine, given[0], 1)
    given += engine.run(Lease(other, want=1)).leases
    assert held.trial in {lease.trial for lease in given}
    engine.close()


def test_a_late_answer_takes_the_place_that_opened_again(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "pair", items=1, systems="ab", ratings=1, lease_minutes=1.0)
    engine, clock = start(definition, database, people=True)
    slow, quick = engine.run(Join()).rater, engine.run(Join()).rater
    held = engine.run(Lease(slow)).leases[0]
    clock.advance(61_000)
    engine.run(Sweep())
    saved = engine.run(Answer(id="late-answer", rater=slow, lease=held.lease, payload=payload_for("pair", 2)))
    assert saved.excluded_by == ""
    assert engine.run(Lease(quick)).reason == "done"
    engine.close()


def test_a_rater_who_comes_back_sees_the_same_sides(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "pair", items=4, systems="ab", ratings=2, lease_minutes=1.0)
    engine, clock = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    before = {lease.trial: lease for lease in engine.run(Lease(rater)).leases}
    clock.advance(120_000)
    engine.run(Sweep())
    after = {lease.trial: lease for lease in engine.run(Lease(rater)).leases}
    assert before
    common = before.keys() & after.keys()
    assert common
    assert all(before[t].slots == after[t].slots and before[t].lease == after[t].lease for t in common)
    engine.close()


def test_leases_shrink_to_one_when_places_run_short(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=4, systems="ab", ratings=1)
    engine, _ = start(definition, database, people=True)
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    assert len(engine.run(Lease(first)).leases) == 1
    assert len(engine.run(Lease(second)).leases) == 1
    engine.close()


def test_up_to_six_are_held_when_there_is_plenty(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=50, systems="ab", ratings=3)
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    first = engine.run(Lease(rater)).leases
    assert len(first) == 6
    assert engine.run(Lease(rater)).leases == first
    assert [lease.sequence for lease in first] == [1, 2, 3, 4, 5, 6]
    engine.close()


def test_max_per_rater_is_kept(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=20, systems="ab", ratings=1, max_per_rater=4)
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    given = 0
    while leases := engine.run(Lease(rater)).leases:
        for lease in leases:
            given += 1
            give(engine, lease, given)
    assert given == 4
    assert engine.run(Lease(rater)).reason == "done"
    engine.close()


def test_avoid_gives_each_rater_new_items_while_there_are_any(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=12, systems="abc", ratings=1, same_rater="avoid")
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    items: list[int] = []
    while len(items) < 12:
        for lease in engine.run(Lease(rater)).leases:
            items.append(lease.item)
            give(engine, lease, len(items))
    assert len(set(items[:12])) == 12
    engine.close()


def test_two_of_one_item_follow_each_other_only_when_nothing_else_is_open(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=1, systems="abc", ratings=1)
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    adjacent = []
    for number in range(3):
        lease = engine.run(Lease(rater)).leases[0]
        adjacent.append(bool(lease.adjacent))
        give(engine, lease, number)
    assert adjacent == [False, True, True]
    engine.close()


def test_equal_candidates_are_shown_once_and_scored_for_each(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "all", items=1, systems="abc", ratings=1)
    row = {"id": "i0", "candidates": [{"system": s, "text": t} for s, t in (("a", "x"), ("b", "y"), ("c", "x"))]}
    (tmp_path / "study" / "items.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    from beholder.study import load_definition

    definition = load_definition(tmp_path / "study")
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    lease = engine.run(Lease(rater)).leases[0]
    slots = json.loads(lease.slots)
    assert sorted(map(sorted, slots)) == [["a", "c"], ["b"]]
    values = {tuple(sorted(place)): n + 1 for n, place in enumerate(slots)}
    payload = {"trial": {}, "slots": [{"points": values[tuple(sorted(place))]} for place in slots]}
    engine.run(Answer(id="answer-001", rater=rater, lease=lease.lease, payload=payload))
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    assert {row.system: row.number for row in rows} == {
        "a": values["a", "c"],
        "c": values["a", "c"],
        "b": values[("b",)],
    }
    engine.close()


def test_an_answer_for_another_raters_trial_is_refused(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=5, ratings=1)
    engine, _ = start(definition, database, people=True)
    owner, thief = engine.run(Join()).rater, engine.run(Join()).rater
    lease = engine.run(Lease(owner)).leases[0]
    with pytest.raises(BeholderError) as caught:
        engine.run(Answer(id="stolen-answer", rater=thief, lease=lease.lease, payload=payload_for("one", 1)))
    assert caught.value.code == "lease-unknown"
    engine.close()


def test_a_wrong_answer_stores_nothing_and_names_the_field(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=5, ratings=1)
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    lease = engine.run(Lease(rater)).leases[0]
    with pytest.raises(BeholderError) as caught:
        engine.run(
            Answer(id="wrong-answer", rater=rater, lease=lease.lease, payload={"trial": {"score": 9}, "slots": []})
        )
    assert caught.value.problems[0].where == "score"
    assert (
        engine.run(Answer(id="right-answer", rater=rater, lease=lease.lease, payload=payload_for("one", 1))).revision
        == 1
    )
    engine.close()


@pytest.mark.parametrize(
    "sent",
    [{"meta": {"a": "x" * 20_000}}, {"meta": {"a": float("nan")}}, {"payload": {"trial": {"score": float("inf")}}}],
)
def test_a_refused_answer_costs_no_place(tmp_path: Path, database: Database, sent: dict[str, Any]) -> None:
    definition = make_study(tmp_path / "study", "one", items=1, systems="a", ratings=1)
    engine, _ = start(definition, database, people=True)
    rater = engine.run(Join()).rater
    lease = engine.run(Lease(rater)).leases[0]
    right = Answer(id="right-answer", rater=rater, lease=lease.lease, payload=payload_for("one", 1))
    with pytest.raises(BeholderError, match="answer-"):
        engine.run(replace(right, id="wrong-answer", **sent))
    assert engine.run(Leave(rater)) == 1
    other = engine.run(Join()).rater
    assert [one.trial for one in engine.run(Lease(other)).leases] == [lease.trial]
    engine.close()


def test_withdrawal_erases_answers_and_opens_their_places(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=2, systems="a", ratings=1)
    engine, _ = start(definition, database, people=True)
    gone, other = engine.run(Join()).rater, engine.run(Join()).rater
    for number in range(2):
        give(engine, engine.run(Lease(gone)).leases[0], number)
    assert engine.run(Lease(other)).reason == "done"
    assert engine.run(Withdraw(gone)).answers == 2
    with database.read() as conn:
        erased = release_row(conn, engine.key, "answer-00000000")
    assert erased is not None
    assert (erased["payload"], erased["meta"], erased["salt"]) == (None, None, None)
    for number in range(2, 4):
        give(engine, engine.run(Lease(other)).leases[0], number)
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    assert {row.rater for row in rows} == {other}
    with pytest.raises(BeholderError, match="withdrawn"):
        engine.run(Lease(gone))
    engine.close()


def test_exclusion_keeps_the_answer_and_opens_its_place(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=1, systems="a", ratings=1)
    engine, _ = start(definition, database, people=True)
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    give(engine, engine.run(Lease(first)).leases[0], 1)
    assert engine.run(Exclude(["answer-00000001"], rule="too-fast")) == 1
    assert engine.run(Lease(first)).reason == "done"
    give(engine, engine.run(Lease(second)).leases[0], 2)
    with database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form))
    assert {row.rater: row.excluded_by for row in rows} == {first: "too-fast", second: ""}
    engine.close()


def test_what_is_watched_is_the_same_as_the_table(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    definition = make_study(tmp_path / "study", "one", items=4, ratings=2)
    engine, _ = start(definition, database)
    number = 0
    for _ in range(2):
        rater = engine.run(Join()).rater
        while leases := engine.run(Lease(rater, 6)).leases:
            for lease in leases:
                number += 1
                give(engine, lease, number)
    ratings, quality = engine.observe()
    with database.read() as conn:
        name, form = definition.declaration.name, definition.declaration.form
        stored = list(stream_ratings(conn, engine.key, study="", protocol=name, form=form))
    engine.close()
    database.close()
    for column, coded in ratings.text.items():
        assert coded.texts().tolist() == [getattr(row, column) for row in stored]
    assert ratings.active_ms.tolist() == [row.active_ms for row in stored]
    assert ratings.sequence.tolist() == [row.sequence for row in stored]
    assert len(set(ratings.answer.tolist())) == len({row.answer for row in stored})
    assert {one.rater for one in quality} == {row.rater for row in stored}
