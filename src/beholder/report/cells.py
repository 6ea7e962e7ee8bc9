"""Table cells as text: numbers with the digits that matter, intervals in brackets, a dash for what is unknown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from string import ascii_lowercase
from typing import Any

from beholder.findings import Table, TableColumn, is_p, plain
from beholder.text import DASH, Number, PValue, Share, bracketed, figure

__all__ = ["PrintedCell", "TableLayout", "cell_text", "is_interval", "lay_out"]

# columns: in a wider table those that say the same in every row go below it
_MANY = 6
_NOTES = "notes"
_CLAUSES = re.compile(r"; |\uff1b")
"""What stands between the remarks on one finding."""


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """One cell to print: a text and, where the next column was its interval, the interval beside it."""

    text: str
    interval: str = ""
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table as printed. Columns that say the same in every row stand in `constants`, out of the reader's way.

    A remark that several rows share stands once in `footnotes`, with the letter that these rows have in its place.
    """

    headings: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[PrintedCell, ...], ...]
    constants: tuple[tuple[str, str], ...]
    footnotes: tuple[tuple[str, str], ...] = ()

    def width(self) -> float:
        """Roughly how many characters the table is wide; a heading may break into two lines."""
        total = 0.0
        for position, heading in enumerate(self.headings):
            cells = [
                _wide(row[position].text) + (1 + _wide(row[position].interval)) * bool(row[position].interval)
                for row in self.rows
            ]
            total += max([*cells, max(map(_wide, heading.split(" ")), default=0), _wide(heading) / 2]) + 2
        return total


def _wide(text: str) -> float:
    return sum(2 if ord(char) > 0x2E80 else 1 for char in text[:60])


def is_interval(value: Any) -> bool:
    """Whether a cell holds two bounds."""
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2


def cell_text(value: Any, column: TableColumn, *, language: str = "en") -> str:
    """The cell as a reader sees it; the sign of a negative number is a minus, not a hyphen."""
    value = plain(value)
    if value is None or value in ("", []):
        return DASH
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        told = PValue(value, bare=True) if is_p(column.name) else _number(value, column)
        return told.to(language)
    if is_interval(value):
        if all(v is None for v in value):
            return DASH
        if column.name.endswith("range"):
            first, last = (DASH if v is None else figure(v, 0).to(language) for v in value)
            return first if first == last else f"{first}–{last}"
        return bracketed([_bound(v, column, language) for v in value], language)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(cell_text(v, column, language=language) for v in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {cell_text(v, column, language=language)}" for k, v in value.items())
    return str(value)


def _bound(value: Any, column: TableColumn, language: str) -> str:
    return _number(value, column).to(language) if _is_number(value) else cell_text(value, column, language=language)


def _number(value: float, column: TableColumn) -> Number | Share:
    if not column.percent:
        return figure(value, column.digits)
    # as many digits as the share itself would have
    return Share(value, max(0, (column.digits or 2) - 2))


def lay_out(table: Table, *, interval_word: str = "", simultaneous_word: str = "", language: str = "en") -> TableLayout:
    """The table with intervals beside their values and constant columns taken out.

    `interval_word` is added to the heading of a column that carries intervals, such as `95 %`, and `simultaneous_word` where
    they hold together; `language` writes the numbers.
    """
    columns: list[TableColumn] = []
    merged: dict[str, TableColumn] = {}
    for column in table.columns:
        values = [row.get(column.name) for row in table.rows]
        bounds = [v for v in values if v is not None]
        before = columns[-1] if columns and _has_numbers(table, columns[-1]) else None
        # an interval beside a name is of something else, and has a column of its own
        if before is not None and "interval" in column.name and bounds and all(map(is_interval, bounds)):
            # bounds are written as their value is
            merged[before.name] = replace(column, digits=before.digits, percent=before.percent)
        elif (
            table.rows
            and all(cell_text(v, column, language=language) == DASH for v in values)
            and len(table.columns) > 2
        ):
            continue
        else:
            columns.append(column)
    constants: list[tuple[str, str]] = []
    if len(table.rows) > 1:
        for column in list(columns[2:]):
            texts = {cell_text(row.get(column.name), column, language=language) for row in table.rows}
            dull = len(columns) > _MANY or column.name in (_NOTES, "n_dropped")
            if dull and len(texts) == 1 and column.name not in merged:
                constants.append((column.title or column.name, texts.pop()))
                columns.remove(column)
    numeric = tuple(_all_numeric(table, column) for column in columns)
    remarks = [cell_text(row.get(_NOTES), TableColumn(name=_NOTES), language=language) for row in table.rows]
    short, footnotes = _footnoted(remarks)
    rows = []
    for row, remark in zip(table.rows, short, strict=True):
        cells = []
        for column, is_numeric in zip(columns, numeric, strict=True):
            beside = merged.get(column.name)
            bounds_text = cell_text(row.get(beside.name), beside, language=language) if beside is not None else ""
            text = remark if column.name == _NOTES else cell_text(row.get(column.name), column, language=language)
            cells.append(PrintedCell(text, "" if bounds_text == DASH else bounds_text, is_numeric))
        rows.append(tuple(cells))
    words = {name: simultaneous_word if beside.simultaneous else interval_word for name, beside in merged.items()}
    headings = tuple(
        (column.title or column.name) + (f" [{words[column.name]}]" if words.get(column.name) else "")
        for column in columns
    )
    kept = footnotes if any(column.name == _NOTES for column in columns) else ()
    return TableLayout(headings, numeric, tuple(rows), tuple(constants), kept)


def _footnoted(remarks: Sequence[str]) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """The remarks with a letter for every clause that several of them share, and these clauses by letter."""
    split = [[] if remark == DASH else _CLAUSES.split(remark) for remark in remarks]
    often = Counter(clause for clauses in split for clause in set(clauses))
    shared = [clause for clause in dict.fromkeys(chain.from_iterable(split)) if often[clause] > 1]
    letters = dict(zip(shared, ascii_lowercase, strict=False))
    short = []
    for clauses in split:
        marks = ", ".join(sorted(letters[clause] for clause in clauses if clause in letters))
        short.append("; ".join([*([marks] if marks else []), *(c for c in clauses if c not in letters)]) or DASH)
    return short, tuple((letter, clause) for clause, letter in letters.items())


def _all_numeric(table: Table, column: TableColumn) -> bool:
    values = [plain(row.get(column.name)) for row in table.rows]
    known = [v for v in values if v is not None]
    return bool(known) and all(_is_number(v) or (is_interval(v) and all(map(_is_number, v))) for v in known)


def _has_numbers(table: Table, column: TableColumn) -> bool:
    return any(_is_number(plain(row.get(column.name))) for row in table.rows)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
