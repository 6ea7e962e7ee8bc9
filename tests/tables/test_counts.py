"""Which ratings count: the table, Python, the statistics and the analysis give one answer."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from statistics import mean
from typing import Any

import duckdb
import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.imports.counted_rows import read_counted

EARLIER = Path(__file__).parent.parent / "earlier" / "0.1.0"
COMPARE = ("--system", "system", "--item", "item", "--rater", "rater", "--value", "number")
AGREE = ("--item", "candidate", "--rater", "rater", "--value", "number", "--level", "ordinal")


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with pilot, practice, checks, repeats, a correction, an adjudication and an exclusion."""
    place = tmp_path_factory.mktemp("counts")
    with zipfile.ZipFile(EARLIER / "lived.zip") as file:
        file.extractall(place / "study")
    _run("ratings", place / "study", "-o", place / "ratings.csv")
    return place


def _run(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def _json(*arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_run(*arguments, "--json"))
    return found


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _means(found: dict[str, Any]) -> dict[str, float]:
    return {row["system"]: row["mean"] for row in found["rows"] if row.get("kind") == "system"}


def _analysed(folder: Path) -> tuple[dict[str, float], float]:
    with load(folder) as study:
        found = study.analysis()
    means = {str(row["system"]): row["mean"] for row in found.table("score.systems").rows}
    alpha = next(one for one in found.findings if one.name == "score.alpha")
    return means, alpha.value


def test_every_way_to_a_mean_gives_the_same(lived: Path) -> None:
    expected, _ = _analysed(lived / "study")
    assert set(expected) == {"a", "b"}
    table = _rows(lived / "ratings.csv")
    by_hand = {s: mean(float(r["number"]) for r in table if r["counts"] == "true" and r["system"] == s) for s in "ab"}
    with load(lived / "study") as study:
        scores = study.ratings().where(field="score")
        from_python = {s: scores.where(system=s)["number"].mean() for s in sorted(set(scores["system"]))}
        with study.stream() as rows:
            assert tuple(rows) == study.ratings().rows
    from_stats = _means(_json("stats", "compare", lived / "ratings.csv", *COMPARE))
    for found in (by_hand, from_python, from_stats):
        assert found == pytest.approx(expected)


def test_agreement_is_that_of_the_analysis(lived: Path) -> None:
    _, expected = _analysed(lived / "study")
    found = _json("stats", "agreement", lived / "ratings.csv", *AGREE)
    assert found["findings"][0]["value"] == pytest.approx(expected)


def test_an_export_without_the_column_is_known_by_its_others(lived: Path) -> None:
    """An export of the version before there was `counts` gives the numbers of the same study now."""
    expected, _ = _analysed(lived / "study")
    old = EARLIER / "lived-ratings.csv"
    assert "counts" not in _rows(old)[0]
    found = _json("stats", "compare", old, *COMPARE)
    assert _means(found) == pytest.approx(expected)
    assert "attention" in found["notes"][0]
    kept = _json("stats", "compare", old, *COMPARE, "--all")
    assert "known" in _means(kept)
    assert not any("attention" in note for note in kept["notes"]), "nothing was left out"


def test_what_is_left_out_is_said_everywhere(lived: Path) -> None:
    table = _rows(lived / "ratings.csv")
    out = sum(row["counts"] == "false" for row in table)
    assert out > 0
    note = f"{out} of {len(table)} rows enter no result"
    assert note in _json("stats", "compare", lived / "ratings.csv", *COMPARE)["notes"][0]
    planned = ("--items", 10, "--raters", 4, "--ratings", 2, *AGREE[:6])
    assert note in _json("stats", "plan", lived / "ratings.csv", *planned)["notes"][0]
    exported = _run("ratings", lived / "study", "-o", lived / "again.csv")
    with load(lived / "study") as study:
        counted, every = study.ratings(), study.ratings(all_rows=True)
    assert sum(counted.left_out.values()) == out == len(every) - len(counted)
    assert set(counted.left_out) >= {"attention", "pilot", "adjudication", "excluded by by-hand"}
    for told in (exported, repr(counted)):
        assert f"{counted.left_out['attention']} attention" in told


def test_all_revisions_are_there_and_do_not_count(lived: Path) -> None:
    _run("ratings", lived / "study", "-o", lived / "revisions.csv", "--all-revisions")
    table = _rows(lived / "revisions.csv")
    assert [row for row in table if row["counts"] == "true"] == [
        row for row in _rows(lived / "ratings.csv") if row["counts"] == "true"
    ]
    assert len(table) > len(_rows(lived / "ratings.csv"))
    assert _means(_json("stats", "compare", lived / "revisions.csv", *COMPARE)) == pytest.approx(
        _analysed(lived / "study")[0]
    )


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_every_format_holds_a_truth_value(lived: Path, ending: str) -> None:
    path = lived / f"formats.{ending}"
    _run("ratings", lived / "study", "-o", path)
    reader = {"csv": "read_csv", "jsonl": "read_json", "parquet": "read_parquet"}[ending]
    found = duckdb.connect(":memory:").execute(f"SELECT counts, count(*) FROM {reader}('{path}') GROUP BY ALL")
    told = {str(row["counts"] == "true"): 0 for row in _rows(lived / "ratings.csv")}
    for row in _rows(lived / "ratings.csv"):
        told[str(row["counts"] == "true")] += 1
    assert {str(counts): n for counts, n in found.fetchall()} == told


def test_analyze_leaves_out_what_somebody_marked_by_hand(lived: Path, tmp_path: Path) -> None:
    table = _rows(lived / "ratings.csv")
    for row in table:
        if row["system"] == "a":
            row["counts"] = "False"
    marked = tmp_path / "marked.csv"
    with marked.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, table[0])
        writer.writeheader()
        writer.writerows(table)
    assert _json("analyze", marked)["facts"]["systems"] == ["b"]
    assert set(_means(_json("stats", "compare", marked, *COMPARE))) == {"b"}


def test_a_table_from_elsewhere_is_taken_whole(tmp_path: Path) -> None:
    """`counts` may well be somebody's column of numbers, and `kind` a kind of picture."""
    path = tmp_path / "t.csv"
    path.write_text("item,rater,value,counts,kind\n1,r,3,7,dog\n2,r,4,0,cat\n", encoding="utf-8")
    wanted = {"item": "item", "rater": "rater", "value": "value"}
    columns, notes = read_counted(path, wanted)
    assert columns["value"] == ["3", "4"]
    assert notes == ()
    columns, notes = read_counted(path, {**wanted, "value": "counts"})
    assert columns["value"] == ["7", "0"]


def test_a_mean_over_several_fields_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "item,rater,field,value,kind,excluded_by\n1,r,fit,3,main,\n1,r,style,5,main,\n1,r,odd,,main,\n",
        encoding="utf-8",
    )
    wanted = {"item": "item", "rater": "rater", "value": "value"}
    with pytest.raises(BeholderError, match="fit, style") as refused:
        read_counted(path, wanted)
    assert refused.value.problems[0].code == "stats-several-fields"
    assert read_counted(path, wanted, field="style")[0]["value"] == ["5"]
    with pytest.raises(BeholderError, match="no row about 'stile'"):
        read_counted(path, wanted, field="stile")
