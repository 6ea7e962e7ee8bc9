"""Simulated studies of each protocol: what was planted comes out, in the right order and within the intervals."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, DeclaredContrast
from beholder.findings import Finding
from beholder.protocols import Item, SimulatedRater, find_protocol
from beholder.testing.ratings_maker import simulate_ratings
from tests.analysis.planted import (
    MASK_QUALITY,
    POINTS,
    STRENGTH,
    caption_items,
    counting_items,
    mask_items,
    trajectory_items,
)


def _study(
    name: str,
    items: list[Item],
    *,
    raters: int = 16,
    ratings: int = 5,
    seed: int = 3,
    contrasts: tuple[DeclaredContrast, ...] = (),
    people: list[SimulatedRater] | None = None,
) -> Analysis:
    protocol = find_protocol(name)
    data = simulate_ratings(
        protocol, items, raters=raters, ratings=ratings, rng=np.random.default_rng(seed), people=people
    )
    context = Context(
        declaration=protocol.declaration,
        items={item.id: item for item in items},
        contrasts=contrasts,
        about={"stopping": "40"},
    )
    assert protocol.analyse is not None, "every built-in protocol brings an analysis"
    found: Analysis = protocol.analyse(data, context)
    return found


def _holds(finding: Finding, truth: float) -> bool:
    assert finding.interval is not None, finding.name
    return finding.interval[0] <= truth <= finding.interval[1]


def _ranked(analysis: Analysis, table: str) -> list[str]:
    return [row["system"] for row in analysis.table(table).rows]


@pytest.fixture(scope="module")
def masks() -> Analysis:
    contrasts = (DeclaredContrast("quality", "keen", "dull"),)
    return _study("masks", mask_items(40, np.random.default_rng(1)), contrasts=contrasts)


def test_masks_come_in_their_order_with_their_sizes(masks: Analysis) -> None:
    assert _ranked(masks, "quality.systems") == ["keen", "fair", "dull"]
    for first, second in (("fair", "dull"), ("keen", "fair")):
        names = sorted((first, second))
        found = masks.finding(f"quality.difference.{names[0]}-{names[1]}")
        sign = 1 if names[0] == first else -1
        assert _holds(found, sign * (MASK_QUALITY[first] - MASK_QUALITY[second]))
    assert masks.table("quality.systems").rows[0]["rank_range"] == (1, 1)


def test_what_was_declared_comes_first_and_in_its_own_direction(masks: Analysis) -> None:
    assert masks.sections[0].declared
    assert masks.finding("declared.quality.keen-dull").value > 2
    told = {(row["first"], row["second"]): row["status"].to("en") for row in masks.table("quality.pairs").rows}
    assert told[("keen", "dull")] == "declared"
    assert told[("dull", "fair")] == "exploratory"


def test_masks_are_also_analysed_as_published(masks: Analysis) -> None:
    rows = masks.table("quality.published").rows
    assert len(rows) == 3
    for row in rows:
        found = masks.finding(f"quality.paired_bootstrap.{row['first']}-{row['second']}")
        assert found.confidence == 0.99
        assert found.n == 40
        assert "10000 resamples" in found.method
        assert row["p_holm"] >= row["p_t"]
    assert masks.finding("quality.fair_mean.keen").value == pytest.approx(
        masks.finding("quality.mean.keen").value, abs=0.4
    )
    assert {row["group"] for row in masks.table("groups").rows} == {"paint", "photo"}


def test_exact_counts_follow_what_systems_paint() -> None:
    found = _study("counting", counting_items(48), ratings=4)
    exact, more = (found.finding(f"count.exact.{s}") for s in ("exact", "more"))
    assert exact.value > 0.75
    # `more` is exact below seven only: 4 of 12 numbers
    assert _holds(more, 1 / 3)
    assert found.finding("count.bias.more").value == pytest.approx(2.0, abs=0.35)
    # raters who do not look give any number, which pulls small counts up
    assert abs(found.finding("count.bias.exact").value) < 0.4
    seven = [row for row in found.table("count.by_requested").rows if row["requested"] == 9 and row["system"] == "more"]
    assert seven[0]["exact"] < 0.2
    assert found.finding("exact.difference.exact-more").value > 0.4
    assert found.table("exact.pairs").rows[0]["blocks"] == 48


def test_captions_earn_their_points() -> None:
    found = _study("captions", caption_items(30))
    assert _ranked(found, "total.systems") == ["keen", "fair", "dull"]
    # attributes are the same for all, so the total differs by objects and half as many relations
    assert _holds(found.finding("total.difference.fair-keen"), 1.5 * (POINTS["fair"] - POINTS["keen"]))
    assert _holds(found.finding("attributes.difference.dull-keen"), 0.0)
    assert found.finding("objects.alpha").method.startswith("Krippendorff's alpha, interval level")
    assert "icc(A,1)" in found.finding("total.icc(A,1)").name
    assert abs(found.finding("total.position_slope").value) < 0.2
    words = {row["system"]: row for row in found.table("total.per_word").rows}
    assert words["keen"]["words"] == 14
    assert words["dull"]["per_word"] == pytest.approx(words["dull"]["points"] / 4, rel=1e-9)


def test_severity_cancels_within_answers() -> None:
    """Raters who differ widely leave differences within answers as they are, while means of few raters scatter."""
    people = [SimulatedRater(severity=2.0 * (i - 2), noise=0.3, lapse=0) for i in range(5)]
    found = _study("captions", caption_items(25), raters=5, ratings=1, people=people)
    within = found.finding("objects.difference.dull-keen")
    mean = found.finding("objects.mean.keen")
    assert within.interval is not None
    assert mean.interval is not None
    assert np.diff(within.interval) < np.diff(mean.interval)


@pytest.fixture(scope="module")
def trajectories() -> Analysis:
    return _study("trajectories", trajectory_items(40), ratings=4)


def test_preferences_recover_strengths(trajectories: Analysis) -> None:
    assert _ranked(trajectories, "preference.systems") == ["keen", "fair", "dull"]
    for a, b in (("dull", "fair"), ("dull", "keen"), ("fair", "keen")):
        assert _holds(trajectories.finding(f"preference.difference.{a}-{b}"), STRENGTH[a] - STRENGTH[b])
    assert _holds(trajectories.finding("preference.position"), 0.0)
    assert trajectories.finding("preference.cycles").value == 0


def test_scores_are_tested_on_one_value_per_item(trajectories: Analysis) -> None:
    rows = trajectories.table("process.wilcoxon").rows
    assert {row["field"] for row in rows} == {"coherence", "efficiency", "thoroughness"}
    for row in rows:
        assert row["blocks"] == 40
        assert row["rank_biserial"] < 0
        assert row["p_wilcoxon"] <= row["p_holm"] < 0.05


def test_correct_answers_and_sure_raters(trajectories: Analysis) -> None:
    right = trajectories.finding("preference.right_preferred")
    assert right.value > 0.4
    levels = [row["confidence"] for row in trajectories.table("confidence.calibration").rows]
    assert levels == sorted(levels)
    sure = {row["system"]: row for row in trajectories.table("preference.sure").rows}
    assert sure["keen"]["sure"] > sure["dull"]["sure"]


def test_a_side_that_raters_like_is_found_and_taken_out() -> None:
    people = [SimulatedRater(noise=0.4, lapse=0, side_bias=1.5) for _ in range(12)]
    found = _study("trajectories", trajectory_items(40), raters=12, ratings=4, people=people)
    assert _holds(found.finding("preference.position"), 1.5)
    assert found.finding("preference.left_share").value > 0.55
    assert _holds(found.finding("preference.difference.dull-keen"), STRENGTH["dull"] - STRENGTH["keen"])


def test_every_title_exists_in_both_languages(masks: Analysis, trajectories: Analysis) -> None:
    for analysis in (masks, trajectories):
        for section in analysis.sections:
            for words in (section.title, *(t.title for t in section.tables), *(c.title for c in section.charts)):
                assert not words.missing(("en", "zh")), section.name
            for table in section.tables:
                # points of a scale and symbols such as t are the same in every language
                titles = [
                    c.title for c in table.columns if not (c.title.to("en").isdigit() or len(c.title.to("en")) == 1)
                ]
                assert not any(title.missing(("en", "zh")) for title in titles), table.name
        assert not analysis.method.missing(("en", "zh"))
        assert not analysis.limits.missing(("en", "zh"))
