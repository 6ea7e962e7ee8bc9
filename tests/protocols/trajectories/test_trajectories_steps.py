"""Reading steps in the shapes people have them in."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.protocols.trajectories.steps import Step, read_step, read_trajectory


def test_a_text_in_the_style_of_a_call_is_taken_apart() -> None:
    assert read_step("READ_TEXT(200, 210) → Text: HOTEL") == Step(
        "READ_TEXT", "200, 210", "Text: HOTEL", point=(200, 210)
    )
    assert read_step("ZOOM_IN(1, 2, 30, 40)").box == (1, 2, 30, 40)
    assert read_step("READ_TEXT(center) -> Text: STOP").point is None
    assert read_step("I wonder what that is.") == Step(reasoning="I wonder what that is.")


@pytest.mark.parametrize(
    ("arguments", "point", "box"),
    [
        ([10, 20], (10, 20), None),
        ([10, 20, 30, 40], None, (10, 20, 30, 40)),
        ({"x": 10, "y": 20.5}, (10, 20.5), None),
        ({"bbox": [10, 20, 30, 40], "label": "dog"}, None, (10, 20, 30, 40)),
        ({"label": "dog"}, None, None),
        ([30, 40, 10, 20], None, None),
        (["dog"], None, None),
        ("10, 20", (10, 20), None),
        (None, None, None),
    ],
)
def test_a_place_is_taken_from_arguments_only_where_they_plainly_are_one(arguments: Any, point: Any, box: Any) -> None:
    step = read_step({"operation": "LOOK", "arguments": arguments})
    assert (step.point, step.box) == (point, box)


def test_a_place_that_is_said_wins_over_arguments() -> None:
    step = read_step({"operation": "LOOK", "arguments": [1, 2], "box": [3, 4, 5, 6]})
    assert (step.point, step.box) == (None, (3, 4, 5, 6))


def test_arguments_and_results_of_any_shape_become_readable() -> None:
    step = read_step({"operation": "DETECT", "arguments": {"label": "狗", "top": 3}, "result": [{"n": 2}]})
    assert step.arguments == "label=狗, top=3"
    assert step.result == '[{"n": 2}]'


@pytest.mark.parametrize(
    "wrong",
    [
        7,
        "",
        {},
        {"operation": 3},
        {"operation": "X", "point": [1]},
        {"operation": "X", "point": [1, float("nan")]},
        {"operation": "X", "point": [True, 1]},
        {"operation": "X", "box": [5, 5, 5, 9]},
        {"operation": "X", "box": "1,2,3,4"},
    ],
)
def test_what_is_no_step_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"expected|neither|area"):
        read_step(wrong)


def test_a_closing_final_answer_is_the_answer() -> None:
    steps = ["LOOK(1, 2) → cat", {"operation": "FINAL_ANSWER", "result": "a cat", "reasoning": "I saw it."}]
    read = read_trajectory({"steps": steps})
    assert read.answer == "a cat"
    assert [step.operation for step in read.steps] == ["LOOK", ""]
    assert read.steps[-1].reasoning == "I saw it."


def test_the_answer_column_wins() -> None:
    assert read_trajectory({"steps": ["FINAL_ANSWER(dog)"], "answer": "cat"}).answer == "cat"
    assert read_trajectory({"steps": ["FINAL_ANSWER(dog)"]}).answer == "dog"


def test_cut_off_only_if_it_says_so() -> None:
    assert read_trajectory({"steps": [], "cut_off": True}).cut_off
    assert not read_trajectory({"steps": []}).cut_off
