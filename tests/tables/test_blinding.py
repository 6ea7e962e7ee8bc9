"""Letters for systems: whole names are hidden however they are written, and nothing else is."""

from __future__ import annotations

import pytest

from beholder.analysis import Context, DeclaredContrast, RatingsData
from beholder.protocols import Candidate, Item
from beholder.protocols.run_analysis import run_analysis
from beholder.tables.blinding import Blind, blinded

BLIND = Blind(
    {"sdxl": "A", "image": "B", "SAM-2": "C", "混元": "D", "gpt4": "E", "gpt-4.1": "F", "sd": "G", "v2": "H"},
    others=frozenset({"check", "sdxl at its worst"}),
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sdxl_004", "A_004"),
        ("sdxl004.png", "A004.png"),
        ("out/SDXL/7", "out/A/7"),
        ("sam2_1", "C_1"),
        ("Sam 2", "C"),
        ("sam-2.png", "C.png"),
        ("gpt-4.1-mini", "F-mini"),
        ("gpt-4 beats gpt41", "E beats F"),
        ("用混元生成的图", "用D生成的图"),
        ("混元图片1", "D图片1"),
        ("sdxl生成", "A生成"),
        ("an image of", "an B of"),
        ("sd-3", "G-3"),
        ("x_v2.png", "x_H.png"),
    ],
)
def test_a_name_is_hidden_as_a_whole(text: str, told: str) -> None:
    assert BLIND.text(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "skimage_rocket",
        "images",
        "ImageNet",
        "sample2",
        "sam23",
        "scenev2x",
        "gpt42",
        "sdx",
        "check-4",
        "interim check",
    ],
)
def test_what_only_holds_the_letters_of_a_name_is_left_alone(text: str) -> None:
    assert BLIND.text(text) == text


def test_names_of_checks_are_no_systems_but_hide_those_in_them() -> None:
    assert [BLIND.system(name) for name in ("sdxl", "check", "sdxl at its worst", "")] == [
        "A",
        "check",
        "A at its worst",
        "",
    ]
    assert BLIND.system("added-later") == "?", "what nobody knows yet may be a system"


def test_names_are_told_once_they_are_open() -> None:
    opened = Blind(BLIND.letters, on=False)
    assert (opened.text("sdxl_004"), opened.system("added-later")) == ("sdxl_004", "added-later")


def test_an_analysis_is_made_of_letters_and_says_the_same() -> None:
    """Systems are called as the field and as a word of ours are: only they change their names, and no number moves."""
    blind = Blind({"quality": "B", "rating": "A"})
    columns = ("item", "system", "rater", "field", "value")
    rows = [
        (item, system, f"r{rater}", "quality", str(1 + (len(item) + 2 * len(system) + rater * n) % 5))
        for n, item in enumerate(("rating_1", "A_1", "quality-2", "sky", "sea", "tea"))
        for system in ("quality", "rating")
        for rater in range(4)
    ]
    data = RatingsData.of_rows(rows, columns)
    items = {name: Item(name, candidates=(Candidate(name, "rating"),)) for name in data.used("item")}
    contrast = DeclaredContrast("quality", "rating", "quality")
    told, context = blinded(data, Context(items=items, contrasts=(contrast,)), blind)
    assert sorted(told.used("item")) == ["A_1", "A_1′", "B-2", "sea", "sky", "tea"]
    assert set(context.items) == set(told.used("item"))
    assert {one.system for item in context.items.values() for one in item.candidates} == {"A"}
    known = run_analysis(None, data, Context(items=items, contrasts=(contrast,)))
    found = run_analysis(None, told, context)
    assert found.finding("quality.mean.A").value == known.finding("quality.mean.rating").value
    assert found.finding("quality.alpha").value == known.finding("quality.alpha").value
    (declared,) = found.table("declared").rows
    assert (declared["field"], declared["first"], declared["second"]) == ("quality", "A", "B")
