"""Tables of a study in a notebook: short to look at, and a data frame of any library with the types they have."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from beholder.errors import BeholderError
from beholder.tables.ratings import COLUMNS, Rating
from beholder.tables.ratings_frame import RatingsTable


def _rating(number: int) -> Rating:
    text = dict.fromkeys(COLUMNS, "x")
    numbers = {"sequence": number, "position": None, "active_ms": 9, "study_version": 1, "revision": 1}
    value = {"number": None if number % 2 else number / 2, "counts": number > 0, "value": "<b>&</b>", "item": "i" * 99}
    weighed = {"weight": 1.0 if number else None, "inclusion_probability": None, "in_full": True, "passed": None}
    times = dict.fromkeys(("started_at", "submitted_at"), "2026-03-01T12:00:00.250Z")
    return Rating(**{**text, **numbers, **value, **weighed, **times, "system": "moth" if number else ""})  # type: ignore[arg-type]


@pytest.fixture
def table() -> RatingsTable:
    return RatingsTable(tuple(_rating(n) for n in range(500)))


def test_a_notebook_shows_the_first_rows_and_how_many_there_are(table: RatingsTable) -> None:
    shown = table._repr_html_()
    assert shown.count("<tr>") == 11
    assert "500 rows; the first 10 are shown" in shown
    assert "<b>&" not in shown
    assert "i" * 61 not in shown
    assert repr(table) == "<RatingsTable: 500 rows>"
    assert "1 that do not count are left out" in table.counted()._repr_html_()


@pytest.mark.parametrize("library", ["pandas", "arrow", "polars"])
def test_a_data_frame_holds_every_cell_with_its_type(table: RatingsTable, library: str) -> None:
    if library == "pandas":
        frame = table.to_pandas()
        assert frame.position.isna().all()
        kinds = [str(frame[name].dtype) for name in ("number", "sequence", "position", "counts")]
        assert kinds == ["float64", "Int64", "Int64", "bool"]
        columns = {name: frame[name].tolist() for name in frame}
    elif library == "arrow":
        arrow = table.to_arrow()
        kinds = [str(arrow.schema.field(name).type) for name in ("number", "sequence", "position", "counts", "value")]
        assert kinds == ["double", "int64", "int64", "bool", "string"]
        columns = arrow.to_pydict()
    else:
        polars = table.to_polars()
        kinds = [str(polars.schema[name]) for name in ("number", "sequence", "position", "counts", "value")]
        assert kinds == ["Float64", "Int64", "Int64", "Boolean", "String"]
        columns = polars.to_dict(as_series=False)
    assert tuple(columns) == COLUMNS
    assert columns["sequence"] == list(range(500))
    assert columns["counts"] == [n > 0 for n in range(500)]
    numbers = np.array([np.nan if v is None else v for v in columns["number"]], dtype=float)
    np.testing.assert_array_equal(numbers, table["number"])
    assert columns["system"][:2] == [None, "moth"]
    noon = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
    assert set(columns["submitted_at"]) == {noon}


def test_rows_about_no_single_system_make_no_group_of_their_own(table: RatingsTable) -> None:
    assert list(table.to_pandas().groupby("system").groups) == ["moth"]


def test_an_empty_table_keeps_its_columns() -> None:
    empty = RatingsTable(())
    assert tuple(empty.to_pandas().columns) == tuple(empty.to_arrow().column_names) == tuple(empty.to_polars().columns)


def test_rows_and_plain_pandas_work_as_before(table: RatingsTable, tmp_path: Path) -> None:
    assert len(table) == len(list(table)) == len(pd.DataFrame(table)) == table.save(tmp_path / "r.csv")
    assert list(pd.DataFrame(table).columns) == list(COLUMNS)


def test_a_missing_library_is_named_with_what_brings_it(table: RatingsTable, monkeypatch: pytest.MonkeyPatch) -> None:
    import beholder.tables.rows_table as module

    def refuse(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", refuse)
    with pytest.raises(BeholderError, match="needs the package polars") as caught:
        table.to_polars()
    assert "beholder[frames]" in caught.value.problems[0].hint
