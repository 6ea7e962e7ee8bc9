"""Chance-corrected agreement of many raters against Gwet's values, statsmodels and committed answers of irrCAC."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from statsmodels.stats import inter_rater

from beholder.errors import BeholderError
from beholder.stats.agreement.chance_corrected import brennan_prediger, conger_kappa, fleiss_kappa, gwet_ac
from beholder.stats.agreement.kappa import cohen_kappa
from beholder.stats.agreement.weights import WeightKind, agreement_weights
from beholder.stats.columns import Ratings
from beholder.stats.resampling.bootstrap import Bootstrap, Jackknife
from tests.stats.rating_data import (
    columns_of,
    fleiss,
    krippendorff_c,
    of_counts,
    of_rows,
    of_table,
    planted,
    ratings_tables,
)

ANSWERS = Path(__file__).parents[2] / "oracles" / "irrcac.json"
FORMS: dict[str, Any] = {
    "gwet": gwet_ac,
    "fleiss": fleiss_kappa,
    "bp": brennan_prediger,
    "conger": conger_kappa,
}


@pytest.mark.parametrize(
    ("weights", "ac", "error", "fleiss_value", "bp", "conger"),
    [
        ("identity", 0.775444, 0.142950, 0.761169, 0.772727, 0.762067),
        ("linear", 0.858739, 0.117329, 0.817945, 0.848485, 0.813137),
        ("quadratic", 0.914001, 0.103962, 0.864935, 0.901515, 0.857168),
        ("ordinal", 0.898940, 0.106904, 0.850206, 0.886364, 0.843082),
    ],
)
def test_gwet_example(
    weights: WeightKind, ac: float, error: float, fleiss_value: float, bp: float, conger: float
) -> None:
    """Gwet's four raters (Handbook, 4th ed.), values as in his R package."""
    ratings = krippendorff_c()
    found = gwet_ac(ratings, weights=weights)
    assert found.value == pytest.approx(ac, abs=5e-7)
    assert found.standard_error == pytest.approx(error, abs=5e-7)
    assert fleiss_kappa(ratings, weights=weights).value == pytest.approx(fleiss_value, abs=5e-7)
    assert brennan_prediger(ratings, weights=weights).value == pytest.approx(bp, abs=5e-7)
    assert conger_kappa(ratings, weights=weights).value == pytest.approx(conger, abs=5e-7)


def test_gwet_example_parts_and_interval() -> None:
    found = gwet_ac(krippendorff_c())
    assert found.observed == pytest.approx(0.818182, abs=5e-7)
    assert found.expected == pytest.approx(0.190321, abs=5e-7)
    assert found.interval == pytest.approx((0.4608, 1.0), abs=5e-5)


def test_fleiss_diagnoses() -> None:
    ratings = fleiss()
    found = fleiss_kappa(ratings)
    assert found.value == pytest.approx(0.43024452006, abs=5e-12)
    assert (found.observed, found.expected) == pytest.approx((0.555556, 0.219938), abs=5e-7)
    assert gwet_ac(ratings).value == pytest.approx(0.447885, abs=5e-7)
    assert brennan_prediger(ratings).value == pytest.approx(0.444444, abs=5e-7)


def test_fleiss_example_of_ten_subjects() -> None:
    """The 10 x 14 x 5 table that goes round as the example for Fleiss' kappa."""
    rows = ["0000e", "02642", "00356", "03920", "22811", "77000", "32630", "25322", "65210", "02237"]
    counts = [[int(c, 16) for c in row] for row in rows]
    assert fleiss_kappa(of_counts(counts)).value == pytest.approx(0.209930704, abs=5e-10)


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "ordinal"])
def test_answers_of_irrcac_on_uneven_data(form: str, weights: WeightKind) -> None:
    answers = json.loads(ANSWERS.read_text(encoding="utf-8"))
    rows = [[None if v is None else int(v) for v in row] for row in answers["ratings"]]
    found = FORMS[form](Ratings.of_matrix(rows), weights=weights)
    theirs = answers["coefficients"][weights][form]
    assert found.value == pytest.approx(theirs["value"], abs=6e-6)
    if form != "conger":
        assert found.standard_error == pytest.approx(theirs["se"], abs=6e-6)


def test_fleiss_kappa_equals_statsmodels() -> None:
    ratings, _, _ = planted(np.random.default_rng(3), per_item=5)
    counts = np.zeros((len(ratings.items), len(ratings.values)))
    np.add.at(counts, (ratings.item, ratings.value), 1)
    assert fleiss_kappa(ratings).value == pytest.approx(inter_rater.fleiss_kappa(counts), abs=1e-12)
    randolph = inter_rater.fleiss_kappa(counts, method="randolph")
    assert brennan_prediger(ratings).value == pytest.approx(randolph, abs=1e-12)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_conger_of_two_raters_is_cohen(weights: WeightKind) -> None:
    ratings = of_table([[44, 5, 1], [7, 20, 3], [9, 5, 6]])
    cohen = cohen_kappa(ratings, weights=weights).value
    assert conger_kappa(ratings, weights=weights).value == pytest.approx(cohen, abs=1e-12)


def test_prevalence_hardly_moves_ac1() -> None:
    """The paradox of high agreement and low kappa: 97 items yes-yes, three where the raters differ."""
    ratings = of_table([[0, 1], [2, 97]])
    assert fleiss_kappa(ratings).value < 0
    assert gwet_ac(ratings).value > 0.95


@pytest.mark.parametrize("how", [Jackknife(), Bootstrap(rng=np.random.default_rng(1), replicates=500)])
def test_resampled_errors_agree_with_the_linearised_one(how: Any) -> None:
    ratings, _, _ = planted(np.random.default_rng(4), items=400)
    for form in (gwet_ac, fleiss_kappa, brennan_prediger):
        linear = form(ratings).standard_error
        assert form(ratings, uncertainty=how).standard_error == pytest.approx(linear, rel=0.12)
    assert conger_kappa(ratings, uncertainty=how).standard_error == pytest.approx(
        fleiss_kappa(ratings).standard_error, rel=0.12
    )


@pytest.mark.parametrize("form", sorted(FORMS))
def test_raters_like_these_widen_the_interval(form: str) -> None:
    ratings, _, _ = planted(np.random.default_rng(5), items=100)
    these, alike = FORMS[form](ratings), FORMS[form](ratings, raters="like-these")
    assert alike.standard_error > these.standard_error
    assert alike.value == these.value


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([(1, "a", 1), (2, "a", 2)], "one rater only"),
        ([(1, "a", 1), (2, "b", 2)], "no item has two ratings"),
        ([(1, "a", 3), (1, "b", 3)], "all values are the same"),
        ([], "no ratings"),
    ],
)
def test_nothing_to_say_is_nan_with_a_reason(form: str, rows: list[Any], reason: str) -> None:
    found = FORMS[form](of_rows(rows))
    assert math.isnan(found.value)
    assert reason in found.finding.notes[0]


def test_weights_that_need_an_order_or_numbers_say_so() -> None:
    words = of_rows([(1, "a", "x"), (1, "b", "y")])
    with pytest.raises(BeholderError) as caught:
        agreement_weights(words, "linear")
    assert caught.value.code == "stats-needs-order"
    censored = of_rows([(1, "a", 3), (1, "b", ">20")])
    with pytest.raises(BeholderError) as caught:
        agreement_weights(censored, "quadratic")
    assert caught.value.code == "stats-censored"
    assert agreement_weights(censored, "ordinal").tolist() == [[1, 0], [0, 1]]
    with pytest.raises(BeholderError, match='did you mean "quadratic"'):
        agreement_weights(words, "quadratc")  # type: ignore[arg-type]
    many = Ratings.of(item=np.arange(4000), rater=np.zeros(4000), value=np.arange(4000))
    with pytest.raises(BeholderError, match="4000 distinct values are too many"):
        gwet_ac(of_rows([(0, 1, 0), *zip(*columns_of(many), strict=True)]))


@given(ratings_tables())
@settings(max_examples=40, deadline=None)
def test_names_and_order_of_rows_do_not_matter(rows: list[tuple[int, int, int]]) -> None:
    renamed = [(f"i{i}", f"r{-r}", "dbac"[v - 1]) for i, r, v in reversed(rows)]
    for form in FORMS.values():
        one, other = form(of_rows(rows)), form(of_rows(renamed))
        assert other.value == pytest.approx(one.value, abs=1e-10, nan_ok=True)
        assert other.standard_error == pytest.approx(one.standard_error, abs=1e-8, nan_ok=True)


@given(ratings_tables())
@settings(max_examples=40, deadline=None)
def test_doubling_the_items_keeps_the_value(rows: list[tuple[int, int, int]]) -> None:
    doubled = rows + [(i + 100, r, v) for i, r, v in rows]
    for form in FORMS.values():
        one, two = form(of_rows(rows)).value, form(of_rows(doubled)).value
        assert two == pytest.approx(one, abs=1e-10, nan_ok=True)
