"""What a captions answer may be, and how a study's parameters change what is asked and shown."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.protocols.captions import PROTOCOL
from beholder.protocols.captions.params import Params
from beholder.testing import check_protocol

FORM = PROTOCOL.declaration.form


def _answer(**points: Any) -> dict[str, Any]:
    return {"trial": {}, "slots": [{"objects": 3, "relations": 1.5, "attributes": 0, **points}]}


def test_the_protocol_is_complete() -> None:
    check_protocol(PROTOCOL)


@pytest.mark.parametrize("points", [0, 0.5, 1, 1.5, 3, 12.5, 40])
@pytest.mark.parametrize("field", ["objects", "relations", "attributes"])
def test_points_go_up_in_halves_without_an_end(field: str, points: float) -> None:
    stored = FORM.check(_answer(**{field: points}), slots=1)
    assert stored["slots"][0][field] == points


@pytest.mark.parametrize("points", [-0.5, 0.25, 1.3, True, "many", float("nan"), 1000])
def test_other_points_are_refused(points: Any) -> None:
    with pytest.raises(BeholderError) as caught:
        FORM.check(_answer(relations=points), slots=1)
    assert [(p.where, p.code) for p in caught.value.problems] == [("0.relations", "answer-bad-value")]


@pytest.mark.parametrize("field", ["objects", "relations", "attributes"])
def test_nothing_counts_as_zero_unless_it_is_given(field: str) -> None:
    with pytest.raises(BeholderError) as caught:
        FORM.check(_answer(**{field: None}), slots=1)
    assert [(p.where, p.code) for p in caught.value.problems] == [(f"0.{field}", "answer-missing")]


def test_every_caption_on_the_page_must_be_judged() -> None:
    with pytest.raises(BeholderError) as caught:
        FORM.check(_answer(), slots=2)
    assert caught.value.code == "answer-bad-shape"


def test_halves_are_exported_as_written() -> None:
    cells = {cell.field: (cell.value, cell.number, cell.slot) for cell in FORM.cells(_answer(objects=2.0), slots=1)}
    assert cells == {"objects": ("2", 2.0, 0), "relations": ("1.5", 1.5, 0), "attributes": ("0", 0.0, 0)}


def test_the_rule_about_the_whole_sentence_is_on_the_page_only_where_it_holds() -> None:
    for on in (True, False):
        declared = PROTOCOL.declared_for(Params(whole_sentence=on))
        words = declared.form.candidate_fields["objects"].help
        assert ("as a whole" in words.to("en")) is on
        assert ("整句话" in words.to("zh")) is on
        assert "sentence" not in declared.form.candidate_fields


def test_the_point_for_the_whole_sentence_has_a_column_of_its_own_where_it_is_ticked() -> None:
    form = PROTOCOL.declared_for(Params(whole_sentence="tick")).form
    assert form.candidate_fields["objects"].help == FORM.candidate_fields["objects"].help
    stored = form.check(_answer(sentence=["whole"]), slots=1)
    cells = {cell.field: cell.number for cell in form.cells(stored, slots=1)}
    assert cells == {"objects": 3, "relations": 1.5, "attributes": 0, "sentence.whole": 1}
    nothing = form.check(_answer(sentence=[]), slots=1)
    assert {cell.field: cell.number for cell in form.cells(nothing, slots=1)}["sentence.whole"] == 0


@pytest.mark.parametrize(
    ("language", "added", "ticked"), [("en", "add 1 to its objects", "tick “"), ("zh", "对象再加 1 分", "勾选“")]
)
def test_the_guideline_says_what_the_study_does_about_the_whole_sentence(
    language: str, added: str, ticked: str
) -> None:
    told = {way: PROTOCOL.guideline(language, Params(whole_sentence=way)) for way in (True, False, "tick")}
    assert [added in told[way] for way in told] == [True, False, False]
    assert [ticked in told[way] for way in told] == [False, False, True]
    assert not any("{%" in text for text in told.values())
    assert PROTOCOL.guideline(language) == told[True]


@pytest.mark.parametrize("way", [True, False])
def test_a_study_that_says_yes_or_no_means_what_it_always_meant(way: bool) -> None:
    """Running studies keep their fields: one more would be another study."""
    assert set(PROTOCOL.declared_for(Params(whole_sentence=way)).form.candidate_fields) == set(FORM.candidate_fields)
    assert Params(whole_sentence=way).model_dump(mode="json")["whole_sentence"] is way


def test_equal_captions_are_merged_unless_the_study_wants_them_all() -> None:
    assert PROTOCOL.declared_for(Params()).merge_equal == "caption"
    assert PROTOCOL.declared_for(Params(duplicates="show")).merge_equal == ""


def test_hidden_references_are_not_sent() -> None:
    assert PROTOCOL.declared_for(Params(references="fold")).item["references"].shown
    assert not PROTOCOL.declared_for(Params(references="hide")).item["references"].shown


def test_the_truth_is_never_shown() -> None:
    for references in ("show", "fold", "hide"):
        assert not PROTOCOL.declared_for(Params(references=references)).candidate["truth"].shown
