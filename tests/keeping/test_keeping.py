"""The small files beside a study, and what is refused when they or the database are not what they were."""

from __future__ import annotations

import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from beholder.engine import open_study
from beholder.errors import BeholderError
from beholder.keeping.backup import read_backup, write_backup
from beholder.keeping.doctor import examine
from beholder.report.bundle import BundleWriter
from beholder.report.page import write_report
from beholder.report.release import write_release
from beholder.store import Database
from beholder.store.durable import create_durably, write_durably
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.web.sign_in import Coordinators
from tests.faults.tampered import simulated_study
from tests.report.samples import small_material
from tests.study_maker import make_study


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A study that people may answer."""
    folder = tmp_path / "study"
    definition = make_study(folder, "one", items=2, systems="a", ratings=1)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    open_study(database, definition)
    database.close()
    return folder


def reopen(folder: Path) -> None:
    database = Database.open(Home(folder).database)
    try:
        open_study(database, load_definition(folder))
    finally:
        database.close()


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(BeholderError) as caught:
        act()
    (problem,) = caught.value.problems
    assert problem.hint
    return problem.code


@pytest.mark.parametrize("write", [write_durably, create_durably])
def test_a_small_file_is_on_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, str], None]
) -> None:
    done: list[str] = []
    sync, link, rename = os.fsync, os.link, Path.replace

    def synced(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", synced)

    def linked(one: Path, other: Path) -> None:
        done.append("name")
        link(one, other)

    def renamed(one: Path, other: Path) -> Path:
        done.append("name")
        return rename(one, other)

    monkeypatch.setattr(os, "link", linked)
    monkeypatch.setattr(Path, "replace", renamed)
    write(tmp_path / "id", "abcd")
    assert done == ["file", "name", "folder"]
    assert [path.name for path in tmp_path.iterdir()] == ["id"]
    assert stat.S_IMODE((tmp_path / "id").stat().st_mode) == 0o600


def test_the_secret_and_the_id_are_written_that_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    home = Home(tmp_path)
    assert home.study_id() == home.study_id()
    assert home.secret() == home.secret()
    Coordinators(home.folder / "coordinator.json", b"key").new_token()
    assert len(synced) == 6


def test_an_empty_id_begins_no_other_study(study: Path) -> None:
    (Home(study).folder / "id").write_text("")
    assert refusal(lambda: reopen(study)) == "study-id-broken"
    assert "study-id-broken" in {problem.code for problem in examine(study).problems}


def test_an_empty_file_of_the_coordinator_is_told_in_words(study: Path) -> None:
    file = Home(study).folder / "coordinator.json"
    for damaged in ("", "[]", '{"token'):
        file.write_text(damaged)
        assert refusal(lambda: Coordinators(file, b"key").first_token()) == "coordinator-file-broken"
    file.unlink()
    assert Coordinators(file, b"key").first_token()


@pytest.mark.parametrize("how", ["emptied", "deleted"])
def test_a_database_that_was_lost_is_not_taken_for_a_new_study(study: Path, how: str) -> None:
    for path in Home(study).folder.glob("study.sqlite3*"):
        if not path.name.endswith(".started"):
            path.unlink()
    if how == "emptied":
        Home(study).database.touch()
    assert "database-lost" in {problem.code for problem in examine(study).problems}
    assert refusal(lambda: reopen(study)) == "database-lost"
    assert refusal(lambda: write_backup(study, study.parent / "x.zip")) == "database-lost"
    (Home(study).folder / "study.sqlite3.started").unlink()
    reopen(study)


def test_a_copy_of_the_folder_does_not_write_to_the_same_file(study: Path, tmp_path: Path) -> None:
    shutil.copytree(study, tmp_path / "copy")
    address = f"sqlite:///{Home(study).database}"
    with Home(study).lock("beholder serve"):
        with pytest.raises(BeholderError, match="beholder serve"), Home(tmp_path / "copy").lock("x", database=address):
            pass
        # its own file is free
        with Home(tmp_path / "copy").lock("beholder serve"):
            pass


def test_only_its_owner_reads_a_backup(study: Path, tmp_path: Path) -> None:
    write_backup(study, tmp_path / "kept.zip")
    assert stat.S_IMODE((tmp_path / "kept.zip").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "name", [".BEHOLDER/coordinator.json", ".Beholder/id", "STUDY.YAML", "Backup.json", "C:/x", "c:x"]
)
def test_a_backup_with_names_that_other_disks_read_otherwise_is_refused(study: Path, tmp_path: Path, name: str) -> None:
    write_backup(study, tmp_path / "kept.zip")
    with zipfile.ZipFile(tmp_path / "kept.zip", "a") as archive:
        archive.writestr(name, "{}")
    assert refusal_of(lambda: read_backup(tmp_path / "kept.zip", tmp_path / "new")) == "backup-unsafe"
    assert not (tmp_path / "new").exists()


def refusal_of(act: Callable[[], object]) -> str:
    with pytest.raises(BeholderError) as caught:
        act()
    return caught.value.code


def test_a_guideline_may_not_lead_out_of_the_folder(study: Path, tmp_path: Path) -> None:
    (tmp_path / "private.md").write_text("root:x:0:0", encoding="utf-8")
    (study / "guideline.en.md").symlink_to(tmp_path / "private.md")
    assert refusal(lambda: load_definition(study)) == "file-outside"
    (study / "guideline.en.md").unlink()
    (study / "rules.md").write_text("Look.", encoding="utf-8")
    (study / "guideline.en.md").symlink_to("rules.md")
    assert load_definition(study).guideline("en") == "Look."


def test_pictures_outside_the_folder_are_refused(study: Path) -> None:
    settings = json.loads((study / "study.yaml").read_text())
    (study / "study.yaml").write_text(json.dumps({**settings, "media": ".."}), encoding="utf-8")
    assert refusal(lambda: load_definition(study)) == "media-folder-outside"


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the end of every file finds no room, also for whoever tidies up."""
    close, write = zipfile.ZipFile.close, Path.write_text

    def closing(archive: zipfile.ZipFile) -> None:
        unfinished = archive.mode == "w" and archive.fp is not None
        close(archive)
        if unfinished:
            raise OSError(28, "No space left on device")

    def adding(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def writing(path: Path, text: str, **options: str) -> int:
        write(path, text[:10], **options)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "close", closing)
    monkeypatch.setattr(BundleWriter, "add_file", adding)
    monkeypatch.setattr(Path, "write_text", writing)


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = tmp_path / "study"
    Home(study).make()
    database = Database.open(Home(study).database)
    simulated_study(study, database)
    database.close()
    material = small_material(tmp_path)
    place = tmp_path / "out"
    place.mkdir()
    with monkeypatch.context() as patch:
        fill_disk(patch)
        with pytest.raises(OSError, match="No space left"):
            write_release(study, place / "release.zip")
        assert list(place.iterdir()) == []
        with pytest.raises(BeholderError, match="No space left"):
            write_report(material, place / "report.html", draw=False)
        assert list(place.iterdir()) == []
