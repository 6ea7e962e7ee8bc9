"""Adjusted p values against the published example and statsmodels."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from beholder.errors import BeholderError
from beholder.stats.comparison.corrections import benjamini_hochberg, benjamini_yekutieli, holm

# Benjamini & Hochberg 1995, section 3.2.
_P = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1]


def test_the_example_of_benjamini_and_hochberg() -> None:
    assert sum(benjamini_hochberg(_P).rejected()) == 4
    assert sum(benjamini_yekutieli(_P).rejected()) == 3
    assert sum(holm(_P).rejected()) == 3
    first = benjamini_hochberg(_P).adjusted[:5]
    assert first == pytest.approx([0.0015, 0.0030, 0.0095, 0.0356, 0.0603], abs=5e-5)


@pytest.mark.long
@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_statsmodels_agrees(p: list[float]) -> None:
    for ours, theirs in ((holm, "holm"), (benjamini_hochberg, "fdr_bh"), (benjamini_yekutieli, "fdr_by")):
        assert ours(p).adjusted == pytest.approx(multipletests(p, method=theirs)[1], abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.randoms())
def test_order_does_not_matter(p: list[float], random: object) -> None:
    backwards = holm(p[::-1]).adjusted[::-1]
    assert holm(p).adjusted == pytest.approx(backwards, abs=0)


def test_nan_is_no_question() -> None:
    found = holm([0.01, math.nan, 0.04])
    assert found.adjusted[0] == pytest.approx(0.02)
    assert math.isnan(found.adjusted[1])
    assert found.rejected() == (True, False, True)
    assert [f.n for f in found.findings] == [2, 2, 2]


def test_impossible_p_values_are_refused() -> None:
    with pytest.raises(BeholderError, match="between 0 and 1"):
        holm([0.5, 1.5])
