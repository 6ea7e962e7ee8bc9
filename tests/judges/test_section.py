"""What analyses say about judges: the published numbers, a judge that looks at places alone, and people's results untouched."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from beholder.analysis import Analysis
from beholder.exports import Wish, write_export
from beholder.exports.tables import TableName
from beholder.facade import load
from beholder.judges.open_study import open_for_judging
from beholder.judges.prepared_judge import prepare_judge
from beholder.report import build_report
from beholder.report.chapters import _capital, _sort_of
from beholder.report.material import material_of_study
from beholder.study import load_definition
from beholder.testing.chat_server import ChatQuestion, chat_server
from beholder.text import Catalogue, Text
from tests.judges.judged_studies import people_answer, run_judge, score, write_study
from tests.stats.ranking_data import data_folder

LESION = """
name: lesion
title: Skin lesions
shows: item
item: {image: {kind: image}}
form:
  fields:
    asymmetry: {kind: scale, label: Asymmetry, min: 0, max: 2, required: false}
    border: {kind: scale, label: Border, min: 0, max: 2, required: false}
    color: {kind: scale, label: Color, min: 1, max: 6, required: false}
    dermo: {kind: scale, label: Dermo, min: 0, max: 2, required: false}
    blue: {kind: scale, label: Blue, min: 0, max: 2, required: false}
"""
MODELS = ("gpt-4o", "gemini_flash")


def _table(name: str) -> list[dict[str, str]]:
    with gzip.open(data_folder("alttest") / "lesion" / name, "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _by_picture(rows: list[dict[str, str]], who: str) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for row in rows:
        of = found.setdefault(row[who], {}).setdefault(row["image"].partition(".")[0], {})
        of[row["field"].lower()] = int(float(row["value"]))
    return found


@pytest.fixture(scope="module")
def lesion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analysis]:
    data, folder = data_folder("alttest") / "lesion", tmp_path_factory.mktemp("lesion")
    recorded = _by_picture(_table("answers.tsv.gz"), "model")
    (folder / "protocol.yaml").write_text(LESION, encoding="utf-8")
    pictures = sorted((data / "images").iterdir())
    shutil.copytree(data / "images", folder / "media")
    rows = [{"id": path.stem, "image": path.name} for path in pictures]
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    named: dict[str, str] = {}

    def replay(question: ChatQuestion) -> dict[str, Any]:
        answer = recorded[question.data["model"]][named[question.digests[0]]]
        return {"trial": answer, "slots": []}

    with chat_server(replay) as server:
        judges = {
            name: {"address": server.address, "model": name, "reason": "none", "pictures": {"longest": 256}}
            for name in MODELS
        }
        study = {"protocol": "protocol.yaml", "items": "items.jsonl", "media": "media", "ratings": 6, "judges": judges}
        (folder / "study.yaml").write_text(json.dumps(study), encoding="utf-8")
        people_answer(folder, _by_picture(_table("ratings.tsv.gz"), "rater"))
        with open_for_judging(load_definition(folder)) as (engine, taken):
            judge = prepare_judge(engine, MODELS[0], taken)
            for showing in judge.showings:
                digest = judge.request(showing).pictures[0].digest
                named[digest] = Path(str(judge.views[showing.item].main_image())).stem
        for name in MODELS:
            assert run_judge(folder, name=name).answered == 100
    with load(folder) as opened:
        yield opened.analysis()


@pytest.mark.long
class TestLesion:
    """The photographs and answers of Calderon, Reichart & Dror, from the pictures through a server to the analysis."""

    def test_each_field_has_the_published_winning_rate_and_advantage(self, lesion: Analysis) -> None:
        known = json.loads((data_folder("alttest") / "expected.json").read_text(encoding="utf-8"))["lesion"]
        for model, fields in known["each_field"].items():
            for field, told in fields.items():
                name = f"judge.{model}#1.{field.lower()}"
                assert lesion.finding(f"{name}.winning_rate").value == pytest.approx(told["omega"], abs=1e-4)
                assert lesion.finding(f"{name}.advantage").value == pytest.approx(told["rho"], abs=1e-4)

    def test_all_fields_together_are_clustered_by_picture(self, lesion: Analysis) -> None:
        known = json.loads((data_folder("alttest") / "expected.json").read_text(encoding="utf-8"))["lesion"]
        for model, told in known["all_five_fields_together"].items():
            name = f"judge.{model}#1.all"
            assert lesion.finding(f"{name}.winning_rate").value == pytest.approx(told["omega_clustered"], abs=1e-4)
            assert lesion.finding(f"{name}.advantage").value == pytest.approx(told["rho"], abs=1e-4)

    def test_numbers_have_intervals_and_verdicts_stand_in_words(self, lesion: Analysis) -> None:
        section = next(one for one in lesion.sections if one.role == "judges")
        told = " ".join(text.to("en") for text in section.text)
        assert "On “Blue”, gemini_flash#1 may stand in for a rater" in told
        assert "On “Border”, gemini_flash#1 may not stand in for a rater" in told
        for what in ("alpha", "people_alpha", "advantage", "severity", "spread", "saved"):
            finding = lesion.finding(f"judge.gpt-4o#1.color.{what}")
            assert finding.interval is not None
            assert finding.interval[0] <= finding.value <= finding.interval[1]


def _people(folder: Path) -> dict[str, bytes]:
    """All that says something about people, byte for byte."""
    with load(folder) as study:
        data = study.analysis().to_json()
        sections = [one for one in data["sections"] if one["role"] != "judges"]
        of_judges = {
            name for one in data["sections"] if one["role"] == "judges" for name in (*one["findings"], *one["tables"])
        }
        kept = {
            "analysis": {
                **data,
                "sections": sections,
                "findings": [one for one in data["findings"] if one["name"] not in of_judges],
                "rows": [row for row in data["rows"] if row["table"] not in of_judges],
                "charts": data.get("charts"),
            },
            "ratings": [list(row) for row in study.ratings(all_rows=True)],
            "raters": study.raters(),
            "status": {name: value for name, value in asdict(study.status()).items() if name != "records"},
            "questionnaires": len(study.questionnaires()),
        }
        found = {name: json.dumps(value, default=str, sort_keys=True).encode() for name, value in kept.items()}
        tables: tuple[TableName, ...] = ("ratings", "answers")
        for table in tables:
            path = folder.parent / f"{table}.csv"
            write_export(study, path, Wish(table=table))
            found[f"{table}.csv"] = path.read_bytes()
    return found


def test_judges_change_no_byte_of_what_is_said_about_people(tmp_path: Path) -> None:
    answers = {f"p{n}": {f"i{k}": {"score": 1 + (n + k) % 5} for k in range(8)} for n in range(3)}
    with chat_server(score) as server:
        folder = write_study(tmp_path / "study", "item", server.address, items=8, repeats={"share": 0.5})
        people_answer(folder, dict(list(answers.items())[:2]))
        run_judge(folder, limit=5)
        people_answer(folder, dict(list(answers.items())[2:]))
        before = _people(folder)
        run_judge(folder)
    assert _people(folder) == before
    with load(folder) as study:
        assert study.verify().problems == ()
        section = next(one for one in study.analysis().sections if one.role == "judges")
    assert {table.name for table in section.tables} >= {"judges", "judges.trust", "judges.bias"}


def test_a_report_tells_judges_apart_by_their_names_and_what_each_cost(tmp_path: Path) -> None:
    """One model under two settings: two judges, each called as it is."""
    answers = {f"p{n}": {f"i{k}": {"score": 1 + (n + k) % 5} for k in range(8)} for n in range(3)}
    prices = {"budget": {"prices": {"input": 1.0, "output": 2.0}}}

    def some(question: ChatQuestion) -> Any:
        poor = {"reason": "", "trial": {"score": 1}, "slots": []}
        return "I cannot say." if "picture 3" in question.text else poor

    with chat_server(some) as server:
        folder = write_study(tmp_path / "study", "item", server.address, items=8, ratings=3, judge=prices)
        people_answer(folder, answers)
        run_judge(folder)
        write_study(folder, "item", server.address, items=8, ratings=3, judge={**prices, "temperature": 1.0})
        run_judge(folder)
    with load(folder) as study:
        found = study.analysis()
        html = build_report(material_of_study(study), draw=False)
    assert "One model judged the same trials" in html
    assert all(f"m#{n} may not stand in for a rater" in html for n in (1, 2))
    # what the text says is not said again among the methods
    assert "does not pass" not in html
    assert "M#" not in html
    # seven showings with one request, one with three
    assert [row["spent"] for row in found.table("judges").rows] == [pytest.approx(10 * 1100 / 1e6)] * 2


def test_a_note_that_begins_with_a_name_alters_neither_the_name_nor_another_note() -> None:
    first, second = (Text(Catalogue("stats").later("note-alt-unanswered", model=f"qwen#{n}", n=3)) for n in (1, 2))
    assert _capital(first.to("en"), first).startswith("qwen#1 gave no answer")
    assert _capital("krippendorff's alpha", "krippendorff's alpha") == "Krippendorff's alpha"
    assert _sort_of(first) != _sort_of(second)
    assert _sort_of(first) == _sort_of(Text(Catalogue("stats").later("note-alt-unanswered", model="qwen#1", n=5)))


def test_a_judge_that_always_says_left_is_reported_as_such(tmp_path: Path) -> None:
    """Asked in both orders, it prefers no system, and the section says that it follows the place."""
    with chat_server(lambda question: {"reason": "", "trial": {"better": "left"}, "slots": []}) as server:
        folder = write_study(tmp_path, "pair", server.address, items=20)
        run_judge(folder)
    with load(folder) as study:
        found = study.analysis()
    assert found.finding("judge.m#1.better.first_side").value == 1.0
    assert found.finding("judge.m#1.better.flips").value == 1.0
    moved = found.table("judges.bias")
    assert len(moved.columns) <= 5, "more cannot be read on a phone"
    assert {row["moved"].to("en"): row["value"] for row in moved.rows} == {
        "First of two wins": 1.0, "Changes with the order": 1.0
    }  # fmt: skip
    rows = {row["system"]: row["judge_mean"] for row in found.table("judges.systems").rows}
    assert rows == {"sys-one": 0.5, "sys-two": 0.5}
    section = next(one for one in found.sections if one.role == "judges")
    assert any("follows the place" in text.to("en") for text in section.text)
    assert all(text.to("zh") != text.to("en") for text in section.text)


def test_several_prompts_stand_side_by_side(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address, items=3)
        run_judge(folder)
        (folder / "guideline.en.md").write_text("# Look\n\nTwice.\n", encoding="utf-8")
        run_judge(folder)
    with load(folder) as study:
        rows = study.analysis().table("judges").rows
    assert [row["judge"] for row in rows] == ["m#1", "m#2"]
