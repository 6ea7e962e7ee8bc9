"""Ratings until a rule is met: how it is written, frozen, and when it is met."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import t

from beholder.engine import rules_for_raters
from beholder.errors import BeholderError
from beholder.stats import VoteRule
from beholder.study import Version, compare, load_definition
from beholder.study.stop_rule import AnswerSpread, RatingsUntilSure, ratings_from_version
from tests.study_maker import make_study

RULE = {"least": 2, "most": 5, "stop": {"lead": 2}}
WIDTH = {"least": 3, "most": 8, "stop": {"half_width": 0.5}}
OVERLAP = {"share": 0.2, "ratings": 5}


def test_a_rule_is_met_exactly_where_the_one_that_is_replayed_on_tables_is() -> None:
    for lead, least in itertools.product((1, 2, 3), (1, 2, 3)):
        rule = RatingsUntilSure.model_validate({"least": least, "most": 5, "stop": {"lead": lead}})
        replayed = VoteRule(lead=lead, least=least, most=5)
        for n in range(5):
            for labels in itertools.product("abc", repeat=n):
                assert rule.met(labels) == (n > 0 and replayed.stops([labels.count(one) for one in "abc"]))


@pytest.mark.parametrize("df", [20, 40, 400])
def test_a_width_is_that_of_a_mean_by_the_spread_of_the_whole_study(df: int) -> None:
    assert AnswerSpread(0.8, df).half_width(7) == pytest.approx(t.ppf(0.975, df) * 0.8 / 7**0.5, rel=2e-4)


def test_equal_answers_are_no_proof_while_little_is_known_of_how_answers_differ() -> None:
    rule = RatingsUntilSure.model_validate(WIDTH)
    assert not rule.met([1, 1, 1], AnswerSpread(0.0, 2))
    assert not rule.met([1, 1, 1], AnswerSpread(1.0, 500))
    assert rule.met([1, 2, 3], AnswerSpread(0.4, 500))


@pytest.mark.parametrize(
    ("ratings", "said"),
    [
        ({"least": 2, "most": 5}, "'stop' is missing"),
        ({"least": 2, "most": 5, "stop": {}}, "give lead or half_width"),
        ({"least": 2, "most": 5, "stop": {"lead": 2, "half_width": 0.5}}, "give lead or half_width"),
        ({"least": 5, "most": 5, "stop": {"lead": 2}}, "least is 5 and most 5"),
        ({"least": 1, "most": 3, "stop": {"lead": 3}}, "a lead of 3 is not reached"),
        ({"least": 2, "most": 5, "stop": {"led": 2}}, "unknown setting 'led'"),
        ({"least": 2.5, "most": 5, "stop": {"lead": 2}}, "whole number"),
        ([2, 5], "must be a whole number"),
    ],
)
def test_a_rule_that_cannot_be_kept_is_refused_with_its_place(tmp_path: Path, ratings: Any, said: str) -> None:
    with pytest.raises(BeholderError) as caught:
        make_study(tmp_path, "one", items=2, ratings=ratings)
    assert any(said in problem.problem for problem in caught.value.problems)
    assert all("[]" not in problem.where and "ratings" in problem.where for problem in caught.value.problems)


def test_a_width_is_refused_where_answers_are_no_numbers(tmp_path: Path) -> None:
    with pytest.raises(BeholderError, match="half_width is one of numbers, and better asks for none"):
        make_study(tmp_path, "pair", items=2, ratings=WIDTH)


def test_without_a_share_in_full_whoever_checks_is_told_that_agreement_cannot_be(tmp_path: Path) -> None:
    codes = {one.code for one in make_study(tmp_path / "a", "one", items=2, ratings=RULE).warnings}
    assert "stopping-without-overlap" in codes
    full = make_study(tmp_path / "b", "one", items=2, ratings=RULE, overlap=OVERLAP)
    assert "stopping-without-overlap" not in {one.code for one in full.warnings}
    assert full.ratings == 5
    with pytest.raises(BeholderError, match="overlap asks for 4 ratings"):
        make_study(tmp_path / "c", "one", items=2, ratings=RULE, overlap={"share": 0.2, "ratings": 4})


def test_the_rule_is_part_of_the_version_and_stays_while_the_study_runs(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    first = Version.of(make_study(folder, "one", items=4, ratings=RULE, overlap=OVERLAP))
    assert ratings_from_version(first.data["settings"]) == RatingsUntilSure.model_validate(RULE)
    changes: tuple[dict[str, Any], ...] = (
        {"ratings": {**RULE, "most": 6}, "overlap": {"share": 0.2, "ratings": 6}},
        {"ratings": {**RULE, "stop": {"lead": 3}}},
        {"ratings": 4},
        {"ratings": RULE, "overlap": {"share": 0.4, "ratings": 5}},
    )
    for change in changes:
        changed = Version.of(make_study(folder, "one", items=4, **{"overlap": OVERLAP, **change}))
        assert compare(first, changed).verdict == "refused", change
    more = Version.of(make_study(folder, "one", items=5, ratings=RULE, overlap=OVERLAP))
    assert compare(first, more).verdict == "allowed"


def test_a_plain_number_makes_the_version_that_it_always_made(tmp_path: Path) -> None:
    make_study(tmp_path, "one", items=2, ratings=4)
    assert json.loads(Version.of(load_definition(tmp_path)).text)["settings"]["ratings"] == 4


MARKED = """
name: t
title: Look
shows: item
item: {image: {kind: image}}
form: {fields: {seen: %s}}
"""


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("{kind: regions, label: Where}", "same number of raters"),
        ("{kind: slider, label: How good}", "half_width"),
        ("{kind: scale, label: How good, min: 1, max: 7}", "half_width"),
        ("{kind: scale, label: How good, min: 1, max: 5}", ""),
    ],
)
def test_a_lead_where_hardly_two_answers_are_equal_is_warned_of(tmp_path: Path, asked: str, hint: str) -> None:
    (tmp_path / "protocol.yaml").write_text(MARKED % asked, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text('{"id": "i", "image": "p.png", "system": "a"}\n', encoding="utf-8")
    settings = {"protocol": "protocol.yaml", "items": "items.jsonl", "ratings": RULE, "overlap": OVERLAP}
    (tmp_path / "study.yaml").write_text(json.dumps(settings), encoding="utf-8")
    told = [one for one in load_definition(tmp_path).warnings if one.code == "stopping-seldom-met"]
    assert [hint in one.hint for one in told] == ([True] if hint else [])
    assert all("the rule looks at seen" in one.problem and "watch" in one.hint for one in told)
    assert "stopping rule" in rules_for_raters(load_definition(tmp_path))["watched"]
