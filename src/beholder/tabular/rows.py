"""Rows of anybody's table as dictionaries: CSV, TSV, JSON, JSON lines, Parquet or Excel, also gzipped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beholder.errors import nearest
from beholder.limits import MAX_TABLE_ROWS
from beholder.tabular.delimited_text import read_records
from beholder.tabular.duck import parquet_rows
from beholder.tabular.fault import Fault, TableError, limited_rows
from beholder.tabular.keyed_json import keyed_rows
from beholder.tabular.kind import TableKind, kind_of
from beholder.tabular.signatures import require_table
from beholder.tabular.text import open_bytes, text_lines
from beholder.tabular.workbook import read_sheet

__all__ = ["foreign_spreadsheet", "read_rows", "require_file"]

Rows = Iterator[tuple[int, dict[str, Any]]]


def read_rows(path: Path) -> Rows:
    """Each row with its number, 1 for the first below the heading. Cells of delimited files and sheets are texts."""
    return limited_rows(_all_rows(path), MAX_TABLE_ROWS)


def _all_rows(path: Path) -> Rows:
    require_file(path)
    kind = kind_of(path)
    try:
        if kind is TableKind.FOREIGN:
            raise foreign_spreadsheet()
        if kind is TableKind.PARQUET:
            titles, found = parquet_rows(path)
            yield from ((row, dict(zip(titles, cells, strict=True))) for row, cells in enumerate(found, 1))
        elif kind is TableKind.JSON:
            yield from _json(path)
        elif kind is TableKind.JSON_LINES:
            yield from _json_lines(path)
        else:
            yield from _with_titles(read_sheet(path) if kind is TableKind.EXCEL else read_records(path, strict=False))
    except (OSError, EOFError) as error:
        raise TableError(Fault.UNREADABLE, f"the file cannot be read: {error}", hint="save it as UTF-8 text") from error


def require_file(path: Path) -> None:
    """Refuses a path without a file, with the name of one beside it that may be meant."""
    if path.is_file():
        require_table(path)
        return
    if path.is_dir():
        raise TableError(
            Fault.MISSING,
            "this is a folder, not a table",
            hint=f"name the file in it; of a study, `beholder ratings {path} -o ratings.csv` writes one",
        )
    if path.is_symlink():
        raise TableError(Fault.MISSING, "this is a link that leads to no file", hint="name the file itself")
    names = [one.name for one in path.parent.iterdir() if one.is_file()] if path.parent.is_dir() else []
    hint = nearest(path.name, names)
    raise TableError(Fault.MISSING, "there is no such file", hint=hint if hint.startswith("did you mean") else "")


def foreign_spreadsheet() -> TableError:
    """A spreadsheet that is not read."""
    return TableError(
        Fault.UNREADABLE,
        "the file is a spreadsheet in a format that is not read",
        hint='save it as .xlsx or as "CSV UTF-8"',
    )


def _with_titles(records: Iterator[tuple[int, list[str]]]) -> Rows:
    _, titles = next(records, (1, []))
    for row, (_, cells) in enumerate(records, 1):
        if not cells:
            continue
        if len(cells) != len(titles):
            raise TableError(
                Fault.ROW, f"the row has {len(cells)} cells, the heading {len(titles)}", at=row, unit="row"
            )
        yield row, dict(zip(titles, cells, strict=True))


def _json(path: Path) -> Rows:
    try:
        with open_bytes(path) as stream:
            data = json.loads(stream.read().decode("utf-8-sig"))
    except (json.JSONDecodeError, RecursionError) as error:
        raise TableError(Fault.UNREADABLE, f"not valid JSON: {error}") from error
    except UnicodeDecodeError:
        raise TableError(Fault.ENCODING, "the text is not UTF-8", hint="save it as UTF-8 text") from None
    if isinstance(data, dict):
        data = keyed_rows(data)
    if not isinstance(data, list):
        raise TableError(
            Fault.UNREADABLE,
            "expected a list of records, or an object of records by their ids",
            hint='write [{"id": "p1", "caption": "…"}, …] or {"p1": {"caption": "…"}, …}',
        )
    for number, row in enumerate(data, start=1):
        yield number, _record(row, number, "record")


def _json_lines(path: Path) -> Rows:
    for line, text in enumerate(text_lines(path), start=1):
        if not text.strip():
            continue
        try:
            row = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            raise TableError(Fault.UNREADABLE, f"not valid JSON: {error}", at=line) from error
        yield line, _record(row, line, "line")


def _record(row: Any, number: int, unit: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise TableError(Fault.UNREADABLE, "expected a record", at=number, unit=unit)
    return row
