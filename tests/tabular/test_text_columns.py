"""Columns are read from the file that was named, whatever its name looks like to the reader below."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb
import pytest

from beholder.tabular import column_names, read_columns, read_rows

_TEXT = "item,score\na,1\nb,2\n"
_LINES = '{"item": "a", "score": 1}\n{"item": "b", "score": 2}\n'


def _written(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True)
    path = folder / name
    if name.endswith(".parquet"):
        plain = folder.parent / "plain.parquet"
        duckdb.execute(
            "COPY (SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(item, score)) TO $path (FORMAT parquet)",
            {"path": str(plain)},
        )
        plain.rename(path)
    elif name.endswith(".gz"):
        path.write_bytes(gzip.compress(_TEXT.encode()))
    else:
        path.write_text(_TEXT if name.endswith(".csv") else _LINES, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["t[1].csv", "t?.jsonl", "t*.parquet", "t[a-z]*.csv.gz"])
@pytest.mark.parametrize("folder", ["plain", "system=ours", "a[b]*"])
def test_names_that_look_like_patterns_or_partitions_are_names(tmp_path: Path, folder: str, name: str) -> None:
    path = _written(tmp_path / folder, name)
    assert column_names(path) == ["item", "score"]
    assert read_columns(path, {"item": "item", "value": "score"}) == {"item": ["a", "b"], "value": ["1", "2"]}
    assert [(number, row["item"], str(row["score"])) for number, row in read_rows(path)] == [
        (1, "a", "1"),
        (2, "b", "2"),
    ]


def test_rows_and_columns_find_the_same_delimiter(tmp_path: Path) -> None:
    for delimiter in ",;\t|":
        path = tmp_path / "t.csv"
        path.write_text('"a, b"' + delimiter + "c\n1" + delimiter + "2\n", encoding="utf-8")
        assert column_names(path) == ["a, b", "c"]
        assert list(read_rows(path)) == [(1, {"a, b": "1", "c": "2"})]


@pytest.mark.parametrize("packed", [False, True])
def test_a_carriage_return_within_a_cell_is_text(tmp_path: Path, packed: bool) -> None:
    lines = [
        "item\tnote\tscore",
        *(f"i{n}\tfine\t{n % 5}" for n in range(40)),
        'x\t"a\rb\nc"\t1',
        "y\ttwo\rparts\t2",
        "z\tplain\t3",
    ]
    text = ("\n".join(lines) + "\n").encode()
    path = tmp_path / ("t.tsv.gz" if packed else "t.tsv")
    path.write_bytes(gzip.compress(text) if packed else text)
    found = read_columns(path, {"item": "item", "note": "note", "value": "score"})
    assert found["item"][-3:] == ["x", "y", "z"]
    assert found["note"][-3:] == ["a\rb\nc", "two\rparts", "plain"]
    assert found["value"][-3:] == ["1", "2", "3"]


def test_lines_that_end_with_returns_alone_are_lines(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_bytes(b"item,score\ra,1\rb,2\r")
    assert read_columns(path, {"item": "item", "value": "score"}) == {"item": ["a", "b"], "value": ["1", "2"]}
