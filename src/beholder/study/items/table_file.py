"""Items from tables: delimited text, sheets of Excel, Parquet files."""

from __future__ import annotations

import datetime as dt
import decimal
import math
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, Problem
from beholder.limits import MAX_TABLE_ROWS
from beholder.protocols import Declaration
from beholder.study.items.draft import Draft, as_problem, location
from beholder.study.items.json_text import JsonError, canonical_number
from beholder.study.items.table_rows import gather, header_of, read_cell
from beholder.study.problems import Problems
from beholder.tabular import TableError, TableKind, kind_of, parquet_rows, read_records, read_sheet
from beholder.tabular.delimited_text import find_delimiter, split_heading
from beholder.tabular.fault import limited_rows
from beholder.tabular.text import text_lines

__all__ = ["read_table"]


def read_table(
    path: Path, *, file: str, declaration: Declaration, about_items: Iterable[str], problems: Problems
) -> Iterator[Draft]:
    """Drafts from a table with one row per candidate. In Parquet, lists and structs are taken as they are, or as JSON text."""
    by_item, typed = declaration.shows == "item", kind_of(path) is TableKind.PARQUET
    try:
        line, titles, rows = _opened(path, file=file, problems=problems)
        header = header_of(titles, declaration, about_items=about_items, file=file, line=line)

        def convert(at: int, cell: Any) -> Any:
            column = header.columns[at]
            if not typed:
                return read_cell(cell, column)
            if isinstance(cell, str):
                if "\x00" in cell:
                    raise JsonError("a text holds a NUL character, which cannot be stored")
                return cell if column is None or column.kind == "number" else read_cell(cell, column)
            return _plain(cell)

        yield from gather(rows, header, file=file, problems=problems, convert=convert, by_item=by_item)
    except TableError as error:
        raise BeholderError.of([as_problem(error, file)]) from None


Rows = Iterator[tuple[int, list[Any]]]


def _opened(path: Path, *, file: str, problems: Problems) -> tuple[int, list[str], Rows]:
    """The line of the heading, the titles in it, and the rows below with their numbers."""
    kind = kind_of(path)
    if kind is TableKind.PARQUET:
        titles, found = parquet_rows(path)
        return 1, titles, ((row, list(cells)) for row, cells in enumerate(limited_rows(found, MAX_TABLE_ROWS), 1))
    if kind is TableKind.EXCEL:
        records = read_sheet(path)
    else:
        records = read_records(path, delimiter="\t" if file.lower().endswith(".tsv") else _delimiter(path))
    filled = limited_rows((record for record in records if any(record[1])), MAX_TABLE_ROWS + 1)
    line, titles = next(filled, (1, []))
    if not titles:
        raise BeholderError("the file is empty", code="items-empty", where=location(file, 1))
    return line, titles, _whole(filled, len(titles), file=file, problems=problems)


def _delimiter(path: Path) -> str:
    """A comma, as the ending says; what else splits the heading so that there is an `id`, where a comma does not."""
    heading = next((text for text in text_lines(path) if text.strip()), "")
    if "id" in split_heading(heading, ","):
        return ","
    found = find_delimiter(path, heading, ("id",))
    return found if "id" in split_heading(heading, found) else ","


def _whole(records: Iterator[tuple[int, list[str]]], width: int, *, file: str, problems: Problems) -> Rows:
    for at, cells in records:
        if len(cells) == width:
            yield at, cells
            continue
        problems.add(
            Problem(
                f"the row has {len(cells)} cells, the header {width}",
                "items-bad-row",
                location(file, at),
                "put cells that hold separators or line breaks in quotes",
            )
        )


def _plain(value: Any) -> Any:
    """A value of any Parquet type as JSON knows it; times become ISO text."""
    if isinstance(value, str | bool):
        return value
    if isinstance(value, decimal.Decimal):
        value = float(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise JsonError(f"{value} is not a number that can be kept; use null for what is not known")
    if isinstance(value, float):
        return canonical_number(value)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise JsonError(f"the number {str(value)[:20]}... is too large to be kept exactly; store it as text")
    if isinstance(value, int) or value is None:
        return value
    if isinstance(value, dict):
        # A struct cannot leave a name out, so null inside it says that there is none.
        return {str(name): _plain(one) for name, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, uuid.UUID | dt.timedelta):
        return str(value)
    raise JsonError(f"values of type {type(value).__name__} cannot be kept; store them as text or as a file")
