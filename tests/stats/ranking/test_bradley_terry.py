"""Bradley-Terry fits against published values, choix, a GLM, and another library's golden scores."""

from __future__ import annotations

import csv

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats.ranking.bradley_terry import bootstrap_strengths, bradley_terry
from beholder.stats.ranking.pairs import LEFT, Pairs
from beholder.stats.ranking.ranks import win_table
from beholder.stats.ranking.strengths import Strengths
from beholder.stats.ranking.trinomial import fit_counts
from beholder.stats.results import ConvergenceError
from tests.stats.ranking_data import baseball, citations, data_folder, of_counts, puddings, read_lines


def _against(fit: Strengths, base: str) -> dict[str, float]:
    return {name: fit.difference(name, base).value for name in fit.names if name != base}


def _error(fit: Strengths, first: str, second: str) -> float:
    i, j = fit.names.index(first), fit.names.index(second)
    c = fit.covariance
    return float(np.sqrt(c[i, i] + c[j, j] - 2 * c[i, j]))


def _deviance(pairs: Pairs, fit: Strengths) -> float:
    counts = pairs.counts().counts[:, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        saturated = np.where(counts > 0, counts * np.log(counts / counts.sum(axis=1, keepdims=True)), 0).sum()
    return float(2 * (saturated - fit.log_likelihood.value))


def test_wikipedia_example() -> None:
    """Strengths with geometric mean 1, as the article prints them to three decimals."""
    pairs = of_counts([("A", "B", 2, 3, 0), ("A", "D", 1, 4, 0), ("B", "C", 5, 3, 0), ("C", "D", 1, 3, 0)])
    fit = bradley_terry(pairs)
    assert np.exp(fit.score) == pytest.approx([0.639835, 1.043314, 0.659810, 2.270377], abs=1e-6)


def test_citations_between_journals() -> None:
    """Agresti 2002, p. 448."""
    fit = bradley_terry(citations(), ties="none")
    against = _against(fit, "Biometrika")
    assert against == pytest.approx({"CommStat": -2.949072, "JASA": -0.479570, "JRSS-B": 0.268954}, abs=1e-6)
    errors = [_error(fit, name, "Biometrika") for name in ("CommStat", "JASA", "JRSS-B")]
    assert errors == pytest.approx([0.102545, 0.060589, 0.070830], abs=1e-6)
    assert _deviance(citations(), fit) == pytest.approx(4.293384, abs=1e-6)


def test_citations_from_the_published_table() -> None:
    lines = [line.split("\t") for line in read_lines(data_folder("paired_classics") / "citations_stigler1994.tsv.gz")]
    names = lines[0][1:]
    wins = np.array([[float(x) for x in line[1:]] for line in lines[1:]])
    rows = [(names[i], names[j], wins[i, j], wins[j, i], 0.0) for i in range(4) for j in range(i + 1, 4)]
    fit = bradley_terry(of_counts(rows))
    assert _against(fit, "Biometrika")["JRSS-B"] == pytest.approx(0.268954, abs=1e-6)


class TestBaseball:
    """Agresti 2002, p. 438, with and without the advantage of playing at home."""

    def test_without_position(self) -> None:
        fit = bradley_terry(baseball())
        expected = {"BOS": 1.107698, "CLE": 0.683853, "DET": 1.436408, "MIL": 1.581356, "NY": 1.247618, "TOR": 1.294485}
        assert _against(fit, "BAL") == pytest.approx(expected, abs=1e-6)
        assert _deviance(baseball(), fit) == pytest.approx(44.053461, abs=1e-6)

    def test_with_position(self) -> None:
        fit = bradley_terry(baseball(), position=True)
        expected = {"BOS": 1.143803, "CLE": 0.704694, "DET": 1.475357, "MIL": 1.619555, "NY": 1.281340, "TOR": 1.327110}
        assert _against(fit, "BAL") == pytest.approx(expected, abs=1e-6)
        assert fit.position is not None
        assert fit.position.interval is not None
        assert fit.position.value == pytest.approx(0.302261, abs=1e-6)
        width = fit.position.interval[1] - fit.position.interval[0]
        assert width / (2 * 1.959963984540054) == pytest.approx(0.130944, abs=1e-6)
        assert _deviance(baseball(), fit) == pytest.approx(38.642852, abs=1e-6)


def _planted(seed: int, m: int, n: int) -> tuple[Pairs, list[tuple[int, int]]]:
    rng = np.random.default_rng(seed)
    strength = rng.normal(size=m)
    left = rng.integers(0, m, n)
    right = (left + rng.integers(1, m, n)) % m
    won = rng.random(n) < 1 / (1 + np.exp(strength[right] - strength[left]))
    pairs = Pairs.of(left=left, right=right, outcome=np.where(won, "left", "right"))
    data = [(int(i), int(j)) if w else (int(j), int(i)) for i, j, w in zip(left, right, won, strict=True)]
    return pairs, data


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_choix_agrees_at_default_tolerance(seed: int) -> None:
    pairs, data = _planted(seed, 8, 2000)
    assert bradley_terry(pairs).score == pytest.approx(choix.ilsr_pairwise(8, data), abs=1e-6)


def test_logistic_regression_agrees() -> None:
    pairs, _ = _planted(11, 6, 800)
    design = np.zeros((len(pairs), 7))
    rows = np.arange(len(pairs))
    design[rows, pairs.left], design[rows, pairs.right], design[:, 6] = 1, -1, 1
    model = sm.Logit((pairs.outcome == LEFT).astype(float), design[:, 1:]).fit(disp=0, tol=1e-12)
    fit = bradley_terry(pairs, position=True)
    assert [fit.difference(name, "0").value for name in "12345"] == pytest.approx(model.params[:5], abs=1e-7)
    assert [_error(fit, name, "0") for name in "12345"] == pytest.approx(model.bse[:5], abs=1e-7)
    assert fit.position is not None
    assert fit.position.value == pytest.approx(model.params[5], abs=1e-7)
    assert fit.log_likelihood.value == pytest.approx(model.llf, abs=1e-6)


def _golden(folder: str, votes: str, golden: str, columns: tuple[str, str, str]) -> None:
    rows = list(csv.DictReader(read_lines(data_folder(folder) / votes)))
    expected: dict[str, dict[str, float]] = {}
    for row in csv.DictReader(read_lines(data_folder(folder) / golden)):
        expected.setdefault(row["algorithm"], {})[row["item"]] = float(row["score"])
    pairs = Pairs.of(
        left=[r[columns[0]] for r in rows],
        right=[r[columns[1]] for r in rows],
        outcome=[r[columns[2]] for r in rows],
    )
    fit = bradley_terry(pairs, ties="half")
    worth = dict(zip(fit.names, fit.worth, strict=True))
    assert worth == pytest.approx(expected["bradley_terry"], abs=1e-8)
    shares = {row["name"]: row["average_win_rate"] for row in win_table(pairs).systems}
    assert shares == pytest.approx(expected["average_win_rate"], abs=1e-12)


def test_golden_scores_of_another_library_on_real_votes() -> None:
    """8,931 votes on 59 systems; half-win Bradley-Terry worths and average win rates of every system."""
    _golden("llmfao_pairs", "crowd_comparisons.csv.gz", "evalica_llmfao_golden.csv.gz", ("left", "right", "winner"))


@pytest.mark.parametrize("name", ["food", "simple"])
def test_golden_scores_on_toy_votes(name: str) -> None:
    _golden("llmfao_pairs", f"evalica_{name}.csv.gz", f"evalica_{name}_golden.csv.gz", ("left", "right", "winner"))


def test_half_wins_and_left_out_ties_differ_and_ties_are_counted() -> None:
    half, none = bradley_terry(puddings()), bradley_terry(puddings(), ties="none")
    assert np.abs(half.score).max() < np.abs(none.score).max()
    assert none.n == 745 - 202
    with pytest.raises(BeholderError, match="half or none"):
        bradley_terry(puddings(), ties="davidson")


def test_half_wins_equal_half_counts() -> None:
    tied = of_counts([("a", "b", 3, 2, 4), ("b", "c", 1, 2, 2)])
    halved = of_counts([("a", "b", 5, 4, 0), ("b", "c", 2, 3, 0)])
    assert bradley_terry(tied).score == pytest.approx(bradley_terry(halved).score, abs=1e-10)


def test_not_converging_is_an_error_that_says_so() -> None:
    counts = baseball().counts()
    with pytest.raises(ConvergenceError, match="after 2 passes"):
        fit_counts(
            counts.counts,
            left=counts.left,
            right=counts.right,
            m=7,
            model="bradley-terry",
            ties=False,
            position=True,
            max_passes=2,
        )


class TestBootstrap:
    def test_resampling_counts_is_resampling_votes(self) -> None:
        """Spread over resampled votes, one by one and refitted, against the count table."""
        pairs, _ = _planted(5, 4, 400)
        rng = np.random.default_rng(0)
        slow = []
        for _ in range(300):
            rows = rng.integers(0, len(pairs), len(pairs))
            part = Pairs(
                names=pairs.names,
                left=pairs.left[rows],
                right=pairs.right[rows],
                outcome=pairs.outcome[rows],
                weight=pairs.weight[rows],
            )
            slow.append(bradley_terry(part).score)
        fast = bootstrap_strengths(pairs, rng=np.random.default_rng(1), resamples=2000, ties="half")
        assert fast.draws.std(axis=0) == pytest.approx(np.std(slow, axis=0), rel=0.15)
        assert [f.value for f in fast.findings] == pytest.approx(bradley_terry(pairs).score, abs=1e-7)

    def test_davidson_draws_centre_on_the_fit_and_repeat_with_the_seed(self) -> None:
        one = bootstrap_strengths(puddings(), rng=np.random.default_rng(3), resamples=400)
        two = bootstrap_strengths(puddings(), rng=np.random.default_rng(3), resamples=400)
        assert np.array_equal(one.draws, two.draws)
        assert one.draws.mean(axis=0) == pytest.approx([f.value for f in one.findings], abs=0.02)

    def test_separable_resamples_are_shrunk_and_counted(self) -> None:
        pairs = of_counts([("a", "b", 6, 1, 0), ("b", "c", 3, 3, 0)])
        found = bootstrap_strengths(pairs, rng=np.random.default_rng(0), resamples=200)
        assert np.all(np.isfinite(found.draws))
        assert any("separable" in note for note in found.findings[0].notes)

    def test_fractions_cannot_be_resampled(self) -> None:
        with pytest.raises(BeholderError, match="whole counts"):
            bootstrap_strengths(of_counts([("a", "b", 1.5, 1, 0)]), rng=np.random.default_rng(0))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 30), min_size=6, max_size=6))
def test_expected_wins_equal_observed_wins(cells: list[int]) -> None:
    """The likelihood equations: every system wins as often as its strengths say it should."""
    x = [float(n) for n in cells]
    pairs = of_counts([("a", "b", x[0], x[1], 0), ("b", "c", x[2], x[3], 0), ("a", "c", x[4], x[5], 0)])
    fit = bradley_terry(pairs)
    counts = pairs.counts()
    p = 1 / (1 + np.exp(fit.score[counts.right] - fit.score[counts.left]))
    n = counts.counts.sum(axis=1)
    expected = np.bincount(counts.left, n * p, 3) + np.bincount(counts.right, n * (1 - p), 3)
    observed = np.bincount(counts.left, counts.counts[:, 0], 3) + np.bincount(counts.right, counts.counts[:, 1], 3)
    assert expected == pytest.approx(observed, abs=1e-6)
