"""One folder pasted in place of another: `check` warns of systems that have the same media."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image

from beholder.study import check_folder
from tests.study.study_folders import HEIGHT, WIDTH, mask_items, masks_study, rle, write_jsonl, write_settings


def _told(folder: Path) -> list[tuple[str, str]]:
    checked = check_folder(folder)
    assert checked.errors == ()
    return [(one.where, one.problem) for one in checked.warnings if one.code == "media-same-for-systems"]


def _pictures(folder: Path, *, mended: int = 0, items: int = 10) -> Path:
    """Two systems of which the second is a copy of the first, but for a few; a third is its own."""
    for system, shade in (("first", 0), ("third", 100)):
        (folder / system).mkdir(parents=True)
        for number in range(items):
            Image.new("RGB", (WIDTH, HEIGHT), (number, shade, 7)).save(folder / system / f"{number}.png")
    shutil.copytree(folder / "first", folder / "second")
    for number in range(mended):
        Image.new("RGB", (WIDTH, HEIGHT), (number, 50, 7)).save(folder / "second" / f"{number}.png")
    write_settings(folder, protocol="side-by-side")
    made = [
        {"id": f"i{n}", "prompt": "a shade"}
        | {"candidates": [{"system": s, "image": f"{s}/{n}.png"} for s in ("first", "second", "third")]}
        for n in range(items)
    ]
    write_jsonl(folder / "items.jsonl", made)
    return folder


@pytest.mark.parametrize(("mended", "told"), [(0, "10 of 10"), (1, "9 of 10"), (2, "")])
def test_a_folder_pasted_twice_is_a_warning(tmp_path: Path, mended: int, told: str) -> None:
    found = _told(_pictures(tmp_path, mended=mended))
    where = "items.jsonl:2" if mended else "items.jsonl:1"
    assert found == ([(where, f"first and second have the same media for {told} items")] if told else [])


def test_two_items_may_have_the_same_outputs(tmp_path: Path) -> None:
    assert _told(_pictures(tmp_path, items=2)) == []


def test_masks_are_told_by_their_bytes(tmp_path: Path) -> None:
    """Masks of one size in bytes are not the same for that."""
    items = mask_items()
    folder = masks_study(tmp_path)
    for number, item in enumerate(items):
        for place, candidate in enumerate(item["candidates"]):
            path = folder / candidate["system"] / f"{number}.png"
            path.parent.mkdir(exist_ok=True)
            mask = Image.new("L", (WIDTH, HEIGHT))
            # gamma has a pixel elsewhere: another picture of the same length
            mask.putpixel((number + (2 if place == 2 else 0), 3), 255)
            mask.save(path)
            candidate["mask"] = f"{candidate['system']}/{number}.png"
    write_jsonl(folder / "items.jsonl", items)
    assert [problem for _, problem in _told(folder)] == ["alpha and beta have the same media for 4 of 4 items"]


def test_several_that_are_the_same_are_told_at_once(tmp_path: Path) -> None:
    items = mask_items()
    for item in items:
        for candidate in item["candidates"]:
            candidate["mask"] = rle(10)
    assert [problem for _, problem in _told(masks_study(tmp_path, content=items))] == [
        "alpha, beta and gamma have the same media for 4 of 4 items"
    ]


def test_masks_that_are_written_out_are_compared_too(tmp_path: Path) -> None:
    items = mask_items()
    for item in items:
        item["candidates"][2]["mask"] = rle(10)
    assert [problem for _, problem in _told(masks_study(tmp_path, content=items))] == [
        "alpha and gamma have the same media for 4 of 4 items"
    ]
