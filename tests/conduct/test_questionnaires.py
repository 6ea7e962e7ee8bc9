"""What raters said before and after the trials is counted in the report and leaves the study as declared, and not else."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from beholder.cli import app
from beholder.engine import rules_for_raters
from beholder.errors import BeholderError
from beholder.exports import Wish, downloads, write_dataset, write_download, write_export
from beholder.facade import Study, load
from beholder.report.bundle import BundleWriter, open_bundle
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from tests.conduct.run_study import SECRET, RunningStudy, run_study
from tests.study_maker import make_study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    folder = tmp_path_factory.mktemp("asked") / "study"
    folder.mkdir()
    run_study(folder)
    with load(folder) as opened:
        yield opened


def test_answers_before_and_after_are_a_table_under_pseudonyms(study: Study, tmp_path: Path) -> None:
    done = write_export(study, tmp_path / "questionnaires.csv", Wish(table="questionnaires"))
    rows = duckdb.read_csv(str(tmp_path / "questionnaires.csv"), all_varchar=True)
    ages = rows.filter("field = 'age'").project("value, counts").fetchall()
    # the answers of who withdrew are erased; the one who guessed is not in the results
    assert sorted(ages) == [("20", "true"), ("30", "true"), ("40", "true"), ("41", "false"), ("50", "true")]
    assert done.rows == 5 * 4 + 2
    devices = rows.filter("field = 'devices.laptop'").project("number").fetchall()
    assert sorted(devices) == [("0",), ("0",), ("0",), ("1",), ("1",)]
    joined = {str(row["rater"]) for row in study.raters()}
    assert {rater for (rater,) in rows.project("rater").fetchall()} < joined


def test_what_raters_typed_stays_in_the_study(study: Study, tmp_path: Path) -> None:
    write_dataset(study, tmp_path / "set", Wish())
    files = [path for path in (tmp_path / "set").rglob("*") if path.is_file()]
    assert tmp_path / "set" / "questionnaires.codebook.md" in files
    asked = duckdb.read_parquet(str(tmp_path / "set" / "data" / "questionnaires-*.parquet"))
    assert {name for (name,) in asked.project("field").fetchall()} == {
        "age", "colour", "devices.phone", "devices.laptop", "hard",
    }  # fmt: skip
    assert not any(SECRET.encode() in path.read_bytes() for path in files)
    told = json.loads((tmp_path / "set" / "questionnaires.codebook.json").read_text(encoding="utf-8"))
    assert "note" not in {entry["name"] for entry in told["fields"]}
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert (
        "joined 8, agreed to take part 7, answered the questions before the trials 6, began rating 6, in the results 4"
        in card
    )
    assert "52 of 56 planned ratings were collected (93 %)" in card


def test_a_study_says_what_may_leave_it_and_what_was_said_earlier_holds(tmp_path: Path) -> None:
    running = RunningStudy(tmp_path, items=2, ratings=2)
    rater = running.begins(age=61)
    running.rates(rater, 4)
    running.ends(rater, hard=1, note="typed under the first version")
    running.next_version(items=2, ratings=2, exported_questions=["note", "colour"])
    rater = running.begins(age=62)
    running.rates(rater, 4)
    running.ends(rater, hard=2, note="typed under the second version")
    rules = rules_for_raters(running.engine.definition)
    running.close()
    with load(tmp_path) as opened:
        left = {(row.field, row.value) for row in opened.questionnaires()}
    assert ("note", "typed under the second version") in left
    assert ("note", "typed under the first version") not in left
    assert ("age", "61") in left
    assert ("age", "62") not in left
    assert rules["questionnaires"] == "exported under a pseudonym: colour, note; kept in the study: age, devices, hard"


def test_the_report_counts_each_answer(study: Study) -> None:
    found = study.analysis()
    counted = [
        (row["question"].to("en"), row["answer"].to("en"), row["raters"], row["share"], row["analysed"])
        for row in found.table("before.counted").rows
    ]
    assert counted == [
        ("Do you see colours as most do?", "I do", 4, 0.8, 3),
        ("Do you see colours as most do?", "I do not", 1, 0.2, 1),
        ("What do you use?", "Phone", 4, 0.8, 4),
        ("What do you use?", "Laptop", 2, 0.4, 2),
    ]
    (age,) = found.table("before.measured").rows
    assert (age["raters"], age["mean"], age["least"], age["most"]) == (5, pytest.approx(36.2), 20, 50)
    assert (age["analysed"], age["analysed_mean"]) == (4, 35)
    after = next(one for one in found.sections if one.name == "questions.after")
    assert after.title.to("en") == "2 raters answered the questions after the trials; 2 of them are in the results"
    assert after.text[0].to("en").endswith("private: Anything else? (1).")
    assert SECRET not in json.dumps(found.to_json())


def test_the_downloads_of_a_study_have_them_and_of_one_without_questions_not(study: Study, tmp_path: Path) -> None:
    offered = {one.id: one for one in downloads(study)}
    written = write_download(
        study, offered["questionnaires.csv"], tmp_path, blinded=True, all_revisions=False
    ).read_text(encoding="utf-8")
    assert written.count("\n") == 1 + 22
    assert "questionnaires.codebook.md" in offered
    (tmp_path / "plain").mkdir()
    make_study(tmp_path / "plain", "one", items=2, systems="ab")
    app(["simulate", str(tmp_path / "plain"), "--raters", "3"], standalone_mode=False)
    with load(tmp_path / "plain") as plain:
        assert not any(one.id.startswith("questionnaires") for one in downloads(plain))
        with pytest.raises(BeholderError, match="asks no questions"):
            write_export(plain, tmp_path / "none.csv", Wish(table="questionnaires"))


def test_a_question_that_is_not_asked_cannot_be_exported(tmp_path: Path) -> None:
    with pytest.raises(BeholderError, match="'colors', which neither before nor after asks"):
        make_study(
            tmp_path, "one", items=1, before={"colours": {"kind": "text", "label": "?"}}, exported_questions=["colors"]
        )


def test_a_release_holds_what_may_leave_and_verifies(study: Study, tmp_path: Path) -> None:
    folder = study.definition.folder
    write_release(folder, tmp_path / "release.zip")
    assert verify_release(tmp_path / "release.zip").problems == ()
    with zipfile.ZipFile(tmp_path / "release.zip") as archive:
        sheets = [json.loads(line) for line in archive.read("questionnaires.jsonl").splitlines()]
        conduct = json.loads(archive.read("conduct.json"))
        assert not any(SECRET.encode() in archive.read(name) for name in archive.namelist())
    assert sorted(sheet["values"]["age"] for sheet in sheets if sheet["sheet"] == "before") == [20, 30, 40, 41, 50]
    # where an answer stays behind so does the salt with which it could be guessed
    assert all(bool(sheet["salt"]) == (sheet["sheet"] == "before") for sheet in sheets)
    assert conduct["collected"]["ratings"] == 52


@pytest.mark.parametrize("changed", ["age", "gone", "flow"])
def test_a_changed_release_is_found_out(study: Study, tmp_path: Path, changed: str) -> None:
    """Whoever changes a file and all digests of the bundle cannot change what the chain has recorded."""
    write_release(study.definition.folder, tmp_path / "release.zip")
    bundle = open_bundle(tmp_path / "release.zip")
    writer = BundleWriter(tmp_path / "changed.zip")
    with zipfile.ZipFile(tmp_path / "release.zip") as archive:
        for name in bundle.facts["files"]:
            data = archive.read(name)
            if name == "questionnaires.jsonl" and changed == "age":
                data = data.replace(b'"age":20', b'"age":21')
            elif name == "questionnaires.jsonl" and changed == "gone":
                data = b"".join(data.splitlines(keepends=True)[1:])
            elif name == "conduct.json" and changed == "flow":
                data = data.replace(b'"n":8', b'"n":9')
            assert (data != archive.read(name)) == (
                name == ("conduct.json" if changed == "flow" else "questionnaires.jsonl")
            )
            (tmp_path / "part").write_bytes(data)
            writer.add_file(name, tmp_path / "part")
    writer.finish({name: value for name, value in bundle.facts.items() if name != "files"})
    (problem,) = verify_release(tmp_path / "changed.zip").problems
    assert {"age": "is not what was recorded", "gone": "is missing", "flow": "not what the records say"}[
        changed
    ] in problem
