"""Simulated counters and pretend generators: what was put in can be found again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beholder.protocols import Item, Shown, SimulatedRater
from beholder.protocols.counting import PROTOCOL
from beholder.protocols.counting.checks import attention_reference
from beholder.protocols.counting.generators import PRETEND_GENERATORS
from beholder.protocols.counting.practice import WORKED, WorkedCount
from beholder.protocols.counting.true_counts import TrueCounts
from beholder.scenes import SceneSpec, paint

NUMBERS = (5, 8, 12, 16)


def _answers(truth: dict[str, Any], rater: SimulatedRater, *, times: int = 400, seed: int = 1) -> list[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    shown = Shown(Item("i", {"object_type": "bocce ball", "truth": truth}, system="s"))
    return [PROTOCOL.answer_like_a_person(PROTOCOL.declaration, shown, rater, rng)["trial"] for _ in range(times)]


def _counts(truth: dict[str, Any], rater: SimulatedRater, **how: Any) -> list[Any]:
    return [answer["count"] for answer in _answers(truth, rater, **how)]


CAREFUL = SimulatedRater(severity=0, noise=0.7, lapse=0)


@pytest.mark.parametrize("count", range(5))
def test_up_to_four_are_seen_without_error(count: int) -> None:
    assert set(_counts({"count": count}, CAREFUL)) == {count}


def test_a_careful_rater_passes_the_checks_of_attention() -> None:
    """They have no truth of their own: their reference says how many there are."""
    check = Item("check", {"object_type": "bocce ball"}, kind="attention", reference=attention_reference(3))
    rng = np.random.default_rng(2)
    given = [PROTOCOL.answer_like_a_person(PROTOCOL.declaration, Shown(check), CAREFUL, rng) for _ in range(50)]
    assert {answer["trial"]["count"] for answer in given} == {3}


def test_the_error_grows_in_proportion_to_the_number() -> None:
    spreads = [np.std([c for c in _counts({"count": n}, CAREFUL, times=3000) if c != ">20"]) for n in (8, 16)]
    assert spreads[1] / spreads[0] == pytest.approx(2, rel=0.35)
    for n in NUMBERS:
        counts = [c for c in _counts({"count": n}, CAREFUL, times=3000) if c != ">20"]
        assert np.mean(counts) == pytest.approx(n, abs=0.15)


def test_a_severe_rater_leaves_doubtful_objects_out() -> None:
    truth = {"count": 10, "doubtful": 5}
    mild, severe = (
        np.mean(_counts(truth, SimulatedRater(severity=s, noise=0.3, lapse=0), times=1500)) for s in (-1.0, 1.0)
    )
    assert 9.3 < mild < 10
    assert severe < mild - 1


def test_more_than_the_limit_is_said_only_of_pictures_that_may_have_it() -> None:
    assert ">20" not in _counts({"count": 14}, CAREFUL, times=2000)
    assert set(_counts({"count": 29}, CAREFUL)) == {">20"}
    near = _counts({"count": 20}, CAREFUL, times=2000)
    assert 0 < near.count(">20") < len(near)


def test_clipping_is_found_again() -> None:
    clipped = [answer["clipped"] for answer in _answers({"count": 10, "clipped": 3, "cut": 2}, CAREFUL, times=2000)]
    assert np.mean(clipped) == pytest.approx(3, abs=0.3)


def test_flags_follow_the_truth_and_other_things_are_named() -> None:
    truth = {"count": 4, "flags": ["sizes", "other"], "others": ["bowl"]}
    answers = _answers(truth, CAREFUL, times=1000)
    share = {flag: np.mean([flag in a["flags"] for a in answers]) for flag in ("sizes", "other", "shapes")}
    assert share["sizes"] > 0.75
    assert share["other"] > 0.75
    assert share["shapes"] < 0.1
    assert all(a["comment"].startswith("other: bowl") for a in answers if "other" in a["flags"])


def test_a_lapse_knows_nothing_of_the_picture() -> None:
    counts = _counts({"count": 3}, SimulatedRater(lapse=1.0), times=600)
    assert len(set(counts)) > 15


def test_without_a_truth_the_number_asked_for_is_a_start() -> None:
    rng = np.random.default_rng(3)
    means = []
    for requested in (3, 12):
        items = [Item(f"i{n}", {"object_type": "a", "requested": requested}, system="s") for n in range(60)]
        given = [
            PROTOCOL.answer_like_a_person(PROTOCOL.declaration, Shown(item), CAREFUL, rng)["trial"]["count"]
            for item in items
        ]
        means.append(np.mean([20.0 if c == ">20" else float(c) for c in given]))
    assert means[0] < 6 < means[1]


def test_generators_miss_the_number_each_in_its_own_way() -> None:
    rng = np.random.default_rng(2)
    ratio = {g.name: np.mean([g.count(n, rng) / n for n in NUMBERS for _ in range(400)]) for g in PRETEND_GENERATORS}
    assert ratio["larch"] == pytest.approx(1, abs=0.02)
    assert ratio["maple"] == pytest.approx(1.38, abs=0.04)
    assert ratio["rowan"] == pytest.approx(0.8, abs=0.04)
    assert ratio["alder"] == pytest.approx(1.02, abs=0.03)
    for generator in PRETEND_GENERATORS:
        assert generator.count(2, rng) == 2


def test_generators_clip_and_merge_as_they_say() -> None:
    rng = np.random.default_rng(4)

    def total(name: str, part: str) -> float:
        generator = next(g for g in PRETEND_GENERATORS if g.name == name)
        specs = [generator.imagine("medicine", 12, seed=n, size=(576, 576), rng=rng) for n in range(200)]
        return float(sum(getattr(s, part) for s in specs) / sum(s.count for s in specs))

    assert total("alder", "clipped") == pytest.approx(0.16, abs=0.03)
    assert total("rowan", "merged") == pytest.approx(0.11, abs=0.03)
    assert total("larch", "clipped") == 0


@pytest.mark.variants(8)
@pytest.mark.parametrize("example", WORKED, ids=lambda example: example.rule)
def test_a_worked_example_shows_what_it_teaches(example: WorkedCount) -> None:
    truth = TrueCounts.seen(paint(example.spec))
    if isinstance(example.count, int):
        assert (truth.count, truth.clipped) == (example.count, example.clipped)
    else:
        assert truth.count > 20
        assert example.count == ">20"
    if example.flags is not None:
        assert set(truth.flags) == set(example.flags) - {"noteworthy"}
    else:
        assert truth.flags == ()
    assert example.why.missing(["en", "zh"]) == []
    assert example.picture().size == example.spec.size


def test_one_example_is_13_medicine_balls_of_which_2_are_clipped() -> None:
    assert [(e.spec.kind, e.count, e.clipped) for e in WORKED].count(("medicine", 13, 2)) == 1


def test_one_object_alone_has_nothing_to_be_the_same_as() -> None:
    scene = paint(SceneSpec(kind="bocce", count=1, size=(200, 200), colours="same"))
    assert TrueCounts.seen(scene).flags == ()
