"""Side by side: a ready protocol in YAML, whose simulated raters find out which system does what well."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.facade import load
from beholder.protocols import find_protocol
from beholder.protocols.registry import read_protocol
from beholder.study import Version, check_folder, load_definition
from beholder.testing import check_protocol


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    make = find_protocol("side-by-side").example
    assert make is not None
    folder = tmp_path_factory.mktemp("side") / "study"
    make(folder, 3)
    return folder


def test_what_it_asks_is_a_yaml_file_and_its_page_and_analysis_are_those_of_any() -> None:
    protocol = find_protocol("side-by-side")
    assert protocol.folder is not None
    again = read_protocol(protocol.folder / "protocol.yaml")
    assert again.declaration == protocol.declaration
    assert (protocol.simulate, protocol.analyse, protocol.page_data) == (None, None, None)
    assert not (protocol.folder / "page.html").exists()


def test_the_example_is_sound_and_has_edits_and_practice(example: Path) -> None:
    assert [str(one) for one in check_folder(example).problems] == []
    items = [json.loads(line) for line in (example / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [item["kind"] for item in items if "kind" in item] == ["practice"] * 3
    assert {item["category"] for item in items if "source" in item} == {"editing"}


@pytest.fixture(scope="module")
def simulated(example: Path) -> Path:
    done = CliRunner().invoke(app, ["simulate", str(example), "--raters", "8", "--seed", "7"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return example


def test_each_question_is_won_by_the_system_that_is_good_at_it(simulated: Path) -> None:
    with load(simulated) as study:
        rows = study.ratings().rows
    share = {
        (field, system): sum(float(row.number or 0) for row in rows if (row.field, row.system) == (field, system))
        for field in ("follows", "looks")
        for system in ("aurora", "borealis", "cirrus")
    }
    assert share["follows", "borealis"] < min(share["follows", "aurora"], share["follows", "cirrus"])
    assert share["looks", "cirrus"] < min(share["looks", "aurora"], share["looks", "borealis"])


def test_what_no_system_can_paint_is_bad_and_the_categories_are_told_apart(simulated: Path) -> None:
    with load(simulated) as study:
        rows = study.ratings().rows
        found = study.analysis()
    bad = {row.item for row in rows if row.value == "both_bad"}
    assert bad == {"prompt-7"}
    share = found.finding("follows.both_bad")
    assert share.value == pytest.approx(len({row.answer for row in rows if row.value == "both_bad"}) / share.n)
    by_group = {(row["field"], row["group"], row["system"]): row for row in found.table("preference_groups").rows}
    assert len(by_group) == 2 * 2 * 3
    assert by_group["follows", "editing", "aurora"]["both_bad"] == 0
    assert by_group["follows", "generation", "aurora"]["both_bad"] > 0
    whole = next(row for row in found.table("follows.systems").rows if row["system"] == "aurora")
    for what in ("wins", "ties", "losses"):
        parts = [by_group["follows", group, "aurora"][what] for group in ("editing", "generation")]
        assert sum(parts) == whole[what]


OPTIONS = (
    {"both_bad": True},
    {"unsure": True},
    {"steps": 7},
    {"steps": 6, "both_bad": True, "unsure": True},
    {"outputs": "clip"},
    {"outputs": "images", "both_bad": True},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_a_study_offers_is_asked_and_told_in_the_guideline(options: dict[str, Any]) -> None:
    protocol = find_protocol("side-by-side")
    params = protocol.params(**options)
    declared = protocol.declared_for(params)
    check_protocol(replace(protocol, declaration=declared))
    for name in ("follows", "looks"):
        field = declared.form.fields[name]
        offered = {option.id for option in field.options_shown()}
        assert [word in offered for word in ("both_bad", "unsure")] == ["both_bad" in options, "unsure" in options]
        assert ("-3" in offered) == ("steps" in options)
    for language, words in (
        ("en", ("Both are bad", "I cannot tell", "By how much")),
        ("zh", ("都不好\n", "无法判断\n", "好多少")),
    ):
        text = protocol.guideline(language, params)
        headings = [
            any(line.startswith("## ") and word.strip() in line for line in text.splitlines()) for word in words
        ]
        assert headings == ["both_bad" in options, "unsure" in options, "steps" in options]
        assert "{%" not in text


def test_a_study_that_offers_no_more_is_the_version_it_was(example: Path, tmp_path: Path) -> None:
    """Studies that were started before there was more to offer go on: nothing of it is in their frozen version."""
    shutil.copytree(example, tmp_path, ignore=shutil.ignore_patterns(".beholder"), dirs_exist_ok=True)
    settings = (tmp_path / "study.yaml").read_text(encoding="utf-8")
    plain = re.sub(r"(?m)^params: .*\n", "", settings)
    assert plain != settings
    (tmp_path / "study.yaml").write_text(plain, encoding="utf-8")
    items = (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "items.jsonl").write_text("".join(one for one in items if "beyond" not in one), encoding="utf-8")
    data = Version.of(load_definition(tmp_path)).data
    assert data["params"] == {}
    told = json.dumps([data["declaration"], data["meaning"]])
    assert not any(word in told for word in ("both_bad", "unsure", "step", "outputs", "clip", "images"))
    asked = {"kind", "label", "help", "required", "show_when", "after_candidates", "ties", "left", "right", "tie"}
    assert set(data["declaration"]["form"]["fields"]["follows"]) == asked | {"side_keys"}


def test_steps_that_cannot_be_are_told_with_their_line(example: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(example, tmp_path / "study", ignore=shutil.ignore_patterns(".beholder"))
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    (folder / "study.yaml").write_text(text.replace("unsure: true}", "steps: 12}"), encoding="utf-8")
    (problem,) = [one for one in check_folder(folder).problems if one.code == "setting-bad-value"]
    assert "less than or equal to 9" in problem.problem
    assert problem.where.startswith("study.yaml:")


def test_practice_that_expects_what_cannot_be_answered_is_told(example: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(example, tmp_path / "study", ignore=shutil.ignore_patterns(".beholder"))
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    (folder / "study.yaml").write_text(re.sub(r"(?m)^params: .*\n", "", text), encoding="utf-8")
    (problem,) = [one for one in check_folder(folder).problems if one.code == "item-bad-reference"]
    assert "expected one of left, tie, right; got 'both_bad'" in problem.problem


@pytest.mark.long
@pytest.mark.variants(1)
@pytest.mark.parametrize(("variant", "column"), [("clips", "clip"), ("four-up", "images")])
def test_clips_and_sets_of_pictures_are_compared_as_pictures_are(tmp_path: Path, variant: str, column: str) -> None:
    folder = tmp_path / "study"
    runner = CliRunner()
    done = runner.invoke(app, ["new", "side-by-side", str(folder), "--variant", variant, "--seed", "3"])
    assert done.exit_code == 0, done.output
    checked = check_folder(folder)
    assert [str(one) for one in checked.problems] == []
    definition = load_definition(folder)
    assert column in definition.declaration.candidate
    assert "image" not in definition.declaration.candidate
    assert len([item for item in definition.items if item.kind == "practice"]) == 2
    done = runner.invoke(app, ["simulate", str(folder), "--raters", "8", "--seed", "5"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    with load(folder) as study:
        found = study.analysis()
    shares = {
        (name, system): found.finding(f"{name}.win_share.{system}").value
        for name in ("follows", "looks")
        for system in ("aurora", "borealis", "cirrus")
    }
    assert shares["follows", "borealis"] == min(value for (name, _), value in shares.items() if name == "follows")
    assert shares["looks", "cirrus"] == min(value for (name, _), value in shares.items() if name == "looks")


@pytest.mark.parametrize("outputs", ["clip", "images"])
def test_the_questions_speak_of_what_is_shown_in_every_language(outputs: str) -> None:
    protocol = find_protocol("side-by-side")
    params = protocol.params(outputs=outputs)
    declared = protocol.declared_for(params)
    words = {"en": ("clip", "set"), "zh": ("视频", "组")}
    for language, (clip, several) in words.items():
        expected = clip if outputs == "clip" else several
        for name in ("follows", "looks"):
            assert expected in declared.form.fields[name].label.to(language)
        assert expected in declared.instruction.to(language)
        assert expected in protocol.guideline(language, params).splitlines()[2]
    motion = "motion" in {option.id for option in declared.form.fields["reasons"].options_shown()}
    assert motion == (outputs == "clip")
