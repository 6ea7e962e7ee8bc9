"""The one-coin model on planted truth: labels, abilities that are covered, and where it must not be trusted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats.aggregation.majority import majority
from beholder.stats.aggregation.one_coin import AbilityPrior, one_coin
from beholder.stats.columns import Ratings
from beholder.stats.results import ConvergenceError
from tests.stats.rating_data import columns_of, of_rows, planted, real_table


def accuracy(rows: object, truth: object) -> float:
    return float(np.mean([value == truth[item] for item, value, _ in rows]))  # type: ignore[attr-defined,index]


def test_beats_majority_where_raters_differ() -> None:
    gain = []
    for seed in range(6):
        ratings, truth, _ = planted(np.random.default_rng(seed), items=500, per_item=3, raters=40, values=5)
        gain.append(accuracy(one_coin(ratings)[0].rows(), truth) - accuracy(majority(ratings).rows(), truth))
    assert np.mean(gain) > 0.01


def test_intervals_cover_ability() -> None:
    covered = []
    for seed in range(25):
        ratings, _, ability = planted(np.random.default_rng(seed), items=300, per_item=3, raters=30, values=3)
        labels, _ = one_coin(ratings)
        for name, finding in labels.ability.items():
            assert finding.interval is not None
            covered.append(finding.interval[0] <= ability[int(name)] <= finding.interval[1])
    assert 0.91 <= np.mean(covered) <= 0.985


def test_confidence_is_calibrated() -> None:
    """Where the model says p, it is right in a share p of items."""
    found = []
    for seed in range(5):
        ratings, truth, _ = planted(np.random.default_rng(seed), items=500, per_item=4, raters=20, values=3)
        labels, _ = one_coin(ratings)
        found += [(sure, value == truth[item]) for item, value, sure in labels.rows()]
    assert np.mean([sure for sure, _ in found]) == pytest.approx(np.mean([right for _, right in found]), abs=0.03)


def test_likelihood_is_that_of_the_model() -> None:
    """The log-likelihood at the fit, summed over items and true values by hand."""
    ratings, _, _ = planted(np.random.default_rng(3), items=30, raters=6, values=3)
    labels, model = one_coin(ratings)
    total = 0.0
    for i in range(len(ratings.items)):
        mine = ratings.item == i
        share = model.prevalence.copy()
        for r, v in zip(ratings.rater[mine], ratings.value[mine], strict=True):
            a = model.ability[r]
            share *= np.where(np.arange(3) == v, a, (1 - a) / 2)
        total += math.log(share.sum())
        assert labels.posterior[i] == pytest.approx(share / share.sum(), abs=1e-9)
    assert model.log_likelihood == pytest.approx(total, abs=1e-9)
    assert labels.findings[0].value == model.log_likelihood


def test_the_fit_is_a_maximum() -> None:
    ratings, _, _ = planted(np.random.default_rng(5), items=60, raters=6, values=2)
    _, model = one_coin(ratings, tolerance=1e-13)
    _, plain = one_coin(ratings, prior=None, tolerance=1e-13, max_passes=50_000)
    assert plain.log_likelihood >= model.log_likelihood - 1e-9


def test_names_and_order_of_rows_do_not_matter() -> None:
    ratings, _, _ = planted(np.random.default_rng(7), items=120, values=3)
    item, rater, value = columns_of(ratings)
    order = np.random.default_rng(8).permutation(len(item))
    renamed = Ratings.of(
        item=[f"i{item[k]}" for k in order],
        rater=[f"r{rater[k]}" for k in order],
        value=["zxy"[value[k]] for k in order],
    )
    one, model = one_coin(ratings)
    other, again = one_coin(renamed)
    assert again.log_likelihood == pytest.approx(model.log_likelihood, abs=1e-6)
    expected = {f"i{i}": sure for i, _, sure in one.rows()}
    assert {i: sure for i, _, sure in other.rows()} == pytest.approx(expected, abs=1e-4)


def test_shared_bias_misleads_it_and_a_note_says_what_to_compare() -> None:
    """Bluebirds: raters miss the same images, and the model falls behind the majority, here and in crowd-kit alike."""
    rows = real_table("bluebirds", "bluebirds_labels.tsv.gz")
    truth = {row["task"]: row["truth"] for row in real_table("bluebirds", "bluebirds_truth.tsv.gz")}
    labels, _ = one_coin(of_rows([(row["task"], row["worker"], row["label"]) for row in rows]))
    assert accuracy(labels.rows(), truth) == pytest.approx(63 / 108)
    assert any("compare with dawid_skene" in note for note in labels.findings[0].notes)


def test_degenerate_input() -> None:
    labels, _ = one_coin(of_rows([(1, "a", "x"), (1, "b", "x"), (2, "a", "x")]))
    assert labels[1] == "x"
    assert math.isnan(labels.ability["a"].value)
    assert "nobody can be wrong" in labels.ability["a"].notes[0]
    lone, _ = one_coin(of_rows([(i, "a", i % 2) for i in range(10)]))
    assert all(math.isfinite(sure) for _, _, sure in lone.rows())
    with pytest.raises(BeholderError, match="no ratings"):
        one_coin(of_rows([]))
    with pytest.raises(BeholderError, match="negative"):
        AbilityPrior(right=-1)
    ratings, _, _ = planted(np.random.default_rng(1), items=50)
    with pytest.raises(ConvergenceError, match="one-coin model did not converge"):
        one_coin(ratings, tolerance=1e-15, max_passes=2)
