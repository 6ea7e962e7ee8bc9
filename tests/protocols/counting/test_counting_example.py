"""The example study: sound, and its answer can be found."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.declarations.reference import Reference
from beholder.protocols import Item, Shown, SimulatedRater
from beholder.protocols.counting import PROTOCOL
from beholder.protocols.counting.generators import PRETEND_GENERATORS
from beholder.study import check_folder


@pytest.fixture(scope="module")
def example(painted: Callable[[str], Path]) -> Path:
    return painted("counting")


def _items(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def test_nothing_is_wrong_with_it(example: Path) -> None:
    checked = check_folder(example)
    assert checked.problems == ()
    assert checked.definition is not None
    assert checked.definition.systems == tuple(sorted(g.name for g in PRETEND_GENERATORS))


def test_systems_are_paired_by_prompt_and_seed(example: Path) -> None:
    definition = check_folder(example).definition
    assert definition is not None
    blocks: dict[str, list[str]] = defaultdict(list)
    for item in definition.items:
        if item.kind == "main":
            blocks[item.block].append(item.system)
    assert len(blocks) == 12
    for systems in blocks.values():
        assert sorted(systems) == sorted(g.name for g in PRETEND_GENERATORS)


def test_it_covers_the_types_the_numbers_and_the_censored_answer(example: Path) -> None:
    main = [item for item in _items(example) if item.get("kind", "main") == "main"]
    assert {item["object_type"] for item in main} == {"bocce ball", "medicine ball", "hot air balloon"}
    assert {min(i["requested"] for i in main), max(i["requested"] for i in main)} == {1, 16}
    counts = [item["truth"]["count"] for item in main]
    assert max(counts) > 20
    assert any(item["truth"].get("merged") for item in main)
    assert any(item["truth"].get("clipped") for item in main)


def test_file_names_and_ids_tell_nothing_of_the_system(example: Path) -> None:
    main = [item for item in _items(example) if item.get("kind", "main") == "main"]
    order = [item["system"] for item in sorted(main, key=lambda item: item["id"])]
    assert order != [item["system"] for item in main]
    for item in main:
        assert item["system"] not in item["image"] + item["id"]


def test_practice_marks_what_is_counted_and_what_the_edge_clips(example: Path) -> None:
    practice = [item for item in _items(example) if item.get("kind") == "practice"]
    assert {"practice-bowl", "practice-stop"} <= {item["id"] for item in practice}
    for item in practice:
        reference = Reference.model_validate(item["reference"])
        expected = {one.field: one.is_ for one in reference.expects}
        sorts = [mark.sort for mark in reference.marks]
        counted = len(sorts) - sorts.count("left-out")
        assert counted == expected["count"] or (expected["count"] == ">20" and counted > 20), item["id"]
        assert sorts.count("clipped") == expected.get("clipped", 0), item["id"]
    assert any(mark["sort"] == "left-out" for item in practice for mark in item["reference"]["marks"])


def test_raters_are_told_the_range_of_what_was_asked_for(example: Path) -> None:
    definition = check_folder(example).definition
    assert definition is not None
    assert "asked for 1 to 16 objects" in definition.guideline("en")


def test_attention_checks_show_at_most_five_and_expect_the_exact_number(example: Path) -> None:
    checks = [item for item in _items(example) if item.get("kind") == "attention"]
    assert len(checks) >= 3
    definition = check_folder(example).definition
    assert definition is not None
    assert definition.settings.checks is not None, "raters meet them"
    for check in checks:
        (expected,) = check["reference"]["expects"]
        assert expected["field"] == "count"
        assert 1 <= expected["is"] <= 5


def test_raters_find_who_paints_too_many_and_who_too_few(example: Path) -> None:
    rng = np.random.default_rng(5)
    raters = [SimulatedRater.draw(rng, seconds=15) for _ in range(5)]
    errors: dict[str, list[float]] = defaultdict(list)
    for data in _items(example):
        if data.get("kind", "main") != "main" or data["requested"] < 5:
            continue
        item = Item(data["id"], data, system=data["system"])
        for rater in raters:
            count = PROTOCOL.answer_like_a_person(PROTOCOL.declaration, Shown(item), rater, rng)["trial"]["count"]
            errors[item.system].append((21 if count == ">20" else count) / data["requested"] - 1)
    mean = {system: float(np.mean(values)) for system, values in errors.items()}
    assert mean["maple"] > 0.2
    assert mean["rowan"] < -0.1
    assert abs(mean["larch"]) < 0.08
    assert mean["rowan"] < mean["larch"] < mean["maple"]


def test_the_practice_that_is_shown_takes_a_rule_from_each_part_of_the_guideline(example: Path) -> None:
    practice = [item for item in _items(example) if item.get("kind") == "practice"]
    assert len(practice) > 5
    shown = practice[:5]
    assert {item["id"].removeprefix("practice-") for item in shown} == {
        "clipped", "slivers", "ghosts", "both-sizes", "many",
    }  # fmt: skip
    asked = {one["field"] for item in shown for one in item["reference"]["expects"]}
    assert asked == {"count", "clipped", "flags"}
