"""Connectedness and separation: which comparisons can be ranked, and which need help."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.ranking.davidson import davidson
from beholder.stats.ranking.graph import connectedness, separation
from tests.stats.ranking_data import of_counts, puddings


def test_components_are_named() -> None:
    pairs = of_counts([("a", "b", 1, 1, 0), ("c", "d", 1, 1, 0), ("d", "e", 1, 1, 0)])
    found = connectedness(pairs.counts())
    assert found.components == (("c", "d", "e"), ("a", "b"))
    with pytest.raises(BeholderError, match="2 groups never meet: c, d, e; a, b") as caught:
        davidson(pairs)
    assert caught.value.code == "stats-pairs-disconnected"


def test_a_system_with_no_weight_stands_alone() -> None:
    found = connectedness(of_counts([("a", "b", 1, 1, 0), ("b", "c", 0, 0, 0)]).counts())
    assert found.components == (("a", "b"), ("c",))


def test_who_never_lost_is_said() -> None:
    found = separation(of_counts([("a", "b", 3, 0, 0), ("b", "c", 1, 1, 0)]).counts(), ties=False, position=False)
    assert found.separable
    assert found.groups == (("a",), ("b", "c"))


def test_ties_alone_do_not_prevent_separation() -> None:
    """A beats B and ties with B, but never loses: A's strength and nu can grow together without end."""
    counts = of_counts([("a", "b", 5, 0, 3)]).counts()
    assert separation(counts, ties=True, position=False).separable
    assert not separation(of_counts([("a", "b", 5, 1, 3)]).counts(), ties=True, position=False).separable


def test_sides_can_separate_what_wins_do_not() -> None:
    """Left always wins: strengths are finite, the effect of position is not."""
    counts = of_counts([("a", "b", 4, 0, 0), ("b", "a", 4, 0, 0)]).counts()
    assert not separation(counts, ties=False, position=False).separable
    assert separation(counts, ties=False, position=True).separable


def test_published_data_are_not_separable() -> None:
    assert not separation(puddings().counts(), ties=True, position=True).separable


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=18, max_size=18))
def test_without_ties_separation_is_lack_of_a_winning_cycle_through_all(cells: list[int]) -> None:
    """Ford's condition, checked by walking the graph of wins."""
    from beholder.stats.ranking.pairs import Pairs

    names = "abcd"
    rows = []
    pairs_of = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    for k, (i, j) in enumerate(pairs_of):
        rows.append((names[i], names[j], float(cells[3 * k]), float(cells[3 * k + 1]), 0.0))
    table: Pairs = of_counts(rows)
    beats = np.zeros((4, 4), dtype=bool)
    for (i, j), row in zip(pairs_of, rows, strict=True):
        beats[i, j], beats[j, i] = row[2] > 0, row[3] > 0
    reach = beats | np.eye(4, dtype=bool)
    for _ in range(4):
        reach = reach @ reach
    if connectedness(table.counts()).connected:
        assert separation(table.counts(), ties=False, position=False).separable == (not reach.all())
