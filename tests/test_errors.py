"""Problems as people read them: equal ones once, and hints that name a likely name or none."""

from __future__ import annotations

import pytest

from beholder.errors import BeholderError, Problem, closest, group_problems, nearest


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("image", ["img_type", "question", "id"], ""),
        ("image", ["img_type", "image_path"], "image_path"),
        ("image", ["Image"], "Image"),
        ("image", ["img"], "img"),
        ("caption", ["captoin", "action"], "captoin"),
        ("object_type", ["object type", "img_type"], "object type"),
        ("mask", ["task", "flask"], "task"),
        ("crr", ["ccr"], "ccr"),
        ("prompt", ["promoted", "tempo"], ""),
        ("图片", ["图片路径", "系统"], "图片路径"),
        ("system", [], ""),
    ],
)
def test_a_hint_names_what_was_meant_or_nothing(name: str, known: list[str], meant: str) -> None:
    assert closest(name, known) == meant


def test_without_a_likely_name_all_are_listed() -> None:
    assert nearest("image", ["img_type", "id"]) == "known: id, img_type"
    assert nearest("imge", ["image", "id"]) == 'did you mean "image"?'


def test_equal_problems_are_one_with_its_places() -> None:
    many = [Problem("the item has no 'image'", "item-missing-value", f"items.csv:{n}", "add it") for n in range(2, 14)]
    other = Problem("no title", "study-title", "study.yaml")
    first, second = group_problems([*many[:6], other, *many[6:]])
    assert (first.where, len(first.elsewhere), second) == ("items.csv:2", 11, other)
    assert group_problems([other, other]) == [other]
    error = BeholderError.of(many)
    assert len(error.problems) == 12, "programs get them all"
    assert str(error).count("no 'image'") == 1
    assert "11 other places: items.csv:3, items.csv:4, items.csv:5, items.csv:6, …" in str(error)
