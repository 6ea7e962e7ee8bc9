"""Shares and their intervals against printed values and statsmodels."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from beholder.errors import BeholderError
from beholder.stats.comparison.rates import clopper_pearson, wilson


@pytest.mark.parametrize(
    ("x", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_printed_by_newcombe(x: int, n: int, low: float, high: float) -> None:
    """Newcombe 1998, Stat. Med. 17:857, table I."""
    assert wilson(x, n).interval == pytest.approx((low, high), abs=5e-5)


def test_clopper_pearson_as_printed_by_newcombe() -> None:
    assert clopper_pearson(81, 263).interval == pytest.approx((0.2527, 0.3676), abs=5e-5)


@given(st.integers(1, 400), st.data(), st.sampled_from([0.9, 0.95, 0.99]))
def test_statsmodels_agrees(n: int, data: st.DataObject, confidence: float) -> None:
    x = data.draw(st.integers(0, n))
    for ours, theirs in ((wilson, "wilson"), (clopper_pearson, "beta")):
        low, high = proportion_confint(x, n, alpha=1 - confidence, method=theirs)
        assert ours(x, n, confidence=confidence).interval == pytest.approx((max(low, 0), min(high, 1)), abs=1e-10)


@given(st.integers(1, 200), st.data())
def test_counting_failures_instead_mirrors_the_interval(n: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, n))
    for rate in (wilson, clopper_pearson):
        one, two = rate(x, n).interval, rate(n - x, n).interval
        assert one is not None
        assert two is not None
        assert one == pytest.approx((1 - two[1], 1 - two[0]), abs=1e-10)


def test_nothing_tried_is_nan_with_a_reason() -> None:
    found = wilson(0, 0)
    assert math.isnan(found.value)
    assert found.notes == ("nothing was tried",)


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(BeholderError):
        clopper_pearson(3, 2)
