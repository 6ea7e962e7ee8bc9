"""The ratings of a study in memory, for notebooks and analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from beholder.engine.export import write_ratings
from beholder.engine.ratings import COLUMNS, Rating
from beholder.errors import BeholderError, nearest

__all__ = ["RatingsTable"]


@dataclass(frozen=True)
class RatingsTable:
    """Rows of the ratings table. `table["number"]` is a column; `table.where(field="quality")` a part of it."""

    rows: tuple[Rating, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Rating]:
        return iter(self.rows)

    def __getitem__(self, column: str) -> np.ndarray:
        """A column: floats with NaN for `number`, otherwise as stored."""
        place = _place(column)
        values: list[Any] = [row[place] for row in self.rows]
        if column == "number":
            return np.array([np.nan if v is None else v for v in values], dtype=float)
        return np.array(values, dtype=object)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return COLUMNS

    def where(self, **equal: object) -> RatingsTable:
        """The rows whose columns have these values."""
        tests = [(_place(name), value) for name, value in equal.items()]
        return RatingsTable(tuple(row for row in self.rows if all(row[p] == v for p, v in tests)))

    def save(self, path: str | Path) -> int:
        """Writes a `.csv`, `.tsv`, `.jsonl` or `.parquet` file; how many rows."""
        return write_ratings(self.rows, Path(path))


def _place(column: str) -> int:
    if column not in COLUMNS:
        raise BeholderError(
            f"the ratings table has no column {column!r}", code="column-unknown", hint=nearest(column, COLUMNS)
        )
    return COLUMNS.index(column)
