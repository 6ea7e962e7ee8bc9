"""DuckDB as a reader and writer of files, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.tabular.fault import Fault, TableError
from beholder.tabular.parquet_limits import require_honest_parquet

if TYPE_CHECKING:
    import duckdb

__all__ = [
    "connect",
    "identifier",
    "is_parquet_folder",
    "literal",
    "parquet_pattern",
    "parquet_rows",
    "path_pattern",
]

# about one of the vectors of 2,048 rows in which DuckDB computes
_ROWS_AT_ONCE = 2_000


def connect(**settings: str | bool | float) -> duckdb.DuckDBPyConnection:
    """A database in memory. Extensions are never fetched: reading a file must not reach for the network."""
    import duckdb

    config: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    return duckdb.connect(":memory:", config={**config, **settings})


def identifier(name: str) -> str:
    """A column's name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def path_pattern(path: Path) -> str:
    """The pattern that names this file alone: DuckDB takes `*`, `?` and `[` for patterns of several files."""
    return re.sub(r"([*?\[])", r"[\1]", str(path.resolve()))


def parquet_pattern(path: Path) -> str:
    """The pattern of a Parquet file, or of all in a folder and the folders in it, as other programs write large tables."""
    return f"{path_pattern(path)}/**/*.parquet" if path.is_dir() else path_pattern(path)


def is_parquet_folder(path: Path) -> bool:
    """Whether this is a folder with Parquet files in it, which are one table together; a study may hold some, too."""
    if not path.is_dir() or (path / "study.yaml").exists():
        return False
    # tables are partitioned by one or two columns; deeper, somebody's whole disk would be walked through
    return any(next(path.glob(depth), None) for depth in ("*.parquet", "*/*.parquet", "*/*/*.parquet"))


def parquet_rows(path: Path) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """The names of a Parquet file's columns, and its rows, fetched in pieces as they are asked for."""
    import duckdb

    connection = connect(threads=1)
    try:
        require_honest_parquet(connection, path, path_pattern(path))
        found = connection.execute("SELECT * FROM read_parquet(?, hive_partitioning = false)", [path_pattern(path)])
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(error, path, row=0) from None
    except TableError:
        connection.close()
        raise
    titles = [str(column[0]) for column in found.description or ()]
    # rows with pictures in them are held one by one
    rows_at_once = 1 if any("BLOB" in str(column[1]) for column in found.description or ()) else _ROWS_AT_ONCE

    def rows() -> Iterator[tuple[Any, ...]]:
        done = 0
        with connection:
            while True:
                try:
                    piece = found.fetchmany(rows_at_once)
                except duckdb.Error as error:
                    raise _unreadable(error, path, row=done + 1) from None
                if not piece:
                    return
                yield from piece
                done += len(piece)

    return titles, rows()


def _unreadable(error: Exception, path: Path, *, row: int) -> TableError:
    reason = str(error).split("\n", 1)[0].replace(str(path.resolve()), path.name)
    return TableError(
        Fault.UNREADABLE,
        f"not a readable Parquet file: {reason[:200]}",
        hint="write the file again; it may have been cut off",
        at=row,
        unit="row",
    )
