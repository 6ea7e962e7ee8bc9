"""Paired tests on one value per block, against scipy, statsmodels and published values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.contingency_tables import mcnemar

from beholder.errors import BeholderError
from beholder.stats.comparison.paired import (
    PairedValues,
    bootstrap_paired,
    mcnemar_paired,
    permutation_paired,
    sign_paired,
    t_paired,
    wilcoxon_paired,
)
from beholder.stats.comparison.scores import Scores


def _rng() -> np.random.Generator:
    return np.random.default_rng(12)


def _sample(n: int = 40) -> PairedValues:
    rng = np.random.default_rng(4)
    b = rng.normal(size=n)
    return PairedValues.of(b + rng.normal(0.4, 1, n), b)


def _yes_no(both: int, only_a: int, only_b: int, neither: int) -> PairedValues:
    sizes = [both, only_a, only_b, neither]
    return PairedValues.of(np.repeat([1, 1, 0, 0], sizes), np.repeat([1, 0, 1, 0], sizes))


def test_ratings_are_averaged_within_blocks_first() -> None:
    """Eight ratings of three blocks are three differences, however often a block was rated."""
    scores = Scores.of(
        value=[1, 3, 2, 5, 5, 4, 9, 1],
        item=["x", "x", "x", "y", "y", "y", "z", "w"],
        system=["a", "a", "b", "a", "b", "b", "a", "b"],
    )
    paired = PairedValues.of_scores(scores, "a", "b")
    assert paired.differences.tolist() == [0.0, 0.5]
    assert paired.n_dropped == 2
    assert any("only one of the two" in note for note in paired.notes)


def test_t_is_scipys() -> None:
    paired = _sample()
    found = t_paired(paired)
    theirs = scipy_stats.ttest_rel(paired.a, paired.b)
    assert (found["t"].value, found["p"].value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)
    assert found["difference"].interval == pytest.approx(tuple(theirs.confidence_interval(0.95)), rel=1e-10)


def test_bootstrap_is_scipys_up_to_chance() -> None:
    paired = _sample()
    found = bootstrap_paired(paired, rng=_rng())["difference"]
    theirs = scipy_stats.bootstrap(
        (paired.differences,), np.mean, n_resamples=10_000, confidence_level=0.99, method="percentile", rng=_rng()
    ).confidence_interval
    assert found.confidence == 0.99
    assert "10000 resamples" in found.method
    assert found.interval == pytest.approx((theirs.low, theirs.high), abs=0.03)


def test_wilcoxon_is_scipys_and_its_effect_size_has_a_sign() -> None:
    paired = _sample()
    found = wilcoxon_paired(paired, rng=_rng())
    theirs = scipy_stats.wilcoxon(paired.a, paired.b, alternative="greater")
    assert found["w"].value == theirs.statistic
    assert found["p"].value == pytest.approx(scipy_stats.wilcoxon(paired.a, paired.b).pvalue)
    total = 40 * 41 / 2
    assert found["rank_biserial"].value == pytest.approx((2 * theirs.statistic - total) / total)
    assert found["rank_biserial"].interval is not None
    swapped = wilcoxon_paired(PairedValues.of(paired.b, paired.a))
    assert swapped["rank_biserial"].value == pytest.approx(-found["rank_biserial"].value)


def test_wilcoxon_by_hand() -> None:
    """Kerby 2014: differences 1, 2, 3, -4 have ranks for 6 and against 4."""
    found = wilcoxon_paired(PairedValues.of([1, 2, 3, -4, 0], [0, 0, 0, 0, 0]))
    assert found["rank_biserial"].value == pytest.approx(0.2)
    assert found["w"].value == 6
    assert (found["p"].n, found["p"].n_dropped) == (4, 1)


def test_permutation_is_scipys() -> None:
    small = _sample(9)
    exact = scipy_stats.permutation_test(
        (small.differences,), np.mean, permutation_type="samples", n_resamples=10**6, alternative="two-sided"
    )
    assert permutation_paired(small, rng=_rng())["p"].value == pytest.approx(exact.pvalue, abs=1e-12)
    large = permutation_paired(_sample(), rng=_rng())["p"].value
    assert large == pytest.approx(t_paired(_sample())["p"].value, abs=0.02)


def test_sign_test_is_the_binomial() -> None:
    paired = PairedValues.of([1, 1, 1, 1, 1, 0, 2, 2], [0, 0, 0, 0, 0, 1, 2, 2])
    found = sign_paired(paired)
    assert found["p"].value == pytest.approx(scipy_stats.binomtest(5, 6).pvalue)
    assert found["share"].value == pytest.approx(5 / 6)
    assert found["tie_share"].value == 0.25
    assert (found["share"].n, found["share"].n_dropped) == (6, 2)


def test_mcnemar_as_printed_by_agresti() -> None:
    """Agresti 2002, p. 411: approval ratings, 794 / 150 / 86 / 570."""
    found = mcnemar_paired(_yes_no(794, 150, 86, 570))
    assert found["chi2"].value == pytest.approx(17.355932, abs=1e-6)
    assert found["p"].value == pytest.approx(3.0993e-5, rel=1e-4)
    table = [[794, 150], [86, 570]]
    assert found["p_exact"].value == pytest.approx(mcnemar(table, exact=True).pvalue, rel=1e-9)
    assert found["p"].value == pytest.approx(mcnemar(table, exact=False, correction=False).pvalue, rel=1e-9)


def test_mcnemar_takes_majorities_and_drops_split_blocks() -> None:
    found = mcnemar_paired(PairedValues.of([2 / 3, 1, 0.5, 0], [1 / 3, 1, 0, 1]))
    assert (found["only_first"].value, found["only_second"].value) == (1, 1)
    assert (found["p"].n, found["p"].n_dropped) == (3, 1)
    with pytest.raises(BeholderError, match="between 0 and 1"):
        mcnemar_paired(PairedValues.of([1, 5], [0, 1]))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=3, max_size=12))
def test_swapping_systems_mirrors_every_test(differences: list[int]) -> None:
    zero = np.zeros(len(differences))
    one, two = PairedValues.of(differences, zero), PairedValues.of(zero, differences)
    for test in (t_paired, wilcoxon_paired, sign_paired):
        a, b = test(one)["p"].value, test(two)["p"].value
        assert a == pytest.approx(b, abs=1e-12, nan_ok=True)
    assert permutation_paired(one, rng=_rng())["p"].value == permutation_paired(two, rng=_rng())["p"].value


class TestDegenerate:
    def test_no_block_differs(self) -> None:
        paired = PairedValues.of([1, 2, 3], [1, 2, 3])
        for found in (t_paired(paired), wilcoxon_paired(paired), sign_paired(paired)):
            assert math.isnan(found["p"].value)
            assert found["p"].notes
        assert permutation_paired(paired, rng=_rng())["p"].value == 1

    def test_one_block(self) -> None:
        found = t_paired(PairedValues.of([1], [0]))
        assert found["difference"].value == 1
        assert found["difference"].interval is None
        assert math.isnan(found["p"].value)

    def test_no_block_at_all(self) -> None:
        paired = PairedValues.of([], [])
        for found in (
            t_paired(paired),
            bootstrap_paired(paired, rng=_rng()),
            wilcoxon_paired(paired),
            permutation_paired(paired, rng=_rng()),
            sign_paired(paired),
            mcnemar_paired(paired),
        ):
            assert math.isnan(found["p"].value)
            assert found["p"].notes

    def test_asking_for_what_is_not_there(self) -> None:
        with pytest.raises(BeholderError, match='no finding "pvalue"'):
            t_paired(_sample())["pvalue"]
