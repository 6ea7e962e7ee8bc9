"""From any table file to the coded, item-sorted Parquet file that the engine reads."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.errors import BeholderError
from beholder.tabular import Fault, TableError, TableKind, identifier, literal, open_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from beholder.tabular import OpenTable

__all__ = ["ROW_GROUP", "encode_ratings"]

# the size of DuckDB's own row groups, so that each is read by one thread
ROW_GROUP = 122_880
_READERS = {
    TableKind.PARQUET: "read_parquet",
    TableKind.JSON: "read_json_auto",
    TableKind.JSON_LINES: "read_json_auto",
}


def encode_ratings(
    source: Path,
    target: Path,
    *,
    item: str,
    rater: str,
    value: str,
    memory: str = "600MB",
    threads: int = 2,
) -> Mapping[str, tuple[Any, ...]]:
    """Write `target` with int32 codes item, rater, value sorted by item, and return the names of raters and values.

    `source` is a CSV, TSV, JSON lines, Parquet or Excel file. Codes follow the ascending order of names; rows with a missing
    entry are left out. The names of items, which may be many, go to a file beside the target, `<target>.items.parquet`.
    Works within `memory` by spilling to a folder beside the target, which is removed afterwards.
    """
    import duckdb

    if not target.parent.is_dir():
        raise BeholderError(f"there is no folder {target.parent}", code="stats-no-file", where=str(target))
    settings: dict[str, str | bool | float] = {"memory_limit": memory, "threads": threads}
    try:
        with (
            tempfile.TemporaryDirectory(dir=target.parent, prefix=f"{target.name}.", suffix=".spill") as spill,
            open_table(source, **settings, temp_directory=spill, preserve_insertion_order="false") as table,
        ):
            picked = {"item": identifier(item), "rater": identifier(rater), "value": identifier(value)}
            return _encode(table, picked, target)
    except TableError as error:
        code = "stats-no-file" if error.fault is Fault.MISSING else "stats-unreadable"
        raise error.as_error(str(source), code) from None
    except duckdb.Error as error:
        raise BeholderError(
            f"the table cannot be read: {str(error).splitlines()[0]}", code="stats-unreadable", where=str(source)
        ) from error


def _encode(table: OpenTable, picked: Mapping[str, str], target: Path) -> Mapping[str, tuple[Any, ...]]:
    connection = table.connection
    columns = ", ".join(f"{column} AS {name}" for name, column in picked.items())
    present = " AND ".join(f"{column} IS NOT NULL" for column in picked.values())
    reader = f"{_READERS.get(table.kind, 'read_csv_auto')}({literal(table.pattern)})"
    connection.execute(f"CREATE VIEW given AS SELECT {columns} FROM {reader} WHERE {present}")
    for name in picked:
        connection.execute(
            f"CREATE TABLE {name}_names AS SELECT {name} AS name, "
            f"CAST(row_number() OVER (ORDER BY {name}) - 1 AS INTEGER) AS code FROM (SELECT DISTINCT {name} FROM given)"
        )
    connection.execute(
        "COPY (SELECT i.code AS item, r.code AS rater, v.code AS value FROM given g "
        "JOIN item_names i ON g.item = i.name JOIN rater_names r ON g.rater = r.name "
        # of several ratings of an item by one rater the same one stands in every run
        "JOIN value_names v ON g.value = v.name ORDER BY i.code, r.code, v.code) "
        f"TO {literal(str(target))} (FORMAT parquet, ROW_GROUP_SIZE {ROW_GROUP})"
    )
    beside = target.with_name(target.name + ".items.parquet")
    connection.execute(f"COPY (FROM item_names ORDER BY code) TO {literal(str(beside))} (FORMAT parquet)")
    return {
        name + "s": tuple(
            row[0] for row in connection.execute(f"SELECT name FROM {name}_names ORDER BY code").fetchall()
        )
        for name in ("rater", "value")
    }
