"""From any table file to the coded, item-sorted Parquet file that the engine reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["encode_ratings"]

_ROW_GROUP = 122_880


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

    `source` is a CSV, TSV, JSON lines or Parquet file. Codes follow the ascending order of names; rows with a missing
    entry are left out. The names of items, which may be many, go to a file beside the target, `<target>.items.parquet`.
    Works within `memory` by spilling to a folder beside the target, which is removed afterwards.
    """
    import duckdb

    reader = {".parquet": "read_parquet", ".jsonl": "read_json_auto", ".json": "read_json_auto"}.get(
        source.suffix, "read_csv_auto"
    )
    if not source.exists():
        raise BeholderError("no such file", code="stats-no-file", where=str(source))
    spill = target.with_suffix(".spill")
    connection = duckdb.connect(
        ":memory:",
        config={
            "memory_limit": memory,
            "threads": threads,
            "temp_directory": str(spill),
            "preserve_insertion_order": "false",
            "autoinstall_known_extensions": "false",
        },
    )
    quoted = {name: '"' + column.replace('"', '""') + '"' for name, column in _roles(item, rater, value).items()}
    picked = ", ".join(f"{column} AS {name}" for name, column in quoted.items())
    try:
        connection.execute(
            f"CREATE VIEW given AS SELECT {picked} FROM {reader}('{_escaped(source)}') "
            + " WHERE "
            + " AND ".join(f"{column} IS NOT NULL" for column in quoted.values())
        )
        for name in quoted:
            connection.execute(
                f"CREATE TABLE {name}_names AS SELECT {name} AS name, "
                f"CAST(row_number() OVER (ORDER BY {name}) - 1 AS INTEGER) AS code FROM (SELECT DISTINCT {name} FROM given)"
            )
        connection.execute(
            "COPY (SELECT i.code AS item, r.code AS rater, v.code AS value FROM given g "
            "JOIN item_names i ON g.item = i.name JOIN rater_names r ON g.rater = r.name "
            "JOIN value_names v ON g.value = v.name ORDER BY i.code) "
            f"TO '{_escaped(target)}' (FORMAT parquet, ROW_GROUP_SIZE {_ROW_GROUP})"
        )
        beside = target.with_name(target.name + ".items.parquet")
        connection.execute(f"COPY (FROM item_names ORDER BY code) TO '{_escaped(beside)}' (FORMAT parquet)")
        return {
            name + "s": tuple(
                row[0] for row in connection.execute(f"SELECT name FROM {name}_names ORDER BY code").fetchall()
            )
            for name in ("rater", "value")
        }
    except duckdb.Error as error:
        raise BeholderError(
            f"the table cannot be read: {str(error).splitlines()[0]}", code="stats-unreadable", where=str(source)
        ) from error
    finally:
        connection.close()
        if spill.exists():
            for left in spill.iterdir():
                left.unlink()
            spill.rmdir()


def _roles(item: str, rater: str, value: str) -> dict[str, str]:
    return {"item": item, "rater": rater, "value": value}


def _escaped(path: Path) -> str:
    return str(path).replace("'", "''")
