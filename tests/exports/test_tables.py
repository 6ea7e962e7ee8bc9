"""Tables that leave a study: exact, whole, blinded where asked, and explained."""

from __future__ import annotations

import csv
import json
import threading
from pathlib import Path
from typing import Any

import duckdb
import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.engine import Answer, Engine, open_study
from beholder.engine.handlers.joining import Withdraw
from beholder.errors import BeholderError
from beholder.exports import Wish, write_export
from beholder.exports.codebook import column_meanings
from beholder.facade import load
from beholder.keeping.notes import take_notes
from beholder.store import Database
from beholder.store.records import stream_records
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.tables.formats import TableShape
from beholder.tables.writing import RATINGS, write_table
from tests.study_maker import make_study

Mixed = tuple[Path, list[Answer]]


def _parquet(path: Path) -> list[dict[str, Any]]:
    found = duckdb.connect(":memory:").execute("SELECT * FROM read_parquet(?)", [str(path)])
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _jsonl(path: Path) -> list[dict[str, Any]]:
    # not splitlines: a line separator of Unicode inside a text is no end of a line
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def _acts(folder: Path) -> list[dict[str, Any]]:
    with load(folder) as study, study.database.read() as conn:
        return [json.loads(record.body) for record in stream_records(conn, study.key, kind="act")]


def _run(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_answers_keep_revisions_states_and_every_field(mixed: Mixed, tmp_path: Path) -> None:
    folder, _ = mixed
    with load(folder) as study:
        done = write_export(study, tmp_path / "a.jsonl", Wish(table="answers"))
    rows = _jsonl(tmp_path / "a.jsonl")
    assert done.rows == len(rows) == 4
    first, corrected, excluded, gone = rows
    assert (first["revision"], first["latest"]) == (1, 0)
    assert (corrected["revision"], corrected["latest"]) == (2, 1)
    assert first["value.note"] == '=HYPERLINK("http://x")', "JSON lines are exact"
    assert corrected["value.note"] == '-3, 中文 \u2028 and "quotes"\nand lines'
    assert excluded["excluded_by"] == "by-hand"
    assert excluded["value.note"] == ""
    assert gone["state"] == "withdrawn"
    assert gone["value.note"] is gone["value.better"] is gone["meta"] is None
    assert first["value.seen"] == ">20"
    assert (first["value.flags.blurry"], first["value.flags.cut"]) == (0, 1)
    assert (first["value.fit.1"], first["value.fit.2"]) == (1, 3)
    assert {first["system.1"], first["system.2"]} == {"alpha", "beta"}
    assert json.loads(first["meta"]) == {"language": "zh"}
    bound = 1000 * load_definition(folder).fast_seconds
    assert first["active_ms"] < bound, "else nothing is tested here"
    assert [row["fast"] for row in rows] == [int(row["revision"] == 1 and row["active_ms"] < bound) for row in rows]
    assert corrected["fast"] == 0, "a correction may be quick"


def test_answers_have_as_many_slots_as_a_page_shows(tmp_path: Path) -> None:
    """Where a page shows three of seven systems, no column stands for a slot that no page has."""
    folder = tmp_path / "study"
    make_study(folder, "pick", items=4, systems="abcdefg", ratings=1, subsets=3)
    _run("simulate", folder, "--raters", 3, "--seed", 1)
    _run("export", folder, "--what", "answers", "-o", tmp_path / "a.jsonl")
    rows = _jsonl(tmp_path / "a.jsonl")
    assert rows
    assert [name for name in rows[0] if name.startswith("system")] == ["system.1", "system.2", "system.3"]
    assert all(row[f"system.{slot}"] for row in rows for slot in (1, 2, 3))
    book = json.loads((tmp_path / "a.codebook.json").read_text(encoding="utf-8"))
    assert [column["name"] for column in book["columns"]] == list(rows[0])


def test_every_format_holds_the_same_and_csv_holds_no_formula(mixed: Mixed, tmp_path: Path) -> None:
    folder, _ = mixed
    with load(folder) as study:
        for ending in ("csv", "jsonl", "parquet"):
            write_export(study, tmp_path / f"a.{ending}", Wish(table="answers"), codebook=False)
    exact = _jsonl(tmp_path / "a.jsonl")
    assert _parquet(tmp_path / "a.parquet") == exact
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["value.note"] == '\'=HYPERLINK("http://x")'
    assert rows[1]["value.note"].startswith("'-3, ")
    for row, whole in zip(rows, exact, strict=True):
        for name, cell in row.items():
            told = whole[name]
            # as any reader of CSV takes it: 1 for 1.0, true for True
            shortest = json.dumps(told) if isinstance(told, bool) else f"{told:g}" if isinstance(told, float) else told
            assert cell.removeprefix("'") == ("" if told is None else str(shortest))


@pytest.mark.parametrize("table", ["ratings", "answers"])
def test_a_blinded_table_has_letters_where_names_stood(mixed: Mixed, tmp_path: Path, table: Any) -> None:
    folder, _ = mixed
    with load(folder) as study:
        write_export(study, tmp_path / "open.jsonl", Wish(table=table))
        write_export(study, tmp_path / "blind.jsonl", Wish(table=table, blinded=True))
    text = (tmp_path / "blind.jsonl").read_text(encoding="utf-8").casefold()
    assert "alpha" not in text
    assert "beta" not in text
    column = "system" if table == "ratings" else "system.1"
    pairs = {
        (a[column], b[column])
        for a, b in zip(_jsonl(tmp_path / "open.jsonl"), _jsonl(tmp_path / "blind.jsonl"), strict=True)
    }
    assert len({letter for _, letter in pairs}) == len(pairs)


def test_platform_ids_come_only_when_asked_for_and_are_put_on_record(mixed: Mixed, tmp_path: Path) -> None:
    folder, _ = mixed
    _run("export", folder, "--what", "answers", "--blinded", "-o", tmp_path / "a.csv")
    assert "5f-secret-id" not in (tmp_path / "a.csv").read_text(encoding="utf-8")
    assert _acts(folder) == []
    _run("export", folder, "--what", "answers", "--blinded", "--platform-ids", "-o", tmp_path / "b.jsonl")
    assert {row["platform_id"] for row in _jsonl(tmp_path / "b.jsonl")} == {"5f-secret-id", None}
    assert [(act["what"], act["with_platform_ids"]) for act in _acts(folder)] == [("export", True)]
    with load(folder) as study, pytest.raises(BeholderError) as caught:
        write_export(study, tmp_path / "c.csv", Wish(platform_ids=True))
    assert caught.value.code == "export-platform-ids"


def test_names_taken_out_of_a_running_study_are_on_record_and_the_chain_stays_whole(
    mixed: Mixed, tmp_path: Path
) -> None:
    folder, _ = mixed
    _run("ratings", folder, "--blinded", "-o", tmp_path / "r.csv")
    assert _acts(folder) == []
    told = _run("ratings", folder, "-o", tmp_path / "r.csv")
    (act,) = _acts(folder)
    assert (act["what"], act["file"], act["blinded"]) == ("unblinded-export", "r.csv", False)
    with load(folder) as study:
        assert study.verify().problems == ()
        assert study.receipt().head in told, "the receipt counts the record of the export itself"
        assert "exported r.csv with system names" in study.context().says("looks", "en")


def test_while_a_server_holds_the_study_the_record_waits_for_it(mixed: Mixed, tmp_path: Path) -> None:
    folder, _ = mixed
    with Home(folder).lock("beholder serve"):
        _run("ratings", folder, "-o", tmp_path / "r.csv")
        assert _acts(folder) == []
        definition = load_definition(folder)
        database = Database.open(Home(folder).database)
        engine = Engine(database, open_study(database, definition), definition)
        take_notes(engine)
        take_notes(engine)
        engine.close()
        database.close()
    assert [act["what"] for act in _acts(folder)] == ["unblinded-export"]


def test_the_codebook_explains_every_column_and_every_named_value(mixed: Mixed, tmp_path: Path) -> None:
    folder, _ = mixed
    with load(folder) as study:
        for table in ("ratings", "answers"):
            write_export(study, tmp_path / f"{table}.jsonl", Wish(table=table))
    books = {
        name: json.loads((tmp_path / f"{name}.codebook.json").read_text(encoding="utf-8"))
        for name in ("ratings", "answers")
    }
    for name, book in books.items():
        columns = {column["name"]: column for column in book["columns"]}
        assert list(columns) == list(_jsonl(tmp_path / f"{name}.jsonl")[0])
        assert all(column["meaning"]["en"] for column in columns.values())
    assert {c["name"]: c.get("unit") for c in books["ratings"]["columns"]}["active_ms"] == "ms"
    fields = {field["name"]: field for field in books["ratings"]["fields"]}
    assert {"fit", "better", "seen", "flags.blurry", "flags.cut", "note"} == set(fields)
    assert {v["value"]: v["label"] for v in fields["fit"]["values"]}["3"] == {"en": "good", "zh": "好"}
    assert {v["value"]: v["label"] for v in fields["seen"]["values"]} == {
        ">20": {"en": "more than 20", "zh": "超过 20"}
    }
    assert [v["value"] for v in fields["better"]["values"]] == ["win", "tie", "loss"]
    assert fields["flags.cut"]["meaning"]["zh"] == "有何异常？ — 截断"
    answers = {column["name"]: column for column in books["answers"]["columns"]}
    assert [v["value"] for v in answers["value.better"]["values"]] == ["left", "tie", "right"]
    ends = {name: field.get("better") for name, field in fields.items()}
    assert ends == {
        "fit": "higher",
        "better": None,
        "seen": "none",
        "flags.blurry": "none",
        "flags.cut": "none",
        "note": None,
    }
    page = (tmp_path / "ratings.codebook.md").read_text(encoding="utf-8")
    assert "| `3` | good | 好 |" in page
    assert "ordinal, higher is better" in page


def test_every_column_of_the_ratings_table_has_a_meaning_in_both_languages() -> None:
    meanings = column_meanings()
    assert set(RATINGS.columns) <= set(meanings)
    assert all(one.root["en"] and one.root["zh"] for one in meanings.values())


def test_an_interrupted_export_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    path.write_bytes(b"the old one")

    def rows() -> Any:
        for number in range(60_000):
            if number == 55_000:
                raise KeyboardInterrupt
            yield (number,)

    for target in (path, tmp_path / "t.csv", tmp_path / "t.jsonl"):
        with pytest.raises(KeyboardInterrupt):
            write_table(rows(), target, TableShape(("n",), ("integer",)))
    assert path.read_bytes() == b"the old one"
    assert [file.name for file in tmp_path.iterdir()] == ["t.parquet"]


def test_parquet_of_several_chunks_keeps_order_and_missing_values(tmp_path: Path) -> None:
    rows = [(f"x{n}" if n % 3 else None, n if n % 2 else None, n / 3 if n % 5 else None) for n in range(110_000)]
    shape = TableShape(("a", "b", "c"), ("text", "integer", "number"))
    assert write_table(iter(rows), tmp_path / "t.parquet", shape) == len(rows)
    assert [tuple(row.values()) for row in _parquet(tmp_path / "t.parquet")] == rows
    assert write_table(iter(()), tmp_path / "none.parquet", shape) == 0
    described = duckdb.connect(":memory:").execute(f"DESCRIBE SELECT * FROM '{tmp_path / 'none.parquet'}'").fetchall()
    assert [(row[0], row[1]) for row in described] == [("a", "VARCHAR"), ("b", "BIGINT"), ("c", "DOUBLE")]


def test_an_export_is_one_moment_while_raters_go_on(simulated: Path, tmp_path: Path) -> None:
    with load(simulated) as study:
        before = study.receipt()
        answers = len({row.answer for row in study.ratings()})
        with study.stream() as rows:
            first = next(rows)
            gone = threading.Thread(target=lambda: _withdraw(simulated, first.rater))
            gone.start()
            gone.join()
            seen = {first.answer, *(row.answer for row in rows)}
        assert len(seen) == answers, "what a withdrawal erased meanwhile was there at that moment"
        done = write_export(study, tmp_path / "r.csv", Wish())
    assert done.receipt.length > before.length
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        assert first.rater not in {row["rater"] for row in csv.DictReader(file)}


def _withdraw(folder: Path, rater: str) -> None:
    definition = load_definition(folder)
    database = Database.open(Home(folder).database)
    with load(folder) as study:
        engine = Engine(database, study.key, definition)
        engine.run(Withdraw(rater))
        engine.close()
    database.close()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--what", "nothing"], "export-table"),
        (["--format", "sav"], "export-format"),
        (["--format", "csv", "-o", "x.parquet"], "export-format"),
        (["--format", "manynames"], "export-format"),
        (["--media"], "export-media"),
        (["--what", "marks"], "export-no-marks"),
        (["-o", "no/such/folder/x.csv"], "file-unwritable"),
    ],
)
def test_what_cannot_be_exported_is_refused_in_words(simulated: Path, arguments: list[str], code: str) -> None:
    done = CliRunner().invoke(app, ["export", str(simulated), *arguments])
    assert isinstance(done.exception, BeholderError)
    assert done.exception.code == code
