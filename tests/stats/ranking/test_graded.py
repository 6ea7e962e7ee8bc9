"""Graded preferences against the models they become when grades are few, a library, and what must hold for any grades."""

from __future__ import annotations

import csv
import gzip
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from statsmodels.miscmodels.ordinal_model import OrderedModel

from beholder.errors import BeholderError
from beholder.stats import Pairs, both_bad_shares, davidson, graded_preference, rao_kupper, wilson
from tests.stats.ranking_data import data_folder, of_counts

_STRENGTH = np.array([0.8, 0.2, -0.3, -0.7])


def _drawn(
    seed: int, *, thresholds: tuple[float, ...], n: int = 600, delta: float = 0.3, clusters: bool = True
) -> Pairs:
    """Four systems; a grade for every threshold that |difference + noise| exceeds, toward the better side."""
    rng = np.random.default_rng(seed)
    left = rng.integers(0, 4, n)
    right = (left + rng.integers(1, 4, n)) % 4
    lead = _STRENGTH[left] - _STRENGTH[right] + delta + rng.logistic(size=n)
    grade = -np.sign(lead) * np.searchsorted(thresholds, np.abs(lead))
    return Pairs.of(
        left=[f"s{k}" for k in left],
        right=[f"s{k}" for k in right],
        outcome=[str(int(x)) for x in grade],
        item=rng.integers(0, 60, n) if clusters else None,
        rater=rng.integers(0, 20, n) if clusters else None,
    )


class TestFewGrades:
    def test_two_grades_are_davidsons_model_without_ties(self) -> None:
        pairs = _drawn(1, thresholds=(0.0,))
        fit, known = graded_preference(pairs, position=True), davidson(pairs, position=True)
        assert fit.score == pytest.approx(known.score, abs=1e-7)
        assert fit.covariance == pytest.approx(known.covariance, abs=1e-7)
        assert fit.position is not None
        assert known.position is not None
        assert fit.position.interval == pytest.approx(known.position.interval, abs=1e-7)
        assert fit.log_likelihood.value == pytest.approx(known.log_likelihood.value, abs=1e-7)

    def test_dichotomised_grades_fit_as_their_winners_do(self) -> None:
        """Seven grades, of which only who won is kept, and ties left out: both models are one."""
        pairs = _drawn(2, thresholds=(0.4, 1.2, 2.2))
        assert pairs.grade is not None
        decided = pairs.select(pairs.grade != 0)
        assert decided.grade is not None
        signs = replace(decided, grade=np.sign(decided.grade))
        assert graded_preference(signs).score == pytest.approx(davidson(decided).score, abs=1e-7)

    def test_three_grades_are_rao_and_kuppers_model(self) -> None:
        pairs = _drawn(3, thresholds=(0.5,))
        fit, known = graded_preference(pairs, position=True), rao_kupper(pairs, position=True)
        assert fit.score == pytest.approx(known.score, abs=1e-6)
        assert fit.covariance == pytest.approx(known.covariance, abs=1e-6)
        assert known.tie is not None
        assert fit.terms[0].value == pytest.approx(math.log(known.tie.value), abs=1e-6)


def test_a_librarys_ordered_logit_agrees_when_thresholds_are_free() -> None:
    """Each comparison seen from both sides makes the library's free thresholds symmetric, and counts all twice."""
    pairs = _drawn(4, thresholds=(0.4, 1.2), clusters=False)
    assert pairs.grade is not None
    side = np.eye(4)[pairs.left] - np.eye(4)[pairs.right]
    design = np.concatenate([side, -side])[:, 1:]
    known = OrderedModel(np.concatenate([-pairs.grade, pairs.grade]), design, distr="logit").fit(
        disp=False, method="bfgs"
    )
    fit = graded_preference(pairs)
    assert fit.score[1:] - fit.score[0] == pytest.approx(known.params[:3], abs=1e-3)
    assert fit.log_likelihood.value == pytest.approx(known.llf / 2, abs=1e-3)
    errors = [math.sqrt(fit.covariance[k, k] + fit.covariance[0, 0] - 2 * fit.covariance[0, k]) for k in (1, 2, 3)]
    assert errors == pytest.approx(math.sqrt(2) * known.bse[:3], abs=2e-3)


class TestProperties:
    def test_a_simulated_truth_is_recovered(self) -> None:
        fit = graded_preference(_drawn(5, thresholds=(0.4, 1.2, 2.2), n=20_000), position=True)
        assert fit.score == pytest.approx(_STRENGTH, abs=0.05)
        assert [term.value for term in fit.terms] == pytest.approx([0.4, 1.2, 2.2], abs=0.06)
        assert [term.name for term in fit.terms] == ["threshold:1", "threshold:2", "threshold:3"]
        assert fit.position is not None
        assert fit.position.value == pytest.approx(0.3, abs=0.05)

    def test_swapping_sides_flips_the_side_term_and_nothing_else(self) -> None:
        pairs = _drawn(6, thresholds=(0.4, 1.2, 2.2))
        assert pairs.grade is not None
        swapped = Pairs.of(
            left=[pairs.names[k] for k in pairs.right],
            right=[pairs.names[k] for k in pairs.left],
            outcome=[str(-x) for x in pairs.grade],
        )
        fit, other = graded_preference(pairs, position=True), graded_preference(swapped, position=True)
        assert other.score == pytest.approx(fit.score, abs=1e-7)
        assert fit.position is not None
        assert other.position is not None
        assert other.position.value == pytest.approx(-fit.position.value, abs=1e-7)

    def test_grades_are_an_order_not_numbers(self) -> None:
        pairs = _drawn(7, thresholds=(0.4, 1.2, 2.2))
        assert pairs.grade is not None
        wider = replace(pairs, grade=np.sign(pairs.grade) * np.array([0, 1, 4, 9], dtype=np.int8)[np.abs(pairs.grade)])
        assert graded_preference(wider).score == pytest.approx(graded_preference(pairs).score, abs=1e-8)

    def test_one_that_never_loses_stays_finite_and_is_named(self) -> None:
        fit = graded_preference(
            Pairs.of(left=["a", "a", "b", "c"], right=["b", "c", "c", "b"], outcome=["-2", "-2", "1", "2"])
        )
        assert np.isfinite(fit.score).all()
        assert any("perfect separation" in note for note in fit.notes)


class TestOutcomes:
    def test_both_bad_and_unsure_are_set_apart(self) -> None:
        pairs = Pairs.of(
            left=["a"] * 8,
            right=["b"] * 8,
            outcome=["left", "right", "tie", "both_bad", "both_bad", "unsure", None, "left"],
        )
        assert (len(pairs), pairs.n_unsure, pairs.n_dropped) == (4, 1, 4)
        share = both_bad_shares(pairs)[0]
        assert (share.name, share.value, share.n, share.n_dropped) == ("both_bad", 2 / 6, 6, 1)
        assert share.interval == pytest.approx(wilson(2, 6).interval)
        fit = davidson(pairs)
        plain = davidson(of_counts([("a", "b", 2, 1, 1)]))
        assert fit.score == pytest.approx(plain.score)
        assert ["both were bad" in note or "unsure" in note for note in fit.notes[:2]] == [True, True]

    def test_a_share_of_each_system_over_where_it_stood(self) -> None:
        pairs = Pairs.of(left=["a", "a", "b"], right=["b", "c", "c"], outcome=["both_bad", "left", "right"])
        shares = {f.name: f.value for f in both_bad_shares(pairs)}
        assert shares == {"both_bad": 1 / 3, "both_bad:a": 0.5, "both_bad:b": 0.5, "both_bad:c": 0.0}

    def test_repeating_items_widen_the_share(self) -> None:
        rng = np.random.default_rng(8)
        bad = np.repeat(rng.random(40) < 0.3, 10)
        columns = {"left": ["a"] * 400, "right": ["b"] * 400, "outcome": ["both_bad" if x else "left" for x in bad]}
        clustered = both_bad_shares(Pairs.of(**columns, item=np.repeat(np.arange(40), 10)))[0]
        plain = both_bad_shares(Pairs.of(**columns))[0]
        assert clustered.value == pytest.approx(plain.value)
        assert clustered.interval is not None
        assert plain.interval is not None
        assert clustered.interval[1] - clustered.interval[0] > 2 * (plain.interval[1] - plain.interval[0])

    def test_votes_with_four_outcomes_as_published(self) -> None:
        folder = data_folder("genai_bench")
        known = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        with gzip.open(folder / "votes.tsv.gz", "rt", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        for task in ("image", "edit", "video"):
            votes = [row["human"] for row in rows if row["task"] == task]
            pairs = Pairs.of(left=["A"] * len(votes), right=["B"] * len(votes), outcome=votes)
            people = known[task]["people"]
            counts = pairs.counts().counts[0].tolist()
            assert counts == [people["A>B"], people["B>A"], people["A=B=Good"]]
            assert both_bad_shares(pairs)[0].value == pytest.approx(people["A=B=Bad"] / known[task]["votes"])

    def test_a_system_called_like_a_word_of_other_tables_is_a_winner(self) -> None:
        pairs = Pairs.of(left=["model_b"], right=["model_a"], outcome=["model_a"])
        assert pairs.outcome.tolist() == [1]

    def test_sides_and_grades_are_not_mixed(self) -> None:
        with pytest.raises(BeholderError, match=r"row 2 · the outcome is a side, and others are grades"):
            Pairs.of(left=["a", "a"], right=["b", "b"], outcome=["-2", "left"])

    def test_a_tie_beside_grades_is_grade_0(self) -> None:
        pairs = Pairs.of(left=["a", "a", "a"], right=["b", "b", "b"], outcome=["-2", "tie", "both_bad"])
        assert pairs.grade is not None
        assert pairs.grade.tolist() == [-2, 0]

    def test_half_grades_are_no_outcomes(self) -> None:
        with pytest.raises(BeholderError, match=r'row 1 · outcome "1.5" is neither'):
            Pairs.of(left=["a"], right=["b"], outcome=["1.5"])

    def test_words_have_no_grades(self) -> None:
        with pytest.raises(BeholderError, match="not graded"):
            graded_preference(of_counts([("a", "b", 2, 1, 1)]))

    def test_nothing_but_zeros_ranks_nobody(self) -> None:
        fit = graded_preference(Pairs.of(left=["a", "b"], right=["b", "a"], outcome=["0", "0"]))
        assert np.isnan(fit.score).all()
        assert "every comparison is a tie" in fit.notes[0]
