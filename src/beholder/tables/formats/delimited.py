"""CSV and TSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from beholder.tables.formats.format import ColumnType, TableFormat, TableShape

__all__ = ["Csv", "Tsv", "spreadsheet_safe", "spreadsheet_unsafe"]

_RISKY = frozenset("=+-@\t\r'")
_WRITTEN: tuple[ColumnType, ...] = ("text", "number", "boolean")


class Csv(TableFormat):
    """Separated by commas, quoted where it must be; texts that a spreadsheet would compute are kept from it."""

    label = "CSV"
    content_type = "text/csv; charset=utf-8"
    delimiter: ClassVar[str] = ","

    def write(self, rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
        """One line per row below a heading, in UTF-8."""
        texts, numbers, booleans = (shape.positions(kind) for kind in _WRITTEN)
        count = 0
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=self.delimiter, lineterminator="\n")
            writer.writerow(shape.columns)
            for count, row in enumerate(rows, start=1):
                cells = list(row)
                for position in texts:
                    text = cells[position]
                    if text and text[0] in _RISKY:
                        cells[position] = spreadsheet_safe(text)
                for position in numbers:
                    if cells[position] is not None:
                        cells[position] = _shortest(cells[position])
                for position in booleans:
                    # as R, pandas, polars and SQL read it, which Python's own spelling is not
                    cells[position] = "true" if cells[position] else "false"
                writer.writerow(cells)
        return count


class Tsv(Csv):
    """Separated by tabs."""

    label = "TSV"
    content_type = "text/tab-separated-values; charset=utf-8"
    offered = False
    delimiter = "\t"


def spreadsheet_safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula: a leading `= + - @`, tab, return or apostrophe gets an apostrophe.

    Reversible: take one leading apostrophe away. Numbers are left alone.
    """
    if text and text[0] in _RISKY and not _is_number(text):
        return "'" + text
    return text


def spreadsheet_unsafe(text: str) -> str:
    """Takes back the apostrophe that keeps a spreadsheet from reading text as a formula."""
    return text[1:] if len(text) > 1 and text[0] == "'" and text[1] in _RISKY else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shortest(number: float) -> str:
    return str(int(number)) if number == number // 1 else repr(number)
