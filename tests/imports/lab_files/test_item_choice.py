"""A part of a lab's files becomes a study: by a list, at random, or what has its pictures."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.study import load_definition
from tests.imports.lab_files.test_new_study import picture, run

IDS = (139, 285, 632, 724, 776, 785)


def coco(lab: Path, *, pictures: tuple[int, ...] = IDS, name: str = "{:012}.jpg") -> list[object]:
    """The options for results of two captioners about all pictures, of which some are there."""
    for n in pictures:
        picture(lab / "val2017" / name.format(n), n % 50)
    options: list[object] = []
    for system in ("ours", "theirs"):
        told = [{"image_id": n, "caption": f"Words of {system[0]} about a thing, {n}."} for n in IDS]
        (lab / f"{system}.json").write_text(json.dumps(told), encoding="utf-8")
        options += ["--from", lab / f"{system}.json"]
    return [*options, "--from", lab / "val2017"]


def green(folder: Path, *options: object) -> str:
    """The output of a `new` after which `check` finds no error."""
    result = run("captions", folder, *options)
    assert result.exit_code == 0, result.output
    checked = CliRunner().invoke(app, ["check", str(folder)])
    assert checked.exit_code == 0, checked.output
    return str(result.output)


def ids(folder: Path) -> list[str]:
    return [item.id for item in load_definition(folder).items]


def refused(*options: object) -> BeholderError:
    result = run(*options)
    assert isinstance(result.exception, BeholderError), result.output
    return result.exception


@pytest.mark.parametrize("name", ["{:012}.jpg", "COCO_val2014_{:012}.jpg", "{}_final.png"])
def test_coco_results_and_pictures_without_annotations(tmp_path: Path, name: str) -> None:
    out = green(tmp_path / "study", *coco(tmp_path, name=name))
    assert "image_id is" in out, "how ids were understood is said in words"
    found = {item.id: Path(str(item.columns["image"])).name for item in load_definition(tmp_path / "study").items}
    assert found == {str(n): name.format(n) for n in IDS}
    assert load_definition(tmp_path / "study").settings.selection is None


def test_ids_as_texts_and_with_endings_are_the_same_pictures(tmp_path: Path) -> None:
    options = coco(tmp_path)
    told = [{"image_id": f"{n:012}.jpg" if n % 2 else str(n), "caption": f"More words on {n}."} for n in IDS]
    (tmp_path / "theirs.json").write_text(json.dumps(told), encoding="utf-8")
    green(tmp_path / "study", *options)
    assert all(len(item.candidates) == 2 for item in load_definition(tmp_path / "study").items)


def test_two_pictures_with_one_number_are_not_guessed(tmp_path: Path) -> None:
    options = coco(tmp_path)
    picture(tmp_path / "val2017" / "a_139.jpg", 3)
    picture(tmp_path / "val2017" / "b_139.jpg", 4)
    # the file that is called 139 is the one; of two others nobody knows
    green(tmp_path / "study", *options)
    (tmp_path / "val2017" / f"{139:012}.jpg").unlink()
    assert ids(tmp_path / "study") == [str(n) for n in IDS]
    for n in IDS[1:]:
        (tmp_path / "val2017" / f"{n:012}.jpg").rename(tmp_path / "val2017" / f"c_{n}.jpg")
    assert "139" in str(refused("captions", tmp_path / "other", *options))


def test_results_without_their_pictures_name_the_option(tmp_path: Path) -> None:
    error = refused("captions", tmp_path / "study", *coco(tmp_path, pictures=IDS[:4]))
    assert error.code == "from-unusable"
    assert "2 of the 6" in str(error)
    assert "--only" in error.problems[0].hint
    assert "--sample" in error.problems[0].hint
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ids.txt", "image_id\r\n139\r\n285\r\n285\r\n99999\r\n"),
        ("names.txt", "# chosen by hand\n000000000139.jpg\nval2017/000000000285.jpg\nnope.jpg"),
        ("ids.csv", "﻿split;image_id\nval;139\nval;285\nval;31337\n"),
        ("bare.csv", "139\n285\n17\n"),
    ],
)
def test_full_results_and_a_subset_by_a_list(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_bytes(content.encode())
    out = green(tmp_path / "study", *coco(tmp_path, pictures=IDS[:4]), "--only", tmp_path / name)
    assert ids(tmp_path / "study") == ["139", "285"]
    assert f"{name}: 1 of 3 names are no item" in out, "a name that nothing has is told, and not silently left"
    selection = load_definition(tmp_path / "study").settings.selection
    assert selection is not None
    assert (selection.of, selection.listed, selection.sample) == (6, 2, None)
    told = CliRunner().invoke(app, ["check", str(tmp_path / "study")], terminal_width=200).output
    assert "2 of 6 items in the files were chosen by a list" in told


def test_what_lacks_its_picture_is_counted(tmp_path: Path) -> None:
    options = coco(tmp_path, pictures=IDS[:4])
    out = green(tmp_path / "all", *options, "--sample", 50)
    assert "left out: 2 items whose files are not there (776, 785)" in out
    assert "there are 4 items, and all of them are taken" in out
    selection = load_definition(tmp_path / "all").settings.selection
    assert selection is not None
    assert (selection.of, selection.without_media, selection.sample) == (6, 2, None), "nothing was drawn"


def test_annotations_of_pictures_that_were_not_downloaded(tmp_path: Path) -> None:
    options = coco(tmp_path, pictures=IDS[:3])
    images = [{"id": n, "file_name": f"{n:012}.jpg"} for n in IDS]
    (tmp_path / "instances.json").write_text(json.dumps({"images": images, "annotations": []}), encoding="utf-8")
    options = ["--from", tmp_path / "instances.json", *options]
    assert "--only" in refused("captions", tmp_path / "study", *options).problems[0].hint
    green(tmp_path / "study", *options, "--sample", 2, "--seed", 3)
    assert set(ids(tmp_path / "study")) < {str(n) for n in IDS[:3]}


@pytest.mark.parametrize(
    ("content", "told"),
    [("", "names no item"), ("a\nb\n", "none of the 2 names"), ('{"a": 1}', "no item")],
)
def test_a_list_without_items_is_refused(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "list.txt").write_text(content, encoding="utf-8")
    error = refused("captions", tmp_path / "study", *coco(tmp_path), "--only", tmp_path / "list.txt")
    assert told in str(error) or "none of the" in str(error)
    assert not (tmp_path / "study").exists()


def rated(folder: Path, count: int = 40) -> list[object]:
    """A table of captions of pictures of three scenes, in proportions of 2 to 1 to 1."""
    rows: list[dict[str, Any]] = []
    for n in range(count):
        scene = ("park", "park", "street", "table")[n % 4]
        shown = picture(folder / "pictures" / f"{n:03}.png", n)
        item = {"id": f"{n:03}", "image": str(shown), "scene": scene}
        rows += [{**item, "model": system, "caption": f"{system[0]} says {n} words"} for system in ("a1", "b1")]
    (folder / "table.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return ["--from", folder / "table.jsonl"]


def test_a_sample_is_the_same_for_a_seed_and_grows_by_adding(tmp_path: Path) -> None:
    options = rated(tmp_path)
    chosen = {}
    for name, size, seed in (("a", 8, 1), ("b", 8, 1), ("c", 12, 1), ("d", 8, 2)):
        assert run("captions", tmp_path / name, *options, "--sample", size, "--seed", seed).exit_code == 0
        chosen[name] = set(ids(tmp_path / name))
    assert chosen["a"] == chosen["b"] != chosen["d"]
    assert chosen["a"] < chosen["c"]
    media = list((tmp_path / "a" / "media").rglob("*.png"))
    assert len(media) == 8, "pictures of other items are not copied"


def test_a_stratified_sample_keeps_proportions(tmp_path: Path) -> None:
    options = rated(tmp_path)
    green(tmp_path / "study", *options, "--sample", 10, "--stratify", "scene")
    definition = load_definition(tmp_path / "study")
    shares = Counter(item.columns["scene"] for item in definition.items)
    assert shares["park"] == 5
    assert shares["street"] + shares["table"] == 5
    assert definition.settings.selection is not None
    assert definition.settings.selection.stratify == "scene"
    error = refused("captions", tmp_path / "no", *options, "--sample", 10, "--stratify", "scen")
    assert '"scene"' in error.problems[0].hint
    assert "--sample" in refused("captions", tmp_path / "no", *options, "--stratify", "scene").problems[0].hint


def test_the_report_says_how_items_were_chosen(tmp_path: Path) -> None:
    run("captions", tmp_path / "study", *rated(tmp_path, 12), "--sample", 4, "--seed", 7)
    selection = load_definition(tmp_path / "study").settings.selection
    assert selection is not None
    assert selection.in_words().root["en"] == "4 of 12 items were drawn at random (seed 7)."
    assert CliRunner().invoke(app, ["simulate", str(tmp_path / "study"), "--raters", "3"]).exit_code == 0
    page = tmp_path / "report.html"
    made = CliRunner().invoke(app, ["report", str(tmp_path / "study"), "-o", str(page), "--language", "zh"])
    assert made.exit_code == 0, made.output
    # in the method paragraph, and in the datasheet
    assert page.read_text(encoding="utf-8").count(selection.in_words().root["zh"]) == 2
