"""Hundreds of schedules, a thousand in the long form: where checks and hidden repeats stand, how they are turned, and when there are none."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare

from beholder.engine import Join, Lease, SimulatedClock, open_study, seeded_entropy
from beholder.engine.batch import Batch, StudyContext
from beholder.engine.handlers.joining import join
from beholder.engine.handlers.lease import lease_many
from beholder.engine.stage_order import stages
from beholder.store import Database, LeaseRow, leases
from beholder.store.trials import extra_trials, last_rank
from beholder.study import load_definition
from tests.study_maker import make_study

CHECKS = 5
Shown = list[tuple[dict[str, Any], list[LeaseRow]]]
EXPECTED: dict[str, dict[str, Any]] = {
    "one": {"field": "score", "is": 5},
    "pair": {"field": "better", "system": "k", "is": "win"},
    "all": {"field": "points", "system": "k", "is": 5},
}
SIZES: list[tuple[int, float, int, int, dict[str, Any]]] = [
    (10, 0.5, 2, 3, {}),
    (20, 0.2, 15, 5, {"max_per_rater": 17}),
    (9, 0.25, 4, 4, {"max_per_rater": 8, "same_rater": "prefer"}),
    (12, 0.1, 10, 20, {}),
    (6, 0.34, 3, 7, {"same_rater": "avoid"}),
    (24, 0.3, 8, 6, {"max_per_rater": 20}),
    (5, 0.5, 40, 3, {}),
    (10, 0.05, 5, 10, {}),
    (12, 0.4, 6, 9, {"max_per_rater": 11}),
]
DESIGNS: list[dict[str, Any]] = [
    {"shape": shape, "systems": systems, "items": items, "share": share, "distance": distance, "every": every, **more}
    for shape, systems in (("one", "ab"), ("pair", "abc"), ("all", "abcd"))
    for items, share, distance, every, more in SIZES
]
TOGETHER = (3, 4, 6)


def schedules(folder: Path, design: dict[str, Any], raters: int) -> list[list[LeaseRow]]:
    """What each rater of a study is shown, in order. The planner itself, without answers: what is shown is answered."""
    given = dict(design)
    repeats = {"share": given.pop("share"), "distance": given.pop("distance")}
    shape, checks = given.pop("shape"), {"every": given.pop("every")}
    make_study(folder, shape, ratings=raters, repeats=repeats, checks=checks, **given)
    known = [{"system": system, "text": system} for system in ("k" if shape == "one" else "kl")]
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for n in range(CHECKS):
            row = {"id": f"check-{n}", "kind": "attention", "candidates": known}
            file.write(json.dumps({**row, "reference": {"expects": [EXPECTED[shape]]}}) + "\n")
    definition, clock = load_definition(folder), SimulatedClock()
    database = Database.open(folder / "store.sqlite3")
    key = open_study(database, definition, clock=clock)
    shown: dict[str, list[LeaseRow]] = {}
    with database.write(key) as conn:
        extras = extra_trials(conn, key)
        context = StudyContext(
            key=key,
            definition=definition,
            last_rank=last_rank(conn, key),
            lease_ms=1_800_000,
            entropy=seeded_entropy(1),
            extras=extras,
            stages=stages(definition, extras),
        )
        batch = Batch.begin(conn, context, clock.now)
        working = [join(batch, Join()).rater for _ in range(raters)]
        while working:
            asked = lease_many(batch, [Lease(rater, 6) for rater in working])
            still = []
            for rater, leased in zip(working, asked, strict=True):
                assert not isinstance(leased, Exception)
                if leased.leases:
                    still.append(rater)
                    # fewer than are held, so that more are asked for meanwhile, as a browser does; or all of them
                    done = leased.leases[: TOGETHER[design["every"] % 3]]
                    shown.setdefault(rater, []).extend(done)
                    leases.set_lease_states(conn, {lease.lease: "answered" for lease in done})
            working = still
    database.close()
    return list(shown.values())


@pytest.fixture(scope="module", params=[12, pytest.param(38, marks=pytest.mark.long)])
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The schedules of so many raters in each design."""
    root = tmp_path_factory.mktemp("schedules")
    return [
        (design, one) for n, design in enumerate(DESIGNS) for one in schedules(root / str(n), design, request.param)
    ]


@pytest.mark.long
def test_there_are_many_schedules_with_repeats_and_checks_in_them(shown: Shown) -> None:
    kinds = Counter(lease.kind for _, leases in shown for lease in leases)
    assert len(shown) >= 12 * len(DESIGNS)
    assert kinds["repeat"] > len(shown)
    assert kinds["attention"] > len(shown)


def test_places_in_a_schedule_have_no_gaps(shown: Shown) -> None:
    for _, given in shown:
        assert [lease.sequence for lease in given] == list(range(1, len(given) + 1))


def test_repeats_keep_their_distance_and_come_once(shown: Shown) -> None:
    for design, given in shown:
        first = {lease.trial: lease for lease in given if lease.kind == "main"}
        repeats = [lease for lease in given if lease.kind == "repeat"]
        assert len({lease.trial for lease in repeats}) == len(repeats)
        for again in repeats:
            between = again.sequence - first[again.trial].sequence - 1
            assert between >= design["distance"], (design, between)


def test_repeats_are_turned_round(shown: Shown) -> None:
    for design, given in shown:
        first = {lease.trial: lease for lease in given if lease.kind == "main"}
        for again in (lease for lease in given if lease.kind == "repeat"):
            before, after = json.loads(first[again.trial].slots), json.loads(again.slots)
            assert sorted(before) == sorted(after)
            if design["shape"] == "pair":
                assert after == before[::-1]
            elif design["shape"] == "all":
                assert after != before


def test_no_trial_is_counted_twice_and_every_rater_gets_what_there_is(shown: Shown) -> None:
    for design, given in shown:
        main = [lease.trial for lease in given if lease.kind == "main"]
        assert len(set(main)) == len(main)
        assert len(main) <= design.get("max_per_rater", len(main))
        assert {lease.occasion for lease in given if lease.kind == "repeat"} <= {1}


def test_a_short_study_has_no_repeats_rather_than_near_ones(shown: Shown) -> None:
    short = [given for design, given in shown if len(given) <= design["distance"] + 1]
    assert len(short) > len(shown) / 20
    assert not any(lease.kind == "repeat" for given in short for lease in given)


def test_no_two_neighbours_are_of_one_item_unless_that_is_on_record(shown: Shown) -> None:
    for design, given in shown:
        for before, after in pairwise(given):
            assert before.item != after.item or after.adjacent, (design, before.kind, after.kind)


def test_each_stretch_holds_one_check_while_there_are_any(shown: Shown) -> None:
    for design, given in shown:
        places = [lease.sequence for lease in given if lease.kind == "attention"]
        stretches = [(place - 1) // design["every"] for place in places]
        assert stretches == list(range(len(stretches)))
        assert len({lease.trial for lease in given if lease.kind == "attention"}) == len(places) <= CHECKS


def test_places_of_checks_and_repeats_cannot_be_foretold(shown: Shown) -> None:
    """Over raters, each place of a stretch is as likely as any other."""
    places: dict[int, Counter[int]] = {}
    for design, given in shown:
        for lease in given:
            stretch, place = divmod(lease.sequence - 1, design["every"])
            if lease.kind == "attention" and (stretch + 1) * design["every"] <= len(given):
                places.setdefault(design["every"], Counter())[place] += 1
    for every, found in places.items():
        expected = found.total() / every
        if expected >= 10:
            assert chisquare([found[n] for n in range(every)]).pvalue > 1e-4
