"""A protocol without code goes all the way: from `protocol new` to a table of ratings."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.errors import BeholderError
from beholder.protocols import find_protocol
from beholder.study import check_folder
from beholder.testing import check_protocol


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("own") / "faces"
    _run("protocol", "new", "faces", "-o", str(place))
    return place


def test_from_nothing_to_ratings(folder: Path, tmp_path: Path) -> None:
    assert "complete" in _run("protocol", "check", str(folder / "protocol.yaml"))
    _run("check", str(folder))
    _run("simulate", str(folder), "--raters", "5", "--seed", "2")
    _run("ratings", str(folder), "-o", str(tmp_path / "r.csv"))
    rows = list(csv.DictReader((tmp_path / "r.csv").read_text(encoding="utf-8").splitlines()))
    preferences = [row for row in rows if row["field"] == "preference"]
    assert {row["protocol"] for row in rows} == {"faces"}
    assert {row["value"] for row in preferences} <= {"win", "tie", "loss"}
    assert len(preferences) == 4 * 3 * 2
    for left, right in zip(preferences[::2], preferences[1::2], strict=True):
        assert (left["answer"], left["side"], right["side"]) == (right["answer"], "left", "right")
        assert float(left["number"]) + float(right["number"]) == 1
        assert {left["system"], right["system"]} == {"north", "south"}


def test_what_is_written_is_complete_and_clean(folder: Path) -> None:
    assert check_protocol(find_protocol(str(folder / "protocol.yaml"))) == ()
    assert [str(problem) for problem in check_folder(folder).problems] == []


def test_a_protocol_in_english_alone_is_complete_and_says_so(folder: Path, tmp_path: Path) -> None:
    text = re.sub(r', zh: "[^"]*"', "", (folder / "protocol.yaml").read_text(encoding="utf-8"))
    assert "zh" not in text
    (tmp_path / "protocol.yaml").write_text(text, encoding="utf-8")
    shutil.copy(folder / "guideline.en.md", tmp_path)
    result = CliRunner().invoke(app, ["protocol", "check", str(tmp_path / "protocol.yaml")], catch_exceptions=False)
    assert result.exit_code == 0
    assert "is complete" in result.stdout
    assert "meant for en only" in result.stderr


def test_both_checks_name_the_same_gaps(folder: Path, tmp_path: Path) -> None:
    own = shutil.copytree(folder, tmp_path / "own")
    text = (own / "protocol.yaml").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^summary:.*\n", "", text).replace("form:\n", "form:\n  candidate_fields: {odd: FLAGS}\n")
    flags = "{kind: flags, label: {en: a, zh: b}, options: [{id: x, label: {en: a, zh: b}, key: KeyG}]}"
    (own / "protocol.yaml").write_text(text.replace("FLAGS", flags), encoding="utf-8")
    (own / "guideline.en.md").write_text("Look.", encoding="utf-8")
    (own / "guideline.zh.md").unlink()
    with pytest.raises(BeholderError) as refused:
        check_protocol(find_protocol(str(own / "protocol.yaml")))
    told = {problem.problem.partition(": ")[2] for problem in refused.value.problems}
    warned = {one.problem for one in check_folder(own).warnings if one.code == "protocol-incomplete"}
    assert {"summary is not written in en", "summary is not written in zh"} <= told & warned
    assert any("the guideline in en has only 5 characters" in one for one in told & warned)
    assert any("odd uses KeyG, which the page needs itself" in one for one in told & warned)


def test_points_of_scales_without_words_are_listed(folder: Path, tmp_path: Path) -> None:
    own = shutil.copytree(folder, tmp_path / "own")
    text = (own / "protocol.yaml").read_text(encoding="utf-8")
    scale = "{kind: scale, max: 7, label: {en: a, zh: b}, anchors: {1: {en: a, zh: b}, 3-5: {en: a, zh: b}}}"
    text = text.replace("form:\n", f"form:\n  candidate_fields: {{like: {scale}}}\n")
    (own / "protocol.yaml").write_text(text, encoding="utf-8")
    with (own / "study.yaml").open("a", encoding="utf-8") as settings:
        settings.write(
            "after: {hard: {kind: scale, label: Hard, anchors: {1-5: any}}, easy: {kind: scale, label: Easy}}\n"
        )
    told = [one for one in check_folder(own).warnings if one.code == "scale-points-without-words"]
    assert sorted(one.problem for one in told) == [
        "points without words in 'easy': 1-5",
        "points without words in 'like': 2, 6-7",
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "says"),
    [
        ("shows: pair", "shows: two", "setting-bad-value", "shows: two", "'item', 'one', 'pair' or 'all'"),
        ("kind: preference", "kind: prefrence", "setting-bad-value", "preference:", "prefrence"),
        ("timing:", "timin:", "setting-unknown", "timin:", 'did you mean "timing"?'),
        ("shows: pair\n", "", "setting-missing", None, "'shows' is missing"),
        ("version: 1", "version: 0", "setting-bad-value", "version: 0", "greater than or equal to 1"),
        ("kind: image,", "kind: image, requird: true,", "setting-unknown", "requird", "requird"),
    ],
)
def test_mistakes_are_told_with_their_line(
    folder: Path, tmp_path: Path, old: str, new: str, code: str, line: str | None, says: str
) -> None:
    text = (folder / "protocol.yaml").read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new, 1)
    (tmp_path / "protocol.yaml").write_text(changed, encoding="utf-8")
    with pytest.raises(BeholderError) as refused:
        find_protocol("protocol.yaml", folder=tmp_path)
    problem = refused.value.problems[0]
    assert problem.code == code
    assert says in str(problem)
    if line is not None:
        number = next(n for n, one in enumerate(changed.splitlines(), 1) if line in one)
        assert problem.where.startswith(f"protocol.yaml:{number}")


def test_a_preference_without_pairs_is_refused(folder: Path, tmp_path: Path) -> None:
    text = (folder / "protocol.yaml").read_text(encoding="utf-8").replace("shows: pair", "shows: one", 1)
    (tmp_path / "protocol.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(BeholderError, match="a preference needs `shows: pair`"):
        find_protocol("protocol.yaml", folder=tmp_path)


def test_a_missing_file_and_a_wrong_name_are_told(tmp_path: Path) -> None:
    with pytest.raises(BeholderError) as missing:
        find_protocol("gone.yaml", folder=tmp_path)
    assert missing.value.code == "protocol-missing"
    with pytest.raises(BeholderError, match='did you mean "masks"') as unknown:
        find_protocol("mask")
    assert unknown.value.code == "protocol-unknown"
