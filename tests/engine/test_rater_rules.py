"""The rules that concern raters, as `check` prints them: each that is declared, and none that is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beholder.engine import rules_for_raters
from tests.study_maker import make_study

_OPTIONS = [{"id": "young", "label": "Young"}, {"id": "old", "label": "Old"}]


def _rules(tmp_path: Path, **settings: Any) -> dict[str, str]:
    return dict(rules_for_raters(make_study(tmp_path, "one", items=4, ratings=1, **settings)))


def test_without_settings_there_is_what_always_holds(tmp_path: Path) -> None:
    rules = _rules(tmp_path)
    assert not {"qualification", "codes", "exclusion"} & rules.keys()
    assert "19 times" in rules["corrections"]
    assert "per sitting" in rules["amount of work"]


@pytest.mark.parametrize(
    ("settings", "about", "said"),
    [
        ({"max_per_rater": 3}, "amount of work", "3 trials per rater"),
        ({"trials_per_visit": 1}, "amount of work", "1 trial per visit"),
        ({"limits": {"daily_minutes": 90}}, "amount of work", "90 minutes per day"),
        ({"most_skipped": 0.25}, "skipping", "more than 25"),
        ({"newcomer_places": 0.5}, "newcomers", "hold 50"),
        ({}, "watched", "on `score`"),
        ({"limits": {"fast_seconds": 7.5}}, "review", "less than 7.5 s"),
        ({"broken_after": 2, "broken_answers": 3}, "broken pictures", "2 raters with 3 answers or more"),
        ({"broken_after": 1, "broken_answers": 0}, "broken pictures", "reports of 1 rater suspend"),
        (
            {"checks": {"warn_below": 0.75, "after": 4}},
            "checks",
            "from 4 checks and 3 misses on: warned below 75 % passed",
        ),
        ({"checks": {"warn_below": 0.75}}, "checks", "looked at every 60 answers"),
        ({"max_fast_share": 0.3, "limits": {"fast_seconds": 3}}, "too fast", "more than 30 % came in less than 1.5 s"),
        ({"checks": {"stop_below": 0.5, "withdraw": False}}, "checks", "their answers stay"),
        ({"checks": {"stop_below": 0.5}}, "checks", "their answers are excluded"),
        ({"before": {"age": {"kind": "choice", "label": "Age", "options": _OPTIONS}}}, "questionnaires", "age"),
        (
            {"before": {"who": {"kind": "text", "label": "Who are you?"}}},
            "questionnaires",
            "kept in the study: who",
        ),
        ({"cost": {"per_hour": 12}}, "pay", "12.00"),
        ({"cost": {"per_hour": 12}}, "pay", "not shown to raters"),
        ({"cost": {"per_submission": 3}}, "pay", "for finishing; shown on the welcome page"),
        ({"cost": {"per_hour": 12, "reading_minutes": 4}}, "pay", "4 minutes of reading and questions are paid"),
    ],
)
def test_what_is_declared_is_said(tmp_path: Path, settings: dict[str, Any], about: str, said: str) -> None:
    assert said in _rules(tmp_path, **settings)[about]


@pytest.mark.parametrize(
    ("setting", "about"),
    [("most_skipped", "skipping"), ("newcomer_places", "newcomers"), ("max_fast_share", "too fast")],
)
def test_a_rule_that_is_lifted_is_not_said(tmp_path: Path, setting: str, about: str) -> None:
    assert about not in _rules(tmp_path, **{setting: 1})


def test_where_nothing_is_too_fast_nothing_is_reviewed(tmp_path: Path) -> None:
    assert "review" not in _rules(tmp_path, limits={"fast_seconds": 0})


def test_codes_are_said_for_the_ends_that_are_possible(tmp_path: Path) -> None:
    crowd = {"platform": "prolific", "complete": "DONE1", "too_many_skipped": "SKIP1"}
    codes = _rules(tmp_path, crowd=crowd, most_skipped=0.5)["codes"]
    assert "completed: DONE1" in codes
    assert "skipped too much: SKIP1" in codes
    assert "did not qualify" not in codes
    assert "stopped: none" in codes
