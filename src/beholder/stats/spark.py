"""Statistics where the ratings are: sums over the partitions of a Spark table, through Spark Connect.

No cluster code of our own: Spark sorts the table by item, `mapInArrow` runs a kernel on its partitions, and the sums of the
chunks come back as rows. Workers need Beholder and PyArrow installed; this side needs the extra `spark`, and no Java.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from beholder.stats.chunks import Chunk

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["SparkEngine"]

Result = TypeVar("Result")

# as of files: a chunk of 8 MB a column
_ROWS_PER_CHUNK = 1_000_000


class SparkEngine:
    """A Spark table of the column `item` and others, codes from 0 on or numbers, as an engine of chunks.

    Rows are partitioned by ranges of items, sorted, and kept by the cluster until `close`, since models take many passes.
    """

    def __init__(self, frame: Any, *, rows_per_chunk: int = _ROWS_PER_CHUNK, partitions: int = 0) -> None:
        ranges = frame.repartitionByRange(partitions, "item") if partitions else frame.repartitionByRange("item")
        # raters and values too, so that of several ratings of an item by one rater the same stands everywhere
        order = [name for name in ("item", "rater", "value", "number") if name in frame.columns]
        self._frame = ranges.sortWithinPartitions(*order).persist()
        self._rows = rows_per_chunk
        codes = [name for name in ("item", "rater", "value") if name in frame.columns]
        asked = self._frame.selectExpr("count(*) AS n", *(f"max({name}) AS {name}" for name in codes)).collect()[0]
        found = asked.asDict()
        self.n_ratings = int(found["n"])
        self.n_items, self.n_raters, self.n_values = (
            0 if found.get(name) is None else int(found[name]) + 1 for name in ("item", "rater", "value")
        )

    def each(self, function: Callable[[Chunk], Result]) -> Iterator[Result]:
        """The function's result for every chunk, partition by partition in the order of items.

        Results are arrays, numbers, or tuples of them.
        """
        found = self._frame.mapInArrow(_on_partition(function, self._rows), "result binary")
        for row in found.toLocalIterator():
            yield _unpacked(row["result"])

    def close(self) -> None:
        """Let the cluster forget the sorted table."""
        self._frame.unpersist()


def _on_partition(function: Callable[[Chunk], Any], rows: int) -> Callable[[Any], Any]:
    """What a worker does with the batches of a partition; everything it needs travels with it."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        for chunk in chunks_of(batches, rows):
            result = pa.array([_packed(function(chunk))], type=pa.binary())
            yield pa.RecordBatch.from_arrays([result], names=["result"])

    return work


def _packed(result: Any) -> bytes:
    """Arrays as numpy writes them: numbers alone, which nobody can make run."""
    parts = result if isinstance(result, tuple) else (result,)
    names = [f"{k:03d}" for k in range(len(parts))]
    kept = io.BytesIO()
    np.savez(kept, one=np.array(not isinstance(result, tuple)), **dict(zip(names, parts, strict=True)))
    return kept.getvalue()


def _unpacked(kept: bytes) -> Any:
    with np.load(io.BytesIO(kept), allow_pickle=False) as found:
        parts = [found[name] for name in sorted(found.files) if name != "one"]
        values = tuple(part if part.ndim else part.item() for part in parts)
        return values[0] if found["one"] else values


def chunks_of(batches: Iterator[pa.RecordBatch], rows: int) -> Iterator[Chunk]:
    """Chunks of whole items from batches that are sorted by item, cut as soon as there are so many rows."""
    held: list[dict[str, Any]] = []
    n = 0
    for batch in batches:
        held.append({name: _column(batch.column(k)) for k, name in enumerate(batch.schema.names)})
        n += batch.num_rows
        if n >= rows:
            whole = _joined(held)
            # the last item may go on in the next batch
            end = int(np.searchsorted(whole["item"], whole["item"][-1], side="left"))
            if end:
                yield _chunk({name: column[:end] for name, column in whole.items()})
            held = [{name: column[end:] for name, column in whole.items()}]
            n -= end
    if n:
        yield _chunk(_joined(held))


def _column(column: pa.Array) -> Any:
    kind = np.float64 if str(column.type) in ("float", "double") else np.int32
    return column.to_numpy(zero_copy_only=False).astype(kind, copy=False)


def _joined(held: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: np.concatenate([part[name] for part in held]) for name in held[0]}


def _chunk(columns: dict[str, Any]) -> Chunk:
    return Chunk.of(**columns)
