"""Rankings from little: what can be told, what is said where it cannot, and fits that do not settle."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import studentized_range

from beholder.errors import BeholderError
from beholder.stats import (
    MemoryEngine,
    Pairs,
    Rankings,
    both_bad_shares,
    davidson,
    graded_preference,
    plackett_luce,
    strengths_engine,
)
from beholder.stats.ranking.graph import separation
from beholder.stats.ranking.ranks import max_t
from beholder.stats.results import ConvergenceError
from tests.stats.sum_cases import ALL, SYSTEMS


def _pairs(left: str, right: str, outcome: list[object], **more: object) -> Pairs:
    return Pairs.of(left=list(left), right=list(right), outcome=outcome, **more)  # type: ignore[arg-type]


def test_where_the_left_always_wins_the_side_alone_predicts_it() -> None:
    found = separation(_pairs("abab", "baba", ["left"] * 4).counts(), ties=False, position=True)
    assert found.separable
    assert str(found) == "outcomes can be predicted without error along some direction of the strengths"


def test_a_tie_puts_nobody_behind() -> None:
    # a ties with c, and both always beat b
    found = graded_preference(_pairs("aacb", "bcba", [-2, 0, -1, 2]))
    assert found.separation.groups == (("a",), ("c",), ("b",))
    score = dict(zip(found.names, found.score, strict=True))
    assert score["b"] < min(score["a"], score["c"])


@pytest.mark.parametrize("fit", [davidson, graded_preference])
def test_one_item_and_one_rater_leave_the_errors_of_the_model(fit: object) -> None:
    outcome: list[object] = ["left", "left", "right", "tie"] if fit is davidson else [-2, -1, 1, 0]
    repeated = _pairs("aaaa", "bbbb", outcome, item=[1] * 4, rater=[1] * 4)
    alone = _pairs("aaaa", "bbbb", outcome)
    found, plain = fit(repeated), fit(alone)  # type: ignore[operator]
    assert found.covariance == pytest.approx(plain.covariance)
    assert "model-based standard errors" in found.method
    notes = " ".join(found.notes)
    assert "one rater only" in notes
    assert "one item only" in notes


def test_a_handful_of_clusters_is_told() -> None:
    rng = np.random.default_rng(2)
    n = 60
    won: list[object] = rng.choice(["left", "right"], n).tolist()
    few = davidson(Pairs.of(left=["a"] * n, right=["b"] * n, outcome=won, item=[k % 4 for k in range(n)]))
    many = davidson(Pairs.of(left=["a"] * n, right=["b"] * n, outcome=won, item=[k % 20 for k in range(n)]))
    assert few.df == 3
    assert "only 4 clusters of one kind: the intervals are wide and rough" in few.notes
    assert len(few.notes) == len(many.notes) + 1


def test_lists_of_few_raters_cannot_be_clustered_by_them() -> None:
    rng = np.random.default_rng(0)
    lists, raters = 12, 3
    rows = [(listed, rater, system) for listed in range(lists) for rater in range(raters) for system in "xyz"]
    rankings = Rankings.of(
        listed=[one for one, _, _ in rows],
        rater=[one for _, one, _ in rows],
        system=[one for *_, one in rows],
        rank=np.concatenate([rng.permutation(3) + 1 for _ in range(lists * raters)]).tolist(),
    )
    both, by_list = plackett_luce(rankings), plackett_luce(rankings, cluster="list")
    assert both.covariance == pytest.approx(by_list.covariance)
    assert any("3 raters for 3 terms are too few" in note for note in both.notes)
    assert "model-based" in plackett_luce(rankings, cluster="rater").method


def test_a_handful_of_lists_is_told() -> None:
    rows = [
        (listed, system, rank)
        for listed in range(8)
        for rank, system in enumerate("xyz"[listed % 3 :] + "xyz"[: listed % 3], 1)
    ]
    rankings = Rankings.of(
        listed=[one for one, _, _ in rows], system=[one for _, one, _ in rows], rank=[one for *_, one in rows]
    )
    found = plackett_luce(rankings)
    assert found.df == 7
    assert "only 8 clusters of one kind: the intervals are wide and rough" in found.notes


def test_raters_that_are_fixed_do_not_enter_the_errors_in_chunks_either() -> None:
    columns = ALL["davidson"].columns
    pairs = Pairs.of(
        left=[SYSTEMS[k] for k in columns["left"]],
        right=[SYSTEMS[k] for k in columns["right"]],
        outcome=[("left", "right", "tie")[k] for k in columns["outcome"]],
        item=columns["item"],
        rater=columns["rater"],
    )
    whole = davidson(pairs, cluster="item")
    for given in (columns, {name: column for name, column in columns.items() if name != "rater"}):
        found = strengths_engine(MemoryEngine.of(**given, rows_per_chunk=100), systems=SYSTEMS, fixed="rater" in given)
        assert found.covariance == pytest.approx(whole.covariance, abs=1e-9)
        assert found.df == whole.df


def test_too_many_systems_are_refused_before_they_are_fitted() -> None:
    chain = [str(k) for k in range(3_002)]
    with pytest.raises(BeholderError, match="3002 systems are too many to rank together; 3000 is the most"):
        davidson(Pairs.of(left=chain[:-1], right=chain[1:], outcome=["left"] * 3_001))
    engine = MemoryEngine.of(item=np.zeros(1, np.int32), left=np.zeros(1, np.int32), right=np.ones(1, np.int32))
    with pytest.raises(BeholderError, match="1001 systems are too many to rank together; 1000 is the most"):
        strengths_engine(engine, systems=chain[:1_001])


def test_systems_of_which_nobody_was_sure_have_no_share() -> None:
    found = {one.name: one.value for one in both_bad_shares(_pairs("aac", "bbb", ["left", "both_bad", "unsure"]))}
    assert found == {"both_bad": 0.5, "both_bad:a": 0.5, "both_bad:b": 0.5}


def test_a_verdict_may_compare_the_systems_by_name() -> None:
    found = Pairs.of(
        left=["moth", "moth", "wren"],
        right=["wren", "wren", "moth"],
        outcome=["moth > wren", "[[Moth<Wren]]", "wren>moth"],
    )
    assert found.outcome.tolist() == [0, 1, 0]
    with pytest.raises(BeholderError, match='outcome "moth > ant" is neither'):
        Pairs.of(left=["moth"], right=["wren"], outcome=["moth > ant"])


def test_the_largest_difference_of_known_variances_is_tabulated_too() -> None:
    found = max_t(np.eye(4), df=math.inf, confidence=0.95, rng=np.random.default_rng(1), draws=100_000)
    assert found == pytest.approx(studentized_range.ppf(0.95, 4, np.inf) / math.sqrt(2), rel=0.01)


def test_fits_that_are_given_too_few_passes_say_that_they_did_not_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beholder.stats.ranking.graded._MOST_PASSES", 2)
    with pytest.raises(ConvergenceError, match="the fit of grades did not converge: after 2 passes"):
        graded_preference(_pairs("aaaa", "bbbb", [-2, -1, 1, 1]))
    monkeypatch.setattr("beholder.stats.ranking.choices._MOST_PASSES", 2)
    rankings = Rankings.of(listed=[0, 0, 1, 1, 2, 2], system=[*"xyxyyx"], rank=[1, 2] * 3)
    with pytest.raises(ConvergenceError, match="the fit of choices did not converge: after 2 passes"):
        plackett_luce(rankings)
