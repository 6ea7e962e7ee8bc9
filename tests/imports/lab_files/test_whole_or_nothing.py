"""A new study is there whole or not at all, whatever fails; and brings its protocol along."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.cli.staging import staged
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.study import load_definition
from tests.imports.lab_files.test_new_study import picture, run


def outputs(lab: Path) -> list[object]:
    for n in range(3):
        for k, system in enumerate(("ours", "theirs")):
            picture(lab / "out" / system / f"{n}.png", n + 7 * k)
    (lab / "prompts.csv").write_text("id,prompt\n0,a\n1,b\n2,c\n", encoding="utf-8")
    return ["--from", lab / "out", "--from", lab / "prompts.csv"]


def left(folder: Path, *, but: str) -> set[str]:
    return {one.name for one in folder.iterdir()} - {but}


@pytest.mark.parametrize("there", ["nothing", "empty folder"])
@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(errno.ENOSPC, "No space left on device")])
def test_what_is_interrupted_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: str, failure: BaseException
) -> None:
    options = outputs(tmp_path / "lab")
    target = tmp_path / "new" / "study"
    if there == "empty folder":
        target.mkdir(parents=True)
    before = {path.relative_to(tmp_path) for path in tmp_path.rglob("*")}
    save = MediaCopies.save

    def failing(self: MediaCopies, media: Path, **how: object) -> None:
        save(self, media, **how)  # type: ignore[arg-type]
        raise failure

    monkeypatch.setattr(MediaCopies, "save", failing)
    assert run("side-by-side", target, *options).exit_code
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*")} == before
    monkeypatch.undo()
    made = run("side-by-side", target, *options)
    assert made.exit_code == 0, made.output
    assert left(target.parent, but="study") == set()


def test_files_that_make_no_sound_study_leave_nothing_and_name_the_item(tmp_path: Path) -> None:
    options = outputs(tmp_path / "lab")
    (tmp_path / "lab" / "out" / "ours" / "1.png").write_bytes(b"no picture")
    result = run("side-by-side", tmp_path / "study", *options)
    assert result.exit_code == 2
    assert "item 1 ·" in result.output
    assert "items.jsonl" not in result.output, "a file that is not there any more"
    assert left(tmp_path, but="lab") == set()
    picture(tmp_path / "lab" / "out" / "ours" / "1.png", 1)
    assert run("side-by-side", tmp_path / "study", *options).exit_code == 0


def test_an_empty_folder_stays_the_folder_that_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = outputs(tmp_path / "lab")
    here = tmp_path / "here"
    here.mkdir(mode=0o750)
    number = here.stat().st_ino
    monkeypatch.chdir(here)
    made = run("side-by-side", ".", *options)
    assert made.exit_code == 0, made.output
    assert here.stat().st_ino == number
    assert {one.name for one in here.iterdir()} == {"study.yaml", "items.jsonl", "media"}
    assert load_definition(here).title.to("en") == "here"


def test_what_a_killed_command_left_is_in_nobodys_way(tmp_path: Path) -> None:
    options = outputs(tmp_path / "lab")
    context = staged(tmp_path / "study")
    (tmp_path / "study").mkdir()
    (context.__enter__() / "half").touch()
    assert run("side-by-side", tmp_path / "study", *options).exit_code == 0
    assert {one.name for one in (tmp_path / "study").iterdir()} == {"study.yaml", "items.jsonl", "media"}


def test_a_study_has_the_permissions_of_any_new_folder(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    with staged(tmp_path / "made") as place:
        (place / "file").touch()
    assert (tmp_path / "made").stat().st_mode == (tmp_path / "plain").stat().st_mode
    with pytest.raises(ZeroDivisionError), staged(tmp_path / "a" / "b" / "c"):
        raise ZeroDivisionError
    assert sorted(one.name for one in tmp_path.iterdir()) == ["made", "plain"]


PROTOCOL = """
name: taste
title: {en: Taste}
shows: pair
item: {prompt: {kind: text}}
candidate: {image: {kind: image}}
form:
  fields:
    better: {kind: preference, label: {en: "Which is better?"}}
"""


def test_a_protocol_file_goes_with_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = outputs(tmp_path / "lab")
    own = tmp_path / "lab" / "protocols"
    picture(own / "pictures" / "good.png")
    picture(own / "pictures" / "unrelated.png", 5)
    (own / "taste.yaml").write_text(PROTOCOL, encoding="utf-8")
    guideline = "# How to choose\n\n![such as this](pictures/good.png)\n\nTake the one you would rather look at.\n"
    (own / "guideline.en.md").write_text(guideline, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "lab")
    made = run("protocols/taste.yaml", tmp_path / "study", *options)
    assert made.exit_code == 0, made.output
    monkeypatch.chdir("/")
    checked = CliRunner().invoke(app, ["check", str(tmp_path / "study")])
    assert checked.exit_code == 0, checked.output
    definition = load_definition(tmp_path / "study")
    assert definition.settings.protocol == "protocol/taste.yaml"
    assert definition.guideline("en") == guideline
    assert [one.name for one in definition.protocol.pictures] == ["good.png"]


def test_a_guideline_takes_no_picture_from_elsewhere(tmp_path: Path) -> None:
    options = outputs(tmp_path / "lab")
    own = tmp_path / "lab" / "protocols"
    own.mkdir()
    picture(tmp_path / "private" / "key.png")
    (own / "pictures").symlink_to(tmp_path / "private")
    (own / "taste.yaml").write_text(PROTOCOL, encoding="utf-8")
    (own / "guideline.en.md").write_text("![x](pictures/key.png) " + "words " * 20, encoding="utf-8")
    result = run(own / "taste.yaml", tmp_path / "study", *options)
    assert result.exit_code
    assert getattr(result.exception, "code", "") == "file-outside"
    assert not (tmp_path / "study").exists()
