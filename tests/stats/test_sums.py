"""Sums: every statistic gives in chunks, wherever they lie, what it gives in memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from beholder import stats
from beholder.errors import BeholderError
from beholder.stats.chunks import Chunk, MemoryEngine, ParquetEngine
from tests.published import published
from tests.stats.sum_cases import ALL, Columns, assert_same


def write_parts(columns: Columns, folder: Path, *, parts: int = 3) -> Path:
    """The columns as a folder of Parquet files, each with a range of the sorted items."""
    order = np.argsort(columns["item"], kind="stable")
    table = pa.table({name: column[order] for name, column in columns.items()})
    borders = np.linspace(0, len(order), parts + 1).astype(int)
    for k in range(parts):
        pq.write_table(table.slice(borders[k], borders[k + 1] - borders[k]), folder / f"part-{k}.parquet")
    return folder


@pytest.mark.parametrize("name", ALL)
def test_chunks_in_memory_give_the_numbers_of_the_whole(name: str) -> None:
    case = ALL[name]
    assert case.in_memory is not None
    wanted = case.in_memory()
    for rows in (10_000, 61):
        assert_same(case.by_sums(MemoryEngine.of(**case.columns, rows_per_chunk=rows)), wanted)


@pytest.mark.parametrize("name", ALL)
def test_a_folder_of_parquet_gives_the_numbers_of_memory(name: str, tmp_path: Path) -> None:
    case = ALL[name]
    assert case.in_memory is not None
    engine = ParquetEngine(write_parts(case.columns, tmp_path), rows_per_chunk=200)
    assert_same(case.by_sums(engine), case.in_memory())


def test_many_raters_are_told_apart_pass_by_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    # with more raters than fit into a table of all pairs, each step of the solution is a pass
    monkeypatch.setattr("beholder.stats.comparison.severity_sums.DENSE_RATERS", 5)
    monkeypatch.setattr("beholder.stats.comparison.severity.DENSE_RATERS", 5)
    case = ALL["severity"]
    assert case.in_memory is not None
    assert_same(case.by_sums(MemoryEngine.of(**case.columns, rows_per_chunk=100)), case.in_memory())


def test_ranges_without_rows_do_not_tear_many_raters_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beholder.stats.comparison.severity_sums.DENSE_RATERS", 5)
    monkeypatch.setattr("beholder.stats.comparison.severity.DENSE_RATERS", 5)
    case = ALL["severity"]
    assert case.in_memory is not None
    far = {**case.columns, "item": case.columns["item"] + np.int32(9_000) * (case.columns["item"] > 100)}
    assert_same(case.by_sums(ParquetEngine(write_parts(far, tmp_path), rows_per_chunk=100)), case.in_memory())


@pytest.mark.parametrize("most", [5, 2000])
def test_raters_who_share_no_items_have_no_severity(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beholder.stats.comparison.severity_sums.DENSE_RATERS", most)
    item = np.repeat(np.arange(40), 3).astype(np.int32)
    rater = (np.tile(np.arange(3), 40) + 3 * (item >= 20)).astype(np.int32)
    engine = MemoryEngine.of(item=item, rater=rater, number=rater + 0.1 * item, rows_per_chunk=30)
    found = stats.rater_severity_engine(engine, raters=list("abcdef"))
    assert all(np.isnan(one.value) and "2 groups" in one.notes[0] for one in found.values())
    with pytest.raises(BeholderError, match="2 groups"):
        stats.opinion_scores_engine(engine, raters=list("abcdef"))


def test_groups_of_many_items_are_those_of_memory() -> None:
    # beyond 2,000 items both leave out 200 groups, which are told by a hash of the item
    rng = np.random.default_rng(5)
    item = np.repeat(np.arange(2500), 3).astype(np.int32)
    rater = rng.integers(0, 40, len(item)).astype(np.int32)
    value = np.clip(np.round(rng.normal(2, 1, 2500)[item] + rng.normal(0, 1, len(item))), 0, 4).astype(np.int32)
    ratings = stats.Ratings.of(item=item, rater=rater, value=value)
    engine = MemoryEngine(ratings, rows_per_chunk=1000)
    by_sums = stats.intraclass_correlation_engine(engine, form="A,1", scale=ratings.scale)
    whole = stats.intraclass_correlation(ratings, form="A,1")
    assert by_sums.interval == pytest.approx(whole.interval, abs=1e-9)


def test_a_complete_table_has_the_exact_interval() -> None:
    rng = np.random.default_rng(6)
    item, rater = np.repeat(np.arange(30), 4).astype(np.int32), np.tile(np.arange(4), 30).astype(np.int32)
    number = rng.normal(0, 1, 30)[item] + rng.normal(0, 0.7, 120)
    ratings = stats.Ratings.of(item=item, rater=rater, value=number)
    found = stats.intraclass_correlation_engine(MemoryEngine.of(item=item, rater=rater, number=number), form="A,k")
    assert found.interval == pytest.approx(stats.intraclass_correlation(ratings, form="A,k").interval, abs=1e-9)


def test_items_with_a_censored_value_are_left_out() -> None:
    scale = np.array([0.0, 1.0, 2.0, np.inf])
    item = np.repeat(np.arange(60), 3).astype(np.int32)
    rater = np.tile(np.arange(3), 60).astype(np.int32)
    value = np.random.default_rng(8).integers(0, 3, 180).astype(np.int32)
    value[[0, 90]] = 3
    names = [">2" if v == 3 else str(v) for v in value]
    ratings = stats.Ratings.of(item=item, rater=rater, value=names)
    engine = MemoryEngine.of(item=item, rater=rater, value=value, rows_per_chunk=50)
    whole, by_sums = stats.variance_components(ratings), stats.variance_components_engine(engine, scale=scale)
    assert by_sums.item.value == pytest.approx(whole.item.value, abs=1e-9)
    assert (by_sums.item.n, by_sums.item.n_dropped) == (whole.item.n, whole.item.n_dropped) == (174, 6)
    with pytest.raises(BeholderError, match="censored"):
        stats.mean_ratings_engine(engine, scale=scale)


def test_codes_without_rows_do_no_harm(tmp_path: Path) -> None:
    # ranges of items without any row are chunks without any, too
    for name, case in ALL.items():
        far = {**case.columns, "item": case.columns["item"] + np.int32(9_000) * (case.columns["item"] > 100)}
        if name in ("icc", "icc-numbers", "opinion", "bootstrap"):
            continue
        folder = tmp_path / name
        folder.mkdir()
        engine = ParquetEngine(write_parts(far, folder), rows_per_chunk=100)
        assert case.in_memory is not None
        assert_same(case.by_sums(engine), case.in_memory())


def test_a_missing_column_is_named() -> None:
    engine = MemoryEngine.of(item=np.zeros(2, dtype=np.int32), rater=np.arange(2, dtype=np.int32))
    with pytest.raises(BeholderError, match='no column "number"') as caught:
        stats.mean_ratings_engine(engine)
    assert "item, rater" in str(caught.value)


def test_too_many_systems_for_one_pass() -> None:
    engine = MemoryEngine.of(item=np.zeros(1, dtype=np.int32), rater=np.array([20_000], dtype=np.int32))
    with pytest.raises(BeholderError, match="too many to compare"):
        stats.compare_systems_engine(engine, systems=[str(k) for k in range(40)])


def test_a_bootstrap_draws_the_same_however_the_data_are_cut() -> None:
    case = ALL["bootstrap"]
    cuts = [case.by_sums(MemoryEngine.of(**case.columns, rows_per_chunk=rows)) for rows in (50, 333)]
    assert_same(*cuts)
    assert len(set(cuts[0].values())) > 5


def test_the_old_name_of_the_protocol_still_works() -> None:
    with pytest.warns(DeprecationWarning, match="ChunkEngine"):
        assert stats.Engine is stats.ChunkEngine


def test_repeats_of_a_chunk_count_once() -> None:
    chunk = Chunk.of(*(np.array(x, dtype=np.int32) for x in ([0, 0, 0, 1], [2, 2, 1, 2], [5, 6, 7, 8])))
    assert chunk.once(3).value.tolist() == [5, 7, 8]


def _coded(rows: list[dict[str, str]], **columns: str) -> tuple[Columns, dict[str, list[str]]]:
    """Columns of a table as codes of the sorted names, and these names."""
    names = {use: sorted({row[column] for row in rows}) for use, column in columns.items()}
    codes = {use: {name: k for k, name in enumerate(names[use])} for use in columns}
    return {
        use: np.array([codes[use][row[column]] for row in rows], dtype=np.int32) for use, column in columns.items()
    }, names


def test_published_labels_in_chunks(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = published("bluebirds", tmp_path_factory).rows("bluebirds_labels.tsv.gz")
    columns, names = _coded(rows, item="task", rater="worker", value="label")
    ratings = stats.Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"])
    engine = MemoryEngine.of(**columns, rows_per_chunk=500)
    for form, function in (("gwet", stats.gwet_ac), ("fleiss", stats.fleiss_kappa)):
        found = stats.chance_corrected_engine(engine, form=form, values=names["value"])  # type: ignore[arg-type]
        assert found.value == pytest.approx(function(ratings).value, abs=1e-9)
        assert found.interval == pytest.approx(function(ratings).interval, abs=1e-9)
    alpha = stats.krippendorff_alpha_engine(engine, level="nominal", values=names["value"])
    assert alpha.value == pytest.approx(stats.krippendorff_alpha(ratings, level="nominal").value, abs=1e-9)


def test_published_votes_in_chunks(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = published("llmfao_pairs", tmp_path_factory).rows("crowd_comparisons.csv.gz")
    systems = sorted({row[side] for row in rows for side in ("left", "right")})
    columns, names = _coded(rows, item="prompt", rater="worker", outcome="winner")
    for side in ("left", "right"):
        columns[side] = np.array([systems.index(row[side]) for row in rows], dtype=np.int32)
    pairs = stats.Pairs.of(
        left=[row["left"] for row in rows],
        right=[row["right"] for row in rows],
        outcome=[row["winner"] for row in rows],
        item=[row["prompt"] for row in rows],
        rater=[row["worker"] for row in rows],
    )
    engine = MemoryEngine.of(**columns, rows_per_chunk=700)
    found, whole = stats.strengths_engine(engine, systems=systems, outcomes=names["outcome"]), stats.davidson(pairs)
    assert found.names == whole.names
    assert found.score == pytest.approx(whole.score, abs=1e-9)
    assert found.covariance == pytest.approx(whole.covariance, abs=1e-9)


def test_published_scores_in_chunks(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = published("imagenhub_human", tmp_path_factory).rows("ratings.tsv.gz")
    mine = [row for row in rows if row["task"] == "Text-Guided_IG" and row["SC"]]
    columns, names = _coded(mine, item="item", rater="rater", system="model")
    columns["number"] = np.array([float(row["SC"]) for row in mine])
    scores = stats.Scores.of(
        value=columns["number"],
        item=columns["item"],
        rater=columns["rater"],
        system=[names["system"][k] for k in columns["system"]],
    )
    whole = stats.compare_systems(scores, rng=np.random.default_rng(1), panels=True)
    engine = MemoryEngine.of(**columns, rows_per_chunk=400)
    found = stats.compare_systems_engine(engine, systems=names["system"])
    for one, other in zip(found.findings, whole.findings, strict=True):
        assert one.name == other.name
        assert one.value == pytest.approx(other.value, abs=1e-9)
        assert one.interval == pytest.approx(other.interval, abs=1e-9)
        assert one.notes == other.notes
