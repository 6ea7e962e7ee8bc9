"""Two systems: the verdict and the win share that stands beside it say the same."""

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


def test_fifteen_answers_of_which_one_differs_prefer_nobody() -> None:
    found = analyse_any(_ash_wins_all_but(1, items=5), Context())
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
    assert any("rests on no model" in note.to("en") for note in section.notes)


def test_a_release_of_an_earlier_analysis_keeps_its_verdict() -> None:
    data = _ash_wins_all_but(1, items=5)
    earlier = analyse_any(data, Context(revision=REVISION - 1))
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
        elif "neither" in verdict:
            assert not sure, verdict
        else:
            assert "once sides and ties are taken into account" in verdict
        told.add((sure, "is preferred to" in verdict))
    assert {(True, True), (False, False)} <= told
