"""A table of a study in memory: rows to go through, and a data frame of whichever library is at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from beholder.errors import BeholderError
from beholder.tables.formats import TableShape

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

__all__ = ["RowsTable"]

# of a table of any length a notebook shows so many rows
_SHOWN = 10
# signs of a cell that a notebook shows
_WIDEST = 60
Row = TypeVar("Row", bound=Sequence[Any])


class RowsTable(Generic[Row]):
    """Rows with named columns. `len`, iteration and `pandas.DataFrame(table)` work as with a list of named tuples."""

    def __init__(self, name: str, rows: tuple[Row, ...], shape: TableShape) -> None:
        self.name = name
        self.rows = rows
        self.shape = shape

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.counted_in_words()}>"

    def _repr_html_(self) -> str:
        """The first rows, for notebooks."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(_cell(value))}</td>' for value in row)}</tr>" for row in self.rows[:_SHOWN]
        )
        more = f"; the first {_SHOWN} are shown" if len(self.rows) > _SHOWN else ""
        told = escape(self.counted_in_words())
        return f"<p>{told}{more}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def counted_in_words(self) -> str:
        """How many rows there are."""
        return f"{len(self.rows):,} rows × {len(self.columns)} columns"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.shape.columns

    def to_pandas(self) -> pd.DataFrame:
        """The table as a data frame of pandas; whole numbers that may be missing are `Int64`, times are in UTC."""
        library = _library("pandas")
        kinds = {"integer": "Int64", "number": "float64", "boolean": "bool", "text": "object"}
        kinds["time"] = "datetime64[ms, UTC]"
        return library.DataFrame(
            {name: library.Series(values, dtype=kinds[kind]) for name, kind, values in self._typed()},
            columns=list(self.columns),
        )

    def to_arrow(self) -> pa.Table:
        """The table as one of Apache Arrow."""
        library = _library("pyarrow")
        kinds = {"integer": library.int64(), "number": library.float64(), "boolean": library.bool_()}
        kinds["time"] = library.timestamp("ms", tz="UTC")
        arrays = [library.array(values, kinds.get(kind, library.string())) for _, kind, values in self._typed()]
        return library.Table.from_arrays(arrays, names=list(self.columns))

    def to_polars(self) -> pl.DataFrame:
        """The table as a data frame of Polars."""
        library = _library("polars")
        kinds = {"integer": library.Int64, "number": library.Float64, "boolean": library.Boolean}
        kinds["time"] = library.Datetime("ms", "UTC")
        frame: pl.DataFrame = library.DataFrame(
            {
                name: library.Series(values, dtype=kinds.get(kind, library.String))
                for name, kind, values in self._typed()
            }
        )
        return frame

    def _typed(self) -> Iterator[tuple[str, str, list[Any]]]:
        """Each column with its name and what it holds; what is empty is missing, and makes no group of its own."""
        for place, (name, kind) in enumerate(zip(self.shape.columns, self.shape.types, strict=True)):
            values = [row[place] for row in self.rows]
            if kind != "text":
                yield name, kind, values
            elif name.endswith("_at"):
                yield name, "time", [datetime.fromisoformat(value) if value else None for value in values]
            else:
                yield name, kind, [value or None for value in values]


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise BeholderError(
            f"this needs the package {name}",
            code="extra-missing",
            hint=f"pip install {name}, or all of them: pip install 'beholder[frames]'",
        ) from None
