"""Limits of a Parquet file, looked at before its rows: what its pages unpack to, and the bytes in its cells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.limits import FREE_UNPACKED_BYTES, MAX_EMBEDDED_BYTES, MAX_UNPACK_RATIO
from beholder.tabular.fault import Fault, TableError

if TYPE_CHECKING:
    import duckdb


def require_honest_parquet(connection: duckdb.DuckDBPyConnection, path: Path, pattern: str) -> None:
    """Refuse a file that holds far more than its size.

    A value that stands in many rows takes its room once, and a row of zeros none: both are counted, not read.
    """
    most = max(FREE_UNPACKED_BYTES, MAX_UNPACK_RATIO * path.stat().st_size)
    query = "SELECT coalesce(sum(total_uncompressed_size), 0) FROM parquet_metadata(?)"
    (total,) = connection.execute(query, [pattern]).fetchone() or (0,)
    if total <= most:
        total = 0
        described = connection.execute("SELECT * FROM read_parquet(?) LIMIT 0", [pattern]).description or ()
        for title, kind, *_ in described:
            for sizes in _sizes(f'"{str(title).replace(chr(34), chr(34) * 2)}"', kind):
                query = f"SELECT coalesce(sum(size), 0), coalesce(max(size), 0) FROM ({sizes})"
                held, longest = connection.execute(query, [pattern]).fetchone() or (0, 0)
                total += held
                if longest > MAX_EMBEDDED_BYTES:
                    raise TableError(
                        Fault.TOO_LONG,
                        f'a cell of the column "{title}" has {longest:,} bytes; the limit is {MAX_EMBEDDED_BYTES:,}',
                        hint="save the file in it smaller",
                    )
    if total > most:
        raise TableError(
            Fault.TOO_LONG,
            f"the file has {path.stat().st_size:,} bytes and holds {total:,}",
            hint="see that it is the table you mean",
        )


def _sizes(column: str, kind: Any) -> Iterator[str]:
    """Queries for the length of each text of bytes in a column: itself, in a record, or in a list of either."""
    table = f"SELECT {column} AS cell FROM read_parquet(?, hive_partitioning = false)"
    if kind.id == "list":
        table, kind = f"SELECT unnest(cell) AS cell FROM ({table})", kind.children[0][1]
    if kind.id == "blob":
        yield f"SELECT octet_length(cell) AS size FROM ({table})"
    elif kind.id == "struct":
        names = [str(name).replace("'", "''") for name, inner in kind.children if inner.id == "blob"]
        yield from (f"SELECT octet_length(struct_extract(cell, '{name}')) AS size FROM ({table})" for name in names)
