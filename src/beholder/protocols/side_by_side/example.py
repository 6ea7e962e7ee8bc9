"""A runnable study side by side: painted scenes by three pretend systems, some of them edits, and two worked pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter

from beholder.protocols.example_files import save_jpeg, write_example
from beholder.scenes import Placement, StageSpec, compose
from beholder.text import Catalogue

__all__ = ["make_example"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (768, 576)
_WHY = Catalogue("side-by-side", folder=Path(__file__).parent, part="practice")


@dataclass(frozen=True, slots=True)
class _Wish:
    """A prompt, the scene that meets it, and the thing that a careless system gets wrong. An edit begins with `before`.

    What is `beyond` all of them is what the prompt is about and no scene has.
    """

    prompt: str
    place: str
    things: tuple[Placement, ...]
    careless: Placement | None
    before: Placement | None = None
    beyond: bool = False

    def painted(self, seed: int, last: Placement | None) -> Image.Image:
        """The scene with its last thing as told, or without it."""
        things = (*self.things[:-1], *([last] if last else []))
        return compose(StageSpec(place=self.place, things=things, seed=seed, size=_SIZE)).image


_WISHES = (
    _Wish(
        "a brown dog and a red ball under a tree in a park",
        "park",
        (
            Placement(thing="tree", colour="green", x=0.8, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.3, depth=0.7),
            Placement(thing="ball", colour="red", x=0.6, depth=0.8),
        ),
        None,
    ),
    _Wish(
        "a green apple beside a blue cup on a wooden table",
        "table",
        (
            Placement(thing="cup", colour="blue", x=0.7, depth=0.35),
            Placement(thing="apple", colour="green", x=0.38, depth=0.7),
        ),
        Placement(thing="apple", colour="red", x=0.38, depth=0.7),
    ),
    _Wish(
        "a yellow car in front of a white house",
        "street",
        (
            Placement(thing="house", colour="white", x=0.36, depth=0.0),
            Placement(thing="car", colour="yellow", x=0.4, depth=0.7),
        ),
        Placement(thing="car", colour="red", x=0.4, depth=0.7),
    ),
    _Wish(
        "a living room with a teal sofa and a floor lamp",
        "room",
        (
            Placement(thing="sofa", colour="teal", x=0.36, depth=0.4),
            Placement(thing="lamp", colour="yellow", x=0.84, depth=0.1),
        ),
        None,
    ),
    _Wish(
        "replace the sign by a red car",
        "street",
        (
            Placement(thing="tree", colour="green", x=0.14, depth=0.15),
            Placement(thing="car", colour="red", x=0.55, depth=0.55),
        ),
        Placement(thing="car", colour="blue", x=0.55, depth=0.55),
        before=Placement(thing="sign", colour="red", x=0.55, depth=0.55),
    ),
    _Wish(
        "give the apple a yellow skin and leave the rest as it is",
        "table",
        (
            Placement(thing="book", colour="blue", x=0.26, depth=0.4),
            Placement(thing="apple", colour="yellow", x=0.6, depth=0.7),
        ),
        Placement(thing="apple", colour="purple", x=0.6, depth=0.7),
        before=Placement(thing="apple", colour="red", x=0.6, depth=0.7),
    ),
    _Wish(
        "an elephant that balances on a drum",
        "park",
        (
            Placement(thing="tree", colour="green", x=0.2, depth=0.1),
            Placement(thing="dog", colour="grey", x=0.55, depth=0.7),
        ),
        Placement(thing="ball", colour="grey", x=0.55, depth=0.7),
        beyond=True,
    ),
)

# standard deviations: so far below the middle that simulated raters call both bad
_BEYOND = -2.0

Draw = Callable[[_Wish, int], Image.Image]


def _careful(wish: _Wish, seed: int) -> Image.Image:
    return wish.painted(seed, wish.things[-1])


def _careless(wish: _Wish, seed: int) -> Image.Image:
    return wish.painted(seed, wish.careless)


def _smearing(wish: _Wish, seed: int) -> Image.Image:
    return _careful(wish, seed).filter(ImageFilter.ModeFilter(7)).filter(ImageFilter.GaussianBlur(1.5))


_SYSTEMS: dict[str, tuple[Draw, dict[str, float]]] = {
    "aurora": (_careful, {"follows": 0.8, "looks": 0.7}),
    "borealis": (_careless, {"follows": -0.9, "looks": 0.6}),
    "cirrus": (_smearing, {"follows": 0.6, "looks": -0.9}),
}


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_practice(media), *_asked(media, seed)]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _asked(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    for number, wish in enumerate(_WISHES, start=1):
        item: dict[str, Any] = {"id": f"prompt-{number}", "prompt": wish.prompt}
        item["category"] = "editing" if wish.before else "generation"
        # an edit keeps the scene; what is made anew differs from system to system
        seeds = {system: seed + number + (0 if wish.before else 100 * n) for n, system in enumerate(_SYSTEMS)}
        if wish.before:
            item["source"] = save_jpeg(wish.painted(seed + number, wish.before), media / f"source-{number}.jpg")
        item["candidates"] = [
            {
                "system": system,
                "image": save_jpeg(draw(wish, seeds[system]), media / f"{number}-{letter}.jpg"),
                "truth": {**truth, "follows": _BEYOND} if wish.beyond else truth,
            }
            for letter, (system, (draw, truth)) in zip("abc", _SYSTEMS.items(), strict=True)
        ]
        yield item


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    """Pairs that differ in one way, so that what was expected can be said for sure."""
    park, beyond = _WISHES[0], _WISHES[-1]
    plain = replace(park, prompt="a dog and a red ball on the grass of a park")
    worked: tuple[tuple[str, _Wish, Draw, list[dict[str, str]]], ...] = (
        ("missing", plain, _careless, [{"field": "follows", "system": "careful", "is": "win"}]),
        (
            "smeared",
            plain,
            _smearing,
            [
                {"field": "follows", "system": "careful", "is": "tie"},
                {"field": "looks", "system": "careful", "is": "win"},
            ],
        ),
        ("beyond", beyond, _careless, [{"field": "follows", "is": "both_bad"}]),
    )
    for number, (rule, wish, other, expects) in enumerate(worked, start=1):
        made = {"careful": _careful(wish, 500 + number), "other": other(wish, 500 + number)}
        yield {
            "id": f"practice-{rule}",
            "kind": "practice",
            "prompt": wish.prompt,
            "candidates": [
                {"system": system, "image": save_jpeg(image, media / f"practice-{number}{letter}.jpg")}
                for letter, (system, image) in zip("ab", made.items(), strict=True)
            ],
            "reference": {"expects": expects, "why": _WHY.say(rule).root},
        }
