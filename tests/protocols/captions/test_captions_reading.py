"""Which text a rater reads, and what of it a study may get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.declarations.item import Candidate, Item, Shown
from beholder.protocols.captions.checks import check_item
from beholder.protocols.captions.declaration import page_data
from beholder.protocols.captions.params import Params


def _shown(*candidates: dict[str, Any], references: Any = None) -> Shown:
    placed = tuple((Candidate("i", f"s{n}", columns),) for n, columns in enumerate(candidates))
    return Shown(Item("i", {"references": references}), placed)


def test_a_rater_reads_the_caption_in_the_language_of_the_page_where_there_is_one() -> None:
    shown = _shown({"caption": "a dog", "translations": {"zh": "一只狗"}}, {"caption": "a cat"})
    assert page_data(shown, Params(), "zh")["captions"] == [
        {"text": "一只狗", "lang": "zh"},
        {"text": "a cat", "lang": ""},
    ]
    assert page_data(shown, Params(), "en")["captions"][0] == {"text": "a dog", "lang": ""}


@pytest.mark.parametrize(
    ("given", "en", "zh"),
    [
        (None, [], []),
        ("one", ["one"], ["one"]),
        (["one", "two"], ["one", "two"], ["one", "two"]),
        ({"en": ["one"], "zh": "一"}, ["one"], ["一"]),
        ({"zh": ["一"]}, ["一"], ["一"]),
        (["one", " "], ["one"], ["one"]),
    ],
)
def test_references_come_as_text_list_or_by_language(given: Any, en: list[str], zh: list[str]) -> None:
    shown = _shown({"caption": "a"}, references=given)
    assert page_data(shown, Params(), "en")["references"] == en
    assert page_data(shown, Params(), "zh")["references"] == zh


def _problems(*candidates: dict[str, Any], references: Any = None) -> list[tuple[str, bool]]:
    item = Item("i", {"references": references}, tuple(Candidate("i", f"s{n}", c) for n, c in enumerate(candidates)))
    return [(problem.code, problem.warning) for problem in check_item(item, Params())]


def test_a_sound_item_has_no_problems() -> None:
    twice = {"caption": "a dog", "translations": {"zh": "一只狗"}}
    assert _problems(twice, twice, {"caption": "a cat"}, references={"en": ["a dog"]}) == []


@pytest.mark.parametrize("references", [3, [1], {"en": [1]}, {"en": {"zh": "x"}}])
def test_references_that_are_no_texts_are_named(references: Any) -> None:
    assert _problems({"caption": "a"}, references=references) == [("captions-references", False)]


@pytest.mark.parametrize("translations", ["zh", ["x"], {"zh": 3}, {"zh": " "}])
def test_translations_that_are_no_texts_are_named(translations: Any) -> None:
    assert _problems({"caption": "a", "translations": translations}) == [("captions-translations", False)]


def test_equal_captions_with_different_translations_are_refused() -> None:
    one, other = {"caption": "a dog", "translations": {"zh": "狗"}}, {"caption": "a dog", "translations": {"zh": "犬"}}
    assert _problems(one, other) == [("captions-translations", False)]


def test_too_many_captions_on_one_page_are_a_warning() -> None:
    assert _problems(*({"caption": f"caption {n}"} for n in range(12))) == []
    assert _problems(*({"caption": f"caption {n}"} for n in range(13))) == [("captions-many", True)]
