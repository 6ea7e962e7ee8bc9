"""What counting accepts and refuses: answers, parameters, items."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from beholder.errors import BeholderError
from beholder.protocols import Item, Protocol, Shown
from beholder.protocols.counting import PROTOCOL
from beholder.protocols.counting.checks import check_item, make_checks, page_data
from beholder.protocols.counting.illustrations import ILLUSTRATIONS
from beholder.protocols.counting.params import Params
from beholder.testing import check_protocol

FOLDER = PROTOCOL.folder or Path()
FORM = PROTOCOL.declaration.form

ACCEPTED: list[dict[str, Any]] = [
    {"count": 0, "clipped": 0, "flags": []},
    {"count": 20, "clipped": 20, "flags": []},
    {"count": 13, "clipped": 2, "flags": ["sizes", "shapes", "same_colour"]},
    {"count": ">20", "flags": []},
    {"count": ">20", "flags": ["noteworthy"], "comment": "they form a 9"},
    {"count": 3, "clipped": 0, "flags": ["other"], "comment": "Other:hammer"},
    {"count": 3, "clipped": 0, "flags": ["other"], "comment": "other：锤子"},
    {"count": 3, "clipped": 0, "flags": ["other"], "comment": "其他：锤子"},
    {"count": 3, "clipped": 0, "flags": ["other"], "comment": "anderes: Hammer"},
    {"count": 3, "clipped": 0, "flags": ["other", "noteworthy"], "comment": "other: person; not sure about the corner"},
]
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"flags": []}, "count"),
    ({"count": 5, "flags": []}, "clipped"),
    ({"count": 21, "clipped": 0, "flags": []}, "count"),
    ({"count": -1, "clipped": 0, "flags": []}, "count"),
    ({"count": 2.5, "clipped": 0, "flags": []}, "count"),
    ({"count": ">21", "flags": []}, "count"),
    ({"count": 3, "clipped": 4, "flags": []}, "clipped"),
    ({"count": 3, "clipped": ">20", "flags": []}, "clipped"),
    ({"count": ">20", "clipped": 0, "flags": []}, "clipped"),
    ({"count": 3, "clipped": 0, "flags": ["other"]}, "comment"),
    ({"count": 3, "clipped": 0, "flags": ["other"], "comment": "hammer"}, "comment"),
    ({"count": 3, "clipped": 0, "flags": ["other"], "comment": " other: "}, "comment"),
    ({"count": 3, "clipped": 0, "flags": ["other"], "comment": "其他："}, "comment"),
    ({"count": 3, "clipped": 0, "flags": ["noteworthy"], "comment": "  "}, "comment"),
    ({"count": 3, "clipped": 0, "flags": [], "comment": "nobody asked"}, "comment"),
    ({"count": 3, "clipped": 0, "flags": ["colour"]}, "flags"),
]


def test_the_protocol_is_complete() -> None:
    check_protocol(PROTOCOL)


@pytest.mark.parametrize("answer", ACCEPTED, ids=str)
def test_an_answer_is_accepted_and_kept_as_it_is(answer: dict[str, Any]) -> None:
    stored = FORM.check({"trial": answer, "slots": []}, slots=1)["trial"]
    assert {name: value for name, value in stored.items() if value is not None} == answer


@pytest.mark.parametrize(("answer", "where"), REFUSED, ids=str)
def test_an_answer_is_refused_where_it_is_wrong(answer: dict[str, Any], where: str) -> None:
    with pytest.raises(BeholderError) as refused:
        FORM.check({"trial": answer, "slots": []}, slots=1)
    assert refused.value.problems[0].where == where


def test_a_censored_count_is_a_bound_and_no_number() -> None:
    payload = FORM.check({"trial": {"count": ">20", "flags": ["sizes"]}, "slots": []}, slots=1)
    cells = {cell.field: (cell.value, cell.number) for cell in FORM.cells(payload, slots=1)}
    assert cells["count"] == (">20", None)
    assert cells["flags.sizes"] == ("1", 1.0)
    assert cells["flags.shapes"] == ("0", 0.0)
    assert "clipped" not in cells
    assert "comment" not in cells


def _tailored(**params: Any) -> Protocol:
    declaration = PROTOCOL.declared_for(Params.model_validate(params))
    return replace(PROTOCOL, declaration=declaration, tailor=None)


@pytest.mark.parametrize(
    "params",
    [
        {"limit": 12},
        {"limit": 300},
        {"flags": []},
        {
            "flags": [
                "sizes",
                {"id": "blurred", "label": {"en": "Blurred", "zh": "模糊"}, "key": "KeyB", "comment": True},
            ]
        },
    ],
    ids=str,
)
def test_a_tailored_protocol_is_complete(params: dict[str, Any]) -> None:
    check_protocol(_tailored(**params), languages=("en", "zh"))


def test_the_limit_moves_the_censored_answer_and_the_words() -> None:
    form = _tailored(limit=12).declaration.form
    assert form.check({"trial": {"count": ">12", "flags": []}, "slots": []}, slots=1)["trial"]["count"] == ">12"
    with pytest.raises(BeholderError):
        form.check({"trial": {"count": 13, "clipped": 0, "flags": []}, "slots": []}, slots=1)
    wire = form.to_wire("zh")
    assert "12" in wire["fields"][0]["label"]


def test_without_flags_a_comment_is_always_possible() -> None:
    form = _tailored(flags=[]).declaration.form
    payload = form.check({"trial": {"count": 1, "clipped": 0, "comment": "odd"}, "slots": []}, slots=1)
    assert payload["trial"]["comment"] == "odd"


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"limit": 0}, "limit"),
        ({"object_types": {}}, "object_types"),
        ({"flags": ["size"]}, 'did you mean "sizes"'),
        ({"flags": ["sizes", "sizes"]}, "two flags have the id"),
        ({"flags": [{"id": "a", "label": "A", "key": "KeyM"}]}, "KeyM"),
        ({"flags": [{"id": "a", "label": "A", "key": "Digit3"}]}, "Digit3"),
        ({"flags": [{"id": "a", "label": "A", "comment_starts": "a:"}]}, "comment: true"),
        ({"asked_for": [16, 1]}, "smallest and the largest"),
        ({"tally": True, "flags": [{"id": "a", "label": "A", "key": "KeyK"}]}, "KeyK"),
    ],
    ids=str,
)
def test_wrong_parameters_are_named(params: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(says)):
        Params.model_validate(params)


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"object_type": "hot air baloon"}, "counting-object-type"),
        ({"object_type": "bocce ball", "requested": 2.5}, "counting-requested"),
        ({"object_type": "bocce ball", "requested": -1}, "counting-requested"),
        ({"object_type": "bocce ball", "truth": {"clipped": 1}}, "counting-truth"),
        ({"object_type": "bocce ball", "truth": {"count": 2, "clipped": 3}}, "counting-truth"),
        ({"object_type": "bocce ball", "truth": 7}, "counting-truth"),
    ],
    ids=str,
)
def test_a_wrong_item_is_named(columns: dict[str, Any], code: str) -> None:
    problems = list(check_item(Item("a", columns, where="items.jsonl:3"), Params()))
    assert [problem.code for problem in problems] == [code]
    assert problems[0].where.startswith("items.jsonl:3 · ")


def test_a_number_outside_of_the_range_that_raters_are_told_is_named() -> None:
    params = Params(asked_for=(1, 16))
    columns = {"object_type": "bocce ball", "requested": 17}
    assert [one.code for one in check_item(Item("a", columns), params)] == ["counting-asked-for"]
    assert list(check_item(Item("a", {**columns, "requested": 16}), params)) == []


@pytest.mark.parametrize(
    ("language", "told"), [("en", "asked for 1 to 9 objects"), ("zh", "1 到 9 个"), ("de", "1 bis 9")]
)
def test_the_guideline_tells_the_range_the_limit_and_the_tally_where_they_hold(language: str, told: str) -> None:
    plain = PROTOCOL.guideline(language)
    tailored = PROTOCOL.guideline(language, Params(asked_for=(1, 9), limit=12, tally=True))
    assert told in tailored
    assert told not in plain
    assert "12" in tailored.replace("/12", "")
    assert "20" not in tailored
    clicks = {"en": "Count by clicking", "zh": "点图计数", "de": "Durch Anklicken"}[language]
    assert (clicks in tailored, clicks in plain) == (True, False)


@pytest.mark.parametrize(("language", "start"), [("en", "other:"), ("zh", "其他："), ("de", "anderes:")])
def test_the_comment_about_another_object_begins_in_the_language_of_the_page(language: str, start: str) -> None:
    data = page_data(Shown(Item("", {"object_type": "bocce ball"})), Params(), language)
    assert data["starts"]["other"][0] == start
    assert "other:" in data["starts"]["other"]
    rule = next(one for one in FORM.constraints if one.starts_with)
    assert start in rule.message.to(language)


def test_a_sound_item_has_no_problems() -> None:
    columns = {"object_type": "bocce ball", "requested": 3, "truth": {"count": 4, "clipped": 1, "flags": ["sizes"]}}
    assert list(check_item(Item("a", columns), Params())) == []


@pytest.mark.parametrize(("language", "name"), [("en", "hot air balloons"), ("zh", "热气球")])
def test_the_page_names_the_object_and_defines_it(language: str, name: str) -> None:
    data = page_data(Shown(Item("", {"object_type": "hot air balloon"})), Params(), language)
    assert data["object"] == name
    assert "18" in data["definition"]


def test_checks_show_few_objects_in_plain_sight_and_ask_for_the_exact_number() -> None:
    import numpy as np

    truths: list[dict[str, Any] | None] = [
        {"count": 3}, {"count": 5}, {"count": 6}, {"count": 0}, {"count": 4, "doubtful": 1}, {"count": 2, "clipped": 1}, None,
    ]  # fmt: skip
    items = tuple(
        Item(
            f"i{n}",
            {"object_type": "bocce ball", "image": f"{n}.png", **({"truth": truth} if truth else {})},
            system="s",
        )
        for n, truth in enumerate(truths)
    )
    made = make_checks(items, 5, np.random.default_rng(1))
    assert sorted(check.columns["image"] for check in made) == ["0.png", "1.png"]
    for check in made:
        right = check.columns["truth"]["count"]
        assert check.kind == "attention"
        assert check.system == ""
        assert check.reference is not None
        assert check.reference.expects[0].met({"count": right})
        assert not check.reference.expects[0].met({"count": right + 1})
        assert not check.reference.expects[0].met({"count": ">20"})


def test_both_guidelines_show_the_same_pictures_and_all_of_them() -> None:
    painted = {f"pictures/{name}.webp" for name in ILLUSTRATIONS}
    for language in ("en", "zh"):
        named = re.findall(r'src="([^"]+)"', PROTOCOL.guideline(language))
        assert sorted(named) == sorted(painted), language
    for name in painted:
        assert 0 < (FOLDER / name).stat().st_size < 60_000, name


@pytest.mark.parametrize("language", ["en", "zh", "de"])
def test_the_guideline_speaks_of_what_a_study_counts(language: str) -> None:
    own = Params.model_validate({"object_types": {"apple": {"label": "apples", "definition": "Whole ones."}}})
    told, usual = (PROTOCOL.guideline(language, params) for params in (own, Params()))
    opening = told[told.index("## ") : told.index("## ", told.index("## ") + 3)]
    assert "**apples**" in opening
    assert "Whole ones." in opening
    assert "pictures/types.webp" not in told
    assert "pictures/types.webp" in usual
    practised = {"en": "practice pictures", "zh": "练习图片", "de": "Übungsbildern"}[language]
    assert (practised in told, practised in usual) == (False, True)


def test_object_types_are_named_shortly() -> None:
    listed = Params.model_validate({"object_types": ["person", "traffic light"]})
    assert {name: one.label.to("en") for name, one in listed.object_types.items()} == {
        "person": "person",
        "traffic light": "traffic light",
    }
    assert (
        Params.model_validate({"object_types": {"person": "people"}}).object_types["person"].label.to("en") == "people"
    )
