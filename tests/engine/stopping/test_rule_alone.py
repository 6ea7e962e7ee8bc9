"""Which answers came only because their trial belongs to the random share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from beholder.analysis.stopping_plan import StoppingPlan
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.joining import Withdraw
from beholder.engine.stopping.rule_alone import stored_stopping_plan
from beholder.store import Database
from tests.engine.stopping.test_settle import RunningStudy


class StudyInFull(RunningStudy):
    """A study of one trial, which is rated in full; a second passes between any two things that are done."""

    def rate(self, *values: float) -> list[str]:
        given = []
        for value in values:
            self.clock.advance(1000)
            lease = self.take(self.rater())
            self.clock.advance(1000)
            given.append(self.answer(lease, value))
        return given

    def plan(self) -> StoppingPlan:
        with self.database.read() as conn:
            found = stored_stopping_plan(conn, self.engine.key)
        assert found is not None
        return found


@pytest.fixture
def study(tmp_path: Path) -> Iterator[StudyInFull]:
    database = Database.open(tmp_path / "study.db")
    running = StudyInFull(tmp_path / "study", database, overlap={"share": 1.0, "ratings": 5})
    yield running
    running.engine.close()
    database.close()


def test_what_came_after_the_rule_was_met_lies_beyond_it_even_if_it_would_not_be_met_now(study: StudyInFull) -> None:
    given = study.rate(3, 3, 4, 4, 4)
    assert study.plan().beyond == {*given[2:]}
    assert study.plan().clear == {"0"}


def test_while_answers_differ_nothing_lies_beyond_the_rule(study: StudyInFull) -> None:
    study.rate(1, 2, 3, 4)
    assert study.plan().clear == frozenset()
    study.rate(5)
    assert study.plan().clear == {"0"}
    assert study.plan().beyond == frozenset()


def test_what_was_on_a_screen_when_the_rule_was_met_is_what_the_rule_asked_for(study: StudyInFull) -> None:
    held = study.take(study.rater())
    study.rate(3, 3)
    study.clock.advance(1000)
    study.answer(held, 4)
    # the question is open again, as it would be by the rule alone
    assert study.plan().clear == frozenset()
    given = study.rate(3, 3)
    assert study.plan().beyond == {given[1]}


def test_a_correction_stays_where_its_answer_was(study: StudyInFull) -> None:
    study.rate(3, 3)
    study.clock.advance(1000)
    lease = study.take(study.rater())
    first = study.answer(lease, 5)
    second = study.answer(lease, 4, revises=first)
    assert study.plan().beyond == {first, second}


def test_an_exclusion_asks_again_by_the_rule_as_well(study: StudyInFull) -> None:
    given = study.rate(3, 3)
    study.clock.advance(1000)
    study.engine.run(Exclude([given[0]], "odd", reissue=True))
    assert study.plan().clear == frozenset()
    study.rate(3)
    assert study.plan().beyond == frozenset()
    assert study.plan().clear == {"0"}


def test_a_withdrawal_does_so_too_and_what_it_erased_says_nothing(study: StudyInFull) -> None:
    lease = study.take(study.rater())
    study.answer(lease, 3)
    study.rate(3)
    study.clock.advance(1000)
    study.engine.run(Withdraw(lease.rater))
    given = study.rate(3, 4)
    assert study.plan().beyond == {given[1]}
    assert study.problems() == ()
