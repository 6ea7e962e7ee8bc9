"""Sums over chunks of ratings: one contract for memory, files and clusters.

A kernel has `partial(chunk, params) -> sums` and `finish(sums, params) -> params`; sums of chunks are added. Chunks hold
whole items, sorted by item. Parameters are small (raters × values × values) and travel with the call, so an adapter for
a cluster needs nothing but to run `partial` where the chunk lies: with Spark, inside `mapInArrow` on a table
range-partitioned and sorted by item.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.agreement.intra_rater import first_of_pairs
from beholder.tabular import connect, identifier, literal, parquet_pattern

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from beholder.stats.columns import Codes, Floats, Ratings

__all__ = [
    "Chunk",
    "ChunkEngine",
    "Kernel",
    "MemoryEngine",
    "ParquetEngine",
    "Sums",
    "combine",
    "middle_of",
    "run",
    "summed",
    "total",
]

Sums = tuple["NDArray[np.float64]", ...]
Params = TypeVar("Params")
Result = TypeVar("Result")

# 8 MB a column, and few enough chunks that starting one costs nothing
_ROWS_PER_CHUNK = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Rows of whole items, sorted by item: `start[i]` is the first row of the i-th item, and `start[-1]` the end.

    `columns` are those beside the item, by name: codes (int32) such as `rater`, `value` and `system`, or numbers
    (float64) such as `number`. Which there must be is a matter of the kernel.
    """

    item: Codes
    start: NDArray[np.int64]
    columns: Mapping[str, NDArray[Any]]

    @classmethod
    def of(cls, item: Codes, rater: Codes | None = None, value: Codes | None = None, **more: NDArray[Any]) -> Chunk:
        """A chunk from columns that are sorted by item."""
        border = np.flatnonzero(item[1:] != item[:-1]) + 1 if len(item) else np.empty(0, dtype=np.int64)
        head = [0] if len(item) else []
        start = np.concatenate([head, border, [len(item)]]).astype(np.int64)
        given = {"rater": rater, "value": value, **more}
        return cls(item=item, start=start, columns={name: x for name, x in given.items() if x is not None})

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A column by name."""
        if name not in self.columns:
            raise BeholderError(
                f'the chunks have no column "{name}"',
                code="stats-bad-column",
                hint=f"they have item, {', '.join(self.columns)}",
            )
        return self.columns[name]

    @property
    def rater(self) -> Codes:
        """The code of each row's rater."""
        return self["rater"]

    @property
    def value(self) -> Codes:
        """The code of each row's value."""
        return self["value"]

    @property
    def n_items(self) -> int:
        """How many items the chunk holds."""
        return len(self.start) - 1

    @property
    def items(self) -> Codes:
        """The code of each item."""
        return self.item[self.start[:-1]]

    @property
    def row_item(self) -> NDArray[np.int64]:
        """The place of its item within the chunk, for each row."""
        return np.repeat(np.arange(self.n_items), np.diff(self.start))

    def numbers(self, scale: Floats | None) -> Floats:
        """Each row's rating as a number: what its value stands for on a scale, or the column `number`."""
        return np.asarray(self["number"] if scale is None else scale[self.value], dtype=np.float64)

    def select(self, rows: NDArray[Any]) -> Chunk:
        """Some rows in their order (positions or a mask); items without any are gone."""
        return Chunk.of(self.item[rows], **{name: column[rows] for name, column in self.columns.items()})

    def once(self, n_raters: int) -> Chunk:
        """Without repeats: of several ratings of an item by one rater the first stands."""
        first = first_of_pairs(self.row_item.astype(np.int32), self.rater, n_raters)
        return self if first is None else self.select(first)

    def uncensored(self, scale: Floats | None) -> Chunk:
        """Without the items that have a censored value, of which only a bound is known."""
        endless = np.isinf(self.numbers(scale))
        if not endless.any():
            return self
        return self.select(~np.isin(self.item, self.item[endless]))


class Kernel(Protocol[Params]):
    """One pass over the data: additive sums per chunk, and what they make of the parameters."""

    def partial(self, chunk: Chunk, params: Params) -> Sums:
        """What a chunk adds to the sums."""
        ...

    def finish(self, sums: Sums, params: Params) -> Params:
        """New parameters from the sums over all chunks."""
        ...


class ChunkEngine(Protocol):
    """Where the chunks are and how a function gets to them. Implement this to run on a cluster."""

    n_items: int
    n_raters: int
    n_values: int
    n_ratings: int

    def each(self, function: Callable[[Chunk], Result]) -> Iterator[Result]:
        """The function's result for every chunk, in the order of the chunks, so that sums never depend on timing."""
        ...


def combine(left: Sums, right: Sums) -> Sums:
    """Add two tuples of sums."""
    return tuple(a + b for a, b in zip(left, right, strict=True))


def run(engine: ChunkEngine, kernel: Kernel[Params], params: Params) -> Params:
    """One pass of a kernel over everything an engine holds."""
    return kernel.finish(total(engine, partial(kernel.partial, params=params)), params)


def total(engine: ChunkEngine, sums_of: Callable[[Chunk], Sums]) -> Sums:
    """The sums of all chunks."""
    found: Sums | None = None
    for sums in engine.each(sums_of):
        found = sums if found is None else combine(found, sums)
    if found is None:
        raise BeholderError("there are no ratings", code="stats-no-ratings")
    return found


def summed(key: NDArray[Any], weights: NDArray[Any], n: int) -> Floats:
    """The weights summed within each of n keys."""
    return np.asarray(np.bincount(key, weights=weights, minlength=n), dtype=np.float64)


def middle_of(engine: ChunkEngine, scale: Floats | None) -> float:
    """A number about as large as the ratings, taken off before they are squared: of the scale, or of the first chunk."""
    if scale is not None:
        return float(np.mean(scale[np.isfinite(scale)]))
    for numbers in engine.each(lambda chunk: chunk.numbers(None)):
        known = numbers[np.isfinite(numbers)]
        if len(known):
            return float(known.mean())
    return 0.0


class MemoryEngine:
    """Ratings in memory, sorted by item once."""

    def __init__(self, ratings: Ratings, *, rows_per_chunk: int = _ROWS_PER_CHUNK) -> None:
        self.n_items, self.n_raters = len(ratings.items), len(ratings.raters)
        self.n_values, self.n_ratings = len(ratings.values), len(ratings)
        self.chunks = _cut(ratings.item, {"rater": ratings.rater, "value": ratings.value}, rows_per_chunk)

    @classmethod
    def of(cls, *, item: Codes, rows_per_chunk: int = _ROWS_PER_CHUNK, **columns: NDArray[Any] | None) -> MemoryEngine:
        """An engine of any columns: codes from 0 on, or numbers. Those that are None are left out."""
        engine = cls.__new__(cls)
        given = {name: column for name, column in columns.items() if column is not None}
        engine.n_ratings, engine.n_items = len(item), int(item.max(initial=-1)) + 1
        engine.n_raters, engine.n_values = (
            int(given[name].max(initial=-1)) + 1 if name in given else 0 for name in ("rater", "value")
        )
        engine.chunks = _cut(item, given, rows_per_chunk)
        return engine

    def each(self, function: Callable[[Chunk], Result]) -> Iterator[Result]:
        """The function's result for every chunk in turn."""
        return map(function, self.chunks)


def _cut(item: Codes, columns: Mapping[str, NDArray[Any]], rows: int) -> list[Chunk]:
    if np.any(item[1:] < item[:-1]):
        order = np.argsort(item, kind="stable")
        item, columns = item[order], {name: column[order] for name, column in columns.items()}
    begin, out = 0, []
    while begin < len(item):
        end = min(begin + rows, len(item))
        # An item never falls into two chunks: go on to its last row.
        end = int(np.searchsorted(item, item[end - 1], side="right"))
        out.append(Chunk.of(item[begin:end], **{name: column[begin:end] for name, column in columns.items()}))
        begin = end
    return out


class ParquetEngine:
    """A Parquet file, or a folder of them, sorted by item; threads read a range of items each.

    The column `item` and all others that are whole numbers are codes from 0 on, the rest are numbers. Write such a file
    with `encode_ratings`. Memory is bounded by threads × rows per chunk, whatever the size of the file.
    """

    def __init__(self, path: Path, *, threads: int = 2, rows_per_chunk: int = _ROWS_PER_CHUNK) -> None:
        self._threads = threads
        self._path = str(path)
        self._reader = f"read_parquet({literal(parquet_pattern(path))}, hive_partitioning = false)"
        self._connection = connect(threads=1)
        self._connection.execute("SET preserve_insertion_order = true")
        described = self._connection.execute(f"DESCRIBE SELECT * FROM {self._reader}").fetchall()
        self._types: dict[str, type[np.generic]] = {
            str(name): np.float64 if kind in ("FLOAT", "DOUBLE") else np.int32 for name, kind, *_ in described
        }
        codes = {name for name, kind in self._types.items() if kind is np.int32}
        extremes = self._extremes(codes)
        self.n_ratings = extremes["rows"][1]
        self.n_items, self.n_raters, self.n_values = (
            extremes.get(name, (0, -1))[1] + 1 for name in ("item", "rater", "value")
        )
        per_chunk = max(1, int(rows_per_chunk * self.n_items / self.n_ratings))
        self._ranges = [(low, min(low + per_chunk, self.n_items)) for low in range(0, self.n_items, per_chunk)]

    def _extremes(self, codes: set[str]) -> dict[str, tuple[int, int]]:
        """The least and the largest code of each column, and the number of rows."""
        names = sorted(codes)
        asked = "".join(f", min({identifier(name)}), max({identifier(name)})" for name in names)
        row = self._connection.execute(f"SELECT count(*){asked} FROM {self._reader}").fetchone()
        if row is None or not row[0]:
            raise BeholderError("there are no ratings", code="stats-no-ratings", where=self._path)
        found = {name: (int(row[1 + 2 * k]), int(row[2 + 2 * k])) for k, name in enumerate(names)}
        if "item" not in found or min(low for low, _ in found.values()) < 0:
            raise BeholderError(
                f"the columns {', '.join(dict.fromkeys(['item', *names]))} are codes from 0 on",
                code="stats-bad-column",
                where=self._path,
                hint="write the file with encode_ratings",
            )
        return {**found, "rows": (0, int(row[0]))}

    def each(self, function: Callable[[Chunk], Result]) -> Iterator[Result]:
        """The function's result for every range of items; ranges are read and worked on by threads."""

        def work(bounds: tuple[int, int]) -> Result:
            return function(self._read(bounds))

        with ThreadPoolExecutor(self._threads) as pool:
            pending: list[Any] = []
            for bounds in self._ranges:
                pending.append(pool.submit(work, bounds))
                # Two chunks in hand per thread keep every thread busy and the memory bounded.
                if len(pending) > self._threads:
                    yield pending.pop(0).result()
            for future in pending:
                yield future.result()

    def _read(self, bounds: tuple[int, int]) -> Chunk:
        picked = ", ".join(identifier(name) for name in self._types)
        found = (
            self._connection.cursor()
            .execute(
                f"SELECT {picked} FROM {self._reader} WHERE item >= $low AND item < $high",
                {"low": bounds[0], "high": bounds[1]},
            )
            .fetchnumpy()
        )
        columns = {name: _filled(found[name]).astype(kind, copy=False) for name, kind in self._types.items()}
        item = columns.pop("item")
        if np.any(item[1:] < item[:-1]):
            order = np.argsort(item, kind="stable")
            item, columns = item[order], {name: column[order] for name, column in columns.items()}
        return Chunk.of(item, **columns)


def _filled(column: Any) -> NDArray[Any]:
    """A column of DuckDB; numbers that are missing are NaN, as they are in memory."""
    return np.asarray(np.ma.filled(column, np.nan) if np.ma.is_masked(column) else np.ma.getdata(column))


def __getattr__(name: str) -> Any:
    if name == "Engine":
        warnings.warn("beholder.stats.Engine is now beholder.stats.ChunkEngine", DeprecationWarning, stacklevel=2)
        return ChunkEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
