"""Parquet."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from beholder.tables.formats.format import ColumnType, TableFormat, TableShape
from beholder.tabular import connect, identifier, literal

__all__ = ["Parquet"]

_STORED: dict[ColumnType, tuple[str, Any]] = {
    "text": ("VARCHAR", object),
    "integer": ("BIGINT", np.int64),
    "number": ("DOUBLE", np.float64),
    "boolean": ("BOOLEAN", np.bool_),
}
# rows in memory at once, which DuckDB's limit of 200 MB holds easily
_CHUNK = 50_000


class Parquet(TableFormat):
    """Typed columns, compressed."""

    label = "Parquet"
    content_type = "application/vnd.apache.parquet"

    def write(self, rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
        """By chunks of rows, each a file of its own that DuckDB then strings together: memory stays flat."""
        count = 0
        rows = iter(rows)
        with (
            tempfile.TemporaryDirectory(prefix=".beholder-", dir=path.parent) as scratch,
            connect(memory_limit="200MB", threads=2) as db,
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
                f"COPY (SELECT * FROM read_parquet([{', '.join(map(literal, parts))}])) TO {literal(str(path))} {_PARQUET}"
            )
        return count


_PARQUET = "(FORMAT parquet, COMPRESSION zstd)"


def _write_part(db: Any, rows: list[Sequence[Any]], path: Path, shape: TableShape) -> None:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(shape.columns)
    table = {f"c{n}": _array(column, kind) for n, (column, kind) in enumerate(zip(columns, shape.types, strict=True))}
    picked = ", ".join(
        f"CAST(c{n} AS {_STORED[kind][0]}) AS {identifier(name)}"
        for n, (name, kind) in enumerate(zip(shape.columns, shape.types, strict=True))
    )
    db.register("chunk", table)
    db.execute(f"COPY (SELECT {picked} FROM chunk) TO {literal(str(path))} {_PARQUET}")
    db.unregister("chunk")


def _array(column: Sequence[Any], kind: ColumnType) -> Any:
    dtype = _STORED[kind][1]
    if kind == "text":
        return np.array(column, dtype=object)
    missing = [value is None for value in column]
    return np.ma.masked_array([0 if value is None else value for value in column], mask=missing, dtype=dtype)
