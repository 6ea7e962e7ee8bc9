"""Tables made to exhaust a machine: a kilobyte of workbook that is a billion rows, a megabyte of gzip that is a gigabyte."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import duckdb
import pytest

from beholder import limits
from beholder.errors import BeholderError
from beholder.tabular import TableError, column_names, read_coded, read_columns, read_rows, read_sheet

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    '<Override PartName="/xl/sharedStrings.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{_RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELS}"><sheets>'
    '<sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{_RELS}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="r2" Type="{_RELS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
}
_HEAD = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>item</t></is></c><c r="B1" t="inlineStr"><is><t>score</t></is></c></row>'
)


def book(path: Path, rows: str, *, shared: str = "", before: str = "", **parts: str) -> Path:
    sheet = f'{before}<worksheet xmlns="{_MAIN}"><sheetData>{_HEAD}{rows}</sheetData></worksheet>'
    strings = f'<sst xmlns="{_MAIN}">{shared}</sst>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {
            **_PARTS,
            "xl/worksheets/sheet1.xml": sheet,
            "xl/sharedStrings.xml": strings,
            **parts,
        }.items():
            archive.writestr(name, text)
    return path


def test_a_sheet_as_spreadsheet_programs_write_it_is_read(tmp_path: Path) -> None:
    rows = '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3"><v>4</v></c></row>'
    path = book(tmp_path / "t.xlsx", rows, shared="<si><t>p1</t></si>")
    assert list(read_sheet(path)) == [(1, ["item", "score"]), (3, ["p1", "4"])]


_LONG_TEXT = "<si><t>" + "x" * 1_000_000 + "</t></si>"
_HOSTILE = {
    "row number": {"rows": '<row r="99999999999"><c r="A2"><v>1</v></c></row>'},
    "row number of any length": {"rows": f'<row r="{"9" * 5000}"/>'},
    "column": {"rows": '<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>'},
    "column of any length": {"rows": f'<row r="2"><c r="{"A" * 5000}2"><v>1</v></c></row>'},
    "cells left out": {"rows": "".join(f'<row r="{n}"><c r="DZZ{n}"><v>1</v></c></row>' for n in range(2, 8_000))},
    "shared text": {"rows": '<row><c t="s"><v>0</v></c></row>' * 600, "shared": _LONG_TEXT},
    "deep": {"rows": "<x>" * 5000 + "</x>" * 5000},
    "entities": {
        "rows": "<row><c><v>&b;</v></c></row>",
        "before": '<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
    },
    "unpacked": {"rows": "", "xl/theme.xml": "<x>" + " " * (limits.FREE_UNPACKED_BYTES + 1) + "</x>"},
    "parts": {"rows": "", **{f"p{n}": "" for n in range(limits.MAX_ARCHIVE_MEMBERS + 1)}},
}


@pytest.mark.parametrize("attack", _HOSTILE)
def test_a_small_workbook_that_would_take_hours_is_refused(attack: str, tmp_path: Path) -> None:
    path = book(tmp_path / "t.xlsx", **_HOSTILE[attack])
    with pytest.raises(TableError) as refused:
        list(read_sheet(path))
    assert refused.value.fault in ("too-long", "unreadable")
    assert refused.value.hint
    with pytest.raises(BeholderError) as told:
        read_columns(path, {"item": "item"})
    assert {problem.code for problem in told.value.problems} == {"table-unreadable"}


def test_gzip_that_unpacks_to_a_thousand_times_its_size_is_refused_by_every_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beholder.tabular.text.FREE_UNPACKED_BYTES", 1_000_000)
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"item,score\n" + b"a,1\n" * 2_000_000))
    with pytest.raises(TableError, match="unpacks"):
        list(read_rows(path))
    for read in (lambda: read_columns(path, {"item": "item"}), lambda: read_coded(path, {"item": "item"})):
        with pytest.raises(BeholderError, match="unpacks"):
            read()


def test_more_rows_than_are_held_in_memory_are_refused_in_every_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("rows", "text_columns"):
        monkeypatch.setattr(f"beholder.tabular.{module}.MAX_TABLE_ROWS", 10)
    csv, lines, parquet = (tmp_path / name for name in ("t.csv", "t.jsonl", "t.parquet"))
    csv.write_text("item\n" + "a\n" * 11, encoding="utf-8")
    lines.write_text('{"item": "a"}\n' * 11, encoding="utf-8")
    duckdb.execute(f"COPY (SELECT 'a' AS item FROM range(11)) TO '{parquet}' (FORMAT parquet)")
    for path in (csv, lines, parquet):
        with pytest.raises(TableError, match="10 rows"):
            list(read_rows(path))
        with pytest.raises(BeholderError, match="10 rows"):
            read_columns(path, {"item": "item"})
        with pytest.raises(BeholderError, match="10 rows"):
            read_coded(path, {"item": "item"})


def test_a_column_of_one_long_text_is_refused_before_it_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beholder.tabular.text_columns.MAX_TABLE_BYTES", 1_000_000)
    path = tmp_path / "t.parquet"
    duckdb.execute(f"COPY (SELECT repeat('x', 100000) AS item FROM range(1000)) TO '{path}' (FORMAT parquet)")
    assert path.stat().st_size < 1_000_000
    with pytest.raises(BeholderError, match="bytes"):
        read_columns(path, {"item": "item"})


@pytest.mark.parametrize("heading", ["x" * 2_000_000, "a," * 5_000])
def test_a_heading_of_any_length_is_refused(heading: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"{heading}\n1\n", encoding="utf-8")
    with pytest.raises(BeholderError) as refused:
        column_names(path)
    assert refused.value.problems[0].code == "table-unreadable"
    with pytest.raises(TableError):
        list(read_rows(path))
