"""Agreement on groupings against scikit-learn and by hand."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from beholder.errors import BeholderError
from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.agreement.partitions import Partitions, adjusted_rand, partition_alpha
from beholder.stats.resampling.bootstrap import Jackknife
from tests.stats.rating_data import of_rows

Rows = list[tuple[Any, Any, Any, Any]]


def of(rows: Rows) -> Partitions:
    item, rater, element, group = zip(*rows, strict=True)
    return Partitions.of(item=item, rater=rater, element=element, group=group)


def random_rows(seed: int, *, missing: float = 0.15) -> Rows:
    rng = np.random.default_rng(seed)
    return [
        (i, r, e, int(rng.integers(0, 3)))
        for i in range(25)
        for r in range(4)
        for e in range(6)
        if rng.random() > missing
    ]


def test_equals_scikit_learn_over_pairs_of_raters() -> None:
    rows = random_rows(1)
    placed: dict[tuple[int, int], dict[int, int]] = {}
    for i, r, e, g in rows:
        placed.setdefault((i, r), {})[e] = g
    means = []
    for i in range(25):
        scores = []
        for a, b in combinations(range(4), 2):
            one, two = placed.get((i, a), {}), placed.get((i, b), {})
            both = sorted(set(one) & set(two))
            if len(both) >= 2:
                scores.append(adjusted_rand_score([one[e] for e in both], [two[e] for e in both]))
        means.append(np.mean(scores))
    found = adjusted_rand(of(rows))
    assert found.value == pytest.approx(float(np.mean(means)), abs=1e-12)
    assert found.standard_error == pytest.approx(float(np.std(means, ddof=1)) / 5, abs=1e-12)


def test_names_of_groups_mean_nothing() -> None:
    rows = random_rows(2)
    renamed = [(i, r, e, f"{r} {(g + r) % 3}") for i, r, e, g in reversed(rows)]
    assert adjusted_rand(of(renamed)).value == pytest.approx(adjusted_rand(of(rows)).value, abs=1e-12)
    assert partition_alpha(of(renamed)).value == pytest.approx(partition_alpha(of(rows)).value, abs=1e-12)


def test_pairs_of_elements_are_nominal_units() -> None:
    rows = random_rows(3)
    placed: dict[tuple[int, int], dict[int, int]] = {}
    for i, r, e, g in rows:
        placed.setdefault((i, r), {})[e] = g
    pairs = [
        ((i, a, b), r, groups[a] == groups[b])
        for (i, r), groups in placed.items()
        for a, b in combinations(sorted(groups), 2)
    ]
    by_pairs = krippendorff_alpha(of_rows(pairs), level="nominal")
    found = partition_alpha(of(rows))
    assert found.value == pytest.approx(by_pairs.value, abs=1e-12)
    assert found.standard_error != pytest.approx(by_pairs.standard_error, rel=1e-3)


def test_equal_groupings_agree_fully() -> None:
    rows: Rows = [(i, r, e, (e * (i + 1)) % 3) for i in range(4) for r in range(3) for e in range(6)]
    assert adjusted_rand(of(rows)).value == pytest.approx(1.0)
    assert partition_alpha(of(rows)).value == pytest.approx(1.0)
    apart: Rows = [(1, r, e, e) for r in range(2) for e in range(4)]
    assert adjusted_rand(of(apart)).value == 1.0


def test_second_placings_and_missing_rows_do_not_count() -> None:
    rows: Rows = [(1, r, e, e % 2) for r in range(2) for e in range(4)]
    noisy = of([*rows, (1, 0, 0, 1), (1, 1, None, 0)])
    assert (noisy.n_repeated, noisy.n_missing) == (1, 1)
    assert adjusted_rand(noisy).value == pytest.approx(1.0)


def test_nobody_to_compare_with_is_nan() -> None:
    found = adjusted_rand(of([(1, "a", e, 0) for e in range(3)]))
    assert math.isnan(found.value)
    assert "no two raters" in found.finding.notes[0]
    with pytest.raises(BeholderError):
        Partitions.of(item=[1], rater=[1, 2], element=[1], group=[1])


def test_without_a_way_to_an_interval_there_is_a_value_alone() -> None:
    found, with_interval = (adjusted_rand(of(random_rows(1)), uncertainty=how) for how in (None, Jackknife()))
    assert found.value == with_interval.value
    assert with_interval.interval is not None
    assert found.interval is None
    assert "interval" not in found.finding.method
