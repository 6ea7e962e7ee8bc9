"""Writing a table to a file: CSV, JSON lines or Parquet, streaming, whole or not at all."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.tables.ratings import COLUMNS, Rating

__all__ = ["FORMATS", "RATINGS", "TableShape", "spreadsheet_safe", "write_ratings", "write_table", "written_whole"]

FORMATS = (".csv", ".tsv", ".jsonl", ".parquet")
"""The endings of the files that a table can be written to."""

ColumnType = Literal["text", "integer", "number", "boolean"]
_STORED: dict[ColumnType, tuple[str, Any]] = {
    "text": ("VARCHAR", object),
    "integer": ("BIGINT", np.int64),
    "number": ("DOUBLE", np.float64),
    "boolean": ("BOOLEAN", np.bool_),
}
_RISKY = frozenset("=+-@\t\r'")
_CHUNK = 50_000


@dataclass(frozen=True, slots=True)
class TableShape:
    """The columns of a table and what each of them holds."""

    columns: tuple[str, ...]
    types: tuple[ColumnType, ...]


_TYPES: dict[str, ColumnType] = {"number": "number", "counts": "boolean"}
_TYPES |= dict.fromkeys(("sequence", "position", "active_ms", "study_version", "revision"), "integer")
RATINGS = TableShape(COLUMNS, tuple(_TYPES.get(name, "text") for name in COLUMNS))
"""The ratings table."""


def write_ratings(rows: Iterable[Rating], path: Path) -> int:
    """Writes rows of the ratings table in the format that the file's name asks for; how many there were."""
    return write_table(rows, path, RATINGS)


def write_table(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
    """Writes the rows in the format that the file's name asks for; how many there were."""
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        raise BeholderError(
            f"cannot write a table as {path.suffix or 'a file without ending'}",
            code="export-format",
            where=str(path),
            hint=f"use one of {', '.join(FORMATS)}",
        )
    with written_whole(path) as temporary:
        return write(rows, temporary, shape)


def spreadsheet_safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula: a leading `= + - @`, tab, return or apostrophe gets an apostrophe.

    Reversible: take one leading apostrophe away. Numbers are left alone.
    """
    if text and text[0] in _RISKY and not _is_number(text):
        return "'" + text
    return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary neighbour that takes the file's place only when it is complete; what the disk refuses is told in words."""
    temporary = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise BeholderError(
            f"cannot write the file: {error.strerror or error}", code="file-unwritable", where=str(path)
        ) from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def _write_delimited(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape, *, delimiter: str) -> int:
    texts = [place for place, kind in enumerate(shape.types) if kind == "text"]
    numbers = [place for place, kind in enumerate(shape.types) if kind == "number"]
    booleans = [place for place, kind in enumerate(shape.types) if kind == "boolean"]
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(shape.columns)
        for count, row in enumerate(rows, start=1):
            cells = list(row)
            for place in texts:
                text = cells[place]
                if text and text[0] in _RISKY:
                    cells[place] = spreadsheet_safe(text)
            for place in numbers:
                if cells[place] is not None:
                    cells[place] = _shortest(cells[place])
            for place in booleans:
                # as R, pandas, polars and SQL read it, which Python's own spelling is not
                cells[place] = "true" if cells[place] else "false"
            writer.writerow(cells)
    return count


def _write_csv(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
    return _write_delimited(rows, path, shape, delimiter=",")


def _write_tsv(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
    return _write_delimited(rows, path, shape, delimiter="\t")


def _write_jsonl(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
    line = "{" + ",".join(encode_basestring(name).replace("%", "%%") + ":%s" for name in shape.columns) + "}\n"
    write_cell: dict[type, Callable[[Any], str]] = {
        str: encode_basestring,
        int: repr,
        float: repr,
        bool: lambda value: "true" if value else "false",
        type(None): lambda _value: "null",
    }
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        for count, row in enumerate(rows, start=1):
            file.write(line % tuple([write_cell[type(cell)](cell) for cell in row]))
    return count


def _write_parquet(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
    """By chunks of rows, each a file of its own that DuckDB then strings together: memory stays flat."""
    import duckdb

    count = 0
    rows = iter(rows)
    options = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    with (
        tempfile.TemporaryDirectory(prefix=".beholder-", dir=path.parent) as scratch,
        duckdb.connect(":memory:", config={**options, "memory_limit": "200MB", "threads": 2}) as db,
    ):
        parts: list[str] = []
        while (chunk := list(islice(rows, _CHUNK))) or not parts:
            count += len(chunk)
            if not parts and len(chunk) < _CHUNK:
                _write_part(db, chunk, path, shape)
                return count
            parts.append(str(Path(scratch) / f"{len(parts):06d}.parquet"))
            _write_part(db, chunk, Path(parts[-1]), shape)
        db.execute(
            f"COPY (SELECT * FROM read_parquet([{', '.join(map(_literal, parts))}])) TO {_literal(str(path))} {_PARQUET}"
        )
    return count


_PARQUET = "(FORMAT parquet, COMPRESSION zstd)"


def _write_part(db: Any, rows: list[Sequence[Any]], path: Path, shape: TableShape) -> None:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(shape.columns)
    table = {f"c{n}": _array(column, kind) for n, (column, kind) in enumerate(zip(columns, shape.types, strict=True))}
    picked = ", ".join(
        f"CAST(c{n} AS {_STORED[kind][0]}) AS {_identifier(name)}"
        for n, (name, kind) in enumerate(zip(shape.columns, shape.types, strict=True))
    )
    db.register("chunk", table)
    db.execute(f"COPY (SELECT {picked} FROM chunk) TO {_literal(str(path))} {_PARQUET}")
    db.unregister("chunk")


def _array(column: Sequence[Any], kind: ColumnType) -> Any:
    dtype = _STORED[kind][1]
    if kind == "text":
        return np.array(column, dtype=object)
    missing = [value is None for value in column]
    return np.ma.masked_array([0 if value is None else value for value in column], mask=missing, dtype=dtype)


def _shortest(number: float) -> str:
    return str(int(number)) if number == number // 1 else repr(number)


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_WRITERS: dict[str, Callable[[Iterable[Sequence[Any]], Path, TableShape], int]] = {
    ".csv": _write_csv,
    ".tsv": _write_tsv,
    ".jsonl": _write_jsonl,
    ".parquet": _write_parquet,
}
