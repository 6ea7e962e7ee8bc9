"""Writing the ratings table to a file: CSV, JSON lines or Parquet, streaming, whole or not at all."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from beholder.engine.ratings import COLUMNS, Rating
from beholder.errors import BeholderError

__all__ = ["FORMATS", "spreadsheet_safe", "write_ratings"]

FORMATS = (".csv", ".tsv", ".jsonl", ".parquet")

_NUMBERS = {"number": "DOUBLE", "sequence": "INTEGER", "position": "INTEGER", "active_ms": "BIGINT"}
_NUMBERS |= {"study_version": "INTEGER", "revision": "INTEGER"}
_TYPES = {name: _NUMBERS.get(name, "VARCHAR") for name in COLUMNS}
_FREE_TEXT = tuple(map(COLUMNS.index, ("item", "group", "block", "candidate", "system", "value", "excluded_by")))
_NUMBER = COLUMNS.index("number")


def write_ratings(rows: Iterable[Rating], path: Path) -> int:
    """Writes the rows in the format that the file's name asks for; how many there were."""
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise BeholderError(
            f"cannot write ratings as {suffix or 'a file without ending'}",
            code="export-format",
            where=str(path),
            hint=f"use one of {', '.join(FORMATS)}",
        )
    try:
        with _whole_file(path) as temporary:
            if suffix == ".parquet":
                return _write_parquet(rows, temporary)
            with temporary.open("w", encoding="utf-8", newline="") as file:
                if suffix == ".jsonl":
                    return _write_jsonl(rows, file)
                return _write_delimited(rows, file, "," if suffix == ".csv" else "\t")
    except OSError as error:
        raise BeholderError(
            f"cannot write the file: {error.strerror or error}", code="file-unwritable", where=str(path)
        ) from None


def spreadsheet_safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula: a leading `= + - @`, tab, return or apostrophe gets an apostrophe.

    Reversible: take one leading apostrophe away. Numbers are left alone.
    """
    if text and text[0] in "=+-@\t\r'" and not _is_number(text):
        return "'" + text
    return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _write_delimited(rows: Iterable[Rating], file: IO[str], delimiter: str) -> int:
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    writer.writerow(COLUMNS)
    count = 0
    for count, row in enumerate(rows, start=1):
        cells: list[Any] = list(row)
        for place in _FREE_TEXT:
            cells[place] = spreadsheet_safe(cells[place])
        if row.number is not None:
            cells[_NUMBER] = f"{row.number:g}"
        writer.writerow(cells)
    return count


def _write_jsonl(rows: Iterable[Rating], file: IO[str]) -> int:
    count = 0
    for count, row in enumerate(rows, start=1):
        file.write(json.dumps(row._asdict(), ensure_ascii=False, separators=(",", ":")) + "\n")
    return count


def _write_parquet(rows: Iterable[Rating], path: Path) -> int:
    """Through a plain text file that DuckDB reads with known types: memory stays flat, and no Arrow is needed."""
    import duckdb

    count = 0
    plain = path.with_suffix(".rows")
    try:
        with plain.open("w", encoding="utf-8", newline="") as file:
            for count, row in enumerate(rows, start=1):
                file.write(",".join(map(_quoted, row)) + "\n")
        columns = ", ".join(f"'{name}': '{kind}'" for name, kind in _TYPES.items())
        with duckdb.connect(":memory:", config={"autoinstall_known_extensions": "false"}) as db:
            db.execute("SET preserve_insertion_order = true")
            source = (
                f"read_csv({_literal(plain)}, header=false, columns={{{columns}}}, nullstr='\\N', "
                "allow_quoted_nulls=false, quote='\"', escape='\"', auto_detect=false, delim=',', "
                "max_line_size=10000000, parallel=false)"
            )
            if not count:
                empty = ", ".join(
                    f"CAST(NULL AS {kind}) AS {name!r}".replace("'", '"') for name, kind in _TYPES.items()
                )
                source = f"(SELECT {empty} LIMIT 0)"
            db.execute(f"COPY (SELECT * FROM {source}) TO {_literal(path)} (FORMAT parquet)")
    finally:
        plain.unlink(missing_ok=True)
    return count


def _quoted(cell: Any) -> str:
    if cell is None:
        return "\\N"
    if isinstance(cell, str):
        return '"' + cell.replace('"', '""') + '"'
    return repr(cell)


def _literal(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


@contextmanager
def _whole_file(path: Path) -> Iterator[Path]:
    """A temporary neighbour that takes the file's place only when it is complete."""
    temporary = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
