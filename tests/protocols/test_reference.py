"""Expected answers: typed texts by their words, groups by which candidates belong together, and what can never be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from beholder.fields import Choice, Form, Groups, Name, Option, Words
from beholder.protocols import Item, Reference, reference_met
from beholder.study.items.references import read_reference

FORM = Form(fields={"group": Groups(label=Words({"en": "Which?"}))})
EXPECTED: dict[str, Any] = {"expects": [{"field": "group", "groups": [["a", "b"], ["c"]]}], "why": "Both mean the dog."}


@pytest.mark.parametrize(
    ("slots", "given", "met"),
    [
        ("abc", [1, 1, 2], True),
        ("abc", [7, 7, 3], True),
        ("cab", [1, 2, 2], True),
        ("abc", [1, 1, 1], False),
        ("abc", [1, 2, 3], False),
        ("abc", [1, 2, 1], False),
        # what is not listed may be in a group of the listed or in one of its own
        ("abcd", [1, 1, 2, 2], True),
        ("abcd", [1, 1, 2, 3], True),
    ],
)
def test_partitions_are_compared_not_numbers(slots: str, given: list[int], met: bool) -> None:
    payload = FORM.check({"trial": {"group": given}, "slots": []}, slots=len(slots))
    assert reference_met(Reference.model_validate(EXPECTED), FORM, payload, [[system] for system in slots]) is met


def test_groups_survive_being_stored_and_change_nothing_where_there_are_none() -> None:
    item = Item("i", {}, reference=Reference.model_validate(EXPECTED))
    assert Item.from_json(json.loads(json.dumps(item.to_json()))).reference == item.reference
    plain = Item("i", {}, reference=Reference.model_validate({"expects": [{"field": "x", "is": 1}]}))
    assert "groups" not in json.dumps(plain.to_json())


@pytest.mark.parametrize(
    ("expects", "problem"),
    [
        ({"field": "group", "groups": [["a"], ["a"]]}, "in one group"),
        ({"field": "group", "groups": [["a"], []]}, "no group is empty"),
        ({"field": "group", "groups": [["a"]], "system": "a"}, "stand alone"),
        ({"field": "group", "groups": [["a"]], "is": 1}, "stand alone"),
        ({"field": "group"}, "needs one of"),
    ],
)
def test_groups_that_contradict_themselves(expects: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Reference.model_validate({"expects": [expects]})


def test_groups_of_what_the_item_does_not_have() -> None:
    given = {"expects": [{"field": "group", "groups": [["a", "bb"]]}]}
    (problem,) = read_reference(given, form=FORM, systems={"a", "b"}, where="reference").problems
    assert (problem.code, problem.hint) == ("item-bad-reference", 'did you mean "b"?')
    scale = Form.model_validate({"fields": {"score": {"kind": "scale", "min": 1, "max": 5, "label": "s"}}})
    wrong = {"expects": [{"field": "score", "groups": [["a"]]}]}
    (problem,) = read_reference(wrong, form=scale, systems={"a"}, where="reference").problems
    assert "asks for no groups" in problem.problem


@pytest.mark.parametrize(
    ("typed", "met"),
    [
        ("Couch.", True),
        ("couch 🛋️", True),
        ("  COUCH!", True),
        ("“couch”", True),
        ("ｃｏｕｃｈ", True),
        ("hot-dog", True),
        ("沙发。", True),
        ("🛋️", False),
        ("couches", False),
        ("cou ch", False),
        ("...", False),
    ],
)
def test_typed_names_are_compared_by_their_words(typed: str, met: bool) -> None:
    form = Form(fields={"name": Name(label=Words({"en": "What?"}))})
    wanted = {"expects": [{"field": "name", "any_of": ["couch", "hot dog", "沙发"]}]}
    payload = form.check({"trial": {"name": typed}, "slots": []}, slots=1)
    assert reference_met(Reference.model_validate(wanted), form, payload, []) is met


def test_options_that_differ_by_a_sign_alone_stay_apart() -> None:
    options = tuple(Option(id=one, label=Words({"en": one})) for one in ("10", "10+"))
    form = Form(fields={"count": Choice(label=Words({"en": "How many?"}), options=options)})
    wanted = Reference.model_validate({"expects": [{"field": "count", "is": "10"}]})
    given = [{"trial": {"count": one}, "slots": []} for one in ("10", "10+")]
    assert [reference_met(wanted, form, one, []) for one in given] == [True, False]


PREFERENCE = {"kind": "preference", "label": "p"}
RANKING = {"kind": "ranking", "label": "r"}
PICK = {"kind": "best_worst", "label": "b"}
SCALE = {"kind": "scale", "min": 1, "max": 5, "label": "s"}
CHOICE = {"kind": "choice", "label": "c", "options": [{"id": "yes", "label": "y"}, {"id": "no", "label": "n"}]}


def _problems(field: dict[str, Any], expects: dict[str, Any]) -> list[str]:
    form = Form.model_validate({"fields": {"q": field}})
    given = {"expects": [{"field": "q", **expects}]}
    return [str(one) for one in read_reference(given, form=form, systems=set("abc"), where="reference").problems]


@pytest.mark.parametrize(
    ("field", "expects", "problem"),
    [
        (PREFERENCE, {"is": "wn"}, "q: expected one of win, tie, loss of one system; got 'wn'"),
        (PREFERENCE, {"is": "left"}, "expected one of win, tie, loss of one system"),
        (
            PREFERENCE | {"ties": False},
            {"any_of": ["win", "tie"]},
            "expected one of win, loss of one system; got 'tie'",
        ),
        (PREFERENCE, {"is": "both_bad"}, "got 'both_bad'"),
        (PREFERENCE, {"at_least": 1}, "no outcome is in that range: expected one of win, tie, loss"),
        (PREFERENCE | {"steps": 5}, {"is": "win"}, "expected one of -2, -1, 0, 1, 2 of one system; got 'win'"),
        (PREFERENCE | {"steps": 5}, {"at_least": 3}, "no outcome is in that range"),
        (RANKING, {"is": 4}, "expected one of 1, 2, 3 of one system; got 4"),
        (RANKING | {"top": 1}, {"is": "first"}, 'expected one of 1, "" of one system'),
        (PICK, {"is": "bets"}, "expected one of best, worst, \"\" of one system; got 'bets'"),
    ],
)
def test_what_can_never_be_said_of_one_system_is_refused(
    field: dict[str, Any], expects: dict[str, Any], problem: str
) -> None:
    (told,) = _problems(field, {"system": "a", **expects})
    assert problem in told
    assert told.startswith("reference.expects.0")


def test_the_word_that_was_meant_is_suggested() -> None:
    (told,) = _problems(PREFERENCE, {"system": "a", "is": "wn"})
    assert 'did you mean "win"?' in told


@pytest.mark.parametrize(
    ("field", "expects"),
    [
        (PREFERENCE, {"is": "win"}),
        (PREFERENCE, {"any_of": ["Tie", "loss"]}),
        (PREFERENCE | {"both_bad": True, "unsure": True}, {"any_of": ["both_bad", "unsure"]}),
        (PREFERENCE | {"steps": 5}, {"at_least": 1}),
        (PREFERENCE | {"steps": 5}, {"is": -2}),
        (RANKING, {"is": "1"}),
        (RANKING, {"at_most": 2}),
        (PICK, {"any_of": ["best", ""]}),
    ],
)
def test_what_can_be_said_of_one_system_is_taken(field: dict[str, Any], expects: dict[str, Any]) -> None:
    assert _problems(field, {"system": "a", **expects}) == []


@pytest.mark.parametrize(
    ("field", "expects", "problem"),
    [
        (SCALE, {"at_least": 4, "at_most": 2}, "no number is at least 4 and at most 2"),
        (CHOICE, {"at_least": 1}, "at_least and at_most are for numbers, and its answers are words"),
    ],
)
def test_a_range_that_holds_nothing_is_refused(field: dict[str, Any], expects: dict[str, Any], problem: str) -> None:
    (told,) = _problems(field, expects)
    assert problem in told


def test_a_range_of_ranks_can_be_expected_of_a_system() -> None:
    form = Form.model_validate({"fields": {"q": RANKING}})
    wanted = Reference.model_validate({"expects": [{"field": "q", "system": "a", "at_most": 2}]})
    payloads = [form.check({"trial": {"q": ranks}, "slots": []}, slots=3) for ranks in ([2, 1, 3], [3, 1, 2])]
    assert [reference_met(wanted, form, one, [["a"], ["b"], ["c"]]) for one in payloads] == [True, False]
