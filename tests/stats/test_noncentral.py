"""The noncentral t distribution against scipy where scipy answers, and against simulation where it does not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import nct
from scipy.stats import t as student

from beholder.stats.comparison.effects import noncentral_t_cdf


@pytest.mark.parametrize("df", [1, 2, 5, 30, 500])
@pytest.mark.parametrize("t", [-3.0, 0.0, 0.5, 2.0, 12.0])
@pytest.mark.parametrize("shift", [0.0, 1.0, 6.0])
def test_scipy_agrees(df: int, t: float, shift: float) -> None:
    assert noncentral_t_cdf(t, df, shift) == pytest.approx(nct.cdf(t, df, shift), abs=1e-9)


@settings(max_examples=40)
@given(st.floats(-8, 8), st.integers(1, 200))
def test_no_shift_is_students_t(t: float, df: int) -> None:
    assert noncentral_t_cdf(t, df, 0.0) == pytest.approx(student.cdf(t, df), abs=1e-9)


def test_far_out_it_still_answers() -> None:
    rng = np.random.default_rng(0)
    draws = (rng.standard_normal(200_000) + 60) / np.sqrt(rng.chisquare(99, 200_000) / 99)
    assert noncentral_t_cdf(64.0, 99, 60.0) == pytest.approx(np.mean(draws <= 64), abs=0.005)
    assert math.isfinite(noncentral_t_cdf(-0.2, 186, -4.83))
