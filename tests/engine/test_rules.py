"""Exclusion rules: frozen with the study, changed only by a new version, never by disagreement, places open again or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, open_study
from beholder.errors import BeholderError
from beholder.keeping.verify import verify_chain
from beholder.store import Database
from beholder.store.records import stream_records
from beholder.store.studies import load_study, load_versions
from beholder.study import load_definition
from beholder.tables.ratings import stream_ratings
from tests.engine.test_journey import graded
from tests.study_maker import make_study, payload_for

RULE = {"id": "failed-checks", "measure": "checks-failed", "above": 0.6, "after": 3}


def write(folder: Path, *rules: dict[str, Any]) -> None:
    make_study(folder, "one", items=12, systems="a", ratings=2, checks={"every": 3}, exclude=list(rules))
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for n in range(4):
            file.write(json.dumps(graded(f"c{n}", "attention", 5)) + "\n")


def run(folder: Path, database: Database) -> Engine:
    definition, clock = load_definition(folder), SimulatedClock()
    return Engine(database, open_study(database, definition, clock=clock), definition, clock=clock)


def work(engine: Engine, *, passes: int) -> str:
    """A rater who passes so many of the four checks."""
    rater, met = engine.run(Join()).rater, 0
    while leases := engine.run(Lease(rater, want=1)).leases:
        value = 3
        if leases[0].kind == "attention":
            met += 1
            value = 5 if met <= passes else 1
        answer = f"{rater}-{leases[0].sequence:04d}"
        assert isinstance(engine.clock, SimulatedClock)
        engine.clock.advance(9000)
        payload = payload_for("one", 1, value=value)
        engine.run(Answer(id=answer, rater=rater, lease=leases[0].lease, payload=payload, active_ms=9000))
    assert met == 4
    return rater


def excluded(engine: Engine) -> dict[str, set[str]]:
    """Rules by rater, of answers that would count."""
    form = engine.definition.declaration.form
    found: dict[str, set[str]] = {}
    with engine.database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()
        for row in stream_ratings(conn, engine.key, study="s", protocol="p", form=form):
            if row.kind == "main":
                found.setdefault(row.rater, set()).add(row.excluded_by)
    return found


def test_a_changed_rule_is_a_new_version_and_leaves_what_was_excluded_under_the_old(
    tmp_path: Path, database: Database
) -> None:
    write(tmp_path / "study", RULE)
    engine = run(tmp_path / "study", database)
    bad, middling = work(engine, passes=0), work(engine, passes=2)
    assert [one.rater for one in engine.apply_rules()] == [bad]
    engine.close()
    changed = {**RULE, "id": "half-of-the-checks", "above": 0.4}
    write(tmp_path / "study", changed)
    engine = run(tmp_path / "study", database)
    with database.read() as conn:
        versions = load_versions(conn, engine.key)
        last = [json.loads(record.body) for record in stream_records(conn, engine.key, kind="version")][-1]
        assert load_study(conn, engine.key).version == 2
    assert len({digest for _, digest, _ in versions}) == 2
    declared = [json.loads(text)["settings"]["exclude"][0] for _, _, text in versions]
    assert [(rule["id"], rule["above"]) for rule in declared] == [("failed-checks", 0.6), ("half-of-the-checks", 0.4)]
    assert last["version"] == 2
    assert excluded(engine) == {bad: {"failed-checks"}, middling: {""}}
    assert [(one.rater, one.rule) for one in engine.foresee_rules()] == [(middling, "half-of-the-checks")]
    engine.apply_rules()
    assert excluded(engine) == {bad: {"failed-checks"}, middling: {"half-of-the-checks"}}
    engine.close()


def test_an_unchanged_rule_is_no_new_version(tmp_path: Path, database: Database) -> None:
    write(tmp_path / "study", RULE)
    for _ in range(2):
        engine = run(tmp_path / "study", database)
        with database.read() as conn:
            assert len(load_versions(conn, engine.key)) == 1
        engine.close()


@pytest.mark.parametrize("reissue", [True, False])
def test_excluded_work_is_asked_again_if_the_rule_says_so(tmp_path: Path, database: Database, reissue: bool) -> None:
    write(tmp_path / "study", {**RULE, "reissue": reissue})
    engine = run(tmp_path / "study", database)
    bad, _ = work(engine, passes=0), work(engine, passes=4)
    engine.apply_rules()
    another = engine.run(Join()).rater
    assert bool(engine.run(Lease(another)).leases) is reissue
    assert engine.run(Lease(bad)).leases == []
    engine.close()


@pytest.mark.parametrize("measure", ["disagreement", "agreement", "severity", "apart", "drift"])
def test_nobody_is_excluded_for_disagreeing(tmp_path: Path, measure: str) -> None:
    with pytest.raises(BeholderError, match="measure"):
        write(tmp_path / "study", {**RULE, "measure": measure})


def test_without_a_rule_nobody_is_excluded(tmp_path: Path, database: Database) -> None:
    write(tmp_path / "study")
    engine = run(tmp_path / "study", database)
    bad = work(engine, passes=0)
    assert engine.apply_rules() == []
    assert excluded(engine) == {bad: {""}}
    assert any(one.flags for one in engine.quality())
    engine.close()


@pytest.mark.parametrize("name", ["late", "by-hand", "withdrawn", "stopped", "check-score"])
def test_a_rule_is_not_called_as_other_reasons_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(BeholderError, match="choose another name"):
        write(tmp_path / "study", {**RULE, "id": name})
