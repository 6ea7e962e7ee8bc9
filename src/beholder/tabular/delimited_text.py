"""Delimited text: CSV, TSV, and what spreadsheets of other countries write."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from beholder.limits import MAX_HEADING_BYTES, MAX_LINE_BYTES, MAX_TABLE_COLUMNS
from beholder.tabular.fault import Fault, TableError
from beholder.tabular.kind import plain_suffix
from beholder.tabular.text import text_lines

__all__ = ["find_delimiter", "read_records", "split_heading"]

_DELIMITERS = (",", "\t", ";", "|")


def find_delimiter(path: Path, heading: str, wanted: Collection[str] = ()) -> str:
    """A tab if the file's name says so, else what gives most of the wanted names, and then most columns."""
    if plain_suffix(path) in (".tsv", ".tab"):
        return "\t"
    found = {delimiter: split_heading(heading, delimiter) for delimiter in _DELIMITERS}
    return max(_DELIMITERS, key=lambda d: (len(set(found[d]) & set(wanted)), len(found[d])))


def split_heading(heading: str, delimiter: str) -> list[str]:
    """The names in a heading line."""
    if len(heading) > MAX_HEADING_BYTES:
        raise TableError(
            Fault.TOO_LONG,
            f"the heading is longer than {MAX_HEADING_BYTES:,} bytes",
            hint="see that its first line holds the names of columns",
            at=1,
        )
    names = [name.strip() for name in next(csv.reader([heading], delimiter=delimiter, skipinitialspace=True), [])]
    if len(names) > MAX_TABLE_COLUMNS:
        raise TableError(
            Fault.TOO_LONG,
            f"the table has {len(names):,} columns; the limit is {MAX_TABLE_COLUMNS:,}",
            hint="give each rating a row of its own",
            at=1,
        )
    return names


def read_records(path: Path, *, delimiter: str = "", strict: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it begins, since a quoted cell may run over several; the first is the heading.

    An empty line is a record of no cells. Without `delimiter` the heading decides. `strict` refuses what may mean two
    things, such as text behind a closing quote.
    """
    # the csv module takes a cell of 128 kB for a runaway quote
    csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE_BYTES))
    lines = text_lines(path)
    if not delimiter:
        heading = next(lines, "")
        delimiter = find_delimiter(path, heading)
        split_heading(heading, delimiter)
        lines = chain([heading] if heading else [], lines)
    reader = csv.reader(lines, delimiter=delimiter, strict=strict)
    begins = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise TableError(
                Fault.ROW,
                f"not a readable row: {error}",
                hint='a quote inside a quoted cell is written twice: ""',
                at=begins,
            ) from None
        yield begins, cells
        begins = reader.line_num + 1
