"""Cohen's kappa against Cohen's own tables, statsmodels, scikit-learn and a published data set."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

from beholder.errors import BeholderError
from beholder.stats.agreement.kappa import cohen_kappa
from beholder.stats.agreement.weights import WeightKind
from beholder.stats.columns import Ratings
from tests.published import Published
from tests.stats.rating_data import of_rows, of_table

COHEN_1968 = [[44, 5, 1], [7, 20, 3], [9, 5, 6]]


def test_cohen_1968() -> None:
    ratings = of_table(COHEN_1968)
    assert cohen_kappa(ratings).value == pytest.approx(0.491525, abs=5e-7)
    disagreement = np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]])
    assert cohen_kappa(ratings, weights=1 - disagreement / 6).value == pytest.approx(0.347826, abs=5e-7)
    assert cohen_kappa(ratings, weights="linear").value == pytest.approx(0.473684, abs=5e-7)
    assert cohen_kappa(ratings, weights="quadratic").value == pytest.approx(0.454545, abs=5e-7)


@pytest.mark.parametrize(("weights", "theirs"), [("identity", None), ("linear", "linear"), ("quadratic", "quadratic")])
def test_equals_statsmodels_with_its_standard_error(weights: WeightKind, theirs: str | None) -> None:
    found = cohen_kappa(of_table(COHEN_1968), weights=weights)
    other = cohens_kappa(np.array(COHEN_1968), wt=theirs)
    assert found.value == pytest.approx(other.kappa, abs=1e-12)
    assert found.standard_error == pytest.approx(other.std_kappa, abs=1e-12)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=3, max_size=40))
@settings(max_examples=60, deadline=None)
def test_equals_scikit_learn_on_any_table(pairs: list[tuple[int, int]]) -> None:
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    ratings = Ratings.of_matrix([left, right], order=[1, 2, 3, 4])
    for weights in ("identity", "linear", "quadratic"):
        ours = cohen_kappa(ratings, weights=weights).value
        if math.isnan(ours):
            assert len({*left, *right}) == 1
            continue
        kind = None if weights == "identity" else weights
        assert ours == pytest.approx(cohen_kappa_score(left, right, labels=[1, 2, 3, 4], weights=kind), abs=1e-10)


def test_three_fixed_raters_of_text_pairs(data_set: Callable[[str], Published]) -> None:
    """PandaLM's paper prints .85, .88 and .86 for its three pairs of raters."""
    pandalm = data_set("pandalm_pairs")
    with gzip.open(pandalm.folder / "pairs.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    ratings = of_rows([(row["idx"], k, row[f"annotator{k}"]) for row in rows for k in (1, 2, 3)])
    printed = {(1, 2): 0.85, (1, 3): 0.88, (2, 3): 0.86}
    for pair, value in pandalm.known("kappas", printed).items():
        assert cohen_kappa(ratings, raters=pair).value == pytest.approx(value, abs=0.005)


def test_only_items_of_both_raters_count() -> None:
    ratings = of_rows(
        [(1, "a", 1), (1, "b", 1), (2, "a", 2), (2, "b", 2), (3, "a", 1), (4, "b", 2), (5, "a", 1), (5, "b", 2)]
    )
    found = cohen_kappa(ratings)
    assert found.finding.n == 3
    assert found.finding.n_dropped == 2
    assert found.value == pytest.approx(cohen_kappa_score([1, 2, 1], [1, 2, 2]), abs=1e-12)


def test_wrong_use() -> None:
    three = of_rows([(1, r, 1) for r in "abc"])
    with pytest.raises(BeholderError, match="two raters, got 3"):
        cohen_kappa(three)
    with pytest.raises(BeholderError, match="no rater 'z'"):
        cohen_kappa(three, raters=("a", "z"))
    with pytest.raises(BeholderError, match="2 rows and columns"):
        cohen_kappa(of_table([[1, 2], [3, 4]]), weights=np.eye(3))


def test_nothing_to_say_is_nan_with_a_reason() -> None:
    apart = cohen_kappa(of_rows([(1, "a", 1), (2, "b", 2)]))
    assert math.isnan(apart.value)
    assert apart.finding.notes[0] == "the two raters share no item"
    same = cohen_kappa(of_rows([(1, "a", 1), (1, "b", 1)]))
    assert math.isnan(same.value)
    assert same.finding.notes[0] == "both raters use one value only"
