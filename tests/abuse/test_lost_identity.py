"""The file that says which study a folder is gets lost, damaged or swapped: no other study begins, none is read for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.store.study_home import Home
from beholder.testing import write_masks_study
from beholder.web import open_served, publish_study
from tests.web.web_client import open_site

LOST, FOREIGN, BROKEN = "study-id-lost", "study-id-foreign", "study-id-broken"
OUTPUT = {"ratings": "csv", "export": "csv", "report": "html", "release": "zip", "backup": "zip", "next-round": "new"}
READING = (*OUTPUT, "status", "raters", "doctor", "check")
SOME = ("status", "backup", "doctor", "check")
"""One of each way to open a study; the others take one of them."""


@pytest.fixture(params=["own", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> str | None:
    """The folder's own file, or a database for many studies."""
    return None if request.param == "own" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def folder(tmp_path: Path, database: str | None) -> Path:
    """A study that somebody has answered."""
    return started(write_masks_study(tmp_path / "study", trials=6, ratings=1), database)


def started(folder: Path, database: str | None) -> Path:
    with open_site(folder, database=database) as site, site.client() as client:
        rater = site.join(client)
        assert rater.leases(1)
    return folder


def other_study(folder: Path, database: str | None) -> Path:
    made = write_masks_study(folder, trials=6, ratings=1)
    items = made / "items.jsonl"
    items.write_text(items.read_text().replace("item-", "thing-"))
    return started(made, database)


def id_file(folder: Path) -> Path:
    return Home(folder).folder / "id"


def serve(folder: Path, database: str | None) -> None:
    open_served(folder, database=database).close()


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(BeholderError) as caught:
        act()
    return caught.value.code


def run(command: str, folder: Path, database: str | None) -> str:
    output = ["-o", str(folder.parent / f"{command}.{OUTPUT[command]}")] if command in OUTPUT else []
    address = [] if database is None else ["--database", database]
    done = CliRunner().invoke(app, [command, str(folder), *output, *address], env={"COLUMNS": "10000"})
    assert done.exit_code != 0, (command, done.output)
    return done.output + str(done.exception or "")


def damages(folder: Path, how: str) -> None:
    file = id_file(folder)
    if how == "deleted":
        file.unlink()
    elif how == "without .beholder":
        shutil.rmtree(file.parent)
    else:
        file.write_text({"empty": "", "of nobody": "0123456789abcdef"}[how])


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("deleted", LOST),
        ("empty", BROKEN),
        ("of nobody", LOST),
        ("without .beholder", LOST),
    ],
)
def test_no_other_study_begins(folder: Path, database: str | None, how: str, code: str) -> None:
    if how == "without .beholder" and database is None:
        pytest.skip("the answers are gone with the folder")
    known = id_file(folder).read_text()
    damages(folder, how)
    assert code_of(lambda: serve(folder, database)) == code
    if database is not None:
        media = str(folder.parent / "store")
        assert code_of(lambda: publish_study(folder, database=database, media=media)) == code
    assert not id_file(folder).exists() or id_file(folder).read_text() != known
    # put back as the message says, the study goes on
    id_file(folder).parent.mkdir(exist_ok=True)
    id_file(folder).write_text(known + "\n")
    with open_site(folder, database=database) as site:
        assert site.study.id == known


def test_every_command_names_the_id_that_was_lost(folder: Path, database: str | None) -> None:
    known = id_file(folder).read_text()
    id_file(folder).unlink()
    for command in (*(READING if database is None else SOME), "invite"):
        assert known in run(command, folder, database), command
        assert not id_file(folder).exists(), command


def test_the_id_of_another_study_shows_its_answers_to_no_command(folder: Path, database: str | None) -> None:
    shared = database or f"sqlite:///{Home(folder).database}"
    other = other_study(folder.parent / "other", shared)
    known = id_file(folder).read_text()
    id_file(folder).write_text(id_file(other).read_text())
    assert code_of(lambda: serve(folder, database)) == FOREIGN
    for command in SOME:
        assert known in run(command, folder, database), command
    id_file(folder).write_text(known)
    serve(folder, database)


@pytest.mark.postgres
def test_another_study_of_the_same_files_begins_on_purpose(tmp_path: Path, postgres_url: str) -> None:
    first = started(write_masks_study(tmp_path / "first", trials=6, ratings=1), postgres_url)
    second = tmp_path / "second"
    shutil.copytree(first, second, ignore=shutil.ignore_patterns(".beholder"))
    assert code_of(lambda: serve(second, postgres_url)) == LOST
    Home(second).make()
    (Home(second).folder / "new-study").touch()
    serve(second, postgres_url)
    assert id_file(first).read_text() != id_file(second).read_text()
    # said once: a loss later on is refused again, and both are named
    known = {id_file(one).read_text() for one in (first, second)}
    id_file(second).unlink()
    shown = run("status", second, postgres_url)
    assert all(one in shown for one in known)


@pytest.mark.postgres
def test_studies_with_other_items_share_a_database_without_being_asked(tmp_path: Path, postgres_url: str) -> None:
    started(write_masks_study(tmp_path / "first", trials=6, ratings=1), postgres_url)
    other_study(tmp_path / "other", postgres_url)
