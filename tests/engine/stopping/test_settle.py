"""Trials that are asked for until a rule is met, in a running study."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, read_status
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.joining import Leave, Sweep, Withdraw
from beholder.engine.handlers.skips import Skip
from beholder.engine.handlers.study_state import SetPhase
from beholder.keeping.verify import verify_chain
from beholder.store import Database, LeaseRow, StoppingRow
from beholder.store.records import Record, stream_records
from beholder.store.schema import leases as lease_table
from beholder.store.stopping import load_stopping, stream_stopping
from beholder.store.trials import load_trials
from tests.study_maker import make_study, payload_for, start

LEAD = {"least": 2, "most": 5, "stop": {"lead": 2}}
WIDTH = {"least": 2, "most": 6, "stop": {"half_width": 0.9}}
# one database of the two in the short form, a different one from test to test
pytestmark = pytest.mark.variants(1)


class RunningStudy:
    """A study of single pictures that raters answer by their scores."""

    def __init__(
        self, folder: Path, database: Database, *, shape: str = "one", items: int = 1, **settings: Any
    ) -> None:
        settings = {"ratings": LEAD, "systems": "a", **settings}
        self.shape = shape
        self.definition = make_study(folder, shape, items=items, **settings)
        self.database = database
        self.engine: Engine
        self.clock: SimulatedClock
        self.engine, self.clock = start(self.definition, database, people=True)
        self.count = 0

    def rater(self) -> str:
        return self.engine.run(Join()).rater

    def take(self, rater: str) -> LeaseRow:
        return self.engine.run(Lease(rater, want=1)).leases[0]

    def command(self, lease: LeaseRow, value: Any, *, revises: str = "") -> Answer:
        self.count += 1
        payload = payload_for("one", 1, value=value) if self.shape == "one" else value
        return Answer(
            id=f"answer-{self.count:04d}", rater=lease.rater, lease=lease.lease, payload=payload, revises=revises
        )

    def answer(self, lease: LeaseRow, value: Any, *, revises: str = "") -> str:
        command = self.command(lease, value, revises=revises)
        self.engine.run(command)
        return command.id

    def rate(self, *values: Any) -> list[str]:
        """One rater for each value, of a study with one trial."""
        return [self.answer(self.take(self.rater()), value) for value in values]

    def places(self, trial: int = 0) -> tuple[int, int]:
        """Open places, and those that are closed."""
        with self.database.read() as conn:
            row = load_stopping(conn, self.engine.key, [trial]).get(trial, StoppingRow(trial))
            return load_trials(conn, self.engine.key, [trial])[trial].open, row.closed

    def records(self, *kinds: str) -> list[Record]:
        with self.database.read() as conn:
            return [one for one in stream_records(conn, self.engine.key) if one.kind in kinds]

    def problems(self) -> tuple[str, ...]:
        with self.database.read() as conn:
            return verify_chain(conn, self.engine.key).problems


@pytest.fixture
def study(tmp_path: Path, database: Database) -> Iterator[RunningStudy]:
    running = RunningStudy(tmp_path / "study", database)
    yield running
    running.engine.close()


def test_two_equal_answers_close_the_open_places_with_the_second_of_them(study: RunningStudy) -> None:
    study.rate(3)
    assert study.places() == (4, 0)
    given = study.rate(3)
    assert study.places() == (0, 3)
    assert study.engine.run(Lease(study.rater())).reason == "done"
    told = study.records("answer", "stop")
    assert [one.kind for one in told] == ["answer", "answer", "stop"]
    body = json.loads(told[-1].body)
    assert (told[-1].subject, body["version"]) == ("0", 1)
    assert given[0] in body["answers"]
    # the record outlives a withdrawal, so it says nothing of what was answered
    assert set(body) == {"version", "answers"}
    with study.database.read() as conn:
        status = read_status(conn, study.engine.key)
    assert (status.stopped, status.spared, status.given, status.share) == (1, 3, 2, 1.0)
    assert study.problems() == ()


def test_differing_answers_are_asked_up_to_the_most(study: RunningStudy) -> None:
    study.rate(1, 2, 3, 1)
    assert study.places() == (1, 0)
    study.rate(5)
    assert study.places() == (0, 0)
    assert study.records("stop") == []
    assert study.problems() == ()


def test_a_trial_on_somebodys_screen_when_it_is_stopped_counts_and_can_open_the_question_again(
    study: RunningStudy,
) -> None:
    held = [study.take(study.rater()) for _ in range(3)]
    study.answer(held[0], 3)
    study.answer(held[1], 3)
    assert study.places() == (0, 2)
    assert study.engine.run(study.command(held[2], 5)).excluded_by == ""
    assert study.places() == (2, 0)
    assert [one.kind for one in study.records("stop", "ask-again")] == ["stop", "ask-again"]
    study.rate(3)
    assert study.places() == (0, 1)
    assert study.problems() == ()


@pytest.mark.parametrize("how", ["leave", "silence", "skip"])
def test_a_place_that_is_given_back_after_the_stop_stays_closed(study: RunningStudy, how: str) -> None:
    held = [study.take(study.rater()) for _ in range(3)]
    study.answer(held[0], 3)
    study.answer(held[1], 3)
    if how == "leave":
        study.engine.run(Leave(held[2].rater))
    elif how == "skip":
        study.engine.run(Skip(held[2].rater, held[2].lease, "known"))
    else:
        study.clock.advance(40 * 60_000)
        study.engine.run(Sweep())
    assert study.places() == (0, 3)
    late = study.engine.run(study.command(held[2], 3))
    assert late.excluded_by == "late"
    assert study.problems() == ()


def test_an_exclusion_and_a_withdrawal_ask_again_and_a_new_answer_stops_again(study: RunningStudy) -> None:
    first, second = study.take(study.rater()), study.take(study.rater())
    study.answer(first, 3)
    taken_out = study.answer(second, 3)
    study.engine.run(Exclude([taken_out], "odd", reissue=True))
    assert study.places() == (4, 0)
    study.rate(3)
    assert study.places() == (0, 3)
    study.engine.run(Withdraw(first.rater))
    assert study.places() == (4, 0)
    kinds = [one.kind for one in study.records("stop", "ask-again")]
    assert kinds == ["stop", "ask-again", "stop", "ask-again"]
    assert study.problems() == ()


def test_an_exclusion_that_keeps_the_place_asks_again_all_the_same(study: RunningStudy) -> None:
    answers = study.rate(3, 3)
    study.engine.run(Exclude([answers[0]], "odd", reissue=False))
    assert study.places() == (3, 0)
    assert study.problems() == ()


def test_a_correction_can_stop_a_trial_and_ask_again(study: RunningStudy) -> None:
    first, second = study.take(study.rater()), study.take(study.rater())
    study.answer(first, 2)
    one = study.answer(second, 3)
    two = study.answer(second, 2, revises=one)
    assert study.places() == (0, 3)
    study.answer(second, 4, revises=two)
    assert study.places() == (3, 0)
    assert study.problems() == ()


def test_several_answers_of_one_transaction_are_decided_about_together(study: RunningStudy) -> None:
    held = [study.take(study.rater()) for _ in range(3)]
    study.engine.run_together([study.command(lease, value) for lease, value in zip(held, (3, 3, 4), strict=True)])
    assert study.places() == (2, 0)
    assert study.records("stop") == []
    assert study.problems() == ()


def test_the_random_share_is_rated_in_full_whatever_the_rule_says(tmp_path: Path, database: Database) -> None:
    overlap = {"share": 0.3, "ratings": 5}
    study = RunningStudy(tmp_path / "study", database, items=10, overlap=overlap)
    with ThreadPoolExecutor(1) as pool:
        list(pool.map(lambda _: _work(study, study.rater()), range(6)))
    with study.database.read() as conn:
        rows = {row.trial: row for row in stream_stopping(conn, study.engine.key)}
        query = sa.select(lease_table.c.trial).where(lease_table.c.state == "answered")
        given = Counter(conn.execute(query).scalars())
    in_full = {trial for trial, row in rows.items() if row.in_full}
    assert len(in_full) == 3
    assert all(given[trial] == (5 if trial in in_full else 2) for trial in range(10))
    assert study.problems() == ()
    study.engine.close()


def _work(study: RunningStudy, rater: str) -> None:
    while leased := study.engine.run(Lease(rater, want=1)).leases:
        study.answer(leased[0], 3)


def test_a_pilot_runs_in_full_and_stops_nothing_of_the_study(study: RunningStudy) -> None:
    study.engine.run(SetPhase("ada", "pilot"))
    study.rate(3, 3, 3)
    assert study.places() == (2, 0)
    study.engine.run(SetPhase("ada", "main"))
    assert study.places() == (5, 0)
    study.rate(3, 3)
    assert study.places() == (0, 3)
    assert study.problems() == ()


def test_sides_of_a_pair_are_taken_out_before_votes_are_counted(tmp_path: Path, database: Database) -> None:
    study = RunningStudy(tmp_path / "study", database, shape="pair", systems="ab")
    held = [study.take(study.rater()) for _ in range(5)]
    straight = [lease for lease in held if json.loads(lease.slots)[0] == ["a"]]
    flipped = [lease for lease in held if lease not in straight]
    for_a = {"trial": {"better": "left"}, "slots": []}, {"trial": {"better": "right"}, "slots": []}
    study.answer(straight[0], for_a[0])
    study.answer(flipped[0], for_a[0])
    assert study.records("stop") == []
    study.answer(straight[1], for_a[0])
    assert study.records("stop") == []
    study.answer(flipped[1], for_a[1])
    assert len(study.records("stop")) == 1
    assert study.problems() == ()
    study.engine.close()


def test_answers_of_models_stop_nothing(tmp_path: Path, database: Database) -> None:
    study = RunningStudy(tmp_path / "study", database)
    for _ in range(3):
        model = study.engine.run(Join(kind="model")).rater
        study.answer(study.take(model), 3)
    assert study.records("stop") == []
    assert study.problems() == ()
    study.engine.close()


def test_a_width_stops_by_the_spread_of_the_whole_study_and_never_before_it_is_known(
    tmp_path: Path, database: Database
) -> None:
    study = RunningStudy(tmp_path / "study", database, items=30, ratings=WIDTH)
    raters = [study.rater() for _ in range(6)]
    for turn, rater in enumerate(raters):
        while leased := study.engine.run(Lease(rater, want=1)).leases:
            study.answer(leased[0], 3 + (leased[0].trial + turn) % 2)
    stops = [json.loads(one.body) for one in study.records("stop")]
    assert stops
    assert all(one["df"] >= 20 for one in stops)
    assert all(len(one["answers"]) >= 2 for one in stops)
    assert study.problems() == ()
    key = study.engine.key
    study.engine.close()
    # a new server counts anew, and comes to the same
    study.engine = Engine(database, key, study.definition, clock=study.clock)
    with database.read() as conn:
        one = next(row for row in stream_stopping(conn, key) if row.stopped)
        answers = json.loads(study.records("stop")[0].body)["answers"]
    study.engine.run(Exclude(answers, "odd", reissue=True))
    assert one.closed > 0
    assert study.problems() == ()
    study.engine.close()


def test_every_showing_of_a_study_with_a_rule_says_what_it_was_drawn_from_and_how_likely(
    tmp_path: Path, database: Database
) -> None:
    study = RunningStudy(tmp_path / "study", database, items=40)
    leased = study.engine.run(Lease(study.rater(), want=6)).leases
    with database.read() as conn:
        query = sa.select(lease_table.c.candidates, lease_table.c.probability, lease_table.c.version)
        stored = conn.execute(query).all()
    assert len(stored) == len(leased) == 6
    assert all(len(row.candidates) == 16 and 0 < row.probability <= 0.2 and row.version == 1 for row in stored)
    assert len({row.candidates for row in stored}) == 6
    study.answer(leased[0], 3)
    body = json.loads(study.records("answer")[0].body)
    assert body["probability"] == pytest.approx(leased[0].probability)
    study.engine.close()


def test_64_raters_at_once_stop_as_declared_and_exceed_no_quota(tmp_path: Path, database: Database) -> None:
    """Whoever answers first, and however many at once: at the end every trial is clear, complete, or in the share."""
    study = RunningStudy(
        tmp_path / "study", database, items=60, systems="ab", ratings=LEAD, overlap={"share": 0.1, "ratings": 5}
    )
    raters = [study.rater() for _ in range(64)]

    def work(numbered: tuple[int, str]) -> None:
        number, rater = numbered
        while leased := study.engine.run(Lease(rater, want=2)).leases:
            for lease in leased:
                value = 3 if (number * 7 + lease.trial) % 4 else 2
                answer = f"{rater}-{lease.trial:06d}"
                study.engine.run(
                    Answer(id=answer, rater=rater, lease=lease.lease, payload=payload_for("one", 1, value=value))
                )

    with ThreadPoolExecutor(64) as pool:
        list(pool.map(work, enumerate(raters)))
    with database.read() as conn:
        key = study.engine.key
        trials = load_trials(conn, key, range(120))
        rows = {row.trial: row for row in stream_stopping(conn, key)}
        query = sa.select(lease_table.c.trial).where(lease_table.c.state == "answered")
        given = Counter(conn.execute(query).scalars())
    for number, trial in trials.items():
        row = rows.get(number, StoppingRow(number))
        assert given[number] + row.closed == trial.quota == 5
        assert trial.open == 0
        assert given[number] >= 2
        assert not (row.in_full and given[number] < 5)
    assert sum(row.closed for row in rows.values()) > 100
    assert study.problems() == ()
    study.engine.close()
