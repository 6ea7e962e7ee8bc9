"""Rows of anybody's file as dictionaries: CSV, TSV, JSON, JSON lines or Parquet, also gzipped."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from beholder.errors import BeholderError, nearest

__all__ = ["find_column", "plain_suffix", "read_rows"]

_DELIMITERS = (",", "\t", ";")
_LONGEST_CELL = 16_000_000


def plain_suffix(path: Path) -> str:
    """The ending that tells the kind of file: `.tsv` for `names.tsv.gz`."""
    inner = Path(path.name.lower().removesuffix(".gz"))
    return inner.suffix


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each row with its number, 1 for the first below the heading. Cells of delimited files are texts, as written."""
    if not path.is_file():
        names = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
        hint = nearest(path.name, names)
        raise BeholderError(
            "there is no such file",
            code="naming-no-file",
            where=str(path),
            hint=hint if hint.startswith("did") else "",
        )
    kind = plain_suffix(path)
    try:
        if kind in (".parquet", ".pq"):
            yield from _parquet(path)
        elif kind == ".json":
            yield from _json(path)
        elif kind in (".jsonl", ".ndjson"):
            yield from _lines(path)
        else:
            yield from _delimited(path, kind)
    except (UnicodeDecodeError, OSError, EOFError, csv.Error) as error:
        raise BeholderError(
            f"the file cannot be read: {error}", code="naming-unreadable", where=str(path), hint="save it as UTF-8 text"
        ) from error


def find_column(row: Mapping[str, Any], names: tuple[str, ...], *, path: Path, what: str) -> str:
    """The first of `names` that the row has; if there is none, an error that lists them."""
    for name in names:
        if name in row:
            return name
    raise BeholderError(
        f"there is no column for {what}; looked for {', '.join(names)}",
        code="naming-no-column",
        where=str(path),
        hint=f"the file has: {', '.join(name for name in row if name)}",
    )


def _open(path: Path) -> IO[str]:
    if path.suffix.lower() == ".gz":
        return io.TextIOWrapper(gzip.open(path), encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _delimited(path: Path, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_CELL))
    with _open(path) as file:
        heading = file.readline()
        delimiter = "\t" if kind in (".tsv", ".tab") else max(_DELIMITERS, key=heading.count)
        titles = next(csv.reader([heading], delimiter=delimiter), [])
        for number, cells in enumerate(csv.reader(file, delimiter=delimiter), start=1):
            if not cells:
                continue
            if len(cells) != len(titles):
                raise BeholderError(
                    f"the row has {len(cells)} cells, the heading {len(titles)}",
                    code="naming-bad-row",
                    where=f"{path} row {number}",
                )
            yield number, dict(zip(titles, cells, strict=True))


def _json(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with _open(path) as file:
        try:
            data = json.load(file)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BeholderError(f"not valid JSON: {error}", code="naming-unreadable", where=str(path)) from error
    # Data frames write records as a list, or columns as an object of objects by row number.
    if isinstance(data, dict) and data and all(isinstance(column, dict) for column in data.values()):
        keys = list(next(iter(data.values())))
        data = [{name: column.get(key) for name, column in data.items()} for key in keys]
    if not isinstance(data, list):
        raise BeholderError("expected a list of records", code="naming-unreadable", where=str(path))
    for number, row in enumerate(data, start=1):
        yield number, _record(row, f"{path} record {number}")


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with _open(path) as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (json.JSONDecodeError, RecursionError) as error:
                raise BeholderError(
                    f"not valid JSON: {error}", code="naming-unreadable", where=f"{path}:{number}"
                ) from error
            yield number, _record(row, f"{path}:{number}")


def _record(row: Any, where: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise BeholderError("expected a record", code="naming-unreadable", where=where)
    return row


def _parquet(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    import duckdb

    connection = duckdb.connect(config={"autoinstall_known_extensions": False, "autoload_known_extensions": False})
    try:
        table = connection.execute("SELECT * FROM read_parquet(?)", [str(path)])
        titles = [column[0] for column in table.description]
        number = 0
        while rows := table.fetchmany(10_000):
            for cells in rows:
                number += 1
                yield number, dict(zip(titles, cells, strict=True))
    except duckdb.Error as error:
        raise BeholderError(
            f"the file cannot be read: {str(error).splitlines()[0]}", code="naming-unreadable", where=str(path)
        ) from error
    finally:
        connection.close()
