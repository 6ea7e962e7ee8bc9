"""Opinion scores against published numbers, the formulas written out on a matrix, and what must hold for any scores."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.stats import OpinionScores, Ratings, bt500_rejected, differential_ratings, opinion_scores
from tests.stats.opinion.opinion_data import Matrix, made, netflix, of_matrix, sample
from tests.stats.ranking_data import data_folder


def _value(found: OpinionScores, name: str) -> float:
    return next(f.value for f in found.findings if f.name == name)


def _by_the_book(scores: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Annex E on a whole matrix: quality, bias, inconsistency, standard error."""
    quality = np.nanmean(scores, axis=1)
    bias = np.nanmean(scores - quality[:, None], axis=0)
    while True:
        sigma = np.nanstd(scores - quality[:, None] - bias, axis=0)
        weight = np.where(np.isnan(scores), 0, 1 / (sigma**2 + 1e-8))
        before, quality = quality, np.nansum(weight * (scores - bias), axis=1) / weight.sum(axis=1)
        bias = np.nanmean(scores - quality[:, None], axis=0)
        if np.linalg.norm(quality - before) < 1e-8:
            break
    residual = scores - quality[:, None] - bias
    error = np.nanstd(residual, axis=1) / np.sqrt((~np.isnan(scores)).sum(axis=1))
    return quality + bias.mean(), bias - bias.mean(), sigma, error


class TestPublished:
    def test_the_projection_of_the_demonstration(self) -> None:
        folder = data_folder("p910")
        known = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["sample"]
        found = opinion_scores(of_matrix(sample(folder)), method="p910")
        assert found.mos == pytest.approx(known["published"]["mos_j"], abs=1e-6)
        assert found.se == pytest.approx(known["published"]["sos_j"], abs=1e-6)
        assert found.bias == pytest.approx(known["published"]["bias_i"], abs=1e-6)
        assert found.inconsistency == pytest.approx(known["published"]["inconsistency_i"], abs=1e-6)
        assert _value(found, "iterations") == known["iterations"]

    def test_the_public_data_set(self) -> None:
        folder = data_folder("p910")
        known = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["nflx_public"]["published_tests"]
        scores, reference = netflix(folder)
        ratings = of_matrix(scores)
        plain, projected = opinion_scores(ratings, method="mean"), opinion_scores(ratings, method="p910")
        assert plain.mos[[0, 10]] == pytest.approx([known["mos_asset_0"], known["mos_asset_10"]], abs=1e-6)
        assert _value(plain, "mean_mos") == pytest.approx(known["mean_mos"], abs=1e-6)
        assert plain.se.mean() == pytest.approx(known["mean_se_of_mos"], abs=1e-6)
        assert _value(projected, "bias_variance") == pytest.approx(known["projection_bias_variance"], abs=1e-6)
        assert _value(projected, "inconsistency_sum") == pytest.approx(known["projection_sum_inconsistency"], abs=1e-6)
        assert projected.mos.var() == pytest.approx(known["projection_var_mos"], abs=1e-6)
        against = opinion_scores(differential_ratings(ratings, reference), method="mean")
        assert dict(zip(against.items, against.mos, strict=True))[10] == pytest.approx(known["dmos_asset_10"], abs=1e-6)
        # the published mean counts the nine references as 5
        assert (against.mos.sum() + 9 * 5) / 79 == pytest.approx(known["mean_dmos_all_79"], abs=1e-6)

    def test_who_is_rejected_depends_on_n_or_n_less_one(self) -> None:
        folder = data_folder("p910")
        for scores, with_n, with_less in ((sample(folder), [0, 1], [1]), (netflix(folder)[0], [2], [])):
            ratings = of_matrix(scores)
            assert np.flatnonzero(bt500_rejected(ratings, deviation="n")).tolist() == with_n
            assert np.flatnonzero(bt500_rejected(ratings)).tolist() == with_less


def test_the_projection_is_the_formula_of_the_annex_with_scores_missing() -> None:
    scores = made(np.random.default_rng(3))
    quality, bias, sigma, error = _by_the_book(scores)
    found = opinion_scores(of_matrix(scores), method="p910")
    assert found.mos == pytest.approx(quality, abs=1e-7)
    assert found.bias == pytest.approx(bias, abs=1e-7)
    assert found.inconsistency == pytest.approx(sigma, abs=1e-7)
    assert found.se == pytest.approx(error, abs=1e-7)


def test_plain_means_are_those_of_a_library() -> None:
    scores = made(np.random.default_rng(4))
    found = opinion_scores(of_matrix(scores), method="mean")
    for row, given in zip(found.rows, scores, strict=True):
        kept = given[~np.isnan(given)]
        known = scipy_stats.ttest_1samp(kept, 0.0).confidence_interval(0.95)
        assert (row["mos"], row["n"]) == (pytest.approx(kept.mean()), len(kept))
        assert row["interval"] == pytest.approx((known.low, known.high))


def test_a_rater_who_answers_at_random_is_rejected_and_one_who_is_severe_is_not() -> None:
    rng = np.random.default_rng(5)
    scores = np.clip(np.round(rng.uniform(1, 5, 60)[:, None] + rng.normal(0, 0.5, (60, 15))), 1, 5)
    scores[:, 3] = rng.choice([1.0, 5.0], 60)
    scores[:, 7] = np.clip(scores[:, 7] - 2, 1, 5)
    found = opinion_scores(of_matrix(scores), method="bt500")
    assert [row["rater"] for row in found.rater_rows if row["rejected"]] == [3]
    assert _value(found, "rejected") == 1
    assert found.mos == pytest.approx(np.delete(scores, 3, axis=1).mean(axis=1))
    assert set(found.n) == {14}


def test_kurtosis_decides_how_far_is_far() -> None:
    """Five stimuli of twenty: a single score of 5 among 3s is heavy-tailed, so 2 deviations would be too strict."""
    given = np.full((5, 20), 3.0)
    given[:, 0] = [5, 1, 5, 1, 5]
    assert scipy_stats.kurtosis(given[0], fisher=False) > 4
    # 20 scores with one apart: deviation 19 / root 20 of the gap is below root 20 deviations only with n - 1
    far = (5 - given[0].mean()) / given[0].std(ddof=0)
    assert 2 < far < math.sqrt(20)
    assert not bt500_rejected(of_matrix(given), deviation="n").any()


class TestProperties:
    def test_the_order_of_rows_and_names_do_not_matter(self) -> None:
        ratings = of_matrix(made(np.random.default_rng(6)))
        order = np.random.default_rng(7).permutation(len(ratings))
        other = opinion_scores(
            Ratings.of(
                item=[f"picture {i}" for i in ratings.item[order]],
                rater=[f"person {r}" for r in ratings.rater[order]],
                value=ratings.numbers[order],
            )
        )
        found = dict(zip(other.items, other.mos, strict=True))
        plain = opinion_scores(ratings)
        for item, mos in zip(plain.items, plain.mos, strict=True):
            assert found[f"picture {item}"] == pytest.approx(mos, abs=1e-7)

    def test_a_rater_who_becomes_more_severe_changes_all_scores_alike(self) -> None:
        scores = made(np.random.default_rng(8), missing=0)
        severe = scores.copy()
        severe[:, 2] -= 1.2
        before, after = (opinion_scores(of_matrix(x)) for x in (scores, severe))
        assert before.mos - after.mos == pytest.approx(np.full(40, 1.2 / 12), abs=1e-6)
        assert after.inconsistency == pytest.approx(before.inconsistency, abs=1e-6)

    def test_scores_on_another_scale_are_the_same_up_to_the_scale(self) -> None:
        scores = made(np.random.default_rng(9))
        for method in ("mean", "bt500", "p910"):
            one, ten = (opinion_scores(of_matrix(x), method=method) for x in (scores, 10 * scores + 3))
            assert ten.mos == pytest.approx(10 * one.mos + 3, abs=1e-5)
            assert ten.se == pytest.approx(10 * one.se, abs=1e-5)
            assert (ten.rejected == one.rejected).all()

    def test_a_careless_rater_weighs_little(self) -> None:
        rng = np.random.default_rng(10)
        quality = rng.uniform(1, 5, 100)
        scores = quality[:, None] + np.array([0.2, 0.2, 0.2, 0.2, 3.0]) * rng.normal(size=(100, 5))
        found = {m: opinion_scores(of_matrix(scores), method=m) for m in ("mean", "p910")}
        error = {m: float(np.std(x.mos - quality)) for m, x in found.items()}
        assert error["p910"] < error["mean"] / 3


class TestEdges:
    def test_equal_scores_have_a_mean_and_no_interval(self) -> None:
        found = opinion_scores(of_matrix(np.array([[5.0, 5, 5], [1, 2, 3]])), method="mean")
        assert (found.rows[0]["mos"], found.rows[0]["se"], found.rows[0]["interval"]) == (5.0, 0.0, None)
        assert found.rows[1]["interval"] is not None

    def test_a_rater_of_one_stimulus_says_nothing_about_consistency(self) -> None:
        scores = made(np.random.default_rng(11), missing=0)
        lone = np.column_stack([scores, np.where(np.arange(40) == 4, 1.0, math.nan)])
        found = opinion_scores(of_matrix(lone))
        assert found.mos == pytest.approx(opinion_scores(of_matrix(scores)).mos)
        assert found.findings[0].n_dropped == 1
        assert any("one stimulus" in note for note in found.findings[0].notes)

    def test_few_scores_are_warned_of(self) -> None:
        found = opinion_scores(of_matrix(made(np.random.default_rng(12), stimuli=6, missing=0)))
        assert any("partly chance" in note for note in found.findings[0].notes)

    def test_panels_that_share_nothing_are_refused(self) -> None:
        scores = np.full((4, 4), math.nan)
        scores[:2, :2] = scores[2:, 2:] = [[1.0, 2], [3, 5]]
        with pytest.raises(BeholderError, match="2 groups that share no item") as caught:
            opinion_scores(of_matrix(scores))
        assert caught.value.code == "stats-raters-apart"
        assert opinion_scores(of_matrix(scores), method="mean").mos == pytest.approx([1.5, 4, 1.5, 4])

    def test_nothing_scored(self) -> None:
        with pytest.raises(BeholderError, match="no stimulus"):
            opinion_scores(Ratings.of(item=[], rater=[], value=[]))

    def test_words_are_refused(self) -> None:
        with pytest.raises(BeholderError) as caught:
            opinion_scores(Ratings.of(item=[1], rater=[1], value=["good"]))
        assert caught.value.code == "stats-not-numeric"

    def test_an_unknown_reference_is_named(self) -> None:
        with pytest.raises(BeholderError, match="'clean'"):
            differential_ratings(of_matrix(np.ones((2, 2))), {0: "clean"})

    def test_who_did_not_score_the_reference_does_not_enter(self) -> None:
        scores = np.array([[5.0, 4, math.nan], [2, 3, 1]])
        found = differential_ratings(of_matrix(scores), {1: 0, 0: 0})
        assert (found.numbers.tolist(), found.n_missing) == ([2.0, 4.0], 1)
