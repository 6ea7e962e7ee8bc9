"""What could unblind a study is found, and ordinary words are not taken for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from beholder.errors import Problem
from beholder.study import check_folder
from beholder.study.checks.leaks import name_pattern
from tests.study.study_folders import write_settings

CAPTIONS = """name: own
title: Captions
summary: Which caption is better?
shows: all
item: {image: {kind: image}, question: {required: false}}
candidate: {caption: {kind: text}, steps: {kind: json, required: false}, log: {shown: false, required: false}}
form: {candidate_fields: {objects: {kind: points, label: Objects}}}
"""
OUTPUTS = """name: own
title: Outputs
summary: Which output is better?
shows: item
item: {image: {kind: image}}
form: {fields: {count: {kind: count, label: Count}}}
"""


def study(folder: Path, protocol: str, items: list[dict[str, Any]]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "own.yaml").write_text(protocol, encoding="utf-8")
    (folder / "guideline.en.md").write_text("Look at everything closely before you decide.", encoding="utf-8")
    write_settings(folder, protocol="own.yaml", languages=["en"])
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return folder


def captions(folder: Path, texts: dict[str, Any], *, count: int = 6, column: str = "caption") -> list[Problem]:
    items = [
        {
            "id": f"i{number}",
            "image": "x.png",
            "candidates": [{"system": s, "caption": "a dog", column: text} for s, text in texts.items()],
        }
        for number in range(count)
    ]
    study(folder, CAPTIONS, items)
    Image.new("RGB", (20, 20)).save(folder / "x.png")
    checked = check_folder(folder)
    assert checked.errors == ()
    return list(checked.warnings)


@pytest.mark.parametrize(
    ("system", "text", "found"),
    [
        ("SAM-2", "masks/sam2/1.png", True),
        ("sam2", "masks/SAM_2-large/1.png", True),
        ("sam", "sample_01.png", False),
        ("sam", "out/sam/01.png", True),
        ("sam", "out_sam_01.png", True),
        ("LLaVA 1.5", "as llava-1.5 i see", True),
        ("llava", "llavaoutput.png", False),
        ("mask-rcnn", "outmaskrcnn.png", True),
        ("v1", "v12.png", False),
        ("v1", "run_v1.png", True),
        ("模型甲", "输出/模型甲/1.png", True),
    ],
)
def test_names_are_found_in_other_spellings_but_not_inside_words(system: str, text: str, found: bool) -> None:
    pattern = name_pattern(system)
    assert pattern is not None
    assert bool(pattern.search(text.casefold())) is found


def test_a_name_of_signs_alone_cannot_be_looked_for() -> None:
    assert name_pattern("--") is None


def test_a_system_that_names_itself_is_told(tmp_path: Path) -> None:
    (warning,) = captions(tmp_path, {"LLaVA-1.5": "As llava 1.5, I see a dog", "blip": "a dog"})
    assert (warning.code, warning.where) == ("leak-text", "items.jsonl:1 · caption")
    assert '"LLaVA-1.5"' in warning.problem


def test_a_name_deep_in_the_steps_is_told(tmp_path: Path) -> None:
    texts = {"GPT-9": [{"result": {"by": "gpt9"}}], "blip": [{"result": {"by": "tool"}}]}
    assert [w.code for w in captions(tmp_path, texts, column="steps")] == ["leak-text"]


def test_hidden_columns_do_not_leak(tmp_path: Path) -> None:
    assert captions(tmp_path, {"GPT-9": "made by GPT-9", "blip": "made by blip"}, column="log") == []


def test_an_ordinary_word_used_by_all_is_no_leak(tmp_path: Path) -> None:
    assert captions(tmp_path / "a", {"human": "a human stands", "blip": "one human walks"}) == []
    assert [w.code for w in captions(tmp_path / "b", {"human": "a human wrote this", "blip": "a dog"})] == ["leak-text"]


def outputs(folder: Path, *, suffixes: dict[str, str], noted: str = "") -> list[Problem]:
    items: list[dict[str, Any]] = []
    for system, suffix in suffixes.items():
        for number in range(6):
            name = f"{len(items)}.{suffix}"
            items.append({"id": f"{system}-{number}", "image": name, "system": system})
            note = PngInfo()
            if noted:
                note.add_text("Software", noted)
            folder.mkdir(exist_ok=True)
            picture = Image.new("RGB", (30, 20), (number * 9, 40, 60))
            if suffix == "png":
                picture.save(folder / name, pnginfo=note)
            else:
                picture.save(folder / name)
    checked = check_folder(study(folder, OUTPUTS, items))
    assert checked.errors == ()
    return list(checked.warnings)


def test_a_format_that_tells_the_system_is_told(tmp_path: Path) -> None:
    assert outputs(tmp_path / "a", suffixes={"one": "png", "two": "png"}) == []
    warnings = outputs(tmp_path / "b", suffixes={"one": "png", "two": "jpg"})
    assert {w.code for w in warnings} == {"media-tells-system"}
    assert all(w.where and w.hint for w in warnings)


def test_a_name_in_the_metadata_is_told(tmp_path: Path) -> None:
    warnings = outputs(tmp_path, suffixes={"painter": "png", "drawer": "png"}, noted="made with painter 3")
    assert [w.code for w in warnings] == ["media-metadata-names-system"]
