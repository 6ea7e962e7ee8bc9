"""Raters' scores on checks while they work: warned, stopped, their work given to others; and stopped by a person."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.sections.checks import checks_section
from beholder.engine import Answer, Engine, Join, Lease
from beholder.engine.handlers.rater_stops import ExcludeRater, Readmit
from beholder.engine.handlers.skips import Skip
from beholder.engine.handlers.suspension import ReportBroken
from beholder.errors import BeholderError
from beholder.keeping.verify import verify_chain
from beholder.protocols import CheckRule
from beholder.store import Database, LeaseRow
from beholder.store.messages import list_messages
from beholder.store.raters import load_raters
from beholder.store.records import stream_records
from beholder.store.trials import load_trials
from beholder.study import load_definition
from beholder.tables.ratings import COLUMNS, Rating
from tests.engine.test_journey import begin, give, graded, rows_of
from tests.study_maker import make_study, payload_for

RULE = {"every": 3, "warn_below": 0.9, "stop_below": 0.5, "after": 2}
CHECKS = [graded(f"c{n}", "attention") for n in range(60)]
REVIEW = 30


class Studio:
    """A study with a check in every three trials, whose raters take half a minute for each."""

    def __init__(
        self, folder: Path, database: Database, *, checks: dict[str, Any] | None = None, **settings: Any
    ) -> None:
        given = {"items": 60, "systems": "ab", "ratings": 3, "limits": {"break_every_minutes": 15}, **settings}
        self.engine, self.clock = begin(folder, database, extra=CHECKS, checks={**RULE, **(checks or {})}, **given)

    def join(self) -> str:
        return self.engine.run(Join()).rater

    def next(self, rater: str) -> LeaseRow:
        lease = self.engine.run(Lease(rater, want=1)).leases[0]
        self.clock.advance(30_000)
        return lease

    def work(self, rater: str, answers: int, *, fails: Callable[[int], bool] = lambda number: False) -> list[str]:
        """So many answers, of which those that `fails` says (from 1) are bad if they are checks; what each reply told."""
        told = []
        for number in range(1, answers + 1):
            lease = self.next(rater)
            bad = lease.kind == "attention" and fails(number)
            told.append(give(self.engine, lease, value=1 if bad else 3).standing)
        return told

    def check(self, rater: str) -> LeaseRow:
        """The next check, everything before it answered."""
        while (lease := self.next(rater)).kind != "attention":
            give(self.engine, lease)
        return lease

    def score(self, rater: str) -> tuple[int, int]:
        return next((one.checks.hits, one.checks.of) for one in self.engine.quality() if one.rater == rater)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    with closing(Database.open(f"sqlite:///{tmp_path / 'store.sqlite3'}")) as database:
        made = Studio(tmp_path / "study", database)
        yield made
        made.engine.close()


def always(number: int) -> bool:
    return True


def acts_of(engine: Engine) -> list[dict[str, Any]]:
    with engine.database.read() as conn:
        return [json.loads(record.body) for record in stream_records(conn, engine.key, kind="act")]


def open_places(engine: Engine) -> int:
    with engine.database.read() as conn:
        return sum(row.open for row in load_trials(conn, engine.key, range(200)).values() if row.quota)


def excluded(rows: list[Rating], rater: str) -> set[str]:
    return {row.excluded_by for row in rows if row.rater == rater and row.kind == "main"}


def test_a_rater_is_warned_then_stopped_and_the_work_goes_to_others(studio: Studio) -> None:
    engine = studio.engine
    all_places = open_places(engine)
    good, poor = studio.join(), studio.join()
    studio.work(good, 12)
    kept = open_places(engine)
    assert studio.work(poor, REVIEW, fails=always) == ["", *[""] * (REVIEW - 2), "warned"]
    assert studio.work(poor, REVIEW, fails=always) == [*[""] * (REVIEW - 1), "stopped"]
    leased = engine.run(Lease(poor))
    assert (list(leased.leases), leased.reason) == ([], "stopped")
    assert open_places(engine) == kept < all_places
    rows = rows_of(engine)
    assert excluded(rows, poor) == {"check-score"}
    assert excluded(rows, good) == {""}
    assert [(one["what"], one["rule"], one["passed"]) for one in acts_of(engine)] == [
        ("warn", "check-score", 0),
        ("stop", "check-score", 0),
    ]
    # ten answers back: twenty hold six or seven checks, fifty hold sixteen or seventeen
    assert [one["given"] for one in acts_of(engine)] == [pytest.approx(6.5, abs=0.6), pytest.approx(16.5, abs=0.6)]
    with engine.database.read() as conn:
        assert [one.kind for one in list_messages(conn, engine.key, rater=poor)] == ["warning", "stop"]
        assert load_raters(conn, engine.key, [poor])[poor].stage == "stopped"
    # the places are really served again
    assert engine.run(Lease(good)).leases


def test_nothing_is_told_of_the_last_ten_answers(studio: Studio) -> None:
    late, early = studio.join(), studio.join()
    assert studio.work(late, REVIEW, fails=lambda number: number > REVIEW - 10) == [""] * REVIEW
    assert studio.work(late, REVIEW) == [*[""] * (REVIEW - 1), "warned"]
    assert studio.work(early, REVIEW, fails=lambda number: number <= REVIEW - 10)[-1] == "warned"


def test_a_slip_or_two_have_no_consequences(studio: Studio) -> None:
    rater = studio.join()
    failed: list[int] = []

    def twice(number: int) -> bool:
        failed.append(number)
        return len(failed) <= 2

    assert set(studio.work(rater, 2 * REVIEW, fails=twice)) == {""}
    assert studio.score(rater)[0] == studio.score(rater)[1] - 2


def test_only_what_is_missed_after_the_warning_stops(studio: Studio) -> None:
    heeding = studio.join()
    assert studio.work(heeding, REVIEW, fails=always)[-1] == "warned"
    # those of the last ten before it were still unsaid, and the share stays below the bound
    assert set(studio.work(heeding, REVIEW)) == {""}
    assert studio.engine.run(Lease(heeding, want=1)).leases


def test_a_rater_is_warned_again_if_more_is_missed(tmp_path: Path, database: Database) -> None:
    studio = Studio(tmp_path / "study", database, checks={"stop_below": 0})
    rater = studio.join()
    told = studio.work(rater, 3 * REVIEW, fails=lambda number: number <= REVIEW or number > 2 * REVIEW)
    assert [number for number, said in enumerate(told, 1) if said] == [REVIEW, 3 * REVIEW]
    assert excluded(rows_of(studio.engine), rater) == {""}
    studio.engine.close()


def test_the_work_of_a_stopped_rater_may_be_kept(tmp_path: Path, database: Database) -> None:
    studio = Studio(tmp_path / "study", database, checks={"withdraw": False, "warn_below": 0})
    rater = studio.join()
    # without a bound for warnings there is one all the same
    assert studio.work(rater, 2 * REVIEW, fails=always)[REVIEW - 1 :: REVIEW] == ["warned", "stopped"]
    assert studio.engine.run(Lease(rater)).reason == "stopped"
    assert excluded(rows_of(studio.engine), rater) == {""}
    studio.engine.close()


def test_the_end_of_a_visit_is_a_break_and_of_ones_part_the_last_look(tmp_path: Path, database: Database) -> None:
    visits: dict[str, Any] = {"trials_per_visit": 20, "limits": {"break_every_minutes": 1000, "visit_gap_minutes": 60}}
    studio = Studio(tmp_path / "study", database, max_per_rater=36, **visits)
    rater = studio.join()
    assert set(studio.work(rater, 20, fails=always)) == {""}
    assert studio.engine.run(Lease(rater)).reason == "visit"
    # once, however often the page asks
    studio.engine.run(Lease(rater))
    assert [(one["what"], one["given"] in (3, 4)) for one in acts_of(studio.engine)] == [("warn", True)]
    reasons: list[str] = []
    while len(reasons) < 3:
        studio.clock.advance(2 * 3_600_000)
        reasons.append("")
        while leases := (leased := studio.engine.run(Lease(rater, want=1))).leases:
            studio.clock.advance(30_000)
            give(studio.engine, leases[0], value=1 if leases[0].kind == "attention" else 3)
        reasons[-1] = leased.reason
        if leased.reason == "stopped":
            break
    assert reasons[-1] == "stopped"
    assert [one["what"] for one in acts_of(studio.engine)] == ["warn", "stop"]
    studio.engine.close()


def test_a_skipped_check_counts_as_missed_and_a_reported_one_does_not(studio: Studio) -> None:
    skipping, reporting = studio.join(), studio.join()
    for rater, command in ((skipping, Skip), (reporting, ReportBroken)):
        for _ in range(4):
            studio.engine.run(command(rater, studio.check(rater).lease, "unclear"))
    told = {rater: "".join(studio.work(rater, REVIEW)) for rater in (skipping, reporting)}
    assert told == {skipping: "warned", reporting: ""}
    assert studio.score(skipping)[0] == studio.score(skipping)[1] - 4
    assert studio.score(reporting)[0] == studio.score(reporting)[1]


def test_answers_on_their_way_are_stored_apart(studio: Studio) -> None:
    engine, rater = studio.engine, studio.join()
    studio.work(rater, REVIEW, fails=always)
    studio.work(rater, REVIEW - 1, fails=always)
    # a page without connection holds trials ahead, and sends all of them at once
    ahead = list(engine.run(Lease(rater)).leases)
    assert len(ahead) > 1
    before = open_places(engine)
    assert give(engine, ahead[0], value=1).standing == "stopped"
    late = [give(engine, lease) for lease in ahead[1:]]
    assert {(one.excluded_by, one.standing) for one in late} == {("stopped", "stopped")}
    again = give(engine, ahead[1])
    assert (again.replay, again.excluded_by) == (True, "stopped")
    rows = rows_of(engine)
    assert excluded(rows, rater) <= {"stopped", "check-score"}
    assert len({row.answer for row in rows if row.excluded_by == "stopped"}) == len(late)
    # every place the rater held or filled is open: none was taken by what came late
    assert open_places(engine) > before
    assert open_places(engine) == 60 * 2 * 3


def test_stopped_by_a_person_and_let_back_in(studio: Studio) -> None:
    engine = studio.engine
    rater, judged = studio.join(), studio.join()
    studio.work(rater, 5)
    held = engine.run(Lease(rater)).leases
    assert len(held) > 1
    count = engine.run(ExcludeRater("ann", rater, "told us they guessed"))
    assert count > 0
    assert engine.run(Lease(rater)).reason == "stopped"
    assert excluded(rows_of(engine), rater) == {"by-hand"}
    assert open_places(engine) == 60 * 2 * 3
    assert give(engine, held[0]).excluded_by == "stopped"
    assert engine.run(Readmit("ann", rater)) == "trials"
    assert engine.run(Lease(rater, want=1)).leases
    assert [one["what"] for one in acts_of(engine)] == ["exclude", "readmit"]
    assert acts_of(engine)[0] | {"answers": 0} == {
        "what": "exclude",
        "rule": "by-hand",
        "rater": rater,
        "reason": "told us they guessed",
        "answers": 0,
        "reissued": True,
        "stopped": True,
    }
    # answers may also be taken out of a rater who goes on
    studio.work(judged, 5)
    engine.run(ExcludeRater("ann", judged, "first session", stop=False, reissue=False))
    assert engine.run(Lease(judged, want=1)).leases
    with pytest.raises(BeholderError) as caught:
        engine.run(ExcludeRater("ann", "nobody", "why"))
    assert caught.value.code == "not-found"


def test_whoever_was_let_back_in_starts_afresh(studio: Studio) -> None:
    engine, rater = studio.engine, studio.join()
    assert studio.work(rater, 2 * REVIEW, fails=always)[-1] == "stopped"
    studio.clock.advance(60_000)
    engine.run(Readmit("ann", rater))
    # what was missed before does not count any more
    assert set(studio.work(rater, REVIEW)) == {""}
    assert studio.work(rater, REVIEW, fails=always)[-1] == "warned"
    assert excluded(rows_of(engine), rater) == {"check-score", ""}
    with engine.database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()


@pytest.mark.parametrize(("seconds", "counts"), [(9, True), (11, False)])
def test_only_an_undo_mends_a_failed_check(studio: Studio, seconds: int, counts: bool) -> None:
    engine, rater = studio.engine, studio.join()

    def mend(lease: LeaseRow, answer: str, *, value: int = 3) -> str:
        payload = payload_for("one", 1, value=value)
        name = f"mended-{lease.lease}-{answer[-1]}-{value}"
        return engine.run(Answer(id=name, rater=rater, lease=lease.lease, payload=payload, revises=answer)).answer

    for _ in range(4):
        lease = studio.check(rater)
        first = give(engine, lease, value=1)
        studio.clock.advance(1000 * seconds)
        mended = mend(lease, first.answer)
        # later corrections are stored as any other, and change nothing about the check
        studio.clock.advance(60_000)
        mend(lease, mended, value=2)
    assert studio.score(rater) == (4 if counts else 0, 4)
    checks = [row for row in rows_of(engine) if row.kind == "attention"]
    assert {row.passed for row in checks} == {int(counts)}
    data = RatingsData.of_rows(checks, COLUMNS)
    section = checks_section(data, Context())
    assert section is not None
    assert section.findings[0].value == int(counts), "a later correction is no pass in the report either"
    assert "".join(studio.work(rater, REVIEW)) == ("" if counts else "warned")


def test_the_rule_is_the_studys_then_the_protocols_then_none(tmp_path: Path) -> None:
    make_study(tmp_path / "none", "one", items=1, checks={"every": 5})
    assert load_definition(tmp_path / "none").check_rule is None
    make_study(tmp_path / "some", "one", items=1, checks={"stop_below": 0.6})
    assert load_definition(tmp_path / "some").check_rule == CheckRule(stop_below=0.6, after=10)
    with pytest.raises(BeholderError, match="before they are warned"):
        make_study(tmp_path / "wrong", "one", items=1, checks={"stop_below": 0.6, "warn_below": 0.5})
