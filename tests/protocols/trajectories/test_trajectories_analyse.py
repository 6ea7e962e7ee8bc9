"""Trajectories by hand: circles of majorities, right answers and preferences, confidence, repeats with sides swapped."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.analysis import Context, FieldInfo
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
