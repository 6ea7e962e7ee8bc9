"""What makes no sense is refused in words, whichever statistic is asked for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats import (
    AlphaSpread,
    BestWorst,
    Components,
    Design,
    Marks,
    MemoryEngine,
    Nearness,
    Pairs,
    Rankings,
    Ratings,
    VoteRule,
    alpha_half_width,
    alt_test,
    balanced_blocks,
    bootstrap_engine,
    bt500_rejected,
    combined_means,
    consensus_marks,
    graded_preference,
    items_for_alpha,
    items_for_power,
    krippendorff_alpha_engine,
    mark_alpha,
    max_diff,
    opinion_scores,
    opinion_scores_engine,
    percent_agreement_engine,
    plackett_luce,
    replay_stopping,
    stability_curve,
    typical_spread,
    word_shares,
)

RATINGS = Ratings.of(item=[0, 0, 0, 1, 1, 1], rater=list("abcabc"), value=[1, 2, 2, 3, 3, 1])
WORDED = Ratings.of(item=[0, 0, 1, 1], rater=list("abab"), value=["yes", "no", "yes", "yes"])
RANKINGS = Rankings.of(listed=[0, 0, 0, 1, 1, 1], system=list("xyzxyz"), rank=[1, 2, 3, 3, 1, 2])
BEST = BestWorst.of(trial=[0, 0, 0, 1, 1, 1], system=list("xyzxyz"), choice=["best", "", "worst", "worst", "best", ""])
PAIRS = Pairs.of(left=["x", "x", "z"], right=["y", "y", "y"], outcome=["left", "right", "tie"])
ONE_SIDE = Pairs.of(left=["x", "x"], right=["y", "y"], outcome=[1, -2])
MARKS = Marks.of(item=[0, 0], rater=["a", "b"], x=[1.0, 2.0], y=[1.0, 2.0])
SPREAD = AlphaSpread(alpha=0.6, unit_error=1.0, ratings=3)
COMPONENTS = Components(item=1.0, rater=0.1, residual=0.5)
RULE = VoteRule(lead=2, least=2, most=3)
RNG = np.random.default_rng(0)
UNKNOWN: Any = "no-such-thing"
ONE_EACH = np.array([0, 1], dtype=np.int32)

REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "alt-test, epsilon": (lambda: alt_test(RATINGS, models=["a"], epsilon=1.5), "epsilon lies from 0 to 1"),
    "alt-test, no model": (lambda: alt_test(RATINGS, models=[]), "no model is named"),
    "combine, lengths": (
        lambda: combined_means(item=[0, 1], system=["x"], human=[1, 2], judge=[1, 2]),
        "columns differ in length: .*item 2, system 1",
    ),
    "combine, silent judge": (
        lambda: combined_means(item=[0, 1], system=["x", "x"], human=[1, 2], judge=[None, None]),
        "the judge has no value anywhere",
    ),
    "clusters of no mark": (lambda: consensus_marks(MARKS, Nearness(radius=1), least=0), "1 mark or more"),
    "grid without cells": (lambda: mark_alpha(MARKS, size=(10, 10), radius=1, cells=0), "a cell at least"),
    "boxes without height": (
        lambda: Marks.of(item=[0], rater=["a"], x=[1], y=[1], width=[2]),
        "boxes have a width and a height",
    ),
    "marks, lengths": (lambda: Marks.of(item=[0, 1], rater=["a"], x=[1], y=[1]), "columns of marks differ in length"),
    "words, lengths": (lambda: word_shares(item=[0], rater=["a", "b"], mark=["wrong"]), "columns of words differ"),
    "opinion, method": (lambda: opinion_scores(RATINGS, method=UNKNOWN), "no method 'no-such-thing'"),
    "opinion, confidence": (lambda: opinion_scores(RATINGS, confidence=95), "confidence lies between 0 and 1"),
    "screening, deviation": (lambda: bt500_rejected(RATINGS, deviation=UNKNOWN), "divides by n-1 or n"),
    "best-worst, model": (lambda: max_diff(BEST, model=UNKNOWN), "no model 'no-such-thing'"),
    "best-worst, cluster": (lambda: max_diff(BEST, cluster="all"), "cluster must be one of"),
    "rankings, confidence": (lambda: plackett_luce(RANKINGS, confidence=0), "confidence lies between 0 and 1"),
    "rankings, lengths": (
        lambda: Rankings.of(listed=[0, 0], system=["x"], rank=[1, 2]),
        "columns differ in length",
    ),
    "rankings, twice in a list": (
        lambda: plackett_luce(Rankings.of(listed=[0, 0, 0], system=["x", "y", "x"], rank=[1, 2, 3])),
        "x",
    ),
    "grades seen on one side": (lambda: graded_preference(ONE_SIDE, position=True), "seen on both sides"),
    "alpha on an engine, words": (
        lambda: krippendorff_alpha_engine(MemoryEngine(WORDED), level="interval", values=WORDED.values),
        "the interval level needs numbers",
    ),
    "rule without a lead": (lambda: VoteRule(lead=0), "a lead is 1 or more"),
    "replay, share": (lambda: replay_stopping(RATINGS, RULE, rng=RNG, share=2), "a share lies from 0 to 1"),
    "replay, none": (lambda: replay_stopping(RATINGS, RULE, rng=RNG, replays=0), "at least one replay"),
    "replay, fewer answers than the rule": (
        lambda: replay_stopping(RATINGS, VoteRule(lead=2, most=5), rng=RNG, full=3),
        "asks for up to 5 answers",
    ),
    "crew, both given": (lambda: Design.of_crew(items=5, ratings=2, raters=3, per_rater=4), "or the items of each"),
    "crew, nothing to rate": (lambda: Design.of_crew(items=5, ratings=2, per_rater=0), "1 item or more"),
    "pilot without items": (
        lambda: Components.of_pilot_preferences(PAIRS, "x", "y"),
        "needs to know items and raters",
    ),
    "pilot, never met": (
        lambda: Components.of_pilot_preferences(
            Pairs.of(left=["x", "z"], right=["y", "y"], outcome=["left", "tie"], item=[0, 1], rater=["a", "b"]),
            "x",
            "z",
        ),
        "x and z never met",
    ),
    "alpha of one item": (lambda: alpha_half_width(SPREAD, items=1), "two items or more"),
    "alpha, no width": (lambda: items_for_alpha(SPREAD, target=0), "a half-width is above 0"),
    "power above 1": (
        lambda: items_for_power(COMPONENTS, ratings=3, raters=10, difference=0.1, target=1.5),
        "a power lies between 0 and 1",
    ),
    "blocks of fewer than no items": (
        lambda: balanced_blocks(items=-1, systems=3, size=2, ratings=1, rng=RNG),
        "items and ratings are 0 or more",
    ),
    "alpha on an engine, values unnamed": (
        lambda: krippendorff_alpha_engine(MemoryEngine(WORDED), level="nominal", values=None),
        "the nominal level needs the values by name",
    ),
    "agreement on an engine, values miscounted": (
        lambda: percent_agreement_engine(MemoryEngine(WORDED), values=["yes"]),
        "the engine holds 2 values, 1 are named",
    ),
    "bootstrap of one": (
        lambda: bootstrap_engine(MemoryEngine(RATINGS), UNKNOWN, None, float, replicates=1),
        "2 replicates or more, got 1",
    ),
    "opinion, one score each": (
        lambda: opinion_scores_engine(
            MemoryEngine.of(item=ONE_EACH, rater=ONE_EACH, number=np.array([1.0, 2.0])), raters=["a", "b"]
        ),
        "no stimulus has a score",
    ),
    "stability, lengths": (lambda: stability_curve([0, 1], [1.0], sizes=[1], rng=RNG), "columns differ in length"),
}


@pytest.mark.parametrize(("asked", "said"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_in_words(asked: Callable[[], Any], said: str) -> None:
    with pytest.raises(BeholderError, match=said) as told:
        asked()
    assert told.value.code.startswith("stats-")


def test_spreads_of_preferences_ask_for_the_share_of_wins_and_others_refuse_it() -> None:
    with pytest.raises(BeholderError, match="share of wins that you expect"):
        typical_spread("preference-crowd").components()
    with pytest.raises(BeholderError, match="is not about preferences"):
        typical_spread("picture-quality").components(share=0.6)


def test_one_block_has_no_interval_and_nothing_marked_no_agreement() -> None:
    found = combined_means(item=[0, 1, 2], system=["x"] * 3, human=[1, 2, None], judge=[1, 2, 3], block=[0, 0, 0])
    assert found.systems["x"].classical_interval is None
    assert np.isnan(found.systems["x"].width_ratio)


def test_a_model_that_shares_no_item_with_two_people_has_no_advantage() -> None:
    ratings = Ratings.of(
        item=[0, 0, 1, 1, 2], rater=["a", "b", "a", "b", "model"], value=["yes", "no", "yes", "yes", "no"]
    )
    advantage = next(one for one in alt_test(ratings, models=["model"]).findings if one.name == "advantage:model")
    assert np.isnan(advantage.value)
    assert advantage.notes
