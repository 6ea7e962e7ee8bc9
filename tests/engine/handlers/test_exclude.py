"""Answers taken out and asked again: the same whoever does it, and done once however often it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beholder.declarations.states import LeaseState
from beholder.engine import Answer, Engine, Join, Lease
from beholder.engine.command import Command
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.guideline import ReissueGuideline
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.keeping.verify import verify_chain
from beholder.store import Database, LeaseRow
from beholder.store.answers import answers_to
from beholder.store.leases import load_leases
from tests.study_maker import make_study, payload_for, start

WAYS: dict[str, tuple[Callable[[str, str], Command[Any]], str]] = {
    "answers": (lambda _rater, answer: Exclude([answer], "too-fast"), "too-fast"),
    "rater": (lambda rater, _answer: ExcludeRater("ann", rater, "told us they guessed"), "by-hand"),
    "guideline": (lambda _rater, _answer: ReissueGuideline("ann", 2), "guideline-before-2"),
}


def answered_twice(engine: Engine) -> tuple[LeaseRow, list[str]]:
    """One trial, answered and then corrected; the ids of both answers."""
    rater = engine.run(Join()).rater
    (lease,) = engine.run(Lease(rater)).leases
    ids = ["answer-first", "answer-second"]
    for value, (name, before) in enumerate(zip(ids, ["", *ids], strict=False), start=2):
        payload = payload_for("one", 1, value=value)
        engine.run(Answer(id=name, rater=rater, lease=lease.lease, payload=payload, revises=before))
    return lease, ids


@pytest.mark.parametrize("way", WAYS)
def test_a_showing_goes_out_with_all_its_revisions_and_is_asked_again_once(
    way: str, tmp_path: Path, database: Database
) -> None:
    engine, _ = start(make_study(tmp_path / "study", "one", items=1, systems="a", ratings=1), database)
    lease, ids = answered_twice(engine)
    others = [engine.run(Join()).rater for _ in range(2)]
    assert engine.run(Lease(others[0])).reason == "done"
    command, rule = WAYS[way]
    first_answer = command(lease.rater, ids[0])
    assert engine.run(first_answer) == 1
    assert engine.run(first_answer) == 0, "what is out is not taken out again"
    with database.read() as conn:
        assert [row.excluded_by for row in answers_to(conn, [lease.lease])[lease.lease]] == [rule, rule]
        assert load_leases(conn, engine.key, [lease.lease])[lease.lease].state == LeaseState.EXCLUDED
        assert verify_chain(conn, engine.key).problems == ()
    assert [one.trial for one in engine.run(Lease(others[0])).leases] == [lease.trial]
    assert not engine.run(Lease(others[1])).leases, "one place was open again, and somebody holds it"
    engine.close()


def test_what_is_not_to_be_asked_again_keeps_its_place(tmp_path: Path, database: Database) -> None:
    engine, _ = start(make_study(tmp_path / "study", "one", items=1, systems="a", ratings=1), database)
    lease, ids = answered_twice(engine)
    assert engine.run(Exclude([ids[1]], "too-fast", reissue=False)) == 1
    with database.read() as conn:
        assert load_leases(conn, engine.key, [lease.lease])[lease.lease].state == LeaseState.ANSWERED
    assert engine.run(Lease(engine.run(Join()).rater)).reason == "done"
    engine.close()
