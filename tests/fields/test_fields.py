"""Every kind of field: what it takes, what it refuses, what it exports."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from beholder.errors import BeholderError
from beholder.fields import (
    AnyField,
    BestAndWorst,
    Choice,
    Count,
    Field,
    Flags,
    Form,
    Groups,
    Name,
    Option,
    Points,
    Preference,
    Ranking,
    Regions,
    Scale,
    Slider,
    Text,
    WordMarks,
)
from beholder.fields.registry import BUILT_IN
from beholder.protocols import Item, Shown, SimulatedRater, simulate_form

W = {"en": "word", "zh": "词"}
OPTIONS = ({"id": "yes", "label": W, "key": "KeyY"}, {"id": "no", "label": W, "key": "KeyN"})

EXAMPLES: dict[str, Field] = {
    "count": Count(label=W, max=20, more=True, more_label=W),
    "scale": Scale(label=W, min=1, max=10, anchors={1: W, 5: W}),
    "slider": Slider(label=W, marks={0: W, 50: W}),
    "points": Points(label=W),
    "choice": Choice(label=W, options=OPTIONS),
    "flags": Flags(label=W, options=OPTIONS),
    "text": Text(label=W),
    "name": Name(label=W),
    "groups": Groups(label=W),
    "preference": Preference(label=W),
    "best_worst": BestAndWorst(label=W),
    "ranking": Ranking(label=W, ties=True, top=2),
    "regions": Regions(label=W, reasons=OPTIONS, notes=True),
    "word_marks": WordMarks(label=W, column="prompt", options=OPTIONS),
}

GOOD: list[tuple[str, Any, Any]] = [
    ("count", 0, 0),
    ("count", 20, 20),
    ("count", ">20", ">20"),
    ("scale", 1, 1),
    ("scale", 10, 10),
    ("slider", 0, 0),
    ("slider", 100, 100),
    ("points", 1.5, 1.5),
    ("points", 2.0, 2),
    ("points", 0, 0),
    ("choice", "yes", "yes"),
    ("flags", [], []),
    ("flags", ["no", "yes"], ["yes", "no"]),
    ("text", " as typed ", " as typed "),
    ("name", "气球", "气球"),
    ("name", "שלום", "שלום"),
    ("name", "e\u0301t\u00e9 👩‍👩‍👧", "e\u0301t\u00e9 👩‍👩‍👧"),
    ("groups", [4, 4], [1, 1]),
    ("groups", ["b", "a"], [1, 2]),
    ("preference", "tie", "tie"),
]

BAD: list[tuple[str, Any]] = [
    ("count", 21),
    ("count", -1),
    ("count", "7"),
    ("count", 7.0),
    ("count", True),
    ("count", ">19"),
    ("scale", 0),
    ("scale", 11),
    ("scale", "5"),
    ("scale", None),
    ("slider", -1),
    ("slider", 101),
    ("slider", 50.5),
    ("slider", "50"),
    ("slider", True),
    ("points", 0.25),
    ("points", -0.5),
    ("points", float("nan")),
    ("points", "1"),
    ("points", 101),
    ("choice", "maybe"),
    ("choice", ["yes"]),
    ("choice", None),
    ("flags", "yes"),
    ("flags", ["maybe"]),
    ("flags", [["yes"]]),
    ("text", 5),
    ("text", "x" * 2001),
    ("text", "a\x00b"),
    ("text", "half \ud83d"),
    ("name", "two\nlines"),
    ("name", "x" * 201),
    ("groups", [1]),
    ("groups", [1, None]),
    ("groups", [1, True]),
    ("groups", "11"),
    ("preference", "A"),
    ("preference", 1),
]


def test_every_kind_has_an_example_here() -> None:
    assert EXAMPLES.keys() == BUILT_IN.keys()


@pytest.mark.parametrize(("kind", "value", "stored"), GOOD)
def test_a_good_value_is_stored_in_its_canonical_form(kind: str, value: Any, stored: Any) -> None:
    field = EXAMPLES[kind]
    clean = field.check(value, slots=2)
    assert clean == stored
    assert type(clean) is type(stored)
    assert field.check(clean, slots=2) == clean


@pytest.mark.parametrize(("kind", "value"), BAD)
def test_an_impossible_value_is_refused(kind: str, value: Any) -> None:
    with pytest.raises(BeholderError) as caught:
        EXAMPLES[kind].check(value, slots=2)
    assert caught.value.code == "answer-bad-value"


@pytest.mark.parametrize("kind", sorted(BUILT_IN))
def test_draws_pass_the_check_and_the_schema(kind: str) -> None:
    field, rng = EXAMPLES[kind], np.random.default_rng(3)
    validator = Draft202012Validator(field.schema_of_value())
    slots = max(2, field.fewest_candidates)
    for _ in range(200):
        value = field.check(field.draw(rng, slots=slots), slots=slots)
        validator.validate(value)
        assert json.loads(json.dumps(value)) == value
        assert {cell.field for cell in field.cells("f", value, slots=slots)} <= {e.field for e in field.codebook("f")}


@pytest.mark.parametrize("kind", sorted(BUILT_IN))
def test_a_declaration_survives_being_written_down(kind: str) -> None:
    adapter: TypeAdapter[Field] = TypeAdapter(AnyField)
    field = EXAMPLES[kind]
    assert adapter.validate_json(field.model_dump_json(by_alias=True)) == field


@pytest.mark.parametrize("kind", sorted(BUILT_IN))
def test_nothing_that_is_not_shown_goes_over_the_wire(kind: str) -> None:
    assert json.loads(json.dumps(EXAMPLES[kind].to_wire("f", "zh")))["label"] == "词"


def test_a_censored_count_is_a_bound_and_not_a_number() -> None:
    (cell,) = EXAMPLES["count"].cells("count", ">20", slots=1)
    assert (cell.value, cell.number) == (">20", None)


def test_ten_points_have_ten_keys_with_zero_for_the_tenth() -> None:
    keys = EXAMPLES["scale"].keys()
    assert keys["Digit1"] == "1"
    assert keys["Digit0"] == "10"
    assert len(set(keys.values())) == 10


def test_flags_export_one_row_per_option() -> None:
    cells = list(EXAMPLES["flags"].cells("flags", ["no"], slots=1))
    assert [(c.field, c.value, c.number) for c in cells] == [("flags.yes", "0", 0.0), ("flags.no", "1", 1.0)]


def test_a_preference_is_exported_per_candidate() -> None:
    cells = list(EXAMPLES["preference"].cells("better", "right", slots=2))
    assert [(c.slot, c.value, c.number) for c in cells] == [(0, "loss", 0.0), (1, "win", 1.0)]


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_the_same_groups_are_the_same_answer_however_they_are_numbered(groups: list[int]) -> None:
    field, size = Groups(label=W), len(groups)
    clean = field.check(groups, slots=size)
    renamed = [f"group {10 - g}" for g in groups]
    assert field.check(renamed, slots=size) == clean
    assert all(
        (a == b) == (c == d) for a, c in zip(groups, clean, strict=True) for b, d in zip(groups, clean, strict=True)
    )


@given(st.text(max_size=200))
def test_text_is_kept_to_the_character_or_refused(text: str) -> None:
    field = Text(label=W)
    try:
        kept = field.check(text, slots=1)
    except BeholderError:
        assert "\x00" in text or any("\ud800" <= c <= "\udfff" for c in text)
    else:
        assert kept == text
        assert kept.encode().decode() == text


FORM = Form(
    fields={
        "count": Count(label=W, more=True, more_label=W),
        "clipped": Count(label=W, show_when={"field": "count", "not": ">20"}),
        "flags": Flags(label=W, options=({"id": "other", "label": W},)),
        "comment": Text(label=W),
    },
    constraints=(
        {"field": "clipped", "at_most": "count", "message": W},
        {
            "field": "comment",
            "required_when": {"field": "flags", "has": "other"},
            "starts_with": "other:",
            "message": W,
        },
    ),
)


def answer(**trial: Any) -> dict[str, Any]:
    return {"trial": trial, "slots": []}


def test_a_form_stores_shown_blanks_and_leaves_out_what_was_not_shown() -> None:
    assert FORM.check(answer(count=3, clipped=1), slots=1)["trial"] == {
        "count": 3,
        "clipped": 1,
        "flags": None,
        "comment": None,
    }
    assert "clipped" not in FORM.check(answer(count=">20"), slots=1)["trial"]


def test_flags_that_nobody_touches_are_drawn_as_the_page_sends_them() -> None:
    """An untouched comment is blank; untouched flags say that nothing was noticed."""
    rng = np.random.default_rng(2)
    shown = Shown(Item("i"))
    drawn = [simulate_form(FORM, shown, SimulatedRater(), rng)["trial"] for _ in range(40)]
    assert {type(trial["flags"]) for trial in drawn} == {list}
    assert any(trial["flags"] == [] for trial in drawn)
    assert any(trial["comment"] is None for trial in drawn)


@pytest.mark.parametrize(
    ("trial", "code", "where"),
    [
        ({}, "answer-missing", "count"),
        ({"count": 3}, "answer-missing", "clipped"),
        ({"count": 3, "clipped": 4}, "answer-breaks-rule", "clipped"),
        ({"count": ">20", "clipped": 1}, "answer-not-asked", "clipped"),
        ({"count": 1, "clipped": 0, "flags": ["other"]}, "answer-breaks-rule", "comment"),
        ({"count": 1, "clipped": 0, "flags": ["other"], "comment": "hammer"}, "answer-breaks-rule", "comment"),
        ({"count": 1, "clipped": 0, "size": 3}, "answer-unknown-field", "size"),
        ({"count": 99, "clipped": 0}, "answer-bad-value", "count"),
    ],
)
def test_a_wrong_answer_names_its_field(trial: dict[str, Any], code: str, where: str) -> None:
    with pytest.raises(BeholderError) as caught:
        FORM.check(answer(**trial), slots=1)
    assert (code, where) in {(p.code, p.where) for p in caught.value.problems}


@pytest.mark.parametrize("comment", ["other: hammer", "Other:hammer", "other：锤子"])
def test_a_required_comment_may_be_typed_in_any_script(comment: str) -> None:
    clean = FORM.check(answer(count=1, clipped=0, flags=["other"], comment=comment), slots=1)
    assert clean["trial"]["comment"] == comment


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(BeholderError) as caught:
        FORM.check(answer(count=99, size=1, flags=["none"]), slots=1)
    assert {p.where for p in caught.value.problems} >= {"count", "size", "flags"}


def test_the_schema_of_a_form_takes_what_the_form_takes() -> None:
    validator = Draft202012Validator(FORM.schema_of_payload(slots=1))
    rng = np.random.default_rng(5)
    for _ in range(200):
        payload = FORM.draw(rng, slots=1)
        validator.validate(FORM.check(payload, slots=1))


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        {"trial": {}},
        {"trial": [], "slots": []},
        {"trial": {}, "slots": {}},
        {"trial": {}, "slots": [], "x": 1},
        "x",
    ],
)
def test_a_payload_of_another_shape_is_refused(payload: Any) -> None:
    with pytest.raises(BeholderError):
        FORM.check(payload, slots=1)


@pytest.mark.parametrize(
    "declared",
    [
        {"fields": {}},
        {"fields": {"Bad Id": {"kind": "text", "label": "x"}}},
        {"fields": {"a": {"kind": "text", "label": "x", "show_when": {"field": "b", "answered": True}}}},
        {"fields": {"a": {"kind": "text", "label": "x"}}, "constraints": [{"field": "a", "at_most": "b"}]},
        {"candidate_fields": {"p": {"kind": "preference", "label": "x"}}},
        {"fields": {"a": {"kind": "scale", "label": "x", "min": 5, "max": 1}}},
        {
            "fields": {
                "a": {"kind": "choice", "label": "x", "options": [{"id": "y", "label": "y"}, {"id": "y", "label": "z"}]}
            }
        },
        {"fields": {"a": {"kind": "unheard-of", "label": "x"}}},
        {"fields": {"a": {"kind": "text", "label": "x"}}, "candidate_fields": {"a": {"kind": "text", "label": "x"}}},
    ],
)
def test_an_inconsistent_form_cannot_be_declared(declared: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Form.model_validate(declared)


def test_candidates_are_checked_one_by_one() -> None:
    form = Form(candidate_fields={"points": Points(label=W)})
    with pytest.raises(BeholderError) as caught:
        form.check({"trial": {}, "slots": [{"points": 1}, {"points": 0.3}]}, slots=2)
    assert [p.where for p in caught.value.problems] == ["1.points"]


def test_an_option_id_is_plain() -> None:
    with pytest.raises(ValidationError):
        Option(id="has space", label=W)


@pytest.mark.parametrize("names", [25, 15_000])
def test_a_flood_of_unknown_names_is_refused_with_a_few_of_them(names: int) -> None:
    flood = {"trial": {f"counts_{n}": n for n in range(names)}, "slots": []}
    for refuse in (FORM.check_shape, lambda payload: FORM.check(payload, slots=1)):
        with pytest.raises(BeholderError) as caught:
            refuse(flood)
        assert len(caught.value.problems) == 20
        assert len([p for p in caught.value.problems if p.hint]) == 3
        assert {p.code for p in caught.value.problems} == {"answer-unknown-field"}
    with pytest.raises(BeholderError) as caught:
        FORM.check({"trial": {"x" * 100_000: 1}, "slots": []}, slots=1)
    assert max(len(str(p)) for p in caught.value.problems) < 1000
