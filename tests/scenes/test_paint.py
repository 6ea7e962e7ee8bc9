"""What a counting picture promises is measured on its masks and pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.scenes import KINDS, SceneObject, SceneSpec, paint
from tests.scenes.scene_truth import check_truth, grown

SMALL = (240, 180)


def hidden(thing: SceneObject) -> float:
    return thing.occluded_share


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("count", [0, 1, 7, 30])
def test_count_is_exact(kind: str, count: int) -> None:
    scene = paint(SceneSpec(kind=kind, count=count, seed=count, size=(320, 240)))
    assert scene.count == count
    assert scene.clipped == 0
    assert all(thing.kind == KINDS[kind] for thing in scene.counted)
    check_truth(scene)


@pytest.mark.parametrize("kind", list(KINDS))
def test_clipped_objects_have_less_than_half_inside_and_cut_ones_more(kind: str) -> None:
    scene = paint(SceneSpec(kind=kind, count=13, clipped=2, cut=2, seed=5, size=(640, 480)))
    assert (scene.count, scene.clipped) == (13, 2)
    shares = sorted(thing.inside_share for thing in scene.counted)
    assert all(0.1 < share < 0.45 for share in shares[:2])
    assert all(0.57 < share < 0.95 for share in shares[2:4])
    assert shares[4:] == [1.0] * 9
    for thing in scene.counted:
        left, top, right, bottom = thing.box
        touches = left == 0 or top == 0 or right == 640 or bottom == 480
        assert touches == (thing.inside_share < 1)
    check_truth(scene)


def test_the_share_inside_is_the_share_of_the_whole_outline() -> None:
    """A clipped ball's area in the picture is what its circle, known from its size and scale, leaves inside."""
    scene = paint(SceneSpec(kind="bocce", count=3, clipped=3, seed=8))
    for ball in scene.counted:
        whole = np.pi * (ball.size_m / 2 * ball.scale) ** 2
        assert ball.mask.sum() / whole == pytest.approx(ball.inside_share, abs=0.02)


@pytest.mark.parametrize("kind", list(KINDS))
def test_occluded_and_sliver_objects_are_hidden_as_much_as_asked(kind: str) -> None:
    scene = paint(SceneSpec(kind=kind, count=9, occluded=2, slivers=2, seed=3, size=(640, 480)))
    shares = sorted(map(hidden, scene.counted))
    assert all(share <= 0.12 for share in shares[:5])
    assert all(0.3 <= share <= 0.7 for share in shares[5:7])
    assert all(0.8 <= share <= 0.96 for share in shares[7:])
    assert scene.clipped == 0, "being hidden by another object is not being clipped by the boundary"
    check_truth(scene)


@pytest.mark.parametrize("kind", list(KINDS))
def test_merged_pairs_name_each_other_and_share_a_neck(kind: str) -> None:
    scene = paint(SceneSpec(kind=kind, count=5, merged=1, seed=4, size=(640, 480)))
    pair = [thing for thing in scene.counted if thing.merged_with is not None]
    assert len(pair) == 2
    first, second = pair
    assert (first.merged_with, second.merged_with) == (second.id, first.id)
    assert not (first.mask & second.mask).any()
    assert (grown(first.mask, 1) & second.mask).sum() >= 5, "they touch along a line"
    check_truth(scene)


@pytest.mark.parametrize("kind", list(KINDS))
def test_ghostly_objects_let_the_ground_shine_through(kind: str) -> None:
    scene = paint(SceneSpec(kind=kind, count=4, ghostly=4, seed=6, size=(480, 360), colours=("black",)))
    solid = paint(SceneSpec(kind=kind, count=4, seed=6, size=(480, 360), colours=("black",)))
    assert [thing.ghostly for thing in scene.counted] == [True] * 4
    for ghost in scene.counted:
        inside = ghost.visible
        near = np.asarray(scene.image, dtype=float)[inside] - np.asarray(scene.backdrop, dtype=float)[inside]
        far = np.asarray(solid.image, dtype=float)[inside] - np.asarray(solid.backdrop, dtype=float)[inside]
        assert 0.2 < np.abs(near).mean() / np.abs(far).mean() < 0.65


@pytest.mark.parametrize("kind", list(KINDS))
def test_far_objects_are_tiny_but_of_the_same_real_size(kind: str) -> None:
    scene = paint(SceneSpec(kind=kind, count=8, far=3, seed=2))
    far = [thing for thing in scene.counted if thing.far]
    near = [thing for thing in scene.counted if not thing.far]
    assert len(far) == 3
    assert max(thing.area for thing in far) * 3 < min(thing.area for thing in near)
    assert not scene.different_sizes


@pytest.mark.parametrize("kind", list(KINDS))
def test_flags_follow_the_options(kind: str) -> None:
    plain = paint(SceneSpec(kind=kind, count=6, seed=1, size=SMALL, colours="same"))
    assert (plain.different_sizes, plain.different_shapes, plain.same_colour) == (False, False, True)
    mixed = paint(SceneSpec(kind=kind, count=6, seed=1, size=SMALL, sizes="mixed", shapes="mixed"))
    assert (mixed.different_sizes, mixed.different_shapes, mixed.same_colour) == (True, True, False)
    check_truth(mixed)


def test_named_colours_are_all_used_and_no_others() -> None:
    scene = paint(SceneSpec(kind="balloon", count=6, seed=9, size=SMALL, colours=("red", "teal", "white")))
    assert {thing.colour for thing in scene.counted} == {"red", "teal", "white"}


@pytest.mark.parametrize("kind", list(KINDS))
def test_other_things_stand_apart_and_are_not_counted(kind: str) -> None:
    others = ("person", "sign:EXIT", "bowl")
    scene = paint(SceneSpec(kind=kind, count=6, clipped=1, seed=7, others=others))
    assert (scene.count, scene.clipped) == (6, 1)
    assert scene.other_kinds == ("bowl", "person", "sign")
    assert scene.of("sign")[0].text == "EXIT"
    assert all(thing.inside_share == 1 and thing.occluded_share == 0 for thing in scene.others)
    check_truth(scene)


def test_the_same_spec_gives_the_same_bytes_and_another_seed_does_not() -> None:
    spec = SceneSpec(kind="medicine", count=5, seed=3, size=SMALL, clipped=1, others=("person",))
    again = SceneSpec(kind="medicine", count=5, seed=3, size=SMALL, clipped=1, others=("person",))
    first, second = paint(spec), paint(again)
    assert first.image.tobytes() == second.image.tobytes()
    assert [t.box for t in first.objects] == [t.box for t in second.objects]
    other = paint(SceneSpec(kind="medicine", count=5, seed=4, size=SMALL, clipped=1, others=("person",)))
    assert other.image.tobytes() != first.image.tobytes()


def test_a_picture_is_rgb_of_the_size_asked_for() -> None:
    scene = paint(SceneSpec(kind="balloon", count=2, size=(301, 197)))
    assert (scene.image.mode, scene.image.size, scene.size) == ("RGB", (301, 197), (301, 197))


BAD: list[tuple[dict[str, Any], str]] = [
    ({"kind": "tennis"}, "scene-unknown-kind"),
    ({"count": -1}, "scene-bad-number"),
    ({"count": 31}, "scene-bad-number"),
    ({"count": 2.5}, "scene-bad-number"),
    ({"seed": -1}, "scene-bad-number"),
    ({"count": 2, "clipped": 3}, "scene-impossible"),
    ({"count": 3, "merged": 2}, "scene-impossible"),
    ({"count": 1, "occluded": 1}, "scene-impossible"),
    ({"count": 3, "ghostly": 4}, "scene-impossible"),
    ({"count": 2, "merged": 1, "ghostly": 1}, "scene-impossible"),
    ({"count": 1, "sizes": "mixed"}, "scene-impossible"),
    ({"count": 1, "shapes": "mixed"}, "scene-impossible"),
    ({"count": 1, "colours": ("red", "blue")}, "scene-impossible"),
    ({"sizes": "several"}, "scene-bad-choice"),
    ({"colours": "red"}, "scene-bad-choice"),
    ({"colours": ()}, "scene-bad-choice"),
    ({"colours": ("rde",)}, "scene-unknown-colour"),
    ({"others": ("unicorn",)}, "scene-unknown-thing"),
    ({"others": ("person:HELLO",)}, "scene-no-text-here"),
    ({"others": ("sign:出口",)}, "scene-text-not-drawable"),
    ({"size": (20, 20)}, "scene-bad-size"),
]


@pytest.mark.parametrize(("options", "code"), BAD, ids=lambda value: str(value))
def test_impossible_specs_are_refused_by_name(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BeholderError) as caught:
        SceneSpec(**({"kind": "bocce"} | options))
    assert caught.value.code == code
    assert caught.value.problems[0].where in {*options, "occluded", "count"}


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(BeholderError) as caught:
        SceneSpec(kind="bocse", count=2, clipped=3, colours=("rde",))
    assert [p.code for p in caught.value.problems] == ["scene-unknown-kind", "scene-unknown-colour", "scene-impossible"]
    assert 'did you mean "bocce"?' in str(caught.value)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BeholderError) as caught:
        paint(SceneSpec(kind="medicine", count=30, size=(96, 96), others=("sofa", "car", "house")))
    assert caught.value.code == "scene-does-not-fit"


@st.composite
def specs(draw: st.DrawFn) -> SceneSpec:
    count = draw(st.integers(0, 10))
    room = count
    parts: dict[str, int] = {}
    for name, weight in (("clipped", 1), ("cut", 1), ("far", 1), ("merged", 2), ("occluded", 2), ("slivers", 2)):
        parts[name] = draw(st.integers(0, min(2, room // weight)))
        room -= weight * parts[name]
    return SceneSpec(
        kind=draw(st.sampled_from(list(KINDS))),
        count=count,
        seed=draw(st.integers(0, 2**32)),
        size=draw(st.sampled_from([(240, 180), (200, 260), (320, 200)])),
        ghostly=draw(st.integers(0, room)),
        sizes=draw(st.sampled_from(["same", "mixed"])) if count > 1 else "same",
        shapes=draw(st.sampled_from(["same", "mixed"])) if count > 1 else "same",
        colours=draw(st.sampled_from(["same", "mixed"])),
        others=draw(st.sampled_from([(), ("person",), ("bowl",)])),
        **parts,
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(specs())
def test_any_spec_is_met_exactly_or_refused(spec: SceneSpec) -> None:
    try:
        scene = paint(spec)
    except BeholderError as error:
        if error.code != "scene-does-not-fit":
            raise
        return
    assert (scene.count, scene.clipped) == (spec.count, spec.clipped)
    assert sum(0.5 <= thing.inside_share < 1 for thing in scene.counted) == spec.cut
    assert sum(0.3 <= thing.occluded_share <= 0.7 for thing in scene.counted) == spec.occluded
    assert sum(thing.occluded_share >= 0.8 for thing in scene.counted) == spec.slivers
    assert sum(thing.merged_with is not None for thing in scene.counted) == 2 * spec.merged
    assert sum(thing.ghostly for thing in scene.counted) == spec.ghostly
    assert sum(thing.far for thing in scene.counted) == spec.far
    assert scene.different_sizes == (spec.sizes == "mixed")
    assert scene.different_shapes == (spec.shapes == "mixed")
    assert scene.same_colour == (spec.count == 1 or (spec.count > 0 and spec.colours == "same"))
    check_truth(scene)
