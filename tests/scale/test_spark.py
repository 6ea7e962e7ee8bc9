"""Spark: every statistic gives on a cluster what it gives in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from beholder import stats
from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.stats.aggregation.dawid_skene import fit_dawid_skene
from beholder.stats.aggregation.one_coin import fit_one_coin
from beholder.stats.spark import SparkEngine
from tests.stats.sum_cases import ALL, assert_same

# the client does not know the newest pandas yet, and says so
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore::FutureWarning")]


@pytest.fixture(scope="module")
def session(spark: str) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    opened = SparkSession.builder.remote(spark).getOrCreate()
    yield opened
    # while the server is up: at the end of the process the client would look for it for ten minutes
    opened.stop()


def _engine(session: Any, columns: dict[str, Any]) -> SparkEngine:
    order = np.random.default_rng(1).permutation(len(columns["item"]))
    frame = session.createDataFrame(pa.table({name: column[order] for name, column in columns.items()}))
    return SparkEngine(frame, partitions=3, rows_per_chunk=150)


@pytest.mark.parametrize("name", ALL)
def test_a_cluster_gives_the_numbers_of_memory(name: str, session: Any) -> None:
    case = ALL[name]
    assert case.in_memory is not None
    engine = _engine(session, case.columns)
    try:
        assert_same(case.by_sums(engine), case.in_memory())
    finally:
        engine.close()


def test_models_of_raters_are_those_of_memory(session: Any) -> None:
    columns = ALL["alpha-nominal"].columns
    here = stats.MemoryEngine.of(**columns)
    there = _engine(session, columns)
    one, other = fit_one_coin(here, tolerance=1e-6), fit_one_coin(there, tolerance=1e-6)
    assert other.ability == pytest.approx(one.ability, abs=1e-9)
    one_table, other_table = fit_dawid_skene(here, tolerance=1e-4), fit_dawid_skene(there, tolerance=1e-4)
    assert other_table.confusion == pytest.approx(one_table.confusion, abs=1e-9)
    there.close()


def _json(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_a_table_of_a_cluster_from_the_command_line(
    spark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ratings"
    folder.mkdir()
    columns = ALL["alpha-nominal"].columns
    table = pa.table(
        {
            "item": [f"i{k}" for k in columns["item"]],
            "rater": [f"p{k}" for k in columns["rater"]],
            "value": columns["value"],
        }
    )
    pq.write_table(table, folder / "part.parquet")
    asked = ["--item", "item", "--rater", "rater", "--value", "value", "--level", "interval"]
    address = f"{spark}#parquet.`{folder}`"
    monkeypatch.setattr("beholder.imports.far_tables.IN_MEMORY", 10)
    here, there = (_json("stats", "agreement", place, *asked) for place in (folder, address))
    for one, other in zip(here["findings"], there["findings"], strict=True):
        assert other["value"] == pytest.approx(one["value"], abs=1e-9), one["name"]
        assert other["interval"] == pytest.approx(one["interval"], abs=1e-9), one["name"]
    too_large = CliRunner().invoke(app, ["analyze", address])
    assert isinstance(too_large.exception, BeholderError)
    assert too_large.exception.code == "table-too-large"
    monkeypatch.setattr("beholder.imports.far_tables.IN_MEMORY", 10_000)
    assert _json("analyze", address)["sections"] == _json("analyze", folder / "part.parquet")["sections"]
    missing = CliRunner().invoke(app, ["stats", "agreement", f"{spark}#lab.nothing", *asked])
    assert isinstance(missing.exception, BeholderError)
    assert missing.exception.code == "table-unreachable"
