"""TOST against statsmodels, and its link to the 90 % interval."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.weightstats import ttost_paired

from beholder.errors import BeholderError
from beholder.stats.comparison.paired import PairedValues, tost_paired, tost_ratings
from beholder.stats.comparison.scores import Scores


def test_statsmodels_agrees() -> None:
    rng = np.random.default_rng(2)
    a = rng.normal(size=30)
    b = a + rng.normal(0.1, 0.4, 30)
    found = tost_paired(PairedValues.of(a, b), margin=0.3)
    assert found["p"].value == pytest.approx(ttost_paired(a, b, -0.3, 0.3)[0], rel=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.floats(0.05, 2))
def test_equivalent_at_five_percent_exactly_when_the_90_percent_interval_fits(seed: int, margin: float) -> None:
    d = np.random.default_rng(seed).normal(0.2, 1, 12)
    found = tost_paired(PairedValues.of(d, np.zeros(12)), margin=margin)
    assert found["difference"].confidence == pytest.approx(0.9)
    interval = found["difference"].interval
    assert interval is not None
    inside = -margin < interval[0] and interval[1] < margin
    assert (found["p"].value < 0.05) == inside


def test_ratings_use_the_clustered_error() -> None:
    rng = np.random.default_rng(5)
    item, rater, system = (x.ravel() for x in np.meshgrid(np.arange(30), np.arange(6), np.arange(2)))
    value = rng.normal(size=30)[item] + 0.3 * rng.normal(size=(6, 2))[rater, system] + rng.normal(size=len(item))
    scores = Scores.of(value=value, item=item, rater=rater, system=system)
    found = tost_ratings(scores, "0", "1", margin=0.5)
    interval = found["difference"].interval
    assert interval is not None
    assert (found["p"].value < 0.05) == (interval[0] > -0.5 and interval[1] < 0.5)
    assert "item and rater" in found["p"].method
    paired = tost_paired(PairedValues.of_scores(scores, "0", "1"), margin=0.5)
    assert paired["difference"].value == pytest.approx(found["difference"].value)


def test_no_spread_and_bad_margin() -> None:
    found = tost_paired(PairedValues.of([1, 2], [1, 2]), margin=1)
    assert math.isnan(found["p"].value)
    assert found["p"].notes
    with pytest.raises(BeholderError, match="margin"):
        tost_paired(PairedValues.of([1, 2], [2, 2]), margin=0)
