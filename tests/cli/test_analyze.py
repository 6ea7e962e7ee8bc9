"""The command `analyze`: a study and a table, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from beholder.cli import analyze as analysis
from beholder.cli.export import add_to as add_exports
from beholder.cli.study import add_to as add_studies
from beholder.errors import BeholderError


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    made = typer.Typer()
    add_studies(made)
    add_exports(made)
    analysis.add_to(made)
    return made


@pytest.fixture(scope="module")
def study(app: typer.Typer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "captions"
    for command in (["new", "captions", str(folder)], ["simulate", str(folder), "--raters", "8", "--seed", "2"]):
        assert CliRunner().invoke(app, command, catch_exceptions=False).exit_code == 0
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    if "contrasts:" not in text:
        text += "\ncontrasts:\n  - {field: objects, systems: [ample, terse]}\nabout: {planned_n: '36 answers', stopping: all done}\n"
        (folder / "study.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_study_is_told_in_words(app: typer.Typer, study: Path) -> None:
    result = CliRunner().invoke(app, ["analyze", str(study)], catch_exceptions=False)
    assert result.exit_code == 0
    for words in ("simulated raters", "ample", "Agreement on objects", "Stopping rule: all done.", "Method", "Limits"):
        assert words in result.stdout
    chinese = CliRunner().invoke(app, ["analyze", str(study), "--language", "zh"], catch_exceptions=False)
    assert "一致性" in chinese.stdout


def test_json_is_one_object_with_named_findings(app: typer.Typer, study: Path) -> None:
    result = CliRunner().invoke(app, ["analyze", str(study), "--json"], catch_exceptions=False)
    data = json.loads(result.stdout)
    findings = {f["name"]: f for f in data["findings"]}
    assert findings["objects.mean.ample"]["interval"][0] < findings["objects.mean.ample"]["value"]
    assert findings["declared.objects.ample-terse"]["value"] > 0
    assert set(findings["objects.mean.ample"]) == {
        "name", "value", "interval", "confidence", "n", "n_dropped", "method", "notes",
    }  # fmt: skip
    systems = [row["system"] for row in data["rows"] if row["table"] == "total.systems"]
    assert systems[0] == "ample"
    again = CliRunner().invoke(app, ["analyze", str(study), "--json"], catch_exceptions=False)
    assert again.stdout == result.stdout


def test_the_export_of_a_study_says_what_the_study_says(app: typer.Typer, study: Path, tmp_path: Path) -> None:
    path = tmp_path / "ratings.parquet"
    assert CliRunner().invoke(app, ["ratings", str(study), "-o", str(path)], catch_exceptions=False).exit_code == 0
    one, other = (
        json.loads(CliRunner().invoke(app, ["analyze", str(place), "--json"], catch_exceptions=False).stdout)
        for place in (study, path)
    )
    theirs = {f["name"]: f for f in other["findings"]}
    compared = 0
    for finding in one["findings"]:
        name = finding["name"]
        # what the items know (captions, references) and the settings declare is not in the table
        if name.startswith(("declared", "attention")) or "per_word" in name or "ratings_enough" in name:
            continue
        assert theirs[name]["value"] == pytest.approx(finding["value"]), name
        compared += 1
    assert compared > 50


def test_a_table_in_one_command(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    lines = [
        f"i{i},{s},{(i + 2 * (s == 'elm') + r) % 7 + 1}" for i in range(10) for s in ("elm", "oak") for r in range(2)
    ]
    path.write_text("image,model,rating\n" + "\n".join(lines), encoding="utf-8")
    result = CliRunner().invoke(app, ["analyze", str(path)], catch_exceptions=False)
    assert result.exit_code == 0
    assert "Columns are taken by their names" in result.stdout
    assert "Levels of measurement are inferred" in result.stdout


def test_options_for_tables_are_refused_for_a_study(app: typer.Typer, study: Path) -> None:
    with pytest.raises(BeholderError) as caught:
        CliRunner().invoke(app, ["analyze", str(study), "--map", "item=x"], catch_exceptions=False)
    assert caught.value.code == "analysis-bad-map"
