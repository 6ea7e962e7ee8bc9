"""A preference that asks more: by how much, whether both are bad, whether the rater can tell at all."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from beholder.declarations.reference import Expectation, Reference, reference_met
from beholder.errors import BeholderError
from beholder.fields import AnyField, Field, Form, Preference, Truth
from beholder.protocols import Declaration, SimulatedRater
from beholder.study.meaning import meaning_of

W = {"en": "word", "zh": "词"}
PLAIN = Preference(label=W)
FULL = Preference(label=W, both_bad=True, unsure=True)
GRADED = Preference(label=W, steps=7, both_bad=True, unsure=True)


def _cells(field: Preference, value: Any) -> list[tuple[str, float | None]]:
    return [(cell.value, cell.number) for cell in field.cells("better", value, slots=2)]


@pytest.mark.parametrize(
    ("field", "value", "left", "right"),
    [
        (FULL, "left", ("win", 1.0), ("loss", 0.0)),
        (FULL, "both_bad", ("both_bad", None), ("both_bad", None)),
        (FULL, "unsure", ("unsure", None), ("unsure", None)),
        (GRADED, -3, ("3", 3.0), ("-3", -3.0)),
        (GRADED, 0, ("0", 0.0), ("0", 0.0)),
        (GRADED, 2, ("-2", -2.0), ("2", 2.0)),
        (GRADED, "both_bad", ("both_bad", None), ("both_bad", None)),
    ],
)
def test_what_is_stored_as_shown_is_exported_for_each_candidate(
    field: Preference, value: Any, left: Any, right: Any
) -> None:
    assert field.check(value, slots=2) == value
    assert _cells(field, value) == [left, right]
    Draft202012Validator(field.schema_of_value()).validate(value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((PLAIN, value) for value in ("both_bad", "unsure", 1)),
        (FULL, "bad"),
        *((GRADED, value) for value in ("left", "2", 4, 1.0, True, [1])),
        (Preference(label=W, steps=6, ties=False), 0),
    ],
)
def test_an_answer_that_was_not_offered_is_refused(field: Preference, value: Any) -> None:
    with pytest.raises(BeholderError, match="expected one of") as caught:
        field.check(value, slots=2)
    assert caught.value.code == "answer-bad-value"


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"steps": 2}, "greater than or equal to 3"),
        ({"steps": 11}, "less than or equal to 9"),
        ({"steps": 6}, "6 steps have no tie in the middle: say `ties: false`"),
        ({"steps": 7, "ties": False}, "7 steps have a tie in the middle: say `ties: true`"),
        ({"steps": 5, "step_labels": [W, W]}, "5 steps need as many labels, got 2"),
        ({"step_labels": [W, W]}, "step_labels says nothing without `steps`"),
        ({"both_bad_label": W}, "both_bad_label says nothing without `both_bad`"),
        ({"unsure_key": "KeyQ"}, "unsure_key says nothing without `unsure`"),
        ({"unsure": True, "unsure_key": "ArrowLeft"}, "two options have the key 'ArrowLeft'"),
    ],
)
def test_a_mistake_in_the_declaration_is_told(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Preference(label=W, **settings)


@pytest.mark.parametrize("steps", [3, 4, 5, 6, 7, 8, 9])
def test_steps_have_words_and_keys_of_their_own_in_every_language(steps: int) -> None:
    field = Preference(label=W, steps=steps, ties=bool(steps % 2))
    options = field.options_shown()
    assert [option.key for option in options] == [f"Digit{n}" for n in range(1, steps + 1)]
    assert [int(option.id) for option in options] == [-int(option.id) for option in reversed(options)]
    for language in ("en", "zh"):
        words = [option.label.root[language] for option in options]
        assert len(set(words)) == steps
        assert all("A" in word for word in words[: steps // 2])
        assert all("B" in word for word in words[-(steps // 2) :])


@pytest.mark.parametrize("field", [PLAIN, FULL, GRADED, Preference(label=W, steps=4, ties=False)])
def test_answers_drawn_and_simulated_pass_and_the_declaration_survives_being_written(field: Preference) -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        drawn = field.draw(rng, slots=2)
        truths = [Truth(float(rng.normal())), Truth(float(rng.normal()))]
        for value in (drawn, field.follow(drawn, truths, SimulatedRater(), rng)):
            assert field.check(json.loads(json.dumps(value)), slots=2) == value
    adapter: TypeAdapter[Field] = TypeAdapter(AnyField)
    assert adapter.validate_json(field.model_dump_json(by_alias=True)) == field


def test_a_simulated_rater_calls_both_bad_what_is_bad_and_grades_by_the_distance() -> None:
    rng, rater = np.random.default_rng(2), SimulatedRater(noise=0.0)

    def sees(left: float, right: float) -> Any:
        return GRADED.follow(0, [Truth(left), Truth(right)], rater, rng)

    answers = [sees(-2.5, -2.0) for _ in range(40)]
    assert answers.count("both_bad") > 30
    assert max(map(str, answers), key=answers.count) == "both_bad"
    by_gap = [[a for a in (sees(gap, 0.0) for _ in range(20)) if a != "unsure"] for gap in (0.0, 0.5, 1.2, 3.0)]
    assert [set(found) for found in by_gap] == [{0}, {-1}, {-2}, {-3}]


def _declared(field: Preference) -> Declaration:
    form = Form(fields={"better": field})
    return Declaration(name="own", title=W, shows="pair", candidate={"image": {"kind": "image"}}, form=form)


def test_what_came_later_is_written_only_where_it_is_asked_for() -> None:
    """The version of a study that was frozen before must not change by a newer Beholder."""
    before = {"kind", "label", "help", "required", "show_when", "after_candidates", "ties", "left", "right", "tie"}
    assert set(PLAIN.model_dump(mode="json")) == before | {"side_keys"}
    prefix = "form.fields.better."
    told = {path.removeprefix(prefix) for path in meaning_of(_declared(PLAIN)) if path.startswith(prefix)}
    assert not any(path.startswith(("both_bad", "unsure", "step")) for path in told)
    # labels are part of what is frozen, so that later words do not change what raters read
    assert {"steps", "step_labels", "both_bad", "both_bad_label", "unsure_label"} <= set(GRADED.model_dump())
    assert meaning_of(_declared(GRADED))[f"{prefix}steps"] == 7


def test_the_codebook_tells_what_is_exported() -> None:
    assert FULL.codebook("better")[0].values == "win, tie, loss, both_bad, unsure"
    (line,) = GRADED.codebook("better")
    assert (line.values, line.level) == ("-3 to 3, both_bad, unsure", "ordinal")
    assert [value for value, _ in GRADED.values_labelled()] == ["3", "0", "-3", "both_bad", "unsure"]
    assert [value for value, _ in FULL.values_labelled()] == ["win", "tie", "loss", "both_bad", "unsure"]
    assert [value for value, _ in Preference(label="?", ties=False).values_labelled()] == ["win", "loss"]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        (FULL, "win", "A"),
        (FULL, "loss", None),
        (FULL, "both_bad", "Both are bad"),
        (GRADED, "2", "A +2"),
        (GRADED, "-2", None),
        (GRADED, "0", "="),
        (GRADED, "unsure", "I cannot tell"),
        (GRADED, "", None),
    ],
)
def test_people_read_which_candidate_was_preferred(field: Preference, value: str, told: str | None) -> None:
    assert field.describe_value(value, "en", sign="A") == told


@pytest.mark.parametrize(
    ("expected", "value", "met"),
    [
        ({"at_least": 1}, -2, True),
        ({"at_least": 1}, 2, False),
        ({"at_least": 1}, 0, False),
        ({"at_least": 1}, "both_bad", False),
        ({"is": "both_bad"}, "both_bad", True),
        ({"any_of": [-1, 0, 1]}, 1, True),
        ({"any_of": [-1, 0, 1]}, 3, False),
    ],
)
def test_practice_may_expect_a_range_of_grades_of_a_candidate(expected: dict[str, Any], value: Any, met: bool) -> None:
    one = Expectation.model_validate({"field": "better", "system": "good", **expected})
    form = Form(fields={"better": GRADED})
    payload = {"trial": {"better": value}, "slots": []}
    assert reference_met(Reference(expects=(one,)), form, payload, [["good"], ["poor"]]) is met
