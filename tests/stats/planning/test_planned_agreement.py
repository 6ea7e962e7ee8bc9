"""Planned agreement: the interval that simulated studies then have, published formulas, and pilots."""

from __future__ import annotations

import math

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats import AlphaSpread, Ratings, alpha_half_width, items_for_alpha, krippendorff_alpha
from beholder.stats.agreement.alpha import Level

_ITEMS, _STUDIES = 150, 60


def _table(values: np.ndarray) -> Ratings:
    item, rater = (x.ravel() for x in np.indices(values.shape))
    return Ratings.of(item=item, rater=rater, value=values.ravel())


def _numbers(rng: np.random.Generator, alpha: float, k: int, items: int = _ITEMS) -> np.ndarray:
    item = rng.normal(0, math.sqrt(alpha), (items, 1))
    return np.asarray(item + rng.normal(0, math.sqrt(1 - alpha), (items, k)))


def _categories(rng: np.random.Generator, alpha: float, k: int, shares: list[float]) -> np.ndarray:
    chance = rng.dirichlet(np.array(shares) * (1 - alpha) / alpha, _ITEMS)
    return np.asarray((rng.random((_ITEMS, k, 1)) > np.cumsum(chance, axis=1)[:, None, :]).sum(axis=2))


def _seen(studies: list[np.ndarray], level: Level) -> float:
    """The mean half-width of the intervals that so many studies report."""
    found = [krippendorff_alpha(_table(values), level=level).interval for values in studies]
    return float(np.mean([(high - low) / 2 for low, high in (one for one in found if one)]))


@pytest.mark.parametrize(("alpha", "k"), [(0.3, 2), (0.6, 3), (0.8, 5)])
def test_studies_of_numbers_have_the_planned_interval(alpha: float, k: int) -> None:
    rng = np.random.default_rng(1)
    seen = _seen([_numbers(rng, alpha, k) for _ in range(_STUDIES)], "interval")
    planned = alpha_half_width(AlphaSpread.of_numbers(alpha, ratings=k), items=_ITEMS).value
    assert planned == pytest.approx(seen, rel=0.06)


def test_five_points_behave_like_numbers() -> None:
    """At the ordinal level, where alpha on points is what it is on them, not on the numbers behind."""
    rng = np.random.default_rng(2)
    studies = [np.digitize(_numbers(rng, 0.7, 3), [-1.2, -0.4, 0.4, 1.2]) for _ in range(_STUDIES)]
    alpha = float(np.mean([krippendorff_alpha(_table(x), level="ordinal", uncertainty=None).value for x in studies]))
    planned = alpha_half_width(AlphaSpread.of_numbers(alpha, ratings=3), items=_ITEMS).value
    assert planned == pytest.approx(_seen(studies, "ordinal"), rel=0.1)


@pytest.mark.parametrize(
    ("alpha", "k", "shares"), [(0.4, 2, [0.5, 0.5]), (0.6, 3, [0.2, 0.8]), (0.5, 4, [0.2, 0.3, 0.5])]
)
def test_studies_of_categories_have_the_planned_interval(alpha: float, k: int, shares: list[float]) -> None:
    rng = np.random.default_rng(3)
    seen = _seen([_categories(rng, alpha, k, shares) for _ in range(_STUDIES)], "nominal")
    planned = alpha_half_width(AlphaSpread.of_categories(alpha, ratings=k, shares=shares), items=_ITEMS).value
    assert planned == pytest.approx(seen, rel=0.06)


@pytest.mark.parametrize(("kappa", "p"), [(0.3, 0.5), (0.6, 0.2), (0.85, 0.35)])
def test_two_raters_who_say_yes_or_no_as_bloch_and_kraemer_have_it(kappa: float, p: float) -> None:
    """Biometrics 45 (1989), 269-287: (1 - k) ((1 - k)(1 - 2k) + k (2 - k) / (2 p q)) / n."""
    found = AlphaSpread.of_categories(kappa, ratings=2, shares=[p, 1 - p])
    variance = (1 - kappa) * ((1 - kappa) * (1 - 2 * kappa) + kappa * (2 - kappa) / (2 * p * (1 - p)))
    assert found.unit_error**2 == pytest.approx(variance)


def test_the_fewest_items_are_the_fewest() -> None:
    spread = AlphaSpread.of_numbers(0.7, ratings=3)
    items = int(items_for_alpha(spread, target=0.08).value)
    assert alpha_half_width(spread, items=items).value <= 0.08 < alpha_half_width(spread, items=items - 1).value


def test_a_pilot_plans_what_it_had_itself_and_what_fewer_ratings_would_give() -> None:
    rng = np.random.default_rng(4)
    pilot = _table(_numbers(rng, 0.6, 5, items=400))
    whole = AlphaSpread.of_pilot(pilot, level="interval", ratings=5, rng=rng)
    found = krippendorff_alpha(pilot, level="interval")
    assert whole.alpha == pytest.approx(found.value)
    assert whole.unit_error == pytest.approx(found.standard_error * math.sqrt(400))
    fewer = AlphaSpread.of_pilot(pilot, level="interval", ratings=2, rng=rng)
    assert fewer.unit_error == pytest.approx(AlphaSpread.of_numbers(0.6, ratings=2).unit_error, rel=0.12)
    more = AlphaSpread.of_pilot(pilot, level="interval", ratings=8, rng=rng)
    assert more.unit_error == pytest.approx(AlphaSpread.of_numbers(found.value, ratings=8).unit_error)
    assert "no two items of the pilot have 8 ratings" in more.notes[0]


def test_what_cannot_be_planned_is_refused_with_a_reason() -> None:
    for refused, match in (
        (lambda: AlphaSpread.of_numbers(1.2, ratings=3), "between 0 and 1"),
        (lambda: AlphaSpread.of_numbers(0.5, ratings=1), "two ratings"),
        (lambda: AlphaSpread.of_categories(0.5, ratings=2, shares=[0.5, 0.6]), "sum to 1"),
        (lambda: AlphaSpread.of_categories(0.5, ratings=30, shares=[0.1] * 10), "too many ways"),
        (lambda: items_for_alpha(AlphaSpread.of_numbers(0.5, ratings=2), target=0), "above 0"),
    ):
        with pytest.raises(BeholderError, match=match):
            refused()
    alone = Ratings.of(item=[1, 2, 3], rater=["a"] * 3, value=[1, 2, 3])
    with pytest.raises(BeholderError, match="does not tell how raters agree"):
        AlphaSpread.of_pilot(alone, level="ordinal", ratings=2, rng=np.random.default_rng(0))


def test_a_pilot_whose_full_items_say_nothing_gives_its_alpha_alone() -> None:
    # with three ratings the items are all alike; only those with two differ
    pilot = Ratings.of(
        item=[0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4],
        rater=[0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 0, 1],
        value=["yes"] * 6 + ["no", "no", "yes", "no", "no", "no"],
    )
    found = AlphaSpread.of_pilot(pilot, level="nominal", ratings=3, rng=np.random.default_rng(0))
    alpha = krippendorff_alpha(pilot, level="nominal").value
    assert found.alpha == alpha
    assert found.unit_error == AlphaSpread.of_categories(alpha, ratings=3, shares=[5 / 12, 7 / 12]).unit_error
    assert f"{alpha:.2f}" in found.notes[0]


def test_perfect_agreement_leaves_no_interval_to_plan() -> None:
    pilot = _table(np.tile(np.arange(6)[:, None] % 2, (1, 3)))
    spread = AlphaSpread.of_pilot(pilot, level="nominal", ratings=3, rng=np.random.default_rng(0))
    assert (spread.alpha, alpha_half_width(spread, items=10).value) == (1, 0)
    assert items_for_alpha(spread, target=0.1).value == 2


def test_an_interval_that_no_study_reaches_is_told() -> None:
    found = items_for_alpha(AlphaSpread(alpha=0.5, unit_error=1.0, ratings=3), target=1e-7)
    assert math.isnan(found.value)
    assert found.notes
