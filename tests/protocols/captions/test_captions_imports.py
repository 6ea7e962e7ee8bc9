"""Points from a page whose lowest button, 0.5, stood for nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beholder.cli import app
from beholder.errors import BeholderError
from beholder.imports import TableOptions, read_ratings
from beholder.protocols.captions import lone_half_to_zero


def test_a_lone_half_becomes_zero_and_nothing_else_changes() -> None:
    read = lone_half_to_zero([0.5, 1, 1.5, 2.5, None, 0.5])
    assert read.points == (0, 1, 1.5, 2.5, None, 0)
    assert read.changed == 2


def test_data_with_zeros_have_true_halves() -> None:
    with pytest.raises(BeholderError) as caught:
        lone_half_to_zero([0, 0.5, 1])
    assert caught.value.code == "captions-zero-present"
    assert lone_half_to_zero([0, 0.5, 1], zeros_too=True).points == (0, 0, 1)


def _table(path: Path, points: list[str]) -> Path:
    rows = "".join(f"i{n // 2},s{n % 2},r,{one}\n" for n, one in enumerate(points))
    path.write_text(f"item,system,rater,objects\n{rows}", encoding="utf-8")
    return path


def test_a_table_from_such_a_page_is_analysed_with_its_half_as_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = _table(tmp_path / "points.csv", ["0.5", "1", "1.5", "3", "0.5", "2"])
    options = ["--map", "value=objects", "--json"]
    with pytest.raises(SystemExit) as end:
        app(["analyze", str(table), *options, "--lone-half-zero"])
    assert end.value.code == 0
    told = json.loads(capsys.readouterr().out)
    found = {one["name"]: one["value"] for one in told["findings"]}
    assert found["objects.mean.s0"] == pytest.approx(0.5)
    assert found["objects.mean.s1"] == pytest.approx(2)
    assert any("2 lone half points are read as 0" in note["en"] for note in told["notes"])


def test_a_table_with_zeros_is_refused_where_it_lies(tmp_path: Path) -> None:
    table = _table(tmp_path / "points.csv", ["0.5", "0", "1", "2"])
    with pytest.raises(BeholderError) as caught:
        read_ratings(table, TableOptions(mapping={"value": "objects"}, lone_half_zero=True))
    assert caught.value.code == "captions-zero-present"
    assert read_ratings(table, TableOptions(mapping={"value": "objects"})).halves == 0
