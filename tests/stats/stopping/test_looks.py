"""Bounds of planned looks against published tables, and intervals that hold at any time."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import norm

from beholder.analysis.looking import Looking
from beholder.errors import BeholderError
from beholder.stats import anytime_factor, anytime_half_width, group_sequential_bounds
from beholder.stats.stopping.anytime import level_of_factor
from beholder.stats.stopping.boundaries import spent


@pytest.mark.parametrize(
    ("looks", "published"),
    [
        # two-sided 0.05, spending of O'Brien-Fleming type, equal steps: Lan & DeMets; Jennison & Turnbull 2000, ch. 7
        (2, (2.9626, 1.9686)),
        (3, (3.7103, 2.5114, 1.9930)),
        (4, (4.3326, 2.9631, 2.3590, 2.0141)),
        (5, (4.8769, 3.3569, 2.6803, 2.2898, 2.0310)),
    ],
)
def test_bounds_are_those_of_the_published_tables(looks: int, published: tuple[float, ...]) -> None:
    found = group_sequential_bounds([(k + 1) / looks for k in range(looks)])
    assert found == pytest.approx(published, abs=2e-4)


def test_one_look_at_the_end_is_the_plain_test_and_planned_ones_cost_a_few_percent() -> None:
    assert group_sequential_bounds([1.0])[0] == pytest.approx(norm.isf(0.025), abs=1e-6)
    assert 1.02 < group_sequential_bounds([0.25, 0.5, 0.75, 1.0])[-1] / norm.isf(0.025) < 1.05


def test_a_study_that_ends_early_spends_what_is_left() -> None:
    going_on, ended = (group_sequential_bounds([0.25, 0.6], final=final)[-1] for final in (False, True))
    assert ended < going_on
    assert ended == pytest.approx(norm.isf(0.025), abs=0.02)


def test_all_looks_together_err_as_often_as_promised() -> None:
    rng = np.random.default_rng(5)
    times = np.array([0.2, 0.5, 0.8, 1.0])
    steps = rng.normal(size=(40_000, 4)) * np.sqrt(np.diff(times, prepend=0))
    z = np.abs(np.cumsum(steps, axis=1) / np.sqrt(times))
    crossed = (z > np.array(group_sequential_bounds(times.tolist()))).any(axis=1)
    assert crossed.mean() == pytest.approx(0.05, abs=0.004)


@pytest.mark.parametrize("times", [[], [0.0, 1.0], [0.5, 0.5], [0.6, 0.5], [0.5, 1.2]])
def test_looks_that_are_none_are_refused(times: list[float]) -> None:
    with pytest.raises(BeholderError, match="looks are shares of the plan"):
        group_sequential_bounds(times)


def test_an_interval_for_any_time_is_narrowest_where_it_was_planned_to_be() -> None:
    factors = [anytime_factor(fraction) for fraction in (0.1, 0.25, 0.5, 0.75, 1.0)]
    assert min(factors) == factors[2] == pytest.approx(1.549, abs=0.001)
    assert all(factor <= 1.6 for factor in factors[1:])


def test_the_width_at_any_time_is_the_formula_by_hand() -> None:
    variance, planned, alpha = 0.02, 0.03, 0.05
    tau = planned * (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1)
    by_hand = math.sqrt(
        variance * (variance + tau) / tau * (math.log((variance + tau) / variance) - 2 * math.log(alpha))
    )
    assert anytime_half_width(variance, 1e9, planned) == pytest.approx(by_hand, rel=1e-6)
    assert anytime_half_width(variance, 9, planned) == pytest.approx(by_hand * 2.262157 / 1.959964, rel=1e-5)


def test_independent_ratings_that_are_watched_all_the_time_miss_in_less_than_one_study_of_twenty() -> None:
    rng = np.random.default_rng(3)
    value = rng.normal(size=(400, 400))
    n = np.arange(20, 401, 10)
    mean = np.cumsum(value, axis=1)[:, n - 1] / n
    any_time = np.array([anytime_half_width(1 / k, 1e9, 1 / 200) for k in n])
    single = norm.isf(0.025) / np.sqrt(n)
    missed = [float((np.abs(mean) > half).any(axis=1).mean()) for half in (any_time, single)]
    assert missed[0] <= 0.05 < 0.15 < missed[1]


def test_the_level_of_a_wider_interval_makes_it_exactly_so_wide() -> None:
    level = level_of_factor(1.5, 19)
    from scipy.stats import t

    assert t.ppf((1 + level) / 2, 19) == pytest.approx(1.5 * t.ppf(0.975, 19))


def test_the_error_that_is_spent_by_half_of_the_plan_is_the_published_one() -> None:
    # Lan & DeMets: 0.0031 of 0.05 at half of the plan, nothing before it begins, all of it at the end and after
    assert spent(0.5) == pytest.approx(0.00305, abs=5e-6)
    assert [spent(fraction) for fraction in (-0.1, 0.0, 1.0, 1.3)] == pytest.approx([0, 0, 0.05, 0.05])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: anytime_half_width(0.0, 10, 0.1), "variances are above 0"),
        (lambda: anytime_half_width(0.1, 10, -1), "variances are above 0"),
        (lambda: anytime_factor(0), "a share of the plan is above 0"),
        (lambda: anytime_factor(0.5, confidence=95), "a confidence lies between 0 and 1, got 95"),
    ],
)
def test_intervals_for_any_time_that_cannot_be_meant_are_refused(asked: Callable[[], float], said: str) -> None:
    with pytest.raises(BeholderError, match=said):
        asked()


def test_somebody_who_looks_a_thousand_times_pays_with_width_and_not_with_memory() -> None:
    planned = group_sequential_bounds([0.25, 0.5, 0.75, 1.0])[-1]
    tracemalloc.start()
    found = Looking.at(1.0, planned=[0.25, 0.5, 0.75], taken=[(n // 10 + 1) / 101 for n in range(1000)], final=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found is not None
    assert planned < found.factor * norm.isf(0.025) < 1.2 * planned
    assert peak < 100e6
    # however fine the grid, few looks and many of them agree where they meet
    fine, coarse = (group_sequential_bounds([k / n for k in range(1, n + 1)]) for n in (10, 11))
    assert fine[-1] < coarse[-1] < fine[-1] + 0.01
