"""The ratings of a study in memory, for notebooks and analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from beholder.errors import BeholderError, nearest
from beholder.protocols import reasons_in_words
from beholder.tables.ratings import COLUMNS, Rating, reason_of
from beholder.tables.rows_table import RowsTable
from beholder.tables.writing import RATINGS, write_ratings

__all__ = ["RatingsTable"]


class RatingsTable(RowsTable[Rating]):
    """Rows of the ratings table. `table["number"]` is a column; `table.where(field="quality")` a part of it.

    `left_out` tells how many rows are not here because they enter no result, by reason.
    """

    def __init__(self, rows: tuple[Rating, ...], left_out: Mapping[str, int] | None = None) -> None:
        super().__init__("RatingsTable", rows, RATINGS)
        self.left_out = dict(left_out or {})

    def counted_in_words(self) -> str:
        """How many rows there are, and how many are left out."""
        told = f"{len(self.rows):,} rows"
        if self.left_out:
            told += (
                f"; {sum(self.left_out.values()):,} that do not count are left out: {reasons_in_words(self.left_out)}"
            )
        return told

    def __getitem__(self, column: str) -> np.ndarray:
        """A column: floats with NaN for `number`, `weight` and `inclusion_probability`, otherwise as stored."""
        index = _index(column)
        values: list[Any] = [row[index] for row in self.rows]
        if RATINGS.types[index] == "number":
            return np.array([np.nan if v is None else v for v in values], dtype=float)
        return np.array(values, dtype=object)

    def where(self, **equal: object) -> RatingsTable:
        """The rows whose columns have these values."""
        tests = [(_index(name), value) for name, value in equal.items()]
        return RatingsTable(tuple(row for row in self.rows if all(row[p] == v for p, v in tests)))

    def counted(self) -> RatingsTable:
        """The rows that enter the results."""
        out = Counter(reason_of(row) for row in self.rows if not row.counts)
        return RatingsTable(tuple(row for row in self.rows if row.counts), left_out=out)

    def save(self, path: str | Path) -> int:
        """Writes a `.csv`, `.tsv`, `.jsonl`, `.parquet` or `.xlsx` file; how many rows."""
        return write_ratings(self.rows, Path(path))


def _index(column: str) -> int:
    if column not in COLUMNS:
        raise BeholderError(
            f"the ratings table has no column {column!r}", code="column-unknown", hint=nearest(column, COLUMNS)
        )
    return COLUMNS.index(column)
