"""The fair average: what severity does to a plain mean, and what is left of it here."""

from __future__ import annotations

import math

import numpy as np
import pytest
import statsmodels.api as sm

from beholder.errors import BeholderError
from beholder.stats.comparison.fair import fair_mean_ratings
from beholder.stats.comparison.means import mean_ratings
from beholder.stats.comparison.scores import Scores


def _lopsided(rng: np.random.Generator, items: int = 60) -> dict[str, np.ndarray]:
    """Severe raters mostly rate system a, mild ones system b; the systems are equally good."""
    severity = np.linspace(-1.5, 1.5, 6)
    rows = []
    base = rng.normal(size=items)
    for i in range(items):
        for s, prefer in enumerate((severity, -severity)):
            p = np.exp(prefer)
            raters = rng.choice(6, 3, replace=False, p=p / p.sum())
            rows += [(i, s, r, 5 + base[i] - severity[r] + 0.5 * rng.normal()) for r in raters]
    item, system, rater, value = (np.array(x) for x in zip(*rows, strict=True))
    return {"value": value, "item": item, "system": system, "rater": rater}


def test_least_squares_with_dummies_gives_the_same_mean() -> None:
    table = _lopsided(np.random.default_rng(0), items=15)
    cell = table["item"] * 2 + table["system"]
    design = np.zeros((len(cell), 30 + 6))
    rows = np.arange(len(cell))
    design[rows, cell] = 1
    design[rows, 30 + table["rater"].astype(int)] = 1
    fitted = sm.OLS(table["value"], design[:, :-1]).fit().params
    raters = np.append(fitted[30:], 0.0)
    expected = fitted[:30].reshape(15, 2)[:, 1].mean() + raters.mean()
    assert fair_mean_ratings(Scores.of(**table), "1").value == pytest.approx(expected, abs=1e-8)


def test_it_mends_what_lopsided_raters_do() -> None:
    scores = Scores.of(**_lopsided(np.random.default_rng(1)))
    plain = mean_ratings(scores, "1").value - mean_ratings(scores, "0").value
    fair = fair_mean_ratings(scores, "1").value - fair_mean_ratings(scores, "0").value
    assert abs(plain) > 1
    assert abs(fair) < 0.3


def test_its_interval_covers() -> None:
    """The fair mean of the average rater is 5 in every run."""
    rng = np.random.default_rng(2)
    found = [fair_mean_ratings(Scores.of(**_lopsided(rng, 30)), "0").interval for _ in range(300)]
    held = [x is not None and x[0] <= 5 <= x[1] for x in found]
    assert 0.91 <= np.mean(held) <= 0.985


def test_a_complete_table_has_the_plain_mean() -> None:
    rng = np.random.default_rng(3)
    item, rater, system = (x.ravel() for x in np.meshgrid(np.arange(9), np.arange(4), np.arange(2)))
    scores = Scores.of(value=rng.normal(size=len(item)), item=item, rater=rater, system=system)
    assert fair_mean_ratings(scores, "0").value == pytest.approx(mean_ratings(scores, "0").value, abs=1e-10)


def test_raters_with_nothing_in_common() -> None:
    scores = Scores.of(value=[1, 2, 3, 4], item="xyzw", rater="abab", system="ssss")
    found = fair_mean_ratings(scores, "s")
    assert math.isnan(found.value)
    assert "2 groups" in found.notes[-1]


def test_raters_must_be_known() -> None:
    with pytest.raises(BeholderError, match="raters"):
        fair_mean_ratings(Scores.of(value=[1], item="x", system="s"), "s")
