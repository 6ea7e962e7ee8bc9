"""Rank ranges that hold together, contrasts, and the win table."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import studentized_range
from scipy.stats import t as student

from beholder.stats.ranking.bradley_terry import bradley_terry
from beholder.stats.ranking.davidson import davidson
from beholder.stats.ranking.pairs import Pairs
from beholder.stats.ranking.ranks import contrasts, max_t, rank_table, win_table
from tests.stats.ranking_data import citations, of_counts, puddings


def _rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_max_t_of_independent_estimates_is_tukeys_studentized_range() -> None:
    """With equal variances the largest difference follows a law that is tabulated."""
    for m, df in ((4, 10.0), (10, 30.0)):
        found = max_t(np.eye(m), df=df, confidence=0.95, rng=_rng(), draws=200_000)
        assert found == pytest.approx(studentized_range.ppf(0.95, m, df) / math.sqrt(2), rel=0.01)


def test_max_t_of_two_systems_is_students_t() -> None:
    found = max_t(np.eye(2), df=12.0, confidence=0.95, rng=_rng(), draws=200_000)
    assert found == pytest.approx(student.ppf(0.975, 12), rel=0.01)


def test_journals_that_are_clearly_apart_have_one_rank_each() -> None:
    rows = rank_table(bradley_terry(citations()), rng=_rng()).rows
    assert [row["name"] for row in rows] == ["JRSS-B", "Biometrika", "JASA", "CommStat"]
    assert [row["rank_range"] for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert sum(row["worth"] for row in rows) == pytest.approx(1)


def test_puddings_cannot_be_told_apart() -> None:
    """Davidson found no significant difference between the six."""
    rows = rank_table(davidson(puddings()), rng=_rng()).rows
    assert {row["rank_range"] for row in rows} == {(1, 6)}
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 200), min_size=9, max_size=9))
def test_a_range_holds_its_rank(cells: list[int]) -> None:
    ab, bc, ac = (tuple(float(x) for x in cells[k : k + 3]) for k in (0, 3, 6))
    pairs = of_counts(
        [("a", "b", ab[0], ab[1], ab[2]), ("b", "c", bc[0], bc[1], bc[2]), ("a", "c", ac[0], ac[1], ac[2])]
    )
    for row in rank_table(davidson(pairs), rng=_rng(), draws=2000).rows:
        assert row["rank_range"][0] <= row["rank"] <= row["rank_range"][1]


def test_the_range_repeats_with_the_seed() -> None:
    fit = davidson(puddings())
    assert rank_table(fit, rng=_rng()).critical == rank_table(fit, rng=_rng()).critical


def test_no_scores_no_ranks() -> None:
    rows = rank_table(davidson(of_counts([("a", "b", 0, 0, 3)])), rng=_rng()).rows
    assert [(row["rank"], row["rank_range"]) for row in rows] == [(None, None)] * 2


def test_contrasts_are_holm_adjusted_differences() -> None:
    fit = bradley_terry(citations())
    rows = contrasts(fit)
    assert len(rows) == 6
    assert all(row["difference"] > 0 for row in rows)
    assert all(row["p"] <= row["p_holm"] <= 1 for row in rows)
    closest = next(row for row in rows if {row["first"], row["second"]} == {"JRSS-B", "Biometrika"})
    assert closest["difference"] == pytest.approx(0.268954, abs=1e-6)
    assert closest["p"] == pytest.approx(2 * student.sf(0.268954 / 0.070830, math.inf), rel=1e-3)


def test_win_table_counts() -> None:
    pairs = Pairs.of(
        left=["a", "b", "a", "a"],
        right=["b", "a", "c", "c"],
        outcome=["left", "tie", "c", "c"],
        weight=[2, 1, 1, 1],
    )
    table = win_table(pairs)
    first = table.systems[0]
    assert first == {
        "name": "a",
        "wins": 2,
        "ties": 1,
        "losses": 2,
        "win_share": 0.5,
        "average_win_rate": pytest.approx((2.5 / 3 + 0) / 2),
    }
    assert table.pairs[0] == {"first": "a", "second": "b", "wins": 2, "ties": 1, "losses": 0}
