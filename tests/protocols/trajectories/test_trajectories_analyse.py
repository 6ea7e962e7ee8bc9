"""Trajectories by hand: circles of majorities, right answers and preferences, confidence, repeats with sides swapped."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.analysis import Context, FieldInfo
from beholder.declarations.item import Candidate, Item
from beholder.protocols import find_protocol
from beholder.protocols.trajectories.analyse import analyse
from tests.analysis.tables import table

_FIELDS = FieldInfo.of_form(find_protocol("trajectories").declaration.form)
_WORTH = {"win": 1.0, "tie": 0.5, "loss": 0.0}


def _answer(
    number: int,
    item: str,
    rater: str,
    left: str,
    right: str,
    outcome: str,
    *,
    right_ones: str = "",
    confidence: int = 4,
    kind: str = "main",
    thoroughness: dict[str, int] | None = None,
) -> list[dict[str, Any]]:
    """One answer as rows: outcome is the left side's."""
    shared: dict[str, Any] = {
        "item": item,
        "rater": rater,
        "answer": f"a{number}",
        "trial": f"{item}:{min(left, right)}:{max(left, right)}",
    }
    shared |= {"kind": kind, "sequence": float(number)}
    mirror = {"win": "loss", "loss": "win", "tie": "tie"}
    rows = []
    for place, (side, system, value) in enumerate((("left", left, outcome), ("right", right, mirror[outcome]))):
        here = {**shared, "system": system, "side": side, "position": place + 1.0}
        rows.append({**here, "field": "preference", "value": value, "number": _WORTH[value]})
        rows.append({**here, "field": "correct", "value": "yes" if system in right_ones else "no"})
        rows.append({**here, "field": "coherence", "value": "3", "number": 3.0})
        if thoroughness:
            points = thoroughness[system]
            rows.append({**here, "field": "thoroughness", "value": str(points), "number": float(points)})
    rows.append(
        {
            **shared,
            "system": "",
            "side": "",
            "field": "confidence",
            "value": str(confidence),
            "number": float(confidence),
        }
    )
    return rows


def test_a_circle_of_majorities_is_named() -> None:
    rows: list[dict[str, Any]] = []
    for i in range(12):
        for a, b in (("p", "q"), ("q", "r"), ("r", "p")):
            outcome = "win" if i % 4 else "loss"
            left, right = (a, b) if i % 2 else (b, a)
            told = outcome if i % 2 else {"win": "loss", "loss": "win"}[outcome]
            rows += _answer(len(rows), f"i{i}", f"r{i % 5}", left, right, told)
    found = analyse(table(rows, fields=_FIELDS), Context())
    cycles = found.finding("preference.cycles")
    assert cycles.value == 1
    assert cycles.notes == ("p beats q, q beats r, r beats p",)


def test_right_answers_and_preference() -> None:
    rows: list[dict[str, Any]] = []
    n = 0
    for i in range(10):
        for rater in ("r1", "r2"):
            n += 1
            outcome = "win" if i < 8 else "tie"
            left, right = ("p", "q") if n % 2 else ("q", "p")
            rows += _answer(n, f"i{i}", rater, left, right, outcome, right_ones=left)
    for i in range(10, 15):
        n += 1
        rows += _answer(n, f"i{i}", "r1", "p", "q", "tie", right_ones="pq")
    found = analyse(table(rows, fields=_FIELDS), Context())
    assert found.finding("preference.right_preferred").value == pytest.approx(16 / 20)
    assert found.finding("preference.tie_share.both_right").value == 1.0
    assert found.finding("preference.tie_share.one_right").value == pytest.approx(0.2)


def test_confidence_is_checked_against_the_other_raters() -> None:
    rows: list[dict[str, Any]] = []
    n = 0
    for i in range(12):
        for rater, outcome, sure in (("r1", "win", 5), ("r2", "win", 5), ("r3", "win" if i % 2 else "loss", 1)):
            n += 1
            rows += _answer(n, f"i{i}", rater, "p", "q", outcome, confidence=sure)
    found = analyse(table(rows, fields=_FIELDS), Context())
    agrees = {row["confidence"]: row["agree_share"] for row in found.table("confidence.calibration").rows}
    assert agrees[1] == pytest.approx(0.5)
    assert agrees[5] == pytest.approx((1 + 0.5) / 2)


def test_a_repeat_with_sides_swapped_is_the_same_answer() -> None:
    rows: list[dict[str, Any]] = []
    for i in range(8):
        rows += _answer(2 * i, f"i{i}", "r1", "p", "q", "win" if i % 2 else "loss")
        flips = i == 0
        again = ("loss" if i % 2 else "win") if not flips else ("win" if i % 2 else "loss")
        rows += _answer(2 * i + 1, f"i{i}", "r1", "q", "p", again, kind="repeat")
    found = analyse(table(rows, fields=_FIELDS), Context())
    same = found.finding("preference.self_consistency")
    assert same.value == pytest.approx(7 / 8)
    assert same.n == 8


def _item(name: str, **columns: dict[str, Any]) -> Item:
    return Item(id=name, candidates=tuple(Candidate(name, system, given) for system, given in columns.items()))


def test_identical_pairs_are_told_apart_from_others_and_how_often_they_were_called_equal() -> None:
    steps: dict[str, Any] = {"steps": ["READ_TEXT(1, 2) → Text: STOP"], "answer": "STOP"}
    # a closing step and the column `answer` say the same
    same = {"steps": [*steps["steps"], {"operation": "FINAL_ANSWER", "result": "STOP"}]}
    items = {"same": _item("same", p=steps, q=same), "other": _item("other", p=steps, q={**steps, "answer": "GO"})}
    rows: list[dict[str, Any]] = []
    for n, (item, outcome) in enumerate([("same", "tie")] * 3 + [("same", "win")] + [("other", "loss")] * 2):
        rows += _answer(n, item, f"r{n}", "p", "q", outcome)
    found = analyse(table(rows, fields=_FIELDS), Context(items=items))
    told = found.finding("preference.tie_share.identical")
    assert (told.value, told.n) == (0.75, 4)
    assert found.finding("preference.tie_share.different").value == 0
    (title,) = (section.title for section in found.sections if section.name == "preference.identical")
    assert title.to("en") == "Identical pairs were called equal in 75 % of 4 comparisons"


def test_scores_of_cut_off_trajectories_are_held_against_finished_ones_of_the_same_items() -> None:
    whole, cut = {"steps": ["LOOK() → a"], "answer": "a"}, {"steps": ["LOOK() → a"], "cut_off": True}
    items = {"i1": _item("i1", p=cut, q=whole), "i2": _item("i2", p=whole, q=cut), "i3": _item("i3", p=whole, q=whole)}
    rows: list[dict[str, Any]] = []
    for n, (item, points, outcome) in enumerate(
        [
            ("i1", (2, 4), "loss"),
            ("i1", (1, 4), "loss"),
            ("i2", (5, 2), "win"),
            ("i2", (4, 3), "tie"),
            ("i3", (1, 1), "win"),
        ]
    ):
        rows += _answer(n, item, f"r{n % 2}", "p", "q", outcome, thoroughness=dict(zip("pq", points, strict=True)))
    found = analyse(table(rows, fields=_FIELDS), Context(items=items))
    assert found.finding("thoroughness.mean_cut_off").value == 2.0
    assert found.finding("thoroughness.mean_finished").value == pytest.approx((4 + 4 + 5 + 4 + 1 + 1) / 6)
    # the third item has none that was cut off
    assert found.finding("thoroughness.cut_off_difference").value == pytest.approx(2.0 - 4.25)
    preferred = found.finding("preference.finished_preferred")
    assert (preferred.value, preferred.n) == (0.75, 4)


def test_nothing_is_said_of_identical_and_cut_off_pairs_where_there_are_none_or_an_earlier_revision_is_verified() -> (
    None
):
    whole, cut = {"steps": ["LOOK() → a"], "answer": "a"}, {"steps": ["LOOK() → a"], "cut_off": True}
    rows = _answer(1, "i1", "r1", "p", "q", "tie", thoroughness={"p": 1, "q": 2})
    for context in (
        Context(),
        Context(items={"i1": _item("i1", p=whole, q={**whole, "answer": "b"})}),
        Context(items={"i1": _item("i1", p=cut, q=cut)}, revision=1),
    ):
        names = {section.name for section in analyse(table(rows, fields=_FIELDS), context).sections}
        assert not names & {"preference.identical", "process.cut_off"}
