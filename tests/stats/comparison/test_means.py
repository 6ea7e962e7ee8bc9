"""Two-way clustered means and differences: by hand, by library, and what must hold."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student
from statsmodels.stats.sandwich_covariance import cov_cluster, cov_cluster_2groups

from beholder.errors import BeholderError
from beholder.stats.comparison.means import difference_ratings, mean_ratings, product_bootstrap
from beholder.stats.comparison.scores import Scores


def _table(seed: int = 3, *, items: int = 30, raters: int = 8, systems: int = 1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    item, rater, system = (x.ravel() for x in np.meshgrid(np.arange(items), np.arange(raters), np.arange(systems)))
    kept = rng.random(len(item)) < 0.6
    item, rater, system = item[kept], rater[kept], system[kept]
    value = rng.normal(size=items)[item] + rng.normal(size=raters)[rater] + rng.normal(size=len(item)) + 0.4 * system
    return {"value": value, "item": item, "rater": rater, "system": system}


def _scores(table: dict[str, np.ndarray]) -> Scores:
    return Scores.of(**table)


def _se(interval: tuple[float, float] | None, df: float) -> float:
    assert interval is not None
    return float((interval[1] - interval[0]) / (2 * student.ppf(0.975, df)))


def test_the_formula_by_hand() -> None:
    """Two items, three raters, five ratings."""
    scores = Scores.of(value=[1, 2, 4, 3, 5], item=["x", "x", "x", "y", "y"], rater=["a", "b", "c", "a", "b"])
    mean = 3.0
    e = np.array([1, 2, 4, 3, 5]) - mean
    by_item = (e[:3].sum()) ** 2 + (e[3:].sum()) ** 2
    by_rater = (e[0] + e[3]) ** 2 + (e[1] + e[4]) ** 2 + e[2] ** 2
    variance = (2 / 1 * by_item + 3 / 2 * by_rater - (e**2).sum()) / 25
    found = mean_ratings(scores)
    assert found.value == mean
    assert _se(found.interval, 1) == pytest.approx(math.sqrt(variance), rel=1e-12)


def test_statsmodels_agrees_on_two_way_clusters() -> None:
    table = _table()
    model = sm.OLS(table["value"], np.ones(len(table["value"]))).fit()
    _, by_item, by_rater = cov_cluster_2groups(model, table["item"], table["rater"], use_correction=False)
    n_items, n_raters = len(np.unique(table["item"])), len(np.unique(table["rater"]))
    cell = table["item"] * 100 + table["rater"]
    expected = (
        by_item * n_items / (n_items - 1)
        + by_rater * n_raters / (n_raters - 1)
        - cov_cluster(model, cell, use_correction=False)
    )
    found = mean_ratings(_scores(table))
    assert _se(found.interval, min(n_items, n_raters) - 1) == pytest.approx(math.sqrt(float(expected[0, 0])), rel=1e-9)


def test_difference_by_regression_on_system_with_item_clusters() -> None:
    table = _table(systems=2)
    del table["rater"]
    design = sm.add_constant((table["system"] == 1).astype(float))
    model = sm.OLS(table["value"], design).fit()
    n_items = len(np.unique(table["item"]))
    expected = cov_cluster(model, table["item"], use_correction=False) * n_items / (n_items - 1)
    found = difference_ratings(_scores(table), "1", "0")["difference"]
    assert found.value == pytest.approx(model.params[1], rel=1e-9)
    assert _se(found.interval, n_items - 1) == pytest.approx(math.sqrt(float(expected[1, 1])), rel=1e-9)
    assert any("no rater column" in note for note in found.notes)


def test_difference_is_the_difference_of_the_means_where_all_blocks_are_shared() -> None:
    scores = _scores(_table(systems=2, items=12))
    found = difference_ratings(scores, "1", "0")
    assert found["difference"].value == pytest.approx(
        mean_ratings(scores, "1").value - mean_ratings(scores, "0").value, abs=1e-12
    )
    back = difference_ratings(scores, "0", "1")
    assert back["difference"].value == pytest.approx(-found["difference"].value)
    assert back["p"].value == pytest.approx(found["p"].value)


def test_what_item_and_rater_add_to_both_systems_cancels() -> None:
    rng = np.random.default_rng(0)
    item, rater, system = (x.ravel() for x in np.meshgrid(np.arange(40), np.arange(10), np.arange(2)))
    noise = rng.normal(size=len(item)) * 0.1
    calm = Scores.of(value=noise, item=item, rater=rater, system=system)
    wild = Scores.of(
        value=noise + rng.normal(size=40)[item] * 5 + rng.normal(size=10)[rater] * 5,
        item=item,
        rater=rater,
        system=system,
    )
    one, two = (difference_ratings(x, "1", "0")["difference"] for x in (calm, wild))
    assert two.interval == pytest.approx(one.interval, abs=1e-9)


def test_blocks_that_one_system_lacks_are_left_out_and_said() -> None:
    scores = Scores.of(
        value=[1, 2, 3, 4, 9],
        item=["x", "y", "x", "y", "z"],
        rater=["a", "b", "b", "a", "a"],
        system=["s", "s", "t", "t", "t"],
    )
    found = difference_ratings(scores, "t", "s")["difference"]
    assert (found.value, found.n, found.n_dropped) == (2.0, 4, 1)
    assert any("only one of the two systems" in note for note in found.notes)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.floats(-5, 5), st.floats(0.1, 10))
def test_moving_and_stretching_the_scale_moves_and_stretches_the_interval(
    seed: int, shift: float, scale: float
) -> None:
    table = _table(seed, items=8, raters=4)
    one = mean_ratings(_scores(table))
    two = mean_ratings(_scores(table | {"value": table["value"] * scale + shift}))
    assert one.interval is not None
    assert two.value == pytest.approx(one.value * scale + shift, abs=1e-8)
    assert two.interval == pytest.approx([x * scale + shift for x in one.interval], abs=1e-7)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_order_of_rows_and_names_does_not_matter(seed: int) -> None:
    table = _table(seed, items=8, raters=4)
    order = np.random.default_rng(seed).permutation(len(table["value"]))
    renamed = {k: v[order] for k, v in table.items()} | {"rater": [f"r{x}" for x in table["rater"][order]]}
    one, two = mean_ratings(_scores(table)), mean_ratings(Scores.of(**renamed))
    assert two.interval == pytest.approx(one.interval, abs=1e-10)


def test_a_weight_counts_as_so_many_ratings_of_the_same() -> None:
    rng = np.random.default_rng(12)
    item, rater = (x.ravel() for x in np.meshgrid(np.arange(12), np.arange(6)))
    value, times = rng.normal(size=len(item)), rng.integers(1, 4, len(item))
    weighted = mean_ratings(replace(Scores.of(value=value, item=item, rater=rater), weight=times.astype(np.float64)))
    rows = np.repeat(np.arange(len(item)), times)
    repeated = mean_ratings(Scores.of(value=value[rows], item=item[rows], rater=rater[rows]))
    assert weighted.value == pytest.approx(repeated.value)
    assert weighted.interval == pytest.approx(repeated.interval)
    assert weighted.n == len(item)


def test_a_variance_that_comes_out_negative_gives_way_to_the_larger_of_the_two() -> None:
    # each item has a high and a low rating, and so has each rater: sums within both nearly cancel
    value, item, rater = [1, 3, 3, 1.2], [0, 0, 1, 1], [0, 1, 0, 1]
    found = mean_ratings(Scores.of(value=value, item=item, rater=rater))
    alone = [mean_ratings(Scores.of(value=value, item=codes)) for codes in (item, rater)]
    assert all(one.interval is not None for one in alone)
    widest = max((one.interval for one in alone if one.interval), key=lambda ends: ends[1] - ends[0])
    assert found.interval == pytest.approx(widest)
    assert any("came out negative" in note for note in found.notes)


def test_repeating_every_rating_does_not_narrow_the_interval() -> None:
    table = _table()
    twice = {k: np.concatenate([v, v]) for k, v in table.items()}
    assert mean_ratings(_scores(twice)).interval == pytest.approx(mean_ratings(_scores(table)).interval, abs=1e-10)


class TestDegenerate:
    def test_one_rater_leaves_items_as_the_only_sample(self) -> None:
        found = mean_ratings(Scores.of(value=[1, 2, 3], item="xyz", rater="aaa"))
        assert found.interval is not None
        assert any("one rater only" in note for note in found.notes)

    def test_one_item_and_one_rater_have_no_interval(self) -> None:
        found = mean_ratings(Scores.of(value=[1, 2], item="xx", rater="aa"))
        assert (found.value, found.interval) == (1.5, None)
        assert any("two items or two raters" in note for note in found.notes)

    def test_one_value_only(self) -> None:
        found = mean_ratings(Scores.of(value=[0.1] * 6, item="xxyyzz", rater="ababab"))
        assert found.value == pytest.approx(0.1)
        assert found.interval is None
        assert any("no spread" in note for note in found.notes)

    def test_systems_that_differ_by_a_constant_have_no_test(self) -> None:
        scores = Scores.of(value=[0.1, 0.2, 1.1, 1.2], item="xyxy", rater="abab", system="sstt")
        found = difference_ratings(scores, "t", "s")
        assert found["difference"].value == pytest.approx(1.0)
        assert math.isnan(found["p"].value)
        assert found["difference"].interval is None

    def test_no_shared_block(self) -> None:
        scores = Scores.of(value=[1, 2], item="xy", rater="ab", system="st")
        found = difference_ratings(scores, "s", "t")
        assert math.isnan(found["difference"].value)
        assert any("no block was rated for both" in note for note in found["p"].notes)

    def test_missing_values_are_dropped_and_counted(self) -> None:
        found = mean_ratings(Scores.of(value=[1, None, 3, math.nan, ""], item="xxyyz", rater="ababa"))
        assert (found.value, found.n, found.n_dropped) == (2.0, 2, 3)

    def test_nothing_at_all(self) -> None:
        found = mean_ratings(Scores.of(value=[None], item=["x"]))
        assert math.isnan(found.value)
        assert found.notes == ("there are no ratings",)

    @pytest.mark.parametrize("value", [">20", "good", "inf", math.inf])
    def test_words_and_censored_values_have_no_mean(self, value: object) -> None:
        with pytest.raises(BeholderError) as caught:
            Scores.of(value=[1, value], item="xy")
        assert (caught.value.code, caught.value.problems[0].where) == ("stats-not-numeric", "row 2")

    def test_text_that_is_a_number_counts(self) -> None:
        assert mean_ratings(Scores.of(value=["1", "2.5"], item="xy")).value == 1.75

    def test_unknown_system(self) -> None:
        with pytest.raises(BeholderError, match='did you mean "painter"'):
            mean_ratings(Scores.of(value=[1], item="x", system=["painter"]), "painer")

    def test_columns_of_different_length(self) -> None:
        with pytest.raises(BeholderError, match="differ in length"):
            Scores.of(value=[1, 2], item="xyz")


class TestProductBootstrap:
    def test_close_to_the_clustered_interval_but_not_shorter_by_much(self) -> None:
        scores = _scores(_table(items=60, raters=30))
        wide = product_bootstrap(scores, rng=np.random.default_rng(1), resamples=2000).interval
        usual = mean_ratings(scores).interval
        assert wide is not None
        assert usual is not None
        assert 0.9 < (wide[1] - wide[0]) / (usual[1] - usual[0]) < 1.6

    def test_repeats_with_the_seed_and_takes_any_statistic(self) -> None:
        scores = _scores(_table())

        def heaviest(part: Scores, weight: np.ndarray) -> float:
            return float(np.max(np.where(weight > 0, part.value, -math.inf)))

        one, two = (
            product_bootstrap(scores, heaviest, rng=np.random.default_rng(5), name="top", resamples=50) for _ in "ab"
        )
        assert one == two
        assert one.value == scores.value.max()
