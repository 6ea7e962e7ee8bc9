"""The folder for Hugging Face: what its card promises is what its files hold."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from PIL import Image

from beholder import facade
from beholder.conduct import conduct_of
from beholder.engine import simulate
from beholder.errors import BeholderError
from beholder.exports import Wish, downloads, write_dataset, write_download, write_layout
from beholder.facade import load
from beholder.media import read_video
from beholder.media.video.webm_writer import write_webm
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.testing import write_masks_study
from tests.study_maker import start

_TYPES = {"VARCHAR": "string", "BIGINT": "int64", "DOUBLE": "float64", "BOOLEAN": "bool"}


def _card(folder: Path) -> tuple[dict[str, Any], str]:
    _, front, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(front), body


def _filled(folder: Path) -> Path:
    Home(folder).make()
    database = Database.open(Home(folder).database)
    engine, clock = start(load_definition(folder), database)
    simulate(engine, clock, raters=4, seed=1)
    engine.close()
    database.close()
    return folder


def test_the_card_declares_exactly_what_the_files_hold(simulated: Path, tmp_path: Path) -> None:
    with load(simulated) as study:
        write_dataset(study, tmp_path / "set", Wish())
    front, body = _card(tmp_path / "set")
    assert front["license"] == "cc-by-4.0"
    assert [(c["config_name"], c.get("default", False)) for c in front["configs"]] == [
        ("ratings", True),
        ("answers", False),
    ]
    infos = {info["config_name"]: info for info in front["dataset_info"]}
    for config in front["configs"]:
        (files,) = config["data_files"]
        found = sorted((tmp_path / "set").glob(files["path"]))
        assert found
        described = duckdb.connect(":memory:").execute(
            "DESCRIBE SELECT * FROM read_parquet(?)", [[str(f) for f in found]]
        )
        columns = [{"name": row[0], "dtype": _TYPES[row[1]]} for row in described.fetchall()]
        info = infos[config["config_name"]]
        assert columns == info["features"]
        counted = duckdb.connect(":memory:").execute("SELECT count(*) FROM read_parquet(?)", [[str(f) for f in found]])
        assert counted.fetchall() == [(info["splits"][0]["num_examples"],)]
    for part in ("What was asked", "Who rated", "Agreement", "Guideline", "Limits", "Citation"):
        assert f"## {part}" in body
    assert "simulated raters" in body
    assert "12 EUR per hour" in body
    assert "Somebody (2026)" in body
    assert (tmp_path / "set" / "answers.codebook.json").is_file()


def test_the_card_reads_how_the_study_was_run_once(
    simulated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole chain lies behind it, so that reading it for each sentence takes long and may tell of different moments."""
    read = []

    def counted(*parts: Any) -> Any:
        read.append(1)
        return conduct_of(*parts)

    monkeypatch.setattr(facade, "conduct_of", counted)
    with load(simulated) as study:
        write_dataset(study, tmp_path / "set", Wish())
    assert len(read) == 1


def test_pictures_are_in_it_only_when_asked_for_and_under_no_telling_name(tmp_path: Path) -> None:
    folder = _filled(write_masks_study(tmp_path / "study", trials=6, ratings=1))
    with load(folder) as study:
        write_dataset(study, tmp_path / "without", Wish())
        write_dataset(study, tmp_path / "with", Wish(blinded=True), media=True)
        names = study.definition.systems
    assert not list((tmp_path / "without" / "data").glob("pictures-*"))
    (file,) = (tmp_path / "with" / "data").glob("pictures-*.parquet")
    rows = duckdb.connect(":memory:").execute(f"SELECT item, system, image.bytes, image.path FROM '{file}'").fetchall()
    assert rows
    for _item, system, content, path in rows:
        assert system not in names
        assert Image.open(io.BytesIO(content)).width > 0
        assert len(path.split(".")[0]) == 64
    infos = {info["config_name"]: info for info in _card(tmp_path / "with")[0]["dataset_info"]}
    assert {"name": "image", "dtype": "image"} in infos["pictures"]["features"]


def test_clips_are_files_beside_it_as_raters_got_them(tmp_path: Path) -> None:
    """Whatever the container says of who made it stays at home, and so do telling names."""
    folder = tmp_path / "study"
    (folder / "media").mkdir(parents=True)
    items = []
    for number in range(2):
        candidates = []
        for system in ("kestrel", "merlin"):
            file = folder / "media" / f"{system}-{number}.webm"
            # what wrote it stands in every clip
            frames = [Image.new("RGB", (32, 32), (60 * number, 9 * n, len(system))) for n in range(5)]
            write_webm(file, frames, rate=5)
            candidates.append({"system": system, "clip": file.name})
        items.append({"id": f"p{number}", "prompt": "a ball", "candidates": candidates})
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    (folder / "study.yaml").write_text(
        "protocol: side-by-side\nitems: items.jsonl\nmedia: media\nratings: 1\nparams: {outputs: clip}\n",
        encoding="utf-8",
    )
    assert b"beholder" in (folder / "media" / "merlin-0.webm").read_bytes()
    with load(_filled(folder)) as study:
        write_dataset(study, tmp_path / "without", Wish())
        write_dataset(study, tmp_path / "with", Wish(blinded=True), media=True)
    assert not (tmp_path / "without" / "clips").exists()
    (table,) = (tmp_path / "with" / "data").glob("clips-*.parquet")
    rows = duckdb.connect(":memory:").execute(f"SELECT item, system, sha256, file_name FROM '{table}'").fetchall()
    assert len(rows) == 4
    for _item, system, digest, name in rows:
        assert system not in ("kestrel", "merlin")
        content = (tmp_path / "with" / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest
        assert name == f"clips/{digest}.webm"
        assert b"beholder" not in content
        assert read_video(tmp_path / "with", name).frames == 5
    assert len({name for *_, name in rows}) == 4
    front, body = _card(tmp_path / "with")
    assert "clips" in [config["config_name"] for config in front["configs"]]
    assert "folder `clips/`" in body


def test_a_failed_data_set_leaves_nothing_and_a_full_folder_is_refused(simulated: Path, tmp_path: Path) -> None:
    def interrupt(_done: int, _total: int | None) -> None:
        raise KeyboardInterrupt

    with load(simulated) as study:
        with pytest.raises(KeyboardInterrupt):
            write_dataset(study, tmp_path / "set", Wish(), progress=interrupt)
        assert list(tmp_path.iterdir()) == []
        (tmp_path / "set").mkdir()
        (tmp_path / "set" / "mine.txt").write_text("keep")
        with pytest.raises(BeholderError) as caught:
            write_dataset(study, tmp_path / "set", Wish())
    assert caught.value.code == "folder-not-empty"
    assert (tmp_path / "set" / "mine.txt").read_text() == "keep"


def test_every_download_is_written_and_the_tables_are_those_of_the_command_line(
    simulated: Path, tmp_path: Path
) -> None:
    with load(simulated) as study:
        for number, wanted in enumerate(downloads(study)):
            folder = tmp_path / str(number)
            folder.mkdir()
            path = write_download(study, wanted, folder, blinded=True, all_revisions=False)
            assert path.name == wanted.id
            assert path.stat().st_size > 0
            if wanted.id == "dataset.zip":
                with zipfile.ZipFile(path) as archive:
                    assert "dataset/README.md" in archive.namelist()


@pytest.mark.parametrize("protocol", ["naming", "naming-verify"])
def test_a_naming_study_is_written_in_the_layout_of_its_field(
    painted: Callable[[str], Path], tmp_path: Path, protocol: str
) -> None:
    folder = _filled(shutil.copytree(painted(protocol), tmp_path / "study"))
    with load(folder) as study:
        assert "manynames.tsv" in [one.id for one in downloads(study)]
        done = write_layout(study, "manynames", tmp_path / "m.json")
        with pytest.raises(BeholderError) as caught:
            write_layout(study, "no-such", tmp_path / "x.tsv")
    objects = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    assert done.rows == len(objects) > 0
    assert all(one["topname"] in one["responses"] for one in objects if one["responses"])
    assert caught.value.code == "export-format"
