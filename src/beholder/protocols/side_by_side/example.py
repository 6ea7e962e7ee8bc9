"""Runnable studies side by side: painted scenes by three pretend systems, one picture or four of each prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter

from beholder.protocols.example_files import save_jpeg, write_example
from beholder.scenes import Placement, StageSpec, compose
from beholder.text import Catalogue

__all__ = ["SYSTEMS_TRUTH", "make_example", "make_four_up_example"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (768, 576)
# the same where four stand in the place of one
_SMALL = (400, 300)
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

    def painted(self, seed: int, last: Placement | None, size: tuple[int, int] = _SIZE) -> Image.Image:
        """The scene with its last thing as told, or without it."""
        things = (*self.things[:-1], *([last] if last else []))
        return compose(StageSpec(place=self.place, things=things, seed=seed, size=size)).image


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

Draw = Callable[[_Wish, int, tuple[int, int]], Image.Image]


def _careful(wish: _Wish, seed: int, size: tuple[int, int] = _SIZE) -> Image.Image:
    return wish.painted(seed, wish.things[-1], size)


def _careless(wish: _Wish, seed: int, size: tuple[int, int] = _SIZE) -> Image.Image:
    return wish.painted(seed, wish.careless, size)


def _smearing(wish: _Wish, seed: int, size: tuple[int, int] = _SIZE) -> Image.Image:
    return _careful(wish, seed, size).filter(ImageFilter.ModeFilter(7)).filter(ImageFilter.GaussianBlur(1.5))


SYSTEMS_TRUTH: dict[str, dict[str, float]] = {
    "aurora": {"follows": 0.8, "looks": 0.7},
    "borealis": {"follows": -0.9, "looks": 0.6},
    "cirrus": {"follows": 0.6, "looks": -0.9},
}
"""The pretend systems: one does all well, one is careless about the prompt, one about how it looks."""
_DRAW: dict[str, Draw] = {"aurora": _careful, "borealis": _careless, "cirrus": _smearing}


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
        seeds = {system: seed + number + (0 if wish.before else 100 * n) for n, system in enumerate(_DRAW)}
        if wish.before:
            item["source"] = save_jpeg(wish.painted(seed + number, wish.before), media / f"source-{number}.jpg")
        item["candidates"] = [
            {
                "system": system,
                "image": save_jpeg(draw(wish, seeds[system], _SIZE), media / f"{number}-{letter}.jpg"),
                "truth": SYSTEMS_TRUTH[system] | ({"follows": _BEYOND} if wish.beyond else {}),
            }
            for letter, (system, draw) in zip("abc", _DRAW.items(), strict=True)
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
        made = {"careful": _careful(wish, 500 + number), "other": other(wish, 500 + number, _SIZE)}
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


def make_four_up_example(folder: Path, seed: int) -> None:
    """The same with four pictures by each system for each prompt, shown as one."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_practice_sets(media), *_asked_sets(media, seed)]
    write_example(folder, items, study=Path(__file__).with_name("example_four_up.yaml"))


def _asked_sets(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    wishes = [wish for wish in _WISHES if not wish.before and not wish.beyond]
    for number, wish in enumerate(wishes, start=1):
        yield {
            "id": f"prompt-{number}",
            "prompt": wish.prompt,
            "candidates": [
                {
                    "system": system,
                    "images": _four(wish, draw, seed + 100 * number + 10 * n, media, f"{number}-{letter}"),
                    "truth": SYSTEMS_TRUTH[system],
                }
                for n, (letter, (system, draw)) in enumerate(zip("abc", _DRAW.items(), strict=True))
            ],
        }


def _practice_sets(media: Path) -> Iterator[dict[str, Any]]:
    """Sets that differ in one way, as the single pictures of practice do.

    Each has systems of its own: eight pictures of one place by one system look as if they had a mark in a corner.
    """
    park, table = replace(_WISHES[0], prompt="a dog and a red ball on the grass of a park"), _WISHES[1]
    worked: tuple[tuple[str, _Wish, Draw, dict[str, str]], ...] = (
        ("missing", park, _careless, {"follows": "win"}),
        ("smeared", table, _smearing, {"follows": "tie", "looks": "win"}),
    )
    for number, (rule, wish, other, expected) in enumerate(worked, start=1):
        drawn = {f"{rule}-careful": _careful, f"{rule}-other": other}
        yield {
            "id": f"practice-{rule}",
            "kind": "practice",
            "prompt": wish.prompt,
            "candidates": [
                {"system": system, "images": _four(wish, draw, 500 + 10 * number, media, f"practice-{number}{letter}")}
                for letter, (system, draw) in zip("ab", drawn.items(), strict=True)
            ],
            "reference": {
                "expects": [
                    {"field": field, "system": f"{rule}-careful", "is": outcome} for field, outcome in expected.items()
                ],
                "why": _WHY.say(f"set-{rule}").root,
            },
        }


def _four(wish: _Wish, draw: Draw, seed: int, media: Path, name: str) -> list[str]:
    """Four pictures of one prompt; even a careless system gets one of them right."""
    ways = (_careful if draw is _careless else draw, draw, draw, draw)
    return [save_jpeg(way(wish, seed + n, _SMALL), media / f"{name}{n}.jpg") for n, way in enumerate(ways, start=1)]
