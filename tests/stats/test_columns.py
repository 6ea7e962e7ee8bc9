"""Coding of columns: what is missing, what is the same, what is censored, and who may count twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.agreement.intra_rater import first_of_pairs
from beholder.stats.agreement.percent import percent_agreement
from beholder.stats.columns import Ratings, codes, scale_of

pd: Any = pytest.importorskip("pandas")


@pytest.mark.parametrize(
    "values",
    [
        ["b", None, "a", "b"],
        [2, None, 1, 2],
        [2.5, float("nan"), 1.0, 2.5],
        np.array([2.5, np.nan, 1.0, 2.5]),
        np.array(["b", None, "a", "b"], dtype=object),
        np.ma.array([7, 0, 3, 7], mask=[False, True, False, False]),
        pd.Series(["b", None, "a", "b"]),
        pd.Series([2, None, 1, 2], dtype="Int64"),
    ],
)
def test_missing_is_minus_one_in_every_kind_of_column(values: Any) -> None:
    found, names = codes(values)
    assert found[1] == -1
    assert found[0] == found[3] != found[2]
    assert len(names) == 2
    assert found.dtype == np.int32


@given(st.lists(st.one_of(st.none(), st.text(max_size=3), st.integers(-5, 5), st.floats(allow_nan=False))))
def test_codes_give_back_the_column(values: list[Any]) -> None:
    found, names = codes(values)
    assert [None if c < 0 else names[c] for c in found] == values
    assert len(set(names)) == len(names)


@given(st.lists(st.integers(-(2**62), 2**62), max_size=30))
def test_wide_integers_are_coded_like_narrow_ones(values: list[int]) -> None:
    found, names = codes(np.array(values, dtype=np.int64))
    assert [names[c] for c in found] == values
    assert names == sorted(set(values))


def test_sorting_puts_numbers_before_text() -> None:
    assert codes(["b", 10, "a", 2.5], sort=True)[1] == [2.5, 10, "a", "b"]


def test_a_table_is_no_column() -> None:
    with pytest.raises(BeholderError, match="one dimension") as caught:
        codes(np.zeros((2, 2)))
    assert caught.value.code == "stats-bad-column"
    with pytest.raises(BeholderError, match="cannot be compared"):
        codes([["a"], ["b"]])


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(BeholderError, match="item 2, rater 1, value 2"):
        Ratings.of(item=[1, 2], rater=[1], value=[1, 2])


def test_numeric_text_is_ordered_by_size_and_a_censored_top_ranks_highest() -> None:
    ratings = Ratings.of(item=[1, 1, 2, 2], rater=["a", "b", "a", "b"], value=["10", ">20", "9", "2"])
    assert ratings.values == ("2", "9", "10", ">20")
    assert ratings.scale is not None
    assert ratings.scale.tolist() == [2.0, 9.0, 10.0, np.inf]
    assert ratings.ordered


def test_a_number_written_in_two_ways_is_one_value_and_a_name_with_a_nought_before_it_another() -> None:
    mixed = Ratings.of(item=[1, 1, 2, 2], rater=[1, 2, 1, 2], value=["1.0", "1", "0.5", "1"])
    assert mixed.values == ("0.5", "1")
    assert percent_agreement(mixed).value == 0.5
    rooms = Ratings.of(item=[1, 1], rater=[1, 2], value=["01", "1"])
    assert percent_agreement(rooms).value == 0.0


def test_two_bounds_of_censoring_cannot_be_ranked() -> None:
    with pytest.raises(BeholderError, match=">10, >20") as caught:
        scale_of(["3", ">10", ">20"])
    assert caught.value.code == "stats-mixed-censoring"


def test_an_order_is_taken_at_its_word() -> None:
    ratings = Ratings.of(item=[1, 1], rater=[1, 2], value=["good", "bad"], order=["bad", "fair", "good"])
    assert ratings.values == ("bad", "fair", "good")
    assert ratings.value.tolist() == [2, 0]
    typed = Ratings.of(item=[1, 1], rater=[1, 2], value=[3, 1], order=["1", "2", "3"])
    assert typed.value.tolist() == [2, 0]
    with pytest.raises(BeholderError, match="'awful' is not in the order"):
        Ratings.of(item=[1], rater=[1], value=["awful"], order=["bad", "good"])
    with pytest.raises(BeholderError, match="twice"):
        Ratings.of(item=[1], rater=[1], value=["bad"], order=["bad", "bad"])


def test_a_rater_counts_once_per_item_and_the_first_rating_stands() -> None:
    ratings = Ratings.of(item=[1, 1, 1, 2, 2], rater=["a", "a", "b", "a", "a"], value=[5, 1, 4, None, 3])
    assert ratings.numbers.tolist() == [5.0, 4.0, 3.0]
    assert (ratings.n_repeated, ratings.n_missing, ratings.n_dropped) == (1, 1, 2)
    assert any("1 repeat of an item by the same rater" in note for note in ratings.notes)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), max_size=60))
def test_first_of_pairs_is_the_first_of_each_pair(pairs: list[tuple[int, int]]) -> None:
    item = np.array([p[0] for p in pairs], dtype=np.int32)
    rater = np.array([p[1] for p in pairs], dtype=np.int32)
    seen: set[tuple[int, int]] = set()
    expected = [i for i, p in enumerate(pairs) if not (p in seen or seen.add(p))]  # type: ignore[func-returns-value]
    found = first_of_pairs(item, rater, 5)
    assert (list(range(len(pairs))) if found is None else found.tolist()) == expected


def test_words_are_no_numbers() -> None:
    ratings = Ratings.of(item=[1, 1], rater=[1, 2], value=["3", "high"])
    with pytest.raises(BeholderError, match="'high'") as caught:
        ratings.require_scale()
    assert caught.value.code == "stats-not-numeric"


def test_items_with_a_censored_value_can_be_left_out() -> None:
    ratings = Ratings.of(item=[1, 1, 2, 2, 3], rater=[1, 2, 1, 2, 1], value=[3, 4, ">20", 4, 5])
    kept, gone, notes = ratings.uncensored()
    assert kept.numbers.tolist() == [3.0, 4.0, 5.0]
    assert gone == 2
    assert "1 item (33.3 %)" in notes[0]
