"""A study that did not change is started without its items being read; whatever did change is noticed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from beholder.engine import Join, Lease, read_status
from beholder.errors import BeholderError
from beholder.store.study_home import Home
from beholder.study import definition as definition_module
from beholder.study import last_start
from beholder.study.items import reader
from beholder.web import ServedStudy, open_served

_PROTOCOL = """
name: look-test
title: Look
shows: one
item: {image: {kind: image}, caption: {kind: text, shown: true, required: false}}
candidate: {mask: {kind: mask}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 5}
"""
_SETTINGS = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 2\nlanguages: [en, zh]\n"


def _paint(path: Path, shade: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (32, 32), (shade, shade, shade)).save(path)


def _item(name: str, **more: Any) -> str:
    candidate = {"system": "s", "mask": {"png": f"masks/{name}.png"}}
    return json.dumps({"id": name, "image": f"{name}.png", "candidates": [candidate], **more}) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two items, each with a picture and a mask in files, asked about by a protocol of the study's own."""
    study = tmp_path / "study"
    for name in ("a", "b"):
        _paint(study / "media" / f"{name}.png", 90)
        (study / "media" / "masks").mkdir(exist_ok=True)
        Image.new("L", (32, 32), 255).save(study / "media" / "masks" / f"{name}.png")
    (study / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    (study / "study.yaml").write_text(_SETTINGS, encoding="utf-8")
    (study / "items.jsonl").write_text(_item("a") + _item("b"), encoding="utf-8")
    return study


@pytest.fixture
def times_read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders whose items were read, as often as they were."""
    read: list[Path] = []
    real = reader.read_items

    def reading(folder: Path, *args: Any, **options: Any) -> Any:
        read.append(folder)
        return real(folder, *args, **options)

    monkeypatch.setattr(definition_module, "read_items", reading)
    return read


@contextmanager
def served(folder: Path, **options: Any) -> Iterator[ServedStudy]:
    study = open_served(folder, **options)
    try:
        yield study
    finally:
        study.close()


def _facts(study: ServedStudy) -> tuple[Any, ...]:
    with study.engine.database.read() as conn:
        status = read_status(conn, study.engine.key)
    names = sorted(study.pictures.by_name)
    shown = [study.pictures.read(name) for name in names]
    return study.id, status, names, shown, study.definition.warnings, study.definition.guideline("en")


def test_an_unchanged_study_is_started_without_reading_its_items(folder: Path, times_read: list[Path]) -> None:
    with served(folder) as study:
        first = _facts(study)
    # the language that the protocol is not written in: told at every start
    assert [one.code for one in first[4]] == ["language-incomplete"] * len(first[4]) != []
    with served(folder) as study:
        assert _facts(study) == first
        assert study.engine.run(Lease(study.engine.run(Join()).rater)).leases
    assert len(times_read) == 1


def _add_item(folder: Path) -> None:
    _paint(folder / "media" / "c.png", 30)
    Image.new("L", (32, 32), 255).save(folder / "media" / "masks" / "c.png")
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write(_item("c"))


def _repaint(folder: Path) -> None:
    _paint(folder / "media" / "a.png", 200)


def _another_mask(folder: Path) -> None:
    Image.new("L", (32, 32), 0).save(folder / "media" / "masks" / "a.png")


def _more_ratings(folder: Path) -> None:
    (folder / "study.yaml").write_text(_SETTINGS.replace("ratings: 2", "ratings: 3"), encoding="utf-8")


def _own_guideline(folder: Path) -> None:
    (folder / "guideline.en.md").write_text("# Look closely\n", encoding="utf-8")


@pytest.mark.parametrize("change", [_add_item, _repaint, _another_mask, _more_ratings, _own_guideline])
def test_what_changed_is_noticed_and_becomes_a_version(
    folder: Path, times_read: list[Path], change: Callable[[Path], None]
) -> None:
    for _ in range(2):
        served_once(folder)
    change(folder)
    assert served_once(folder) == 2
    assert served_once(folder) == 2
    assert len(times_read) == 2


def served_once(folder: Path) -> int:
    """Starts the study and says at which version it is."""
    with served(folder) as study, study.engine.database.read() as conn:
        return read_status(conn, study.engine.key).version


def _lose_picture(folder: Path) -> None:
    (folder / "media" / "a.png").unlink()


def _lead_outside(folder: Path) -> None:
    outside = folder.parent / "elsewhere"
    (folder / "media" / "masks").rename(outside)
    (folder / "media" / "masks").symlink_to(outside)


def _break_item(folder: Path) -> None:
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write(_item("a"))


def _lose_items(folder: Path) -> None:
    (folder / "items.jsonl").unlink()


def _other_question(folder: Path) -> None:
    (folder / "protocol.yaml").write_text(_PROTOCOL.replace("max: 5", "max: 9"), encoding="utf-8")


def _lose_media(folder: Path) -> None:
    (folder / "media").rename(folder / "pictures")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_lose_picture, "media-missing"),
        (_lead_outside, "media-outside"),
        (_break_item, "item-duplicate-id"),
        (_lose_items, "items-missing"),
        (_other_question, "study-changed"),
        (_lose_media, "media-folder-missing"),
    ],
)
def test_what_is_wrong_is_refused_as_at_a_first_start(folder: Path, change: Callable[[Path], None], code: str) -> None:
    served_once(folder)
    change(folder)
    with pytest.raises(BeholderError) as refused:
        served_once(folder)
    assert code in {one.code for one in refused.value.problems}
    # nothing of the refused start is taken for known
    with pytest.raises(BeholderError) as again:
        served_once(folder)
    assert again.value.problems == refused.value.problems


def test_other_code_of_the_same_version_reads_everything_again(
    folder: Path, tmp_path: Path, times_read: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an update of a checkout, whose version still says `dev`."""
    code = tmp_path / "beholder"
    (code / "media").mkdir(parents=True)
    monkeypatch.setattr(last_start, "_PACKAGES", code)
    for source in ("LIMIT = 1\n", "LIMIT = 1\n", "LIMIT = 2\n"):
        (code / "media" / "picture.py").write_text(source, encoding="utf-8")
        last_start._code_digest.cache_clear()
        served_once(folder)
    last_start._code_digest.cache_clear()
    assert len(times_read) == 2


def test_a_picture_that_is_lost_from_the_cache_is_made_again(folder: Path, times_read: list[Path]) -> None:
    with served(folder) as study:
        before = study.pictures.read("a.png")
        (study.pictures.cache / study.pictures.by_name["a.png"].path).write_bytes(b"torn")
    with served(folder) as study:
        assert study.pictures.read("a.png") == before
    assert len(times_read) == 2


def test_a_torn_memory_is_made_again(folder: Path, times_read: list[Path]) -> None:
    served_once(folder)
    known = Home(folder).media / "last-start.json"
    known.write_bytes(known.read_bytes()[:-40])
    for _ in range(2):
        served_once(folder)
    assert len(times_read) == 2


def test_another_database_is_not_taken_for_the_one_of_the_last_start(
    folder: Path, tmp_path: Path, times_read: list[Path]
) -> None:
    """One that was restored knows an older version; one that is new knows none."""
    served_once(folder)
    database = Home(folder).database
    shutil.copy(database, tmp_path / "backup.sqlite3")
    _more_ratings(folder)
    assert served_once(folder) == 2
    for kept in database.parent.glob(f"{database.name}-*"):
        kept.unlink()
    (tmp_path / "backup.sqlite3").replace(database)
    with served(folder) as study, study.engine.database.read() as conn:
        status = read_status(conn, study.engine.key)
    assert (status.version, status.wanted) == (2, 6)
    with served(folder, database=f"sqlite:///{tmp_path / 'new.sqlite3'}") as study:
        assert study.engine.run(Lease(study.engine.run(Join()).rater)).leases
    assert len(times_read) == 4
