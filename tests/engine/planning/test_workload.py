"""How much a rater has ahead: never less than they are shown, and hardly more."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from beholder.declarations.states import Showing
from beholder.engine import (
    Answer,
    Engine,
    Join,
    Lease,
    SimulatedClock,
    open_study,
    outline,
    read_status,
    seeded_entropy,
)
from beholder.engine.planning.workload import (
    checks_wanted,
    find_endless,
    find_small_pool,
    find_unmet_repeats,
    per_sitting,
    reading_minutes,
)
from beholder.store import Database
from beholder.study import load_definition
from tests.study_maker import make_study, payload_for


def known(name: str, kind: str) -> dict[str, Any]:
    """An item whose answer is known."""
    return {
        "id": name,
        "kind": kind,
        "reference": {"expects": [{"field": "score", "is": 3}]},
        "candidates": [{"system": "known", "text": name}],
    }


def write(folder: Path, *, known_items: dict[str, int] | None = None, **settings: Any) -> None:
    """A study of single texts with known ones before and among them."""
    make_study(folder, "one", **{"items": 30, "systems": "a", "ratings": 2, "seed": 3, **settings})
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for kind, count in (known_items or {}).items():
            for n in range(count):
                file.write(json.dumps(known(f"{kind}-{n}", kind)) + "\n")


def shown_to_one(engine: Engine, clock: SimulatedClock) -> list[str]:
    """The kinds of all that one rater is shown."""
    rater = engine.run(Join()).rater
    kinds = []
    while leases := engine.run(Lease(rater, 1)).leases:
        lease = leases[0]
        kinds.append(lease.kind)
        clock.advance(1_000)
        payload = payload_for("one", 1, value=3)
        engine.run(Answer(id=f"{lease.lease[:12]}-x", rater=rater, lease=lease.lease, payload=payload))
    return kinds


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"max_per_rater": 14},
        {"checks": {"every": 4}, "known_items": {"attention": 20}, "max_per_rater": 14},
        {"checks": {"every": 4}, "known_items": {"attention": 2, "practice": 3}},
        {"repeats": {"share": 0.25, "distance": 6}},
        {
            "checks": {"every": 5},
            "repeats": {"share": 0.1, "distance": 4},
            "known_items": {"attention": 9, "practice": 2},
        },
    ],
    ids=str,
)
def test_what_is_promised_is_the_most_there_is(tmp_path: Path, settings: dict[str, Any]) -> None:
    write(tmp_path / "s", **settings)
    definition, clock = load_definition(tmp_path / "s"), SimulatedClock()
    with closing(Database.open(tmp_path / "store.sqlite3")) as database:
        key = open_study(database, definition, clock=clock)
        engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
        kinds = shown_to_one(engine, clock)
        engine.close()
    counted = [kind for kind in kinds if kind not in Showing.PREPARING]
    assert kinds.count(Showing.MAIN) == engine.workload.trials
    assert len(kinds) - len(counted) == engine.workload.practice
    # an upper bound, not far off: chance decides how many repeats there are, and what falls behind the last trial
    assert len(counted) <= engine.workload.shown <= 1.3 * len(counted) + 2


def test_a_study_that_nobody_can_do_in_a_sitting_has_no_end_to_count_towards(tmp_path: Path) -> None:
    for name, limit in (("open", {}), ("capped", {"max_per_rater": 50})):
        make_study(tmp_path / name, "one", items=300, systems="a", limits={"session_minutes": 60}, **limit)
    found = {}
    for name in ("open", "capped"):
        definition = load_definition(tmp_path / name)
        with closing(Database.open(tmp_path / f"{name}.sqlite3")) as database:
            engine = Engine(database, open_study(database, definition), definition)
            found[name] = engine.workload.endless
            engine.close()
    assert found == {"open": True, "capped": False}


def test_items_for_practice_and_checks_are_counted_apart(tmp_path: Path) -> None:
    write(tmp_path / "s", checks={"every": 5}, known_items={"practice": 3, "attention": 4})
    definition = load_definition(tmp_path / "s")
    with closing(Database.open(tmp_path / "store.sqlite3")) as database:
        key = open_study(database, definition)
        with database.read() as conn:
            status = read_status(conn, key)
    assert (status.items, status.other_items) == (30, 7)


def test_the_plan_counts_practice_checks_repeats_and_reading(tmp_path: Path) -> None:
    write(tmp_path / "bare", cost={"per_hour": 12})
    write(
        tmp_path / "whole",
        cost={"per_hour": 12},
        checks={"every": 5},
        max_per_rater=10,
        known_items={"practice": 7, "attention": 6},
    )
    (tmp_path / "whole" / "guideline.en.md").write_text("word " * 1_000, encoding="utf-8")
    bare, whole = (outline(load_definition(tmp_path / name)) for name in ("bare", "whole"))
    assert (bare.raters, bare.practice, bare.hidden) == (2, 0, 0)
    assert bare.hours == bare.rating_hours == pytest.approx(60 * 30 / 3600)
    # 60 ratings at 10 for each rater; the 13 places from the eighth on touch three stretches of five
    assert (whole.raters, whole.practice) == (6, 7)
    assert whole.hidden == 60 * 3 / 10
    assert whole.practice_hours == pytest.approx(6 * 7 * 30 / 3600)
    assert whole.reading_hours == pytest.approx(6 * 5 / 60)
    parts = (whole.rating_hours, whole.hidden_hours, whole.practice_hours, whole.reading_hours)
    assert whole.hours == pytest.approx(sum(parts))
    assert whole.cost == pytest.approx(12 * whole.hours)


def test_the_cost_has_questions_fixed_pay_and_the_platforms_fee(tmp_path: Path) -> None:
    question = {"kind": "text", "label": "Age?"}
    fixed = {"per_submission": 2.5, "fee": 0.4, "currency": "GBP"}
    write(tmp_path / "fixed", cost=fixed, max_per_rater=10, before={"age": question}, after={"hard": question})
    plan = outline(load_definition(tmp_path / "fixed"))
    assert plan.question_hours == pytest.approx(plan.raters * 2 * 15 / 3600)
    assert plan.fee == pytest.approx(0.4 * 2.5 * plan.raters)
    assert plan.cost == pytest.approx(1.4 * 2.5 * plan.raters)
    write(tmp_path / "reading", cost={"per_hour": 12, "reading_minutes": 6}, before={"age": question})
    plan = outline(load_definition(tmp_path / "reading"))
    assert plan.cost == pytest.approx(12 * (plan.rating_hours + plan.raters * 0.1))


def test_one_more_is_invited_where_the_last_place_may_be_left_over(tmp_path: Path) -> None:
    """60 places: six raters with ten each leave no room, and five of the last rater's ten with eleven leave enough."""
    for most, raters, invited in ((10, 6, 7), (None, 2, 2), (11, 6, 6)):
        write(tmp_path / f"m{most}", max_per_rater=most)
        plan = outline(load_definition(tmp_path / f"m{most}"))
        assert (plan.raters, plan.invited) == (raters, invited)


def test_practice_is_counted_as_far_as_it_is_shown(tmp_path: Path) -> None:
    write(tmp_path / "all", known_items={"practice": 8})
    write(tmp_path / "some", known_items={"practice": 8}, practice={"most": 3})
    assert [outline(load_definition(tmp_path / name)).practice for name in ("all", "some")] == [8, 3]


def test_reading_takes_as_long_in_chinese_as_in_english() -> None:
    assert reading_minutes("word " * 200) == pytest.approx(1)
    assert reading_minutes("字" * 220) == pytest.approx(1)
    assert reading_minutes("") == 0


@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        ({"repeats": {"share": 0.2}, "max_per_rater": 10}, True),
        ({"repeats": {"share": 0.2}, "max_per_rater": 16}, True),
        ({"repeats": {"share": 0.2}, "max_per_rater": 17}, False),
        ({"repeats": {"share": 0.2, "distance": 5}, "max_per_rater": 10}, False),
        ({"repeats": {"share": 0}, "max_per_rater": 10}, False),
        ({"max_per_rater": 10}, False),
    ],
)
def test_repeats_that_no_rater_would_meet_are_warned_of(settings: dict[str, Any], warned: bool, tmp_path: Path) -> None:
    write(tmp_path, **settings)
    definition = load_definition(tmp_path)
    plan = outline(definition)
    found = list(find_unmet_repeats(definition, trials=plan.trials))
    assert [(one.code, one.warning) for one in found] == [("setting-without-effect", True)] * warned
    if settings.get("repeats", {}).get("share"):
        assert (plan.hidden == 0) == warned, "the plan counts none either"


@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        ({"crowd": {"complete": "C1"}}, True),
        ({"crowd": {"complete": "C1"}, "max_per_rater": 20}, False),
        ({"crowd": {"complete": "C1"}, "limits": {"session_minutes": 600}}, False),
        ({}, False),
    ],
)
def test_a_crowd_study_that_no_sitting_can_finish_is_warned_of(
    settings: dict[str, Any], warned: bool, tmp_path: Path
) -> None:
    write(tmp_path, **{"limits": {"session_minutes": 1}, **settings})
    definition = load_definition(tmp_path)
    found = list(find_endless(definition, trials=outline(definition).trials))
    assert [(one.code, one.warning) for one in found] == [("crowd-endless", True)] * warned
    if warned:
        assert f"max_per_rater: {per_sitting(definition)}" in found[0].hint


@pytest.mark.parametrize(
    ("settings", "pool", "warns"),
    [
        # 114 trials and six checks fill six stretches of twenty
        ({"max_per_rater": 114, "crowd": {}}, 24, False),
        ({"max_per_rater": 114, "crowd": {}}, 23, True),
        ({"max_per_rater": 114}, 23, False),
        ({"max_per_rater": 114, "exclude": [{"id": "c", "measure": "checks-failed", "above": 0.4}]}, 23, True),
        # without an end, what fits into a sitting: 240 trials of half a minute
        ({"crowd": {}}, 40, True),
        ({"crowd": {}}, 52, False),
    ],
)
def test_a_pool_of_checks_that_is_soon_known_is_warned_of(
    tmp_path: Path, settings: dict[str, Any], pool: int, warns: bool
) -> None:
    write(tmp_path, checks={"every": 20}, **settings)
    found = list(find_small_pool(load_definition(tmp_path), trials=2000, pool=pool))
    assert [(one.code, one.warning) for one in found] == ([("checks-few", True)] if warns else [])


def test_checks_are_made_as_many_as_keep_them_unknown(tmp_path: Path) -> None:
    def wanted(trials: int, **settings: Any) -> int:
        write(tmp_path / str(len(list(tmp_path.iterdir()))), **settings)
        return checks_wanted(load_definition(sorted(tmp_path.iterdir(), key=lambda p: int(p.name))[-1]), trials=trials)

    assert wanted(2000, max_per_rater=114, checks={"every": 20}) == 100
    assert wanted(120, max_per_rater=114, checks={"every": 20}) == 24
    assert wanted(120, checks={"every": 20, "made": 3}) == 3
    assert wanted(1_000_000, checks={"every": 20}) == 500
    assert wanted(120) == 0


def test_raters_meet_the_checks_that_lie_where_they_begin(tmp_path: Path) -> None:
    """Neighbours in the plan have checks in common as they have trials; the seed and the rater's number decide."""

    def met(database: str, raters: int) -> list[list[str]]:
        with closing(Database.open(f"sqlite:///{tmp_path / database}")) as opened:
            definition, clock = load_definition(tmp_path / "study"), SimulatedClock()
            key = open_study(opened, definition, clock=clock)
            engine = Engine(opened, key, definition, clock=clock, entropy=seeded_entropy(len(database)))
            with closing(engine):
                found = []
                for _ in range(raters):
                    rater, checks = engine.run(Join()).rater, []
                    while leases := engine.run(Lease(rater, 6)).leases:
                        clock.advance(60_000)
                        checks += [str(one.item) for one in leases if one.kind == Showing.ATTENTION]
                        payload = payload_for("one", 1, value=3)
                        engine.run_together([Answer(f"a-{n.lease}", rater, n.lease, payload) for n in leases])
                    found.append(checks)
                return found

    write(
        tmp_path / "study",
        known_items={"attention": 24},
        items=120,
        ratings=4,
        max_per_rater=25,
        checks={"every": 5},
    )
    first = met("one.sqlite3", 8)
    assert all(len(set(checks)) == len(checks) in (5, 6, 7) for checks in first)
    # another run, under other pseudonyms: the same in the same order, one more or less
    again = met("other.sqlite3", 8)
    assert all(a == b for one, two in zip(first, again, strict=True) for a, b in zip(one, two, strict=False))
    # eight raters, a golden ratio apart, who see a quarter each, see all of the pool
    assert len({check for checks in first for check in checks}) >= 22
