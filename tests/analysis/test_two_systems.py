"""Two systems, and systems that always win: the verdict and the win share that stands beside it say the same."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, FieldInfo, RatingsData, analyse_any
from beholder.analysis.context import REVISION
from beholder.fields import Form, Preference
from tests.analysis.tables import table

FIELD = Preference(label={"en": "Which is better?", "zh": "哪个更好？"})


def _data(rows: list[tuple[int, int, bool, str]]) -> RatingsData:
    """Comparisons of (item, rater, whether ash stands on the left, what was answered)."""
    form = Form(fields={"better": FIELD})
    found = []
    for number, (item, rater, left, value) in enumerate(rows):
        sides = ("ash", "elm") if left else ("elm", "ash")
        payload = form.check({"trial": {"better": value}, "slots": []}, slots=2)
        found += [
            {"item": f"i{item}", "rater": f"r{rater}", "answer": f"a{number}", "trial": f"i{item}", "kind": "main"}
            | {"field": "better", "value": cell.value, "number": cell.number}
            | {"system": sides[cell.slot or 0], "side": ("left", "right")[cell.slot or 0]}
            for cell in form.cells(payload, slots=2)
        ]
    return table(found, fields=FieldInfo.of_form(form))


def _ash_wins_all_but(lost: int, *, items: int, raters: int = 3) -> RatingsData:
    """Ash on the left in every other comparison, and preferred in all but the first few of those on the right."""
    rows = []
    for number in range(items * raters):
        left = number % 2 == 0
        loses = not left and number // 2 < lost
        rows.append((number // raters, number % raters, left, "left" if left != loses else "right"))
    return _data(rows)


def _verdict(found: Analysis) -> str:
    (section,) = [section for section in found.sections if section.name == "better"]
    return section.verdict[0].to("en")


def _bounds(found: Analysis, name: str) -> tuple[float, float]:
    interval = found.finding(name).interval
    assert interval is not None
    return interval


@pytest.mark.parametrize("revision", [6, REVISION])
def test_fifteen_answers_of_which_one_differs_prefer_nobody(revision: int) -> None:
    found = analyse_any(_ash_wins_all_but(1, items=5), Context(revision=revision))
    low, high = _bounds(found, "better.win_share.ash")
    assert low < 0.5 < high, "one item alone speaks against ash, and there are five"
    assert "neither ash nor elm is shown to be preferred" in _verdict(found)
    for name in ("better.difference.ash-elm", "better.strength.ash"):
        low, high = _bounds(found, name)
        assert low <= 0 <= high, name
    (pair,) = found.table("better.pairs").rows
    assert pair["p_holm"] > 0.05
    assert [row["rank_range"] for row in found.table("better.systems").rows] == [(1, 2), (1, 2)]
    (section,) = [section for section in found.sections if section.name == "better"]
    # by now errors of the strengths are wide enough by themselves
    told = "rests on no model" if revision == 6 else "no upper bound"
    said = [*(note.to("en") for note in section.notes), *found.finding("better.strength.ash").notes]
    assert any(told in note for note in said)


def test_a_release_of_an_earlier_analysis_keeps_its_verdict() -> None:
    data = _ash_wins_all_but(1, items=5)
    earlier = analyse_any(data, Context(revision=5))
    assert "ash is preferred to elm" in _verdict(earlier)
    for name in ("better.strength.ash", "better.win_share.ash"):
        assert earlier.finding(name).value == analyse_any(data, Context()).finding(name).value


def test_what_both_say_is_said() -> None:
    found = analyse_any(_ash_wins_all_but(1, items=20), Context())
    assert "ash is preferred to elm" in _verdict(found)
    assert _bounds(found, "better.win_share.ash")[0] > 0.5


@pytest.mark.parametrize("sides", [True, False])
def test_verdict_and_win_share_never_contradict_each_other(sides: bool) -> None:
    rng = np.random.default_rng(8)
    told = set()
    for _ in range(25):
        items, chance, tied = int(rng.choice([4, 5, 8, 12])), rng.choice([0.7, 0.85, 0.95]), rng.choice([0, 0.2])
        rows = []
        for item in range(items):
            for rater in range(3):
                left = bool(rng.random() < 0.5) or not sides
                ash = bool(rng.random() < chance)
                value = "tie" if rng.random() < tied else "left" if left == ash else "right"
                rows.append((item, rater, left, value))
        found = analyse_any(_data(rows), Context())
        verdict, share = _verdict(found), found.finding("better.win_share.ash")
        if share.interval is None:
            continue
        low, high = share.interval
        sure = low > 0.5 or high < 0.5
        if "is preferred to" in verdict:
            assert sure, verdict
        elif "neither" in verdict or "are level" in verdict:
            assert not sure, verdict
        else:
            assert "once sides and ties are taken into account" in verdict
        told.add((sure, "is preferred to" in verdict))
    assert {(True, True), (False, False)} <= told


def _one_order(items: int) -> RatingsData:
    """Three systems, of which every rater prefers ash to elm to oak on every item."""
    rows, number = [], 0
    for item in range(items):
        for rater in range(3):
            for better, worse in (("ash", "elm"), ("ash", "oak"), ("elm", "oak")):
                number += 1
                seen = (better, worse) if number % 2 else (worse, better)
                rows += [
                    {"item": f"i{item}", "rater": f"r{rater}", "answer": f"a{number}", "kind": "main"}
                    | {"trial": f"i{item} {better} {worse}", "field": "better", "system": system, "side": side}
                    | {"value": "win" if system == better else "loss"}
                    for system, side in zip(seen, ("left", "right"), strict=True)
                ]
    return table(rows, fields=FieldInfo.of_form(Form(fields={"better": FIELD})))


def test_of_three_systems_too_a_few_items_without_exception_prove_nothing() -> None:
    """The share of ash's wins, 4 items of 4, may be chance; so may its lead in strength, and the middle has an interval."""
    few, more = (analyse_any(_one_order(items), Context()) for items in (4, 8))
    assert "not shown to be preferred to any of the others" in _verdict(few)
    assert {row["rank_range"] for row in few.table("better.systems").rows} == {(1, 3)}
    low, high = _bounds(few, "better.strength.elm")
    assert high - low > 1
    assert "ash is preferred to every other of 3 systems" in _verdict(more)
    assert "ash is preferred to every other" in _verdict(analyse_any(_one_order(4), Context(revision=6)))


@pytest.mark.parametrize("systems", [2, 3])
def test_systems_that_win_equally_often_are_level(systems: int) -> None:
    met = [("ash", "elm"), ("elm", "ash")] if systems == 2 else [("ash", "elm"), ("elm", "oak"), ("oak", "ash")]
    rows = [
        {"item": f"i{item}", "rater": "r", "answer": f"a{item} {won}", "trial": f"i{item} {won}", "kind": "main"}
        | {"field": "better", "system": system, "side": side, "value": "win" if system == won else "loss"}
        for item in range(6)
        for won, lost in met
        for system, side in ((won, "left" if item % 2 else "right"), (lost, "right" if item % 2 else "left"))
    ]
    found = analyse_any(table(rows, fields=FieldInfo.of_form(Form(fields={"better": FIELD}))), Context())
    verdict = _verdict(found)
    assert "ash and elm are level" in verdict if systems == 2 else "ash, elm and oak are level" in verdict
    assert "each wins 50 %" in verdict
    assert "most often" not in verdict


@pytest.mark.parametrize(
    ("items", "raters", "hold"),
    [
        (1, 1, "Results hold for this one item in the eyes of these raters,"),
        (1, 6, "Results hold for this one item and for raters like these,"),
        (8, 1, "Results hold for items like these in the eyes of these raters,"),
        (8, 6, "Results hold for items and raters like these,"),
    ],
)
def test_one_item_or_one_rater_is_told_of_without_contradiction(items: int, raters: int, hold: str) -> None:
    """What has an interval is not said to have none, and results reach no further than their intervals."""
    found = analyse_any(_ash_wins_all_but(0, items=items, raters=raters), Context())
    notes = found.finding("better.strength.ash").notes
    assert found.finding("better.strength.ash").interval is not None
    assert not any(note.startswith("no interval") for note in notes), notes
    assert hold in found.limits.to("en")
    assert ("not known how other raters would judge" in found.limits.to("en")) == (raters == 1)
    assert ("clustered by item and rater" in found.method.to("en")) == (raters > 1)
