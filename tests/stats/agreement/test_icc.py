"""Intraclass correlations against Shrout and Fleiss, committed answers of pingouin, and planted variances."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from beholder.errors import BeholderError
from beholder.stats.agreement.icc import IccForm, intraclass_correlation, variance_components
from beholder.stats.columns import Ratings
from beholder.stats.resampling.bootstrap import Bootstrap, Jackknife
from tests.stats.rating_data import of_rows, ratings_tables, shrout_fleiss

ANSWERS = Path(__file__).parents[2] / "oracles" / "pingouin.json"
FORMS: tuple[IccForm, ...] = ("1,1", "A,1", "C,1", "1,k", "A,k", "C,k")


@pytest.mark.parametrize(
    ("form", "value", "printed"),
    [
        ("1,1", 0.165742, 0.17),
        ("A,1", 0.289764, 0.29),
        ("C,1", 0.714841, 0.71),
        ("1,k", 0.442797, 0.44),
        ("A,k", 0.620051, 0.62),
        ("C,k", 0.909316, 0.91),
    ],
)
def test_shrout_fleiss(form: IccForm, value: float, printed: float) -> None:
    found = intraclass_correlation(shrout_fleiss(), form=form)
    assert found.value == pytest.approx(value, abs=5e-7)
    assert round(found.value, 2) == printed
    assert f"ICC({form})" in found.finding.method


def test_shrout_fleiss_intervals_and_components() -> None:
    ratings = shrout_fleiss()
    printed: dict[IccForm, tuple[float, float]] = {"1,1": (-0.13, 0.72), "A,1": (0.02, 0.76), "C,1": (0.34, 0.95)}
    for form, bounds in printed.items():
        assert intraclass_correlation(ratings, form=form).interval == pytest.approx(bounds, abs=5e-3)
    parts = variance_components(ratings)
    assert parts.item.value == pytest.approx(2.555556, abs=5e-7)
    assert parts.rater.value == pytest.approx(5.244444, abs=5e-7)
    assert parts.residual.value == pytest.approx(1.019444, abs=5e-7)


@pytest.mark.parametrize("form", FORMS)
def test_answers_of_pingouin_on_a_complete_table(form: IccForm) -> None:
    answers = json.loads(ANSWERS.read_text(encoding="utf-8"))
    found = intraclass_correlation(Ratings.of_matrix(answers["ratings"]), form=form)
    theirs = answers["icc"][form]
    assert found.value == pytest.approx(theirs["value"], abs=1e-9)
    assert found.interval == pytest.approx(theirs["interval"], abs=6e-3)


def unbalanced(seed: int, *, items: int = 1500, raters: int = 60) -> Ratings:
    rng = np.random.default_rng(seed)
    item = np.repeat(np.arange(items), rng.integers(1, 5, items))
    rater = np.concatenate([rng.choice(raters, n, replace=False) for n in np.bincount(item)])
    value = rng.normal(size=items)[item] + 0.7 * rng.normal(size=raters)[rater] + 1.2 * rng.normal(size=len(item))
    return Ratings.of(item=item, rater=rater, value=value)


def test_planted_variances_are_found_with_missing_cells() -> None:
    found = [variance_components(unbalanced(seed)) for seed in range(20)]
    for part, truth, rel in (("item", 1.0, 0.05), ("rater", 0.49, 0.12), ("residual", 1.44, 0.03)):
        mean = float(np.mean([getattr(f, part).value for f in found]))
        assert mean == pytest.approx(truth, rel=rel), part


def test_interval_with_missing_cells_is_resampled_and_said_so() -> None:
    ratings = unbalanced(3)
    found = intraclass_correlation(ratings, form="A,1")
    assert "jackknife" in found.finding.method
    drawn = intraclass_correlation(
        ratings, form="A,1", uncertainty=Bootstrap(rng=np.random.default_rng(0), replicates=300)
    )
    assert drawn.standard_error == pytest.approx(found.standard_error, rel=0.25)
    alike = intraclass_correlation(ratings, form="A,1", raters="like-these")
    assert alike.standard_error > found.standard_error
    assert alike.interval is not None
    assert alike.interval[0] < 1 / 2.93 < alike.interval[1]


def test_mean_of_k_raters_names_its_k() -> None:
    found = intraclass_correlation(
        of_rows(
            [(1, "a", 1), (1, "b", 2), (2, "a", 5), (2, "b", 4), (2, "c", 5), (3, "a", 2), (3, "c", 1), (3, "b", 2)]
        ),
        form="C,k",
    )
    assert "k = 2.57" in found.finding.method


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no ratings"),
        ([(1, "a", 1), (2, "a", 2)], "one rater only"),
        ([(1, "a", 1), (2, "b", 2)], "no item has two ratings"),
        ([(1, "a", 1), (1, "b", 2)], "one item only"),
        ([(i, r, 0.1) for i in range(3) for r in "ab"], "all values are the same"),
    ],
)
def test_nothing_to_say_is_nan_with_a_reason(form: IccForm, rows: list[Any], reason: str) -> None:
    found = intraclass_correlation(of_rows(rows), form=form)
    assert math.isnan(found.value)
    assert reason in found.finding.notes[0]


def test_too_little_overlap_for_components() -> None:
    rows = [(1, "a", 1), (1, "b", 2), (2, "c", 1), (2, "d", 4)]
    parts = variance_components(of_rows(rows))
    assert math.isnan(parts.rater.value)
    assert "too few ratings are shared" in parts.rater.notes[0]


def test_no_item_variance_is_reported_as_it_is() -> None:
    rows = [(i, r, (i + r) % 2) for i in range(4) for r in range(2)]
    parts = variance_components(of_rows(rows))
    assert parts.item.value < 0
    assert any("below zero" in note for note in parts.item.notes)


def test_words_and_unknown_forms_are_errors() -> None:
    with pytest.raises(BeholderError) as caught:
        intraclass_correlation(of_rows([(1, "a", "x"), (1, "b", "y")]), form="A,1")
    assert caught.value.code == "stats-not-numeric"
    with pytest.raises(BeholderError, match="no form"):
        intraclass_correlation(shrout_fleiss(), form="2,1")  # type: ignore[arg-type]


@given(ratings_tables())
@settings(max_examples=40, deadline=None)
def test_a_share_of_variance_is_never_more_than_all_of_it(rows: list[tuple[int, int, int]]) -> None:
    for form in FORMS:
        found = intraclass_correlation(of_rows(rows), form=form)
        low, high = found.interval or (-math.inf, 1.0)
        assert math.isnan(found.value) or low <= found.value <= high


def test_noise_that_is_estimated_below_zero_counts_as_none_and_is_said() -> None:
    # of three ratings by one rater and two by another, the residual comes out at -0.47
    rows = [("a", "x", 1), ("b", "x", 2), ("c", "x", 1), ("a", "y", 3), ("b", "y", 4)]
    assert variance_components(of_rows(rows)).residual.value == pytest.approx(-17 / 36)
    found = intraclass_correlation(of_rows(rows), form="C,1").finding
    assert found.value == 1
    assert "the variance of raters and residual is estimated below zero, and taken as zero" in found.notes
    # as releases of earlier versions have it
    assert intraclass_correlation(of_rows(rows), form="C,1", as_estimated=True).value == pytest.approx(31 / 14)
    # with the raters' variance in it, the noise is above zero
    agreement = intraclass_correlation(of_rows(rows), form="A,1").finding
    assert agreement.value == pytest.approx(31 / 103)
    assert not any("below zero" in note for note in agreement.notes)


def test_where_all_variances_cancel_there_is_no_share() -> None:
    rows = [(i, r, v) for i, r, v in zip("aaabbbb", "xyzwxyz", (3, 3, 0, 1, 0, 3, 4), strict=True)]
    found = intraclass_correlation(of_rows(rows), form="1,k").finding
    assert math.isnan(found.value)
    assert "nothing varies, or too few ratings are shared" in found.notes


def test_replicates_drawn_a_few_at_a_time_are_those_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = unbalanced(5, items=60, raters=8)

    def drawn() -> float:
        how = Bootstrap(rng=np.random.default_rng(2), replicates=40)
        return intraclass_correlation(ratings, form="A,1", uncertainty=how).standard_error

    at_once = drawn()
    monkeypatch.setattr("beholder.stats.resampling.bootstrap._CELLS_AT_ONCE", 600)
    assert drawn() == pytest.approx(at_once, rel=1e-12)


@given(ratings_tables())
@settings(max_examples=40, deadline=None)
def test_scale_and_order_of_rows_do_not_matter(rows: list[tuple[int, int, int]]) -> None:
    moved = [(f"i{i}", f"r{r}", 10 * v + 3) for i, r, v in reversed(rows)]
    for form in ("1,1", "A,1", "C,k"):
        one = intraclass_correlation(of_rows(rows), form=form, uncertainty=Jackknife())
        other = intraclass_correlation(of_rows(moved), form=form, uncertainty=Jackknife())
        if one.value > -1e3:
            assert other.value == pytest.approx(one.value, rel=1e-7, abs=1e-9)
        assert math.isnan(one.value) == math.isnan(other.value)


def test_no_interval_where_only_raters_or_only_items_vary() -> None:
    """Its degrees of freedom would be 0 / 0; the value itself stands."""
    item, rater = np.divmod(np.arange(12), 3)
    for value, expected in ((rater, 0.0), (item, 1.0)):
        found = intraclass_correlation(Ratings.of(item=item, rater=rater, value=value.astype(float)), form="A,1")
        assert found.finding.value == pytest.approx(expected)
        assert found.finding.interval is None


def test_no_interval_where_estimates_below_zero_cancel_the_noise() -> None:
    found = intraclass_correlation(Ratings.of_matrix([[0.0, 1.0], [1.0, 0.0]]), form="A,k").finding
    assert found.interval is None
