"""Planning: the formula, what a simulated study then shows, and a pilot's components."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student
from statsmodels.stats.power import TTestPower

from beholder.errors import BeholderError
from beholder.stats import (
    Components,
    Design,
    Pairs,
    half_width,
    items_enough,
    items_for_power,
    plan,
    power,
    raters_enough,
    raters_for_power,
    stability_curve,
)
from beholder.stats.columns import Ratings
from beholder.stats.comparison.scores import Scores
from beholder.stats.planning.design import standard_error
from tests.published import Published


def _components() -> Components:
    return Components.of_sds(item=1.0, rater=0.7, residual=1.0)


def test_the_formula() -> None:
    design = Design(items=100, raters=20, ratings=3)
    se = math.sqrt(1 / 100 + 0.49 / 20 + 1 / 300)
    assert half_width(_components(), design).value == pytest.approx(student.ppf(0.975, 19) * se)
    with_taste = Components.of_sds(item=1.0, rater=0.0, residual=1.0, rater_system=0.7)
    assert standard_error(with_taste, design) == pytest.approx(se)


def test_the_planned_error_is_the_error_of_simulated_studies() -> None:
    """1.96 SD of the mean of 4,000 simulated studies within 5 % of the formula, for each of three designs."""
    rng = np.random.default_rng(0)
    for items, raters, k in ((50, 10, 2), (30, 30, 5), (80, 8, 4)):
        means = []
        for _ in range(4000):
            item, rater = rng.normal(0, 1.0, items), rng.normal(0, 0.7, raters)
            chosen = (np.arange(items)[:, None] * k + np.arange(k) + rng.integers(0, raters)) % raters
            means.append((item[:, None] + rater[chosen] + rng.normal(0, 1.0, (items, k))).mean())
        planned = standard_error(_components(), Design(items=items, raters=raters, ratings=k))
        assert np.std(means) == pytest.approx(planned, rel=0.05)


def test_power_is_that_of_a_t_test() -> None:
    """With residual error only and one rating per item, a study of I items by I raters is a one-sample t test."""
    components = Components.of_sds(item=0.0, rater=0.0, residual=1.0)
    found = power(components, Design(items=25, raters=25, ratings=1), difference=0.5)
    assert found.value == pytest.approx(TTestPower().power(0.5, 25, 0.05), abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.integers(5, 200), st.integers(5, 60), st.integers(1, 5), st.floats(0.01, 3))
def test_more_of_anything_helps(items: int, raters: int, ratings: int, difference: float) -> None:
    base = Design(items=items, raters=raters, ratings=ratings)
    for more in (
        Design(items=2 * items, raters=raters, ratings=ratings),
        Design(items=items, raters=2 * raters, ratings=ratings),
    ):
        assert half_width(_components(), more).value <= half_width(_components(), base).value
        assert (
            power(_components(), more, difference=difference).value
            >= power(_components(), base, difference=difference).value - 1e-9
        )


def test_far_differences_have_power_one() -> None:
    assert power(_components(), Design(items=50, raters=20, ratings=2), difference=50).value == pytest.approx(1)


def test_the_cheapest_number_of_ratings_is_the_cheapest() -> None:
    components = Components.of_sds(item=1.0, rater=0.0, residual=2.0)
    found = {f.name: f for f in plan(
        components, Design(items=100, raters=50, ratings=2), cost_item=9.0, cost_rating=1.0
    ).findings}  # fmt: skip
    best = found["best_ratings"].value
    assert best == pytest.approx(math.sqrt(9.0 * 4.0 / 1.0))
    money = found["cost"].value
    assert money == 1100

    def error(k: float) -> float:
        items = money / (9.0 + k)
        return 1 / items + 4.0 / (items * k)

    assert error(best) < min(error(best * 0.9), error(best * 1.1))
    assert found["best_items"].value == math.floor(1100 / 15)


def test_how_many_raters_are_enough() -> None:
    found = raters_enough(_components(), items=200, ratings=3, target=0.3)
    r = int(found.value)
    assert half_width(_components(), Design(items=200, raters=r, ratings=3)).value <= 0.3
    assert half_width(_components(), Design(items=200, raters=r - 1, ratings=3)).value > 0.3
    never = raters_enough(_components(), items=10, ratings=3, target=0.1)
    assert math.isnan(never.value)
    assert any("add items" in note for note in never.notes)


def test_raters_are_looked_for_where_items_are_given() -> None:
    found = raters_for_power(_components(), items=200, ratings=3, difference=0.5, target=0.8)
    r = int(found.value)
    reached = [power(_components(), Design(items=200, raters=n, ratings=3), difference=0.5).value for n in (r, r - 1)]
    assert reached[0] >= 0.8 > reached[1]


def test_with_a_limit_for_each_rater_more_items_bring_more_raters() -> None:
    found = items_enough(_components(), per_rater=40, ratings=3, target=0.25)
    items = int(found.value)
    design = Design.of_crew(items=items, ratings=3, per_rater=40)
    assert design.raters == math.ceil(items * 3 / 40)
    assert half_width(_components(), design).value <= 0.25
    # sixteen raters could never know it so well
    assert math.isnan(items_enough(_components(), raters=16, ratings=3, target=0.25).value)


def test_ties_make_a_share_of_wins_vary_less() -> None:
    won = np.repeat([1.0, 0.5, 0.0], [50, 20, 30])
    parts = Components.of_share(float(won.mean()), alike=0.4, ties=0.2)
    assert parts.item + parts.residual == pytest.approx(won.var())
    with pytest.raises(BeholderError, match=r"no more than 0\.2 can be ties"):
        Components.of_share(0.9, alike=0.4, ties=0.3)


def test_a_pilot_of_comparisons_gives_what_its_wins_would() -> None:
    rng = np.random.default_rng(5)
    item, rater = (x.ravel() for x in np.meshgrid(np.arange(60), np.arange(12)))
    lean = rng.normal(0.2, 0.5, 60)[item] + rng.normal(0, 0.2, 12)[rater] + rng.normal(0, 0.5, len(item))
    won = np.select([lean > 0.2, lean < -0.2], [1.0, 0.0], 0.5)
    swapped = rng.random(len(item)) < 0.5
    left, right = np.where(swapped, "b", "a"), np.where(swapped, "a", "b")
    outcome = np.select([won == 0.5, won == 1.0], ["tie", "a"], "b")
    pairs = Pairs.of(left=left.tolist(), right=right.tolist(), outcome=outcome.tolist(), item=item, rater=rater)
    wins = Components.of_pilot(Ratings.of(item=item, rater=rater, value=won))
    found = Components.of_pilot_preferences(pairs, "a", "b")
    assert (found.item, found.rater_system, found.residual) == pytest.approx((wins.item, wins.rater, wins.residual))
    assert found.rater == 0
    with pytest.raises(BeholderError, match='"c"'):
        Components.of_pilot_preferences(pairs, "a", "c")


def _crossed(seed: int, items: int, raters: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    item, rater = (x.ravel() for x in np.meshgrid(np.arange(items), np.arange(raters)))
    value = rng.normal(0, 1, items)[item] + rng.normal(0, 0.7, raters)[rater] + rng.normal(0, 0.5, len(item))
    return item, rater, value


def test_a_pilot_gives_back_its_components() -> None:
    item, rater, value = _crossed(1, 300, 200)
    found = Components.of_pilot(Ratings.of(item=item, rater=rater, value=value))
    assert (found.item, found.rater, found.residual) == pytest.approx((1.0, 0.49, 0.25), rel=0.3)


def test_a_pilot_of_differences_separates_taste_from_severity() -> None:
    rng = np.random.default_rng(3)
    items, raters = 200, 150
    item, rater, system = (x.ravel() for x in np.meshgrid(np.arange(items), np.arange(raters), np.arange(2)))
    value = (
        rng.normal(0, 3, items)[item]
        + rng.normal(0, 3, raters)[rater]
        + rng.normal(0, 0.6, (items, 2))[item, system]
        + rng.normal(0, 0.8, (raters, 2))[rater, system]
        + rng.normal(0, 0.5, len(item))
    )
    scores = Scores.of(value=value, item=item, rater=rater, system=system)
    found = Components.of_pilot_differences(scores, "0", "1")
    assert found.rater == 0
    assert (found.item, found.rater_system, found.residual) == pytest.approx((0.72, 1.28, 0.5), rel=0.2)


def test_negative_estimates_become_zero_and_are_said() -> None:
    rng = np.random.default_rng(10)
    item, rater = (x.ravel() for x in np.meshgrid(np.arange(20), np.arange(5)))
    for _ in range(20):
        found = Components.of_pilot(Ratings.of(item=item, rater=rater, value=rng.normal(size=100)))
        assert min(found.item, found.rater) >= 0
        if found.notes:
            assert "0 is used" in found.notes[0]
            return
    pytest.fail("twenty pilots of pure noise and no negative estimate")


def test_a_stability_curve_of_photograph_ratings(data_set: Callable[[str], Published]) -> None:
    """KonIQ-10k: two panels of k raters on 200 photographs agree better with k, and follow Spearman and Brown."""
    rows = data_set("koniq10k").rows("distributions.csv.gz")[:200]
    item, value = [], []
    for row in rows:
        counts = [round(float(row[f"c{v}"]) * int(row["c_total"])) for v in range(1, 6)]
        value += [v for v, n in zip(range(1, 6), counts, strict=True) for _ in range(n)]
        item += [row["image_name"]] * sum(counts)
    curve = stability_curve(item, value, sizes=[1, 5, 20, 40], rng=np.random.default_rng(0), repeats=20)
    r = [row["correlation"] for row in curve]
    assert r == sorted(r)
    expected = [20 * r[0] / (1 + 19 * r[0]), 40 * r[0] / (1 + 39 * r[0])]
    assert r[2:] == pytest.approx(expected, abs=0.03)
    assert [row["rms_difference"] for row in curve] == sorted((row["rms_difference"] for row in curve), reverse=True)


def test_a_stability_curve_needs_twice_the_ratings() -> None:
    row = stability_curve(["x", "x", "y", "y"], [1, 2, 3, 4], sizes=[5], rng=np.random.default_rng(0))[0]
    assert math.isnan(row["correlation"])
    assert row["notes"]


class TestRefused:
    def test_more_ratings_than_raters(self) -> None:
        with pytest.raises(BeholderError, match="need as many raters"):
            Design(items=10, raters=2, ratings=3)

    def test_negative_spread(self) -> None:
        with pytest.raises(BeholderError, match="SD of rater"):
            Components.of_sds(item=1, rater=-1, residual=1)

    def test_one_cost_only(self) -> None:
        with pytest.raises(BeholderError, match="both costs"):
            plan(_components(), Design(items=10, raters=5, ratings=2), cost_item=1.0)

    def test_a_pilot_without_overlap(self) -> None:
        ratings = Ratings.of(item=["x", "y", "z"], rater=["a", "b", "c"], value=[1, 2, 3])
        with pytest.raises(BeholderError) as caught:
            Components.of_pilot(ratings)
        assert caught.value.code == "stats-bad-pilot"

    def test_one_rater_tells_nothing_about_others(self) -> None:
        design = Design(items=10, raters=1, ratings=1)
        for found in (half_width(_components(), design), power(_components(), design, difference=1)):
            assert math.isnan(found.value)
            assert found.notes


class TestHowMany:
    @pytest.mark.parametrize(("effect", "wanted"), [(0.5, 0.8), (0.2, 0.9), (1.0, 0.95)])
    def test_items_for_power_are_those_of_a_t_test(self, effect: float, wanted: float) -> None:
        # without differences between raters, one value per item: the paired t test that statsmodels plans
        components = Components.of_sds(item=1, rater=0, residual=0)
        theirs = TTestPower().solve_power(effect_size=effect, power=wanted, alpha=0.05)
        ours = items_for_power(components, raters=10_000, ratings=1, difference=effect, target=wanted)
        assert ours.value == math.ceil(theirs)

    def test_a_share_of_wins(self) -> None:
        # the textbook's normal approximation: (1.96 + 0.84)^2 * 0.6 * 0.4 / 0.1^2 = 188.4
        components = Components.of_share(0.6, alike=1)
        found = items_for_power(components, raters=10_000, ratings=1, difference=0.1)
        assert found.value == pytest.approx(188.4, abs=3)

    @given(
        sds=st.tuples(*[st.floats(0.1, 3)] * 2),
        ratings=st.integers(1, 8),
        target=st.floats(0.05, 2),
    )
    def test_one_item_fewer_is_too_few(self, sds: tuple[float, float], ratings: int, target: float) -> None:
        components = Components.of_sds(item=sds[0], rater=0, residual=sds[1])
        found = items_enough(components, raters=500, ratings=ratings, target=target).value

        def width(items: float) -> float:
            return half_width(components, Design(items=int(items), raters=500, ratings=ratings)).value

        assert width(found) <= target
        assert found == 2 or width(found - 1) > target

    def test_raters_who_differ_set_the_limit(self) -> None:
        components = Components.of_sds(item=1, rater=1, residual=1)
        for found in (
            items_enough(components, raters=5, ratings=3, target=0.5),
            items_for_power(components, raters=5, ratings=3, difference=0.5),
        ):
            assert math.isnan(found.value)
            assert "add raters" in found.notes[-1]

    @given(share=st.floats(0.01, 0.99), alike=st.floats(0, 1))
    def test_a_single_answer_varies_as_a_coin_does(self, share: float, alike: float) -> None:
        components = Components.of_share(share, alike=alike)
        assert components.item + components.residual == pytest.approx(share * (1 - share))

    @pytest.mark.parametrize(("share", "alike"), [(0, 0.3), (1.2, 0.3), (0.5, -0.1), (0.5, 2)])
    def test_impossible_shares_are_refused(self, share: float, alike: float) -> None:
        with pytest.raises(BeholderError, match="between 0 and 1"):
            Components.of_share(share, alike=alike)


def test_means_that_do_not_vary_have_no_correlation_and_say_why() -> None:
    (row,) = stability_curve([n // 4 for n in range(20)], [3] * 20, sizes=[2], rng=np.random.default_rng(0))
    assert math.isnan(row["correlation"])
    assert row["rms_difference"] == 0
    assert row["notes"] == ("all values are the same: nothing varies",)
