"""What the engine takes from a judge, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from beholder.engine import Engine
from beholder.engine.handlers.judging import AddJudge, Judge
from beholder.errors import BeholderError
from beholder.store import Database
from beholder.store.judgments import load_judgment
from tests.study_maker import make_study, start

LEFT = {"trial": {"better": "left"}, "slots": []}


@pytest.fixture
def engine(tmp_path: Path, database: Database) -> Iterator[Engine]:
    engine, _ = start(make_study(tmp_path / "study", "pair", items=1, systems="ab", ratings=1), database)
    yield engine
    engine.close()


def _said(engine: Engine) -> Judge:
    name = engine.run(AddJudge(name="m", model="m-1", guideline="g", setup={"temperature": 0}))
    return Judge(name, 0, 0, "main", 0, [["a"], ["b"]], "g", LEFT)


def test_a_judge_is_the_same_one_as_long_as_its_setup_and_guideline_are(engine: Engine) -> None:
    first = AddJudge(name="m", model="m-1", guideline="g", setup={"temperature": 0})
    assert engine.run(first) == engine.run(first) == "m#1"
    assert engine.run(replace(first, guideline="h")) == "m#2"
    assert engine.run(replace(first, setup={"temperature": 1})) == "m#3"


def test_what_was_judged_first_stands(engine: Engine, database: Database) -> None:
    said = _said(engine)
    assert engine.run(said)
    assert not engine.run(replace(said, payload={"trial": {"better": "right"}, "slots": []}))
    with database.read() as conn:
        row = load_judgment(conn, engine.key, said.judge, 0, 0)
    assert row is not None
    assert '"left"' in (row.payload or "")


def test_what_no_trial_asked_is_refused(engine: Engine, database: Database) -> None:
    said = _said(engine)
    for wrong in (
        replace(said, trial=99),
        replace(said, slots=[["a"], ["c"]]),
        replace(said, payload={"trial": {"better": "both"}, "slots": []}),
    ):
        with pytest.raises(BeholderError):
            engine.run(wrong)
    with database.read() as conn:
        assert load_judgment(conn, engine.key, said.judge, 0, 0) is None
