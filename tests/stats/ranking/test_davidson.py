"""Davidson's and Rao-Kupper's models against published fits, an independent GLM, and what must hold for any data."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.ranking.bradley_terry import bradley_terry
from beholder.stats.ranking.davidson import davidson, rao_kupper
from beholder.stats.ranking.pairs import LEFT, RIGHT, Pairs
from beholder.stats.ranking.strengths import Strengths
from tests.stats.ranking_data import of_counts, puddings


def _versus_first(fit: Strengths) -> list[float]:
    return [fit.difference(name, fit.names[0]).value for name in fit.names[1:]]


def _errors_versus_first(fit: Strengths) -> list[float]:
    c = fit.covariance
    return [math.sqrt(c[i, i] + c[0, 0] - 2 * c[i, 0]) for i in range(1, len(fit.names))]


def _log_se(fit: Strengths) -> float:
    assert fit.tie is not None
    assert fit.tie.interval is not None
    return math.log(fit.tie.interval[1] / fit.tie.interval[0]) / (2 * 1.959963984540054)


class TestPuddings:
    """Davidson 1970, table 3; estimates to full precision confirmed by a Poisson GLM and two other programs."""

    def test_davidson(self) -> None:
        fit = davidson(puddings())
        assert _versus_first(fit) == pytest.approx([0.220242, 0.152978, 0.175145, 0.133865, 0.377135], abs=1e-6)
        assert _errors_versus_first(fit) == pytest.approx([0.187217, 0.193518, 0.188211, 0.192705, 0.192406], abs=1e-6)
        assert fit.worth == pytest.approx([0.138803, 0.173002, 0.161747, 0.165373, 0.158685, 0.202389], abs=1e-6)
        assert fit.tie is not None
        assert fit.tie.value == pytest.approx(0.746823, abs=1e-6)
        assert _log_se(fit) == pytest.approx(0.082499, abs=1e-6)
        assert fit.log_likelihood.value == pytest.approx(-809.709510, abs=1e-6)
        assert fit.n == 745

    def test_davidsons_own_table_to_its_precision(self) -> None:
        """Davidson stopped after seven iterations, so his fourth decimal is the last that holds."""
        fit = davidson(puddings())
        assert fit.worth == pytest.approx([0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855], abs=3e-5)

    def test_position_term(self) -> None:
        fit = davidson(puddings(), position=True)
        assert fit.position is not None
        assert fit.position.interval is not None
        assert fit.position.value == pytest.approx(-0.084128, abs=1e-6)
        width = fit.position.interval[1] - fit.position.interval[0]
        assert width / (2 * 1.959963984540054) == pytest.approx(0.182040, abs=1e-6)

    def test_rao_kupper(self) -> None:
        fit = rao_kupper(puddings())
        assert _versus_first(fit) == pytest.approx([0.173718, 0.120049, 0.139879, 0.104969, 0.298010], abs=1e-6)
        assert fit.worth == pytest.approx([0.144399, 0.171794, 0.162817, 0.166078, 0.160381, 0.194531], abs=1e-6)
        assert fit.tie is not None
        assert fit.tie.value == pytest.approx(1.748457, abs=1e-6)
        assert fit.log_likelihood.value == pytest.approx(-809.697133, abs=1e-6)

    def test_poisson_regression_agrees(self) -> None:
        """The log-linear form fitted by a library: one constant per pair, half a strength per win, nu per tie."""
        counts = puddings().counts()
        y, design = [], []
        for k, (i, j, row) in enumerate(zip(counts.left, counts.right, counts.counts, strict=True)):
            for outcome, sign in ((0, 0.5), (1, -0.5), (2, 0.0)):
                line = np.zeros(15 + 6 + 1)
                line[k] = 1
                line[15 + i], line[15 + j] = sign, -sign
                line[-1] = outcome == 2
                y.append(row[outcome])
                design.append(line)
        columns = np.delete(np.array(design), 15, axis=1)
        model = sm.GLM(np.array(y), columns, family=sm.families.Poisson()).fit(tol=1e-12)
        fit = davidson(puddings())
        assert _versus_first(fit) == pytest.approx(model.params[15:20], abs=1e-8)
        assert _errors_versus_first(fit) == pytest.approx(model.bse[15:20], abs=1e-8)
        assert model.deviance == pytest.approx(15.770406, abs=1e-6)


def _sample(seed: int = 7, *, n: int = 900, m: int = 5, raters: int = 12, items: int = 60) -> Pairs:
    rng = np.random.default_rng(seed)
    left = rng.integers(0, m, n)
    right = (left + rng.integers(1, m, n)) % m
    d = 0.5 * (left - right) + 0.3
    weights = np.stack([np.exp(d / 2), np.exp(-d / 2), np.full(n, 0.6)])
    draw = rng.random(n) * weights.sum(axis=0)
    outcome = np.where(draw < weights[0], "left", np.where(draw < weights[0] + weights[1], "right", "tie"))
    name = np.array([f"s{i}" for i in range(m)])
    return Pairs.of(
        left=name[left],
        right=name[right],
        outcome=outcome,
        item=rng.integers(0, items, n),
        rater=rng.integers(0, raters, n),
    )


def _swapped(pairs: Pairs) -> Pairs:
    outcome = np.where(pairs.outcome == LEFT, RIGHT, np.where(pairs.outcome == RIGHT, LEFT, pairs.outcome))
    return replace(pairs, left=pairs.right, right=pairs.left, outcome=outcome.astype(np.int8))


class TestWhatMustHold:
    @settings(max_examples=20, deadline=None)
    @given(st.permutations(range(5)), st.integers(0, 100))
    def test_relabelling_permutes_scores(self, order: list[int], seed: int) -> None:
        pairs = _sample(seed, n=300)
        renamed = Pairs.of(
            left=[f"x{order[i]}" for i in pairs.left],
            right=[f"x{order[i]}" for i in pairs.right],
            outcome=np.array(["left", "right", "tie"])[pairs.outcome],
            item=pairs.item,
            rater=pairs.rater,
        )
        before, after = davidson(pairs, position=True), davidson(renamed, position=True)
        for i in range(5):
            one, two = before[f"s{i}"], after[f"x{order[i]}"]
            assert two.value == pytest.approx(one.value, abs=1e-8)
            assert two.interval == pytest.approx(one.interval, abs=1e-8)

    @settings(max_examples=20, deadline=None)
    @given(st.integers(0, 1000))
    def test_swapping_sides_flips_position_and_keeps_the_rest(self, seed: int) -> None:
        pairs = _sample(seed, n=300)
        one, two = davidson(pairs, position=True), davidson(_swapped(pairs), position=True)
        assert one.position is not None
        assert two.position is not None
        assert one.tie is not None
        assert two.tie is not None
        assert two.position.value == pytest.approx(-one.position.value, abs=1e-8)
        assert two.score == pytest.approx(one.score, abs=1e-8)
        assert two.tie.value == pytest.approx(one.tie.value, abs=1e-8)
        assert two.log_likelihood.value == pytest.approx(one.log_likelihood.value, abs=1e-6)

    @settings(max_examples=10, deadline=None)
    @given(st.integers(0, 1000), st.integers(2, 9))
    def test_repeating_the_data_keeps_estimates_and_narrows_model_based_intervals(self, seed: int, times: int) -> None:
        pairs = _sample(seed, n=300)
        more = replace(pairs, weight=pairs.weight * times)
        one, two = (davidson(x, cluster="none") for x in (pairs, more))
        assert two.score == pytest.approx(one.score, abs=1e-7)
        assert two.covariance * times == pytest.approx(one.covariance, rel=1e-6, abs=1e-12)

    def test_repeating_each_cluster_does_not_narrow_clustered_intervals(self) -> None:
        """Five copies of each vote by the same rater on the same item are not five votes."""
        pairs = _sample()
        more = replace(pairs, weight=pairs.weight * 5)
        assert davidson(more).covariance == pytest.approx(davidson(pairs).covariance, rel=1e-6, abs=1e-12)

    def test_weights_are_repeated_rows(self) -> None:
        pairs = _sample(n=200)
        rows = np.repeat(np.arange(len(pairs)), 3)
        repeated = Pairs(
            names=pairs.names,
            left=pairs.left[rows],
            right=pairs.right[rows],
            outcome=pairs.outcome[rows],
            weight=np.ones(len(rows)),
            item=None if pairs.item is None else pairs.item[rows],
            rater=None if pairs.rater is None else pairs.rater[rows],
        )
        one, two = davidson(replace(pairs, weight=np.full(len(pairs), 3.0))), davidson(repeated)
        assert one.score == pytest.approx(two.score, abs=1e-9)
        assert one.covariance == pytest.approx(two.covariance, abs=1e-12)

    def test_real_counts_are_taken(self) -> None:
        pairs = of_counts([("a", "b", 2.5, 1.25, 0.75), ("b", "c", 0.5, 1.5, 1.0)])
        whole = of_counts([("a", "b", 10, 5, 3), ("b", "c", 2, 6, 4)])
        assert davidson(pairs).score == pytest.approx(davidson(whole).score, abs=1e-9)


class TestClusteredErrors:
    def test_one_way_sandwich_by_hand(self) -> None:
        """Score rows summed by item in a plain loop, with the inverse information on both sides."""
        pairs = _sample()
        assert pairs.item is not None
        fit = davidson(pairs, cluster="item")
        bread = davidson(pairs, cluster="none")
        m = len(fit.names)
        assert fit.tie is not None
        eta = math.log(fit.tie.value)
        sums: dict[int, np.ndarray] = {}
        for i, j, outcome, item in zip(pairs.left, pairs.right, pairs.outcome, pairs.item, strict=True):
            d = fit.score[i] - fit.score[j]
            p = np.exp([d / 2, -d / 2, eta])
            p /= p.sum()
            seen = np.eye(3)[outcome]
            by_d = ((seen - p) * [0.5, -0.5, 0]).sum()
            row = sums.setdefault(int(item), np.zeros(m + 1))
            row[i] += by_d
            row[j] -= by_d
            row[m] += seen[2] - p[2]
        table = np.array(list(sums.values()))
        meat = len(table) / (len(table) - 1) * table.T @ table
        step = 1e-5
        information = np.zeros((m + 1, m + 1))
        centre = np.append(fit.score, eta)
        for a in range(m + 1):
            for sign in (1, -1):
                moved = centre.copy()
                moved[a] += sign * step
                information[a] -= sign * _score(pairs, moved) / (2 * step)
        inverse = np.linalg.pinv(information, rcond=1e-8)
        assert bread.covariance == pytest.approx(inverse[:m, :m], abs=1e-6)
        assert fit.covariance == pytest.approx((inverse @ meat @ inverse)[:m, :m], abs=1e-6)
        assert fit.df == len(table) - 1

    def test_two_way_takes_the_smaller_number_of_clusters(self) -> None:
        fit = davidson(_sample(raters=12, items=60))
        assert fit.df == 11
        assert "clustered by item and rater" in fit.method

    def test_one_rater_leaves_items_and_says_so(self) -> None:
        fit = davidson(_sample(raters=1))
        assert "clustered by item, t(59)" in fit.method
        assert any("one rater" in note for note in fit.notes)


def _score(pairs: Pairs, parameters: np.ndarray) -> np.ndarray:
    m = len(pairs.names)
    out = np.zeros(m + 1)
    for i, j, outcome in zip(pairs.left, pairs.right, pairs.outcome, strict=True):
        d = parameters[i] - parameters[j]
        p = np.exp([d / 2, -d / 2, parameters[m]])
        p /= p.sum()
        seen = np.eye(3)[outcome]
        by_d = ((seen - p) * [0.5, -0.5, 0]).sum()
        out[i] += by_d
        out[j] -= by_d
        out[m] += seen[2] - p[2]
    return out


class TestDegenerate:
    def test_all_ties_say_nothing_about_strengths(self) -> None:
        fit = davidson(of_counts([("a", "b", 0, 0, 5), ("b", "c", 0, 0, 5)]))
        assert np.isnan(fit.score).all()
        assert any("every comparison is a tie" in note for note in fit.notes)

    def test_no_ties_is_bradley_terry(self) -> None:
        pairs = of_counts([("a", "b", 3, 2, 0), ("b", "c", 4, 1, 0), ("a", "c", 2, 2, 0)])
        fit, plain = davidson(pairs), bradley_terry(pairs, ties="none")
        assert fit.score == pytest.approx(plain.score, abs=1e-12)
        assert fit.tie is not None
        assert fit.tie.value == 0
        assert any("no ties" in note for note in fit.notes)

    def test_perfect_separation_is_shrunk_and_said(self) -> None:
        fit = davidson(of_counts([("a", "b", 9, 0, 0), ("b", "c", 4, 4, 2)]))
        assert np.all(np.isfinite(fit.score))
        assert np.abs(fit.score).max() < 6
        assert fit.score[0] > fit.score[1]
        assert any("perfect separation" in note and "prior" in note for note in fit.notes)

    def test_a_tie_is_enough_where_nu_is_known_from_others(self) -> None:
        """A never lost to B, but tied with it once, and B and C tell how common ties are: no prior is needed."""
        fit = davidson(of_counts([("a", "b", 9, 0, 1), ("b", "c", 4, 4, 2)]))
        assert not fit.separation.separable
        assert not any("prior" in note for note in fit.notes)

    def test_the_prior_is_not_used_where_it_is_not_needed(self) -> None:
        one, two = davidson(puddings(), prior_sd=2.0), davidson(puddings(), prior_sd=0.01)
        assert one.score == pytest.approx(two.score, abs=1e-12)

    def test_position_that_was_never_swapped_is_refused(self) -> None:
        with pytest.raises(BeholderError) as caught:
            davidson(of_counts([("a", "b", 3, 2, 1)]), position=True)
        assert caught.value.code == "stats-position-unidentified"

    def test_no_comparison_at_all(self) -> None:
        with pytest.raises(BeholderError) as caught:
            davidson(Pairs.of(left=["a"], right=["b"], outcome=[None]))
        assert caught.value.code == "stats-no-pairs"

    def test_unknown_clustering(self) -> None:
        with pytest.raises(BeholderError, match="cluster must be one of"):
            davidson(puddings(), cluster="judge")
