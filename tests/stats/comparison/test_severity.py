"""Rater severity: an exact two-way fit, coverage, and groups of raters that cannot be compared."""

from __future__ import annotations

import math

import numpy as np
import pytest
import statsmodels.api as sm

from beholder.stats.agreement.icc import variance_components
from beholder.stats.columns import Ratings
from beholder.stats.comparison.severity import rater_severity, rater_variance
from tests.stats.rating_data import of_rows


def crossed(seed: int, *, items: int = 60, raters: int = 8, per_item: int = 3) -> tuple[Ratings, np.ndarray]:
    rng = np.random.default_rng(seed)
    severity = rng.normal(0, 0.7, raters)
    item = np.repeat(np.arange(items), per_item)
    rater = np.argsort(rng.random((items, raters)), axis=1)[:, :per_item].ravel()
    value = rng.normal(size=items)[item] - severity[rater] + rng.normal(size=len(item))
    return Ratings.of(item=item, rater=rater, value=value), severity - severity.mean()


def test_equals_least_squares_with_dummies() -> None:
    ratings, _ = crossed(1)
    n_items, n_raters = len(ratings.items), len(ratings.raters)
    design = np.zeros((len(ratings), n_items + n_raters - 1))
    design[np.arange(len(ratings)), ratings.item] = 1
    # Effect coding: rater effects add up to zero.
    for row, r in enumerate(ratings.rater):
        if r < n_raters - 1:
            design[row, n_items + r] = 1
        else:
            design[row, n_items:] = -1
    fit = sm.OLS(ratings.numbers, design).fit()
    found = rater_severity(ratings)
    for r in range(n_raters - 1):
        ours = found[ratings.raters[r]]
        assert ours.value == pytest.approx(-fit.params[n_items + r], abs=1e-9)
        low, high = fit.conf_int()[n_items + r]
        assert ours.interval == pytest.approx((-high, -low), abs=1e-9)


def test_intervals_cover() -> None:
    covered = []
    for seed in range(40):
        ratings, severity = crossed(seed)
        for name, finding in rater_severity(ratings).items():
            assert finding.interval is not None
            covered.append(finding.interval[0] <= severity[int(name)] <= finding.interval[1])
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_raters_without_shared_items_cannot_be_compared() -> None:
    apart = rater_severity(of_rows([(1, "a", 1), (1, "b", 2), (2, "c", 3), (2, "d", 4)]))
    assert math.isnan(apart["a"].value)
    assert "2 groups that share no item" in apart["a"].notes[0]
    lone = rater_severity(of_rows([(1, "a", 1), (2, "a", 2)]))
    assert "one rater only" in lone["a"].notes[0]
    thin = rater_severity(of_rows([(1, "a", 1), (1, "b", 2)]))
    assert "too few shared items" in thin["a"].notes[0]


def test_thousands_of_raters_give_the_same_severity() -> None:
    ratings, _ = crossed(3, items=2500, raters=2100, per_item=6)
    found = rater_severity(ratings)
    effect = np.array([found[name].value if name in found else np.nan for name in ratings.raters])
    item_mean = np.bincount(ratings.item, ratings.numbers + effect[ratings.rater]) / np.bincount(ratings.item)
    residual = ratings.numbers + effect[ratings.rater] - item_mean[ratings.item]
    # Least squares leaves residuals that add up to nothing for every rater.
    assert np.abs(np.bincount(ratings.rater, residual)).max() < 1e-5


def test_variance_of_raters_is_that_of_fitted_constants() -> None:
    """Henderson's method III by plain projections: what raters explain beyond items, less what error would."""
    ratings, _ = crossed(3)
    items, raters = np.eye(len(ratings.items))[ratings.item], np.eye(len(ratings.raters))[ratings.rater]
    y, n = ratings.numbers, len(ratings)

    def left_over(design: np.ndarray) -> np.ndarray:
        return np.asarray(np.eye(n) - design @ np.linalg.pinv(design))

    both = left_over(np.hstack([items, raters]))
    residual = float(y @ both @ y) / (n - np.linalg.matrix_rank(np.hstack([items, raters])))
    explained = float(y @ (left_over(items) - both) @ y)
    weight = float(np.trace(raters.T @ left_over(items) @ raters))
    expected = (explained - (len(ratings.raters) - 1) * residual) / weight
    assert rater_variance(ratings).value == pytest.approx(expected, rel=1e-9)


def test_variance_of_raters_who_rated_everything_is_the_component() -> None:
    ratings, _ = crossed(4, raters=5, per_item=5)
    assert rater_variance(ratings).value == pytest.approx(variance_components(ratings).rater.value, rel=1e-9)


def test_spread_of_items_does_not_get_into_the_variance_of_raters() -> None:
    """Raters alike to 0.1 points stay so where items differ by hundreds and hardly anybody rated the same ones."""
    rng = np.random.default_rng(6)
    item = np.repeat(np.arange(200), 2)
    rater = np.argsort(rng.random((200, 12)), axis=1)[:, :2].ravel()
    value = rng.normal(0, 300, 200)[item] - rng.normal(0, 0.1, 12)[rater] + rng.normal(0, 0.1, 400)
    found = rater_variance(Ratings.of(item=item, rater=rater, value=value))
    assert 0 < found.value < 0.04
    lone = rater_variance(of_rows([(1, "a", 1), (2, "a", 2)]))
    assert math.isnan(lone.value)
    assert "one rater only" in lone.notes[0]
