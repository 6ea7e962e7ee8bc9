"""The comparison table: every system, every pair, one correction over all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from beholder.stats.comparison.corrections import holm
from beholder.stats.comparison.means import difference_ratings, mean_ratings
from beholder.stats.comparison.paired import PairedValues, t_paired
from beholder.stats.comparison.scores import Scores
from beholder.stats.comparison.systems import compare_systems
from tests.published import Published


def _scores() -> Scores:
    rng = np.random.default_rng(6)
    item, rater, system = (x.ravel() for x in np.meshgrid(np.arange(40), np.arange(5), np.arange(3)))
    value = rng.normal(size=40)[item] + rng.normal(size=len(item)) + 0.5 * system
    return Scores.of(value=value, item=item, rater=rater, system=[f"s{x}" for x in system])


def test_rows_are_what_the_parts_say() -> None:
    scores = _scores()
    found = compare_systems(scores, rng=np.random.default_rng(0))
    assert [row["system"] for row in found.systems] == ["s2", "s1", "s0"]
    assert [(row["first"], row["second"]) for row in found.pairs] == [("s2", "s1"), ("s2", "s0"), ("s1", "s0")]
    assert found.systems[0]["interval"] == mean_ratings(scores, "s2").interval
    one = found.pairs[1]
    assert one["interval"] == difference_ratings(scores, "s2", "s0")["difference"].interval
    assert one["p_t"] == t_paired(PairedValues.of_scores(scores, "s2", "s0"))["p"].value
    assert [row["p_holm"] for row in found.pairs] == list(holm([row["p"] for row in found.pairs]).adjusted)
    assert [f.name for f in found.findings][:4] == ["mean:s2", "mean:s1", "mean:s0", "difference:s2-s1"]


def test_one_system_has_no_pairs() -> None:
    found = compare_systems(Scores.of(value=[1, 2], item="xy", system="aa"), rng=np.random.default_rng(0))
    assert (len(found.systems), found.pairs) == (1, ())


def test_a_name_that_two_tasks_bear_names_neither() -> None:
    systems = ["draw/moth", "draw/wren", "draw/bee", "draw/fly"]
    item = [0, 0, 1, 1, 2, 2, 3, 3]
    scores = Scores.of(value=[1, 2, 2, 4, 3, 1, 5, 2], item=item, system=[*systems[:2] * 2, *systems[2:] * 2])
    found = compare_systems(scores, rng=np.random.default_rng(0))
    assert [(task.systems, task.group) for task in found.tasks] == [(tuple(systems[:2]), ""), (tuple(systems[2:]), "")]
    assert {row["task"] for row in found.systems} == {None}


def test_published_means_of_picture_makers(data_set: Callable[[str], Published]) -> None:
    """ImagenHub, text-guided generation, semantic consistency: three raters, five systems, as the paper prints them."""
    imagenhub = data_set("imagenhub_human")
    rows = [row for row in imagenhub.rows("ratings.tsv.gz") if row["task"] == "Text-Guided_IG"]
    scores = Scores.of(
        value=[r["SC"] for r in rows],
        item=[r["item"] for r in rows],
        rater=[r["rater"] for r in rows],
        system=[r["model"] for r in rows],
    )
    found = compare_systems(scores, rng=np.random.default_rng(0))
    means = {row["system"]: round(row["mean"], 2) for row in found.systems}
    printed = {"DeepFloydIF": 0.65, "SDXL": 0.62, "DALLE2": 0.58, "OpenJourney": 0.53, "SD": 0.56}
    for system, mean in imagenhub.known("consistency", printed).items():
        assert means[system] == pytest.approx(mean, abs=0.011)
    assert all(row["interval"][0] < row["mean"] < row["interval"][1] for row in found.systems)
