"""Krippendorff's alpha: published values, the krippendorff library, real data, and what must hold for any data."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.agreement.alpha import Level, krippendorff_alpha
from beholder.stats.columns import Ratings
from beholder.stats.resampling.bootstrap import Bootstrap
from tests.published import Published
from tests.stats.rating_data import columns_of, fleiss, krippendorff_c, of_rows, planted, ratings_tables

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def matrix_of(ratings: Ratings) -> Any:
    out = np.full((len(ratings.raters), len(ratings.items)), np.nan)
    out[ratings.rater, ratings.item] = ratings.numbers
    return out


@pytest.mark.parametrize(
    ("level", "value", "error"),
    [
        ("nominal", 0.743421052631579, 0.146327),
        ("ordinal", 0.815387503754881, 0.148031),
        ("interval", 0.849107142857143, 0.140840),
        ("ratio", 0.797402774711612, 0.143271),
    ],
)
def test_published_example(level: Level, value: float, error: float) -> None:
    """Krippendorff 2011 prints .743, .815, .849, .797; the lone rating of unit 12 does not enter."""
    found = krippendorff_alpha(krippendorff_c(), level=level)
    assert found.value == pytest.approx(value, abs=1e-14)
    assert found.standard_error == pytest.approx(error, abs=5e-7)
    assert found.finding.n == 40
    assert found.finding.n_dropped == 8


@pytest.mark.parametrize("level", LEVELS)
def test_bootstrap_of_the_published_example_reaches_its_printed_range(level: Level) -> None:
    how = Bootstrap(rng=np.random.default_rng(11), replicates=40_000, kind="percentile")
    interval = krippendorff_alpha(krippendorff_c(), level=level, uncertainty=how).interval
    printed = {"nominal": 0.414, "ordinal": 0.447, "interval": 0.432, "ratio": 0.440}
    assert interval is not None
    assert interval[0] == pytest.approx(printed[level], abs=0.012)
    assert interval[1] == pytest.approx(1.0, abs=1e-9)


def test_fleiss_diagnoses() -> None:
    assert krippendorff_alpha(fleiss(), level="nominal").value == pytest.approx(0.433410, abs=5e-7)


def test_classics_file() -> None:
    folder = os.environ.get("BEHOLDER_DATA")
    if not folder:
        pytest.skip("BEHOLDER_DATA is not set: the published data sets are not part of the project")
    classics = json.loads((Path(folder) / "agreement_classics" / "classics.json").read_text(encoding="utf-8"))
    for name in ("krippendorff_2011", "krippendorff_wikipedia"):
        ratings = Ratings.of_matrix(classics[name]["data"])
        for level, value in classics[name]["recomputed"].items():
            assert krippendorff_alpha(ratings, level=level).value == pytest.approx(value, abs=5e-5), (name, level)


def test_image_scores_of_three_raters(data_set: Callable[[str], Published]) -> None:
    """ImagenHub: ordinal alpha of both scores in two of its tasks, as computed for its description."""
    imagenhub = data_set("imagenhub_human")
    rows = imagenhub.rows("ratings.tsv.gz")
    printed = {("Text-Guided_IG", "SC"): 0.575, ("Text-Guided_IG", "PQ"): 0.347, ("Text-Guided_IE", "SC"): 0.716}
    for (task, score), value in imagenhub.known("alphas", printed).items():
        part = [row for row in rows if row["task"] == task]
        ratings = Ratings.of(
            item=[(row["model"], row["item"]) for row in part],
            rater=[row["rater"] for row in part],
            value=[row[score] for row in part],
        )
        assert krippendorff_alpha(ratings, level="ordinal").value == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize("level", LEVELS)
def test_equals_the_krippendorff_library_on_uneven_data(level: Level) -> None:
    ratings, _, _ = planted(np.random.default_rng(5), items=120, per_item=3, raters=9, values=6)
    ratings = Ratings.of(item=ratings.item, rater=ratings.rater, value=ratings.numbers**2 + 1)
    theirs = krippendorff.alpha(reliability_data=matrix_of(ratings), level_of_measurement=level)
    assert krippendorff_alpha(ratings, level=level).value == pytest.approx(theirs, abs=1e-12)


def alpha_by_definition(ratings: Ratings, level: Level) -> float:
    """Every pair of values, one by one, as the definition has it."""
    value = ratings.numbers
    rank = np.argsort(np.argsort(value)) + 0.5
    pairs: dict[str, Any] = {
        "nominal": lambda i, j: value[i] != value[j],
        "ordinal": lambda i, j: rank[i] - rank[j],
        "interval": lambda i, j: value[i] - value[j],
        "ratio": lambda i, j: (value[i] - value[j]) / (value[i] + value[j]),
    }
    every = np.arange(len(value))
    difference = np.asarray(pairs[level](every[:, None], every[None, :]), dtype=np.float64) ** 2
    same = ratings.item[:, None] == ratings.item[None, :]
    size = np.bincount(ratings.item)[ratings.item]
    observed = (difference * same / (size - 1)[:, None]).sum() / len(value)
    return float(1 - observed / (difference.sum() / (len(value) * (len(value) - 1))))


@pytest.mark.parametrize("level", LEVELS)
def test_thousands_of_distinct_values_need_no_table_of_pairs(level: Level) -> None:
    rng = np.random.default_rng(6)
    item = np.repeat(np.arange(700), 3)
    value = np.exp(rng.normal(size=700)[item] + rng.normal(size=2100))
    ratings = Ratings.of(item=item, rater=np.tile(np.arange(3), 700), value=value)
    assert len(ratings.values) == 2100
    ours = krippendorff_alpha(ratings, level=level, uncertainty=None).value
    assert ours == pytest.approx(alpha_by_definition(ratings, level), abs=1e-9)


def test_a_million_distinct_values() -> None:
    """Planted: items and noise of equal variance, so alpha at the interval level is about one half."""
    rng = np.random.default_rng(7)
    item = np.repeat(np.arange(200_000), 5)
    value = rng.normal(size=200_000)[item] + rng.normal(size=1_000_000)
    ratings = Ratings.of(item=item, rater=np.tile(np.arange(5), 200_000), value=value)
    assert len(ratings.values) == 1_000_000
    assert krippendorff_alpha(ratings, level="interval", uncertainty=None).value == pytest.approx(0.5, abs=0.005)
    assert krippendorff_alpha(ratings, level="nominal", uncertainty=None).value == pytest.approx(0.0, abs=1e-9)


def test_more_values_than_patterns_hold_densely() -> None:
    """Counting with many values takes the sparse path; it must not change the number."""
    ratings, _, _ = planted(np.random.default_rng(8), items=200, values=90)
    theirs = krippendorff.alpha(reliability_data=matrix_of(ratings), level_of_measurement="ordinal")
    found = krippendorff_alpha(ratings, level="ordinal")
    assert found.value == pytest.approx(theirs, abs=1e-12)
    assert found.standard_error > 0


def test_a_censored_top_value_ranks_highest_and_has_no_distance() -> None:
    rows = [
        (1, "a", "3"),
        (1, "b", "4"),
        (2, "a", ">20"),
        (2, "b", ">20"),
        (3, "a", "19"),
        (3, "b", ">20"),
        (4, "a", "7"),
    ]
    rows += [(4, "b", "7"), (5, "a", "1"), (5, "b", "2")]
    as_rank = [(i, r, {">20": "21"}.get(v, v)) for i, r, v in rows]
    censored, ranked = of_rows(rows), of_rows(as_rank)
    ordinal = krippendorff_alpha(censored, level="ordinal")
    assert ordinal.value == pytest.approx(krippendorff_alpha(ranked, level="ordinal").value, abs=1e-14)
    interval = krippendorff_alpha(censored, level="interval")
    without = of_rows([row for row in rows if row[0] not in (2, 3)])
    assert interval.value == pytest.approx(krippendorff_alpha(without, level="interval").value, abs=1e-14)
    assert interval.finding.n_dropped == 4
    assert any("2 items (40.0 %) with a censored value" in note for note in interval.finding.notes)


def test_numbers_written_in_two_ways_share_a_rank() -> None:
    plain = of_rows([(1, "a", "1"), (1, "b", "1"), (2, "a", "2"), (2, "b", "3"), (3, "a", "3"), (3, "b", "3")])
    mixed = of_rows([(1, "a", "1"), (1, "b", "1.0"), (2, "a", "2"), (2, "b", "3"), (3, "a", "3"), (3, "b", "3.0")])
    expected = krippendorff_alpha(plain, level="ordinal").value
    assert krippendorff_alpha(mixed, level="ordinal").value == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([(1, "a", 1), (2, "a", 2)], "one rater only"),
        ([(1, "a", 1), (2, "b", 2)], "no item has two ratings"),
        ([(1, "a", 3), (1, "b", 3), (2, "a", 3), (2, "b", 3)], "all values are the same"),
        ([(1, "a", 0.1), (1, "b", 0.1), (2, "a", 0.1), (2, "b", 0.1)], "all values are the same"),
        ([], "one rater only"),
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_nothing_to_say_is_nan_with_a_reason(rows: list[Any], reason: str, level: Level) -> None:
    found = krippendorff_alpha(of_rows(rows), level=level)
    assert math.isnan(found.value)
    assert found.interval is None
    assert reason in found.finding.notes[0]


def test_wrong_use_is_an_error_with_a_hint() -> None:
    words = of_rows([(1, "a", "low"), (1, "b", "high"), (2, "a", "low"), (2, "b", "low")])
    assert krippendorff_alpha(words, level="nominal").value == pytest.approx(0.0, abs=1e-12)
    for level, code in (("ordinal", "stats-needs-order"), ("interval", "stats-not-numeric")):
        with pytest.raises(BeholderError) as caught:
            krippendorff_alpha(words, level=level)  # type: ignore[arg-type]
        assert caught.value.code == code
        assert caught.value.problems[0].hint
    with pytest.raises(BeholderError, match="negative"):
        krippendorff_alpha(of_rows([(1, "a", -1), (1, "b", 2)]), level="ratio")
    with pytest.raises(BeholderError, match='did you mean "ordinal"'):
        krippendorff_alpha(words, level="ordnial")  # type: ignore[arg-type]


def test_other_raters_like_these_widen_the_interval() -> None:
    ratings, _, _ = planted(np.random.default_rng(9), items=150, per_item=3, raters=12)
    these = krippendorff_alpha(ratings, level="nominal")
    alike = krippendorff_alpha(ratings, level="nominal", raters="like-these")
    assert alike.value == these.value
    assert alike.standard_error > these.standard_error
    assert "raters like these" in alike.finding.method


def test_two_raters_say_nothing_of_others_like_them() -> None:
    ratings = of_rows([(i, r, (i + r * (i % 3 == 0)) % 3) for i in range(12) for r in range(2)])
    found = krippendorff_alpha(ratings, level="nominal", raters="like-these")
    assert math.isfinite(found.value)
    assert found.interval is None
    assert "no interval for raters like these: fewer than three" in found.finding.notes


def test_self_repeats_never_enter() -> None:
    ratings = krippendorff_c()
    item, rater, value = columns_of(ratings)
    again = Ratings.of(item=item + item[:10], rater=rater + rater[:10], value=value + [5] * 10)
    assert krippendorff_alpha(again, level="nominal").value == krippendorff_alpha(ratings, level="nominal").value


@given(ratings_tables(), st.randoms(use_true_random=False), st.sampled_from(LEVELS))
@settings(max_examples=60, deadline=None)
def test_order_of_rows_and_names_do_not_matter(rows: list[tuple[int, int, int]], random: Any, level: Level) -> None:
    shuffled = [(f"item {i}", f"rater {r * 7 % 5}", v) for i, r, v in rows]
    random.shuffle(shuffled)
    one = krippendorff_alpha(of_rows(rows), level=level)
    other = krippendorff_alpha(of_rows(shuffled), level=level)
    assert other.value == pytest.approx(one.value, abs=1e-12, nan_ok=True)
    assert other.standard_error == pytest.approx(one.standard_error, abs=1e-9, nan_ok=True)


@given(ratings_tables(), st.sampled_from(LEVELS))
@settings(max_examples=60, deadline=None)
def test_equals_the_krippendorff_library_on_any_data(rows: list[tuple[int, int, int]], level: Level) -> None:
    ours = krippendorff_alpha(of_rows(rows), level=level, uncertainty=None).value
    if math.isnan(ours):
        return
    table = matrix_of(of_rows(rows))
    assert ours == pytest.approx(krippendorff.alpha(reliability_data=table, level_of_measurement=level), abs=1e-10)


@given(ratings_tables())
@settings(max_examples=40, deadline=None)
def test_nominal_alpha_does_not_know_what_values_are_called(rows: list[tuple[int, int, int]]) -> None:
    renamed = [(i, r, "dbac"[v - 1]) for i, r, v in rows]
    one = krippendorff_alpha(of_rows(rows), level="nominal", uncertainty=None).value
    other = krippendorff_alpha(of_rows(renamed), level="nominal", uncertainty=None).value
    assert other == pytest.approx(one, abs=1e-12, nan_ok=True)


def test_more_items_of_the_same_kind_narrow_the_interval() -> None:
    ratings, _, _ = planted(np.random.default_rng(10), items=60)
    item, rater, value = columns_of(ratings)
    copies = 16
    many = Ratings.of(item=[(c, i) for c in range(copies) for i in item], rater=rater * copies, value=value * copies)
    one, big = krippendorff_alpha(ratings, level="nominal"), krippendorff_alpha(many, level="nominal")
    assert big.value == pytest.approx(one.value, abs=0.005)
    assert big.standard_error == pytest.approx(one.standard_error / math.sqrt(copies), rel=0.05)


def test_perfect_agreement_is_one() -> None:
    for level in LEVELS:
        found = krippendorff_alpha(of_rows([(i, r, i % 3 + 1) for i in range(9) for r in range(3)]), level=level)
        assert found.value == pytest.approx(1.0, abs=1e-12)
