"""Workbooks of Excel are read as the CSV that a spreadsheet would save of them, by everything that reads a table."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from beholder.cli.stats import app
from beholder.errors import BeholderError
from beholder.imports import analyse_file, read_ratings
from beholder.protocols.naming.published.files import read_rows
from beholder.stats import encode_ratings
from beholder.tabular import TableError, column_names, read_columns, read_sheet

RATINGS = [("item", "system", "rater", "score")] + [
    (f"i{i}", system, f"r{rater}", (i + rater) % 5 + 1) for i in range(6) for system in "ab" for rater in range(2)
]


def write_book(path: Path, **sheets: Sequence[Sequence[Any]]) -> Path:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return path


def test_cells_are_the_texts_that_a_csv_would_hold(tmp_path: Path) -> None:
    rows: list[tuple[Any, ...]] = [
        ("id", "when", "number", "noted", None),
        ("007", dt.date(2024, 5, 1), 3.0, 'a, "b"\nc'),
        (7, dt.datetime(2024, 5, 1, 13, 30), 0.1, None),  # noqa: DTZ001
        (),
        (True, dt.time(8, 15), 12345678901, " kept "),
    ]
    assert list(read_sheet(write_book(tmp_path / "t.xlsx", data=rows))) == [
        (1, ["id", "when", "number", "noted"]),
        (2, ["007", "2024-05-01", "3", 'a, "b"\nc']),
        (3, ["7", "2024-05-01T13:30:00", "0.1", ""]),
        (5, ["true", "08:15:00", "12345678901", " kept "]),
    ]


def test_ratings_are_the_same_from_a_sheet_as_from_text(tmp_path: Path) -> None:
    text = tmp_path / "ratings.csv"
    text.write_text("".join(",".join(map(str, row)) + "\n" for row in RATINGS), encoding="utf-8")
    book = write_book(tmp_path / "ratings.xlsx", Tabelle1=RATINGS, Tabelle2=[])
    one, two = read_ratings(text).data, read_ratings(book).data
    assert {n: list(c.texts()) for n, c in one.text.items()} == {n: list(c.texts()) for n, c in two.text.items()}
    means = [analyse_file(path).finding("value.mean.a").value for path in (text, book)]
    assert means[0] == means[1]
    found = [
        json.loads(CliRunner().invoke(app, ["agreement", str(path), "--item", "item", "--rater", "rater", "--value",
                                            "score", "--level", "ordinal", "--json"]).stdout)
        for path in (text, book)
    ]  # fmt: skip
    assert found[0] == found[1]
    coded = [
        encode_ratings(path, tmp_path / "coded.parquet", item="item", rater="rater", value="score")
        for path in (text, book)
    ]
    assert coded[0] == coded[1]


def test_a_changed_workbook_is_read_again(tmp_path: Path) -> None:
    path = write_book(tmp_path / "t.xlsx", data=[("item", "score"), ("a", 1)])
    assert read_columns(path, {"value": "score"})["value"] == ["1"]
    write_book(path, data=[("item", "score"), ("a", 2), ("b", 3)])
    assert read_columns(path, {"value": "score"})["value"] == ["2", "3"]


def test_published_files_may_be_sheets(tmp_path: Path) -> None:
    path = write_book(tmp_path / "names.xlsx", data=[("item", "name"), (12, "dog"), (13, None)])
    assert list(read_rows(path)) == [(1, {"item": "12", "name": "dog"}), (2, {"item": "13", "name": ""})]


@pytest.mark.parametrize(
    ("sheets", "said", "where"),
    [
        ({"ratings": [("a",), (1,)], "notes": [("b",)]}, "2 sheets that hold something: ratings, notes", ""),
        ({"ratings": []}, "the workbook is empty", ""),
        ({"ratings": [("a", "b"), (1, 2), (1, 2, 3)]}, "the row has 3 cells, the heading 2", "sheet row 3"),
        ({"ratings": [("a", "b"), (1, "#DIV/0!")]}, "cell B2 holds the error #DIV/0!", "sheet row 2"),
        ({"ratings": [("a", "b"), (1, "=1+1")]}, "cell B2 holds a formula whose result was never saved", "sheet row 2"),
    ],
)
def test_what_no_csv_could_hold_is_refused_with_its_place(
    tmp_path: Path, sheets: dict[str, Any], said: str, where: str
) -> None:
    path = write_book(tmp_path / "t.xlsx", **sheets)
    with pytest.raises(BeholderError) as caught:
        column_names(path)
    assert said in caught.value.problems[0].problem
    assert caught.value.problems[0].where == f"{path} {where}".strip()
    assert caught.value.code == "table-unreadable"


@pytest.mark.parametrize("cut", [0.3, 0.9, 0.98])
def test_a_cut_workbook_is_told_as_such(tmp_path: Path, cut: float) -> None:
    path = write_book(tmp_path / "t.xlsx", data=RATINGS)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * cut)])
    with pytest.raises(TableError, match=r"not a readable \.xlsx file"):
        list(read_sheet(path))


def test_spreadsheets_of_other_formats_say_how_to_save_them(tmp_path: Path) -> None:
    path = tmp_path / "t.ods"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(BeholderError) as caught:
        read_ratings(path)
    assert caught.value.problems[0].hint == 'save it as .xlsx or as "CSV UTF-8"'


def test_without_the_extra_the_error_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_book(tmp_path / "t.xlsx", data=RATINGS)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(BeholderError) as caught:
        read_ratings(path)
    problem = caught.value.problems[0]
    assert (problem.code, problem.where) == ("extra-missing", str(path))
    assert "beholder[excel]" in problem.hint


def test_a_title_above_the_heading_is_told_as_such(tmp_path: Path) -> None:
    path = write_book(tmp_path / "t.xlsx", data=[("Ratings of run 3",), (), ("item", "score"), ("a", 3)])
    with pytest.raises(BeholderError) as caught:
        column_names(path)
    assert "if row 3 is the heading, delete the rows above it" in caught.value.problems[0].hint
