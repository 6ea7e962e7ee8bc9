"""What a form may declare: mistakes are refused in words, and the page is told what it needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from beholder.declarations.declaration import Declaration
from beholder.errors import BeholderError
from beholder.fields import Choice, Condition, Constraint, Count, Flags, Form, Preference, Scale, Text
from beholder.protocols import find_protocol

W = {"en": "word", "zh": "词"}
SIZES = ({"id": "small", "label": W}, {"id": "large", "label": W, "help": W})


@pytest.mark.parametrize(
    ("declare", "problem"),
    [
        (lambda: Choice(label=W, options=SIZES, scores={"huge": 3}), "'huge', which is not an option"),
        (lambda: Scale(label=W, min=1, max=5, anchors={6: W}), "point 6 lies outside 1 to 5"),
        (lambda: Scale(label=W, min=1, max=5, anchors={"3-6": W}), "point 6 lies outside 1 to 5"),
        (lambda: Scale(label=W, min=1, max=5, anchors={"4-2": W}), "lower point first"),
        (lambda: Scale(label=W, min=1, max=5, anchors={"1-999999999": W}), "no band"),
        (lambda: Scale(label=W, min=1, max=5, anchors={"1-3": W, 2: W}), "point 2 has two anchors"),
        (lambda: Scale(label=W, min=1, max=5, anchors={"some": W}), "valid integer"),
        (lambda: Scale(label=W, min=1, max=1), "2 to 101 points"),
        (lambda: Scale(label=W, min=5, max=1), "`min` must lie below `max`, got 5 and 1"),
        (lambda: Condition(field="size"), "a condition needs one of"),
        (lambda: Constraint(field="size", message=W), "one of at_most, required_when and either_or"),
        (lambda: Constraint(field="a", at_most="b", either_or="c", message=W), "one of at_most"),
        (lambda: Constraint(field="a", at_most="b", starts_with="other:", message=W), "goes with required_when"),
    ],
)
def test_a_mistake_is_refused_in_words(declare: Callable[[], Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        declare()


def test_an_option_counts_by_its_score_else_by_its_place_else_not() -> None:
    scored = Choice(label=W, options=SIZES, scores={"small": 2.5})
    assert (scored.number("small"), scored.number("large")) == (2.5, None)
    ordered = Choice(label=W, options=SIZES, ordered=True)
    assert (ordered.number("small"), ordered.number("large"), ordered.number(None)) == (0.0, 1.0, None)


def test_the_page_is_told_when_a_question_is_asked() -> None:
    asked = Text(label=W, show_when={"field": "size", "is": "small"}, after_candidates=True)
    wire = asked.to_wire("why", "en")
    assert wire["show_when"] == {"field": "size", "is": "small"}
    assert wire["after_candidates"] is True
    assert not {"show_when", "after_candidates"} & Text(label=W).to_wire("why", "en").keys()


def test_every_text_of_a_field_is_named() -> None:
    places = [place for place, _ in Choice(label=W, help=W, options=SIZES).words()]
    assert places == ["label", "help", "small.label", "large.label", "large.help"]
    assert [place for place, _ in Count(label=W, max=20, more=True, more_label=W).words()] == ["label", "more_label"]
    assert [place for place, _ in Count(label=W, max=20).words()] == ["label"]
    # the numbers of points need no translation, what they mean does
    anchored = Scale(label=W, min=1, max=2, anchors={1: W})
    assert [place for place, _ in anchored.words()] == ["label", "1.help"]


FORM = Form(
    fields={"total": Count(label=W, max=9), "part": Count(label=W, max=9), "why": Text(label=W)},
    candidate_fields={"good": Scale(label=W, min=1, max=5)},
    constraints=(Constraint(field="part", at_most="total", message=W),),
)


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        ({"trial": {"total": 1, "part": 1}, "slots": ["good"]}, "candidate 1: expected an object"),
        ({"trial": {"total": 1, "part": 1}, "slots": [{"good": 1}] * 3}, "each of 2 candidates"),
        ({"trial": [], "slots": []}, "expected an object"),
    ],
)
def test_an_answer_of_the_wrong_shape_is_refused(payload: dict[str, Any], problem: str) -> None:
    with pytest.raises(BeholderError, match=problem) as caught:
        FORM.check(payload, slots=2)
    assert caught.value.code == "answer-bad-shape"


def test_what_a_form_draws_passes_its_own_check() -> None:
    either = Form(
        fields={"name": Text(label=W), "reason": Choice(label=W, options=SIZES, required=False)},
        constraints=(Constraint(field="name", either_or="reason", message=W),),
    )
    for form in (FORM, either):
        for seed in range(60):
            drawn = form.draw(np.random.default_rng(seed), slots=2)
            form.check(drawn, slots=2)


def test_optional_is_what_may_be_left_open_whatever_else_is_answered() -> None:
    sizes = Flags(label=W, options=SIZES)
    why = Constraint(field="why", required_when={"field": "sizes", "has": "small"}, message=W)
    form = Form(
        fields={"sizes": sizes, "why": Text(label=W), "more": Text(label=W), "total": Count(label=W, max=9)},
        constraints=(why,),
    )
    assert [name for name in form.fields if form.optional(name)] == ["more"]
    either = Form(
        fields={"name": Text(label=W), "reason": Choice(label=W, options=SIZES, required=False)},
        constraints=(Constraint(field="name", either_or="reason", message=W),),
    )
    assert not any(either.optional(name) for name in either.fields)


def test_questions_that_were_not_asked_give_no_rows() -> None:
    """A stored answer of an earlier version of the form, before a question was added."""
    cells = list(FORM.cells({"trial": {"total": 3}, "slots": [{"good": 4}, {}]}, slots=2))
    assert [(cell.field, cell.value, cell.slot) for cell in cells] == [("good", "4", 0), ("total", "3", None)]


def test_a_preference_is_between_two() -> None:
    field = Preference(label=W)
    with pytest.raises(BeholderError, match="between two candidates; the page shows 3"):
        field.check("left", slots=3)
    assert [(cell.value, cell.number) for cell in field.cells("better", None, slots=2)] == [("", None), ("", None)]


def test_an_anchor_belongs_to_its_point_and_a_band_to_its_points() -> None:
    ends = Scale(label=W, min=1, max=5, anchors={1: "another picture", "5": "identical"})
    assert [ends.anchor(point).to("en") for point in range(1, 6)] == ["another picture", "", "", "", "identical"]
    assert [option.help.to("en") for option in ends.options_shown()] == ["another picture", "", "", "", "identical"]
    assert [words.to("en") for _, words in ends.values_labelled()] == ["another picture", "", "", "", "identical"]
    banded = Scale(label=W, min=-2, max=2, anchors={"-2--1": "worse", "1 – 2": "better"})
    assert [banded.anchor(point).to("en") for point in range(-2, 3)] == ["worse", "worse", "", "better", "better"]
    # a stored form is read back as it was
    assert Scale.model_validate_json(banded.model_dump_json()) == banded


def test_masks_keep_the_words_of_every_point() -> None:
    quality = find_protocol("masks").declaration.form.fields["quality"]
    helps = [option.help.to("en") for option in quality.options_shown()]
    assert all(helps)
    assert [helps.index(one) + 1 for one in helps] == [1, 2, 2, 2, 5, 5, 7, 7, 7, 10]


def test_on_paper_points_under_one_anchor_stand_together() -> None:
    bad, good = {"en": "bad", "zh": "差"}, {"en": "good", "zh": "好"}
    printed = Scale(label=W, min=1, max=5, anchors={"1-3": bad, "4-5": good}).printed("zh")
    assert [(one.text, one.help, one.span) for one in printed] == [("1 2 3", "差", 3), ("4 5", "好", 2)]
    bare = Scale(label=W, min=1, max=3).printed("en")
    assert [(one.text, one.help, one.span) for one in bare] == [("1", "", 1), ("2", "", 1), ("3", "", 1)]


@pytest.mark.parametrize(
    ("rule", "fields", "never"),
    [
        ({"field": "a", "either_or": "b"}, {"a": Count(label=W), "b": Text(label=W)}, [(0, "a", "b")]),
        ({"field": "b", "either_or": "a"}, {"a": Count(label=W), "b": Text(label=W)}, [(0, "a", "b")]),
        ({"field": "b", "either_or": "b"}, {"b": Text(label=W)}, [(0, "b", "b")]),
        # what may be left open, or is asked at times, leaves a choice; so do rules of another sort
        ({"field": "a", "either_or": "b"}, {"a": Count(label=W, required=False), "b": Text(label=W)}, []),
        (
            {"field": "b", "either_or": "c"},
            {"a": Count(label=W), "b": Count(label=W, show_when={"field": "a", "is": 1}), "c": Text(label=W)},
            [],
        ),
        ({"field": "a", "at_most": "b"}, {"a": Count(label=W), "b": Count(label=W)}, []),
    ],
)
def test_a_rule_that_leaves_no_choice_is_found(rule: dict[str, Any], fields: dict[str, Any], never: list[Any]) -> None:
    form = Form(fields=fields, constraints=({**rule, "message": W},))
    assert list(form.rules_never_met()) == never


@pytest.mark.parametrize(("kind", "said"), [("groups", "groups need `shows: all`"), ("preference", "`shows: pair`")])
def test_a_question_about_several_is_not_asked_of_one(kind: str, said: str) -> None:
    declared = {
        "name": "x",
        "title": "X",
        "shows": "one",
        "candidate": {"text": {"kind": "text"}},
        "form": {"fields": {"a": {"kind": kind, "label": "x"}}},
    }
    with pytest.raises(ValidationError, match=said):
        Declaration.model_validate(declared)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A cat.", "a CAT 🐈"),
        ("Cafe\u0301!", "café"),
        ("ＡＢ  ｃ", "ab c"),
        ("straße", "STRASSE"),
    ],
)
def test_a_typed_text_is_compared_by_its_words(typed: str, meant: str) -> None:
    field = Text(label=W)
    assert field.comparable(typed) == field.comparable(meant)


def test_a_text_without_words_stands_for_itself() -> None:
    field = Text(label=W)
    assert field.comparable("👍") != field.comparable("👎")
    assert field.comparable("?!") == "?!"
    assert field.comparable(None) is None
