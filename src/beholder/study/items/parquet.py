"""Items from Parquet files, read by DuckDB in pieces."""

from __future__ import annotations

import datetime as dt
import decimal
import math
import re
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.errors import BeholderError
from beholder.protocols import Declaration
from beholder.study.items.draft import Draft, place
from beholder.study.items.json_text import JsonError, canonical_number
from beholder.study.items.table_rows import gather, header_of, read_cell
from beholder.study.problems import Problems

if TYPE_CHECKING:
    import duckdb

__all__ = ["read_parquet"]

_ROWS_AT_ONCE = 2_000


def read_parquet(
    path: Path, *, file: str, declaration: Declaration, about_items: Iterable[str], problems: Problems
) -> Iterator[Draft]:
    """Drafts from a Parquet file, one row per candidate. Lists and structs are taken as they are, or as JSON text."""
    import duckdb

    # Extensions are never fetched: reading a study must not reach for the network.
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "threads": "1",
    }
    with duckdb.connect(":memory:", config=settings) as connection:
        try:
            literal = re.sub(r"([*?\[])", r"[\1]", str(path.resolve()))
            found = connection.execute("select * from read_parquet(?, hive_partitioning = false)", [literal])
        except duckdb.Error as error:
            raise _unreadable(error, path, file) from None
        titles = [str(column[0]) for column in found.description or ()]
        header = header_of(titles, declaration, about_items=about_items, file=file, line=1)

        def convert(at: int, cell: Any) -> Any:
            column = header.columns[at]
            if isinstance(cell, str):
                if "\x00" in cell:
                    raise JsonError("a text holds a NUL character, which cannot be stored")
                return cell if column is None or column.kind == "number" else read_cell(cell, column)
            return _plain(cell)

        rows = _rows(found, path=path, file=file)
        yield from gather(
            rows, header, file=file, problems=problems, convert=convert, by_item=declaration.shows == "item"
        )


def _rows(found: duckdb.DuckDBPyConnection, *, path: Path, file: str) -> Iterator[tuple[int, list[Any]]]:
    import duckdb

    row = 0
    while True:
        try:
            piece = found.fetchmany(_ROWS_AT_ONCE)
        except duckdb.Error as error:
            raise _unreadable(error, path, file, row=row + 1) from None
        if not piece:
            return
        for cells in piece:
            row += 1
            yield row, list(cells)


def _unreadable(error: duckdb.Error, path: Path, file: str, *, row: int = 0) -> BeholderError:
    reason = str(error).split("\n", 1)[0].replace(str(path.resolve()), file)
    return BeholderError(
        f"not a readable Parquet file: {reason[:200]}",
        code="items-bad-parquet",
        where=place(file, row) if row else file,
        hint="write the file again; it may have been cut off",
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
