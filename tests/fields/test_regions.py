"""Places marked on a picture: what is taken, what is refused and how that is said, what is exported and simulated."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from beholder.errors import BeholderError
from beholder.fields import Form, Regions, Truth
from beholder.protocols import Declaration, Expectation, SimulatedRater
from beholder.stats import Marks, Nearness, consensus_marks
from beholder.study import Settings

W = {"en": "word", "zh": "词"}
REASONS = ({"id": "hand", "label": {"en": "Hand", "zh": "手"}}, {"id": "text", "label": {"en": "Text", "zh": "字"}})
POINTS = Regions(label=W, reasons=REASONS, notes=True, most=3)
BOXES = Regions(label=W, shape="box")


def _refusal(field: Regions, value: Any) -> str:
    with pytest.raises(BeholderError) as caught:
        field.check(value, slots=1)
    return str(caught.value.problems[0].problem)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([{"x": 1.2, "y": 0.5, "reason": "hand"}], "mark 1 lies outside the picture: x is 1.2"),
        ([{"x": 0.2, "y": -0.01, "reason": "hand"}], "mark 1 lies outside the picture: y is -0.01"),
        ([{"x": 0.2, "y": float("nan"), "reason": "hand"}], "expected y as a number from 0 to 1"),
        ([{"x": True, "y": 0.5, "reason": "hand"}], "expected x as a number"),
        ([{"x": 0.2, "y": 0.5}], "mark 1 has no reason"),
        ([{"x": 0.2, "y": 0.5, "reason": "foot"}], "unknown reason 'foot'"),
        ([{"x": 0.2, "y": 0.5, "reason": "hand", "z": 1}], "mark 1 has 'z', which no point has"),
        ([{"x": 0.2, "y": 0.5, "reason": "hand", "width": 0.1}], "mark 1 has 'width', which no point has"),
        ([{"x": 0.2, "y": 0.5, "reason": "hand", "note": "n" * 301}], "at most 300 characters"),
        ([{"x": 0.2, "y": 0.5, "reason": "hand"}] * 4, "at most 3 marks, got 4"),
        ({"x": 0.2}, "expected a list of marks"),
        ([0.2, 0.5], "mark 1: expected an object"),
    ],
)
def test_what_is_no_mark_is_refused_in_words(value: Any, said: str) -> None:
    assert said in _refusal(POINTS, value)


def test_a_box_lies_inside_and_has_an_area() -> None:
    assert "reaches out of the picture" in _refusal(BOXES, [{"x": 0.9, "y": 0.1, "width": 0.2, "height": 0.1}])
    assert "box without height" in _refusal(BOXES, [{"x": 0.1, "y": 0.1, "width": 0.2, "height": 0}])
    assert "mark 1 has a reason" in _refusal(BOXES, [{"x": 0, "y": 0, "width": 1, "height": 1, "reason": "hand"}])
    # rounding of each number for itself must not push a box out of the picture
    (edge,) = BOXES.check([{"x": 0.33335, "y": 0, "width": 0.66665, "height": 1}], slots=1)
    assert edge["x"] + edge["width"] <= 1


def test_nothing_to_mark_is_said_and_not_presumed() -> None:
    form = Form(fields={"marks": POINTS})
    with pytest.raises(BeholderError, match="not answered"):
        form.check({"trial": {}, "slots": []}, slots=1)
    assert form.check({"trial": {"marks": []}, "slots": []}, slots=1)["trial"] == {"marks": []}
    (cell,) = POINTS.cells("marks", [], slots=1)
    assert (cell.value, cell.number) == ("[]", 0.0)
    (blank,) = POINTS.cells("marks", None, slots=1)
    assert (blank.value, blank.number) == ("", None)


def test_marks_are_exported_as_json_with_their_number() -> None:
    given = POINTS.check([{"x": 0.123456, "y": 1, "reason": "text", "note": " 六指 "}], slots=1)
    (cell,) = POINTS.cells("marks", given, slots=1)
    assert json.loads(cell.value) == [{"x": 0.1235, "y": 1.0, "reason": "text", "note": "六指"}]
    assert cell.number == 1.0
    assert POINTS.describe_value(cell.value, "zh") == "1: 字 “六指”"
    assert POINTS.describe_value("[]", "en") == "Nothing to mark"


DECLARED = {
    "name": "faults",
    "title": W,
    "shows": "one",
    "item": {"prompt": {"kind": "text"}},
    "candidate": {"image": {"kind": "image"}},
}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"candidate": {"text": {"kind": "text"}}}, "there is no picture to mark"),
        ({"item": {"source": {"kind": "image"}}}, "several pictures are shown; say which"),
        (
            {"candidate": {"image": {"kind": "image", "shown": False}, "text": {"kind": "text"}}},
            "there is no picture to mark",
        ),
        ({"field": {"picture": "imagee"}}, "no picture 'imagee' is shown"),
    ],
)
def test_the_picture_that_is_marked_must_be_shown(changed: dict[str, Any], said: str) -> None:
    field = {"kind": "regions", "label": W, **changed.pop("field", {})}
    with pytest.raises(ValidationError, match=f"marks: {said}"):
        Declaration.model_validate({**DECLARED, "form": {"fields": {"marks": field}}, **changed})


def test_outside_of_trials_there_is_nothing_to_mark() -> None:
    asked = {"marks": {"kind": "regions", "label": W}}
    with pytest.raises(ValidationError, match="marks cannot be asked outside of trials"):
        Settings.model_validate({"protocol": "masks", "items": ["items.jsonl"], "before": asked})


def test_practice_can_expect_a_mark_in_a_place_and_how_many() -> None:
    form = Form(fields={"marks": POINTS})
    given = {"marks": [{"x": 0.3, "y": 0.4, "reason": "hand"}]}
    there = Expectation(field="marks", hits=((0.2, 0.3, 0.4, 0.5),))
    elsewhere = Expectation(field="marks", hits=((0.2, 0.3, 0.4, 0.5), (0.6, 0.6, 0.9, 0.9)))
    assert there.met(given, form)
    assert not elsewhere.met(given, form)
    assert not there.met({"marks": None}, form)
    assert Expectation(field="marks", at_most=1).met(given, form)
    assert not Expectation(field="marks", at_most=0).met(given, form)
    with pytest.raises(ValidationError, match="each from 0 to 1"):
        Expectation(field="marks", hits=((0.2, 0.3, 0.1, 0.5),))


@pytest.mark.parametrize("field", [POINTS, BOXES], ids=["points", "boxes"])
def test_simulated_raters_mark_what_is_there(field: Regions) -> None:
    there = [{"x": 0.2, "y": 0.3, "width": 0.1, "height": 0.2, "reason": "hand"}, {"x": 0.7, "y": 0.6}]
    rng = np.random.default_rng(3)
    raters = [SimulatedRater.draw(rng, seconds=20) for _ in range(30)]
    given = [field.follow([], [Truth(0.0, there)], rater, rng) for rater in raters]
    middles = [(m["x"] + m.get("width", 0) / 2, m["y"] + m.get("height", 0) / 2) for marks in given for m in marks]
    for x, y in ((0.25, 0.4), (0.7, 0.6)):
        assert sum(np.hypot(a - x, b - y) < 0.06 for a, b in middles) > 24
    table = Marks.of(
        item=[0] * len(middles), rater=range(len(middles)), x=[a for a, _ in middles], y=[b for _, b in middles]
    )
    assert len(consensus_marks(table, Nearness(radius=0.05), least=10)) == 2


def test_one_picture_among_several_is_named() -> None:
    field = {"kind": "regions", "label": W, "picture": "source"}
    shown = {**DECLARED, "item": {"source": {"kind": "image"}}, "form": {"fields": {"marks": field}}}
    assert Declaration.model_validate(shown).form.fields["marks"].model_dump()["picture"] == "source"


def test_a_note_is_taken_where_it_is_asked_for_and_refused_elsewhere() -> None:
    mark = {"x": 0.2, "y": 0.5}
    said = {**mark, "reason": "hand", "note": "  six fingers "}
    assert POINTS.check([said], slots=1)[0]["note"] == "six fingers"
    assert "mark 1 has a note, and none is asked for" in _refusal(Regions(label=W), [{**mark, "note": "six fingers"}])
    # an empty one says nothing
    assert Regions(label=W).check([{**mark, "note": " "}], slots=1) == [mark]


@pytest.mark.parametrize(
    ("field", "mark"),
    [
        (POINTS, {"x": 0.2, "y": 0.5, "reason": "hand", "note": "bent"}),
        (Regions(label=W), {"x": 0.2, "y": 0.5}),
        (BOXES, {"x": 0.2, "y": 0.5, "width": 0.1, "height": 0.1}),
    ],
    ids=["points with reasons and notes", "plain points", "boxes"],
)
def test_the_schema_takes_the_marks_that_are_taken_and_no_others(field: Regions, mark: dict[str, Any]) -> None:
    schema = Draft202012Validator(field.schema_of_value())
    assert schema.is_valid(field.check([mark], slots=1))
    for name in mark:
        lacking = {key: value for key, value in mark.items() if key != name}
        assert schema.is_valid([lacking]) == (name == "note")
    for name in ("reason", "note", "width"):
        if name not in mark:
            assert not schema.is_valid([{**mark, name: "hand"}])
    assert not schema.is_valid([mark] * (field.most + 1))


def test_people_read_how_many_marks_there_are() -> None:
    assert POINTS.describe_value("", "en") == ""
    assert POINTS.describe_value("[]", "en") == POINTS.nothing.to("en")
    told = POINTS.describe_value(json.dumps([{"x": 0.1, "y": 0.2, "reason": "hand"}] * 2), "zh")
    assert told is not None
    assert "手" in told


def test_simulated_raters_mark_fewer_faults_on_better_pictures_where_the_truth_names_no_places() -> None:
    steady, drawn = SimulatedRater(noise=0.0), [{"x": 0.1, "y": 0.2}] * 3
    field, rng = Regions(label=W, better="lower"), np.random.default_rng(3)
    assert [len(field.follow(drawn, [Truth(latent)], steady, rng)) for latent in (0.0, 1.0, 5.0)] == [3, 2, 0]


def test_what_is_no_place_is_marked_by_nobody() -> None:
    rng = np.random.default_rng(3)
    broken = ["here", {"x": "left", "y": 0.1}, {"x": float("nan"), "y": 0.1}]
    steady = SimulatedRater(noise=0.0)
    assert POINTS.follow([], [Truth(0.0, broken)], steady, rng) == []
    assert len(POINTS.follow([], [Truth(0.0, [*broken, {"x": 0.4, "y": 0.1}])], steady, rng)) == 1
