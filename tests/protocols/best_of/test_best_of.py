"""Best of several: a ready protocol without code, whose simulated raters find the order of six systems, four at a time."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.facade import load
from beholder.protocols import find_protocol
from beholder.protocols.registry import read_protocol
from beholder.report import build_report, material_of_study
from beholder.study import check_folder
from beholder.testing import check_protocol


@pytest.fixture(scope="module")
def example(painted: Callable[[str], Path]) -> Path:
    return painted("best-of")


def test_it_is_a_yaml_file_and_nothing_else() -> None:
    protocol = find_protocol("best-of")
    assert protocol.folder is not None
    again = read_protocol(protocol.folder / "protocol.yaml")
    assert again.declaration == protocol.declaration
    assert (protocol.simulate, protocol.analyse, protocol.page_data) == (None, None, None)
    assert not (protocol.folder / "page.html").exists()


def test_the_example_is_sound_and_practises_two_sets_of_four(example: Path) -> None:
    assert [str(one) for one in check_folder(example).problems] == []
    items = [json.loads(line) for line in (example / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    practised = [item for item in items if item.get("kind") == "practice"]
    assert [len(item["candidates"]) for item in practised] == [4, 4]
    for item in practised:
        assert set(item["reference"]["why"]) >= {"en", "zh"}


def test_check_says_how_balanced_the_sets_are(example: Path) -> None:
    told = CliRunner().invoke(app, ["check", str(example), "--json"], catch_exceptions=False)
    plan = json.loads(told.stdout)["plan"]
    assert (plan["trials"], plan["subsets"]["shown"]) == (12, [8, 8])
    printed = " ".join(CliRunner().invoke(app, ["check", str(example)], catch_exceptions=False).stdout.split())
    assert "4 systems; each is in 8 trials, every two of them meet in 4 to 5" in printed


def test_simulated_raters_find_the_best_and_the_worst_system(example: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(example, tmp_path / "study")
    done = CliRunner().invoke(app, ["simulate", str(folder), "--raters", "8", "--seed", "5"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    with load(folder) as study:
        rows = [row for row in study.ratings().rows if row.field == "pick" and row.kind == "main"]
        found = study.analysis()
        page = build_report(material_of_study(study), language="zh", draw=False)
    assert {row.position for row in rows} == {1, 2, 3, 4}
    order = [row["system"] for row in found.table("pick.systems").rows]
    assert (order[0], order[-1]) == ("aurora", "fjord")
    assert found.headline is not None
    assert found.headline.kind == "ranks"
    # single answers are told in the report's words, also that a picture was neither
    told = re.findall(r"答案 ([^<]+)", page.split('id="gallery"')[1])
    assert {one.strip(" …") for answers in told for one in answers.split("、")} == {"最好", "最差", "都不是"}


def test_a_full_order_is_the_same_file_with_another_field(tmp_path: Path) -> None:
    """As the page of the protocol says."""
    folder = find_protocol("best-of").folder
    assert folder is not None
    text = (folder / "protocol.yaml").read_text(encoding="utf-8")
    own = (
        text.replace("    pick:\n      kind: best_worst", "    order:\n      kind: ranking")
        .replace("watch: pick", "")
        .replace("headline: pick", "")
    )
    (tmp_path / "protocol.yaml").write_text(own.replace("name: best-of", "name: in-order"), encoding="utf-8")
    for language in ("en", "zh"):
        guideline = (folder / f"guideline.{language}.md").read_text(encoding="utf-8")
        (tmp_path / f"guideline.{language}.md").write_text(
            guideline.replace("label:pick", "label:order"), encoding="utf-8"
        )
    check_protocol(read_protocol(tmp_path / "protocol.yaml"))
