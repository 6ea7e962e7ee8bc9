"""Mean and median consensus: by hand, censored, and covering."""

from __future__ import annotations

import math

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats.aggregation.consensus import mean_consensus, median_consensus
from beholder.stats.columns import Ratings
from tests.stats.rating_data import of_rows


def test_mean_with_pooled_spread() -> None:
    found = mean_consensus(of_rows([(1, "a", 1), (1, "b", 3), (2, "a", 4), (2, "b", 4), (2, "c", 7), (3, "a", 9)]))
    assert found.number.tolist() == pytest.approx([2.0, 5.0, 9.0])
    spread = math.sqrt((2 + 6) / 3)
    assert found.findings[0].value == pytest.approx(spread)
    assert found.standard_error.tolist() == pytest.approx([spread / math.sqrt(k) for k in (2, 3, 1)])


def test_mean_intervals_cover() -> None:
    covered = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.normal(size=100)
        item = np.repeat(np.arange(100), 3)
        ratings = Ratings.of(item=item, rater=np.tile(np.arange(3), 100), value=truth[item] + rng.normal(size=300))
        found = mean_consensus(ratings)
        covered += ((found.low <= truth) & (truth <= found.high)).tolist()
    assert np.mean(covered) == pytest.approx(0.95, abs=0.015)


def test_median_counts_a_censored_value_as_more_than_any_number() -> None:
    rows = [(1, r, v) for r, v in zip("abcde", ["3", ">20", ">20", "20", ">20"], strict=True)]
    rows += [(2, "a", "4"), (2, "b", "5"), (3, "a", "20"), (3, "b", ">20"), (4, "a", "7")]
    found = median_consensus(of_rows(rows))
    assert found.label == (">20", None, ">20", "7")
    assert found.number.tolist() == [np.inf, 4.5, np.inf, 7.0]
    assert found.low.tolist() == [3.0, 4.0, 20.0, 7.0]
    assert found.findings[0].value == 0.5


def test_median_of_words_is_a_word() -> None:
    ratings = Ratings.of(
        item=[1, 1, 1, 2, 2],
        rater=[1, 2, 3, 1, 2],
        value=["ok", "bad", "good", "good", "bad"],
        order=["bad", "ok", "good"],
    )
    assert median_consensus(ratings).label == ("ok", "bad")
    assert next(median_consensus(ratings).rows())[1] == "ok"


@pytest.mark.parametrize(("n", "place"), [(5, 1), (6, 1), (8, 1), (9, 2), (12, 3), (20, 6)])
def test_median_bounds_are_those_of_the_sign_test(n: int, place: int) -> None:
    """Standard table of the sign-test interval at 95 %; five ratings are too few for any."""
    found = median_consensus(of_rows([(1, r, r + 1) for r in range(n)]))
    assert (found.low[0], found.high[0]) == (place, n + 1 - place)
    assert found.findings[1].value == (1.0 if n < 6 else 0.0)


def test_wrong_use() -> None:
    with pytest.raises(BeholderError) as caught:
        mean_consensus(of_rows([(1, "a", 3), (1, "b", ">20")]))
    assert caught.value.code == "stats-censored"
    with pytest.raises(BeholderError) as caught:
        median_consensus(of_rows([(1, "a", "x"), (1, "b", "y")]))
    assert caught.value.code == "stats-needs-order"
    lone = mean_consensus(of_rows([(1, "a", 3), (2, "a", 4)]))
    assert np.isnan(lone.standard_error).all()
    assert "no item has two ratings" in lone.findings[0].notes[0]
