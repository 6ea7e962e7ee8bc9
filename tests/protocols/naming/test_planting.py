"""Which objects and names go into round 2, and the controls among them."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.params import Verification
from beholder.protocols.naming.verify.planting import PlannedName, VerificationPlan, plan_verification


def _sets(count: int = 40) -> list[ResponseSet]:
    kinds = [
        {"airplane": 7, "plane": 3, "wing": 1},
        {"bicycle": 6, "bike": 3, "wheel": 2},
        {"giraffe": 8, "animal": 2},
        {"sandwich": 5, "burger": 4, "plate": 2},
    ]
    return [ResponseSet.of(f"o{n}", kinds[n % len(kinds)]) for n in range(count)]


def _plan(sets: list[ResponseSet], *, seed: int = 0, **how: float) -> VerificationPlan:
    others = {one.item: ["pavement", "lamppost"] for one in sets}
    return plan_verification(sets, Verification.model_validate(how), np.random.default_rng(seed), others=others)


def _all(plan: VerificationPlan) -> list[PlannedName]:
    return [name for one in plan.objects for name in one.names]


def test_objects_with_one_name_and_names_given_once_stay_out() -> None:
    sets = [
        ResponseSet.of("agreed", {"dog": 12}),
        ResponseSet.of("nearly", {"dog": 11, "cat": 1}),
        ResponseSet.of("all different", {"dog": 1, "cat": 1}),
        ResponseSet.of("silent", {}, opt_outs=3),
        ResponseSet.of("several", {"dog": 8, "puppy": 2, "ball": 1}),
    ]
    plan = plan_verification(sets, Verification(controls=0), np.random.default_rng(1))
    assert [(one.item, [(n.system, n.name, n.count) for n in one.names]) for one in plan.objects] == [
        ("several", [("n1", "dog", 8), ("n2", "puppy", 2)])
    ]
    assert plan.skipped == {
        "one name": ("agreed", "nearly"),
        "no name given often enough": ("all different",),
        "no name": ("silent",),
    }
    assert plan.names_set_aside == 4


@pytest.mark.parametrize("share", [0.0, 0.1, 0.15, 0.2])
def test_planted_names_make_up_the_share_that_was_asked_for(share: float) -> None:
    plan = _plan(_sets(200), controls=share)
    planted = sum(plan.planted.values())
    assert planted / plan.names == pytest.approx(share, abs=0.005)
    assert max(sum(bool(n.planted) for n in one.names) for one in plan.objects) <= 1


def test_kinds_take_turns() -> None:
    counts = list(_plan(_sets(200)).planted.values())
    assert max(counts) - min(counts) <= 1


def test_planted_names_are_what_they_are_said_to_be() -> None:
    sets = {one.item: one for one in _sets(200)}
    vocabulary = {name for one in sets.values() for name in one.names}
    for planned in _plan(list(sets.values())).objects:
        own = sets[planned.item]
        for name in planned.names:
            if not name.planted:
                assert own.count(name.name) == name.count >= 2
                continue
            assert name.count == 0
            assert name.name not in own.names
            if name.planted == "typo":
                assert name.name not in vocabulary
                original = next(one for one in planned.names if one.system == name.copy_of)
                assert original.name[0] == name.name[0]
            elif name.planted == "other-object":
                assert name.name in ("pavement", "lamppost")
            else:
                assert name.name in vocabulary


def test_without_known_things_the_names_of_a_neighbouring_object_serve() -> None:
    sets = [ResponseSet.of("left", {"tv": 6, "set": 3}), ResponseSet.of("right", {"cat": 6, "pet": 3})]
    how = Verification(controls=0.3)
    images = {"left": "a.jpg", "right": "a.jpg"}
    plan = plan_verification(sets, how, np.random.default_rng(5), image_of=images)
    # the names are too short for a slip, so the first control is a neighbour's name
    assert {name.name for name in _all(plan) if name.planted == "other-object"} <= {"tv", "cat"}
    assert plan.planted["typo"] == 0
    assert plan.planted["other-object"] == 1
    same = [ResponseSet.of("left", {"cat": 6, "pet": 3}), ResponseSet.of("right", {"cat": 5, "pet": 4})]
    plan = plan_verification(same, how, np.random.default_rng(5), image_of=images)
    # a second box around the same thing gives no control, nor does a vocabulary that all fits
    assert sum(plan.planted.values()) == 0


def test_clear_top_names_serve_as_controls_too() -> None:
    sets = [ResponseSet.of("clear", {"dog": 9, "puppy": 3}), ResponseSet.of("split", {"mug": 5, "cup": 4, "jar": 3})]
    plan = plan_verification(sets, Verification(controls=0), np.random.default_rng(0))
    assert [(n.name, n.control) for n in _all(plan) if n.control] == [("dog", "right")]
    assert plan.known_right == 1


def test_the_same_seed_gives_the_same_plan() -> None:
    assert _plan(_sets(), seed=4) == _plan(_sets(), seed=4)
    assert _plan(_sets(), seed=4) != _plan(_sets(), seed=5)
