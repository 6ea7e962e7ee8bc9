"""The example study and the worked examples: sound, and true of their pictures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from beholder.engine.planning.plan import outline
from beholder.protocols.trajectories import PROTOCOL
from beholder.protocols.trajectories.agents import PRETEND_AGENTS
from beholder.protocols.trajectories.guideline_pictures import paint_pictures
from beholder.protocols.trajectories.practice import WORKED
from beholder.protocols.trajectories.steps import read_trajectory
from beholder.study import check_folder


@pytest.fixture(scope="module")
def folder(painted: Callable[[str], Path]) -> Path:
    return painted("trajectories")


@pytest.fixture(scope="module")
def items(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def _digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_check_finds_nothing(folder: Path) -> None:
    checked = check_folder(folder)
    assert checked.problems == ()
    assert checked.definition is not None
    assert outline(checked.definition).trials >= 30


@pytest.mark.long
def test_another_seed_gives_another_study(folder: Path, tmp_path: Path) -> None:
    assert PROTOCOL.example is not None
    PROTOCOL.example(tmp_path / "other", 8)
    assert _digests(tmp_path / "other") != _digests(folder)


def test_special_cases_are_among_the_items(items: list[dict[str, Any]]) -> None:
    main = [item for item in items if "kind" not in item]
    read = [[read_trajectory(c) for c in item["candidates"]] for item in main]
    assert any(t.cut_off and not t.answer for pair in read for t in pair)
    assert any(len(t.steps) >= 38 for pair in read for t in pair)
    assert any(pair[i] == pair[j] for pair in read for i in range(4) for j in range(i))


def test_every_agent_answers_every_question(items: list[dict[str, Any]]) -> None:
    names = [agent.name for agent in PRETEND_AGENTS]
    assert all([c["system"] for c in item["candidates"]] == names for item in items if "kind" not in item)


def test_truth_says_whether_the_answer_is_right(items: list[dict[str, Any]]) -> None:
    for item in items:
        for candidate in item["candidates"]:
            if "kind" not in item:
                assert candidate["truth"]["correct"] == (candidate.get("answer") == item["ground_truth"])


def test_places_lie_inside_the_pictures(folder: Path, items: list[dict[str, Any]]) -> None:
    for item in items:
        with Image.open(folder / "media" / item["image"]) as image:
            assert image.size == (item["width"], item["height"])


def test_practice_covers_the_rules_and_gives_reasons() -> None:
    rules = {example.rule for example in WORKED}
    assert len(rules) == 20, "the guideline's method trains on twenty pairs"
    assert rules >= {"sky", "car", "process", "cut-off", "identical", "length", "circles", "recovery", "spelling"}
    for example in WORKED:
        assert all(len(example.why.root[language]) > 20 for language in ("en", "zh"))


def test_the_documents_scores_lie_in_the_references() -> None:
    known = {
        "sky": {"coherence": 4, "efficiency": 2, "thoroughness": 3},
        "car": {"coherence": 1, "efficiency": 4, "thoroughness": 4},
    }
    for example in WORKED:
        for scale, score in known.get(example.rule, {}).items():
            low, high = getattr(example.first, scale)
            assert low <= score <= high


@pytest.mark.parametrize("example", WORKED, ids=lambda example: example.rule)
def test_what_a_worked_example_finds_is_in_its_picture(example: Any) -> None:
    item = example.item("x.jpg")
    for candidate in item["candidates"]:
        for step in candidate["steps"]:
            found = str(step.get("result", "")).removeprefix("Found: ")
            kinds = [thing for thing in example.scene.objects if found.endswith(thing.kind)]
            if step.get("operation") == "SEGMENT_OBJECT_AT" and kinds:
                x, y = step["point"]
                assert any(thing.mask[y, x] for thing in kinds), f"{found} is not at {step['point']}"


def test_the_guidelines_pictures_can_be_remade_and_are_small(tmp_path: Path) -> None:
    paint_pictures(tmp_path)
    assert PROTOCOL.folder is not None
    kept = PROTOCOL.folder / "pictures"
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == sorted(path.name for path in kept.iterdir())
    assert all(path.stat().st_size < 60_000 for path in kept.iterdir())
    for language in ("en", "zh"):
        text = PROTOCOL.guideline(language)
        assert all(f"pictures/{name}" in text for name in made)
