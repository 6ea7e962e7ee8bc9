"""Raters who hand trials back and return: what they get then, how long they may hold it, and what it tells them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock
from beholder.engine.handlers.joining import Leave, Sweep
from beholder.store import Database, LeaseRow
from beholder.store.leases import leases_of
from tests.engine.test_journey import begin, graded
from tests.study_maker import payload_for

LEASE_MS = 60_000
CHECKS = [graded(f"check{n}", "attention") for n in range(12)]


def studied(folder: Path, database: Database, **settings: Any) -> tuple[Engine, SimulatedClock]:
    given = {
        "items": 40,
        "systems": "a",
        "ratings": 1,
        "lease_minutes": 1.0,
        "checks": {"every": 3},
        "repeats": {"share": 0.2, "distance": 4},
        **settings,
    }
    return begin(folder, database, extra=CHECKS, **given)


def give(engine: Engine, lease: LeaseRow) -> None:
    payload = payload_for("one", 1)
    engine.run(Answer(id=f"answer-{lease.lease}", rater=lease.rater, lease=lease.lease, payload=payload))


def kinds_of(engine: Engine, rater: str, state: str) -> Counter[str]:
    with engine.database.read() as conn:
        return Counter(lease.kind for lease in leases_of(conn, engine.key, rater, [state]))


def goes(engine: Engine, clock: SimulatedClock, rater: str) -> None:
    engine.run(Leave(rater))


def falls_silent(engine: Engine, clock: SimulatedClock, rater: str) -> None:
    clock.advance(LEASE_MS + 1)
    engine.run(Sweep())


AWAY = pytest.mark.parametrize("away", [goes, falls_silent])


@AWAY
def test_what_comes_back_is_no_sign_of_an_ordinary_trial(
    tmp_path: Path, database: Database, away: Callable[..., None]
) -> None:
    """Asks, goes, asks again, and answers only what was seen twice: checks and repeats are among it all the same."""
    engine, clock = studied(tmp_path / "study", database)
    rater = engine.run(Join()).rater
    for _ in range(60):
        first = {lease.lease for lease in engine.run(Lease(rater)).leases}
        away(engine, clock, rater)
        twice = [lease for lease in engine.run(Lease(rater)).leases if lease.lease in first]
        if not twice:
            break
        for lease in twice:
            give(engine, lease)
    answered = kinds_of(engine, rater, "answered")
    assert answered["main"] == 40
    assert answered["attention"] >= 10
    assert answered["repeat"] >= 4
    assert not kinds_of(engine, rater, "released") + kinds_of(engine, rater, "expired")
    engine.close()


@AWAY
def test_nothing_of_what_a_browser_sees_tells_checks_from_trials(
    tmp_path: Path, database: Database, away: Callable[..., None]
) -> None:
    """For every showing: how often it came, at which numbers, and in which order among the others."""
    engine, clock = studied(tmp_path / "study", database)
    rater = engine.run(Join()).rater
    seen: dict[str, list[tuple[int, int]]] = defaultdict(list)
    kinds: dict[str, str] = {}
    for _ in range(12):
        lists = []
        for _ in range(3):
            leases = engine.run(Lease(rater)).leases
            lists.append([(lease.lease, lease.sequence) for lease in leases])
            for place, lease in enumerate(leases):
                kinds[lease.lease] = lease.kind
                seen[lease.lease].append((lease.sequence, place))
            away(engine, clock, rater)
        assert lists[0] == lists[1] == lists[2]
        for lease in engine.run(Lease(rater)).leases:
            give(engine, lease)
    signs: dict[str, set[Any]] = defaultdict(set)
    for token, places in seen.items():
        signs[kinds[token]].add((len(places), len(set(places))))
    assert {kinds[token] for token in seen} == {"main", "attention", "repeat"}
    assert signs["main"] == signs["attention"] == signs["repeat"] == {(3, 1)}
    engine.close()


def test_leaving_and_asking_at_once_brings_trials_back_as_it_does_checks(tmp_path: Path, database: Database) -> None:
    """Both requests in one transaction: places given back in it are open to the rater who gave them."""
    engine, _ = studied(tmp_path / "study", database)
    rater = engine.run(Join()).rater
    before = [lease.lease for lease in engine.run(Lease(rater)).leases]
    left, asked = engine.run_together([Leave(rater), Lease(rater)])
    assert left == len(before)
    assert [lease.lease for lease in asked.leases] == before
    engine.close()


def test_trials_that_others_took_meanwhile_do_not_come_back(tmp_path: Path, database: Database) -> None:
    engine, _ = studied(tmp_path / "study", database, items=14, checks=None, repeats=None)
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    held = engine.run(Lease(first)).leases
    engine.run(Leave(first))
    taken: set[int] = set()
    while len(taken) < 10:
        lease = engine.run(Lease(second, want=1)).leases[0]
        give(engine, lease)
        taken.add(lease.trial)
    back = engine.run(Lease(first)).leases
    assert {lease.trial for lease in held} & taken
    assert back
    assert not {lease.trial for lease in back} & taken
    engine.close()


def test_a_trial_held_too_long_goes_to_others_however_often_its_rater_asks(tmp_path: Path, database: Database) -> None:
    engine, clock = studied(tmp_path / "study", database, items=1, checks=None, repeats=None, longest_lease_minutes=3.0)
    keeper, other = engine.run(Join()).rater, engine.run(Join()).rater
    held = engine.run(Lease(keeper)).leases[0]
    for _ in range(4):
        clock.advance(LEASE_MS // 2)
        assert [lease.lease for lease in engine.run(Lease(keeper)).leases] == [held.lease]
        engine.run(Leave(keeper))
        assert [lease.lease for lease in engine.run(Lease(keeper)).leases] == [held.lease]
        assert engine.run(Lease(other)).reason == "wait"
    for _ in range(2):
        clock.advance(LEASE_MS // 2)
        asked = engine.run(Lease(keeper))
    assert (asked.leases, asked.reason) == ([], "wait")
    taken = engine.run(Lease(other)).leases
    assert [lease.trial for lease in taken] == [held.trial]
    give(engine, taken[0])
    engine.close()


def test_a_trial_held_too_long_comes_back_if_nobody_wants_it(tmp_path: Path, database: Database) -> None:
    engine, clock = studied(tmp_path / "study", database, items=1, checks=None, repeats=None, longest_lease_minutes=2.0)
    keeper = engine.run(Join()).rater
    held = engine.run(Lease(keeper)).leases[0]
    asked = []
    for _ in range(7):
        clock.advance(LEASE_MS // 2)
        asked.append([lease.lease for lease in engine.run(Lease(keeper)).leases])
    assert asked == [[held.lease]] * 3 + [[]] * 2 + [[held.lease]] * 2
    engine.close()


def test_many_who_only_join_cannot_hold_most_of_a_study(tmp_path: Path, database: Database) -> None:
    engine, _ = studied(tmp_path / "study", database, items=500, checks=None, repeats=None)
    honest = engine.run(Join()).rater
    for lease in engine.run(Lease(honest)).leases:
        give(engine, lease)
    crowd = [engine.run(Join()).rater for _ in range(60)]
    held = sum(len(engine.run(Lease(rater)).leases) for rater in crowd)
    assert held <= 60 + len(crowd)
    assert len(engine.run(Lease(honest)).leases) == 6
    engine.close()


def test_a_clock_that_is_set_back_does_not_keep_places_from_others(tmp_path: Path, database: Database) -> None:
    engine, clock = studied(tmp_path / "study", database, items=1, checks=None, repeats=None)
    gone, other = engine.run(Join()).rater, engine.run(Join()).rater
    assert engine.run(Lease(gone)).leases
    clock.now -= 24 * 60 * LEASE_MS
    assert engine.run(Lease(other)).leases
    engine.close()
