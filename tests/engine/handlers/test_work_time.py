"""Times are the browser's word only as far as the server's clock allows: what is paid, flagged and limited by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Join, Lease
from beholder.engine.handlers.joining import Sweep
from beholder.errors import BeholderError
from beholder.protocols import find_protocol
from beholder.protocols.masks.declaration import Params
from beholder.store import AnswerRow, Database, LeaseRow
from beholder.store.answers import answers_to
from beholder.store.progress import work_done
from tests.engine.test_journey import begin
from tests.study_maker import payload_for

MINUTE = 60_000


class Rater:
    """One rater and what is stored of them."""

    def __init__(self, folder: Path, database: Database, **settings: Any) -> None:
        self.engine, self.clock = begin(folder, database, **{"items": 150, "systems": "a", "ratings": 1, **settings})
        self.name = self.engine.run(Join()).rater
        self.given = 0

    def ask(self) -> list[LeaseRow]:
        return list(self.engine.run(Lease(self.name)).leases)

    def answer(self, lease: LeaseRow, **times: Any) -> AnswerRow:
        self.given += 1
        name, revises = f"answer-{self.given:05d}", ""
        with self.engine.database.read() as conn:
            if before := answers_to(conn, [lease.lease]).get(lease.lease):
                revises = before[-1].answer
        command = Answer(name, self.name, lease.lease, payload_for("one", 1), revises=revises, **times)
        self.engine.run(command)
        with self.engine.database.read() as conn:
            return answers_to(conn, [lease.lease])[lease.lease][-1]

    @property
    def paid_ms(self) -> int:
        with self.engine.database.read() as conn:
            return work_done(conn, self.engine.key)[0].approved_ms

    @property
    def flags(self) -> tuple[str, ...]:
        return self.engine.quality()[0].flags


@pytest.fixture
def rater(tmp_path: Path, database: Database) -> Any:
    one = Rater(tmp_path / "study", database)
    yield one
    one.engine.close()


def test_no_answer_took_longer_than_it_was_out(rater: Rater) -> None:
    lease = rater.ask()[0]
    rater.clock.advance(42)
    stored = rater.answer(lease, elapsed_ms=2**53, active_ms=2**53)
    assert (stored.active_ms, stored.submitted_at - stored.started_at) == (42, 42)
    assert "times" in rater.flags


def test_trials_held_together_are_not_paid_for_the_same_time(rater: Rater) -> None:
    begun = rater.clock.now
    for _ in range(20):
        leases = rater.ask()
        for lease in leases:
            rater.clock.advance(2)
            rater.answer(lease, elapsed_ms=30_000, active_ms=30_000)
    assert rater.paid_ms <= rater.clock.now - begun
    assert {"fast", "times"} <= set(rater.flags)


def test_answers_given_without_a_connection_lose_nothing(rater: Rater) -> None:
    """Six trials in an hour, the leases long run out, sent at once and after the page has asked for more."""
    leases = rater.ask()
    begun = rater.clock.now
    rater.clock.advance(60 * MINUTE)
    rater.engine.run(Sweep())
    rater.ask()
    for n, lease in enumerate(leases, start=1):
        ended = begun + n * 9 * MINUTE
        stored = rater.answer(lease, elapsed_ms=9 * MINUTE, active_ms=8 * MINUTE, age_ms=rater.clock.now - ended)
        assert (stored.active_ms, stored.submitted_at) == (8 * MINUTE, ended)
    assert rater.flags == ()


def test_a_trial_put_aside_for_the_change_of_an_earlier_one_keeps_its_time(rater: Rater) -> None:
    first, second, *_ = rater.ask()
    rater.clock.advance(10_000)
    rater.answer(first, elapsed_ms=10_000, active_ms=10_000)
    # twenty seconds for the second, then ten for a change of the first, then five more for the second
    rater.clock.advance(30_000)
    assert rater.answer(first, elapsed_ms=10_000, active_ms=10_000).active_ms == 10_000
    rater.clock.advance(5_000)
    assert rater.answer(second, elapsed_ms=25_000, active_ms=25_000).active_ms == 25_000
    assert rater.flags == ()


def test_claiming_no_time_does_not_prolong_the_day(tmp_path: Path, database: Database) -> None:
    one = Rater(tmp_path / "study", database, limits={"daily_minutes": 1, "fast_seconds": 2})
    count = 0
    while leases := one.ask():
        one.clock.advance(15_000)
        one.answer(leases[0], active_ms=0)
        count += 1
    assert one.engine.run(Lease(one.name)).reason == "day"
    assert count == 30
    assert "fast" in one.flags
    one.engine.close()


def test_a_clock_that_is_set_back_takes_no_time_away(rater: Rater) -> None:
    first, second, third, *_ = rater.ask()
    rater.clock.advance(10_000)
    rater.answer(first, elapsed_ms=9_000, active_ms=9_000)
    rater.clock.now -= 24 * 60 * MINUTE
    for lease in (second, third):
        rater.clock.advance(10_000)
        stored = rater.answer(lease, elapsed_ms=9_000, active_ms=9_000)
        assert stored.active_ms == 9_000
        assert stored.started_at <= stored.submitted_at <= stored.received_at


def test_one_answer_can_be_changed_so_often_and_no_more(rater: Rater) -> None:
    lease = rater.ask()[0]
    for _ in range(20):
        rater.answer(lease)
    with pytest.raises(BeholderError) as caught:
        rater.answer(lease)
    assert caught.value.code == "answer-changed-too-often"
    with rater.engine.database.read() as conn:
        assert answers_to(conn, [lease.lease])[lease.lease][-1].revision == 20


def test_a_sitting_begins_anew_whatever_is_heard_first(tmp_path: Path, database: Database) -> None:
    """After a rest, an answer that was on its way may arrive before the page asks for more; so it is after a clock's leap."""
    one = Rater(tmp_path / "study", database, limits={"session_minutes": 10}, lease_minutes=5.0)
    first, second, *_ = one.ask()
    one.answer(first)
    one.clock.advance(24 * 60 * MINUTE)
    one.answer(second)
    asked = one.engine.run(Lease(one.name))
    assert (bool(asked.leases), asked.reason) == (True, "")
    one.engine.close()


def test_a_clock_that_is_set_back_does_not_prolong_a_sitting(tmp_path: Path, database: Database) -> None:
    one = Rater(tmp_path / "study", database, limits={"session_minutes": 10})
    one.answer(one.ask()[0])
    one.clock.now -= 24 * 60 * MINUTE
    for _ in range(12):
        for lease in one.ask()[:1]:
            one.answer(lease)
        one.clock.advance(MINUTE)
    assert one.engine.run(Lease(one.name)).reason == "session"
    one.engine.close()


def test_trials_held_ahead_do_not_prolong_a_sitting(tmp_path: Path, database: Database) -> None:
    one = Rater(tmp_path / "study", database, limits={"session_minutes": 10})
    ahead = one.ask()
    assert len(ahead) == 6
    one.answer(ahead[0])
    one.clock.advance(10 * MINUTE)
    assert [lease.lease for lease in one.ask()] == [ahead[1].lease], "the one on screen may be finished"
    one.answer(ahead[1])
    assert one.engine.run(Lease(one.name)).reason == "session"
    one.clock.advance(31 * MINUTE)
    assert [lease.lease for lease in one.ask()][:4] == [lease.lease for lease in ahead[2:]]
    one.engine.close()


def test_views_that_must_be_opened_are_missed_if_they_are_not() -> None:
    masks, params = find_protocol("masks"), Params(views_required=("overlay", "mask"))
    looked = {"overlay": {"opens": 2, "ms": 900}, "mask": {"opens": 1, "ms": 400}}
    assert masks.has_looked({"views": looked}, params)
    for record in ({}, {"views": None}, {"views": {"overlay": looked["overlay"]}}, {"views": {**looked, "mask": 1}}):
        assert not masks.has_looked(record, params)
