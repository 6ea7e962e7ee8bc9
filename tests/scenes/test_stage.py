"""Composed pictures: things stand where they were put, and what is said about them is true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.scenes import (
    PLACES,
    THINGS,
    WORKED,
    Placement,
    StageSpec,
    caption,
    compose,
    phrase,
    questions,
    relations,
    worked,
)
from tests.scenes.scene_truth import check_truth

SIZE = (480, 360)


@pytest.mark.parametrize("place", list(PLACES))
def test_every_place_is_painted_the_same_each_time(place: str) -> None:
    spec = StageSpec(place=place, things=(Placement(thing="ball"), Placement(thing="cup")), seed=2, size=SIZE)
    first, second = compose(spec), compose(spec)
    assert first.image.tobytes() == second.image.tobytes()
    check_truth(first)


@pytest.mark.parametrize("thing", list(THINGS))
def test_every_thing_shows_wholly_and_in_its_colour(thing: str) -> None:
    scene = compose(StageSpec(place="park", things=(Placement(thing=thing, depth=0.7),), seed=1, size=SIZE))
    (only,) = scene.objects
    assert only.kind == thing
    assert only.inside_share == 1
    assert only.area > 300
    check_truth(scene)


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
@pytest.mark.parametrize("thing", ["ball", "bowl", "sofa", "car", "book", "apple"])
def test_the_named_colour_is_the_one_seen(thing: str, colour: str) -> None:
    scene = compose(StageSpec(place="room", things=(Placement(thing=thing, colour=colour, depth=0.8),), size=SIZE))
    red, green, blue = np.median(np.asarray(scene.image)[scene.objects[0].visible], axis=0)
    assert {
        "red": red > 1.6 * max(green, blue),
        "blue": blue > 1.3 * max(red, green),
        "yellow": min(red, green) > 1.5 * blue,
    }[colour]


def test_things_stand_in_the_order_listed_and_on_what_was_named() -> None:
    scene = compose(
        StageSpec(
            place="room",
            size=SIZE,
            things=(
                Placement(thing="ball", colour="red", depth=0.8),
                Placement(thing="table", depth=0.8),
                Placement(thing="cat", depth=0.8),
                Placement(thing="cup", on="table", colour="blue"),
            ),
        )
    )
    ball, table, cat, cup = (scene.named(name) for name in ("ball", "table", "cat", "cup"))
    assert ball.box[2] <= table.box[0] < table.box[2] <= cat.box[0]
    assert cup.on == table.id
    assert table.box[0] < cup.box[0] < cup.box[2] < table.box[2]
    assert table.box[1] < cup.box[3] < table.box[3]
    said = {(scene.objects[r.subject].kind, r.word, scene.objects[r.object].kind) for r in relations(scene)}
    assert {("ball", "left of", "table"), ("cat", "right of", "ball"), ("cup", "on", "table")} <= said
    assert ("table", "on", "cup") not in said
    assert ("cup", "in front of", "table") not in said
    asked = {question.text: question.answer for question in questions(scene)}
    assert asked["What is on the table?"] == "a blue cup"
    assert asked["What colour is the ball?"] == "red"
    assert asked["What is to the right of the table?"] == phrase(cat)
    check_truth(scene)


def test_nearer_things_hide_further_ones_and_relations_say_so() -> None:
    scene = compose(
        StageSpec(
            place="street",
            size=SIZE,
            things=(
                Placement(thing="car", x=0.5, depth=0.2),
                Placement(thing="person", x=0.5, depth=0.8),
            ),
        )
    )
    car, person = scene.named("car"), scene.named("person")
    assert 0 < car.occluded_share < 1
    assert person.occluded_share == 0
    words = {(r.subject, r.word, r.object) for r in relations(scene)}
    assert {(person.id, "in front of", car.id), (car.id, "behind", person.id)} <= words


def test_counting_questions_and_captions_are_true() -> None:
    things = (
        Placement(thing="ball", colour="red"),
        Placement(thing="ball", colour="blue"),
        Placement(thing="ball", colour="red"),
        Placement(thing="sign", text="STOP"),
    )
    scene = compose(StageSpec(place="park", things=things, size=SIZE))
    asked = {question.text: question.answer for question in questions(scene)}
    assert asked["How many red balls are there?"] == "2"
    assert asked["How many blue balls are there?"] == "1"
    assert asked["How many balls are there?"] == "3"
    assert asked["What does the sign say?"] == "STOP"
    assert "What is to the left of the sign?" not in asked, "three things are: no one answer"
    assert "three balls" in caption(scene)
    assert caption(scene).endswith("in a park")
    assert caption(compose(StageSpec(place="room", size=SIZE))) == "nothing in a living room"


def test_text_changes_the_picture_only_on_the_sign() -> None:
    def with_text(text: str) -> Any:
        return compose(
            StageSpec(place="street", things=(Placement(thing="sign", text=text, colour="blue"),), size=SIZE)
        )

    one, other = with_text("EXIT"), with_text("TAXI")
    differs = np.any(np.asarray(one.image) != np.asarray(other.image), axis=2)
    assert differs.sum() > 50
    assert not (differs & ~one.objects[0].mask).any()


@pytest.mark.parametrize("name", list(WORKED))
def test_worked_pictures_show_what_their_captions_speak_of(name: str) -> None:
    scene = worked(name)
    kinds = {thing.kind for thing in scene.objects}
    assert {
        "clock tower": {"clock tower", "building"},
        "living room": {"sofa", "fireplace", "dog", "book", "table"},
        "hot dog": {"wrapped hot dog", "foil"},
    }[name] <= kinds
    check_truth(scene)


def test_a_thing_without_one_colour_is_named_without_it() -> None:
    assert caption(worked("hot dog")) == "a sheet of foil and a wrapped hot dog on a table"


BAD: list[tuple[dict[str, Any], str]] = [
    ({"place": "moon"}, "scene-unknown-place"),
    ({"size": (10, 10)}, "scene-bad-size"),
    ({"seed": -1}, "scene-bad-number"),
    ({"things": (Placement(thing="dragon"),)}, "scene-unknown-thing"),
    ({"things": (Placement(thing="ball", colour="mauve"),)}, "scene-unknown-colour"),
    ({"things": (Placement(thing="cup", on="table"),)}, "scene-not-one-object"),
    (
        {"things": (Placement(thing="table"), Placement(thing="table"), Placement(thing="cup", on="table"))},
        "scene-not-one-object",
    ),
    ({"things": (Placement(thing="ball", text="HI"),)}, "scene-no-text-here"),
    ({"things": (Placement(thing="sign", text="停"),)}, "scene-text-not-drawable"),
    ({"things": (Placement(thing="ball", x=1.5),)}, "scene-bad-number"),
]


@pytest.mark.parametrize(("options", "code"), BAD, ids=lambda value: str(value)[:40])
def test_wrong_stages_are_refused_by_name(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BeholderError) as caught:
        StageSpec(**({"place": "room"} | options))
    assert caught.value.code == code


def test_a_wholly_hidden_thing_is_refused() -> None:
    things = (Placement(thing="apple", x=0.5, depth=0.5), Placement(thing="building", x=0.5, depth=0.6))
    with pytest.raises(BeholderError) as caught:
        compose(StageSpec(place="street", things=things, size=SIZE))
    assert caught.value.code == "scene-does-not-fit"


def test_an_ambiguous_name_is_refused() -> None:
    scene = compose(StageSpec(place="park", things=(Placement(thing="ball"), Placement(thing="ball")), size=SIZE))
    with pytest.raises(BeholderError) as caught:
        scene.named("ball")
    assert caught.value.code == "scene-not-one-object"


def test_an_unknown_worked_picture_is_refused() -> None:
    with pytest.raises(BeholderError) as caught:
        worked("clock")
    assert caught.value.code == "scene-unknown-worked"
