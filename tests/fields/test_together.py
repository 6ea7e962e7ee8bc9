"""Answers about all candidates at once: best and worst, and orders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from beholder.declarations.declaration import Declaration
from beholder.declarations.reference import Reference, reference_met
from beholder.errors import BeholderError
from beholder.fields import BestAndWorst, Form, Ranking, Truth, Words, find_kind
from beholder.protocols import SimulatedRater

_PICK = BestAndWorst(label=Words("Which?"))
_ORDER = Ranking(label=Words("In order?"))
_TIES = Ranking(label=Words("In order?"), ties=True)
_TOP = Ranking(label=Words("The best two?"), top=2)


def _refused(field: Any, value: Any, *, slots: int) -> str:
    with pytest.raises(BeholderError) as caught:
        field.check(value, slots=slots)
    assert caught.value.code == "answer-bad-value"
    return caught.value.problems[0].problem


def test_best_and_worst_are_exported_for_each_candidate() -> None:
    value = _PICK.check(["", "worst", "best", ""], slots=4)
    cells = list(_PICK.cells("pick", value, slots=4))
    assert [(cell.slot, cell.value, cell.number) for cell in cells] == [
        (0, "", 0), (1, "worst", -1), (2, "best", 1), (3, "", 0),
    ]  # fmt: skip
    assert _PICK.text(value) == "best 3, worst 2"
    assert [cell.number for cell in _PICK.cells("pick", None, slots=3)] == [None] * 3


@pytest.mark.parametrize(
    ("value", "slots", "said"),
    [
        (["best", "", ""], 3, "one candidate as the worst, got none"),
        (["best", "best", "worst"], 3, "one candidate as the best, got 2"),
        (["best", "worst"], 2, "of 3 candidates or more; the page shows 2"),
        (["best", "worst"], 3, "one word for each of the 3 candidates"),
        (["best", "wrost", ""], 3, 'candidate 2: expected "best", "worst" or ""'),
        ({"best": 1, "worst": 2}, 3, "one word for each"),
        (["best", None, "worst"], 3, "candidate 2"),
    ],
)
def test_a_choice_that_is_not_one_best_and_one_worst_is_refused_in_words(value: Any, slots: int, said: str) -> None:
    assert said in _refused(_PICK, value, slots=slots)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        (_ORDER, [1, None, 2, None], "no rank for candidates 2 and 4"),
        (_ORDER, [1, 2, 3, None], "no rank for candidate 4"),
        (_ORDER, [1, 1, 2, 3], "candidates 1 and 2 have the same rank"),
        (_ORDER, [1, 2, 3, 5], "candidate 4: expected a rank from 1 to 4, got 5"),
        (_ORDER, [1, 2, 3, True], "candidate 4"),
        (_ORDER, [1, 2, 3], "one rank for each of the 4 candidates"),
        (_TOP, [1, None, None, None], "the best 2 in order, got 1"),
        (_TOP, [None] * 4, "the best 2 in order, got none"),
        (_TOP, [1, 2, 3, None], "the best 2 only, got 3"),
    ],
)
def test_an_incomplete_order_is_refused_with_what_is_missing(field: Ranking, value: Any, said: str) -> None:
    assert said in _refused(field, value, slots=4)


def test_an_order_is_of_two_to_nine() -> None:
    assert "2 to 9 candidates; the page shows 10" in _refused(_ORDER, list(range(1, 11)), slots=10)
    assert _ORDER.check(list(range(1, 10)), slots=9)[-1] == 9


def test_equal_candidates_share_the_better_rank_however_they_are_counted() -> None:
    assert _TIES.check([2, 1, 2, 4], slots=4) == _TIES.check([2, 1, 2, 3], slots=4) == [2, 1, 2, 4]
    assert _TIES.check([1, 1, 1], slots=3) == [1, 1, 1]
    two = Ranking(label=Words("x"), ties=True, top=2)
    assert two.check([2, 1, 2, None], slots=4) == [2, 1, 2, None]


def test_an_order_is_exported_for_each_candidate_and_empty_below_the_best() -> None:
    value = _TOP.check([None, 2, 1], slots=3)
    assert [(cell.value, cell.number) for cell in _TOP.cells("order", value, slots=3)] == [
        ("", None),
        ("2", 2),
        ("1", 1),
    ]
    assert _TOP.text(value) == "- 2 1"
    (line,) = _TOP.codebook("order")
    assert line.better == "lower"
    assert "empty below the best 2" in line.values


@pytest.mark.parametrize("field", [_PICK, _ORDER, _TIES, _TOP], ids=["pick", "order", "ties", "top"])
def test_simulated_raters_answer_what_they_see(field: Any) -> None:
    rng = np.random.default_rng(3)
    sharp = SimulatedRater.draw(rng, seconds=10)
    truths = [Truth(latent) for latent in (0.0, 30.0, -30.0, 10.0)]
    said = field.check(field.follow(None, truths, sharp, rng), slots=4)
    expected = {"best_worst": ["", "best", "worst", ""], "ranking": [3, 1, 4, 2]}[field.kind]
    assert said == (expected if field is not _TOP else [None, 1, None, 2])


def test_simulated_raters_call_equal_what_they_cannot_tell_apart() -> None:
    rng = np.random.default_rng(3)
    truths = [Truth(latent) for latent in (0.0, 30.0, 30.0, -30.0)]
    steady = SimulatedRater(noise=0.0)
    assert _TIES.follow(None, truths, steady, rng) == [3, 1, 1, 4]
    assert sorted(_ORDER.follow(None, truths, steady, rng)) == [1, 2, 3, 4]


def test_an_expected_answer_names_candidates_by_system() -> None:
    form = Form.model_validate(
        {"fields": {"pick": {"kind": "best_worst", "label": "x"}, "order": {"kind": "ranking", "label": "y"}}}
    )
    reference = Reference.model_validate(
        {"expects": [{"field": "pick", "system": "b", "is": "best"}, {"field": "order", "system": "b", "is": 1}]}
    )
    slots = [["a"], ["b"], ["c"]]
    good = {"trial": {"pick": ["", "best", "worst"], "order": [2, 1, 3]}, "slots": []}
    bad = {"trial": {"pick": ["", "best", "worst"], "order": [1, 2, 3]}, "slots": []}
    assert reference_met(reference, form, good, slots)
    assert not reference_met(reference, form, bad, slots)


@pytest.mark.parametrize("kind", ["best_worst", "ranking", "groups"])
def test_a_question_about_several_is_asked_where_all_are_shown(kind: str) -> None:
    fields = {"a": {"kind": kind, "label": "x"}}
    declared = {"name": "x", "title": "X", "shows": "all", "candidate": {"text": {"kind": "text"}}}
    assert Declaration.model_validate({**declared, "form": {"fields": fields}}).form.fields["a"].spans_candidates


@pytest.mark.parametrize("kind", ["best_worst", "ranking"])
@pytest.mark.parametrize("shows", ["one", "pair", "item"])
def test_a_question_about_several_needs_several(kind: str, shows: str) -> None:
    declared: dict[str, Any] = {
        "name": "x",
        "title": "X",
        "shows": shows,
        "form": {"fields": {"a": {"kind": kind, "label": "x"}}},
    }
    if shows != "item":
        declared["candidate"] = {"text": {"kind": "text"}}
    with pytest.raises(ValidationError, match=r"a: .* need `shows: all`"):
        Declaration.model_validate(declared)


@pytest.mark.parametrize("kind", ["best_worst", "ranking"])
@pytest.mark.parametrize("language", ["en", "zh", "de"])
def test_the_words_of_the_page_are_there_in_every_language_of_the_page(kind: str, language: str) -> None:
    catalogue = find_kind(kind).catalogue()
    assert catalogue is not None
    assert catalogue.missing(language) == []
