"""A runnable study of defects: painted scenes by three pretend systems with planted faults, and two worked pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from beholder.fields.word_marks.split import words_in
from beholder.protocols.defects.planted_faults import FAULTS, box_of, middle_of
from beholder.protocols.example_files import save_jpeg, write_example
from beholder.scenes import Placement, Scene, SceneObject, StageSpec, compose
from beholder.text import Catalogue

__all__ = ["make_example"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (768, 576)
_WHY = Catalogue("defects", folder=Path(__file__).parent, part="practice")
_REACH = 0.06
"""How far beside a thing a mark in practice may lie, as a share of the picture."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """A prompt and the scene that meets it. A careless system paints the last thing as `instead`, or leaves it out.

    `missed` are the words of the prompt that it then misses. `fault` is what goes wrong elsewhere, with the thing `faulty`.
    """

    prompt: str
    place: str
    things: tuple[Placement, ...]
    instead: Placement | None
    missed: tuple[str, ...]
    fault: str
    faulty: str
    category: str = "outside"

    def painted(self, seed: int, last: Placement | None) -> Scene:
        """The scene with its last thing as told, or without it."""
        things = (*self.things[:-1], *([last] if last else []))
        return compose(StageSpec(place=self.place, things=things, seed=seed, size=_SIZE))


_WISHES = (
    _Wish(
        "a brown dog and a red ball under a tree in a park",
        "park",
        (
            Placement(thing="tree", colour="green", x=0.82, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.3, depth=0.7),
            Placement(thing="ball", colour="red", x=0.6, depth=0.8),
        ),
        None,
        ("red", "ball"),
        "physics",
        "dog",
    ),
    _Wish(
        "a green apple beside a blue cup on a wooden table",
        "table",
        (
            Placement(thing="cup", colour="blue", x=0.7, depth=0.35),
            Placement(thing="apple", colour="green", x=0.38, depth=0.7),
        ),
        Placement(thing="apple", colour="red", x=0.38, depth=0.7),
        ("green",),
        "shape",
        "apple",
        "inside",
    ),
    _Wish(
        "a yellow car in front of a white house",
        "street",
        (
            Placement(thing="house", colour="white", x=0.36, depth=0.0),
            Placement(thing="car", colour="yellow", x=0.4, depth=0.7),
        ),
        Placement(thing="car", colour="red", x=0.4, depth=0.7),
        ("yellow",),
        "shape",
        "car",
    ),
    _Wish(
        "a living room with a floor lamp and a teal sofa",
        "room",
        (
            Placement(thing="lamp", colour="yellow", x=0.84, depth=0.1),
            Placement(thing="sofa", colour="teal", x=0.36, depth=0.4),
        ),
        Placement(thing="sofa", colour="purple", x=0.36, depth=0.4),
        ("teal",),
        "shape",
        "sofa",
        "inside",
    ),
)

_GOOD = {"plausibility": 1.0, "alignment": 1.0, "aesthetics": 0.5, "overall": 0.9}


@dataclass(frozen=True, slots=True)
class _Made:
    """A system's picture, and what is wrong with it."""

    image: Image.Image
    truth: dict[str, Any]


def _careful(wish: _Wish, seed: int) -> _Made:
    return _Made(wish.painted(seed, wish.things[-1]).image, _truth(wish))


def _careless(wish: _Wish, seed: int) -> _Made:
    scene = wish.painted(seed, wish.instead)
    there = [{**middle_of(scene, _thing(scene, wish.things[-1].thing)), "reason": "attribute"}] if wish.instead else []
    mark = "wrong" if wish.instead else "missing"
    return _Made(scene.image, _truth(wish, misaligned=there, mark=mark, alignment=-0.9, overall=-0.4))


def _melting(wish: _Wish, seed: int) -> _Made:
    scene = wish.painted(seed, wish.things[-1])
    planted = FAULTS[wish.fault](scene, _thing(scene, wish.faulty))
    return _Made(planted.image, _truth(wish, implausible=[planted.mark], plausibility=-1.0, overall=-0.6))


_SYSTEMS = {"aurora": _careful, "borealis": _careless, "cirrus": _melting}


def _thing(scene: Scene, kind: str) -> SceneObject:
    return next(one for one in scene.objects if one.kind == kind)


def _truth(wish: _Wish, *, mark: str = "", **wrong: Any) -> dict[str, Any]:
    """What raters who look closely would say: marks, words, and how good it is in standard deviations."""
    words = [[word, mark if mark and word in wish.missed else ""] for word in words_in(wish.prompt)]
    return {"implausible": [], "misaligned": [], "words": words, **_GOOD, **wrong}


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_practice(media), *_asked(media, seed)]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _asked(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    for number, wish in enumerate(_WISHES, start=1):
        candidates = []
        for letter, (system, make) in zip("abc", _SYSTEMS.items(), strict=True):
            made = make(wish, seed + 10 * number + ord(letter))
            image = save_jpeg(made.image, media / f"{number}-{letter}.jpg")
            candidates.append({"system": system, "image": image, "truth": made.truth})
        yield {
            "id": f"prompt-{number}",
            "prompt": wish.prompt,
            "category": wish.category,
            "candidates": candidates,
        }


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    """One picture with the wrong colour and one with a thing in the air, so that what was expected can be said for sure."""
    apple, park = _WISHES[1], _WISHES[0]
    scene = apple.painted(501, apple.instead)
    box = _around(box_of(scene, _thing(scene, "apple")))
    colour = [
        {"field": "misaligned", "hits": [box]},
        {"field": "words", "is": _truth(apple, mark="wrong")["words"], "told": _WHY.say("colour-words").root},
    ]
    yield _worked("colour", apple.prompt, scene.image, media, colour, [{"box": box, "sort": "counted"}])
    scene = park.painted(502, park.things[-1])
    planted = FAULTS[park.fault](scene, _thing(scene, park.faulty))
    x, y = planted.mark["x"], planted.mark["y"]
    box = _around((x, y, x, y))
    yield _worked(
        "air",
        park.prompt,
        planted.image,
        media,
        [{"field": "implausible", "hits": [box]}, {"field": "misaligned", "at_most": 0}],
        [{"box": box, "sort": "counted"}],
    )


def _worked(
    rule: str, prompt: str, image: Image.Image, media: Path, expects: list[Any], marks: list[Any]
) -> dict[str, Any]:
    made = {"system": "worked", "image": save_jpeg(image, media / f"practice-{rule}.jpg")}
    reference = {"expects": expects, "why": _WHY.say(rule).root, "marks": marks}
    return {
        "id": f"practice-{rule}",
        "kind": "practice",
        "prompt": prompt,
        "candidates": [made],
        "reference": reference,
    }


def _around(box: tuple[float, float, float, float]) -> list[float]:
    """A box with some room around it, inside the picture."""
    left, top, right, bottom = box
    low = [max(0.0, left - _REACH), max(0.0, top - _REACH)]
    return [round(side, 4) for side in (*low, min(1.0, right + _REACH), min(1.0, bottom + _REACH))]
