"""Intervals for raters like these: what leaving out raters adds, and where it cannot be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.agreement.chance_corrected import gwet_ac
from beholder.stats.agreement.icc import intraclass_correlation
from beholder.stats.columns import Ratings
from tests.stats.rating_data import of_rows, planted

# without x, no item has two ratings
HUNG_ON_ONE = [("a", "x", 1), ("a", "y", 2), ("b", "x", 3), ("b", "y", 3), ("c", "x", 4), ("c", "z", 2)]
COEFFICIENTS: dict[str, Callable[[Ratings], Any]] = {
    "alpha": lambda ratings: krippendorff_alpha(ratings, level="interval", raters="like-these"),
    "icc": lambda ratings: intraclass_correlation(ratings, form="A,1", raters="like-these"),
    "one-way icc": lambda ratings: intraclass_correlation(ratings, form="1,1", raters="like-these"),
    "ac1": lambda ratings: gwet_ac(ratings, raters="like-these"),
}


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_where_all_hangs_on_one_rater_nothing_is_said_of_others(name: str) -> None:
    found = COEFFICIENTS[name](of_rows(HUNG_ON_ONE))
    assert np.isfinite(found.value)
    assert found.interval is None
    assert any("leaving out some makes the estimate undefined" in note for note in found.finding.notes)


def test_many_ratings_are_left_out_in_fewer_groups_and_err_to_the_wide_side(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings, _, _ = planted(np.random.default_rng(3), items=150, raters=30, per_item=4)
    exact = krippendorff_alpha(ratings, level="nominal", raters="like-these")
    monkeypatch.setattr("beholder.stats.agreement.coefficient._MANY_RATINGS", len(ratings) - 1)
    quick = krippendorff_alpha(ratings, level="nominal", raters="like-these")
    assert quick.value == exact.value
    assert exact.standard_error < quick.standard_error < 1.5 * exact.standard_error
