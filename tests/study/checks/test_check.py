"""`check_folder` looks at pictures and masks, goes on past mistakes, and writes nothing."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from beholder.study import check_folder
from tests.study.study_folders import HEIGHT, WIDTH, mask_items, masks_study, rle, rows_of, write_settings, write_table


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_sound_study_is_sound_and_left_alone(tmp_path: Path) -> None:
    folder = masks_study(tmp_path)
    before = snapshot(folder)
    steps: list[tuple[int, int]] = []
    checked = check_folder(folder, progress=lambda done, total: steps.append((done, total)))
    assert checked.problems == ()
    assert checked.definition is not None
    # First the four pictures, then the masks of the four items.
    assert steps == [(done, 4) for done in range(1, 5)] * 2
    assert snapshot(folder) == before


def test_missing_broken_and_stray_pictures_are_told_with_their_lines(tmp_path: Path) -> None:
    folder = masks_study(tmp_path / "study")
    (folder / "pictures" / "0.png").unlink()
    whole = (folder / "pictures" / "1.png").read_bytes()
    (folder / "pictures" / "1.png").write_bytes(whole[: len(whole) // 2])
    outside = tmp_path / "outside.png"
    (folder / "pictures" / "2.png").rename(outside)
    (folder / "pictures" / "2.png").symlink_to(outside)
    (folder / "pictures" / "3.png").write_bytes(b"GIF89a")
    checked = check_folder(folder)
    assert checked.definition is None
    found = {problem.where: problem.code for problem in checked.errors}
    assert found == {
        "items.jsonl:1 · image": "media-missing",
        "items.jsonl:2 · image": "media-broken",
        "items.jsonl:3 · image": "media-outside",
        "items.jsonl:4 · image": "media-broken",
    }


def test_a_picture_that_is_there_under_a_similar_path_is_named(tmp_path: Path) -> None:
    items = mask_items(3)
    for item, wrong in zip(items, ("pictures/0.PNG", "pictures\\1.png", "media/pictures/2.png"), strict=True):
        item["image"] = wrong
    folder = masks_study(tmp_path, content=items)
    (folder / "pictures").rename(folder / "kept")
    (folder / "media").mkdir()
    (folder / "kept").rename(folder / "media" / "pictures")
    write_settings(folder, media="media")
    assert sorted(problem.hint for problem in check_folder(folder).errors) == [
        'did you mean "pictures/0.png"?',
        'did you mean "pictures/1.png"?',
        'did you mean "pictures/2.png"?',
    ]


def test_a_system_without_outputs_for_some_items_is_a_warning(tmp_path: Path) -> None:
    items = mask_items()
    gone = items[2]["candidates"].pop()
    (warning,) = check_folder(masks_study(tmp_path, content=items)).problems
    assert warning.warning
    assert (warning.code, warning.where) == ("system-incomplete", "items.jsonl:3")
    assert f"({gone['system']}: 1)" in warning.problem


def test_masks_must_decode_and_have_the_size_of_their_picture(tmp_path: Path) -> None:
    items = mask_items()
    items[0]["candidates"][1]["mask"] = {"size": [WIDTH, HEIGHT], "counts": [5, WIDTH * HEIGHT - 5]}
    items[1]["candidates"][0]["mask"] = "masks/none.png"
    items[2]["candidates"][2]["mask"] = {"size": [HEIGHT, WIDTH], "counts": [1, 2]}
    items[3]["truth_mask"] = "masks/truth.npy"
    folder = masks_study(tmp_path, content=items)
    (folder / "masks").mkdir()
    np.save(folder / "masks" / "truth.npy", np.zeros((HEIGHT, WIDTH + 1), dtype=np.uint8))
    assert {problem.where: problem.code for problem in check_folder(folder).errors} == {
        "items.jsonl:1 · candidates.1.mask": "mask-size",
        "items.jsonl:2 · candidates.0.mask": "media-missing",
        "items.jsonl:3 · candidates.2.mask": "mask-broken",
        "items.jsonl:4 · truth_mask": "mask-size",
    }


def test_a_mask_in_a_table_is_told_with_its_own_row(tmp_path: Path) -> None:
    rows = sorted(rows_of(mask_items(2)), key=lambda row: str(row["system"]))
    rows[4]["mask"] = {"size": [1, 1], "counts": [1]}
    folder = masks_study(tmp_path)
    write_settings(folder, items="items.csv")
    for row in rows:
        row["dataset"] = "one line"
    write_table(folder / "items.csv", rows)
    assert [problem.where for problem in check_folder(folder).errors] == ["items.csv:6 · mask"]


def test_sound_items_are_looked_at_beside_wrong_ones(tmp_path: Path) -> None:
    items = mask_items()
    items[0]["point"] = "middle"
    folder = masks_study(tmp_path, content=items, ratings="many")
    (folder / "pictures" / "3.png").unlink()
    assert {problem.where for problem in check_folder(folder).errors} == {
        "study.yaml:4 · ratings",
        "items.jsonl:1 · point",
        "items.jsonl:4 · image",
    }


def test_pictures_may_lie_in_a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where whoever runs the server allows it."""
    folder = masks_study(tmp_path / "study", media="../media")
    (folder / "pictures").rename(tmp_path / "media_pictures")
    (tmp_path / "media").mkdir()
    (tmp_path / "media_pictures").rename(tmp_path / "media" / "pictures")
    assert [problem.code for problem in check_folder(folder).errors] == ["media-folder-outside"]
    monkeypatch.setenv("BEHOLDER_MEDIA_FOLDERS", str(tmp_path / "media"))
    assert check_folder(folder).problems == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    folder = masks_study(tmp_path)
    (folder / "items.jsonl").chmod(0)
    assert [problem.code for problem in check_folder(folder).errors] == ["file-unreadable"]


def test_a_study_that_names_systems_in_files_and_formats_is_warned(tmp_path: Path) -> None:
    items = mask_items()
    for number, item in enumerate(items):
        for candidate in item["candidates"]:
            candidate["mask"] = f"out/{candidate['system'].upper()}_v1_{number}.png"
    folder = masks_study(tmp_path, content=items)
    for item in items:
        for place, candidate in enumerate(item["candidates"]):
            path = folder / candidate["mask"]
            path.parent.mkdir(parents=True, exist_ok=True)
            mask = Image.new("L", (WIDTH, HEIGHT), 255)
            mask.putpixel((place, 0), 0)
            mask.save(path)
    checked = check_folder(folder)
    assert checked.definition is not None
    assert [(w.code, w.where) for w in checked.warnings] == [("leak-file-name", "items.jsonl:1 · mask")]
    assert "alpha: 4" in checked.warnings[0].problem


def test_an_empty_mask_is_a_valid_output(tmp_path: Path) -> None:
    items = mask_items()
    items[0]["candidates"][0]["mask"] = []
    items[1]["candidates"][0]["mask"] = rle(WIDTH * HEIGHT)
    assert check_folder(masks_study(tmp_path, content=items)).problems == ()


@pytest.mark.parametrize(
    ("label", "warned"),
    [
        ("Your e-mail, for the results", True),
        ("What is your name?", True),
        ("Please paste your Prolific ID", True),
        ({"en": "How may we reach you?", "zh": "您的手机号码"}, True),
        ("Which names of birds do you know?", False),
        ("How did you address the difficulty?", False),
        ("What is this object called?", False),
    ],
)
def test_a_question_that_asks_who_somebody_is_is_warned_of(tmp_path: Path, label: object, warned: bool) -> None:
    folder = masks_study(tmp_path, before={"about": {"kind": "text", "label": label}})
    told = [(p.code, p.where) for p in check_folder(folder).warnings if p.code == "question-identifies"]
    assert told == ([("question-identifies", "study.yaml · before.about")] if warned else [])


def test_a_choice_tells_nobodys_name(tmp_path: Path) -> None:
    options = [{"id": "y", "label": "Yes"}, {"id": "n", "label": "No"}]
    question = {"kind": "choice", "label": "Do you read your e-mail daily?", "options": options}
    assert not check_folder(masks_study(tmp_path, after={"mail": question})).warnings
