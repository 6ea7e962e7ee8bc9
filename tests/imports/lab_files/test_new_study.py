"""A lab's own files, as labs have them, become a study by one command each."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from openpyxl import Workbook
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.media.video.webm_writer import write_webm
from beholder.study import check_folder, load_definition

SYSTEMS = ("ours", "theirs")
ITEMS = 4


def picture(path: Path, n: int = 0) -> Path:
    """A picture of its own, so that no two are the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new("RGB", (64, 48), (40 * n % 256, 120, 90))
    ImageDraw.Draw(image).ellipse((8 + n, 8, 40 + n, 40), fill=(200, 30 + n, 20))
    image.save(path)
    return path


def mask(path: Path, n: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new("L", (64, 48))
    ImageDraw.Draw(image).ellipse((8 + n, 8, 40 + n, 40), fill=255)
    image.save(path)
    return path


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, ["new", *map(str, arguments)], terminal_width=300)


def made(protocol: str, folder: Path, *arguments: object) -> str:
    """The command's output; the study is sound and every system has an output for every item."""
    result = run(protocol, folder, *arguments)
    assert result.exit_code == 0, result.output
    checked = check_folder(folder)
    assert not checked.errors, checked.problems
    assert load_definition(folder).systems == SYSTEMS
    return str(result.output)


def candidates(folder: Path, column: str) -> dict[tuple[str, str], Any]:
    return {
        (item.id, one.system): one.columns[column]
        for item in load_definition(folder).items
        for one in item.candidates
    }  # fmt: skip


def test_a_folder_per_system_with_equal_names(tmp_path: Path) -> None:
    for n in range(ITEMS):
        picture(tmp_path / "lab" / "images" / f"{n}.png", n)
        for k, system in enumerate(SYSTEMS):
            mask(tmp_path / "lab" / system / f"{n}.png", n + k)
    points = tmp_path / "points.csv"
    points.write_text("id,point\n" + "".join(f'{n},"[{20 + n}, 20]"\n' for n in range(ITEMS)), encoding="utf-8")
    out = made("masks", tmp_path / "study", "--from", tmp_path / "lab", "--from", points)
    assert "the folder" in out
    found = load_definition(tmp_path / "study").items
    assert [item.columns["point"] for item in found] == [[20 + n, 20] for n in range(ITEMS)]
    stored = candidates(tmp_path / "study", "mask")
    for (item, system), name in stored.items():
        # each system's own file, under a name that does not name the system
        assert (tmp_path / "study" / "media" / name).read_bytes() == (
            tmp_path / "lab" / system / f"{item}.png"
        ).read_bytes()
        assert system not in name


def test_pictures_side_by_side_with_their_sources_and_prompts(tmp_path: Path) -> None:
    for n in range(ITEMS):
        picture(tmp_path / "lab" / "source" / f"{n}.png", 50 + n)
        for k, system in enumerate(SYSTEMS):
            picture(tmp_path / "lab" / system / f"{n}.png", n + 7 * k)
    prompts = tmp_path / "lab" / "prompts.csv"
    prompts.write_text("id,prompt\n" + "".join(f"{n},prompt {n}\n" for n in range(ITEMS)), encoding="utf-8")
    said = made("side-by-side", tmp_path / "study", "--from", tmp_path / "lab", "--from", prompts)
    assert said.count("prompts.csv") == 2, "its two columns, once each, though it lies in the folder as well"
    found = load_definition(tmp_path / "study").items
    assert [item.columns["prompt"] for item in found] == [f"prompt {n}" for n in range(ITEMS)]
    assert {Path(str(item.columns["source"])).stem for item in found} == {str(n) for n in range(ITEMS)}
    assert set(candidates(tmp_path / "study", "image")) == {(str(n), s) for n in range(ITEMS) for s in SYSTEMS}


def clip(path: Path, n: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_webm(path, [Image.new("RGB", (32, 32), (n, 20 * k, 90)) for k in range(3)], rate=5)
    return path


def test_a_folder_of_clips_per_system_is_shown_as_clips(tmp_path: Path) -> None:
    for n in range(ITEMS):
        clip(tmp_path / "lab" / "source" / f"{n}.webm", 50 + n)
        for k, system in enumerate(SYSTEMS):
            clip(tmp_path / "lab" / system / f"{n}.webm", n + 7 * k)
    (tmp_path / "lab" / "prompts.csv").write_text(
        "id,prompt\n" + "".join(f"{n},prompt {n}\n" for n in range(ITEMS)), encoding="utf-8"
    )
    made("side-by-side", tmp_path / "study", "--from", tmp_path / "lab")
    found = load_definition(tmp_path / "study")
    assert found.settings.params == {"outputs": "clip"}
    assert {Path(str(item.columns["source_clip"])).stem for item in found.items} == {str(n) for n in range(ITEMS)}
    assert set(candidates(tmp_path / "study", "clip")) == {(str(n), s) for n in range(ITEMS) for s in SYSTEMS}


def test_a_table_of_clips_or_of_sets_of_pictures_says_what_is_shown(tmp_path: Path) -> None:
    rows = []
    for n in range(ITEMS):
        for k, system in enumerate(SYSTEMS):
            clip(tmp_path / "lab" / f"{system}{n}.webm", n + 7 * k)
            sample = [picture(tmp_path / "lab" / f"{system}{n}{m}.png", n + 7 * k + 19 * m).name for m in range(4)]
            shared = {"id": str(n), "prompt": f"prompt {n}", "model": system}
            rows.append((shared, {"video": f"{system}{n}.webm"}, {"samples": sample}))
    for name, which, column in (("clips", 1, "clip"), ("sets", 2, "images")):
        table = tmp_path / "lab" / f"{name}.jsonl"
        table.write_text("".join(json.dumps({**row[0], **row[which]}) + "\n" for row in rows), encoding="utf-8")
        made("side-by-side", tmp_path / name, "--from", table)
        stored = candidates(tmp_path / name, column)
        assert len(stored) == ITEMS * len(SYSTEMS)
        assert load_definition(tmp_path / name).settings.params == {"outputs": column}
    assert all(len(files) == 4 for files in stored.values())


@pytest.mark.parametrize(("column", "make"), [("image", picture), ("clip", clip)])
def test_pictures_or_clips_to_be_rated_by_themselves(tmp_path: Path, column: str, make: Callable[..., Path]) -> None:
    """A protocol that takes either, and needs neither by name."""
    for n in range(ITEMS):
        for k, system in enumerate(SYSTEMS):
            make(tmp_path / "lab" / system / f"{n}.{'png' if column == 'image' else 'webm'}", n + 7 * k)
    made("opinion", tmp_path / "study", "--from", tmp_path / "lab")
    assert set(candidates(tmp_path / "study", column)) == {(str(n), s) for n in range(ITEMS) for s in SYSTEMS}


def test_files_that_follow_a_pattern_and_a_table_of_prompts(tmp_path: Path) -> None:
    for n in range(ITEMS):
        for k, system in enumerate(SYSTEMS):
            picture(tmp_path / "out" / f"{system}__{n:03}_s{k}.png", n + 7 * k)
    prompts = tmp_path / "prompts.csv"
    prompts.write_text(
        "id,prompt,object,count\n" + "".join(f"{n:03},{n} balloons,balloons,{n}\n" for n in range(ITEMS)),
        encoding="utf-8",
    )
    folder = tmp_path / "study"
    made("counting", folder, "--from", tmp_path / "out", "--from", prompts, "--pattern", "{system}__{id}_s{seed}.png")
    items = load_definition(folder).items
    assert len(items) == ITEMS * len(SYSTEMS)
    assert {item.columns["requested"] for item in items} == set(range(ITEMS))
    assert {item.columns["seed"] for item in items} == {"0", "1"}
    assert load_definition(folder).settings.block == ("prompt_id",)


def rows_of_captions() -> list[dict[str, Any]]:
    return [
        {"image": f"img/{n}.png", **{system: f"A {system} picture of thing {n}." for system in SYSTEMS}}
        for n in range(ITEMS)
    ]


def long_captions(model: str = "system") -> list[dict[str, Any]]:
    return [
        {"image": row["image"], model: system, "caption": row[system]}
        for row in rows_of_captions()
        for system in SYSTEMS
    ]


def write_csv(path: Path, rows: Sequence[dict[str, Any]], *, delimiter: str = ",", encoding: str = "utf-8") -> Path:
    with path.open("w", encoding=encoding, newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        table.writeheader()
        table.writerows(rows)
    return path


def wide_csv(folder: Path) -> Path:
    return write_csv(folder / "t.csv", rows_of_captions())


def long_csv(folder: Path) -> Path:
    return write_csv(folder / "t.csv", long_captions("model"))


def semicolons_with_bom(folder: Path) -> Path:
    return write_csv(folder / "t.csv", long_captions("gen_model"), delimiter=";", encoding="utf-8-sig")


def workbook(folder: Path) -> Path:
    book = Workbook()
    rows = long_captions("Model Name")
    sheet = book.active
    assert sheet is not None
    for row in (list(rows[0]), *(list(one.values()) for one in rows)):
        sheet.append(row)
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


def json_array(folder: Path) -> Path:
    (folder / "t.json").write_text(json.dumps(long_captions("method"), indent=1), encoding="utf-8")
    return folder / "t.json"


def nested_lines(folder: Path) -> Path:
    rows = [
        {"img": row["image"], "outputs": {system: row[system] for system in SYSTEMS}} for row in rows_of_captions()
    ]  # fmt: skip
    (folder / "t.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return folder / "t.jsonl"


def nested_list(folder: Path) -> Path:
    rows = [
        {"image": row["image"], "candidates": [{"model": system, "text": row[system]} for system in SYSTEMS]}
        for row in rows_of_captions()
    ]
    (folder / "t.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder / "t.json"


def parquet(folder: Path) -> Path:
    source = write_csv(folder / "source.csv", long_captions("captioner"))
    duckdb.execute(f"copy (from read_csv('{source}', all_varchar=true)) to '{folder / 't.parquet'}' (format parquet)")
    return folder / "t.parquet"


@pytest.mark.parametrize(
    "write", [wide_csv, long_csv, semicolons_with_bom, workbook, json_array, nested_lines, nested_list, parquet]
)
def test_captions_in_any_table(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    lab = tmp_path / "lab"
    for n in range(ITEMS):
        picture(lab / "img" / f"{n}.png", n)
    folder = tmp_path / "study"
    made("captions", folder, "--from", write(lab))
    expected = {(row["image"], system): row[system] for row in rows_of_captions() for system in SYSTEMS}
    found = {
        (f"img/{Path(item.columns['image']).name}", one.system): one.columns["caption"]
        for item in load_definition(folder).items
        for one in item.candidates
    }
    assert found == expected


def test_one_table_per_system(tmp_path: Path) -> None:
    for n in range(ITEMS):
        picture(tmp_path / "img" / f"{n}.png", n)
    files = [
        write_csv(
            tmp_path / f"{system}.csv",
            [{"file_name": f"img/{n}.png", "text": f"{system} sees {n} of it"} for n in range(ITEMS)],
        )
        for system in SYSTEMS
    ]
    made("captions", tmp_path / "study", "--from", files[0], "--from", files[1])
    named = tmp_path / "named"
    made("captions", named, "--from", f"theirs={files[0]}", "--from", f"ours={files[1]}")
    assert {text for (_, system), text in candidates(named, "caption").items() if system == "theirs"} == {
        f"ours sees {n} of it" for n in range(ITEMS)
    }


def test_coco_pictures_with_results_per_system(tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    images = [{"id": 100 + n, "file_name": f"{n}.png", "width": 64, "height": 48} for n in range(ITEMS)]
    for n in range(ITEMS):
        picture(lab / "val" / f"{n}.png", n)
    annotations = lab / "instances.json"
    annotations.write_text(json.dumps({"images": images, "annotations": [], "categories": []}), encoding="utf-8")
    rle = [
        {
            "image_id": 100 + n,
            "score": 0.9,
            "segmentation": {"size": [48, 64], "counts": [500 + n, 300, 48 * 64 - 800 - n]},
        }
        for n in range(ITEMS)
    ]
    # a lower score for the same picture is not shown
    rle.append({"image_id": 100, "score": 0.2, "segmentation": {"size": [48, 64], "counts": [0, 10, 48 * 64 - 10]}})
    boxes = [{"image_id": 100 + n, "score": 0.9, "bbox": [5 + n, 6, 20, 30]} for n in range(ITEMS)]
    for system, results in zip(SYSTEMS, (rle, boxes), strict=True):
        (lab / f"{system}.json").write_text(json.dumps(results), encoding="utf-8")
    folder = tmp_path / "study"
    points = write_csv(lab / "points.csv", [{"image_id": 100 + n, "point": f"{20 + n} 20"} for n in range(ITEMS)])
    made(
        "masks", folder, "--from", annotations, "--from", lab / "ours.json", "--from", lab / "theirs.json",
        "--from", lab / "val", "--from", points,
    )  # fmt: skip
    whole = tmp_path / "whole"
    made("masks", whole, "--from", lab)
    assert candidates(whole, "mask") == candidates(folder, "mask"), "all in one folder"
    found = candidates(folder, "mask")
    assert found["100", "ours"] == rle[0]["segmentation"]
    assert found["101", "theirs"] == [[6, 6, 26, 6, 26, 36, 6, 36]]


def test_coco_masks_are_prompted_by_the_one_object_of_their_picture(tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    images = [{"id": n, "file_name": f"{n}.png", "width": 64, "height": 48} for n in range(ITEMS)]
    for n in range(ITEMS):
        picture(lab / "val" / f"{n}.png", n)
    objects = [{"id": n, "image_id": n, "bbox": [4 + n, 5, 30, 20]} for n in range(ITEMS)]
    results = [{"image_id": n, "score": 0.9, "bbox": [5 + n, 6, 20, 30]} for n in range(ITEMS)]
    for system in SYSTEMS:
        (lab / f"{system}.json").write_text(json.dumps(results), encoding="utf-8")

    def annotate(*annotations: dict[str, Any]) -> None:
        data = {"images": images, "annotations": annotations, "categories": []}
        (lab / "instances.json").write_text(json.dumps(data), encoding="utf-8")

    # a crowd is no object
    annotate(*objects, {"id": 98, "image_id": 1, "bbox": [0, 30, 64, 18], "iscrowd": 1})
    said = made("masks", tmp_path / "one", "--from", lab)
    assert "4 items have as their box that of the one object which is annotated" in said
    boxes = {item.id: item.columns["box"] for item in load_definition(tmp_path / "one").items}
    assert boxes == {str(n): [4 + n, 5, 34 + n, 25] for n in range(ITEMS)}
    # of two objects nobody knows which is meant
    annotate(*objects, {"id": 99, "image_id": 0, "bbox": [1, 1, 9, 9]})
    refused = run("masks", tmp_path / "two", "--from", lab)
    assert refused.exit_code == 2
    assert "item 0 has neither a point nor a box" in refused.output
    assert not (tmp_path / "two").exists()


def test_coco_objects_to_name(tmp_path: Path) -> None:
    picture(tmp_path / "0.png")
    data = {
        "images": [{"id": 1, "file_name": "0.png"}],
        "annotations": [{"id": 7, "image_id": 1, "bbox": [4, 5, 30, 20], "category_id": 3}],
        "categories": [{"id": 3, "name": "ball"}],
    }
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    result = run("naming", tmp_path / "study", "--from", tmp_path / "a.json")
    assert result.exit_code == 0, result.output
    (item,) = load_definition(tmp_path / "study").items
    assert item.columns["box"] == [4, 5, 34, 25]
    assert item.columns["reference_name"] == "ball"


def test_steps_as_agents_log_them(tmp_path: Path) -> None:
    rows = []
    for n in range(ITEMS):
        picture(tmp_path / f"{n}.png", n)
        for system in SYSTEMS:
            trace = [
                {
                    "thought": f"look at {n}",
                    "action": "zoom",
                    "action_input": {"x": 3, "y": 4},
                    "observation": "a sign",
                },
                {"thought": "done", "action": "answer", "action_input": system},
            ]
            rows.append(
                {"query": f"What is {n}?", "image": f"{n}.png", "agent": system, "trace": trace, "final": "STOP"}
            )
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = made("trajectories", tmp_path / "study", "--from", tmp_path / "t.jsonl")
    assert "trace" in out
    assert len(candidates(tmp_path / "study", "steps")) == ITEMS * 2


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        (["[0.1, 0.1, 0.5, 0.5]", "[0.2, 0.2, 0.9, 0.9]"], "fractions"),
        (["40 30 20 15", "10 10 30 30"], "width, height"),
        (["10 10 30 30", "5 6 50 40"], ""),
    ],
)
def test_boxes_are_read_as_they_are_meant(tmp_path: Path, boxes: list[str], said: str) -> None:
    rows = [{"file": f"{n}.png", "bbox": box} for n, box in enumerate(boxes)]
    for n in range(len(boxes)):
        picture(tmp_path / f"{n}.png", n)
    write_csv(tmp_path / "t.csv", rows)
    result = run("naming", tmp_path / "study", "--from", tmp_path / "t.csv")
    assert result.exit_code == 0, result.output
    assert said in result.output
    found = [item.columns["box"] for item in load_definition(tmp_path / "study").items]
    readings: dict[str, list[list[float]]] = {
        "fractions": [[6.4, 4.8, 32, 24], [12.8, 9.6, 57.6, 43.2]],
        "width, height": [[40, 30, 60, 45], [10, 10, 40, 40]],
        "": [[10, 10, 30, 30], [5, 6, 50, 40]],
    }
    assert found == [pytest.approx(box) for box in readings[said]]


@pytest.mark.parametrize("axes", [("x", "y"), ("point_x", "point_y"), ("click X", "click Y")])
def test_a_point_may_have_a_column_for_each_coordinate(tmp_path: Path, axes: tuple[str, str]) -> None:
    rows = []
    for n in range(2):
        picture(tmp_path / f"{n}.png", n)
        for system in SYSTEMS:
            drawn = mask(tmp_path / f"{system}-{n}.png", n)
            rows.append(
                {"id": n, "image": f"{n}.png", "system": system, "mask": drawn.name, axes[0]: 20 + n, axes[1]: 9}
            )
    write_csv(tmp_path / "t.csv", rows)
    made("masks", tmp_path / "study", "--from", tmp_path / "t.csv")
    points = {item.id: item.columns["point"] for item in load_definition(tmp_path / "study").items}
    assert points == {"0": [20, 9], "1": [21, 9]}


def test_files_may_be_linked_and_a_full_folder_is_left_alone(tmp_path: Path) -> None:
    for n in range(2):
        picture(tmp_path / "photos" / f"{n}.png", n)
    boxes = write_csv(tmp_path / "boxes.csv", [{"id": n, "box": "4 4 30 30"} for n in range(2)])
    folder = tmp_path / "study"
    arguments = ("naming", folder, "--from", tmp_path / "photos", "--from", boxes, "--link")
    assert run(*arguments).exit_code == 0
    linked = next((folder / "media").rglob("0.png"))
    assert linked.stat().st_ino == (tmp_path / "photos" / "0.png").stat().st_ino
    before = (folder / "items.jsonl").read_bytes()
    assert isinstance(run(*arguments).exception, BeholderError)
    assert (folder / "items.jsonl").read_bytes() == before


def test_rows_without_an_id_are_items_of_their_own(tmp_path: Path) -> None:
    rows = [{"image": picture(tmp_path / f"{n}.png", n).name, "model": "ours"} for n in range(3)]
    assert run("opinion", tmp_path / "study", "--from", write_csv(tmp_path / "t.csv", rows)).exit_code == 0
    definition = load_definition(tmp_path / "study")
    assert len({item.id for item in definition.items}) == 3
    assert not definition.settings.block, "nothing says that they are outputs for one prompt"


def one_caption(folder: Path, **other: Any) -> Path:
    picture(folder / "0.png")
    return write_csv(folder / "t.csv", [{"image": "0.png", "system": "ours", "caption": "A ball.", **other}])


MISTAKES: dict[str, tuple[Callable[[Path], Sequence[object]], str]] = {
    "no such path": (lambda lab: ("--from", lab / "tabel.csv"), "there is no file or folder"),
    "an address": (lambda lab: ("--from", "https://example.org/t.csv"), "is an address, not a file"),
    "a picture by its address": (
        lambda lab: ("--from", one_caption(lab, image="https://example.org/0.png")),
        "download the pictures first",
    ),
    "a missing picture": (lambda lab: ("--from", one_caption(lab, image="1.png")), "t.csv row 1"),
    "a text in place of a picture": (lambda lab: ("--from", one_caption(lab, image="x" * 5000 + ".png")), "t.csv row 1"),
    "an empty folder": (lambda lab: ("--from", _folder(lab / "empty")), "nothing that a study could show"),
    "an empty table": (lambda lab: ("--from", _text(lab / "t.csv", "image,system,caption\n")), "has no rows"),
    "no system": (lambda lab: ("--from", write_csv(lab / "t.csv", [{"image": "0.png", "caption": "x"}])), "whose output is whose"),
    "two outputs": (lambda lab: ("--from", _twice(lab)), "has two outputs for"),
    "a column that is none of ours": (lambda lab: ("--from", one_caption(lab), "--map", "picture=image"), "has no column 'picture'"),
    "a column that is none of theirs": (lambda lab: ("--from", one_caption(lab), "--map", "image=img"), "columns found:"),
    "no mapping": (lambda lab: ("--from", one_caption(lab), "--map", "image"), "is not of the form"),
    "a pattern without gaps": (lambda lab: ("--from", one_caption(lab), "--pattern", "x.png"), "has no {id}"),
    "a gap twice": (lambda lab: ("--from", one_caption(lab), "--pattern", "{id}-{id}"), "names id twice"),
    "a name off the pattern": (lambda lab: (picture(lab / "o" / "x.png"), ("--from", lab / "o", "--pattern", "{system}_{id}.png"))[1], "does not follow the pattern"),
    "broken JSON": (lambda lab: ("--from", _text(lab / "t.json", "[{")), "not valid JSON"),
    "a JSON object": (lambda lab: ("--from", _text(lab / "t.json", '{"a": 1}')), "expected a list"),
    "a broken line": (lambda lab: ("--from", _text(lab / "t.jsonl", '{"image": "0.png"}\n{,}\n')), "line 2"),
    "Latin-1": (lambda lab: ((lab / "t.csv").write_bytes(b"image,system,caption\n0.png,a,caf\xe9\n"), ("--from", lab / "t.csv"))[1], "UTF-8"),
    "a spreadsheet of another format": (lambda lab: ("--from", _text(lab / "t.ods", "x")), "save it as .xlsx"),
    "outputs without a system": (lambda lab: ("--from", _text(lab / "t.jsonl", '{"image": "0.png", "outputs": [{"text": "A b"}]}')), "names no system"),
    "outputs that are no objects": (lambda lab: ("--from", _text(lab / "t.jsonl", '{"image": "0.png", "outputs": ["A b"]}')), "no object with a system"),
    "outputs missing in a later line": (lambda lab: ("--from", _text(lab / "t.jsonl", '{"image": "0.png", "outputs": {"a": "A b", "b": "C d"}}\n{"image": "1.png"}\n')), "holds no outputs"),
    "options without files": (lambda lab: ("--map", "image=x"), "name them with --from"),
}  # fmt: skip


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _text(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def _twice(lab: Path) -> Path:
    picture(lab / "0.png")
    row = {"image": "0.png", "system": "ours", "caption": "A ball."}
    return write_csv(lab / "t.csv", [row, row])


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_in_words_and_leaves_nothing_behind(tmp_path: Path, mistake: str) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    arguments, said = MISTAKES[mistake]
    with pytest.raises(BeholderError) as caught:
        CliRunner().invoke(
            app, ["new", "captions", str(tmp_path / "study"), *map(str, arguments(lab))], catch_exceptions=False
        )
    assert said in str(caught.value)
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize("named", ["id", "image"])
def test_prompts_of_masks_come_from_a_table_by_id_or_by_the_picture(tmp_path: Path, named: str) -> None:
    """Masks are called as their pictures are, so that a name in a table must mean the picture."""
    for n in range(ITEMS):
        picture(tmp_path / "lab" / "images" / f"scene{n}.png", n)
        for system in SYSTEMS:
            mask(tmp_path / "lab" / system / f"scene{n}.png", n)
    rows = [f'scene{n}{".png" if named == "image" else ""},"[8, 8, 40, 40]"' for n in range(ITEMS)]
    (tmp_path / "prompts.csv").write_text("\n".join([f"{named},box", *rows]), encoding="utf-8")
    made("masks", tmp_path / "study", "--from", tmp_path / "lab", "--from", tmp_path / "prompts.csv")
    items = load_definition(tmp_path / "study").items
    assert [item.columns["box"] for item in items] == [[8, 8, 40, 40]] * ITEMS
    for n, item in enumerate(items):
        shown = tmp_path / "study" / "media" / item.columns["image"]
        assert shown.read_bytes() == (tmp_path / "lab" / "images" / f"scene{n}.png").read_bytes()


def test_masks_without_prompts_say_where_these_may_come_from(tmp_path: Path) -> None:
    picture(tmp_path / "lab" / "images" / "scene.png")
    for system in SYSTEMS:
        mask(tmp_path / "lab" / system / "scene.png")
    printed = run("masks", tmp_path / "study", "--from", tmp_path / "lab").output
    assert "masks-prompt" in printed
    assert "a table with the columns `id` and `point` or `box`" in " ".join(printed.split())


def test_an_exported_table_of_ratings_is_no_table_of_outputs(tmp_path: Path) -> None:
    header = "study,item,system,rater,trial,answer,kind,field,value,excluded_by,counts"
    rows = [f"s,i1,{system},r1,t1,a1,main,{field},3,,true" for system in SYSTEMS for field in ("objects", "relations")]
    (tmp_path / "ratings.csv").write_text("\n".join([header, *rows]), encoding="utf-8")
    result = run("captions", tmp_path / "study", "--from", tmp_path / "ratings.csv")
    assert isinstance(result.exception, BeholderError)
    (problem,) = result.exception.problems
    assert "a table of ratings that Beholder exported" in problem.problem
    assert "beholder analyze" in problem.hint
    assert not (tmp_path / "study").exists()


def test_a_folder_of_what_systems_were_given_is_refused_as_that_where_nothing_shows_it(tmp_path: Path) -> None:
    for folder in ("source", *SYSTEMS):
        picture(tmp_path / "lab" / folder / "a.png")
    (tmp_path / "prompts.csv").write_text("id,prompt\na,A red ball\n", encoding="utf-8")
    sources = ("--from", tmp_path / "lab", "--from", tmp_path / "prompts.csv")
    refused = run("defects", tmp_path / "study", *sources).exception
    assert isinstance(refused, BeholderError)
    assert "shows nothing that systems were given" in refused.problems[0].problem
    assert "--from source=" in refused.problems[0].hint
