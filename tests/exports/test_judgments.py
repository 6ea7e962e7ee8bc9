"""What models said leaves a study as a table of its own, with what each was told and cost, and is held by the chain."""

from __future__ import annotations

import csv
import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from beholder.engine.ledger import Ledger
from beholder.errors import BeholderError
from beholder.exports import Wish, downloads, write_dataset, write_export
from beholder.facade import load
from beholder.judges.judgments_table import JUDGMENTS
from beholder.keeping.verify_judgments import compare_calls
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.testing.chat_server import ChatQuestion, chat_server
from tests.judges.judged_studies import calls, people_answer, run_judge, write_study
from tests.report.rewritten_release import rewritten

GUIDELINE = "# Look\n\nAt the picture.\n"
PRICES = {"budget": {"prices": {"input": 1.0, "output": 2.0}}}


def _left(question: ChatQuestion) -> Any:
    """An answer to all pairs but those of one item, about which it never says anything that can be read."""
    if "on 1\n" in question.text or question.text.endswith("on 1"):
        return "I cannot say."
    return {"reason": "sys-one is sharper", "trial": {"better": "left"}, "slots": []}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, dict[str, bytes]]:
    """A study with people and a judge; the system message that the judge was sent; the data set from before it came."""
    folder = tmp_path_factory.mktemp("judged") / "study"
    with chat_server(_left) as server:
        write_study(folder, "pair", server.address, items=3, judge=PRICES, ratings=2)
        (folder / "guideline.en.md").write_text(GUIDELINE, encoding="utf-8")
        people_answer(folder, {f"p{n}": {f"i{k}": {"better": "left"} for k in range(3)} for n in range(2)})
        with load(folder) as study:
            write_dataset(study, folder.parent / "before", Wish())
        run_judge(folder)
        told = server.asked[0].data["messages"][0]["content"]
    return folder, told, _files(folder.parent / "before")


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_row_says_who_judged_what_under_which_prompt_and_at_what_cost(
    judged: tuple[Path, str, dict[str, bytes]], tmp_path: Path
) -> None:
    folder = judged[0]
    with load(folder) as study:
        done = write_export(study, tmp_path / "judgments.csv", Wish(table="judgments"))
        same = study.judgments()
    rows = _rows(tmp_path / "judgments.csv")
    assert done.rows == len(rows) == len(same)
    assert Counter((row["state"], row["system"] != "") for row in rows) == {
        ("answered", True): 8,
        ("skipped", False): 2,
    }
    # asked in both orders, and always for the left one
    answered = [row for row in rows if row["state"] == "answered"]
    assert Counter((row["system"], row["value"]) for row in answered) == {
        (system, value): 2 for system in ("sys-one", "sys-two") for value in ("win", "loss")
    }
    assert {(row["judge"], row["model"], row["returned_model"], row["fingerprint"]) for row in rows} == {
        ("m#1", "test-model", "test-model", "fp-test")
    }
    assert {row["guideline_digest"] for row in rows} == {hashlib.sha256(GUIDELINE.encode()).hexdigest()}
    assert all(row["error"] for row in rows if row["state"] == "skipped")
    kept = calls(folder)
    by_request = {call.digest: hashlib.sha256(call.reply.encode()).hexdigest() for call in kept}
    assert all(row["reply_digest"] == by_request[row["request_digest"]] for row in rows)
    # columns can be summed: 4 showings with one request, 2 with three
    assert sum(int(row["requests"] or 0) for row in rows) == len(kept) == 10
    assert sum(float(row["cost"] or 0) for row in rows) == pytest.approx(10 * (1000 * 1.0 + 50 * 2.0) / 1e6)


def test_the_codebook_explains_every_column(judged: tuple[Path, str, dict[str, bytes]], tmp_path: Path) -> None:
    with load(judged[0]) as study:
        write_export(study, tmp_path / "judgments.csv", Wish(table="judgments"))
        assert "judgments.csv" in {one.id for one in downloads(study)}
    told = json.loads((tmp_path / "judgments.codebook.json").read_text(encoding="utf-8"))
    assert [column["name"] for column in told["columns"]] == list(JUDGMENTS.columns)
    assert all(column["meaning"]["en"] and column["meaning"]["zh"] for column in told["columns"])
    assert "skipped" in next(one["meaning"]["en"] for one in told["columns"] if one["name"] == "state")


def test_a_blinded_table_names_no_system(judged: tuple[Path, str, dict[str, bytes]], tmp_path: Path) -> None:
    with load(judged[0]) as study:
        write_export(study, tmp_path / "judgments.csv", Wish(table="judgments", blinded=True))
    text = (tmp_path / "judgments.csv").read_text(encoding="utf-8")
    assert "sys-" not in text
    assert {row["system"] for row in _rows(tmp_path / "judgments.csv")} == {"A", "B", ""}


def test_a_data_set_has_the_prompt_and_leaves_tables_of_people_as_they_were(
    judged: tuple[Path, str, dict[str, bytes]], tmp_path: Path
) -> None:
    folder, told, before = judged
    with load(folder) as study:
        write_dataset(study, tmp_path / "set", Wish())
    after = _files(tmp_path / "set")
    new = {"data/judgments-00000-of-00001.parquet", "judgments.codebook.md", "judgments.codebook.json", "judges.jsonl"}
    assert after.keys() - before.keys() == new
    # the card tells of the new table
    same = before.keys() - {"README.md"}
    assert {name for name in same if before[name] != after[name]} == set()
    (judge,) = (json.loads(line) for line in after["judges.jsonl"].splitlines())
    assert judge["prompt"]["system"] == told
    assert judge["setup"]["model"] == "test-model"
    assert "better" in judge["prompt"]["questions"]
    assert "judges.jsonl" in after["README.md"].decode()


def test_without_models_there_is_no_such_table(tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", "item", "http://127.0.0.1:9/v1", items=1)
    people_answer(folder, {"p": {"i0": {"score": 3}}})
    with load(folder) as study:
        assert len(study.judgments()) == 0
        assert not any(one.part.startswith("judgments") for one in downloads(study))
        with pytest.raises(BeholderError, match="no model has judged"):
            write_export(study, tmp_path / "judgments.csv", Wish(table="judgments"))


def _changed(source: Path, target: Path, change: Mapping[str, tuple[bytes, bytes] | None]) -> Path:
    """The release with other bytes in some files, or without them, and new digests for everything."""

    def edited(name: str, data: bytes) -> bytes | None:
        told = change.get(name, (b"", b""))
        if told is None:
            return None
        assert told[0] in data
        return data.replace(*told, 1) if told[0] else data

    target.write_bytes(rewritten(source, edited))
    return target


def test_a_release_holds_what_models_said_and_verifies(
    judged: tuple[Path, str, dict[str, bytes]], tmp_path: Path
) -> None:
    release = tmp_path / "release.zip"
    write_release(judged[0], release)
    assert verify_release(release).problems == ()
    with zipfile.ZipFile(release) as archive:
        (judge,) = (json.loads(line) for line in archive.read("judges.jsonl").splitlines())
        sent = [json.loads(line) for line in archive.read("judge_calls.jsonl").splitlines()]
    assert judge["prompt"]["system"] == judged[1]
    assert {one["sent_tokens"] for one in sent} == {1000}
    assert {len(one["reply"]) for one in sent} == {64}
    known = {
        "judgments.jsonl": (b'\\"better\\":\\"left\\"', b'\\"better\\":\\"right\\"', "is not as recorded"),
        "judges.jsonl": (
            b'"model":"test-model","name"',
            b'"model":"best-model","name"',
            "judge m#1 is not as recorded",
        ),
        "judge_calls.jsonl": (b'"sent_tokens":1000', b'"sent_tokens":1', "call 1 of m#1 is not as recorded"),
    }
    for name, (given, other, problem) in known.items():
        found = verify_release(_changed(release, tmp_path / f"{name}.zip", {name: (given, other)})).problems
        assert any(problem in one for one in found), (name, found)
    part = verify_release(_changed(release, tmp_path / "part.zip", {"judge_calls.jsonl": None})).problems
    assert any("is not whole" in one for one in part)
    # as versions wrote them that had judges and did not release what they said
    earlier = _changed(release, tmp_path / "earlier.zip", dict.fromkeys([*known]))
    assert verify_release(earlier).problems == ()


def test_calls_that_were_kept_before_calls_were_recorded_are_no_damage() -> None:
    kept: list[dict[str, Any]] = [{"call": number, "judge": "m#1"} for number in (1, 2)]
    assert list(compare_calls(kept, Ledger())) == []
