"""Best and worst against published counts, other fits, and what must hold for any trials."""

from __future__ import annotations

import csv
import gzip
import json
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from statsmodels.discrete.conditional_models import ConditionalLogit

from beholder.errors import BeholderError
from beholder.stats import BestWorst, BestWorstModel, best_worst_table, max_diff
from tests.stats.ranking_data import data_folder

Rows = list[tuple[Any, str, Any]]


def _of(rows: Rows) -> BestWorst:
    trial, system, choice = zip(*rows, strict=True) if rows else ((), (), ())
    return BestWorst.of(trial=trial, system=system, choice=choice)


def _made(rng: np.random.Generator, *, n: int = 60, utility: tuple[float, ...] = (1.0, 0.4, 0.0, -0.4, -1.0)) -> Rows:
    rows: Rows = []
    for trial in range(n):
        shown = rng.choice(len(utility), 4, replace=False)
        pairs = list(permutations(shown, 2))
        weight = np.array([np.exp(utility[b] - utility[w]) for b, w in pairs])
        best, worst = pairs[rng.choice(len(pairs), p=weight / weight.sum())]
        rows += [(trial, f"s{k}", "best" if k == best else "worst" if k == worst else "") for k in shown]
    return rows


@pytest.mark.parametrize(("model", "key"), [("joint", "joint"), ("sequential", "best_then_worst")])
def test_issues_as_published_and_fitted_elsewhere(model: BestWorstModel, key: str) -> None:
    """350 people, 13 blocks of 4 out of 13 issues: counts, utilities, and errors with all choices independent."""
    folder = data_folder("best_worst")
    known = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["issues"]
    with gzip.open(folder / "issues.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    block, person, issue, choice = ([row[c] for row in rows] for c in ("block", "person", "issue", "choice"))
    trials = BestWorst.of(trial=block, rater=person, system=issue, choice=choice)
    fit, independent = max_diff(trials, model=model), max_diff(trials, model=model, cluster="none")
    assert fit.log_likelihood.value == pytest.approx(known["log_likelihood"][key], abs=1e-3)
    for row in best_worst_table(trials, fit):
        expected = known["items_table"][row["name"]]
        assert (row["best"], row["worst"], row["shown"]) == (expected["best"], expected["worst"], expected["shown"])
        assert row["score"] == pytest.approx(expected[key], abs=1e-4)
        k = fit.names.index(row["name"])
        assert float(np.sqrt(independent.covariance[k, k])) == pytest.approx(expected[f"{key}_se"], abs=1e-4)
    # the 13 blocks are the same for everybody and too few to tell about 13 issues; people are enough
    assert "clustered by rater" in fit.method
    assert "13 lists" in fit.notes[0]


def test_the_joint_likelihood_written_out_is_the_same_and_flat_there() -> None:
    trials = _of(_made(np.random.default_rng(1)))

    def minus(free: np.ndarray) -> float:
        u = np.append(free, -free.sum())
        total = 0.0
        for shown, best, worst in zip(trials.shown, trials.best, trials.worst, strict=True):
            total += u[best] - u[worst] - float(np.log(sum(np.exp(u[i] - u[j]) for i, j in permutations(shown, 2))))
        return -total

    fit = max_diff(trials)
    assert fit.log_likelihood.value == pytest.approx(-minus(fit.score[:-1]), abs=1e-9)
    assert approx_fprime(fit.score[:-1], minus, 1e-6) == pytest.approx(np.zeros(4), abs=1e-3)


def test_the_sequential_model_is_a_conditional_logit_of_a_library() -> None:
    trials = _of(_made(np.random.default_rng(2)))
    y, x, group = [], [], []
    for k, (shown, best, worst) in enumerate(zip(trials.shown, trials.best, trials.worst, strict=True)):
        for stage, (taken, sign) in enumerate(((best, 1.0), (worst, -1.0))):
            for system in shown:
                if stage == 1 and system == best:
                    continue
                y.append(int(system == taken))
                x.append(sign * np.eye(5)[system][1:])
                group.append(2 * k + stage)
    known = ConditionalLogit(np.array(y), np.array(x), groups=np.array(group)).fit(disp=False)
    fit = max_diff(trials, model="sequential", cluster="none")
    assert fit.score[1:] - fit.score[0] == pytest.approx(known.params, abs=1e-4)
    errors = [np.sqrt(fit.covariance[k, k] + fit.covariance[0, 0] - 2 * fit.covariance[0, k]) for k in range(1, 5)]
    assert errors == pytest.approx(known.bse, abs=1e-3)


class TestProperties:
    @pytest.mark.parametrize("model", ["joint", "sequential"])
    def test_order_of_rows_does_not_matter(self, model: BestWorstModel) -> None:
        rows = _made(np.random.default_rng(3))
        assert max_diff(_of(rows[::-1]), model=model).score == pytest.approx(
            max_diff(_of(rows), model=model).score, abs=1e-8
        )

    def test_best_and_worst_exchanged_turns_the_scale_around(self) -> None:
        rows = _made(np.random.default_rng(4))
        other = {"best": "worst", "worst": "best", "": ""}
        turned = max_diff(_of([(t, s, other[c]) for t, s, c in rows]))
        assert turned.score == pytest.approx(-max_diff(_of(rows)).score, abs=1e-8)

    def test_numbers_and_words_are_one(self) -> None:
        rows = _made(np.random.default_rng(5))
        as_number: Rows = [(t, s, {"best": 1, "worst": -1, "": 0}[c]) for t, s, c in rows]
        assert max_diff(_of(as_number)).score == pytest.approx(max_diff(_of(rows)).score, abs=1e-9)

    def test_shares_sum_to_one_and_a_clear_truth_is_found(self) -> None:
        trials = _of(_made(np.random.default_rng(6), n=600))
        table = best_worst_table(trials, max_diff(trials))
        assert [row["name"] for row in table] == ["s0", "s1", "s2", "s3", "s4"]
        assert sum(row["share"] for row in table) == pytest.approx(1.0)

    def test_one_that_is_always_best_stays_finite_and_is_named(self) -> None:
        rows: Rows = [
            (t, s, c)
            for t, (best, worst) in enumerate([("a", "b"), ("a", "c"), ("a", "d")])
            for s, c in ((x, "best" if x == best else "worst" if x == worst else "") for x in "abcd")
        ]
        fit = max_diff(_of(rows))
        assert np.isfinite(fit.score).all()
        assert "perfect separation" in fit.notes[0]
        assert fit.separation.groups[0] == ("a",)


class TestBadInput:
    @pytest.mark.parametrize(
        ("choices", "problem"),
        [
            (("best", "best", "worst"), r"row 2 · a trial has two bests, the other in row 1"),
            (("best", "worst", "worst"), r"row 3 · a trial has two worsts"),
            (("best", "", ""), r"row 1 · the trial that begins here has no worst"),
            (("", "", ""), r"row 1 · the trial that begins here has no best"),
            (("best", "wurst", ""), r'row 2 · choice "wurst" is neither'),
        ],
    )
    def test_is_refused_with_its_row(self, choices: tuple[str, ...], problem: str) -> None:
        with pytest.raises(BeholderError, match=problem) as caught:
            _of([("t", s, c) for s, c in zip("abc", choices, strict=True)])
        assert caught.value.code == "stats-bad-choice"

    def test_best_that_is_also_worst_stands_twice(self) -> None:
        with pytest.raises(BeholderError, match=r'row 3 · system "a" stands twice in one trial'):
            _of([("t", "a", "best"), ("t", "b", ""), ("t", "a", "worst")])

    def test_two_systems_are_a_comparison(self) -> None:
        with pytest.raises(BeholderError, match="shows 2 systems; best and worst take 3"):
            _of([("t", "a", "best"), ("t", "b", "worst")])

    def test_nothing_at_all(self) -> None:
        with pytest.raises(BeholderError, match="there is no trial"):
            max_diff(_of([]))
