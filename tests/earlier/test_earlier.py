"""What an earlier version wrote opens, verifies and goes on."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import pytest

from beholder.cli import app
from beholder.facade import load
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.store.records import stream_records
from beholder.store.studies import load_versions
from beholder.study import load_definition, media_digests
from beholder.testing import HttpRater, running_server
from tests.apart import run_apart

HERE = Path(__file__).parent
VERSIONS = sorted(path.name for path in HERE.iterdir() if path.name[0].isdigit())
RELEASES = [
    path.relative_to(HERE).as_posix() for version in VERSIONS for path in sorted((HERE / version).glob("*-release.zip"))
]
STUDIES = [(version, name) for version in VERSIONS for name in ("lived", "served")]


def run(*arguments: str | Path) -> int:
    """A command of Beholder; its exit code."""
    try:
        return int(app([str(argument) for argument in arguments], standalone_mode=False) or 0)
    except SystemExit as end:
        return int(end.code or 0)


def unpacked(version: str, name: str, place: Path) -> Path:
    """The study folder as that version left it."""
    with zipfile.ZipFile(HERE / version / f"{name}.zip") as file:
        file.extractall(place / name)
    return place / name


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_verifies(release: str) -> None:
    assert verify_release(HERE / release).problems == ()


@pytest.mark.parametrize(("version", "name"), STUDIES)
def test_a_study_opens_and_gives_the_same_ratings(tmp_path: Path, version: str, name: str) -> None:
    folder = unpacked(version, name, tmp_path)
    assert run("doctor", folder) == 0
    assert run("ratings", folder, "-o", tmp_path / "now.csv") == 0
    with (HERE / version / f"{name}-ratings.csv").open(encoding="utf-8", newline="") as file:
        then = list(csv.DictReader(file))
    with (tmp_path / "now.csv").open(encoding="utf-8", newline="") as file:
        now = list(csv.DictReader(file))
    assert [{column: row[column] for column in then[0]} for row in now] == then


@pytest.mark.parametrize(("version", "name"), STUDIES)
def test_a_study_goes_on(tmp_path: Path, version: str, name: str) -> None:
    """People go on rating through a real server; what was there before stays, and the whole verifies."""
    folder = unpacked(version, name, tmp_path)
    with load(folder) as study:
        before = study.status().given
    with running_server(folder) as server:
        form = load_definition(folder).declaration.form

        async def rate() -> int:
            rater = HttpRater(server.host, server.port, server.api(), form, seed=5)
            await rater.join()
            if name == "lived":
                await rater.fill("before", {"colours": "yes"})
            await rater.work(most=6)
            rater.close()
            assert rater.history.refused == []
            return len(rater.history.confirmed)

        assert run_apart(rate()) == 6
    with load(folder) as study:
        assert study.verify().problems == ()
        assert study.status().given > before
        with study.database.read() as conn:
            kinds = [(record.kind, json.loads(record.body)) for record in stream_records(conn, study.key)]
            files = json.loads(load_versions(conn, study.key)[-1][2]).get("media", {})
        # what records of that time were silent about is on record from now on; a built-in protocol that says more today
        # makes a version too
        said = [kind for kind, body in kinds if "trials" in body]
        assert said == ["version"] or (said == ["inventory"] and not files)
        assert set(files) == set(media_digests(study.definition))
    write_release(folder, tmp_path / "release.zip")
    assert verify_release(tmp_path / "release.zip").problems == ()


@pytest.mark.parametrize(("version", "name"), STUDIES)
def test_a_backup_is_restored(tmp_path: Path, version: str, name: str) -> None:
    assert run("restore", HERE / version / f"{name}-backup.zip", tmp_path / "back") == 0
    assert run("doctor", tmp_path / "back") == 0
