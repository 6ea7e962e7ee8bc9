"""Ratings that count by 1 over the chance that a rule asked for them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from beholder.analysis.asked_for import unit_weights
from beholder.stats.comparison.means import mean_ratings
from beholder.stats.comparison.scores import Scores
from beholder.stats.stopping.vote_rule import VoteRule

RULE = VoteRule(lead=2, least=2, most=5)
TRUE = 0.8
"""The part of all answers that say yes, where trials differ as Beta(8, 2) does."""


def weights_by_chance(
    unit: NDArray[np.int64],
    system: NDArray[np.int64],
    clear: NDArray[np.bool_],
    beyond: NDArray[np.bool_],
    *,
    full: int,
) -> NDArray[np.float64]:
    """The weight of each rating of these units."""
    n = int(unit.max()) + 1
    of_system, is_clear = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=bool)
    of_system[unit], is_clear[unit] = system, clear
    asked, more = (np.bincount(unit, weights=part, minlength=n).astype(float) for part in (~beyond, beyond))
    of_asked, of_beyond, _ = unit_weights(asked, more, of_system, is_clear, full=full)
    return np.where(beyond, of_beyond[unit], of_asked[unit])


class Study:
    """Answers of yes and no to `trials`, of which a random part is rated in full and the rest as the rule says."""

    def __init__(self, rng: np.random.Generator, *, trials: int = 150, share: float = 0.2) -> None:
        said = rng.random((trials, RULE.most)) < rng.beta(8, 2, trials)[:, None]
        in_full = rng.permutation(trials) < share * trials
        asked = np.array([self._asked(votes) for votes in said.tolist()])
        place = np.broadcast_to(np.arange(RULE.most), said.shape)
        there = in_full[:, None] | (place < asked[:, None])
        self.unit = np.nonzero(there)[0]
        self.value = said[there].astype(float)
        self.beyond = (place >= asked[:, None])[there]
        self.rater: NDArray[np.int32] = rng.integers(0, 400, len(self.unit)).astype(np.int32)
        self.clear = np.ones(len(self.unit), dtype=bool)

    @staticmethod
    def _asked(votes: list[bool]) -> int:
        return next(n for n in range(1, len(votes) + 1) if RULE.stops((sum(votes[:n]), n - sum(votes[:n]))))

    def scores(self, weight: NDArray[np.float64]) -> Scores:
        return Scores(
            value=self.value,
            system=np.zeros(len(self.value), dtype=np.int32),
            block=self.unit.astype(np.int32),
            rater=self.rater,
            systems=("all",),
            blocks=tuple(range(int(self.unit.max()) + 1)),
            raters=tuple(range(400)),
            weight=weight,
            weighted_by="chance",
        )

    def alike(self) -> NDArray[np.float64]:
        """Without a share, no trial counts more than another."""
        nowhere = np.zeros(len(self.unit), dtype=bool)
        return weights_by_chance(self.unit, np.zeros(len(self.unit), np.int64), nowhere, nowhere, full=RULE.most)

    def by_chance(self) -> NDArray[np.float64]:
        system = np.zeros(len(self.unit), dtype=np.int64)
        return weights_by_chance(self.unit, system, self.clear, self.beyond, full=RULE.most)


def test_means_are_those_of_all_ratings_where_equal_weights_are_too_extreme() -> None:
    rng = np.random.default_rng(5)
    off: list[tuple[float, float]] = []
    covered = 0
    for _ in range(300):
        study = Study(rng)
        found = mean_ratings(study.scores(study.by_chance()))
        assert found.interval is not None
        covered += found.interval[0] <= TRUE <= found.interval[1]
        off.append((found.value - TRUE, float(np.average(study.value, weights=study.alike())) - TRUE))
    (chance, equal), error = np.mean(off, axis=0), np.std(off, axis=0) / np.sqrt(len(off))
    assert abs(chance) < 3 * error[0]
    assert equal > 0.02
    assert equal > 10 * error[1]
    assert covered / len(off) > 0.92


def test_every_trial_counts_as_much_as_it_would_in_full() -> None:
    """Two trials were stopped after two answers, one such was drawn to be rated in full, one is not clear yet."""
    unit = np.array([0, 0, 1, 1, 2, 2, 2, 2, 2, 3])
    clear, beyond = unit != 3, np.zeros(10, dtype=bool)
    beyond[6:9] = True
    weights = weights_by_chance(unit, np.zeros(10, dtype=np.int64), clear, beyond, full=5)
    # the three answers beyond the rule stand for nine
    assert weights == pytest.approx([1, 1, 1, 1, 1, 1, 3, 3, 3, 5])
    assert weights.sum() == pytest.approx(4 * 5)


def test_a_system_none_of_whose_clear_trials_were_rated_on_gives_each_the_same_weight() -> None:
    unit, system = np.array([0, 0, 1, 1, 1, 2, 2, 2, 2, 2]), np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    beyond = np.array([False] * 7 + [True] * 3)
    weights = weights_by_chance(unit, system, np.ones(10, dtype=bool), beyond, full=5)
    assert weights == pytest.approx([2.5, 2.5, *[5 / 3] * 3, 1, 1, 1, 1, 1])


def test_a_share_with_more_ratings_than_the_rule_allows_stands_for_as_many_everywhere() -> None:
    """A disputed trial ends at the most of five; the one in full goes on to eight, and its last three count double."""
    unit, beyond = np.repeat([0, 1], [5, 8]), np.array([False] * 10 + [True] * 3)
    weights = weights_by_chance(unit, np.zeros(13, dtype=np.int64), np.ones(13, dtype=bool), beyond, full=8)
    assert weights == pytest.approx([1] * 10 + [2] * 3)
