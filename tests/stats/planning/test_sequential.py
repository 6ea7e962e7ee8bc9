"""Plans with a rule for stopping: what it takes by hand, and what cannot be meant."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.stats import Components, VoteRule, ratings_by_lead, ratings_by_width

PARTS = Components.of_sds(item=1.0, rater=0.6, residual=0.8)
RULE = VoteRule(lead=2, least=2, most=3)


def _values(findings: list[Any]) -> dict[str, float]:
    return {one.name: one.value for one in findings}


def test_a_lead_of_two_among_three_by_hand() -> None:
    # two alike stop at two votes, with the right label if both are right; else a third decides
    agree = 0.8
    alike = agree**2 + (1 - agree) ** 2
    votes, right = 2 * alike + 3 * (1 - alike), agree**2 + 2 * agree * (1 - agree) * agree
    found = _values(ratings_by_lead(RULE, agree, items=100))
    assert found == pytest.approx(
        {"ratings_per_item": votes, "ratings": 100 * votes, "saved": 1 - votes / 3, "right_label": right}
    )
    # a quarter in full takes all three votes there, and is right as often
    partly = _values(ratings_by_lead(RULE, agree, items=100, share=0.25))
    assert partly["ratings_per_item"] == pytest.approx(0.75 * votes + 0.25 * 3)
    assert partly["right_label"] == pytest.approx(right)


def test_a_width_is_reached_with_the_first_number_of_ratings_that_reaches_it() -> None:
    # within items the standard deviation is 1
    t = float(student.ppf(0.975, 100))
    needed = math.ceil((t / 0.7) ** 2)
    found = _values(ratings_by_width(PARTS, 0.7, least=2, most=20, items=100))
    assert found == pytest.approx({"ratings_per_item": needed, "ratings": 100 * needed, "saved": 1 - needed / 20})
    never = _values(ratings_by_width(PARTS, 0.01, least=2, most=20, items=100))
    assert (never["ratings_per_item"], never["saved"]) == (20, 0)
    partly = _values(ratings_by_width(PARTS, 0.7, least=2, most=20, items=100, share=0.1))
    assert partly["ratings_per_item"] == pytest.approx(0.9 * needed + 0.1 * 20)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: ratings_by_lead(RULE, 0.8, items=10, share=1.2), "a share lies from 0 to 1, got 1.2"),
        (lambda: ratings_by_lead(RULE, 80, items=10), "a share lies from 0 to 1, got 80"),
        (lambda: ratings_by_width(PARTS, 0.5, least=2, most=5, items=10, share=-0.1), "a share lies from 0 to 1"),
        (lambda: ratings_by_width(PARTS, 0, least=2, most=5, items=10), "a half-width is above 0"),
        (lambda: ratings_by_width(PARTS, 0.5, least=6, most=5, items=10), "least is 1 or more and not above most"),
    ],
)
def test_a_rule_that_cannot_be_meant_is_refused(asked: Callable[[], Any], said: str) -> None:
    with pytest.raises(BeholderError, match=said):
        asked()
