"""Attention checks: another picture's caption among a picture's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beholder.declarations.item import Candidate, Item
from beholder.protocols.captions.checks import make_checks
from beholder.study import load_definition


@pytest.fixture(scope="module")
def items(example: Path) -> tuple[Item, ...]:
    return tuple(item for item in load_definition(example).items if item.kind == "main")


def _planted(check: Item) -> Candidate:
    return check.candidate("check")


def test_each_check_has_one_foreign_caption_in_place_of_its_own(items: tuple[Item, ...]) -> None:
    own = {item.columns["image"]: {c.columns["caption"] for c in item.candidates} for item in items}
    checks = make_checks(items, 6, np.random.default_rng(3))
    assert len({check.id for check in checks}) == 6
    for check in checks:
        said = own[check.columns["image"]]
        assert check.kind == "attention"
        assert len(check.candidates) == 5
        assert _planted(check).columns["caption"] not in said
        assert sum(c.columns["caption"] in said for c in check.candidates) == 4


def test_the_translation_goes_with_the_caption() -> None:
    """Else the page in Chinese would show something else."""
    texts = [
        ("a dog in a park", "公园里有一只狗"),
        ("red apples on plates", "盘子上的红苹果"),
        ("two cars", "两辆汽车"),
    ]
    items = tuple(
        Item(f"i{n}", {}, (Candidate(f"i{n}", "a", {"caption": en, "translations": {"zh": zh}}),))
        for n, (en, zh) in enumerate(texts)
    )
    for check in make_checks(items, 3, np.random.default_rng(1)):
        planted = _planted(check).columns
        assert (planted["caption"], planted["translations"]["zh"]) in texts


def test_a_check_is_passed_with_one_point_in_all(items: tuple[Item, ...]) -> None:
    (check,) = make_checks(items, 1, np.random.default_rng(0))
    assert check.reference is not None
    (expected,) = check.reference.expects
    assert expected.system == "check"
    assert expected.met({"objects": 0.5, "relations": 0.5, "attributes": 0})
    assert expected.met({"objects": 0, "relations": 0, "attributes": 0})
    assert not expected.met({"objects": 1, "relations": 0.5, "attributes": 0})


def test_what_is_put_in_hardly_fits_the_picture(items: tuple[Item, ...]) -> None:
    things = {"cat", "sofa", "lamp", "dog", "ball", "tree", "apple", "plate", "cup", "car", "house", "sign", "fireplace",
              "table", "person", "book", "bowl", "coffee", "spoon", "motorcycle", "flag", "woman", "suit"}  # fmt: skip
    true_of = {
        item.columns["image"]: {
            word
            for candidate in item.candidates
            if candidate.system in ("ample", "lister")
            for word in str(candidate.columns["caption"]).replace(",", "").split()
        }
        & things
        for item in items
    }
    for check in make_checks(items, len(items), np.random.default_rng(5)):
        words = set(str(_planted(check).columns["caption"]).replace(",", "").split()) & things
        assert len(words & true_of[check.columns["image"]]) <= 1


def test_chinese_captions_make_checks_too() -> None:
    captions = ["公园里有一只狗", "桌上放着红色的苹果", "街上停着一辆汽车", "海边有人放风筝"]
    items = tuple(
        Item(f"i{n}", {"image": f"{n}.jpg"}, (Candidate(f"i{n}", "a", {"caption": text}),))
        for n, text in enumerate(captions)
    )
    checks = make_checks(items, 4, np.random.default_rng(1))
    assert len(checks) == 4
    for check in checks:
        assert _planted(check).columns["caption"] != captions[int(str(check.columns["image"])[0])]


def test_pictures_with_the_same_captions_make_no_check() -> None:
    items = tuple(Item(f"i{n}", {}, (Candidate(f"i{n}", "a", {"caption": "a red dog"}),)) for n in range(4))
    assert make_checks(items, 4, np.random.default_rng(1)) == []
