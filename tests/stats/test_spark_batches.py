"""What a worker of a cluster does with the batches of its partition: whole items, and numbers alone on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from beholder.stats.chunks import Chunk
from beholder.stats.spark import SparkEngine, chunks_of


def batches(item: list[int], number: list[float], *, rows: int) -> Iterator[pa.RecordBatch]:
    table = pa.table({"item": pa.array(item, pa.int64()), "number": pa.array(number, pa.float32())})
    return iter(table.to_batches(max_chunksize=rows))


@pytest.mark.parametrize("rows", [1, 2, 3, 50])
@pytest.mark.parametrize("size", [1, 4, 100])
def test_an_item_stays_whole_however_the_partition_is_cut(rows: int, size: int) -> None:
    item = [0, 0, 0, 2, 3, 3, 3, 3, 3, 7]
    found = list(chunks_of(batches(item, [x + 0.5 for x in item], rows=rows), size))
    assert [code for chunk in found for code in chunk.items.tolist()] == [0, 2, 3, 7]
    assert np.concatenate([chunk["number"] for chunk in found]).tolist() == [x + 0.5 for x in item]
    assert all(chunk.item.dtype == np.int32 and chunk["number"].dtype == np.float64 for chunk in found)


def test_a_partition_without_rows_has_no_chunks() -> None:
    assert list(chunks_of(batches([], [], rows=5), 5)) == []


class _Frame:
    """A table of one partition that does what Spark would do with it."""

    columns = ("item", "number")

    def __init__(self, item: list[int], number: list[float]) -> None:
        self.item, self.number, self.kept = item, number, False

    def repartitionByRange(self, *_: Any) -> _Frame:
        return self

    def sortWithinPartitions(self, *order: str) -> _Frame:
        assert order == ("item", "number")
        return self

    def persist(self) -> _Frame:
        self.kept = True
        return self

    def unpersist(self) -> None:
        self.kept = False

    def selectExpr(self, *_: str) -> _Frame:
        return self

    def collect(self) -> list[Any]:
        return [self]

    def asDict(self) -> dict[str, int]:
        return {"n": len(self.item), "item": max(self.item)}

    def mapInArrow(self, work: Any, schema: str) -> _Results:
        assert schema == "result binary"
        return _Results([b for part in work(batches(self.item, self.number, rows=2)) for b in part.to_pylist()])


class _Results(list[dict[str, bytes]]):
    def toLocalIterator(self) -> Iterator[dict[str, bytes]]:
        return iter(self)


def test_results_come_back_as_they_were_made() -> None:
    frame = _Frame([0, 0, 1, 2, 2], [1.0, 2.0, 3.0, 4.0, 5.0])
    engine = SparkEngine(frame, rows_per_chunk=2)
    assert (engine.n_ratings, engine.n_items, engine.n_raters, frame.kept) == (5, 3, 0, True)

    def sums(chunk: Chunk) -> tuple[Any, float]:
        return chunk.items, float(chunk["number"].sum())

    found = list(engine.each(sums))
    assert [code for items, _ in found for code in items.tolist()] == [0, 1, 2]
    assert sum(total for _, total in found) == 15
    alone = list(engine.each(lambda chunk: chunk["number"]))
    assert np.concatenate(alone).tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    engine.close()
    assert not frame.kept
