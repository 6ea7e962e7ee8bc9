"""Plain agreement: exact, within a distance, and specific to a value."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from beholder.errors import BeholderError
from beholder.stats.agreement.percent import percent_agreement, specific_agreement, within_agreement
from beholder.stats.resampling.bootstrap import Bootstrap
from tests.stats.rating_data import of_rows, of_table, planted, ratings_tables

Rows = list[tuple[int, int, int]]


def by_hand(rows: Rows, distance: int) -> float:
    shares = []
    for item in {i for i, _, _ in rows}:
        values = [v for i, _, v in rows if i == item]
        pairs = list(combinations(values, 2))
        if pairs:
            shares.append(sum(abs(a - b) <= distance for a, b in pairs) / len(pairs))
    return sum(shares) / len(shares) if shares else math.nan


@given(ratings_tables())
@settings(max_examples=50, deadline=None)
def test_equals_counting_pairs_by_hand(rows: Rows) -> None:
    ratings = of_rows(rows)
    assert percent_agreement(ratings).value == pytest.approx(by_hand(rows, 0), abs=1e-12, nan_ok=True)
    assert within_agreement(ratings).value == pytest.approx(by_hand(rows, 1), abs=1e-12, nan_ok=True)
    assert within_agreement(ratings, distance=2).value == pytest.approx(by_hand(rows, 2), abs=1e-12, nan_ok=True)


def test_positive_and_negative_agreement_of_two_raters() -> None:
    """2a / (2a + b + c) and 2d / (2d + b + c) of the fourfold table (Cicchetti & Feinstein 1990)."""
    ratings = of_table([[40, 9], [6, 45]])
    assert specific_agreement(ratings, value=1).value == pytest.approx(80 / 95, abs=1e-12)
    assert specific_agreement(ratings, value=2).value == pytest.approx(90 / 105, abs=1e-12)


def test_interval_of_a_share_of_items_is_binomial() -> None:
    found = percent_agreement(of_table([[40, 9], [6, 45]]))
    assert found.standard_error == pytest.approx(math.sqrt(0.85 * 0.15 / 99), abs=1e-12)
    how = Bootstrap(rng=np.random.default_rng(2), replicates=3000)
    drawn = percent_agreement(of_table([[40, 9], [6, 45]]), uncertainty=how)
    assert drawn.standard_error == pytest.approx(found.standard_error, rel=0.06)


def test_a_censored_value_is_near_nothing_but_itself() -> None:
    ratings = of_rows([(1, "a", "20"), (1, "b", ">20"), (2, "a", ">20"), (2, "b", ">20"), (3, "a", "4"), (3, "b", "5")])
    found = within_agreement(ratings)
    assert found.value == pytest.approx(2 / 3)
    assert "a lower bound: some values are censored" in found.finding.notes


def test_raters_like_these_widen_the_interval() -> None:
    ratings, _, _ = planted(np.random.default_rng(1), items=80)
    these, alike = percent_agreement(ratings), percent_agreement(ratings, raters="like-these")
    assert alike.standard_error > these.standard_error


def test_nothing_to_say_is_nan_with_a_reason() -> None:
    lone = of_rows([(1, "a", 1), (2, "b", 2)])
    assert math.isnan(percent_agreement(lone).value)
    seldom = of_rows([(1, "a", 1), (1, "b", 1), (2, "a", 2)])
    found = specific_agreement(seldom, value=2)
    assert math.isnan(found.value)
    assert found.finding.notes[0] == "no pair of ratings bears on it"
    with pytest.raises(BeholderError, match="no rating has the value 9"):
        specific_agreement(lone, value=9)
