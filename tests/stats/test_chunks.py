"""Chunks: however the data are cut, and wherever they lie, the numbers are the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.aggregation import fast
from beholder.stats.aggregation.dawid_skene import fit_dawid_skene
from beholder.stats.aggregation.one_coin import fit_one_coin
from beholder.stats.agreement.alpha import Level, krippendorff_alpha
from beholder.stats.agreement.coincidence import krippendorff_alpha_engine
from beholder.stats.chunks import Chunk, MemoryEngine, ParquetEngine, combine
from beholder.stats.columns import Ratings
from beholder.stats.encode import encode_ratings
from tests.stats.rating_data import columns_of, krippendorff_c, of_rows, planted, ratings_tables

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def write(ratings: Ratings, folder: Path, *, seed: int = 0) -> tuple[Path, Any]:
    """The ratings as a shuffled CSV, then coded."""
    item, rater, value = columns_of(ratings)
    order = np.random.default_rng(seed).permutation(len(item))
    lines = ["thing,who,said", *(f"t{item[k]:04d},w{rater[k]:03d},{value[k]}" for k in order)]
    (folder / "given.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    names = encode_ratings(folder / "given.csv", folder / "coded.parquet", item="thing", rater="who", value="said")
    return folder / "coded.parquet", names


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_of_the_published_example_by_chunks(level: Level) -> None:
    ratings = krippendorff_c()
    whole = krippendorff_alpha(ratings, level=level)
    by_chunks = krippendorff_alpha_engine(MemoryEngine(ratings, rows_per_chunk=7), level=level, values=ratings.values)
    assert by_chunks.value == pytest.approx(whole.value, abs=1e-12)
    assert by_chunks.finding.n == whole.finding.n == 40


@given(ratings_tables(), st.integers(1, 12), st.sampled_from(LEVELS))
@settings(max_examples=40, deadline=None)
def test_merged_chunks_equal_the_whole(rows: list[tuple[int, int, int]], size: int, level: Level) -> None:
    ratings = of_rows(rows)
    if not len(ratings):
        return
    whole = krippendorff_alpha(ratings, level=level, uncertainty=None)
    cut = MemoryEngine(ratings, rows_per_chunk=size)
    found = krippendorff_alpha_engine(cut, level=level, values=ratings.values)
    assert found.value == pytest.approx(whole.value, abs=1e-10, nan_ok=True)


def test_an_item_never_falls_into_two_chunks() -> None:
    ratings, _, _ = planted(np.random.default_rng(1), items=50, per_item=5)
    seen: list[int] = []
    for chunk in MemoryEngine(ratings, rows_per_chunk=7).each(lambda chunk: chunk):
        seen += chunk.items.tolist()
        assert (np.diff(chunk.start) == 5).all()
    assert sorted(seen) == list(range(50))


def test_models_do_not_depend_on_the_cut() -> None:
    ratings, _, _ = planted(np.random.default_rng(2))
    one, many = MemoryEngine(ratings), MemoryEngine(ratings, rows_per_chunk=50)
    assert fit_dawid_skene(many).confusion == pytest.approx(fit_dawid_skene(one).confusion, abs=1e-9)
    assert fit_one_coin(many).ability == pytest.approx(fit_one_coin(one).ability, abs=1e-9)


def test_a_file_gives_the_numbers_of_memory(tmp_path: Path) -> None:
    ratings, _, _ = planted(np.random.default_rng(3), items=400, raters=30)
    path, names = write(ratings, tmp_path)
    engine = ParquetEngine(path, rows_per_chunk=150)
    assert (engine.n_items, engine.n_raters, engine.n_ratings) == (400, 30, 1600)
    assert names["values"] == (0, 1, 2, 3)
    memory = MemoryEngine(ratings)
    from_file = fit_dawid_skene(engine)
    assert from_file.log_likelihood == pytest.approx(fit_dawid_skene(memory).log_likelihood, abs=1e-8)
    alpha = krippendorff_alpha_engine(engine, level="ordinal", values=names["values"])
    assert alpha.value == pytest.approx(krippendorff_alpha(ratings, level="ordinal").value, abs=1e-12)
    assert alpha.standard_error == pytest.approx(krippendorff_alpha(ratings, level="ordinal").standard_error, rel=0.3)
    assert not list(tmp_path.glob("*.spill"))
    kept = duckdb.execute(f"SELECT name FROM '{path}.items.parquet' ORDER BY code").fetchall()
    assert [row[0] for row in kept] == sorted({f"t{i:04d}" for i in ratings.items})


def test_threads_do_not_change_the_sum(tmp_path: Path) -> None:
    path, _ = write(planted(np.random.default_rng(4))[0], tmp_path)
    runs = [fit_one_coin(ParquetEngine(path, threads=t, rows_per_chunk=100)).log_likelihood for t in (1, 2, 4)]
    assert runs[0] == runs[1] == runs[2]


def test_repeats_in_a_file_count_once(tmp_path: Path) -> None:
    (tmp_path / "given.csv").write_text("i,r,v\n1,a,1\n1,a,1\n1,b,1\n2,a,2\n2,b,1\n", encoding="utf-8")
    names = encode_ratings(tmp_path / "given.csv", tmp_path / "coded.parquet", item="i", rater="r", value="v")
    found = krippendorff_alpha_engine(
        ParquetEngine(tmp_path / "coded.parquet"), level="nominal", values=names["values"]
    )
    assert found.finding.n == 4
    assert found.finding.n_dropped == 1


def test_compiled_and_plain_loops_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    ratings, _, _ = planted(np.random.default_rng(5))
    (chunk,) = MemoryEngine(ratings).each(lambda chunk: chunk)
    rng = np.random.default_rng(6)
    table = np.log(rng.dirichlet(np.ones(4), size=len(ratings.raters) * 4))
    prior = np.log(rng.dirichlet(np.ones(4)))
    plain = fast.confusion_sums(chunk, prior, table, compiled=False)
    compiled = fast.confusion_sums(chunk, prior, table, compiled=True)
    for ours, theirs in zip(plain, compiled, strict=True):
        assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12)
    monkeypatch.setattr(fast, "_compiled", lambda: None)
    without = fast.confusion_sums(chunk, prior, table, compiled=True)
    assert all(np.array_equal(a, b) for a, b in zip(without, plain, strict=True))


class Cluster:
    """An engine as a user of a cluster would write it: chunks elsewhere, results in order."""

    def __init__(self, ratings: Ratings) -> None:
        self.inner = MemoryEngine(ratings, rows_per_chunk=40)
        self.n_items, self.n_raters = self.inner.n_items, self.inner.n_raters
        self.n_values, self.n_ratings = self.inner.n_values, self.inner.n_ratings

    def each(self, function: Any) -> Iterator[Any]:
        return iter([function(chunk) for chunk in self.inner.each(lambda chunk: chunk)])


def test_any_engine_will_do() -> None:
    ratings, _, _ = planted(np.random.default_rng(7))
    here, there = fit_one_coin(MemoryEngine(ratings)), fit_one_coin(Cluster(ratings))
    assert there.log_likelihood == pytest.approx(here.log_likelihood, abs=1e-9)


def test_sums_are_added_place_by_place() -> None:
    left, right = (np.ones(2), np.zeros(1)), (np.ones(2), np.ones(1))
    assert [x.tolist() for x in combine(left, right)] == [[2.0, 2.0], [1.0]]


def test_wrong_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(BeholderError) as caught:
        encode_ratings(tmp_path / "none.csv", tmp_path / "out.parquet", item="i", rater="r", value="v")
    assert caught.value.code == "stats-no-file"
    (tmp_path / "given.csv").write_text("i,r,v\n1,a,1\n", encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        encode_ratings(tmp_path / "given.csv", tmp_path / "out.parquet", item="i", rater="r", value="score")
    assert caught.value.code == "stats-unreadable"
    raw = tmp_path / "raw.parquet"
    duckdb.execute(f"COPY (SELECT -1 AS item, 0 AS rater, 0 AS value) TO '{raw}' (FORMAT parquet)")
    with pytest.raises(BeholderError, match="codes from 0 on"):
        ParquetEngine(raw)
    duckdb.execute(f"COPY (SELECT 1 AS item, 0 AS rater, 0 AS value LIMIT 0) TO '{raw}' (FORMAT parquet)")
    with pytest.raises(BeholderError, match="no ratings"):
        ParquetEngine(raw)


def test_coding_leaves_what_stands_beside_its_target(tmp_path: Path) -> None:
    (tmp_path / "coded.spill").mkdir()
    (tmp_path / "coded.spill" / "mine.txt").write_text("kept", encoding="utf-8")
    write(krippendorff_c(), tmp_path)
    assert (tmp_path / "coded.spill" / "mine.txt").read_text(encoding="utf-8") == "kept"
    with pytest.raises(BeholderError, match="there is no folder"):
        encode_ratings(tmp_path / "given.csv", tmp_path / "no" / "out.parquet", item="thing", rater="who", value="said")


def test_too_many_values_for_a_table() -> None:
    ratings, _, _ = planted(np.random.default_rng(8), values=80)
    with pytest.raises(BeholderError) as caught:
        krippendorff_alpha_engine(MemoryEngine(ratings), level="nominal", values=ratings.values)
    assert caught.value.code == "stats-too-many-values"


def test_an_empty_chunk_has_no_items() -> None:
    nothing = np.empty(0, dtype=np.int32)
    assert Chunk.of(nothing, nothing, nothing).n_items == 0
