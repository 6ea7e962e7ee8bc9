"""Tables are written in every format that is known, and a further format is a class that somebody names."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint, EntryPoints
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.tables import formats
from beholder.tables.formats import BUILT_IN, TableFormat, TableShape, find_format, format_names
from beholder.tables.formats.delimited import spreadsheet_unsafe
from beholder.tables.writing import write_table
from beholder.tabular import read_sheet

SHAPE = TableShape(("item", "n", "number", "counts"), ("text", "integer", "number", "boolean"))
ROWS: list[tuple[Any, ...]] = [
    ("=1+1", 3, 2.0, True),
    ("#N/A", None, 0.1, False),
    ("007", 12, None, True),
    ("+49 'x', \"y\"\n图", 0, -1e-7, False),
]


class Counted(TableFormat):
    """A format of somebody else's."""

    label = "Counted"
    content_type = "text/plain"

    def write(self, rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
        count = sum(1 for _ in rows)
        path.write_text(f"{count} x {len(shape.columns)}", encoding="utf-8")
        return count


def test_a_workbook_holds_what_the_csv_holds_and_computes_nothing(tmp_path: Path) -> None:
    for name in ("t.csv", "t.xlsx", "again.xlsx"):
        assert write_table(iter(ROWS), tmp_path / name, SHAPE) == len(ROWS)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        plain = [[spreadsheet_unsafe(cell) for cell in row] for row in csv.reader(file)]
    assert [cells for _, cells in read_sheet(tmp_path / "t.xlsx")] == plain
    assert (tmp_path / "t.xlsx").read_bytes() == (tmp_path / "again.xlsx").read_bytes()


@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("_x0041\x01\r\ufffe"), min_size=1)
    )
)
@example(texts=["a\x01b", "_x0041_", "_x005F_x0041_", "a\r\nb", "\x1b[31m"])
def test_a_workbook_gives_every_text_back(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    path = tmp_path_factory.mktemp("sheet") / "t.xlsx"
    write_table(((text, 1, 1.0, True) for text in texts), path, SHAPE)
    assert [cells[0] for _, cells in read_sheet(path)][1:] == texts


def test_what_a_sheet_cannot_hold_is_refused_whole(tmp_path: Path) -> None:
    with pytest.raises(BeholderError, match="32,767 characters, row 2, item"):
        write_table(iter([ROWS[0], ("x" * 32_768, 1, 1.0, True)]), tmp_path / "t.xlsx", SHAPE)
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_error_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "beholder.tables.formats.excel.find_spec", lambda name: None if name == "openpyxl" else find_spec(name)
    )
    with pytest.raises(BeholderError) as caught:
        write_table(iter(ROWS), tmp_path / "t.xlsx", SHAPE)
    assert caught.value.code == "extra-missing"
    assert "beholder[excel]" in caught.value.problems[0].hint


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that brings a format of its own, and one that would replace ours."""
    points = EntryPoints(EntryPoint(name, f"{__name__}:Counted", formats.GROUP) for name in ("counted", "csv"))
    monkeypatch.setattr(formats, "entry_points", lambda group: points.select(group=group))
    formats._addresses.cache_clear()
    yield
    formats._addresses.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_package_may_bring_a_format_and_replace_none(tmp_path: Path) -> None:
    assert format_names() == (*BUILT_IN, "counted")
    assert write_table(iter(ROWS), tmp_path / "t.counted", SHAPE) == 4
    assert (tmp_path / "t.counted").read_text(encoding="utf-8") == "4 x 4"
    assert not isinstance(find_format(tmp_path / "t.csv"), Counted)


def test_an_unknown_ending_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(BeholderError) as caught:
        find_format(tmp_path / "t.sav")
    assert caught.value.code == "export-format"
    assert caught.value.problems[0].hint == "use one of .csv, .tsv, .jsonl, .parquet, .xlsx"
