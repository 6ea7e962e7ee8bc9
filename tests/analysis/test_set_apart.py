"""Preferences that ask more: what does not say who is better stands apart, and grades give strengths of their own."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.special import expit

from beholder.analysis import Analysis, Context, FieldInfo, RatingsData, analyse_any
from beholder.analysis.votes import votes_of
from beholder.fields import Form, Preference
from beholder.stats import davidson
from tests.analysis.tables import table

W = {"en": "Which is better?", "zh": "哪个更好？"}
STRENGTH = {"dull": -0.9, "fair": 0.0, "keen": 0.9}
THRESHOLDS = (0.4, 1.3, 2.6)
SIDE = 0.3


def _data(field: Preference, answers: list[tuple[str, str, str, str, Any]], *, kind: str = "main") -> RatingsData:
    """Answers of (item, rater, left system, right system, value) as the server would store and export them."""
    form = Form(fields={"better": field})
    rows = []
    for number, (item, rater, left, right, value) in enumerate(answers):
        payload = form.check({"trial": {"better": value}, "slots": []}, slots=2)
        for cell in form.cells(payload, slots=2):
            rows += [
                {"item": item, "rater": rater, "answer": f"{kind}{number}", "trial": f"{item}-{left}-{right}"}
                | {"field": "better", "value": cell.value, "number": np.nan if cell.number is None else cell.number}
                | {"system": (left, right)[cell.slot or 0], "side": ("left", "right")[cell.slot or 0], "kind": kind}
            ]
    return table(rows, fields=FieldInfo.of_form(form))


def _graded_answers(rng: np.random.Generator, *, items: int, raters: int) -> list[tuple[str, str, str, str, Any]]:
    """Grades drawn from the cumulative model itself, every pair of systems on every item by every rater."""
    found = []
    for item in range(items):
        for rater in range(raters):
            for pair in combinations(STRENGTH, 2):
                left, right = pair if rng.random() < 0.5 else pair[::-1]
                ahead = STRENGTH[left] - STRENGTH[right] + SIDE
                # P(left preferred by g or more), from the right's best to the left's best
                at_least = [*(expit(ahead + t) for t in THRESHOLDS[::-1]), *(expit(ahead - t) for t in THRESHOLDS)]
                draw = rng.random()
                grade = sum(draw < p for p in at_least) - len(THRESHOLDS)
                found.append((f"i{item}", f"r{rater}", left, right, -int(grade)))
    return found


@pytest.fixture(scope="module")
def graded() -> Analysis:
    field = Preference(label=W, steps=7)
    return analyse_any(_data(field, _graded_answers(np.random.default_rng(4), items=60, raters=6)), Context())


def _holds(analysis: Analysis, name: str, truth: float) -> bool:
    interval = analysis.finding(name).interval
    assert interval is not None
    return interval[0] <= truth <= interval[1]


def test_grades_give_back_the_strengths_thresholds_and_side_they_were_drawn_with(graded: Analysis) -> None:
    for a, b in combinations(STRENGTH, 2):
        assert _holds(graded, f"better.difference.{a}-{b}", STRENGTH[a] - STRENGTH[b])
    for number, threshold in enumerate(THRESHOLDS, start=1):
        assert _holds(graded, f"better.threshold:{number}", threshold)
    assert _holds(graded, "better.position", SIDE)
    assert [row["system"] for row in graded.table("better.systems").rows] == ["keen", "fair", "dull"]
    assert graded.finding("better.alpha").method.startswith("Krippendorff's alpha, ordinal level")
    assert "cumulative logit" in graded.method.to("en")
    assert "Davidson" not in graded.method.to("en")


def test_the_report_shows_how_often_each_grade_was_given(graded: Analysis) -> None:
    (chart,) = [chart for chart in graded.charts if chart.name == "better.grades"]
    parts = list(dict.fromkeys(row["part"] for row in chart.rows))
    assert parts == ["−3", "−2", "−1", "0", "+1", "+2", "+3"]
    mean = {
        system: sum(parts.index(row["part"]) * row["share"] for row in chart.rows if row["label"] == system)
        for system in STRENGTH
    }
    assert mean["dull"] < mean["fair"] < mean["keen"]


SIDES = ("left", "right")


@pytest.fixture(scope="module")
def mixed() -> list[tuple[str, str, str, str, Any]]:
    """Six raters, ten items: on two items everything is bad, on one rater 0 cannot tell."""
    rng = np.random.default_rng(7)
    found: list[tuple[str, str, str, str, Any]] = []
    for item in range(10):
        for rater in range(6):
            for pair in combinations(STRENGTH, 2):
                left, right = pair if rng.random() < 0.5 else pair[::-1]
                better = SIDES[int(STRENGTH[right] + rng.normal() > STRENGTH[left])]
                value = "both_bad" if item < 2 else "unsure" if (item, rater) == (5, 0) else better
                found.append((f"i{item}", f"r{rater}", left, right, value))
    return found


def test_both_bad_is_a_share_of_its_own_and_the_rest_is_as_if_it_had_not_been_said(
    mixed: list[tuple[str, str, str, str, Any]],
) -> None:
    asked = Preference(label=W, both_bad=True, unsure=True)
    whole = analyse_any(_data(asked, mixed), Context())
    rest = analyse_any(_data(asked, [one for one in mixed if one[4] in SIDES]), Context())
    for system in STRENGTH:
        for what in ("strength", "win_share"):
            assert whole.finding(f"better.{what}.{system}").value == rest.finding(f"better.{what}.{system}").value
        assert whole.finding(f"better.both_bad.{system}").value == pytest.approx(24 / (24 + 94))
    share = whole.finding("better.both_bad")
    # 36 of 180 comparisons are bad, 3 are no answer
    assert share.value == pytest.approx(36 / 177)
    assert (share.n, share.n_dropped) == (177, 3)
    assert share.interval is not None
    assert whole.finding("better.unsure").value == 3
    assert whole.finding("better.strength.keen").n_dropped == 39
    assert [row["both_bad"] for row in whole.table("better.systems").rows] == pytest.approx([24 / 118] * 3)
    assert not any(finding.name.startswith("better.both_bad") for finding in rest.findings)
    assert "both_bad" not in {column.name for column in rest.table("better.systems").columns}


def test_the_figure_of_outcomes_has_the_bad_ones_beside_wins_ties_and_losses(
    mixed: list[tuple[str, str, str, str, Any]],
) -> None:
    found = analyse_any(_data(Preference(label=W, both_bad=True, unsure=True), mixed), Context())
    chart = next(chart for chart in found.charts if chart.name == "better.outcomes")
    keen = {row["part"].to("en"): row for row in chart.rows if row["label"] == "keen"}
    assert list(keen) == ["win", "tie", "loss", "both bad"]
    assert sum(row["share"] for row in keen.values()) == pytest.approx(1)
    assert keen["both bad"]["n"] == 24
    assert any(chart.name == "better.both_bad" for chart in found.charts)
    text = " ".join(words.to("en") for section in found.sections for words in section.text)
    assert "both were bad" in text
    assert "could not tell" in text


def test_agreement_on_quality_is_told_beside_that_on_preference(mixed: list[tuple[str, str, str, str, Any]]) -> None:
    found = analyse_any(_data(Preference(label=W, both_bad=True, unsure=True), mixed), Context())
    # all six called the same items bad
    assert found.finding("better.alpha_both_bad").value == 1.0
    assert found.finding("better.alpha").value < 0.9


def test_nothing_but_bad_ones_is_told_and_not_a_failure(mixed: list[tuple[str, str, str, str, Any]]) -> None:
    only_bad = [(*one[:4], "both_bad") for one in mixed]
    found = analyse_any(_data(Preference(label=W, both_bad=True), only_bad), Context())
    assert found.finding("better.both_bad").value == 1.0
    assert {row["system"] for row in found.table("better.systems").rows} == set(STRENGTH)


def test_a_system_that_is_bad_whenever_it_is_shown_keeps_its_row(mixed: list[tuple[str, str, str, str, Any]]) -> None:
    bad = [(*one[:4], "both_bad" if "dull" in one else one[4]) for one in mixed]
    found = analyse_any(_data(Preference(label=W, both_bad=True, unsure=True), bad), Context())
    rows = {row["system"]: row for row in found.table("better.systems").rows}
    assert rows["dull"]["both_bad"] == 1.0
    assert rows["keen"]["win_share"] is not None


def test_a_repeat_that_turns_from_bad_to_better_is_not_the_same_answer() -> None:
    asked = Preference(label=W, both_bad=True)
    main = [(f"i{n}", "r0", "dull", "keen", "both_bad" if n % 2 else "right") for n in range(8)]
    again = [(f"i{n}", "r0", "keen", "dull", "both_bad" if n == 1 else "left") for n in range(8)]
    rows = [_data(asked, main), _data(asked, again, kind="repeat")]
    votes = [votes_of(data, "better").answered() for data in rows]
    assert [len(one[0]) for one in votes] == [8, 8]
    same = votes[0][1] == votes[1][1]
    assert same.tolist().count(True) == 5


def test_wins_ties_and_losses_of_a_table_may_have_both_bad_among_them() -> None:
    rows = [
        {"item": f"i{n}", "rater": "r", "system": system, "field": "q", "value": value, "answer": str(n)}
        for n, values in enumerate([("win", "loss"), ("both_bad", "both_bad"), ("tie", "tie"), ("unsure", "unsure")])
        for system, value in zip(("a", "b"), values, strict=True)
    ]
    votes = votes_of(table(rows), "q")
    assert (len(votes), len(votes.both_bad or ()), len(votes.unsure or ())) == (2, 1, 1)
    assert davidson(votes.pairs(), cluster="none").n == 2
