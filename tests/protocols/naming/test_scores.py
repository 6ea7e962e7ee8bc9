"""ADEQUACY, INADEQUACYTYPE, SAMEOBJECT and the consistent sets they make, against values worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.object_bootstrap import Resampling
from beholder.protocols.naming.verify.adequacy import TYPES, Judgment, score_judgments, verification_agreement
from beholder.protocols.naming.verify.judgments import read_judgments, write_judgments
from beholder.protocols.naming.verify.verified import Thresholds, make_consistent, sensitivity_rows
from beholder.stats.messages import key_of
from tests.protocols.naming.planted import plant
from tests.protocols.naming.small_study import JUDGMENTS, SETS, verified


def _few_raters(finding: Finding) -> bool:
    return any(key_of(note) == "note-few-raters" for note in finding.notes)


def test_scores_by_hand() -> None:
    bear = score_judgments(JUDGMENTS)["bear"]
    assert bear.score("bear").adequacy == 1.0
    assert bear.score("dog").adequacy == pytest.approx(0.5 / 3)
    assert bear.score("ball").adequacy == pytest.approx(2 / 3)
    assert bear.score("dog").types == pytest.approx(
        {"referential": 1 / 3, "visual": 2 / 3, "linguistic": 0, "other": 0, "none": 0}
    )
    assert bear.score("ball").types["none"] == pytest.approx(1 / 3)
    assert bear.same_object("dog", "bear") == bear.same_object("bear", "dog") == pytest.approx(2 / 3)
    assert bear.same_object("ball", "bear") == 0.0
    assert bear.same_object("ball", "dog") == 0.0
    assert bear.same_object("ball", "ball") == 1.0
    assert math.isnan(bear.same_object("teddy", "bear"))


def test_planted_names_enter_nothing() -> None:
    without = [one for one in JUDGMENTS if not one.planted]
    assert score_judgments(JUDGMENTS) == score_judgments(without)
    assert "beer" not in score_judgments(JUDGMENTS)["bear"].names
    assert verification_agreement(JUDGMENTS) == verification_agreement(without)


def test_same_object_asks_only_raters_who_judged_both() -> None:
    given = [
        Judgment("o", "a", "x", 1.0, "none", "1"),
        Judgment("o", "a", "y", 1.0, "none", "1"),
        Judgment("o", "b", "x", 1.0, "none", "1"),
        Judgment("o", "c", "y", 1.0, "none", "1"),
        # A second judgment of the same rater does not count.
        Judgment("o", "a", "x", 0.0, "other", "9"),
    ]
    found = score_judgments(given)["o"]
    assert found.same_object("x", "y") == 1.0
    assert found.score("x").raters == 2
    assert found.score("x").adequacy == 1.0


def test_consistent_sets_by_hand() -> None:
    bear, deer, zebra = verified()
    assert bear.after.names == ("bear",)
    assert deer.after.names == ("deer", "animal", "dear")
    assert zebra.after.names == ("zebra",)
    assert [one.complete for one in (bear, deer, zebra)] == [True, True, True]
    # `dog` means the bear for two of three raters; only its adequacy of 1/6 keeps it out.
    assert verified(adequacy=0.1)[0].after.names == ("bear", "dog")
    assert verified(same_object=0.7)[0].after.names == ("bear",)
    assert verified(adequacy=0.7)[1].after.names == ("deer", "animal")


def test_the_top_name_stays_whatever_its_scores() -> None:
    poor = [Judgment("o", "a", name, 0.0, "other", name) for name in ("x", "y")]
    one = make_consistent([ResponseSet.of("o", {"x": 3, "y": 2})], score_judgments(poor))[0]
    assert one.after.names == ("x",)


def test_objects_that_still_wait_for_raters_are_marked() -> None:
    waiting, single, rare = make_consistent(
        [
            ResponseSet.of("o", {"x": 3, "y": 2}),
            ResponseSet.of("p", {"x": 3, "y": 1}),
            ResponseSet.of("q", {"x": 1, "y": 1}),
        ],
        {},
    )
    assert (waiting.complete, single.complete, rare.complete) == (False, True, True)
    assert (single.after.names, rare.after.names) == (("x",), ())


def test_other_thresholds_are_shown() -> None:
    how = Resampling(rng=np.random.default_rng(0))
    rows = {(r["same_object"], r["adequacy"]): r for r in sensitivity_rows(SETS, score_judgments(JUDGMENTS), how=how)}
    assert [key for key, row in rows.items() if row["chosen"]] == [(0.0, 0.4)]
    assert rows[0.0, 0.4]["pairs_kept"] == 5
    assert rows[0.0, 0.4]["pairs_kept_share"] == pytest.approx(5 / 7)
    assert rows[0.0, 0.4]["tokens_kept_share"] == pytest.approx(17 / 21)
    assert {key[1] for key in rows} == {0.3, 0.4, 0.5}
    for row in rows.values():
        low, high = row["N_interval"]
        assert low <= row["N"] <= high
        assert low < high


@pytest.mark.parametrize(
    ("adequacy", "kind"), [(1.0, "visual"), (0.5, "none"), (0.7, "visual"), (0.0, "wrong"), (0.0, "")]
)
def test_judgments_that_contradict_themselves_are_refused(adequacy: float, kind: str) -> None:
    with pytest.raises(BeholderError, match="adequacy"):
        Judgment("o", "a", "x", adequacy, kind, "1")


def test_raw_judgments_are_exported_and_read_back(tmp_path: Path) -> None:
    write_judgments(JUDGMENTS, tmp_path / "judgments.csv")
    assert read_judgments(tmp_path / "judgments.csv") == JUDGMENTS


def test_agreement_is_told_for_each_answer() -> None:
    found = {f.name: f for f in verification_agreement(JUDGMENTS)}
    assert found.keys() == {
        "adequacy_alpha", "adequacy_ac2", "inadequacy_alpha", "group_alpha", "group_adjusted_rand",
    }  # fmt: skip
    # Three raters on three names twice: only dog–bear of one rater differs, among 3 + 3 pairs of names.
    assert 0 < found["group_alpha"].value < 1
    # three raters are no sample of raters, and are not said to be one
    assert all(f.interval is None or _few_raters(f) for f in found.values())


def test_agreement_on_adequacy_is_weighted_by_distance_as_that_of_scales() -> None:
    """Gwet's AC2 of two raters by its formula; analyses before weighted by ranks."""
    given = [(1, 1), (1, 0.5), (0, 0.5), (0.5, 0.5), (1, 0), (1, 1), (0, 0), (1, 1)]
    kinds = {1: "none", 0.5: "visual", 0: "other"}
    judged = [
        Judgment(f"o{n}", rater, "x", value, kinds[value], "1")
        for n, pair in enumerate(given)
        for rater, value in zip("ab", pair, strict=True)
    ]
    points = np.array([0, 0.5, 1])
    for by_rank, near in ((False, 0.75), (True, 2 / 3)):
        weight = np.where(np.eye(3) == 1, 1.0, np.where(abs(points[:, None] - points) < 1, near, 0.0))
        place = {value: n for n, value in enumerate(points)}
        observed = np.mean([weight[place[one], place[other]] for one, other in given])
        share = np.array([np.mean([value == point for pair in given for value in pair]) for point in points])
        chance = weight.sum() / (3 * 2) * float(np.sum(share * (1 - share)))
        (found,) = [f for f in verification_agreement(judged, by_rank=by_rank) if f.name == "adequacy_ac2"]
        assert found.value == pytest.approx((observed - chance) / (1 - chance))


def test_agreement_of_enough_raters_is_that_of_raters_like_them() -> None:
    judged = plant(np.random.default_rng(3), objects=40, slip=0.2).judgments
    others = [replace(one, rater=one.rater.upper()) for one in plant(np.random.default_rng(4), objects=40).judgments]
    items = {one.item for one in judged}
    found = {f.name: f for f in verification_agreement([*judged, *(o for o in others if o.item in items)])}
    for name in ("adequacy_alpha", "adequacy_ac2", "inadequacy_alpha", "group_alpha"):
        assert "raters like these" in found[name].method
        assert not _few_raters(found[name])
    assert "these raters" in found["group_adjusted_rand"].method


@st.composite
def _judgments(draw: st.DrawFn) -> list[Judgment]:
    names, raters = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    out = []
    for rater in range(raters):
        for name in range(names):
            adequacy = draw(st.sampled_from([0.0, 0.5, 1.0]))
            kind = "none" if adequacy == 1.0 else draw(st.sampled_from(TYPES[:-1]))
            out.append(Judgment("o", str(rater), str(name), adequacy, kind, str(draw(st.integers(1, 3)))))
    return out


@given(_judgments(), st.permutations(["1", "2", "3"]))
def test_names_of_groups_and_order_of_raters_mean_nothing(given: list[Judgment], renamed: list[str]) -> None:
    found = score_judgments(given)["o"]
    other = [
        Judgment(j.item, j.rater, j.name, j.adequacy, j.inadequacy, renamed[int(j.group) - 1]) for j in reversed(given)
    ]
    again = score_judgments(other)["o"]
    for name in found.names:
        assert sum(found.score(name).types.values()) == pytest.approx(1.0)
        assert again.score(name).adequacy == pytest.approx(found.score(name).adequacy)
        for second in found.names:
            assert again.same_object(name, second) == found.same_object(second, name)


@given(_judgments(), st.floats(0, 1), st.floats(0, 1))
def test_stricter_thresholds_never_keep_more(given: list[Judgment], low: float, high: float) -> None:
    low, high = min(low, high), max(low, high)
    counts = {j.name: 2 for j in given}
    kept = [
        make_consistent([ResponseSet.of("o", counts)], score_judgments(given), thresholds=Thresholds(adequacy=limit))[
            0
        ].after.names
        for limit in (low, high)
    ]
    assert set(kept[1]) <= set(kept[0])
