"""Systems that always win: how sure their lead is, whichever model tells of it, against the interval of a share from SciPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binomtest

from beholder.stats import (
    BestWorst,
    Pairs,
    Rankings,
    Strengths,
    bradley_terry,
    davidson,
    graded_preference,
    max_diff,
    plackett_luce,
)

Fit = Callable[..., Strengths]


def _orders(items: int) -> list[list[str]]:
    """Ash is before all others on every item; of the others, elm leads oak twice as often as the other way round."""
    return [["ash", "elm", "oak"] if item % 3 else ["ash", "oak", "elm"] for item in range(items)]


def _pairs(items: int, *, graded: bool = False) -> Pairs:
    met = [
        (item, order[i], order[j], item % 2)
        for item, order in enumerate(_orders(items))
        for i, j in ((0, 1), (0, 2), (1, 2))
    ]
    words = ("-1", "1") if graded else ("left", "right")
    return Pairs.of(
        left=[loser if turned else winner for _, winner, loser, turned in met],
        right=[winner if turned else loser for _, winner, loser, turned in met],
        outcome=[words[turned] for *_, turned in met],
        item=[item for item, *_ in met],
    )


def _rankings(items: int) -> Rankings:
    rows = [(item, name, rank) for item, order in enumerate(_orders(items)) for rank, name in enumerate(order, 1)]
    listed, system, rank = zip(*rows, strict=True)
    return Rankings.of(listed=listed, system=system, rank=rank)


def _best_worst(items: int) -> BestWorst:
    rows = [
        (item, name, word)
        for item, order in enumerate(_orders(items))
        for name, word in zip(order, ("best", "", "worst"), strict=True)
    ]
    trial, system, choice = zip(*rows, strict=True)
    return BestWorst.of(trial=trial, system=system, choice=choice)


@dataclass(frozen=True)
class _Model:
    fit: Fit
    data: Callable[[int], object]

    def __call__(self, items: int, **options: object) -> Strengths:
        return self.fit(self.data(items), **options)


_MODELS = {
    "davidson": _Model(davidson, _pairs),
    "graded": _Model(graded_preference, lambda items: _pairs(items, graded=True)),
    "plackett-luce": _Model(plackett_luce, _rankings),
    "best-worst": _Model(max_diff, _best_worst),
}


def _ratio(fit: Strengths, first: str, second: str) -> float:
    """A difference in half-widths of its interval: above 1 it holds."""
    found = fit.difference(first, second)
    assert found.interval is not None
    return found.value / (found.interval[1] - found.value)


@pytest.mark.parametrize("name", _MODELS)
@pytest.mark.parametrize("items", [3, 6, 60])
def test_a_lead_is_as_sure_as_the_share_of_wins_it_comes_from(name: str, items: int) -> None:
    fit = _MODELS[name](items)
    assert fit.separation.groups[0] == ("ash",)
    low = binomtest(items, items).proportion_ci(method="wilson").low
    nearest = min(_ratio(fit, "ash", other) for other in ("elm", "oak"))
    assert nearest <= math.sqrt(low / (1 - low)) + 1e-9
    if items > 3:
        # with three lists for three terms errors are those of the model, and may be larger
        assert nearest == pytest.approx(math.sqrt(low / (1 - low)), rel=1e-6)
    assert (nearest > 1) == (items > 3), "three wins of three are chance, six hardly"
    assert any("no upper bound" in note for note in fit["ash"].notes)
    assert np.linalg.eigvalsh(fit.covariance).min() > -1e-9


@pytest.mark.parametrize("name", _MODELS)
def test_systems_that_beat_each_other_are_as_sure_as_before(name: str) -> None:
    fit, earlier = _MODELS[name](30), _MODELS[name](30, as_estimated=True)
    assert fit.difference("elm", "oak").interval == pytest.approx(earlier.difference("elm", "oak").interval)
    assert _ratio(earlier, "ash", "elm") > 1.5 * _ratio(fit, "ash", "elm"), "residuals of a prior say nothing"
    assert fit.score == pytest.approx(earlier.score)


def test_an_order_that_nobody_contradicts_is_open_at_every_step() -> None:
    """Four systems, each above the next on each of eight items: neighbours are no surer than eight of eight."""
    names = ("ash", "elm", "fir", "oak")
    met = [(item, a, b) for item in range(8) for k, a in enumerate(names) for b in names[k + 1 :]]
    item, left, right = zip(*met, strict=True)
    fit = bradley_terry(Pairs.of(left=left, right=right, outcome=["left"] * len(met), item=item))
    low = binomtest(8, 8).proportion_ci(method="wilson").low
    ratios = {(a, b): _ratio(fit, a, b) for k, a in enumerate(names) for b in names[k + 1 :]}
    for a, b in pairwise(names):
        assert ratios[a, b] <= math.sqrt(low / (1 - low)) + 1e-9
    assert ratios["ash", "oak"] > max(ratios["ash", "elm"], ratios["fir", "oak"])


def test_outcomes_that_sides_alone_predict_are_no_surer_than_the_model() -> None:
    """The left always wins: systems are level, and how much sides weigh has no upper bound."""
    met = [
        (item, a, b) for item in range(6) for a, b in (("ash", "elm"), ("elm", "ash"), ("ash", "oak"), ("oak", "elm"))
    ]
    item, left, right = zip(*met, strict=True)
    pairs = Pairs.of(left=left, right=right, outcome=["left"] * len(met), item=item)
    fit = davidson(pairs, position=True)
    assert fit.separation.separable
    assert fit.separation.groups == ()
    assert fit.position is not None
    assert fit.position.interval is not None
    alone = davidson(pairs, position=True, cluster="none", as_estimated=True).position
    assert alone is not None
    assert alone.interval is not None
    assert fit.position.interval[1] - fit.position.interval[0] >= alone.interval[1] - alone.interval[0]


def test_more_items_make_a_lead_surer_and_raters_count_once() -> None:
    assert _ratio(_MODELS["davidson"](60), "ash", "elm") > _ratio(_MODELS["davidson"](20), "ash", "elm")
    many = _pairs(60)
    of_four = Pairs.of(
        left=[many.names[k] for k in many.left],
        right=[many.names[k] for k in many.right],
        outcome=["left" if k == 0 else "right" for k in many.outcome],
        item=many.item,
        rater=(np.arange(len(many)) // 3) % 4,
    )
    low = binomtest(4, 4).proportion_ci(method="wilson").low
    assert _ratio(davidson(of_four), "ash", "elm") <= math.sqrt(low / (1 - low)) + 1e-9
