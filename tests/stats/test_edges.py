"""Where a statistic cannot be had or an option cannot be meant: NaN with a reason, or a refusal in words."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats import Components, Design, plan, power
from beholder.stats.aggregation import fast
from beholder.stats.aggregation.consensus import mean_consensus
from beholder.stats.agreement.chance_corrected import brennan_prediger, conger_kappa, fleiss_kappa, gwet_ac
from beholder.stats.agreement.icc import intraclass_correlation, variance_components
from beholder.stats.agreement.kappa import cohen_kappa
from beholder.stats.agreement.percent import percent_agreement
from beholder.stats.chunks import Chunk
from beholder.stats.columns import Ratings, codes, scale_of
from beholder.stats.comparison.correlation import kendall, pearson
from beholder.stats.comparison.effects import cliffs_delta, noncentral_t_cdf
from beholder.stats.comparison.means import product_bootstrap, weighted_mean
from beholder.stats.comparison.paired import PairedValues
from beholder.stats.comparison.scores import Scores
from beholder.stats.ranking.bradley_terry import bootstrap_strengths
from beholder.stats.ranking.graph import connectedness, separation
from beholder.stats.ranking.pairs import Pairs
from beholder.stats.ranking.ranks import max_t


def _ratings(*rows: tuple[str, str, Any]) -> Ratings:
    item, rater, value = zip(*rows, strict=True)
    return Ratings.of(item=item, rater=rater, value=value)


SAME = _ratings(("a", "x", 1), ("a", "y", 1), ("b", "x", 1), ("b", "y", 1))
ONE_ITEM = _ratings(("a", "x", 1), ("a", "y", 2), ("a", "z", 2))
VARIED = _ratings(*((f"i{n}", rater, (n + shift) % 3 + 1) for n in range(8) for shift, rater in enumerate("xyz")))


@pytest.mark.parametrize("coefficient", [fleiss_kappa, conger_kappa, gwet_ac, brennan_prediger])
def test_where_all_values_are_the_same_nothing_is_said_of_agreement(coefficient: Callable[[Ratings], Any]) -> None:
    found = coefficient(SAME)
    assert math.isnan(found.value)
    assert found.interval is None
    assert found.finding.notes


@pytest.mark.parametrize("coefficient", [gwet_ac, brennan_prediger])
def test_one_item_has_no_linearised_interval(coefficient: Callable[..., Any]) -> None:
    found = coefficient(ONE_ITEM, uncertainty="linearised")
    assert found.interval is None
    assert "no interval: one item" in found.finding.notes


@pytest.mark.parametrize("coefficient", [fleiss_kappa, conger_kappa, gwet_ac, percent_agreement])
def test_without_a_way_to_an_interval_there_is_a_value_alone(coefficient: Callable[..., Any]) -> None:
    found = coefficient(VARIED, uncertainty=None)
    assert math.isfinite(found.value)
    assert found.interval is None


def test_kappa_of_one_shared_item_has_no_interval() -> None:
    shared = _ratings(("a", "x", 1), ("a", "y", 2), ("b", "x", 2), ("c", "y", 1))
    assert cohen_kappa(shared).interval is None


def test_an_icc_needs_something_that_varies() -> None:
    assert math.isnan(intraclass_correlation(SAME, form="A,1").value)
    apart = _ratings(("a", "x", 1), ("a", "y", 2), ("b", "z", 1), ("b", "w", 3))
    assert all(math.isnan(one.value) or one.notes for one in (variance_components(apart).item,))
    assert intraclass_correlation(VARIED, form="A,1", uncertainty=None).interval is None


def test_a_confidence_is_a_share() -> None:
    with pytest.raises(BeholderError, match="confidence lies between 0 and 1, got 95"):
        gwet_ac(VARIED, confidence=95)


def test_truth_values_are_coded_as_such() -> None:
    found, names = codes(np.array([True, False, True]))
    assert names == [False, True]
    assert found.tolist() == [1, 0, 1]


def test_a_value_that_is_no_number_makes_no_scale() -> None:
    assert scale_of(["1", "nan"]) is None
    assert scale_of(["1", object()]) is None


def test_ratings_without_their_censored_items_are_all_if_none_are_left_censored() -> None:
    censored = Ratings.of(item=["a", "b", "b"], rater=["x", "x", "y"], value=["3", ">20", "4"])
    without, dropped, notes = censored.uncensored()
    assert (len(without), dropped) == (1, 2)
    assert without.uncensored() == (without, 0, ())
    assert "censored" in notes[0]


def test_a_loop_over_items_gives_what_matrices_give() -> None:
    """The loop that is compiled where numba is there, run as it is written, against numpy."""
    rng = np.random.default_rng(4)
    item = np.sort(rng.integers(0, 20, 90)).astype(np.int32)
    chunk = Chunk.of(item, rng.integers(0, 5, 90).astype(np.int32), rng.integers(0, 3, 90).astype(np.int32))
    log_prior = np.log(np.array([0.5, 0.3, 0.2]))
    log_table = np.log(rng.dirichlet(np.ones(3), 15))
    counts, items = np.zeros_like(log_table), np.zeros(3)
    likelihood = fast._em_loop(chunk.start, chunk.rater, chunk.value, log_prior, log_table, counts, items)
    expected = fast.confusion_sums(chunk, log_prior, log_table, compiled=False)
    np.testing.assert_allclose(counts, expected[0])
    np.testing.assert_allclose(items, expected[1])
    assert likelihood == pytest.approx(float(expected[2][0]))


def test_a_consensus_can_be_read_row_by_row() -> None:
    found = mean_consensus(VARIED)
    rows = list(found.rows())
    assert [row[0] for row in rows] == list(found.items)
    assert rows[0][2] == found.number[0]


def test_resamples_that_do_not_vary_are_left_out_and_said() -> None:
    x, y = [1, 1, 1, 2], [3, 1, 2, 5]
    for correlation in (pearson, kendall):
        found = correlation(x, y, rng=np.random.default_rng(0), resamples=200)
        assert any("resamples do not vary" in note for note in found.notes)
        assert found.interval is not None


def test_a_statistic_that_is_not_defined_has_no_interval() -> None:
    scores = Scores.of(value=[1, 2, 3], item=["a", "b", "c"])
    found = product_bootstrap(scores, lambda *_: math.nan, rng=np.random.default_rng(0), resamples=50)
    assert found.interval is None
    assert {"the statistic is not defined for these ratings"} < {*found.notes}
    mean = product_bootstrap(scores, weighted_mean, rng=np.random.default_rng(0), resamples=400)
    assert mean.value == 2
    assert any("say nothing" in note for note in mean.notes)


def test_columns_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(BeholderError, match="columns differ in length: 2 and 1"):
        PairedValues.of([1, 2], [1])
    with pytest.raises(BeholderError, match="value is infinite") as caught:
        Scores.of(value=np.array([1, math.inf]), item=["a", "b"])
    assert caught.value.problems[0].where == "row 2"


def test_many_degrees_of_freedom_give_the_normal_law() -> None:
    assert noncentral_t_cdf(1.5, math.inf, 0.5) == pytest.approx(noncentral_t_cdf(1.5, 10**7, 0.5), abs=1e-6)


def test_one_value_has_no_interval_of_dominance() -> None:
    found = cliffs_delta([3.0], [1.0, 2.0])
    assert (found.value, found.interval) == (1.0, None)


def _pairs(*rows: tuple[str, str, str]) -> Pairs:
    left, right, outcome = zip(*rows, strict=True)
    return Pairs.of(left=left, right=right, outcome=outcome)


def test_a_winner_is_one_of_the_two_compared() -> None:
    with pytest.raises(BeholderError, match='winner "c" is not one of the two compared, "a" and "b"') as caught:
        _pairs(("a", "c", "left"), ("a", "b", "c"))
    assert caught.value.problems[0].where == "row 2"


def test_graphs_are_told_in_words() -> None:
    apart = _pairs(("a", "b", "left"), ("c", "d", "left")).counts()
    assert str(connectedness(apart)) == "2 groups never meet: a, b; c, d"
    together = _pairs(("a", "b", "left"), ("b", "a", "left"), ("a", "b", "right")).counts()
    assert str(connectedness(together)) == "all 2 systems are connected"
    assert str(separation(together, ties=False, position=False)) == "strengths have finite estimates"
    beaten = _pairs(("a", "b", "left"), ("a", "b", "left")).counts()
    assert str(separation(beaten, ties=False, position=False)).startswith("no system of a later group ever beat")


def test_strengths_can_be_resampled_without_ties_and_where_one_always_wins() -> None:
    won = _pairs(*[("a", "b", "left")] * 6, ("a", "b", "tie"))
    with pytest.raises(BeholderError, match="davidson, half or none"):
        bootstrap_strengths(won, rng=np.random.default_rng(0), ties="both")
    found = bootstrap_strengths(won, rng=np.random.default_rng(0), ties="none", resamples=20)
    strengths = {one.name: one.value for one in found.findings}
    assert all(math.isfinite(value) for value in strengths.values())


def test_without_any_spread_there_is_no_largest_t() -> None:
    assert math.isnan(max_t(np.zeros((2, 2)), df=5, confidence=0.95, rng=np.random.default_rng(0)))
    assert math.isnan(max_t(np.full((2, 2), np.nan), df=5, confidence=0.95, rng=np.random.default_rng(0)))


PARTS = Components.of_sds(item=1.0, rater=0.5, residual=1.0)
DESIGN = Design(items=20, raters=6, ratings=2)


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (lambda: Components.of_sds(item=math.inf, rater=0, residual=1), "variance of item must be 0 or more"),
        (lambda: Design(items=0, raters=1, ratings=1), "1 or more"),
        (lambda: Design(items=5, raters=2, ratings=3), "rat"),
        (lambda: plan(PARTS, DESIGN, cost_item=1), "give both costs"),
        (lambda: plan(PARTS, DESIGN, cost_item=1, cost_rating=0), "costs must be positive"),
    ],
)
def test_a_plan_that_cannot_be_meant_is_refused(asked: Callable[[], Any], problem: str) -> None:
    with pytest.raises(BeholderError, match=problem):
        asked()


def test_a_pilot_of_differences_needs_raters_who_rated_both() -> None:
    unknown = Scores.of(value=[1, 2], item=["a", "a"], system=["p", "q"])
    with pytest.raises(BeholderError, match="needs to know the raters"):
        Components.of_pilot_differences(unknown, "p", "q")
    apart = Scores.of(value=[1, 2], item=["a", "a"], system=["p", "q"], rater=["x", "y"])
    with pytest.raises(BeholderError, match="no rater rated both systems"):
        Components.of_pilot_differences(apart, "p", "q")


def test_a_plan_says_what_a_difference_and_money_come_to() -> None:
    found = plan(PARTS, DESIGN, difference=0.5, cost_item=1, cost_rating=2)
    named = {one.name: one.value for one in found.findings}
    assert 0 < named["power"] < 1
    assert named["cost"] == 20 * (1 + 2 * 2)
    assert all("power" in row for row in found.rows)
    alike = plan(Components.of_sds(item=0, rater=0.5, residual=1), DESIGN, cost_item=1, cost_rating=2)
    assert math.isnan({one.name: one.value for one in alike.findings}["best_ratings"])
    sure = Components.of_sds(item=0, rater=0, residual=0)
    assert power(sure, DESIGN, difference=0.1).value == 1
    assert power(sure, DESIGN, difference=0.0).value == 0
    full = plan(PARTS, Design(items=20, raters=3, ratings=2))
    assert "twice the ratings" not in {row["change"] for row in full.rows}
