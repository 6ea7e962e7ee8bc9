"""Everything is aligned to systems: swapping two of them flips comparisons, re-dealing sides changes nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from beholder.analysis import Analysis, Coded, Context, RatingsData
from beholder.findings import Finding
from beholder.protocols import Item, find_protocol
from beholder.testing.ratings_maker import simulate_ratings
from tests.analysis.planted import caption_items, counting_items, mask_items, renamed, trajectory_items

_ITEMS: dict[str, Callable[[], list[Item]]] = {
    "masks": lambda: mask_items(14, np.random.default_rng(2)),
    "counting": lambda: counting_items(14),
    "captions": lambda: caption_items(14),
    "trajectories": lambda: trajectory_items(14),
}
_PAIR = {"counting": ("exact", "more")}
_UNSIGNED = ("p", "p_holm", "paired_t_holm", "wilcoxon_holm")
_RESAMPLED = ("paired_bootstrap", "rank_biserial", "correlation")
_DEALT = ("percent", "within", "ac1", "ac2", "kappa_weighted", "icc(A,1)", "icc(A,k)")
"""Coefficients for whose intervals ratings are left out in groups, dealt by the names of what was rated."""


@cache
def _study(name: str) -> tuple[RatingsData, Context]:
    protocol = find_protocol(name)
    items = _ITEMS[name]()
    data = simulate_ratings(protocol, items, raters=8, ratings=4, rng=np.random.default_rng(5))
    context = Context(declaration=protocol.declaration, items={item.id: item for item in items})
    return data, context


def _analysed(name: str, data: RatingsData, context: Context) -> Analysis:
    analyse = find_protocol(name).analyse
    assert analyse is not None, "every built-in protocol brings an analysis"
    found: Analysis = analyse(data, context)
    return found


def _swapped(context: Context, first: str, second: str) -> Context:
    """Items whose candidates are called the other way round, as the ratings are."""
    swap = {first: second, second: first}

    def other(item: Item) -> Item:
        candidates = tuple(replace(c, system=swap.get(c.system, c.system)) for c in item.candidates)
        return replace(item, candidates=candidates, system=swap.get(item.system, item.system))

    return replace(context, items={name: other(item) for name, item in context.items.items()})


@pytest.mark.variants(2)
@pytest.mark.parametrize("name", sorted(_ITEMS))
def test_swapping_two_systems_flips_every_comparison_and_nothing_else(name: str) -> None:
    data, context = _study(name)
    first, second = _PAIR.get(name, ("dull", "keen"))
    before = {f.name: f for f in _analysed(name, data, context).findings}
    other = _analysed(name, renamed(data, {first: second, second: first}), _swapped(context, first, second))
    after = {f.name: f for f in other.findings}
    assert before.keys() == after.keys()
    flipped = 0
    for key, found in before.items():
        kind = key.split(".")[-2] if "." in key else key
        exact = kind not in _RESAMPLED and not key.endswith(_DEALT)
        pair = f"{first}-{second}"
        if key.endswith(pair) and kind not in _UNSIGNED:
            _same(found, after[key], sign=-1, exact=exact)
            flipped += 1
        elif not any(x in key for x in (first, second)):
            _same(found, after[key], sign=1, exact=exact)
    assert flipped >= 1
    for system, twin in ((first, second), (second, first)):
        mine = [key for key in before if key.endswith(f".mean.{system}")]
        assert mine
        for key in mine:
            _same(before[key], after[key.removesuffix(system) + twin], sign=1, exact=True)


@pytest.mark.parametrize("name", ["captions", "trajectories"])
def test_dealing_the_sides_anew_changes_nothing_but_what_is_about_sides(name: str) -> None:
    data, context = _study(name)
    before = {f.name: f for f in _analysed(name, data, context).findings}
    after = {f.name: f for f in _analysed(name, _redealt(data), context).findings}
    assert before.keys() == after.keys()
    for key, found in before.items():
        # with a side term in the model, strengths are what is left when the sides are told apart
        about_sides = any(
            word in key for word in ("position", "left_share", "preference.tie", "strength", "preference.dif")
        )
        if not about_sides:
            _same(found, after[key], sign=1, exact=True)


def test_strengths_without_a_side_term_do_not_see_sides() -> None:
    protocol = find_protocol("trajectories")
    data = simulate_ratings(protocol, trajectory_items(14), raters=8, ratings=4, rng=np.random.default_rng(5))
    blind = replace(data, text={**data.text, "side": Coded.constant("", len(data))})
    again = replace(_redealt(data), text={**_redealt(data).text, "side": Coded.constant("", len(data))})
    context = Context(declaration=protocol.declaration)
    one, other = (_analysed("trajectories", d, context) for d in (blind, again))
    for system in ("dull", "fair", "keen"):
        _same(
            one.finding(f"preference.strength.{system}"),
            other.finding(f"preference.strength.{system}"),
            sign=1,
            exact=True,
        )


def _redealt(data: RatingsData) -> RatingsData:
    """The same answers as if every other showing had had its places the other way round."""
    showing = data.showing()
    turned = np.random.default_rng(9).random(int(showing.max()) + 1) < 0.5
    position = data.numbers["position"]
    last = np.zeros(int(showing.max()) + 1)
    np.maximum.at(last, showing, np.nan_to_num(position))
    moved = np.where(turned[showing], last[showing] + 1 - position, position)
    side = data.text["side"]
    texts = side.texts()
    swap = {"left": "right", "right": "left", "": ""}
    told = [swap[t] if turned[s] else t for t, s in zip(texts, showing, strict=True)]
    return replace(data, text={**data.text, "side": Coded.of(told)}, numbers={**data.numbers, "position": moved})


def _same(one: Finding, other: Finding, *, sign: int, exact: bool) -> None:
    if math.isnan(one.value):
        assert math.isnan(other.value), one.name
        return
    assert other.value == pytest.approx(sign * one.value, rel=1e-6, abs=1e-6), one.name
    if one.interval is not None and exact:
        assert other.interval is not None, one.name
        wanted = sorted(sign * x for x in one.interval)
        assert list(other.interval) == pytest.approx(wanted, rel=1e-6, abs=1e-6), one.name
