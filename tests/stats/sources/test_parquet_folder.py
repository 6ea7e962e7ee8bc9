"""A folder of Parquet files: what is coded, what is left out, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from beholder.errors import BeholderError
from beholder.stats.chunks import ChunkEngine
from beholder.stats.sources.coding import Coding, require_columns
from beholder.stats.sources.parquet_folder import ParquetFolder

# the name of a column may hold anything, the beginning of an alias too
RATING = "img.rating"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    parts: list[dict[str, list[Any]]] = [
        {
            "picture": ["b", "a", "a", "b"],
            "who": ["zoe", "ann", "zoe", None],
            RATING: [2.0, 1.5, float("nan"), 3.0],
            "lot": ["x", "x", "x", "x"],
        },
        {"picture": ["c", " ", "a"], "who": ["ann", "ann", "ann"], RATING: [4.0, 1.0, 9.0], "lot": ["x", "x", "y"]},
    ]
    for k, columns in enumerate(parts):
        pq.write_table(pa.table(columns), tmp_path / f"part-{k}.parquet")
    return tmp_path


def rows_of(engine: ChunkEngine) -> list[tuple[Any, ...]]:
    """All rows as tuples, item first."""
    found: list[tuple[Any, ...]] = []
    for chunk in engine.each(lambda chunk: chunk):
        found += zip(chunk.item.tolist(), *(column.tolist() for column in chunk.columns.values()), strict=True)
    return found


def test_names_become_codes_and_rows_that_say_nothing_are_left_out(folder: Path) -> None:
    with ParquetFolder(folder) as table:
        assert table.names("who", only={}, most=10) == ["ann", "zoe"]
        coding = Coding(item="picture", codes={"rater": ("who", ["ann", "zoe"])}, numbers={"number": RATING})
        # a = 0, b = 1, c = 2; gone are a rating that is NaN, a row without a rater and one without a picture
        assert rows_of(table.engine(coding)) == [(0, 0, 1.5), (0, 0, 9.0), (1, 1, 2.0), (2, 0, 4.0)]
        only = Coding(item="picture", numbers={"number": RATING}, only={"lot": "y"})
        assert rows_of(table.engine(only)) == [(0, 9.0)]


def test_a_number_that_is_not_needed_may_be_missing(folder: Path) -> None:
    with ParquetFolder(folder) as table:
        coding = Coding(item="picture", numbers={"human": RATING}, needed=(), only={"lot": "x"})
        found = sorted(rows_of(table.engine(coding)))
        assert [item for item, _ in found] == [0, 0, 1, 1, 2]
        assert np.isnan([number for _, number in found]).sum() == 1


def test_what_was_coded_is_gone_when_the_table_is_closed(folder: Path) -> None:
    with ParquetFolder(folder) as table:
        scratch = table._scratch
        table.engine(Coding(item="picture", numbers={"number": RATING}))
        assert list(scratch.glob("coded-*"))
    assert not scratch.exists()
    assert sorted(path.name for path in folder.iterdir()) == ["part-0.parquet", "part-1.parquet"]


def test_a_column_with_too_many_names_is_refused(folder: Path) -> None:
    with ParquetFolder(folder) as table, pytest.raises(BeholderError, match="more than 1 different values") as told:
        table.names("who", only={}, most=1)
    assert told.value.code == "stats-too-many-values"


def test_all_columns_that_are_not_there_are_named_at_once(folder: Path) -> None:
    with ParquetFolder(folder, named="ratings/") as table:
        assert require_columns(table, {"item": "picture", "rater": None}) == {"item": "picture"}
        with pytest.raises(BeholderError) as told:
            require_columns(table, {"item": "pictur", "rater": "whom"})
    first, second = told.value.problems
    assert first.problem == 'there is no column "pictur" (for --item)'
    assert first.where == "ratings/"
    assert "picture" in str(first.hint)
    assert second.problem == 'there is no column "whom" (for --rater)'


def test_files_that_are_no_parquet_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "part-0.parquet").write_text("item,rater\n", encoding="utf-8")
    with ParquetFolder(tmp_path) as table, pytest.raises(BeholderError, match="the table cannot be read") as told:
        table.columns()
    assert told.value.problems[0].where == str(tmp_path)
