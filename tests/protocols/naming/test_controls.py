"""Controls of round 2: what passes, what fails, and what follows for a rater."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from beholder.declarations.item import Candidate, Item
from beholder.protocols import CheckRule
from beholder.protocols.naming.collect.raw_answers import RatingCells
from beholder.protocols.naming.verify.controls import NameJudgment, control_counts, control_scores, judge_controls

BOUNDS = CheckRule(warn_below=0.9, stop_below=0.8, after=3)


def _item(name: str = "i") -> Item:
    columns = {
        "n1": {"name": "dog", "control": "right"},
        "n2": {"name": "animal"},
        "n3": {"name": "dgo", "planted": "typo", "copy_of": "n1"},
        "n4": {"name": "ball", "planted": "other-object"},
        "n5": {"name": "giraffe", "planted": "random"},
    }
    return Item(name, candidates=tuple(Candidate(name, system, one) for system, one in columns.items()))


RIGHT = {
    "n1": NameJudgment("perfect", "", "1"),
    "n2": NameJudgment("perfect", "", "1"),
    "n3": NameJudgment("slight", "linguistic", "1"),
    "n4": NameJudgment("inadequate", "referential", "2"),
    "n5": NameJudgment("inadequate", "other", "3"),
}


def _results(**changed: NameJudgment) -> dict[str, bool]:
    return dict(judge_controls(_item(), {**RIGHT, **changed}))


def test_a_careful_rater_passes_every_kind() -> None:
    kinds = ["right", "typo", "other-object", "random", "consistency"]
    assert _results() == dict.fromkeys(kinds, True)


@pytest.mark.parametrize(
    ("system", "sheet", "failed"),
    [
        ("n1", NameJudgment("inadequate", "visual", "1"), {"right"}),
        ("n3", NameJudgment("perfect", "", "1"), {"typo"}),
        ("n3", NameJudgment("inadequate", "visual", "1"), {"typo"}),
        ("n3", NameJudgment("slight", "linguistic", "9"), {"consistency"}),
        ("n4", NameJudgment("perfect", "", "2"), {"other-object"}),
        ("n4", NameJudgment("inadequate", "visual", "2"), {"other-object"}),
        ("n4", NameJudgment("slight", "referential", "1"), {"consistency"}),
        ("n5", NameJudgment("inadequate", "linguistic", "3"), {"random"}),
        ("n5", NameJudgment("inadequate", "other", "1"), {"consistency"}),
        ("n2", NameJudgment("inadequate", "referential", "1"), {"consistency"}),
    ],
)
def test_each_mistake_fails_its_control_and_no_other(system: str, sheet: NameJudgment, failed: set[str]) -> None:
    assert {kind for kind, passed in _results(**{system: sheet}).items() if not passed} == failed


@pytest.mark.parametrize(
    ("system", "sheet"),
    [
        ("n1", NameJudgment("slight", "linguistic", "1")),
        ("n3", NameJudgment("inadequate", "linguistic", "1")),
        ("n4", NameJudgment("slight", "referential", "2")),
        ("n2", NameJudgment("slight", "referential", "1")),
        ("n2", NameJudgment("inadequate", "referential", "7")),
    ],
)
def test_what_can_be_argued_is_no_mistake(system: str, sheet: NameJudgment) -> None:
    assert all(_results(**{system: sheet}).values())


def test_an_object_without_controls_tells_nothing() -> None:
    plain = Item("i", candidates=(Candidate("i", "n1", {"name": "dog"}), Candidate("i", "n2", {"name": "ball"})))
    both = {"n1": NameJudgment("perfect", "", "1"), "n2": NameJudgment("inadequate", "referential", "1")}
    assert judge_controls(plain, both) == []


def _rows(rater: str, item: str, sheets: dict[str, NameJudgment], *, kind: str = "main") -> Iterator[RatingCells]:
    for system, sheet in sheets.items():
        for field, value in (("adequacy", sheet.adequacy), ("inadequacy", sheet.inadequacy), ("group", sheet.group)):
            if value:
                yield RatingCells(item, "", system, rater, f"{rater}-{item}", kind, field, value, None, "")


def test_the_score_of_a_rater_and_what_follows() -> None:
    items = {name: _item(name) for name in ("a", "b")}
    careless = {system: NameJudgment("perfect", "", "1") for system in RIGHT}
    odd = {**RIGHT, "n5": NameJudgment("inadequate", "visual", "3")}
    rows = [
        *(row for name in items for row in _rows("good", name, RIGHT)),
        *(row for name in items for row in _rows("poor", name, careless)),
        *_rows("so-so", "a", RIGHT),
        *_rows("so-so", "b", {**RIGHT, "n5": NameJudgment("inadequate", "visual", "3")}),
        *_rows("practised", "a", odd, kind="practice"),
    ]
    scores = {one.rater: one for one in control_scores(rows, items, BOUNDS)}
    assert set(scores) == {"good", "poor", "so-so"}
    assert (scores["good"].hits, scores["good"].of, scores["good"].verdict) == (10, 10, "fine")
    assert scores["poor"].passed == {"right": 2, "typo": 0, "other-object": 0, "random": 0, "consistency": 0}
    assert scores["poor"].share == pytest.approx(0.2)
    assert scores["poor"].verdict == "stop"
    assert (scores["so-so"].share, scores["so-so"].verdict) == (0.9, "fine")
    stricter = control_scores(rows, items, CheckRule(warn_below=0.95, stop_below=0.8, after=3))
    assert {one.rater: one.verdict for one in stricter} == {"good": "fine", "poor": "stop", "so-so": "fine"}, (
        "nothing follows from a single miss"
    )
    lenient = control_scores(rows, items, CheckRule(warn_below=0.95, stop_below=0.1, after=3))
    assert {one.rater: one.verdict for one in lenient} == {"good": "fine", "poor": "warn", "so-so": "fine"}
    assert control_counts(rows, items, None)["poor"] == (2, 10)


def test_nothing_is_said_of_a_rater_too_early() -> None:
    rows = list(_rows("new", "a", {"n1": NameJudgment("inadequate", "visual", "1")}))
    (score,) = control_scores(rows, {"a": _item("a")}, BOUNDS)
    assert (score.of, score.verdict) == (2, "too few")
    assert math.isnan(type(score)("nobody").share)
