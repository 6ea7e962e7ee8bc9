"""No file that a folder, or a table in it, names is read outside that folder."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from beholder.errors import BeholderError
from beholder.imports.lab_files.lab_source import parse_sources
from beholder.imports.lab_files.new_study import make_study
from beholder.safe_paths import confine
from beholder.study import check_folder
from beholder.testing import write_masks_study
from tests.media.media_samples import painting, saved

PICTURE = saved(painting(), "PNG")


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(BeholderError) as caught:
        act()
    return caught.value.code


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A file that is none of the study's business."""
    path = tmp_path / "private" / "key.txt"
    path.parent.mkdir()
    path.write_text("-----BEGIN PRIVATE KEY-----", encoding="utf-8")
    path.with_name("face.png").write_bytes(PICTURE)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        "a/../../b",
        "/etc/hostname",
        "\\etc",
        "~",
        "~/.ssh/id_rsa",
        "~root/x",
        "C:\\x",
        "a\0b",
        "file:///etc/x",
    ],
)
def test_names_that_lead_elsewhere(tmp_path: Path, name: str) -> None:
    assert refusal(lambda: confine(tmp_path, name)) == "media-outside"
    assert refusal(lambda: confine(tmp_path, name, kind="file")) == "file-outside"


def test_links_pipes_and_sockets(tmp_path: Path, private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = tmp_path / "base"
    (base / "deep").mkdir(parents=True)
    (base / "link").symlink_to(private)
    (base / "deep" / "up").symlink_to(private.parent)
    (base / "device").symlink_to("/dev/zero")
    os.mkfifo(base / "pipe")
    monkeypatch.chdir(base)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
        for name, code in {
            "link": "file-outside",
            "deep/up/key.txt": "file-outside",
            "device": "file-outside",
            "pipe": "file-missing",
            "socket": "file-missing",
        }.items():
            assert refusal(lambda name=name: confine(base, name, kind="file")) == code  # type: ignore[misc]
    (base / "~x.png").symlink_to("real.png")
    (base / "real.png").write_bytes(PICTURE)
    assert confine(base, "./real.png") == (base / "real.png").resolve()


@pytest.mark.parametrize("setting", ["media", "items", "protocol"])
@pytest.mark.parametrize("way", ["absolute", "parent", "link"])
def test_settings_lead_no_way_out(tmp_path: Path, private: Path, setting: str, way: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=1)
    target = (
        private.parent if setting == "media" else private.with_suffix(".yaml" if setting == "protocol" else ".jsonl")
    )
    if setting != "media":
        target.write_text("name: leaked\n", encoding="utf-8")
    named = {"absolute": str(target), "parent": f"../private/{target.name}", "link": f"here{target.suffix}"}[way]
    if setting == "media":
        named = "../private" if way == "parent" else named
    if way == "link":
        (folder / named).symlink_to(target)
    declared = yaml.safe_load((folder / "study.yaml").read_text(encoding="utf-8")) | {setting: named}
    (folder / "study.yaml").write_text(yaml.safe_dump(declared), encoding="utf-8")
    found = check_folder(folder)
    assert {problem.code for problem in found.errors} & {"file-outside", "media-folder-outside"}
    assert "leaked" not in str(found.problems)


def test_whoever_runs_the_server_may_allow_another_disk(
    tmp_path: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_masks_study(tmp_path / "study", trials=1)
    declared = yaml.safe_load((folder / "study.yaml").read_text(encoding="utf-8")) | {"media": "../private"}
    (folder / "study.yaml").write_text(yaml.safe_dump(declared), encoding="utf-8")
    monkeypatch.setenv("BEHOLDER_MEDIA_FOLDERS", str(tmp_path / "private"))
    assert "media-folder-outside" not in {problem.code for problem in check_folder(folder).problems}


@pytest.mark.parametrize("name", ["study.yaml", "guideline.en.md"])
def test_files_of_the_folder_are_no_links_elsewhere(tmp_path: Path, private: Path, name: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=1)
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(private)
    assert "file-outside" in {problem.code for problem in check_folder(folder).errors}


@pytest.mark.parametrize("way", ["absolute", "home", "parent", "sibling", "hidden", "link"])
def test_a_table_copies_nothing_from_elsewhere(
    tmp_path: Path, private: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    lab = tmp_path / "lab"
    (lab / ".ssh").mkdir(parents=True)
    (lab / ".ssh" / "face.png").write_bytes(PICTURE)
    (lab / "link.png").symlink_to(private.with_name("face.png"))
    monkeypatch.setenv("HOME", str(tmp_path))
    face = private.with_name("face.png")
    named = {
        "absolute": str(face),
        "home": "~/private/face.png",
        "parent": "../private/face.png",
        "sibling": "private/face.png",
        "hidden": ".ssh/face.png",
        "link": "link.png",
    }[way]
    rows = [{"id": "1", "system": one, "image": named} for one in "ab"]
    (lab / "table.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    sources = parse_sources([str(lab / "table.jsonl")])
    refusal(lambda: make_study("side-by-side", tmp_path / "new", sources))
    assert not list((tmp_path / "new").rglob("*.png"))


def test_absolute_names_below_a_source_are_found(tmp_path: Path, private: Path) -> None:
    rows = [{"id": "1", "system": one, "image": str(private.with_name("face.png"))} for one in "ab"]
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "table.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    sources = parse_sources([str(tmp_path / "lab" / "table.jsonl"), str(private.parent)])
    assert make_study("side-by-side", tmp_path / "new", sources[:1] + sources[1:]).items


@pytest.mark.parametrize("what", ["file", "folder", "table"])
def test_links_in_a_source_are_not_followed_out(tmp_path: Path, private: Path, what: str) -> None:
    lab = tmp_path / "lab"
    for system in "ab":
        (lab / system).mkdir(parents=True)
        (lab / system / "1.txt").write_text("a caption", encoding="utf-8")
    if what == "file":
        (lab / "a" / "2.txt").symlink_to(private)
    elif what == "folder":
        (lab / "c").symlink_to(private.parent)
    else:
        (lab / "t.jsonl").symlink_to(private)
    sources = parse_sources([str(lab)])
    refusal(lambda: make_study("captions", tmp_path / "new", sources))
    assert not (tmp_path / "new").exists()
