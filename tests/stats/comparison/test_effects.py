"""Effect sizes against other libraries, published values and brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, nct
from scipy.stats.contingency import odds_ratio as scipy_odds_ratio
from statsmodels.stats.proportion import confint_proportions_2indep

from beholder.errors import BeholderError
from beholder.stats.comparison.effects import (
    cliffs_delta,
    cohens_dz,
    odds_ratio,
    odds_ratio_paired,
    risk_difference,
    risk_difference_paired,
    superiority_paired,
)
from beholder.stats.comparison.paired import PairedValues


def _yes_no(both: int, only_a: int, only_b: int, neither: int) -> PairedValues:
    sizes = [both, only_a, only_b, neither]
    return PairedValues.of(np.repeat([1, 1, 0, 0], sizes), np.repeat([1, 0, 1, 0], sizes))


class TestDz:
    def test_the_interval_inverts_the_noncentral_t(self) -> None:
        rng = np.random.default_rng(1)
        d = rng.normal(0.5, 1, 25)
        found = cohens_dz(PairedValues.of(d, np.zeros(25)))
        assert found.value == pytest.approx(d.mean() / d.std(ddof=1))
        assert found.interval is not None
        low, high = (x * 5 for x in found.interval)
        assert nct.sf(found.value * 5, 24, low) == pytest.approx(0.025, abs=1e-6)
        assert nct.cdf(found.value * 5, 24, high) == pytest.approx(0.025, abs=1e-6)

    def test_huge_effects_still_have_an_interval_around_them(self) -> None:
        d = np.random.default_rng(1).normal(50, 1, 400)
        found = cohens_dz(PairedValues.of(d, np.zeros(400)))
        assert found.interval is not None
        assert found.interval[0] < found.value < found.interval[1]

    def test_no_spread(self) -> None:
        assert math.isnan(cohens_dz(PairedValues.of([2, 3], [1, 2])).value)


def test_superiority_counts_ties_half() -> None:
    found = superiority_paired(PairedValues.of([1, 2, 3, 4], [0, 2, 4, 0]))
    assert found.value == pytest.approx(0.625)
    assert math.isnan(superiority_paired(PairedValues.of([], [])).value)


class TestCliffsDelta:
    @settings(max_examples=50, deadline=None)
    @given(
        st.lists(st.integers(0, 6), min_size=2, max_size=15),
        st.lists(st.integers(0, 6), min_size=2, max_size=15),
    )
    def test_value_and_variance_by_brute_force(self, x: list[int], y: list[int]) -> None:
        found = cliffs_delta(x, y)
        d = np.sign(np.subtract.outer(x, y)).astype(float)
        n, m = d.shape
        assert found.value == pytest.approx(d.mean(), abs=1e-12)
        assert found.value == pytest.approx(2 * mannwhitneyu(x, y).statistic / (n * m) - 1, abs=1e-12)
        if found.interval is not None:
            delta = d.mean()
            rows = ((d.mean(axis=1) - delta) ** 2).sum() * m**2
            columns = ((d.mean(axis=0) - delta) ** 2).sum() * n**2
            variance = (rows + columns - ((d - delta) ** 2).sum()) / (n * m * (n - 1) * (m - 1))
            variance = max(variance, (1 - delta**2) / (n * m - 1))
            z = 1.959963984540054
            root = z * math.sqrt(variance * ((1 - delta**2) ** 2 + z * z * variance))
            low = (delta - delta**3 - root) / (1 - delta**2 + z * z * variance)
            assert found.interval[0] == pytest.approx(low, abs=1e-9)
            assert -1 <= found.interval[0] <= found.value <= found.interval[1] <= 1

    def test_samples_that_do_not_overlap_have_no_interval(self) -> None:
        found = cliffs_delta([5, 6, 7], [1, 2])
        assert (found.value, found.interval) == (1.0, None)

    def test_an_empty_sample(self) -> None:
        found = cliffs_delta([math.nan], [1, 2])
        assert math.isnan(found.value)
        assert found.n_dropped == 1


class TestOddsRatio:
    def test_against_scipy(self) -> None:
        found = odds_ratio((20, 10, 8, 22))
        theirs = scipy_odds_ratio([[20, 10], [8, 22]], kind="sample")
        assert found.value == pytest.approx(theirs.statistic)
        assert found.interval == pytest.approx(tuple(theirs.confidence_interval(0.95)), rel=1e-6)

    def test_an_empty_cell_is_filled_and_said(self) -> None:
        found = odds_ratio((5, 0, 3, 2))
        assert found.value == pytest.approx(5.5 * 2.5 / (0.5 * 3.5))
        assert found.notes

    def test_paired_is_the_ratio_of_discordant_blocks(self) -> None:
        """The exact interval of 150 / 236 turned into odds."""
        found = odds_ratio_paired(_yes_no(794, 150, 86, 570))
        assert found.value == pytest.approx(150 / 86)
        assert found.interval is not None
        assert found.interval[0] > 1
        assert odds_ratio_paired(_yes_no(1, 3, 0, 1)).interval is not None
        assert math.isnan(odds_ratio_paired(_yes_no(3, 0, 0, 3)).value)

    def test_nonsense(self) -> None:
        with pytest.raises(BeholderError):
            odds_ratio((1, -1, 1, 1))
        assert math.isnan(odds_ratio((0, 0, 1, 1)).value)


class TestRiskDifference:
    def test_independent_samples_as_statsmodels(self) -> None:
        found = risk_difference((56, 48), (70, 80))
        theirs = confint_proportions_2indep(56, 70, 48, 80, method="newcomb", compare="diff")
        assert found.value == pytest.approx(0.2)
        assert found.interval == pytest.approx(theirs, abs=1e-9)

    def test_independent_samples_as_printed_by_newcombe(self) -> None:
        """Newcombe 1998, Stat. Med. 17:873, table II, example a, method 10."""
        assert risk_difference((56, 48), (70, 80)).interval == pytest.approx((0.0524, 0.3339), abs=5e-5)

    def test_paired_as_printed_by_newcombe(self) -> None:
        """Newcombe 1998, Stat. Med. 17:2635, table III, method 10 (recalled; the formula gives the same digits)."""
        found = risk_difference_paired(_yes_no(36, 12, 2, 0))
        assert found.value == pytest.approx(0.2)
        assert found.interval == pytest.approx((0.0569, 0.3404), abs=5e-5)

    def test_swapping_mirrors(self) -> None:
        one, two = (risk_difference_paired(_yes_no(9, x, y, 5)).interval for x, y in ((4, 2), (2, 4)))
        assert one is not None
        assert two is not None
        assert one == pytest.approx((-two[1], -two[0]))

    def test_nothing(self) -> None:
        assert math.isnan(risk_difference((0, 1), (0, 2)).value)
        assert math.isnan(risk_difference_paired(PairedValues.of([], [])).value)
        with pytest.raises(BeholderError):
            risk_difference((3, 1), (2, 2))
