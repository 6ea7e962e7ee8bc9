"""Where there is little or nothing to sum: what is said in chunks is what is said in memory, or a refusal in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from beholder import stats
from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.chunks import MemoryEngine, ParquetEngine
from beholder.stats.columns import Ratings
from beholder.stats.comparison.scores import Scores
from tests.stats.sum_cases import ALL, assert_same, told

NAMES = ("low", "high")
SYSTEMS = ("draw/moth", "draw/wren", "draw/ant", "edit/bee", "edit/fly", "never")


def engine_of(rows: list[tuple[int, int, Any]], *, last: str = "value", rows_per_chunk: int = 2) -> MemoryEngine:
    """Rows of item, rater and a value's code, or a number."""
    item, rater, value = (np.array(column) for column in zip(*rows, strict=True))
    columns: dict[str, Any] = {"item": item.astype(np.int32), "rater": rater.astype(np.int32)}
    columns[last] = value.astype(np.int32 if last == "value" else np.float64)
    return MemoryEngine.of(**columns, rows_per_chunk=rows_per_chunk)


def ratings_of(rows: list[tuple[int, int, Any]], *, named: bool = True) -> Ratings:
    item, rater, value = zip(*rows, strict=True)
    if not named:
        return Ratings.of(item=item, rater=rater, value=value)
    return Ratings.of(item=item, rater=rater, value=[NAMES[code] for code in value], order=NAMES)


def assert_told_alike(by_sums: Finding, whole: Finding) -> None:
    assert_same(told([by_sums]), told([whole]))
    assert by_sums.notes == whole.notes
    assert by_sums.method == whole.method


TABLES = {
    "one item": [(0, 0, 0), (0, 1, 1), (0, 2, 1)],
    "no item twice": [(0, 0, 0), (1, 1, 1), (2, 2, 1)],
    "one value": [(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)],
}
AGREEMENT: dict[str, tuple[Callable[[Any], Any], Callable[[Ratings], Any]]] = {
    "gwet": (lambda e: stats.chance_corrected_engine(e, form="gwet", values=NAMES), stats.gwet_ac),
    "fleiss": (
        lambda e: stats.chance_corrected_engine(e, form="fleiss", values=NAMES),
        lambda ratings: stats.fleiss_kappa(ratings, uncertainty="linearised"),
    ),
    "percent": (lambda e: stats.percent_agreement_engine(e, values=NAMES), stats.percent_agreement),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", AGREEMENT)
def test_agreement_of_next_to_nothing_is_told_as_in_memory(name: str, table: str) -> None:
    by_sums, whole = AGREEMENT[name]
    assert_told_alike(by_sums(engine_of(TABLES[table])).finding, whole(ratings_of(TABLES[table])).finding)


@pytest.mark.parametrize("form", ["1,1", "A,1", "C,1", "C,k"])
@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([(0, 0, 2), (0, 1, 2), (1, 0, 2), (1, 1, 2)], id="nothing varies"),
        pytest.param([(0, 0, 1), (0, 1, 2), (1, 0, 4)], id="one item has two ratings"),
        pytest.param([(0, 0, 1), (1, 0, 2), (2, 0, 1), (0, 1, 3), (1, 1, 4)], id="noise below zero"),
    ],
)
def test_correlations_of_few_ratings_are_told_as_in_memory(
    form: stats.IccForm, rows: list[tuple[int, int, int]]
) -> None:
    by_sums = stats.intraclass_correlation_engine(engine_of(rows, last="number"), form=form)
    assert_told_alike(by_sums.finding, stats.intraclass_correlation(ratings_of(rows, named=False), form=form).finding)


def test_ratings_without_a_number_are_dropped_as_in_memory() -> None:
    columns = {name: column.copy() for name, column in ALL["compare"].columns.items()}
    columns["number"][::7] = np.nan
    # the first chunks hold no number at all
    columns["number"][columns["item"] < 5] = np.nan
    engine = MemoryEngine.of(**columns, rows_per_chunk=20)
    scores = Scores.of(value=columns["number"], item=columns["item"], rater=columns["rater"])
    assert_told_alike(stats.mean_ratings_engine(engine), stats.mean_ratings(scores))


def test_nothing_but_gaps_has_no_mean() -> None:
    engine = engine_of([(0, 0, np.nan), (1, 1, np.nan)], last="number")
    found = stats.mean_ratings_engine(engine)
    assert_told_alike(found, stats.mean_ratings(Scores.of(value=[None, None], item=[0, 1], rater=[0, 1])))
    assert np.isnan(found.value)
    assert found.notes == ("there are no ratings",)


def _of_two_tasks() -> dict[str, Any]:
    """Two tasks that share no item; in the first, moth and ant meet wren but not each other; one system has nothing."""
    rng = np.random.default_rng(4)
    item = np.repeat(np.arange(30), 8).astype(np.int32)
    pairs = np.array([(0, 1), (1, 2), (3, 4)])
    system = pairs[item // 10, np.tile([0, 1], 120)].astype(np.int32)
    rater = np.tile(np.repeat(np.arange(4), 2), 30).astype(np.int32)
    number = 0.5 * system + rng.normal(size=30)[item] + rng.normal(size=len(item))
    return {"item": item, "system": system, "rater": rater, "number": number}


def test_systems_that_never_met_are_not_compared_in_chunks_either() -> None:
    columns = _of_two_tasks()
    scores = Scores.of(
        value=[*columns["number"], None],
        item=[*columns["item"], 0],
        rater=[*columns["rater"], 0],
        system=[*(SYSTEMS[k] for k in columns["system"]), "never"],
    )
    whole = stats.compare_systems(scores, rng=np.random.default_rng(1), panels=True)
    found = stats.compare_systems_engine(MemoryEngine.of(**columns, rows_per_chunk=50), systems=SYSTEMS)
    assert {(row["first"], row["second"]) for row in found.pairs} == {
        ("draw/ant", "draw/wren"),
        ("draw/wren", "draw/moth"),
        ("edit/fly", "edit/bee"),
    }
    assert (found.tasks, found.stray, found.apart) == (whole.tasks, whole.stray, whole.apart)
    assert [task.group for task in found.tasks] == ["draw", "edit"]
    assert found.apart == 10 - 3
    assert {row["system"]: row["task"] for row in whole.systems} == {
        "draw/moth": "draw", "draw/wren": "draw", "draw/ant": "draw", "edit/bee": "edit", "edit/fly": "edit",
        "never": None,
    }  # fmt: skip
    assert [row["task"] for row in whole.pairs] == ["draw", "draw", "edit"]
    for one, other in zip(found.findings, whole.findings, strict=True):
        assert one.name == other.name
        assert one.value == pytest.approx(other.value, nan_ok=True)
        assert one.interval == (other.interval and pytest.approx(other.interval))
    never = next(one for one in found.findings if one.name == "mean:never")
    assert never.notes == ("there are no ratings",)


def test_files_that_are_not_sorted_give_the_same_numbers(tmp_path: Path) -> None:
    case = ALL["alpha-nominal"]
    order = np.random.default_rng(2).permutation(len(case.columns["item"]))
    table = pa.table({name: column[order] for name, column in case.columns.items()})
    pq.write_table(table, tmp_path / "shuffled.parquet")
    assert case.in_memory is not None
    assert_same(case.by_sums(ParquetEngine(tmp_path / "shuffled.parquet", rows_per_chunk=200)), case.in_memory())


def test_an_engine_without_ratings_says_so() -> None:
    empty = np.empty(0, dtype=np.int32)
    engine = MemoryEngine.of(item=empty, rater=empty, number=np.empty(0))
    with pytest.raises(BeholderError, match="there are no ratings"):
        stats.mean_ratings_engine(engine)
