"""Resampling against closed forms: the mean has a standard error everybody knows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.stats.resampling.bootstrap import (
    Bootstrap,
    Jackknife,
    hash_groups,
    percentile_interval,
    poisson_weights,
    resample,
    t_interval,
)

Floats = NDArray[np.float64]


def mean_of(values: Floats) -> object:
    def statistic(weights: Floats) -> Floats:
        return np.asarray(weights @ values / weights.sum(axis=1))

    return statistic


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    values = np.array([1.0, 4.0, 4.0, 4.0, 9.0])
    kinds, counts = np.unique(values, return_counts=True)
    spread = resample(mean_of(kinds), Jackknife(), multiplicity=counts)  # type: ignore[arg-type]
    assert spread.standard_error == pytest.approx(values.std(ddof=1) / math.sqrt(5), rel=1e-12)
    assert spread.df == 4


def test_many_units_are_left_out_in_groups() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=20_000)
    spread = resample(mean_of(values), Jackknife(groups=200), multiplicity=np.ones(len(values)))  # type: ignore[arg-type]
    assert spread.standard_error == pytest.approx(values.std() / math.sqrt(len(values)), rel=0.15)
    assert spread.df == 199


@pytest.mark.parametrize("copies", [1, 40])
def test_the_bootstrap_of_a_mean_is_its_standard_error(copies: int) -> None:
    values = np.random.default_rng(2).normal(size=50)
    how = Bootstrap(rng=np.random.default_rng(3), replicates=4000)
    spread = resample(mean_of(values), how, multiplicity=np.full(50, copies))  # type: ignore[arg-type]
    assert spread.standard_error == pytest.approx(values.std() / math.sqrt(50 * copies), rel=0.06)


def test_clusters_are_drawn_whole() -> None:
    """Ten copies of each unit in one cluster carry the information of one."""
    values = np.random.default_rng(4).normal(size=30)
    kind = np.repeat(np.arange(30), 10)
    whole = resample(
        mean_of(values),  # type: ignore[arg-type]
        Jackknife(),
        multiplicity=np.full(30, 10),
        kind_of_unit=kind,
        clusters=kind,
    )
    assert whole.standard_error == pytest.approx(values.std(ddof=1) / math.sqrt(30), rel=1e-9)


def test_the_same_generator_state_gives_the_same_interval() -> None:
    values = np.arange(20.0)
    runs = [
        resample(mean_of(values), Bootstrap(rng=np.random.default_rng(7)), multiplicity=np.ones(20))  # type: ignore[arg-type]
        for _ in range(2)
    ]
    assert runs[0].standard_error == runs[1].standard_error


def test_one_unit_has_no_spread() -> None:
    spread = resample(mean_of(np.ones(1)), Jackknife(), multiplicity=np.ones(1))  # type: ignore[arg-type]
    assert math.isnan(spread.standard_error)
    assert "fewer than two units" in spread.notes[0]


def test_undefined_replicates_are_counted() -> None:
    def statistic(weights: Floats) -> Floats:
        return np.where(weights[:, 0] > 0, weights[:, 0], np.nan)

    how = Bootstrap(rng=np.random.default_rng(5), replicates=200)
    spread = resample(statistic, how, multiplicity=np.ones(3))
    assert "of 200 bootstrap replicates were undefined" in spread.notes[0]
    assert math.isnan(resample(statistic, Jackknife(), multiplicity=np.ones(3)).standard_error)


def test_one_replicate_is_no_bootstrap() -> None:
    with pytest.raises(BeholderError, match="2 replicates"):
        Bootstrap(rng=np.random.default_rng(0), replicates=1)


def test_poisson_weights_depend_on_seed_replicate_and_unit_alone() -> None:
    units = np.arange(200_000)
    weights = poisson_weights(1, 5, units)
    shuffled = np.random.default_rng(0).permutation(units)
    assert np.array_equal(weights[shuffled], poisson_weights(1, 5, shuffled))
    seen = np.bincount(weights, minlength=6)[:6] / len(units)
    assert seen == pytest.approx(scipy_stats.poisson.pmf(np.arange(6), 1), abs=0.004)
    other = poisson_weights(1, 6, units)
    assert abs(np.corrcoef(weights, other)[0, 1]) < 0.01
    assert abs(np.corrcoef(weights, poisson_weights(2, 5, units))[0, 1]) < 0.01
    assert abs(np.corrcoef(weights[1:], weights[:-1])[0, 1]) < 0.01


def test_hash_groups_are_even() -> None:
    sizes = np.bincount(hash_groups(np.arange(100_000), 10))
    assert sizes.min() > 9_500
    assert sizes.max() < 10_500


def test_intervals() -> None:
    assert t_interval(1.0, 2.0, df=10)[1] == pytest.approx(1 + 2 * 2.2281388520, rel=1e-9)
    assert percentile_interval(np.arange(101.0), confidence=0.9) == pytest.approx((5.0, 95.0))
