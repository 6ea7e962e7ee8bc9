"""A plan that nobody can mean is told with what would do instead; one that somebody may mean is not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from beholder.engine import find_oversized, outline
from beholder.engine.planning.plan_size import MAX_HOURS
from tests.study_maker import make_study


def test_a_plan_beyond_sense_names_ways_that_suffice(tmp_path: Path) -> None:
    definition = make_study(tmp_path / "large", "pair", items=400, systems="abcdefghijklmnop", ratings=5)
    plan = outline(definition)
    assert plan.hours > MAX_HOURS
    [problem] = find_oversized(definition, plan)
    assert problem.code == "plan-oversized"
    assert problem.warning
    hours = [float(one.replace(",", "")) for one in re.findall(r"about ([\d,]+) hours", problem.hint)]
    assert hours
    assert max(hours) <= MAX_HOURS
    per_item = int(re.findall(r"per_item: (\d+)", problem.hint)[0])
    fewer = make_study(
        tmp_path / "fewer", "pair", items=400, systems="abcdefghijklmnop", ratings=5, pairs={"per_item": per_item}
    )
    assert not list(find_oversized(fewer, outline(fewer)))
    assert outline(fewer).ratings == 400 * per_item * 5, "the number of ratings that the hint gives"
    assert f"{400 * per_item * 5:,} ratings" in problem.hint
    assert "--sample" in problem.hint


def test_what_somebody_may_mean_is_left_alone(tmp_path: Path) -> None:
    definition = make_study(tmp_path, "one", items=20, systems="ab", ratings=3)
    plan = outline(definition)
    assert not list(find_oversized(definition, plan))
    assert not list(find_oversized(definition, replace(plan, hours=float(MAX_HOURS))))
