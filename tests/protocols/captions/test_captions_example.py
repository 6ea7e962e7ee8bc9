"""The example study: sound, and true about its captions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from beholder.protocols.captions import PROTOCOL
from beholder.study import check_folder

COLOURS = {"red", "orange", "yellow", "green", "teal", "blue", "purple", "white", "black", "brown"}


def test_the_example_has_nothing_wrong_with_it(example: Path) -> None:
    checked = check_folder(example)
    assert checked.problems == ()
    assert checked.definition is not None
    assert [item.kind for item in checked.definition.items].count("practice") == 3
    assert set(checked.definition.systems) >= {"ample", "terse", "colourless", "lister", "dreamer"}


@pytest.mark.long
def test_another_seed_paints_other_pictures(example: Path, tmp_path: Path) -> None:
    assert PROTOCOL.example is not None
    PROTOCOL.example(tmp_path, 2)
    assert (tmp_path / "media/picture-01.jpg").read_bytes() != (example / "media/picture-01.jpg").read_bytes()


def test_some_captions_are_equal(example_items: list[dict[str, Any]]) -> None:
    merged = [len({one["caption"] for one in item["candidates"]}) for item in example_items]
    assert merged.count(4) >= 3
    assert merged.count(5) >= 3


def test_everybody_reads_the_captions_as_the_systems_wrote_them(example_items: list[dict[str, Any]]) -> None:
    """The rules are about English words; a translation would be another caption."""
    for item in example_items:
        for one in item["candidates"]:
            assert "translations" not in one
            assert one["caption"].isascii()
        assert all(text.isascii() for text in item.get("references", []))


def test_paintings_come_with_what_people_wrote_about_them(example_items: list[dict[str, Any]]) -> None:
    told = [item["references"] for item in example_items if item.get("source") != "photographs"]
    assert {len(texts) for texts in told} == {2}
    own = {one["caption"] for item in example_items for one in item["candidates"]}
    assert not own & {text for texts in told for text in texts}


def test_the_points_of_painted_captions_follow_from_their_words(example_items: list[dict[str, Any]]) -> None:
    painted = [item for item in example_items if item.get("source") == "paintings"]
    assert len(painted) == 8
    for item in painted:
        true_things = next(one for one in item["candidates"] if one["system"] == "lister")["caption"]
        kinds = {phrase.split()[-1] for phrase in true_things.split(", ")}
        place = next(one for one in item["candidates"] if one["system"] == "terse")["caption"].split()[-1]
        for one in item["candidates"]:
            words = re.findall(r"[a-z]+", one["caption"])
            assert one["truth"]["attributes"] == sum(word in COLOURS for word in words), one["caption"]
            assert one["truth"]["objects"] == sum(word in kinds | {place} for word in words), one["caption"]


def test_relations_said_by_the_ample_captioner_hold_in_the_picture(example_items: list[dict[str, Any]]) -> None:
    """What the scenes were laid out to show, against what the facts of the painted pictures made the captioner say."""
    said = {
        item["id"]: one["caption"]
        for item in example_items
        for one in item["candidates"]
        if one["system"] == "ample" and item.get("source") == "paintings"
    }
    assert "orange cat on a teal sofa" in said["painting-1"]
    assert "brown dog to the left of a red ball" in said["painting-2"]
    assert "red apple on a white plate" in said["painting-3"]
    assert "yellow car in front of a white house" in said["painting-4"]
    assert "person to the right of a green tree" in said["painting-6"]


@pytest.mark.long
def test_photographs_are_left_out_where_the_package_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beholder.protocols.captions.example.photograph", lambda name: None)
    assert PROTOCOL.example is not None
    PROTOCOL.example(tmp_path, 1)
    checked = check_folder(tmp_path)
    assert checked.problems == ()
    assert checked.definition is not None
    assert {item.group for item in checked.definition.items if item.kind == "main"} == {"paintings"}
