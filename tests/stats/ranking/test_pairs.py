"""The pairwise data type: what it accepts, and what it refuses and where."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE, Pairs


def test_outcome_may_be_a_side_a_tie_or_the_winners_name() -> None:
    pairs = Pairs.of(left=["a", "a", "b", "b"], right=["b", "b", "a", "a"], outcome=["left", "a", "a", "tie"])
    assert pairs.outcome.tolist() == [LEFT, LEFT, RIGHT, TIE]
    assert pairs.names == ("a", "b")


def test_rows_without_outcome_or_weight_are_dropped_and_counted_but_their_systems_stay() -> None:
    pairs = Pairs.of(
        left=["a", "a", "a", "a"],
        right=["b", "b", "c", "b"],
        outcome=["left", None, "left", ""],
        weight=[2.5, 1, 0, 1],
    )
    assert (len(pairs), pairs.n_dropped, pairs.names) == (1, 3, ("a", "b", "c"))
    assert pairs.counts().total == 2.5


def test_counts_keep_sides_apart_until_told_not_to() -> None:
    pairs = Pairs.of(left=["a", "b", "b"], right=["b", "a", "a"], outcome=["left", "left", "tie"], weight=[3, 4, 5])
    assert pairs.counts().counts.tolist() == [[3, 0, 0], [4, 0, 5]]
    assert pairs.counts().without_sides().counts.tolist() == [[3, 4, 5]]


def test_counts_of_parts_add_up() -> None:
    """Chunks of a large table may be counted apart; systems that a chunk lacks do no harm."""
    columns = {"left": list("abcab"), "right": list("bcaca"), "outcome": ["left", "tie", "right", "tie", "a"]}
    whole = Pairs.of(**columns).counts()
    parts = [Pairs.of(**{k: v[s] for k, v in columns.items()}).counts() for s in (slice(0, 2), slice(2, 5))]
    total = parts[0].plus(parts[1])
    assert (total.names, total.left.tolist(), total.right.tolist()) == (
        whole.names,
        whole.left.tolist(),
        whole.right.tolist(),
    )
    assert total.counts.tolist() == whole.counts.tolist() == total.pairs().counts().counts.tolist()


def test_many_systems_are_counted_alike() -> None:
    rng = np.random.default_rng(0)
    left = rng.integers(0, 2000, 5000)
    right = (left + 1 + rng.integers(0, 1998, 5000)) % 2000
    many = Pairs.of(left=left, right=right, outcome=rng.choice(["left", "right", "tie"], 5000)).counts()
    assert many.total == 5000
    assert len(np.unique(many.left.astype(np.int64) * 2000 + many.right)) == len(many.left)


def test_numbers_as_names_are_read_as_text() -> None:
    pairs = Pairs.of(left=np.array([1, 1]), right=np.array([2.0, 2.0]), outcome=["1", "2"])
    assert pairs.names == ("1", "2")
    assert pairs.outcome.tolist() == [LEFT, RIGHT]


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"outcome": ["left", "c", "tie"]}, "stats-pair-outcome", "row 2"),
        ({"outcome": ["left", "tie", "lfet"]}, "stats-pair-outcome", "row 3"),
        ({"right": ["b", "a", "a"]}, "stats-pair-itself", "row 2"),
        ({"left": ["a", None, "b"]}, "stats-pair-missing", "row 2"),
        ({"right": ["b", "b", math.nan]}, "stats-pair-missing", "row 3"),
        ({"weight": [1, -1, 1]}, "stats-pair-count", "row 2"),
        ({"weight": [1, 1, math.nan]}, "stats-pair-count", "row 3"),
        ({"weight": [1, 1, "many"]}, "stats-pair-count", "row 3"),
        ({"item": [1, None, 2]}, "stats-pair-missing", "row 2"),
        ({"left": ["tie", "a", "b"]}, "stats-pair-name", ""),
        ({"weight": [1, 1]}, "stats-bad-column", ""),
    ],
)
def test_nonsense_is_refused_with_its_row(change: dict[str, Any], code: str, where: str) -> None:
    columns: dict[str, Any] = {
        "left": ["a", "a", "b"],
        "right": ["b", "b", "a"],
        "outcome": ["left", "tie", "right"],
    }
    with pytest.raises(BeholderError) as caught:
        Pairs.of(**(columns | change))
    assert (caught.value.code, caught.value.problems[0].where) == (code, where)


def test_a_misspelt_winner_gets_the_nearest_name() -> None:
    with pytest.raises(BeholderError, match='did you mean "painter"'):
        Pairs.of(left=["painter"], right=["sketcher"], outcome=["paintre"])
