"""Response sets: counts, shares, top name, and the numbers of one object."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.protocols.naming.collect import measures
from beholder.protocols.naming.collect.sets import ResponseSet, gather_sets, summarise

_COUNTS = st.lists(st.integers(1, 40), min_size=1, max_size=8)


def test_names_of_an_object_are_counted_in_the_order_given() -> None:
    answers = [("a", "dog"), ("b", "cat"), ("a", "puppy"), ("a", None), ("a", "dog"), ("b", None)]
    first, second = gather_sets(answers, columns={"a": {"domain": "animals"}})
    assert (first.names, first.counts, first.opt_outs, first.columns) == (
        ("dog", "puppy"),
        (2, 1),
        1,
        {"domain": "animals"},
    )
    assert first.shares() == {"dog": 2 / 3, "puppy": 1 / 3}
    assert (first.top, first.alternatives, second.top, second.total) == ("dog", ("puppy",), "cat", 1)


def test_ties_go_to_the_listed_name_then_to_the_first_given() -> None:
    counts = {"door": 1, "wall": 3, "house": 3, "fence": 3}
    plain = ResponseSet.of("a", counts)
    assert (plain.top, plain.tied) == ("wall", ("wall", "house", "fence"))
    assert ResponseSet.of("a", counts, listed=["fence"]).top == "fence"
    # A name listed as top name never beats one with more answers.
    assert ResponseSet.of("a", counts, listed=["door"]).top == "wall"
    assert summarise([plain, ResponseSet.of("b", {"x": 2})]).ties == 1


def test_rare_names_leave_and_an_object_may_be_left_with_none() -> None:
    one = ResponseSet.of("a", {"dog": 5, "puppy": 2, "animal": 1})
    assert one.at_least(2).names == ("dog", "puppy")
    empty = one.at_least(9)
    assert (empty.top, empty.total, math.isnan(empty.perc_top), empty.to_row()["H"]) == (None, 0, True, None)


def test_negative_counts_are_refused() -> None:
    with pytest.raises(BeholderError, match="object a"):
        ResponseSet.of("a", {"dog": -1})


# Snodgrass & Vanderwart's H on small sets, by hand: log2 of 22/16 and so on.
@pytest.mark.parametrize(
    ("counts", "top", "entropy"),
    [
        ([16, 2, 1, 1, 1, 1], 72.727273, 1.4594316186),
        ([10, 10], 50.0, 1.0),
        ([5, 5, 5, 5], 25.0, 2.0),
        ([20], 100.0, 0.0),
        ([15, 5], 75.0, 0.8112781245),
    ],
)
def test_share_and_entropy_of_known_sets(counts: list[int], top: float, entropy: float) -> None:
    one = ResponseSet.of("a", {str(i): n for i, n in enumerate(counts)})
    assert one.perc_top == pytest.approx(top, abs=1e-6)
    assert one.entropy == pytest.approx(entropy, abs=1e-10)


def test_the_correction_of_entropy() -> None:
    assert measures.miller_madow([16, 2, 1, 1, 1, 1]) == pytest.approx(1.6233742369, abs=1e-10)
    assert math.isnan(measures.miller_madow([]))
    assert math.isnan(measures.entropy([]))


def test_rarefied_names_equal_the_mean_over_all_draws() -> None:
    counts = [3, 2, 1]
    tokens = [name for name, n in enumerate(counts) for _ in range(n)]
    for size in range(1, 7):
        draws = [len(set(draw)) for draw in itertools.combinations(tokens, size)]
        assert measures.rarefied(counts, size) == pytest.approx(sum(draws) / len(draws), abs=1e-12)
    assert math.isnan(measures.rarefied(counts, 7))


@given(_COUNTS)
def test_bounds_hold_for_every_set(counts: list[int]) -> None:
    total = sum(counts)
    assert 0 <= measures.entropy(counts) <= math.log2(len(counts)) + 1e-9
    assert 1 / len(counts) - 1e-12 <= measures.top_share(counts) <= 1
    assert measures.miller_madow(counts) >= measures.entropy(counts)
    assert measures.rarefied(counts, total) == pytest.approx(len(counts))
    assert measures.rarefied(counts, 1) == pytest.approx(1.0)


@given(_COUNTS, st.randoms(use_true_random=False))
def test_the_order_of_names_does_not_matter_to_numbers(counts: list[int], chance: object) -> None:
    one = ResponseSet.of("a", {str(i): n for i, n in enumerate(counts)})
    other = ResponseSet.of("a", {str(i): n for i, n in reversed(list(enumerate(counts)))})
    assert (one.perc_top, len(one.names)) == (other.perc_top, len(other.names))
    assert one.entropy == pytest.approx(other.entropy)
    assert sum(one.shares().values()) == pytest.approx(1.0)
