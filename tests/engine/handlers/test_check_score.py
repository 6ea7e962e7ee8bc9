"""Raters' scores on checks while they work: warned, stopped, their work given to others; and stopped by a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

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
from beholder.tables.ratings import Rating
from tests.engine.test_journey import begin, give, graded, rows_of
from tests.study_maker import make_study, payload_for

RULE = {"every": 3, "warn_below": 0.9, "stop_below": 0.5, "after": 2}
CHECKS = [graded(f"c{n}", "attention") for n in range(8)]


def work(engine: Engine, rater: str, fates: str) -> list[str]:
    """Answers until the checks meet these fates (+ passed, - failed); the standing told after each check."""
    told, left = [], list(fates)
    while left:
        lease = engine.run(Lease(rater, want=1)).leases[0]
        passes = lease.kind != "attention" or left.pop(0) == "+"
        saved = give(engine, lease, value=3 if passes else 1)
        if lease.kind == "attention":
            told.append(saved.standing)
        else:
            assert saved.standing == ""
    return told


def acts_of(engine: Engine) -> list[dict[str, Any]]:
    with engine.database.read() as conn:
        return [json.loads(record.body) for record in stream_records(conn, engine.key, kind="act")]


def open_places(engine: Engine) -> int:
    with engine.database.read() as conn:
        return sum(row.open for row in load_trials(conn, engine.key, range(200)).values() if row.quota)


def excluded(rows: list[Rating], rater: str) -> set[str]:
    return {row.excluded_by for row in rows if row.rater == rater and row.kind == "main"}


def study(tmp_path: Path, database: Database, **checks: Any) -> Engine:
    engine, _ = begin(
        tmp_path / "study", database, extra=CHECKS, items=20, systems="ab", ratings=3, checks={**RULE, **checks}
    )
    return engine


def test_a_rater_is_warned_then_stopped_and_the_work_goes_to_others(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database)
    all_places = open_places(engine)
    good, poor = engine.run(Join()).rater, engine.run(Join()).rater
    work(engine, good, "+++")
    kept = open_places(engine)
    # too few, then half of two passed: warned once, not again one check later; below half: stopped
    assert work(engine, poor, "+-") == ["", "warned"]
    assert work(engine, poor, "-") == ["stopped"]
    leased = engine.run(Lease(poor))
    assert (list(leased.leases), leased.reason) == ([], "stopped")
    assert open_places(engine) == kept < all_places
    rows = rows_of(engine)
    assert excluded(rows, poor) == {"check-score"}
    assert excluded(rows, good) == {""}
    assert [(one["what"], one["rule"], one["passed"], one["given"]) for one in acts_of(engine)] == [
        ("warn", "check-score", 1, 2),
        ("stop", "check-score", 1, 3),
    ]
    with database.read() as conn:
        told = list_messages(conn, engine.key, rater=poor)
        assert [(one.kind, one.text) for one in told] == [("warning", "1/2"), ("stop", "1/3")]
        assert load_raters(conn, engine.key, [poor])[poor].stage == "stopped"
    # the places are really served again
    while leases := engine.run(Lease(good, want=1)).leases:
        give(engine, leases[0])
    engine.close()


def test_a_rater_who_recovers_is_let_alone_and_warned_again_only_later(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database, warn_below=0.7)
    rater = engine.run(Join()).rater
    assert work(engine, rater, "+-++--") == ["", "warned", "", "", "warned", ""]
    assert [(one["passed"], one["given"]) for one in acts_of(engine)] == [(1, 2), (3, 5)]
    assert excluded(rows_of(engine), rater) == {""}
    engine.close()


def test_the_work_of_a_stopped_rater_may_be_kept(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database, withdraw=False)
    rater = engine.run(Join()).rater
    assert work(engine, rater, "---") == ["", "warned", "stopped"]
    assert engine.run(Lease(rater)).reason == "stopped"
    assert excluded(rows_of(engine), rater) == {""}
    engine.close()


def test_whoever_is_far_below_at_the_first_look_is_warned_before_the_end(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database, warn_below=0.8, stop_below=0.8, after=3)
    careless, heeding = engine.run(Join()).rater, engine.run(Join()).rater
    assert work(engine, careless, "----") == ["", "", "warned", "stopped"]
    # the share stays below the bound for long; the end is for those who go on as before
    assert work(engine, heeding, "---+++") == ["", "", "warned", "", "", ""]
    assert engine.run(Lease(heeding, want=1)).leases
    engine.close()


def test_without_a_bound_for_warnings_there_is_one_all_the_same(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database, warn_below=0, after=2)
    assert work(engine, engine.run(Join()).rater, "---") == ["", "warned", "stopped"]
    engine.close()


def test_a_skipped_check_counts_as_missed_and_a_reported_one_does_not(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database)
    skipping, reporting = engine.run(Join()).rater, engine.run(Join()).rater

    def pass_over(rater: str, command: type) -> None:
        while (lease := engine.run(Lease(rater, want=1)).leases[0]).kind != "attention":
            give(engine, lease)
        engine.run(command(rater, lease.lease, "unclear"))

    for rater, command in ((skipping, Skip), (reporting, ReportBroken)):
        pass_over(rater, command)
        pass_over(rater, command)

    def ordinary(rater: str) -> LeaseRow:
        return next(lease for lease in engine.run(Lease(rater)).leases if lease.kind != "attention")

    # told with the next answer, as all of it is
    assert give(engine, ordinary(skipping)).standing == "warned"
    assert give(engine, ordinary(reporting)).standing == ""
    checks = {one.rater: (one.checks.hits, one.checks.of) for one in engine.quality()}
    assert checks == {skipping: (0, 2), reporting: (0, 0)}
    engine.close()


def test_answers_on_their_way_are_stored_apart(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database)
    rater = engine.run(Join()).rater
    work(engine, rater, "--")
    # a page without connection holds trials ahead, a check among them, and sends all of them at once
    ahead: list[LeaseRow] = []
    while not any(lease.kind == "attention" for lease in ahead):
        ahead = list(engine.run(Lease(rater)).leases)
        if not any(lease.kind == "attention" for lease in ahead):
            give(engine, ahead[0])
    check = next(lease for lease in ahead if lease.kind == "attention")
    before = open_places(engine)
    assert give(engine, check, value=1).standing == "stopped"
    others = [lease for lease in ahead if lease is not check]
    late = [give(engine, lease) for lease in others]
    assert {(one.excluded_by, one.standing) for one in late} == {("stopped", "stopped")}
    again = give(engine, others[0])
    assert (again.replay, again.excluded_by) == (True, "stopped")
    rows = rows_of(engine)
    assert excluded(rows, rater) <= {"stopped", "check-score"}
    assert len({row.answer for row in rows if row.excluded_by == "stopped"}) == len(others)
    # every place the rater held or filled is open: none was taken by what came late
    assert open_places(engine) > before
    assert open_places(engine) == 20 * 2 * 3
    engine.close()


def test_stopped_by_a_person_and_let_back_in(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database)
    rater, judged = engine.run(Join()).rater, engine.run(Join()).rater
    # the second check: a trial lies before it wherever the first one falls
    work(engine, rater, "++")
    held = engine.run(Lease(rater)).leases
    assert len(held) > 1
    count = engine.run(ExcludeRater("ann", rater, "told us they guessed"))
    assert count > 0
    assert engine.run(Lease(rater)).reason == "stopped"
    assert excluded(rows_of(engine), rater) == {"by-hand"}
    assert open_places(engine) == 20 * 2 * 3
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
    work(engine, judged, "++")
    engine.run(ExcludeRater("ann", judged, "first session", stop=False, reissue=False))
    assert engine.run(Lease(judged, want=1)).leases
    with pytest.raises(BeholderError) as caught:
        engine.run(ExcludeRater("ann", "nobody", "why"))
    assert caught.value.code == "not-found"
    engine.close()


def test_whoever_was_let_back_in_starts_afresh(tmp_path: Path, database: Database) -> None:
    engine, clock = begin(tmp_path / "study", database, extra=CHECKS, items=20, systems="ab", ratings=3, checks=RULE)
    rater = engine.run(Join()).rater
    assert work(engine, rater, "---") == ["", "warned", "stopped"]
    clock.advance(60_000)
    engine.run(Readmit("ann", rater))
    clock.advance(60_000)
    assert work(engine, rater, "-+") == ["", "warned"]
    assert excluded(rows_of(engine), rater) == {"check-score", ""}
    assert work(engine, rater, "-") == ["stopped"]
    with database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()
    engine.close()


def test_a_corrected_check_counts_as_corrected(tmp_path: Path, database: Database) -> None:
    engine = study(tmp_path, database)
    rater = engine.run(Join()).rater
    work(engine, rater, "+")
    lease = engine.run(Lease(rater, want=1)).leases[0]
    while lease.kind != "attention":
        give(engine, lease)
        lease = engine.run(Lease(rater, want=1)).leases[0]
    first = give(engine, lease, value=1)
    assert first.standing == "warned"
    payload = payload_for("one", 1, value=3)
    mended = Answer(id="corrected-1", rater=rater, lease=lease.lease, payload=payload, revises=first.answer)
    assert engine.run(mended).passed is True
    assert work(engine, rater, "+") == [""]
    engine.close()


def test_the_rule_is_the_studys_then_the_protocols_then_none(tmp_path: Path) -> None:
    make_study(tmp_path / "none", "one", items=1, checks={"every": 5})
    assert load_definition(tmp_path / "none").check_rule is None
    make_study(tmp_path / "some", "one", items=1, checks={"stop_below": 0.6})
    assert load_definition(tmp_path / "some").check_rule == CheckRule(stop_below=0.6, after=10)
    with pytest.raises(BeholderError, match="before they are warned"):
        make_study(tmp_path / "wrong", "one", items=1, checks={"stop_below": 0.6, "warn_below": 0.5})
