"""Correlations against scipy and published values, with intervals that resample items."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.stats.comparison.correlation import kendall, pearson, spearman
from tests.published import Published


def _rng() -> np.random.Generator:
    return np.random.default_rng(8)


def test_scipy_agrees() -> None:
    x = _rng().normal(size=60).round(1)
    y = (x + np.random.default_rng(9).normal(size=60)).round(1)
    for ours, theirs in (
        (pearson, scipy_stats.pearsonr),
        (spearman, scipy_stats.spearmanr),
        (kendall, scipy_stats.kendalltau),
    ):
        found = ours(x, y, rng=_rng(), resamples=200)
        assert found.value == pytest.approx(theirs(x, y).statistic, abs=1e-12)
        assert found.interval is not None
        assert found.interval[0] < found.value < found.interval[1]


def test_published_metric_correlations(data_set: Callable[[str], Published]) -> None:
    """Hu et al. 2023: automatic score and mean human score of 800 pictures of 160 prompts."""
    tifa = data_set("tifa_human")
    with gzip.open(tifa.folder / "human_annotations_with_scores.json.gz", "rt", encoding="utf-8") as file:
        rows = list(json.load(file).values())
    x, y = [r["tifa_mplug-large"] for r in rows], [r["human_avg"] for r in rows]
    prompt = [r["text_id"] for r in rows]
    _, r, tau = tifa.known("correlations", (("tifa_mplug-large", 0.5967, 0.4717),))[0]
    assert pearson(x, y, item=prompt, rng=_rng(), resamples=100).value == pytest.approx(r, abs=5e-5)
    assert kendall(x, y, item=prompt, rng=_rng(), resamples=20).value == pytest.approx(tau, abs=5e-5)
    found = spearman(x, y, item=prompt, rng=_rng(), resamples=100)
    assert found.value == pytest.approx(tifa.known("spearman", 0.592), abs=5e-4)
    assert f"{tifa.known('prompts', 160)} items" in found.method


def test_items_are_drawn_whole() -> None:
    """Twenty copies of five rows are five items: the interval must not shrink."""
    x, y = np.arange(5.0), np.array([1.0, 0.0, 2.0, 4.0, 3.0])
    copied = spearman(np.tile(x, 20), np.tile(y, 20), item=np.tile(np.arange(5), 20), rng=_rng(), resamples=400)
    alone = spearman(np.tile(x, 20), np.tile(y, 20), rng=_rng(), resamples=400)
    assert copied.interval is not None
    assert alone.interval is not None
    assert copied.interval[1] - copied.interval[0] > 2 * (alone.interval[1] - alone.interval[0])


@pytest.mark.parametrize("method", [pearson, spearman, kendall])
def test_nothing_to_correlate(method: object) -> None:
    assert callable(method)
    flat = method([1, 1, 1, 1], [1, 2, 3, 4], rng=_rng())
    assert math.isnan(flat.value)
    assert flat.notes == ("one of the measures never varies",)
    short = method([1, 2, None], [1, 2, 3], rng=_rng())
    assert math.isnan(short.value)
    assert short.n_dropped == 1


def test_one_item_has_no_interval() -> None:
    found = pearson([1, 2, 4], [1, 3, 4], item=["x", "x", "x"], rng=_rng())
    assert found.interval is None
    assert found.notes


def test_columns_of_different_length() -> None:
    with pytest.raises(BeholderError, match="differ in length"):
        pearson([1, 2, 3], [1, 2], rng=_rng())
