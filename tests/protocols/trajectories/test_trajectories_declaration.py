"""The form of a trajectories trial: what is asked, in which order, and what is refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.fields import Form, Scale
from beholder.protocols.trajectories import PROTOCOL
from beholder.protocols.trajectories.declaration import Params
from beholder.testing import check_protocol

SIDE = {"correct": "yes", "coherence": 4, "efficiency": 3, "thoroughness": 5}
ANSWER: dict[str, Any] = {
    "trial": {"preference": "left", "confidence": 2, "comment": None},
    "slots": [SIDE, {**SIDE, "correct": "no"}],
}
FORM = PROTOCOL.declaration.form


def _codes(payload: dict[str, Any], form: Form = FORM) -> set[tuple[str, str]]:
    with pytest.raises(BeholderError) as caught:
        form.check(payload, slots=2)
    return {(problem.where, problem.code) for problem in caught.value.problems}


def _without(*path: Any) -> dict[str, Any]:
    payload = copy.deepcopy(ANSWER)
    inner: Any = payload
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return payload


def test_conforms() -> None:
    check_protocol(PROTOCOL)


def test_a_full_answer_is_stored_as_given() -> None:
    assert FORM.check(ANSWER, slots=2) == ANSWER


@pytest.mark.parametrize("field", list(SIDE))
@pytest.mark.parametrize("side", [0, 1])
def test_every_judgment_of_each_side_is_needed(field: str, side: int) -> None:
    assert _codes(_without("slots", side, field)) == {(f"{side}.{field}", "answer-missing")}


@pytest.mark.parametrize("field", ["preference", "confidence"])
def test_the_comparison_is_needed(field: str) -> None:
    assert _codes(_without("trial", field)) == {(field, "answer-missing")}


def test_the_comment_is_optional() -> None:
    assert FORM.check(_without("trial", "comment"), slots=2)["trial"]["comment"] is None


@pytest.mark.parametrize("wrong", [0, 6, 2.5, "3", True])
@pytest.mark.parametrize("field", ["coherence", "efficiency", "thoroughness"])
def test_scores_are_whole_points_from_1_to_5(field: str, wrong: Any) -> None:
    payload = copy.deepcopy(ANSWER)
    payload["slots"][1][field] = wrong
    assert _codes(payload) == {(f"1.{field}", "answer-bad-value")}


def test_the_comparison_is_asked_only_after_both_sides() -> None:
    assert all(field.after_candidates for field in FORM.fields.values())
    assert not any(field.after_candidates for field in FORM.candidate_fields.values())


def test_every_point_of_every_scale_has_words_of_its_own() -> None:
    scales = [f for _, f in FORM.all_fields() if isinstance(f, Scale)]
    assert len(scales) == 4
    for scale in scales:
        assert sorted(scale.anchors) == [1, 2, 3, 4, 5]
        for language in ("en", "zh"):
            assert len({words.to(language) for words in scale.anchors.values()}) == 5


def test_preferences_are_exported_per_candidate() -> None:
    cells = {(c.slot, c.value) for c in FORM.cells(ANSWER, slots=2) if c.field == "preference"}
    assert cells == {(0, "win"), (1, "loss")}


def test_process_first_asks_correctness_last_and_stores_the_same() -> None:
    tailored = PROTOCOL.declared_for(Params(ask_first="process"))
    assert list(tailored.form.candidate_fields) == ["coherence", "efficiency", "thoroughness", "correct"]
    assert tailored.form.check(ANSWER, slots=2) == ANSWER
    assert _codes(_without("slots", 0, "correct"), tailored.form) == {("0.correct", "answer-missing")}


def test_timing_is_the_documents() -> None:
    timing = PROTOCOL.declaration.timing
    assert (timing.aim_from_seconds, timing.aim_seconds, timing.pace_seconds) == (120, 180, 150)
    assert (timing.most_seconds, timing.fast_seconds) == (300, 30)
    assert (timing.break_every_minutes, timing.break_minutes, timing.session_minutes) == (30, 5, 120)
