"""Values that are right in form and cannot be meant: places on pictures, empty texts, soft and inverted masks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from beholder.errors import BeholderError, Problem
from beholder.study import check_folder, load_definition
from beholder.testing import check_protocol, write_masks_study
from beholder.web.study_loader import open_preview

WIDTH, HEIGHT = 64, 48

PROTOCOL = """
name: places-test
title: Look
shows: all
item:
  image: {kind: image}
  spot: {kind: point, required: false}
  frame: {kind: box, required: false}
  outline: {kind: mask, required: false}
  note: {kind: text, required: false}
  hidden: {kind: text, required: false, shown: false}
candidate:
  text: {kind: text}
  place: {kind: box, required: false}
form:
  candidate_fields:
    points: {kind: points, label: Points}
"""


def study(folder: Path, rows: list[dict[str, Any]], *, protocol: str = "protocol.yaml", **settings: Any) -> Path:
    """A study of that protocol whose items share one picture; a YAML protocol unless another is named."""
    folder.mkdir(exist_ok=True)
    Image.effect_noise((WIDTH, HEIGHT), 40).convert("RGB").save(folder / "p.png")
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    given = {"protocol": protocol, "items": "items.jsonl", **settings}
    (folder / "study.yaml").write_text(json.dumps(given), encoding="utf-8")
    text = "".join(json.dumps({"id": f"i{n}", "image": "p.png", **row}) + "\n" for n, row in enumerate(rows))
    (folder / "items.jsonl").write_text(text, encoding="utf-8")
    return folder


def item(**values: Any) -> dict[str, Any]:
    return {"candidates": [{"system": "a", "text": "one"}], **values}


def candidate(**values: Any) -> dict[str, Any]:
    return {"candidates": [{"system": "a", "text": "one", **values}]}


def found(folder: Path, *codes: str) -> list[Problem]:
    return [one for one in check_folder(folder).problems if one.code in codes or not one.warning]


TRIANGLE = [[100, 10, 120, 10, 110, 40]]


@pytest.mark.parametrize(
    ("row", "code", "place"),
    [
        (item(spot=[9999, 10]), "spot-outside", "spot"),
        (item(spot=[10, -3]), "spot-outside", "spot"),
        (item(spot=[0.5, 0.25]), "spot-fractions", "spot"),
        (item(frame=[0.1, 0.2, 0.6, 0.9]), "spot-fractions", "frame"),
        (item(frame=[0, 0, 1, 1]), "spot-fractions", "frame"),
        (item(frame=[70, 10, 90, 30]), "spot-outside", "frame"),
        (item(outline=TRIANGLE), "spot-outside", "outline"),
        (item(outline={"polygons": [[0.1, 0.1, 0.9, 0.1, 0.5, 0.8]]}), "spot-fractions", "outline"),
        (candidate(place=[0.1, 0.2, 0.6, 0.9]), "spot-fractions", "candidates.0.place"),
        (candidate(text=""), "item-blank-text", "candidates.0.text"),
        (candidate(text=" \t "), "item-blank-text", "candidates.0.text"),
        (candidate(text="\u200b\u3000"), "item-blank-text", "candidates.0.text"),
        (item(note="  "), "item-blank-text", "note"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_its_place(tmp_path: Path, row: Any, code: str, place: str) -> None:
    folder = study(tmp_path / "s", [item(), row])
    (problem,) = found(folder)
    assert (problem.code, problem.where, problem.warning) == (code, f"items.jsonl:2 · {place}", False)
    assert problem.hint
    with pytest.raises(BeholderError) as refused:
        open_preview(folder)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "row",
    [
        item(spot=[0, 0]),
        item(spot=[1, 1]),
        item(spot=[WIDTH, HEIGHT]),
        item(frame=[-0.5, 0, WIDTH + 0.5, HEIGHT]),
        item(frame=[0, 0, 2, 1]),
        item(outline=[[1, 1, 30, 1, 15, 30]]),
        item(hidden="  "),
    ],
)
def test_what_may_be_meant_passes(tmp_path: Path, row: Any) -> None:
    assert found(study(tmp_path / "s", [row]), "spot-over-edge") == []


def test_a_box_over_the_edge_is_a_warning(tmp_path: Path) -> None:
    (problem,) = found(study(tmp_path / "s", [item(frame=[40, 10, 90, 30])]), "spot-over-edge")
    assert problem.warning


def test_boxes_that_look_like_width_and_height_are_a_warning_with_its_reason(tmp_path: Path) -> None:
    meant = [[2, 3, 20, 25], [5, 1, 30, 12], [8, 8, 22, 19], [1, 2, 40, 30]]
    folder = study(tmp_path / "s", [item(frame=box) for box in meant])
    (problem,) = found(folder, "spot-by-width")
    assert problem.warning
    assert "all 4 values of 'frame'" in problem.problem
    assert "[2, 3, 22, 28]" in problem.hint
    corners = [*meant[:3], [30, 20, 60, 44]]
    assert found(study(tmp_path / "t", [item(frame=box) for box in corners]), "spot-by-width") == []
    assert found(study(tmp_path / "u", [item(frame=box) for box in meant[:3]]), "spot-by-width") == []


def test_a_box_of_naming_and_a_point_of_masks_and_a_step_of_trajectories_go_the_same_way(tmp_path: Path) -> None:
    naming = study(tmp_path / "n", [{"box": [0.1, 0.1, 0.5, 0.5]}, {"box": [90, 5, 99, 9]}], protocol="naming")
    assert [one.code for one in found(naming)] == ["spot-fractions", "spot-outside"]
    mask = {"candidates": [{"system": "a", "mask": [[5, 5, 30, 5, 20, 30]]}]}
    masks = study(tmp_path / "m", [{"point": [9999, 10], **mask}, {"point": [0.5, 0.5], **mask}], protocol="masks")
    assert [one.code for one in found(masks)] == ["spot-outside", "spot-fractions"]
    steps = [
        {"system": "a", "answer": "x", "steps": [{"operation": "LOOK", "point": [200, 10]}]},
        {"system": "b", "answer": "x", "steps": [{"operation": "LOOK", "arguments": [200, 10]}]},
    ]
    walks = study(tmp_path / "t", [{"question": "what?", "candidates": steps}], protocol="trajectories")
    assert [(one.code, one.warning) for one in found(walks, "spot-outside")] == [
        ("spot-outside", False),
        ("spot-outside", True),
    ]


def masks(folder: Path, pixels: dict[str, Any]) -> Path:
    """A masks study with one item per file."""
    folder.mkdir()
    rows = []
    for name, array in pixels.items():
        if name.endswith(".npy"):
            np.save(folder / name, array)
        else:
            Image.fromarray(array).save(folder / name)
        rows.append({"point": [32, 24], "candidates": [{"system": "a", "mask": name}]})
    return study(folder, rows, protocol="masks")


def disc(radius: float) -> Any:
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    return (x - 32) ** 2 + (y - 24) ** 2 <= radius**2


@pytest.mark.parametrize("name", ["m.png", "m.npy"])
def test_a_soft_mask_is_a_warning_and_a_plain_one_is_not(tmp_path: Path, name: str) -> None:
    plain = disc(12).astype(np.uint8) * 255
    soft = np.minimum(255, disc(12) * 100 + disc(9) * 155).astype(np.uint8)
    assert found(masks(tmp_path / "plain", {name: plain}), "mask-soft", "mask-inverted") == []
    (problem,) = found(masks(tmp_path / "soft", {name: soft}), "mask-soft")
    assert problem.warning
    assert "3 different values" in problem.problem


def test_masks_that_look_inverted_are_a_warning_with_their_number(tmp_path: Path) -> None:
    object_, ground = disc(12).astype(np.uint8) * 255, (~disc(12)).astype(np.uint8) * 255
    (problem,) = found(masks(tmp_path / "two", {"a.png": ground, "b.png": ground}), "mask-inverted")
    assert problem.warning
    assert '2 of 2 masks of "a"' in problem.problem
    assert found(masks(tmp_path / "one", {"a.png": ground, "b.png": object_, "c.png": object_}), "mask-inverted") == []
    everything = np.full((HEIGHT, WIDTH), 255, dtype=np.uint8)
    assert found(masks(tmp_path / "sky", {"a.png": everything}), "mask-inverted") == [], "the prompt is on it"


@pytest.mark.parametrize(("count", "refused"), [(4, True), (5, False)])
def test_kappa_needs_five_expected_numbers(tmp_path: Path, count: int, refused: bool) -> None:
    asked = [
        {
            "kind": "qualification",
            "candidates": [{"system": "a", "text": f"q{n}"}],
            "reference": {"expects": [{"field": "points", "system": "a", "is": n}]},
        }
        for n in range(count)
    ]
    rule = {"measure": "weighted-kappa", "at_least": 0.5}
    problems = found(study(tmp_path / "s", [item(), *asked], qualification=rule))
    assert [one.code for one in problems] == (["setting-bad-value"] if refused else [])
    if refused:
        assert f"have {count}" in problems[0].problem


EITHER = """
name: either-test
title: Look
shows: item
item:
  image: {kind: image}
form:
  fields:
    seen: {kind: choice, label: Seen, options: [{id: clearly, label: Clearly}, {id: hardly, label: Hardly}]}
    reason: {kind: choice, label: Why not, options: [{id: blurred, label: Blurred}, {id: cut, label: Cut off}]%s}
    name: {kind: text, label: Name}
  constraints:
    - {field: name, either_or: %s}
"""


@pytest.mark.parametrize(
    ("more", "other", "hint"),
    [
        ("", "reason", "required: false"),
        (", required: false", "name", "name the other field"),
        (", required: false", "reason", ""),
        (", show_when: {field: seen, is: hardly}", "reason", ""),
    ],
)
def test_a_rule_that_leaves_no_choice_is_refused(tmp_path: Path, more: str, other: str, hint: str) -> None:
    folder = study(tmp_path, [{"system": "a"}])
    (folder / "protocol.yaml").write_text(EITHER % (more, other), encoding="utf-8")
    told = found(folder, "rule-never-met")
    assert [one.code for one in told] == (["rule-never-met"] if hint else [])
    assert all(hint in one.hint for one in told)
    if not hint:
        return
    with pytest.raises(BeholderError, match="either"):
        open_preview(folder)
    with pytest.raises(BeholderError, match="rules: constraint 0"):
        check_protocol(load_definition(folder).protocol)


@pytest.mark.parametrize(
    ("text", "said"), [("a " * 1001, "has 1001 words"), ("see " + "a" * 201, "has a word of 201 characters")]
)
def test_a_text_that_nobody_could_mark_word_by_word_is_found_before_the_study_starts(
    tmp_path: Path, text: str, said: str
) -> None:
    folder = study(tmp_path / "study", [candidate(text="as long as " * 300), candidate(text=text), item(note=text)])
    marks = "marks: {kind: word_marks, label: Words, column: %s, options: [{id: wrong, label: Wrong}]}\n"
    asked = PROTOCOL + "    " + marks % "text" + "  fields:\n    noted" + (marks % "note").removeprefix("marks")
    (folder / "protocol.yaml").write_text(asked, encoding="utf-8")
    one, other = found(folder)
    assert [one.code, other.code] == ["item-text-unanswerable"] * 2
    assert one.where.startswith("items.jsonl:2")
    assert f"'text' {said}" in one.problem
    assert "'marks' cannot be answered" in one.problem
    assert other.where.startswith("items.jsonl:3")
    assert f"'note' {said}" in other.problem


KNOWN = {"reference": {"expects": [{"field": "points", "system": "a", "at_least": 1}]}}


@pytest.mark.parametrize(
    ("settings", "kind", "told"),
    [
        ({"qualification": {"at_least": 0.6}}, "main", "no items of kind qualification"),
        ({"qualification": {"at_least": 0.6}}, "qualification", ""),
        ({}, "qualification", "items of kind qualification, which no rater meets"),
        ({"checks": {"every": 5}}, "main", "no items of kind attention"),
        ({"checks": {"every": 5}}, "attention", ""),
        ({}, "attention", "items of kind attention, which no rater meets"),
        ({"practice": {"most": 2}}, "main", "no items of kind practice"),
        ({}, "practice", ""),
    ],
)
def test_a_stage_without_items_and_items_without_a_stage_are_warned_of(
    tmp_path: Path, settings: dict[str, Any], kind: str, told: str
) -> None:
    extra = {"kind": kind, **KNOWN} if kind != "main" else {}
    folder = study(tmp_path, [item(), item(**extra)], **settings)
    warned = found(folder, "setting-without-effect")
    assert [told in one.problem for one in warned] == ([True] if told else [])


def test_checks_that_a_protocol_makes_need_no_items(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4)
    with (folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("checks: {every: 5}\n")
    assert "setting-without-effect" not in {one.code for one in check_folder(folder).problems}
