"""Plans of blocks: the designs that exist are found, and any plan is nearly balanced."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats import balanced_blocks

Plan = tuple[tuple[tuple[int, ...], ...], ...]


def _together(plan: Plan, systems: int) -> np.ndarray:
    counts = np.zeros((systems, systems), dtype=int)
    for block in (block for item in plan for block in item):
        counts[np.ix_(block, block)] += 1
    return counts[np.triu_indices(systems, 1)]


def _slots(plan: Plan, systems: int, size: int) -> np.ndarray:
    counts = np.zeros((systems, size), dtype=int)
    for block in (block for item in plan for block in item):
        counts[block, range(size)] += 1
    return counts


@pytest.mark.parametrize(
    ("systems", "size", "trials", "each_pair"),
    [(7, 3, 7, 1), (13, 4, 13, 1), (11, 5, 11, 2), (9, 3, 12, 1), (6, 4, 15, 6)],
)
def test_balanced_incomplete_block_designs_are_found(systems: int, size: int, trials: int, each_pair: int) -> None:
    plan = balanced_blocks(items=1, systems=systems, size=size, ratings=trials, rng=np.random.default_rng(1))
    assert set(_together(plan, systems)) == {each_pair}
    slots = _slots(plan, systems, size)
    assert (slots.max(axis=1) - slots.min(axis=1)).max() <= 1


@settings(max_examples=15, deadline=None)
@given(
    systems=st.integers(3, 10), size=st.integers(2, 6), items=st.integers(1, 8), ratings=st.integers(1, 12),
    seed=st.integers(0, 1000),
)  # fmt: skip
def test_any_plan_shows_every_system_as_often(systems: int, size: int, items: int, ratings: int, seed: int) -> None:
    size = min(size, systems)
    plan = balanced_blocks(items=items, systems=systems, size=size, ratings=ratings, rng=np.random.default_rng(seed))
    blocks = [block for item in plan for block in item]
    assert [len(item) for item in plan] == [ratings] * items
    assert all(len(set(block)) == size and set(block) <= set(range(systems)) for block in blocks)
    for part in (*([item] for item in plan), plan):
        shown = np.bincount([x for item in part for block in item for x in block], minlength=systems)
        assert shown.max() - shown.min() <= 1 + (len(part) > 1)


@pytest.mark.parametrize(
    ("systems", "size", "items", "ratings"),
    [(8, 4, 50, 3), (5, 4, 20, 3), (12, 4, 100, 2), (20, 5, 1, 100), (10, 4, 1, 15)],
)
def test_pairs_and_slots_come_out_nearly_even(systems: int, size: int, items: int, ratings: int) -> None:
    plan = balanced_blocks(items=items, systems=systems, size=size, ratings=ratings, rng=np.random.default_rng(3))
    together = _together(plan, systems)
    assert together.max() - together.min() <= 2
    slots = _slots(plan, systems, size)
    assert (slots.max(axis=1) - slots.min(axis=1)).max() <= 2


def test_the_same_generator_gives_the_same_plan_and_another_does_not() -> None:
    def made(seed: int) -> Plan:
        return balanced_blocks(items=6, systems=8, size=4, ratings=3, rng=np.random.default_rng(seed))

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_all_systems_in_every_trial_only_change_slots() -> None:
    plan = balanced_blocks(items=4, systems=3, size=3, ratings=3, rng=np.random.default_rng(0))
    assert _slots(plan, 3, 3).tolist() == [[4, 4, 4]] * 3


@pytest.mark.parametrize(("systems", "size"), [(4, 5), (4, 1)])
def test_impossible_sizes_are_refused(systems: int, size: int) -> None:
    with pytest.raises(BeholderError, match="at most all 4"):
        balanced_blocks(items=1, systems=systems, size=size, ratings=1, rng=np.random.default_rng(0))
