"""Words of a text that can be marked: how a text is cut into words, what is taken, refused and exported."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from beholder.errors import BeholderError
from beholder.fields import Form, Truth, WordMarks
from beholder.fields.word_marks.split import pieces_of, words_in
from beholder.protocols import Declaration, Item, Shown, SimulatedRater, simulate_form

W = {"en": "word", "zh": "词"}
MARKS = ({"id": "missing", "label": {"en": "missing", "zh": "没有画"}}, {"id": "wrong", "label": W})
FIELD = WordMarks(label=W, column="prompt", options=MARKS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a red ball, don't move it!", ["a", "red", "ball", "don't", "move", "it"]),
        ("一只红色的狗，2只猫", ["一", "只", "红", "色", "的", "狗", "2", "只", "猫"]),
        ("a close-up at f/2.8, 1,000 K", ["a", "close", "up", "at", "f", "2.8", "1,000", "K"]),
        ("cafe\u0301 naïve_x", ["cafe\u0301", "naïve_x"]),
        ("ひらカタカナ漢字", ["ひ", "ら", "カタカナ", "漢", "字"]),
        ("สวัสดี hello", ["สวัสดี", "hello"]),
        ("go 👩‍🚀 up", ["go", "👩‍🚀", "up"]),
        ("ending. 'quoted'", ["ending", "quoted"]),
        ("\u0301a lone accent", ["a", "lone", "accent"]),
        ("\u3099a か\u3099", ["\u3099", "a", "か\u3099"]),
        ("  ", []),
        ("", []),
    ],
)
def test_a_text_is_cut_into_words(text: str, words: list[str]) -> None:
    assert words_in(text) == words


@given(st.text(max_size=60))
def test_the_pieces_of_a_text_are_the_text(text: str) -> None:
    pieces = pieces_of(text)
    assert "".join(piece for piece, _ in pieces) == text
    assert all(piece.strip() for piece, is_word in pieces if is_word)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("red", "expected a list of words"),
        ([["red"]], "word 1: expected a word and its mark"),
        ([["a", ""], ["red", "odd"]], "word 2: unknown mark 'odd'"),
        ([["a", ["wrong"]]], "word 1: unknown mark"),
        ([[" ", ""]], "word 1 is empty"),
        ([["a", ""]] * 1001, "at most 1000 words"),
        ([[7, ""]], "expected text"),
    ],
)
def test_what_is_no_marked_text_is_refused_in_words(value: Any, said: str) -> None:
    with pytest.raises(BeholderError) as caught:
        FIELD.check(value, slots=1)
    assert said in caught.value.problems[0].problem


def test_words_are_exported_in_their_order_with_how_many_are_marked() -> None:
    value = [["a", ""], ["red", "wrong"], ["ball", "missing"]]
    (cell,) = FIELD.cells("words", FIELD.check(value, slots=1), slots=1)
    assert json.loads(cell.value) == value
    assert cell.number == 2.0
    assert FIELD.describe_value(cell.value, "zh") == "red (词) · ball (没有画)"
    assert FIELD.describe_value('[["a",""]]', "zh") == "没有要标记的词"


def test_that_no_word_is_wrong_is_said_and_not_presumed() -> None:
    form = Form(fields={"words": FIELD})
    with pytest.raises(BeholderError, match="not answered"):
        form.check({"trial": {"words": None}, "slots": []}, slots=1)
    assert form.check({"trial": {"words": [["a", ""]]}, "slots": []}, slots=1)


def test_the_text_must_be_shown() -> None:
    field = {"kind": "word_marks", "label": W, "column": "promt", "options": list(MARKS)}
    declared = {"name": "p", "title": W, "shows": "item", "item": {"prompt": {"kind": "text"}}}
    with pytest.raises(ValidationError, match=r"words: no text 'promt' is shown \(did you mean \"prompt\"\?\)"):
        Declaration.model_validate({**declared, "form": {"fields": {"words": field}}})


def test_the_text_that_is_shown_may_be_marked() -> None:
    declared = {"name": "p", "title": W, "shows": "item", "item": {"prompt": {"kind": "text"}}}
    fields = {"words": {"kind": "word_marks", "label": W, "column": "prompt", "options": list(MARKS)}}
    assert (
        Declaration.model_validate({**declared, "form": {"fields": fields}}).form.fields["words"].kind == "word_marks"
    )


def test_marked_words_are_numbered_by_their_place_in_the_text() -> None:
    said = [["a", ""], ["red", "wrong"], ["red", "missing"]]
    found = [(one.word, one.word_number, one.reason) for one in FIELD.marks_in(said)]
    assert found == [("red", 2, "wrong"), ("red", 3, "missing")]
    assert list(FIELD.marks_in(None)) == []


def test_people_read_which_words_are_marked() -> None:
    said = json.dumps([["a", ""], ["red", "missing"], ["ball", "gone"]])
    assert FIELD.describe_value(said, "zh") == "red (没有画) · ball (gone)"
    assert FIELD.describe_value(json.dumps([["a", ""]]), "en") == FIELD.nothing.to("en")
    assert FIELD.describe_value("", "en") == ""


def test_a_truth_that_names_no_words_marks_none() -> None:
    rng = np.random.default_rng(5)
    broken = ["red", ["red"], [3, "wrong"], [" ", "wrong"]]
    truth = Truth(0.0, broken, {"prompt": "a red ball here"})
    found = FIELD.follow([], [truth], SimulatedRater(noise=0.0), rng)
    assert found == [["a", ""], ["red", ""], ["ball", ""], ["here", ""]]


def test_simulated_raters_mark_the_words_that_are_wrong() -> None:
    there = [["a", ""], ["red", "wrong"], ["ball", ""], ["here", ""]]
    rng = np.random.default_rng(5)
    given_marks = [
        FIELD.follow([], [Truth(0.0, there, {"prompt": "a red ball here"})], SimulatedRater.draw(rng, seconds=20), rng)
        for _ in range(60)
    ]
    share = np.mean([[bool(mark) for _, mark in one] for one in given_marks], axis=0)
    assert share[1] > 0.9
    assert max(share[0], share[2], share[3]) < 0.1


def test_simulated_raters_have_the_shown_words_before_them_whether_they_look_or_not() -> None:
    rng = np.random.default_rng(5)
    form = Form(fields={"words": FIELD})
    shown = Shown(Item("i", {"prompt": "一只狗 runs"}))
    for lapse in (0.0, 1.0):
        for _ in range(20):
            payload = simulate_form(form, shown, SimulatedRater(lapse=lapse), rng)
            assert [word for word, _ in payload["trial"]["words"]] == ["一", "只", "狗", "runs"]
