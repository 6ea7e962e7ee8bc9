"""The end of a visit, of a sitting and of a day, each at its very boundary, on the engine's clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Engine, Join, Lease, Leased, SimulatedClock
from beholder.store import Database, LeaseRow
from tests.engine.test_journey import begin
from tests.study_maker import payload_for


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """The clock decides here, and it is the same for every store."""
    opened = Database.open(tmp_path / "store.sqlite3")
    yield opened
    opened.close()


MINUTE = 60_000
HOUR = 60 * MINUTE


class Person:
    """One rater as a browser works: it asks for more while it still holds a trial."""

    def __init__(self, engine: Engine, clock: SimulatedClock) -> None:
        self.engine, self.clock = engine, clock
        self.rater = engine.run(Join()).rater
        self.given = 0

    def ask(self, want: int = 6) -> Leased:
        return self.engine.run(Lease(self.rater, want=want))

    def answer(self, lease: LeaseRow, *, active_ms: int = 1000, age_ms: int = 0) -> None:
        self.given += 1
        self.engine.run(
            Answer(
                id=f"{self.rater}-{self.given:06d}",
                rater=self.rater,
                lease=lease.lease,
                payload=payload_for("one", 1),
                active_ms=active_ms,
                elapsed_ms=active_ms,
                age_ms=age_ms,
            )
        )

    def work(self, *, each_ms: int = 1000) -> str:
        """Until nothing is given any more; why."""
        while leases := self.ask().leases:
            self.clock.advance(each_ms)
            self.ask()
            self.answer(leases[0], active_ms=each_ms)
        return self.ask().reason


def study(tmp_path: Path, database: Database, **settings: Any) -> tuple[Engine, SimulatedClock]:
    given: dict[str, Any] = {"items": 100, "systems": "abc", "ratings": 3, **settings}
    return begin(tmp_path / "study", database, **given)


def clock_at(clock: SimulatedClock, hour: int, minute: int = 0) -> None:
    """Moves on to a time of day, UTC."""
    now = datetime.fromtimestamp(clock.now / 1000, tz=UTC)
    ahead = (hour * 60 + minute - now.hour * 60 - now.minute) % 1440
    clock.advance(ahead * MINUTE - now.second * 1000 - now.microsecond // 1000)


@pytest.mark.parametrize("most", [1, 5, 6, 7, 20])
def test_a_visit_holds_exactly_its_trials_however_many_are_asked_for(
    tmp_path: Path, database: Database, most: int
) -> None:
    engine, clock = study(tmp_path, database, trials_per_visit=most)
    person = Person(engine, clock)
    assert len(person.ask().leases) == min(6, most)
    assert person.work() == "visit"
    assert person.given == most
    # a reload or a second tab asks the same server: it is still the same visit
    assert [person.ask(want).reason for want in (1, 6)] == ["visit", "visit"]
    other = Person(engine, clock)
    assert other.ask().leases
    engine.close()


def test_the_next_visit_is_the_next_day_of_the_study(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, trials_per_visit=3, timezone="Asia/Shanghai")
    clock_at(clock, 15, 50)
    person = Person(engine, clock)
    assert person.work() == "visit"
    clock_at(clock, 15, 59)
    assert person.ask().reason == "visit"
    clock_at(clock, 16, 0)  # midnight in Shanghai
    assert person.work() == "visit"
    assert person.given == 6
    engine.close()


def test_a_visit_may_also_end_by_a_rest_and_asking_in_vain_is_none_less(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, trials_per_visit=4, limits={"visit_gap_minutes": 90})
    person = Person(engine, clock)
    assert person.work(each_ms=20 * MINUTE) == "visit"
    for _ in range(8):
        clock.advance(10 * MINUTE)
        assert person.ask().reason == "visit"
    clock.advance(10 * MINUTE - 1)
    assert person.ask().reason == "visit"
    clock.advance(1)
    assert person.ask().leases
    engine.close()


def test_a_corrected_answer_is_not_a_second_one(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, trials_per_visit=2)
    person = Person(engine, clock)
    first, second = person.ask().leases
    person.answer(first)
    for revision in range(3):
        engine.run(
            Answer(
                id=f"{person.rater}-again-{revision}",
                rater=person.rater,
                lease=first.lease,
                payload=payload_for("one", 1, value=1 + revision),
                revises=f"{person.rater}-{1:06d}" if revision == 0 else f"{person.rater}-again-{revision - 1}",
            )
        )
    assert [lease.lease for lease in person.ask().leases] == [second.lease]
    engine.close()


def test_whoever_has_done_everything_is_done_and_not_sent_away_for_a_day(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, items=2, systems="a", ratings=1, trials_per_visit=2)
    person = Person(engine, clock)
    assert person.work() == "done"
    engine.close()


def test_the_last_trial_allowed_to_a_rater_ends_the_study_for_them(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, max_per_rater=5, trials_per_visit=5)
    person = Person(engine, clock)
    assert person.work() == "done"
    assert person.given == 5
    clock.advance(48 * HOUR)
    assert person.ask().reason == "done"
    engine.close()


def test_two_hours_end_a_sitting_also_for_whoever_always_holds_a_trial(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, limits={"break_every_minutes": 30})
    person = Person(engine, clock)
    began = clock.now
    for _ in range(5):
        clock.advance(22 * MINUTE)
        person.ask()
    assert person.work(each_ms=30_000) == "session"
    assert clock.now - began == 120 * MINUTE
    clock.advance(30 * MINUTE)
    assert person.ask().reason == "session"
    clock.advance(1)
    assert person.ask().leases
    engine.close()


def test_nobody_holds_trials_that_would_carry_them_past_the_end_of_a_sitting(
    tmp_path: Path, database: Database
) -> None:
    engine, clock = study(tmp_path, database, limits={"session_minutes": 10})
    person = Person(engine, clock)
    clock.advance(10 * MINUTE - 61_000)
    assert len(person.ask().leases) == 3  # at 30 seconds each
    engine.close()


def test_work_of_one_day_ends_at_its_minutes_and_midnight_begins_the_next(tmp_path: Path, database: Database) -> None:
    engine, clock = study(
        tmp_path, database, timezone="Europe/Berlin", limits={"daily_minutes": 10, "session_minutes": 600}
    )
    clock_at(clock, 12)
    person = Person(engine, clock)
    assert person.work(each_ms=30_000) == "day"
    assert person.given == 20
    clock_at(clock, 21, 30)
    assert person.ask().reason == "day"
    clock.advance(2 * HOUR)  # past midnight in Berlin, in summer and in winter
    assert person.ask().leases
    engine.close()


def test_idle_time_is_no_work(tmp_path: Path, database: Database) -> None:
    engine, clock = study(tmp_path, database, limits={"daily_minutes": 1, "session_minutes": 600})
    clock_at(clock, 1)
    person = Person(engine, clock)
    for _ in range(10):
        (lease, *_) = person.ask().leases
        clock.advance(5 * MINUTE)
        person.answer(lease, active_ms=1000)
    assert person.ask().leases
    engine.close()
