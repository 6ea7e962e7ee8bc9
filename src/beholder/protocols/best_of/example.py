"""A runnable study of the best of several: painted scenes by six pretend systems, four at a time, and two worked sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter

from beholder.protocols.example_files import save_jpeg, write_example
from beholder.scenes import Placement, StageSpec, compose
from beholder.text import Catalogue

__all__ = ["make_example"]

# pixels: four stand on a page at once, and six of each prompt are painted
_SIZE = (640, 480)
_WHY = Catalogue("best-of", folder=Path(__file__).parent, part="practice")


@dataclass(frozen=True, slots=True)
class _Wish:
    """A prompt, the scene that meets it, and what a careless system makes of its last thing."""

    prompt: str
    category: str
    place: str
    things: tuple[Placement, ...]
    careless: Placement | None

    def painted(self, seed: int, *, careful: bool) -> Image.Image:
        """The scene, with its last thing as told or not."""
        last = self.things[-1] if careful else self.careless
        things = (*self.things[:-1], *([last] if last else []))
        return compose(StageSpec(place=self.place, things=things, seed=seed, size=_SIZE)).image


_WISHES = (
    _Wish(
        "a yellow car in front of a white house",
        "colours",
        "street",
        (
            Placement(thing="house", colour="white", x=0.36, depth=0.0),
            Placement(thing="car", colour="yellow", x=0.4, depth=0.7),
        ),
        Placement(thing="car", colour="red", x=0.4, depth=0.7),
    ),
    _Wish(
        "a blue book beside a yellow cup on a table",
        "colours",
        "table",
        (
            Placement(thing="book", colour="blue", x=0.3, depth=0.5),
            Placement(thing="cup", colour="yellow", x=0.68, depth=0.45),
        ),
        Placement(thing="cup", colour="teal", x=0.68, depth=0.45),
    ),
    _Wish(
        "a living room with a teal sofa and a floor lamp",
        "objects",
        "room",
        (
            Placement(thing="sofa", colour="teal", x=0.36, depth=0.4),
            Placement(thing="lamp", colour="yellow", x=0.84, depth=0.1),
        ),
        None,
    ),
    _Wish(
        "a brown dog under a tree in a park",
        "objects",
        "park",
        (
            Placement(thing="tree", colour="green", x=0.7, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.4, depth=0.7),
        ),
        None,
    ),
)
_WORKED = {
    "missing": _Wish(
        "a dog and a red ball on the grass of a park",
        "",
        "park",
        (
            Placement(thing="tree", colour="green", x=0.8, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.3, depth=0.7),
            Placement(thing="ball", colour="red", x=0.6, depth=0.8),
        ),
        None,
    ),
    "colour": _Wish(
        "a green apple beside a blue cup on a wooden table",
        "",
        "table",
        (
            Placement(thing="cup", colour="blue", x=0.7, depth=0.35),
            Placement(thing="apple", colour="green", x=0.38, depth=0.7),
        ),
        Placement(thing="apple", colour="red", x=0.38, depth=0.7),
    ),
}


def _clean(image: Image.Image) -> Image.Image:
    return image


def _soft(image: Image.Image) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(1.2))


def _smeared(image: Image.Image) -> Image.Image:
    return image.filter(ImageFilter.ModeFilter(7)).filter(ImageFilter.GaussianBlur(1.5))


@dataclass(frozen=True, slots=True)
class _System:
    """How a pretend system works, and how good that is, in standard deviations."""

    careful: bool
    finish: Callable[[Image.Image], Image.Image]
    truth: float


_SYSTEMS = {
    "aurora": _System(True, _clean, 1.1),
    "borealis": _System(True, _soft, 0.7),
    "cirrus": _System(True, _smeared, 0.0),
    "dune": _System(False, _clean, -0.2),
    "ember": _System(False, _soft, -0.6),
    "fjord": _System(False, _smeared, -1.3),
}
_PRACTISED = {"first": "aurora", "second": "cirrus", "third": "dune", "fourth": "fjord"}
"""What a rater is shown in practice, and whose work it is; names say nothing of it."""


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_practice(media), *_asked(media, seed)]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _asked(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    for number, wish in enumerate(_WISHES, start=1):
        made = []
        for n, (name, system) in enumerate(_SYSTEMS.items()):
            image = system.finish(wish.painted(seed + number + 100 * n, careful=system.careful))
            path = media / f"{number}-{'abcdef'[n]}.jpg"
            made.append({"system": name, "image": save_jpeg(image, path), "truth": {"pick": system.truth}})
        yield {"id": f"prompt-{number}", "prompt": wish.prompt, "category": wish.category, "candidates": made}


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    """Sets in which the best and the worst are so for sure; what is between them is not asked."""
    for number, (rule, wish) in enumerate(_WORKED.items(), start=1):
        made = []
        for n, (name, like) in enumerate(_PRACTISED.items()):
            system = _SYSTEMS[like]
            image = system.finish(wish.painted(500 + number, careful=system.careful))
            made.append({"system": name, "image": save_jpeg(image, media / f"practice-{number}{'abcd'[n]}.jpg")})
        expects = [
            {"field": "pick", "system": "first", "is": "best"},
            {"field": "pick", "system": "fourth", "is": "worst"},
        ]
        yield {
            "id": f"practice-{rule}",
            "kind": "practice",
            "prompt": wish.prompt,
            "candidates": made,
            "reference": {"expects": expects, "why": _WHY.say(rule).root},
        }
