"""What answers of every kind say to a rule, and what says nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.engine.stopping.ballot import Ballot, BallotReader
from beholder.fields import Form
from beholder.protocols import Declaration
from beholder.protocols.registry import find_protocol, protocol_names
from beholder.store import Database
from beholder.study.stop_rule import AnswerSpread, RatingsUntilSure
from tests.engine.stopping.test_settle import RunningStudy
from tests.study_maker import ONE, SHAPES

OPTIONS = [{"id": "cat", "label": "Cat"}, {"id": "dog", "label": "Dog"}]
RULE = RatingsUntilSure.model_validate({"least": 2, "most": 5, "stop": {"lead": 2}})
WIDTH = RatingsUntilSure.model_validate({"least": 2, "most": 5, "stop": {"half_width": 0.8}})


def reader(field: dict[str, Any]) -> BallotReader:
    form = Form.model_validate({"fields": {"asked": {"label": "What?", "required": False, **field}}})
    return BallotReader(find_protocol("counting").declaration.model_copy(update={"form": form, "watch": "asked"}))


def ballot(reading: BallotReader, value: Any) -> Ballot:
    return reading.read("[]", json.dumps({"trial": {"asked": value}, "slots": []}))


@pytest.mark.parametrize(
    "field",
    [
        {"kind": "choice", "options": OPTIONS},
        {"kind": "count"},
        {"kind": "scale"},
        {"kind": "name"},
        {"kind": "preference"},
        {"kind": "ranking"},
        {"kind": "best_worst", "best": "Best", "worst": "Worst"},
    ],
    ids=lambda field: str(field["kind"]),
)
def test_questions_that_two_raters_left_open_are_no_agreement(field: dict[str, Any]) -> None:
    blank = ballot(reader(field), None)
    assert blank.label == ()
    assert not RULE.met([blank.label, blank.label])


def test_an_open_question_takes_a_place_and_says_nothing() -> None:
    cat = (("", "cat"),)
    assert RULE.met([cat, (), cat])
    assert not RULE.met([cat, ()])
    # the mean of two answers is known less well than that of four
    spread = AnswerSpread(0.6, 40)
    assert WIDTH.met([cat] * 4, spread)
    assert not WIDTH.met([cat, cat, (), ()], spread)


def test_flags_are_equal_only_if_the_same_ones_are_set() -> None:
    reading = reader({"kind": "flags", "options": OPTIONS})
    labels = {tuple(set_): ballot(reading, set_).label for set_ in ([], ["cat"], ["dog"], ["cat", "dog"])}
    assert len({*labels.values()}) == 4
    assert all(labels.values()), "that nothing is set was said"
    assert not RULE.met([labels["cat",], labels["dog",]])
    assert RULE.met([labels[()], labels[()]])


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_tells_answers_apart(name: str) -> None:
    declaration: Declaration = find_protocol(name).declaration
    shown = {"pair": 2, "all": 3}.get(declaration.shows, 1)
    slots = json.dumps([] if declaration.shows == "item" else [[f"system-{n}"] for n in range(shown)])
    reading, rng = BallotReader(declaration), np.random.default_rng(1)
    drawn = [json.dumps(declaration.form.draw(rng, slots=shown)) for _ in range(30)]
    labels = [reading.read(slots, payload).label for payload in drawn]
    assert len({*labels} - {()}) > 1


def test_a_trial_whose_question_is_left_open_is_asked_until_somebody_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHAPES, "one", ONE.replace("max: 5}", "max: 5, required: false}"))
    database = Database.open(tmp_path / "study.db")
    study = RunningStudy(tmp_path / "study", database)
    study.rate(None, None)
    assert study.places() == (3, 0)
    study.rate(3, 3)
    assert study.places() == (0, 1)
    assert study.problems() == ()
    study.engine.close()
    database.close()
