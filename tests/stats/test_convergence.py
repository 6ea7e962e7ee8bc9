"""Whatever iterates returns the peak it was sent for, or says that it did not get there."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from beholder.stats.aggregation.dawid_skene import dawid_skene
from beholder.stats.aggregation.em import maximise
from beholder.stats.aggregation.one_coin import one_coin
from beholder.stats.chunks import MemoryEngine
from beholder.stats.columns import Floats, Ratings
from beholder.stats.comparison.fair import fair_mean_ratings
from beholder.stats.comparison.scores import Scores
from beholder.stats.comparison.severity import solved_by_passes
from beholder.stats.opinion.opinion_scores import opinion_scores
from beholder.stats.opinion.projection_sums import opinion_scores_engine
from beholder.stats.ranking.trinomial import MODELS, Solution, fit_counts
from beholder.stats.results import ConvergenceError
from tests.stats.rating_data import planted

# the fits of these ended at the start, by a search that found no way up, and were taken for settled
STALLED = (
    ("davidson", [37.12, -27.26, 23.56, -28.9, 4.75, 4.69], [[1844, 1534, 1365], [649, 1841, 1339], [1621, 9, 1944]]),
    ("rao-kupper", [2.08, 27.35, 40.16, -24.72, 0.0], [[7, 43, 22], [44, 39, 35], [11, 38, 2]]),
    ("bradley-terry", [14.07, 33.68, -10.44, 5.99, 0.0, -30.45], [[2, 1, 0], [4, 4, 0], [1, 3, 0]]),
)


def _slope(found: Solution, y: Floats, left: Any, right: Any, *, model: str, position: bool, ridge: float) -> float:
    """The largest slope of the log posterior where a fit ended, by differences: independent of the fit's own score."""
    m = found.strength.shape[1]
    at = np.concatenate([found.strength[0], found.tie, found.position])

    def height(b: Floats) -> float:
        d = b[left] - b[right] + b[m + 1]
        return float(MODELS[model](d, np.full(len(d), b[m]), y).log_likelihood.sum() - ridge / 2 * (b**2).sum())

    slopes = []
    for k in range(m + 2):
        if (k == m and model == "bradley-terry") or (k == m + 1 and not position):
            continue
        step = np.zeros(m + 2)
        step[k] = 1e-5
        slopes.append(abs(height(at + step) - height(at - step)) / 2e-5)
    return max(slopes)


def _tables() -> list[tuple[str, Floats, Floats | None, bool, float | None]]:
    """Models, counts, starts near and far, with and without a position term and a prior."""
    rng = np.random.default_rng(5)
    made: list[tuple[str, Floats, Floats | None, bool, float | None]] = []
    for model, reach, most, prior in itertools.product(MODELS, (0, 1, 10, 40), (2, 50, 2000), (None, 2.0)):
        for m, position in ((2, False), (3, True), (4, False), (4, True)):
            y = rng.integers(0, most, size=(m * (m - 1), 3)).astype(np.float64)
            start = reach * rng.normal(size=m + 2) if reach else None
            if model == "bradley-terry":
                y[:, 2] = 0
            made.append((model, y, start, position, prior))
    return made


def _fitted(
    model: str, y: Floats, start: Floats | None, position: bool, prior: float | None
) -> tuple[Solution, Any, Any]:
    m = next(m for m in range(2, 9) if m * (m - 1) == len(y))
    pairs = list(itertools.permutations(range(m), 2))
    left, right = (np.array([pair[side] for pair in pairs], dtype=np.int32) for side in (0, 1))
    ties = model != "bradley-terry"
    if start is not None:
        start = start * np.array([*[1] * m, ties, position])
    found = fit_counts(
        y,
        left=left,
        right=right,
        m=m,
        model=model,
        ties=ties,
        position=position,
        prior_sd=prior,
        start=start,
        strict=False,
    )
    return found, left, right


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_fit_that_says_it_settled_stands_on_level_ground() -> None:
    settled = 0
    for model, y, start, position, prior in _tables():
        found, left, right = _fitted(model, y, start, position, prior)
        if not found.converged[0]:
            continue
        settled += 1
        ridge = 0.0 if prior is None else prior**-2
        slope = _slope(found, y, left, right, model=model, position=position, ridge=ridge)
        assert slope <= 1e-5 * (1 + y.sum()), (model, y.tolist(), start)
        assert np.isfinite(found.log_likelihood).all()
    assert settled > len(_tables()) / 3


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("model", "start", "counts"), STALLED, ids=[model for model, *_ in STALLED])
def test_a_search_that_stands_still_has_not_settled(model: str, start: list[float], counts: list[list[float]]) -> None:
    m = len(start) - 2
    pairs = list(itertools.combinations(range(m), 2))[: len(counts)]
    left, right = (np.array([pair[side] for pair in pairs], dtype=np.int32) for side in (0, 1))
    with pytest.raises(ConvergenceError):
        fit_counts(
            np.array(counts, dtype=np.float64),
            left=left,
            right=right,
            m=m,
            model=model,
            ties=model != "bradley-terry",
            position=start[-1] != 0,
            start=np.array(start),
        )


def test_an_objective_that_falls_has_not_settled() -> None:
    """The middle of this sequence is higher than what follows; falling for ever is no peak."""
    with pytest.raises(ConvergenceError):
        maximise(
            lambda x: (x + 1, -float(x[0])),
            np.zeros(1),
            project=lambda x: x,
            tolerance=1e-9,
            max_passes=50,
            what="a fall",
            accelerate=False,
        )


def _gappy() -> tuple[Ratings, Scores, MemoryEngine]:
    """Scores of two systems by raters who differ, with gaps, in the three forms that are asked for them."""
    rng = np.random.default_rng(8)
    item = np.repeat(np.arange(30), 3).astype(np.int32)
    rater = np.argsort(rng.random((30, 7)), axis=1)[:, :3].ravel().astype(np.int32)
    value = rng.normal(size=30)[item] + rng.normal(size=7)[rater] + rng.normal(size=90)
    return (
        Ratings.of(item=item, rater=rater, value=value),
        Scores.of(value=value, item=item, rater=rater, system=["x"] * 90),
        MemoryEngine.of(item=item, rater=rater, number=value, rows_per_chunk=20),
    )


def test_effects_and_qualities_that_need_more_passes_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings, scores, engine = _gappy()
    monkeypatch.setattr("beholder.stats.comparison.fair._MAX_PASSES", 1)
    with pytest.raises(ConvergenceError, match="rater severity did not converge: after 1 passes"):
        fair_mean_ratings(scores, "x")
    for module in ("projection", "projection_sums"):
        monkeypatch.setattr(f"beholder.stats.opinion.{module}.MOST_PASSES", 1)
    with pytest.raises(ConvergenceError, match="the projection did not converge: after 1 passes"):
        opinion_scores(ratings)
    with pytest.raises(ConvergenceError, match="the projection did not converge: after 1 passes"):
        opinion_scores_engine(engine, raters=range(7))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_effects_that_explain_nothing_are_not_told() -> None:
    # two raters who differ by nothing cannot both be above the mean
    with pytest.raises(ConvergenceError, match="rater severity"):
        solved_by_passes(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.ones(2))


@pytest.mark.parametrize("fit", [dawid_skene, one_coin])
def test_more_passes_would_not_move_what_is_returned(fit: Any) -> None:
    ratings, *_ = planted(np.random.default_rng(4), items=80, raters=8, values=3)
    _, longer = fit(ratings, tolerance=1e-15, max_passes=20_000)
    _, model = fit(ratings)
    assert model.log_posterior == pytest.approx(longer.log_posterior, abs=1e-4)
    part = "confusion" if fit is dawid_skene else "ability"
    assert getattr(model, part) == pytest.approx(getattr(longer, part), abs=5e-3)
    with pytest.raises(ConvergenceError):
        fit(ratings, tolerance=1e-15, max_passes=3)
