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
from beholder.stats.ranking.ranks import contrasts, max_t, proved_above, rank_table, win_table
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
    rows = rank_table(bradley_terry(citations())).rows
    assert [row["name"] for row in rows] == ["JRSS-B", "Biometrika", "JASA", "CommStat"]
    assert [row["rank_range"] for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert sum(row["worth"] for row in rows) == pytest.approx(1)


def test_puddings_cannot_be_told_apart() -> None:
    """Davidson found no significant difference between the six."""
    rows = rank_table(davidson(puddings())).rows
    assert {row["rank_range"] for row in rows} == {(1, 6)}
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 200), min_size=9, max_size=9))
def test_a_range_holds_its_rank(cells: list[int]) -> None:
    ab, bc, ac = (tuple(float(x) for x in cells[k : k + 3]) for k in (0, 3, 6))
    pairs = of_counts(
        [("a", "b", ab[0], ab[1], ab[2]), ("b", "c", bc[0], bc[1], bc[2]), ("a", "c", ac[0], ac[1], ac[2])]
    )
    for row in rank_table(davidson(pairs)).rows:
        assert row["rank_range"][0] <= row["rank"] <= row["rank_range"][1]


def test_ranges_are_counted_from_the_differences_that_hold() -> None:
    """Whoever reads the table of differences can count the ranges from it."""
    rng = np.random.default_rng(3)
    systems = [f"s{k}" for k in range(6)]
    met = [rng.choice(6, 2, replace=False) for _ in range(240)]
    won = [rng.random() < 1 / (1 + math.exp(0.45 * (x - y))) for x, y in met]
    fit = davidson(
        Pairs.of(
            left=[systems[x] for x, _ in met],
            right=[systems[y] for _, y in met],
            outcome=["left" if first else "right" for first in won],
        )
    )
    held = [(row["first"], row["second"]) for row in contrasts(fit) if row["p_holm"] < 0.05]
    assert 3 < len(held) < 12
    for row in rank_table(fit).rows:
        ahead, behind = (sum(row["name"] == pair[end] for pair in held) for end in (1, 0))
        assert row["rank_range"] == (1 + ahead, 6 - behind)


def test_what_has_no_error_proves_nothing() -> None:
    assert proved_above(np.array([2.0, 1.0]), np.zeros((2, 2)), df=10, level=0.05) is None
    errors = np.array([[0.0, 0.1, np.nan], [0.1, 0.0, 0.1], [np.nan, 0.1, 0.0]])
    above = proved_above(np.array([3.0, 2.0, 1.0]), errors, df=10, level=0.05)
    assert above is not None
    assert above.tolist() == [[False, True, False], [False, False, True], [False, False, False]]


def test_no_scores_no_ranks() -> None:
    rows = rank_table(davidson(of_counts([("a", "b", 0, 0, 3)]))).rows
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
