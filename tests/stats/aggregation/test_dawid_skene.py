"""Dawid and Skene's model against their own example, crowd-kit run to the end, real data, and planted truth."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.aggregation.dawid_skene import ConfusionPrior, dawid_skene
from beholder.stats.columns import Ratings
from beholder.stats.results import ConvergenceError
from tests.published import Published
from tests.stats.rating_data import anaesthetists, columns_of, of_rows, planted

ANSWERS = Path(__file__).parents[2] / "oracles" / "crowdkit.json"


def test_anaesthetists_by_maximum_likelihood() -> None:
    labels, model = dawid_skene(anaesthetists(), prior=None, tolerance=1e-12)
    assert model.log_likelihood == pytest.approx(-192.890881, abs=5e-7)
    assert model.prevalence == pytest.approx([0.3996, 0.4220, 0.1118, 0.0667], abs=5e-5)
    assert "".join(str(value) for _, value, _ in labels.rows()) == "142222132243121111222222112111131224233111212"
    doubtful = {7: (0.981020, 0.018980, 0, 0), 30: (0.999146, 0.000854, 0, 0), 35: (0, 0.947995, 0.052005, 0)}
    doubtful |= {38: (0, 0.021200, 0.978800, 0), 42: (0.999806, 0.000194, 0, 0)}
    for patient, share in doubtful.items():
        assert labels.posterior[patient - 1] == pytest.approx(share, abs=6e-7), patient
    certain = [p for p in range(1, 46) if p not in doubtful]
    assert labels.confidence[[p - 1 for p in certain]].min() > 0.99995


def test_anaesthetists_error_tables() -> None:
    _, model = dawid_skene(anaesthetists(), prior=None, tolerance=1e-12)
    printed = [
        [[0.889, 0.111, 0, 0], [0.071, 0.876, 0.053, 0], [0, 0.339, 0.661, 0], [0, 0, 0.556, 0.444]],
        [[0.834, 0.166, 0, 0], [0.053, 0.633, 0.314, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
        [[1, 0, 0, 0], [0.106, 0.788, 0.105, 0], [0, 0.404, 0.199, 0.398], [0, 0, 0.667, 0.333]],
        [[0.944, 0.056, 0, 0], [0.054, 0.843, 0.104, 0], [0, 0, 0.801, 0.199], [0, 0, 0.333, 0.667]],
        [[1, 0, 0, 0], [0.159, 0.735, 0.106, 0], [0, 0.209, 0.791, 0], [0, 0, 0.333, 0.667]],
    ]
    assert model.confusion == pytest.approx(np.array(printed), abs=5.1e-4)


def test_the_default_tolerance_is_close_enough() -> None:
    _, model = dawid_skene(anaesthetists(), prior=None)
    assert model.log_likelihood == pytest.approx(-192.890881, abs=5e-6)


def test_answers_of_crowdkit_run_to_the_end() -> None:
    answers = json.loads(ANSWERS.read_text(encoding="utf-8"))
    item, rater, value = zip(*answers["ratings"], strict=True)
    labels, model = dawid_skene(
        Ratings.of(item=item, rater=rater, value=value), prior=None, tolerance=1e-14, max_passes=20_000
    )
    for i, name in enumerate(labels.items):
        assert labels.posterior[i] == pytest.approx([answers["posterior"][name][v] for v in "abc"], abs=1e-6)
    assert model.prevalence == pytest.approx([answers["prevalence"][v] for v in "abc"], abs=1e-6)
    raters = list(labels.ability)
    for r, name in enumerate(raters):
        theirs = [[answers["confusion"][name][k][v] for v in "abc"] for k in "abc"]
        assert model.confusion[r] == pytest.approx(np.array(theirs), abs=1e-5)


def test_bluebirds(data_set: Callable[[str], Published]) -> None:
    """97 of 108 images; crowd-kit, stopping early, gets 96, the published .889."""
    bluebirds = data_set("bluebirds")
    rows = bluebirds.rows("bluebirds_labels.tsv.gz")
    truth = {row["task"]: row["truth"] for row in bluebirds.rows("bluebirds_truth.tsv.gz")}
    ratings = of_rows([(row["task"], row["worker"], row["label"]) for row in rows])
    for prior in (None, ConfusionPrior()):
        labels, _ = dawid_skene(ratings, prior=prior)
        assert sum(truth[item] == value for item, value, _ in labels.rows()) == bluebirds.known("dawid-skene", 97)


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_acceleration_finds_a_point_where_em_stands_still(seed: int) -> None:
    """The answer must be a fixed point: one more pass with a hundredfold tolerance changes nothing."""
    ratings, _, _ = planted(np.random.default_rng(seed), items=80, raters=8)
    _, loose = dawid_skene(ratings, tolerance=1e-10)
    _, tight = dawid_skene(ratings, tolerance=1e-13)
    assert tight.log_posterior >= loose.log_posterior - 1e-9
    assert tight.log_posterior == pytest.approx(loose.log_posterior, abs=1e-5)


def test_names_of_items_raters_and_values_do_not_matter() -> None:
    ratings, _, _ = planted(np.random.default_rng(1), items=100, values=3)
    item, rater, value = columns_of(ratings)
    order = np.random.default_rng(2).permutation(len(item))
    renamed = Ratings.of(
        item=[f"i{item[k]}" for k in order],
        rater=[f"r{rater[k]}" for k in order],
        value=["zxy"[value[k]] for k in order],
    )
    one, model = dawid_skene(ratings)
    other, again = dawid_skene(renamed)
    assert again.log_likelihood == pytest.approx(model.log_likelihood, abs=1e-4)
    back = {f"i{i}": "zxy"[v] for i, v, _ in one.rows()}
    assert sum(back[i] == v for i, v, _ in other.rows()) >= 99


def test_planted_truth_is_found_better_than_by_chance_raters() -> None:
    rng = np.random.default_rng(4)
    ratings, truth, ability = planted(rng, items=600, per_item=5, raters=15, values=3)
    labels, _ = dawid_skene(ratings)
    chosen = np.array([v for _, v, _ in labels.rows()])
    assert (chosen == truth[[i for i, _, _ in labels.rows()]]).mean() > 0.93
    caught = [
        f.interval is not None and f.interval[0] <= ability[int(name)] <= f.interval[1]
        for name, f in labels.ability.items()
    ]
    assert sum(caught) >= 12


def test_one_value_one_rater_and_nothing() -> None:
    labels, _ = dawid_skene(of_rows([(1, "a", "x"), (2, "b", "x")]))
    assert [value for _, value, _ in labels.rows()] == ["x", "x"]
    lone, _ = dawid_skene(of_rows([(i, "a", i % 2) for i in range(10)]))
    assert all(math.isfinite(sure) for _, _, sure in lone.rows())
    with pytest.raises(BeholderError, match="no ratings"):
        dawid_skene(of_rows([]))
    with pytest.raises(BeholderError, match="negative"):
        ConfusionPrior(correct=-1)


def test_not_converging_is_an_error_that_says_so() -> None:
    ratings, _, _ = planted(np.random.default_rng(6), items=60)
    with pytest.raises(ConvergenceError, match="after 3 passes the last change was") as caught:
        dawid_skene(ratings, tolerance=1e-15, max_passes=3)
    assert caught.value.passes == 3
    assert caught.value.code == "stats-not-converged"
