"""Defects: a ready protocol without code, whose simulated raters find the faults that were planted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.facade import load
from beholder.fields.word_marks.split import words_in
from beholder.protocols import Candidate, Item, Shown, SimulatedRater, find_protocol
from beholder.protocols.registry import read_protocol
from beholder.report import build_report, material_of_study
from beholder.stats import Marks, Nearness, consensus_marks
from beholder.study import check_folder


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    make = find_protocol("defects").example
    assert make is not None
    folder = tmp_path_factory.mktemp("defects") / "study"
    make(folder, 3)
    done = CliRunner().invoke(app, ["simulate", str(folder), "--raters", "3", "--seed", "5"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return folder


def _items(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def test_it_is_a_yaml_file_and_nothing_else() -> None:
    protocol = find_protocol("defects")
    assert protocol.folder is not None
    again = read_protocol(protocol.folder / "protocol.yaml")
    assert again.declaration == protocol.declaration
    assert (protocol.simulate, protocol.analyse, protocol.page_data) == (None, None, None)
    assert not (protocol.folder / "page.html").exists()


def test_the_example_is_sound_and_its_truth_speaks_of_its_own_words(example: Path) -> None:
    assert [str(one) for one in check_folder(example).problems] == []
    items = _items(example)
    assert [item["kind"] for item in items if "kind" in item] == ["practice", "practice"]
    for item in items[2:]:
        for candidate in item["candidates"]:
            assert [word for word, _ in candidate["truth"]["words"]] == words_in(item["prompt"])
    marked = [candidate["truth"] for item in items[2:] for candidate in item["candidates"]]
    assert sum(bool(truth["implausible"]) for truth in marked) >= 4
    assert sum(any(mark for _, mark in truth["words"]) for truth in marked) >= 4


def test_planted_faults_are_recovered_by_three_raters() -> None:
    """Of many pictures with a fault or two, the places that two of three raters mark are those where something is."""
    rng = np.random.default_rng(11)
    there, found, false = 0, 0, 0
    for number in range(200):
        planted = list(_planted(rng))
        places = _agreed(planted, number, rng)
        hit = [any(np.hypot(p.x - m["x"], p.y - m["y"]) < 0.05 for p in places) for m in planted]
        there, found = there + len(planted), found + sum(hit)
        false += sum(all(np.hypot(p.x - m["x"], p.y - m["y"]) >= 0.05 for m in planted) for p in places)
    assert found / there >= 0.95
    assert false / there <= 0.05


def _planted(rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    for side in range(int(rng.integers(1, 3))):
        # one on each half, so that two faults are two places
        x, y = rng.uniform(0.05, 0.4) + 0.5 * side, rng.uniform(0.05, 0.95)
        yield {"x": float(x), "y": float(y), "reason": "shape"}


def _agreed(planted: list[dict[str, Any]], number: int, rng: np.random.Generator) -> list[Any]:
    protocol = find_protocol("defects")
    truth = {"implausible": planted, "misaligned": [], "words": [["a", ""], ["ball", ""]]}
    candidate = Candidate(f"i{number}", "s", {"image": "a.png", "truth": truth})
    shown = Shown(Item(f"i{number}", {"prompt": "a ball"}, (candidate,)), ((candidate,),))
    rows: list[tuple[int, Any, Any]] = []
    for rater in range(3):
        person = SimulatedRater.draw(rng, seconds=60)
        marks = protocol.answer_like_a_person(protocol.declaration, shown, person, rng)["trial"]["implausible"]
        rows += [(rater, mark["x"], mark["y"]) for mark in marks] or [(rater, None, None)]
    raters, x, y = zip(*rows, strict=True)
    table = Marks.of(item=[number] * len(rows), rater=raters, x=x, y=y)
    return [one for one in consensus_marks(table, Nearness(radius=0.05)) if one.raters > 1]


def test_the_analysis_tells_systems_apart_by_what_is_wrong_with_them(example: Path) -> None:
    with load(example) as study:
        analysis = study.analysis()
    found = {finding.name: finding for finding in analysis.findings}
    assert found["implausible.mean.cirrus"].value > 0.7 > found["implausible.mean.aurora"].value
    assert found["misaligned.attribute.mean.borealis"].value > found["misaligned.attribute.mean.cirrus"].value
    assert found["words.share.wrong.borealis"].value > found["words.share.wrong.aurora"].value
    assert found["implausible.f"].value > 0.7
    assert found["implausible.alpha"].interval is not None
    assert found["words.alpha"].value > 0.5
    places = analysis.table("implausible.places").rows
    planted = {
        (item["id"], candidate["system"]): candidate["truth"]["implausible"]
        for item in _items(example)[2:]
        for candidate in item["candidates"]
    }
    told = {(row["item"], row["system"]) for row in places}
    assert told >= {key for key, marks in planted.items() if marks}
    for row in places:
        for mark in planted[row["item"], row["system"]]:
            assert np.hypot(row["x"] - mark["x"], row["y"] - mark["y"]) < 0.05
            assert row["option"].to("en") == {"shape": "Distorted shape", "physics": "Cannot be so"}[mark["reason"]]
    assert {"implausible.heat", "words.strips"} <= {chart.name for chart in analysis.charts}
    assert all({"en", "zh"} <= section.title.root.keys() for section in analysis.sections)


def test_marks_leave_the_study_as_json_that_the_codebook_explains(example: Path, tmp_path: Path) -> None:
    out = tmp_path / "ratings.csv"
    done = CliRunner().invoke(app, ["export", str(example), "-o", str(out)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    with load(example) as study:
        rows = [row for row in study.ratings().rows if row.field in ("implausible", "words")]
    assert rows
    for row in rows:
        assert sum(bool(one[1]) if row.field == "words" else 1 for one in json.loads(row.value)) == row.number
    codebook = (tmp_path / "ratings.codebook.md").read_text(encoding="utf-8")
    assert "JSON list of at most 12 marks with x, y, reason, note" in codebook
    assert "JSON list of [word, mark] in the order of the text" in codebook
    wide = tmp_path / "answers.csv"
    done = CliRunner().invoke(
        app, ["export", str(example), "-o", str(wide), "--what", "answers"], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    assert '[[""a"",""""]' in wide.read_text(encoding="utf-8")


def test_the_report_draws_maps_and_strips(example: Path) -> None:
    with load(example) as study:
        html = build_report(material_of_study(study), language="zh")
    assert "各系统的图片上标记的位置" in html
    assert "被标记的词最多的文本" in html
    assert html.count("#8c1d04") + html.count("rgb(140, 29, 4)") > 0, "the darkest place of the map"


def test_each_mark_is_a_row_of_a_table_of_its_own(example: Path, tmp_path: Path) -> None:
    """Places with their reasons and words with their numbers, as many as the ratings table says, and explained."""
    path = tmp_path / "marks.jsonl"
    command = ["export", str(example), "--what", "marks", "-o", str(path)]
    done = CliRunner().invoke(app, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with load(example) as study:
        ratings, counted = study.ratings(all_rows=True), study.marks()
    assert len(counted) == sum(row["counts"] for row in rows) > 20
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["answer"], row["field"]), []).append(row)
    for rating in ratings:
        if rating.field not in ("implausible", "misaligned", "words") or not rating.value:
            continue
        mine, said = found.pop((rating.answer, rating.field)), json.loads(rating.value)
        assert {(row["rater"], row["system"], row["item"], row["counts"]) for row in mine} == {
            (rating.rater, rating.system, rating.item, rating.counts)
        }
        if rating.number == 0:
            # that there is nothing to mark is an answer, too
            assert [(row["mark"], row["x"], row["word"], row["reason"]) for row in mine] == [(0, None, "", "")]
            continue
        if rating.field == "words":
            marked = [(n, word, reason) for n, (word, reason) in enumerate(said, start=1) if reason]
            assert [(row["word_number"], row["word"], row["reason"]) for row in mine] == marked
        else:
            names = ("x", "y", "width", "height", "reason", "note")
            told = [{name: row[name] for name in names if row[name] not in (None, "")} for row in mine]
            assert told == said
        assert [row["mark"] for row in mine] == list(range(1, len(mine) + 1))
    assert found == {}
    book = json.loads((tmp_path / "marks.codebook.json").read_text(encoding="utf-8"))
    assert [column["name"] for column in book["columns"]] == list(rows[0])
    assert all(column["meaning"]["en"] and column["meaning"]["zh"] for column in book["columns"])
    reasons = {field["name"]: {one["value"] for one in field.get("values", [])} for field in book["fields"]}
    assert {row["reason"] for row in rows if row["field"] == "words" and row["mark"]} <= reasons["words"]


def test_marks_are_in_the_data_set_and_blind_where_asked(example: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    command = ["export", str(example), "--format", "hf", "--blinded", "-o", str(folder)]
    done = CliRunner().invoke(app, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "`marks` has one row per place or word" in (folder / "README.md").read_text(encoding="utf-8")
    read = duckdb.connect(":memory:").execute(
        "SELECT DISTINCT system FROM read_parquet(?)", [str(folder / "data" / "marks-00000-of-00001.parquet")]
    )
    systems = {candidate["system"] for item in _items(example) for candidate in item.get("candidates", ())}
    shown = {row[0] for row in read.fetchall()}
    assert shown
    assert not shown & systems
