"""Sums over chunks of ratings: one contract for memory, files and clusters.

A kernel has `partial(chunk, params) -> sums` and `finish(sums, params) -> params`; sums of chunks are added. Chunks hold
whole items, sorted by item, as int32 codes. Parameters are small (raters × values × values) and travel with the call, so
an adapter for a cluster needs nothing but to run `partial` where the chunk lies: with Spark, inside `mapInArrow` on a
table range-partitioned and sorted by item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from beholder.errors import BeholderError
from beholder.tabular import connect

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from beholder.stats.columns import Codes, Ratings


__all__ = ["Chunk", "Engine", "Kernel", "MemoryEngine", "ParquetEngine", "Sums", "combine", "run"]

Sums = tuple["NDArray[np.float64]", ...]
Params = TypeVar("Params")
Result = TypeVar("Result")

# 8 MB a column, and few enough chunks that starting one costs nothing
_ROWS_PER_CHUNK = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Ratings of whole items: codes sorted by item, `start[i]` the first row of the i-th item, and `start[-1]` the end."""

    item: Codes
    rater: Codes
    value: Codes
    start: NDArray[np.int64]

    @classmethod
    def of(cls, item: Codes, rater: Codes, value: Codes) -> Chunk:
        """A chunk from columns that are sorted by item."""
        border = np.flatnonzero(item[1:] != item[:-1]) + 1 if len(item) else np.empty(0, dtype=np.int64)
        head = [0] if len(item) else []
        start = np.concatenate([head, border, [len(item)]]).astype(np.int64)
        return cls(item=item, rater=rater, value=value, start=start)

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


class Kernel(Protocol[Params]):
    """One pass over the data: additive sums per chunk, and what they make of the parameters."""

    def partial(self, chunk: Chunk, params: Params) -> Sums:
        """What a chunk adds to the sums."""
        ...

    def finish(self, sums: Sums, params: Params) -> Params:
        """New parameters from the sums over all chunks."""
        ...


class Engine(Protocol):
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


def run(engine: Engine, kernel: Kernel[Params], params: Params) -> Params:
    """One pass of a kernel over everything an engine holds."""
    total: Sums | None = None
    for sums in engine.each(lambda chunk: kernel.partial(chunk, params)):
        total = sums if total is None else combine(total, sums)
    if total is None:
        raise BeholderError("there are no ratings", code="stats-no-ratings")
    return kernel.finish(total, params)


class MemoryEngine:
    """Ratings in memory, sorted by item once."""

    def __init__(self, ratings: Ratings, *, rows_per_chunk: int = _ROWS_PER_CHUNK) -> None:
        self.n_items, self.n_raters = len(ratings.items), len(ratings.raters)
        self.n_values, self.n_ratings = len(ratings.values), len(ratings)
        item, rater, value = ratings.item, ratings.rater, ratings.value
        if np.any(item[1:] < item[:-1]):
            order = np.argsort(item, kind="stable")
            item, rater, value = item[order], rater[order], value[order]
        self._chunks = list(_cut(item, rater, value, rows_per_chunk))

    def each(self, function: Callable[[Chunk], Result]) -> Iterator[Result]:
        """The function's result for every chunk in turn."""
        return map(function, self._chunks)


def _cut(item: Codes, rater: Codes, value: Codes, rows: int) -> Iterator[Chunk]:
    begin = 0
    while begin < len(item):
        end = min(begin + rows, len(item))
        # An item never falls into two chunks: go on to its last row.
        end = int(np.searchsorted(item, item[end - 1], side="right"))
        yield Chunk.of(item[begin:end], rater[begin:end], value[begin:end])
        begin = end


class ParquetEngine:
    """A Parquet file of int32 columns item, rater, value, sorted by item; threads read a range of items each.

    Write such a file with `encode_ratings`. Memory is bounded by threads × rows per chunk, whatever the file's size.
    """

    def __init__(self, path: Path, *, threads: int = 2, rows_per_chunk: int = _ROWS_PER_CHUNK) -> None:
        self._threads = threads
        self._path = str(path)
        self._connection = connect(threads=1)
        self._connection.execute("SET preserve_insertion_order = true")
        row = self._connection.execute(
            "SELECT count(*), max(item), max(rater), max(value), min(item), min(rater), min(value) "
            "FROM read_parquet($path)",
            {"path": self._path},
        ).fetchone()
        if row is None or not row[0]:
            raise BeholderError("there are no ratings", code="stats-no-ratings", where=self._path)
        if min(row[4:]) < 0:
            raise BeholderError(
                "the columns item, rater and value are codes from 0 on",
                code="stats-bad-column",
                where=self._path,
                hint="write the file with encode_ratings",
            )
        self.n_ratings = int(row[0])
        self.n_items, self.n_raters, self.n_values = (int(x) + 1 for x in row[1:4])
        per_chunk = max(1, int(rows_per_chunk * self.n_items / self.n_ratings))
        self._ranges = [(low, min(low + per_chunk, self.n_items)) for low in range(0, self.n_items, per_chunk)]

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
        columns = (
            self._connection.cursor()
            .execute(
                "SELECT item, rater, value FROM read_parquet($path) WHERE item >= $low AND item < $high",
                {"path": self._path, "low": bounds[0], "high": bounds[1]},
            )
            .fetchnumpy()
        )
        item, rater, value = (np.asarray(columns[name], dtype=np.int32) for name in ("item", "rater", "value"))
        if np.any(item[1:] < item[:-1]):
            order = np.argsort(item, kind="stable")
            item, rater, value = item[order], rater[order], value[order]
        return Chunk.of(item, rater, value)
