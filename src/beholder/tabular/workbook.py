"""Sheets of Excel workbooks, read as the CSV that a spreadsheet would save of them.

Cells are texts as in a CSV: dates in ISO format, numbers to their last digit, nothing for an empty cell. So a table means
the same whether it comes as `.xlsx` or as text.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.errors import install_hint
from beholder.tabular.fault import Fault, TableError
from beholder.tabular.workbook_limits import has_formulas

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

__all__ = ["read_sheet", "sheet_as_csv"]

# a broken archive or broken XML raises whatever the library trips over first
_BROKEN = (zipfile.BadZipFile, zlib.error, SyntaxError, LookupError, ValueError, TypeError, AttributeError, EOFError)
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
"""How a workbook writes the characters that XML cannot hold (ECMA-376, part 1, 22.9.2.19)."""
_AGAIN = 'save it again as .xlsx, or save it as "CSV UTF-8"'


def read_sheet(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Each row of the only sheet that holds anything, with its number as the spreadsheet shows it; the first is the heading.

    Rows without any content are passed over; all are as wide as the heading.
    """
    width = 0
    try:
        any_formula = has_formulas(path)
    except _BROKEN as error:
        raise _unreadable(error) from None
    with _workbook(path, formulas=False) as book, _formulas(path, any_formula=any_formula) as formulas:
        name = _only_sheet(book)
        plain = _rows(book, name)
        written: Iterator[Any] = _rows(formulas, name) if formulas is not None else repeat(None)
        for row, (cells, typed) in enumerate(zip(plain, written, strict=False), 1):
            if typed is not None:
                _refuse_uncalculated(cells, typed)
            texts = [_text(cell) for cell in cells]
            while texts and not texts[-1]:
                texts.pop()
            if not texts:
                continue
            width = width or len(texts)
            if len(texts) > width:
                raise TableError(
                    Fault.ROW,
                    f"the row has {len(texts)} cells, the heading {width}",
                    hint="give every column a name in the first row"
                    + (f"; if row {row} is the heading, delete the rows above it" if width == 1 else ""),
                    at=row,
                    unit="sheet row",
                )
            yield row, texts + [""] * (width - len(texts))


def sheet_as_csv(path: Path) -> bytes:
    """The sheet as CSV in UTF-8."""
    facts = path.stat()
    return _as_csv(path.resolve(), facts.st_mtime_ns, facts.st_size)


# a table is asked for its columns several times, and a sheet takes a hundred times as long to read as text
@lru_cache(maxsize=1)
def _as_csv(path: Path, _changed: int, _size: int) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(cells for _, cells in read_sheet(path))
    return text.getvalue().encode()


@contextmanager
def _workbook(path: Path, *, formulas: bool) -> Iterator[Workbook]:
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise TableError(
            Fault.EXTRA, "reading .xlsx files needs the package openpyxl", hint=install_hint("excel")
        ) from None
    with warnings.catch_warnings():
        # openpyxl warns of styles and rules that it leaves out; none of them is a value
        warnings.simplefilter("ignore")
        try:
            with (
                path.open("rb") as stream,
                closing(load_workbook(stream, read_only=True, data_only=not formulas)) as book,
            ):
                yield book
        except _BROKEN as error:
            raise _unreadable(error) from None


@contextmanager
def _formulas(path: Path, *, any_formula: bool) -> Iterator[Workbook | None]:
    """The workbook with its formulas instead of their results, if it has any."""
    if not any_formula:
        yield None
        return
    with _workbook(path, formulas=True) as book:
        yield book


def _only_sheet(book: Workbook) -> str:
    names = [sheet.title for sheet in book.worksheets]
    filled = [name for name in names if any(_has_content(row) for row in _rows(book, name))]
    if not filled:
        raise TableError(Fault.EMPTY, "the workbook is empty")
    if len(filled) > 1:
        raise TableError(
            Fault.UNREADABLE,
            f"the workbook has {len(filled)} sheets that hold something: {', '.join(filled)}",
            hint='leave the one with the table and save the others elsewhere, or save the sheet as "CSV UTF-8"',
        )
    return filled[0]


def _rows(book: Workbook, name: str) -> Iterator[tuple[Any, ...]]:
    sheet: Any = book[name]
    # some programs write a wrong size, and rows beyond it would be lost
    sheet.reset_dimensions()
    rows: Iterator[tuple[Any, ...]] = sheet.iter_rows()
    return rows


def _has_content(row: tuple[Any, ...]) -> bool:
    return any(cell.value is not None and cell.value != "" for cell in row)


def _refuse_uncalculated(cells: tuple[Any, ...], typed: tuple[Any, ...]) -> None:
    for cell, formula in zip(cells, typed, strict=False):
        if cell.value is None and getattr(formula, "data_type", "") == "f":
            raise TableError(
                Fault.ROW,
                f"cell {formula.coordinate} holds a formula whose result was never saved",
                hint="open the file in a spreadsheet program and save it",
                at=formula.row,
                unit="sheet row",
            )


def _text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        if cell.data_type == "e":
            raise TableError(
                Fault.ROW,
                f"cell {cell.coordinate} holds the error {value}",
                hint="fix its formula, or clear the cell",
                at=cell.row,
                unit="sheet row",
            )
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if isinstance(value, dt.datetime):
        # a day is stored as its midnight
        return (value.date() if value.time() == dt.time() else value).isoformat()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return str(value)


def _unreadable(error: Exception) -> TableError:
    reason = str(error).split("\n", 1)[0][:200] or type(error).__name__
    return TableError(Fault.UNREADABLE, f"not a readable .xlsx file: {reason}", hint=_AGAIN)
