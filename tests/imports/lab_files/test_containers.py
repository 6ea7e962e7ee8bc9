"""Outputs as they are published and packed: datasets with pictures inside, archives, files that belong together by name."""

from __future__ import annotations

import io
import json
import pickle
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.study import check_folder, load_definition

SYSTEMS = ("ours", "theirs")
PROMPTS = ("a cat on a mat", "two dogs", "a red bicycle")
FILE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def picture(n: int, kind: str = "PNG") -> bytes:
    """A picture of its own, so that no two are the same."""
    image = Image.new("RGB", (64, 48), (40 * n % 256, 120, 90))
    ImageDraw.Draw(image).ellipse((8 + n, 8, 30 + n, 40), fill=(200, 30 + n, 20))
    stream = io.BytesIO()
    image.save(stream, kind)
    return stream.getvalue()


def shown(item: int, system: int) -> bytes:
    return picture(item + 7 * system, "JPEG")


def made(protocol: str, folder: Path, *sources: object) -> str:
    """The output of one command; the study is sound, and nothing else is left beside it."""
    beside = set(folder.parent.iterdir())
    arguments = [part for source in sources for part in ("--from", str(source))]
    result = CliRunner().invoke(app, ["new", protocol, str(folder), *arguments], terminal_width=300)
    assert result.exit_code == 0, result.output
    assert not check_folder(folder).errors
    assert set(folder.parent.iterdir()) - beside == {folder}
    return str(result.output)


def refused(protocol: str, folder: Path, *sources: object) -> str:
    arguments = [part for source in sources for part in ("--from", str(source))]
    with pytest.raises(BeholderError) as caught:
        CliRunner().invoke(app, ["new", protocol, str(folder), *arguments], catch_exceptions=False)
    return str(caught.value)


def stored(folder: Path, column: str = "image") -> dict[tuple[str, str], Any]:
    """What each system has for each prompt: the bytes of its picture, or its text."""

    def read(value: Any) -> Any:
        path = folder / "media" / str(value)
        return (
            [read(one) for one in value] if isinstance(value, list) else path.read_bytes() if path.is_file() else value
        )

    return {
        (item.columns.get("prompt", item.id), one.system): read(one.columns[column])
        for item in load_definition(folder).items
        for one in item.candidates
    }


EXPECTED = {(prompt, system): shown(n, k) for n, prompt in enumerate(PROMPTS) for k, system in enumerate(SYSTEMS)}


def long_table(cell: Callable[[int, int], Any], kind: pa.DataType) -> pa.Table:
    pairs = [(n, k) for n in range(len(PROMPTS)) for k in range(len(SYSTEMS))]
    return pa.table(
        {
            "prompt": [PROMPTS[n] for n, _ in pairs],
            "model": [SYSTEMS[k] for _, k in pairs],
            "image": pa.array([cell(n, k) for n, k in pairs], type=kind),
        }
    )


def in_struct(n: int, k: int) -> dict[str, Any]:
    # the same name in both systems, and one that lies about its format
    return {"bytes": shown(n, k), "path": f"{n:05}.png"}


def test_parquet_with_pictures_as_structs(tmp_path: Path) -> None:
    table = long_table(in_struct, FILE).append_column("audio", pa.array([b"OggS\x00"] * 6))
    pq.write_table(table, tmp_path / "train.parquet")
    said = made("side-by-side", tmp_path / "study", tmp_path / "train.parquet")
    assert stored(tmp_path / "study") == EXPECTED
    assert "audio" in said, "a column that is not used is named"
    assert {path.suffix for path in (tmp_path / "study" / "media").rglob("*.*")} == {".jpg"}


def test_parquet_with_bytes_in_shards_below_a_readme(tmp_path: Path) -> None:
    data = tmp_path / "repo" / "data"
    data.mkdir(parents=True)
    (tmp_path / "repo" / "README.md").write_text("# a dataset card", encoding="utf-8")
    table = long_table(shown, pa.binary())
    for shard in range(2):
        pq.write_table(table.slice(3 * shard, 3), data / f"train-0000{shard}-of-00002.parquet")
    said = made("side-by-side", tmp_path / "study", tmp_path / "repo")
    assert stored(tmp_path / "study") == EXPECTED
    assert "README.md" in said


def test_parquet_with_a_column_of_pictures_per_system(tmp_path: Path) -> None:
    columns = {
        f"image_{s}": pa.array([in_struct(n, k) for n in range(len(PROMPTS))], type=FILE) for k, s in enumerate(SYSTEMS)
    }
    pq.write_table(pa.table({"prompt": PROMPTS, **columns}), tmp_path / "wide.parquet")
    made("side-by-side", tmp_path / "study", tmp_path / "wide.parquet")
    assert stored(tmp_path / "study") == EXPECTED


def test_parquet_with_rows_of_pairs_takes_systems_from_the_columns_beside(tmp_path: Path) -> None:
    order = (0, 1, 0)
    sides = {
        f"{side}_{column}": pa.array(
            [in_struct(n, o ^ at) if column == "image" else SYSTEMS[o ^ at] for n, o in enumerate(order)],
            type=FILE if column == "image" else pa.string(),
        )
        for at, side in enumerate(("left", "right"))
        for column in ("image", "model")
    }
    pq.write_table(pa.table({"prompt": PROMPTS, **sides}), tmp_path / "pairs.parquet")
    made("side-by-side", tmp_path / "study", tmp_path / "pairs.parquet")
    assert stored(tmp_path / "study") == EXPECTED


def test_lists_of_pictures_are_sets(tmp_path: Path) -> None:
    def two(n: int, k: int) -> list[dict[str, Any]]:
        return [{"bytes": picture(n + 7 * k + 30 * m), "path": None} for m in range(2)]

    table = long_table(two, pa.list_(FILE)).rename_columns(["prompt", "model", "images"])
    pq.write_table(table, tmp_path / "sets.parquet")
    made("side-by-side", tmp_path / "study", tmp_path / "sets.parquet")
    assert stored(tmp_path / "study", "images")[PROMPTS[1], "theirs"] == [picture(8), picture(38)]


def test_a_list_of_pictures_beside_the_output_is_not_the_output(tmp_path: Path) -> None:
    table = long_table(in_struct, FILE)
    lists = pa.array([[{"bytes": picture(n + 50), "path": None}] * 2 for n in range(6)], type=pa.list_(FILE))
    pq.write_table(table.append_column("reference_pictures", lists), tmp_path / "both.parquet")
    said = made("side-by-side", tmp_path / "study", tmp_path / "both.parquet")
    assert stored(tmp_path / "study") == EXPECTED
    assert "reference_pictures" in said


def save_to_disk(folder: Path, table: pa.Table) -> Path:
    """What the package datasets writes: Arrow streams, their list, and what their columns hold."""
    folder.mkdir(parents=True)
    features = {
        "prompt": {"dtype": "string", "_type": "Value"},
        "model": {"dtype": "string", "_type": "Value"},
        "image": {"_type": "Image"},
    }
    table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    names = [f"data-0000{shard}-of-00002.arrow" for shard in range(2)]
    for shard, name in enumerate(names):
        part = table.slice(3 * shard, 3)
        with pa.OSFile(str(folder / name), "wb") as file, pa.ipc.new_stream(file, part.schema) as stream:
            stream.write_table(part)
    state = {"_data_files": [{"filename": name} for name in names], "_fingerprint": "5b58e256fe096eb4", "_split": None}
    (folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
    info = {"citation": "", "description": "", "features": features, "homepage": "", "license": ""}
    (folder / "dataset_info.json").write_text(json.dumps(info), encoding="utf-8")
    return folder


@pytest.mark.parametrize("split", ["", "test"])
def test_a_dataset_saved_to_disk(tmp_path: Path, split: str) -> None:
    folder = save_to_disk(tmp_path / "disk" / split, long_table(in_struct, FILE))
    if split:
        (tmp_path / "disk" / "dataset_dict.json").write_text('{"splits": ["test"]}', encoding="utf-8")
    # what other programs left there is not part of it
    (folder / "cache-1234.arrow").write_bytes(b"\xff\xff\xff\xff")
    made("side-by-side", tmp_path / "study", tmp_path / "disk")
    assert stored(tmp_path / "study") == EXPECTED


def add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))


def samples() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for n, prompt in enumerate(PROMPTS):
        for k, system in enumerate(SYSTEMS):
            key = f"part/deep/{n}-{k}"
            found |= {f"{key}.jpg": shown(n, k), f"{key}.txt": prompt.encode()}
            found[f"{key}.json"] = json.dumps({"model": system, "prompt_id": n, "seed": n + 10 * k}).encode()
    return found


@pytest.mark.parametrize("packed", ["tar", "tar.gz"])
def test_webdataset_shards(tmp_path: Path, packed: str) -> None:
    shards = tmp_path / "wds"
    shards.mkdir()
    members = list(samples().items())
    for shard in range(2):
        with tarfile.open(shards / f"0000{shard}.{packed}", "w:gz" if packed == "tar.gz" else "w") as archive:
            for name, data in members[9 * shard : 9 * shard + 9]:
                add(archive, name, data)
    said = made("side-by-side", tmp_path / "study", shards)
    assert stored(tmp_path / "study") == EXPECTED
    assert "seed" in said, "it differs between the outputs of an item"
    assert "left out" not in said


def test_pictures_with_texts_of_the_same_names_in_a_folder_per_system(tmp_path: Path) -> None:
    for n, prompt in enumerate(PROMPTS):
        for k, system in enumerate(SYSTEMS):
            (tmp_path / "out" / system).mkdir(parents=True, exist_ok=True)
            (tmp_path / "out" / system / f"{n:04}.png").write_bytes(shown(n, k))
            (tmp_path / "out" / system / f"{n:04}.txt").write_text(prompt, encoding="utf-8")
    made("side-by-side", tmp_path / "study", tmp_path / "out")
    assert stored(tmp_path / "study") == EXPECTED


def test_a_zip_of_a_folder_per_system_with_what_lies_about(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "results.zip", "w") as archive:
        for n in range(len(PROMPTS)):
            for k, system in enumerate(SYSTEMS):
                archive.writestr(f"results/{system}/{n}.jpg", shown(n, k))
            archive.writestr(f"results/thumbs/{n}.jpg", picture(n + 90))
            archive.writestr(f"results/ours/{n}.ppm", b"P6")
        archive.writestr("__MACOSX/results/._0.jpg", b"x")
        archive.writestr("results/.DS_Store", b"x")
        archive.writestr("results/readme.txt", b"read me")
        archive.writestr("results/more.zip", b"PK\x03\x04")
        archive.writestr("results/prompts.json", json.dumps({str(n): prompt for n, prompt in enumerate(PROMPTS)}))
    said = made("side-by-side", tmp_path / "study", tmp_path / "results.zip")
    assert stored(tmp_path / "study") == EXPECTED
    left = [line for line in said.splitlines() if line.startswith("left out")]
    assert [line.split()[2:4] for line in left] == [["3", ".jpg"], ["3", ".ppm"], ["1", ".txt"], ["1", ".zip"]]
    assert "thumbs/0.jpg" in left[0]
    assert "ours/0.ppm" in left[1]


def test_an_archive_per_system(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "run7.tar", "w") as archive:
        for n in range(len(PROMPTS)):
            add(archive, f"./samples/{n}.jpg", shown(n, 0))
    with zipfile.ZipFile(tmp_path / "theirs.zip", "w") as packed:
        for n in range(len(PROMPTS)):
            packed.writestr(f"{n}.jpg", shown(n, 1))
    prompts = tmp_path / "prompts.csv"
    prompts.write_text("id,prompt\n" + "".join(f"{n},{p}\n" for n, p in enumerate(PROMPTS)), encoding="utf-8")
    made("side-by-side", tmp_path / "study", f"ours={tmp_path / 'run7.tar'}", tmp_path / "theirs.zip", prompts)
    assert stored(tmp_path / "study") == EXPECTED


def captions(system: str) -> dict[str, str]:
    return {f"img{n}": f"{prompt}, seen as {len(system)}" for n, prompt in enumerate(PROMPTS)}


def by_id(folder: Path) -> list[object]:
    rows = {key: {"image": f"{key}.png", **{s: captions(s)[key] for s in SYSTEMS}} for key in captions("")}
    (folder / "t.json").write_text(json.dumps(rows), encoding="utf-8")
    return [folder / "t.json"]


def texts_by_id(folder: Path) -> list[object]:
    for system in SYSTEMS:
        (folder / f"{system}.json").write_text(json.dumps(captions(system)), encoding="utf-8")
    return [folder]


def by_system(folder: Path) -> list[object]:
    (folder / "t.json").write_text(json.dumps({s: captions(s) for s in SYSTEMS}), encoding="utf-8")
    return [folder / "t.json", folder / "images"]


def under_a_name(folder: Path) -> list[object]:
    rows = [{"image_id": key, "model": s, "caption": text} for s in SYSTEMS for key, text in captions(s).items()]
    (folder / "t.json").write_text(json.dumps({"version": 2, "results": rows}), encoding="utf-8")
    return [folder / "t.json", folder / "images"]


@pytest.mark.parametrize("write", [by_id, texts_by_id, by_system, under_a_name])
def test_captions_by_id(tmp_path: Path, write: Callable[[Path], list[object]]) -> None:
    lab = tmp_path / "lab"
    (lab / "images").mkdir(parents=True)
    for n, key in enumerate(captions("")):
        (lab / "images" / f"{key}.png").write_bytes(picture(n))
    made("captions", tmp_path / "study", *write(lab), *([lab / "images"] if write is by_id else []))
    items = load_definition(tmp_path / "study").items
    found = {(one.system, item.id, one.columns["caption"]) for item in items for one in item.candidates}
    assert found == {(s, key, text) for s in SYSTEMS for key, text in captions(s).items()}
    pictures = [(tmp_path / "study" / "media" / str(item.columns["image"])).read_bytes() for item in items]
    assert pictures == [picture(n) for n in range(len(PROMPTS))]


def write_lines(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["questions.jsonl", "bench_prompts.jsonl"])
def test_a_file_of_questions_is_never_a_competitor(tmp_path: Path, name: str) -> None:
    """Questions and answers both have their words in a column called text, as some benchmarks write them."""
    lab = tmp_path / "lab"
    for n, key in enumerate(captions("")):
        (lab / "images").mkdir(parents=True, exist_ok=True)
        (lab / "images" / f"{key}.png").write_bytes(picture(n))
    write_lines(lab / name, [{"question_id": k, "image": f"{k}.png", "text": f"What is {k}?"} for k in captions("")])
    for system in SYSTEMS:
        rows = [{"question_id": k, "text": text} for k, text in captions(system).items()]
        write_lines(lab / f"{system}.jsonl", rows)
    said = made("captions", tmp_path / "study", lab)
    assert load_definition(tmp_path / "study").systems == SYSTEMS
    assert any(name in line and "not shown" in line and "text" in line for line in said.splitlines())
    (lab / "ours.jsonl").unlink()
    made("captions", tmp_path / "one", lab / "theirs.jsonl", lab / name, lab / "images")
    assert load_definition(tmp_path / "one").systems == ("theirs",)


def test_prompts_and_notes_inside_a_systems_folder_are_no_outputs(tmp_path: Path) -> None:
    for k, system in enumerate(SYSTEMS):
        folder = tmp_path / "out" / system
        folder.mkdir(parents=True)
        for n in range(len(PROMPTS)):
            (folder / f"{n}.png").write_bytes(shown(n, k))
        (folder / "prompts.txt").write_text("\n".join(PROMPTS), encoding="utf-8")
        (folder / "config.json").write_text('{"steps": 50}', encoding="utf-8")
    rows = [{"id": str(n), "prompt": prompt} for n, prompt in enumerate(PROMPTS)]
    write_lines(tmp_path / "out" / "prompts.jsonl", rows)
    said = made("side-by-side", tmp_path / "study", tmp_path / "out")
    assert stored(tmp_path / "study") == EXPECTED
    assert "ours/prompts.txt" in said
    assert "ours/config.json" in said


def test_numbered_steps_in_a_file_per_item_are_no_table(tmp_path: Path) -> None:
    for n in range(2):
        for system in SYSTEMS:
            folder = tmp_path / "runs" / system
            folder.mkdir(parents=True, exist_ok=True)
            steps = [{"id": k, "thought": f"look at {n}", "action": "zoom", "observation": "x"} for k in range(3)]
            (folder / f"{n}.json").write_text(json.dumps(steps), encoding="utf-8")
        (tmp_path / f"{n}.png").write_bytes(picture(n))
    rows = [{"id": str(n), "text": f"What is {n}?", "image": f"{n}.png"} for n in range(2)]
    made("trajectories", tmp_path / "study", tmp_path / "runs", write_lines(tmp_path / "questions.jsonl", rows))
    items = load_definition(tmp_path / "study").items
    assert [item.columns["question"] for item in items] == ["What is 0?", "What is 1?"]
    assert [len(one.columns["steps"]) for item in items for one in item.candidates] == [3] * 4


def test_a_name_given_for_a_file_goes_before_its_column(tmp_path: Path) -> None:
    for n, key in enumerate(captions("")):
        (tmp_path / f"{key}.png").write_bytes(picture(n))
    files = [
        write_lines(
            tmp_path / f"{n}.jsonl",
            [
                # one of the two copies of the prompts ends in a line break
                {"id": k, "image": f"{k}.png", "prompt": f"Say {k}." + n * "\n", "model_id": f"ckpt-{n}", "text": text}
                for k, text in captions(system).items()
            ],
        )
        for n, system in enumerate(SYSTEMS)
    ]
    said = made("captions", tmp_path / "study", f"ours={files[0]}", f"theirs={files[1]}")
    definition = load_definition(tmp_path / "study")
    assert definition.systems == SYSTEMS
    assert 'its column "model_id" (ckpt-0) does not count' in said
    assert [item.columns["prompt"] for item in definition.items] == [f"Say {key}." for key in captions("")]
    # two that are both typed contradict each other
    arguments = ["new", "captions", str(tmp_path / "map"), "--from", f"ours={files[0]}", "--map", "system=model_id"]
    with pytest.raises(BeholderError) as caught:
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert caught.value.problems[0].code == "from-unusable"


class Runs:
    """Runs when a pickle of it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def other_files(folder: Path) -> dict[str, tuple[bytes, str]]:
    array, arrays = io.BytesIO(), io.BytesIO()
    np.save(array, np.zeros((2, 3)))
    np.savez(arrays, a=np.zeros(3))
    with zipfile.ZipFile(folder / "torch", "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps(Runs(folder / "opened")))
    return {
        "x.pkl": (pickle.dumps(Runs(folder / "opened")), "to_parquet"),
        "x.npy": (array.getvalue(), "PNG"),
        "x.npz": (arrays.getvalue(), "PNG"),
        "x.pt": ((folder / "torch").read_bytes(), "PNG"),
        "x.parquet": (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull"),
        "x.csv": (b"<!DOCTYPE html><html>", "web page"),
        "x.jsonl": (b"PAR1" + bytes(30), ".parquet"),
        "x.png": (picture(1), "name the folder"),
        "x.tar.zst": (b"\x28\xb5\x2f\xfd" + bytes(30), "unpack it"),
    }


def test_a_file_that_is_no_table_is_called_what_it_is(tmp_path: Path) -> None:
    for name, (data, advice) in other_files(tmp_path).items():
        (tmp_path / name).write_bytes(data)
        assert advice in refused("captions", tmp_path / "study", tmp_path / name), name
    with pytest.raises(BeholderError, match="pickle"):
        CliRunner().invoke(app, ["analyze", str(tmp_path / "x.pkl")], catch_exceptions=False)
    assert not (tmp_path / "study").exists()
    assert not (tmp_path / "opened").exists()


def test_a_missing_pyarrow_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_to_disk(tmp_path / "disk", long_table(in_struct, FILE))
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    said = refused("side-by-side", tmp_path / "study", tmp_path / "disk")
    assert "extra-missing" in said
    assert "beholder[frames]" in said
