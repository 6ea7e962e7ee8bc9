"""A runnable captions study: painted scenes and photographs, five pretend captioners, three worked practice pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from beholder.protocols.captions.captioners import CAPTIONERS, Described, SpokenThing
from beholder.protocols.captions.photographs import PHOTOGRAPHS
from beholder.protocols.captions.worked_captions import WORKED_EXAMPLES, practice_item
from beholder.protocols.example_files import write_example
from beholder.scenes import Placement, Scene, StageSpec, compose, photograph, relations, worked

__all__ = ["make_example"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (960, 640)


@dataclass(frozen=True, slots=True)
class _CaptionedScene:
    """A scene, the three things of it that captioners may speak of, and what people wrote about it."""

    place: str
    spoken: tuple[str, str, str]
    references: tuple[str, ...]
    things: tuple[Placement, ...]


_SUBJECTS = (
    _CaptionedScene(
        "room",
        ("cat", "sofa", "lamp"),
        (
            "A ginger cat sits on the couch, not far from a floor lamp.",
            "An orange cat on a sofa in somebody's living room.",
        ),
        (
            Placement(thing="lamp", colour="yellow", x=0.86, depth=0.1),
            Placement(thing="sofa", colour="teal", x=0.35, depth=0.35),
            Placement(thing="cat", colour="orange", on="sofa"),
        ),
    ),
    _CaptionedScene(
        "park",
        ("dog", "ball", "tree"),
        ("A dog and a red ball on the grass, with a tree behind them.", "A brown dog looking at a ball in the park."),
        (
            Placement(thing="tree", colour="green", x=0.82, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.28, depth=0.7),
            Placement(thing="ball", colour="red", x=0.58, depth=0.8),
        ),
    ),
    _CaptionedScene(
        "table",
        ("apple", "plate", "cup"),
        ("An apple lies on a white plate beside a blue mug.", "A plate with one red apple, and a cup."),
        (
            Placement(thing="cup", colour="blue", x=0.78, depth=0.35),
            Placement(thing="plate", colour="white", x=0.36, depth=0.6),
            Placement(thing="apple", colour="red", on="plate"),
        ),
    ),
    _CaptionedScene(
        "street",
        ("car", "house", "sign"),
        ("A yellow car is parked in front of a house.", "A street with a white house, a car and a red sign."),
        (
            Placement(thing="house", colour="white", x=0.32, depth=0.0),
            Placement(thing="sign", colour="red", x=0.84, depth=0.3),
            Placement(thing="car", colour="yellow", x=0.36, depth=0.7),
        ),
    ),
    _CaptionedScene(
        "room",
        ("dog", "fireplace", "table"),
        (
            "A black dog beside a fireplace, with a small table on the other side.",
            "A room with a fireplace, a dog and a wooden table.",
        ),
        (
            Placement(thing="fireplace", colour="white", x=0.48, depth=0.0),
            Placement(thing="table", colour="brown", x=0.82, depth=0.4),
            Placement(thing="dog", colour="black", x=0.16, depth=0.6),
        ),
    ),
    _CaptionedScene(
        "park",
        ("person", "tree", "ball"),
        (
            "Somebody in blue stands in a park near a tree and a ball.",
            "A person next to a tree, with a yellow ball on the grass.",
        ),
        (
            Placement(thing="tree", colour="green", x=0.22, depth=0.1),
            Placement(thing="person", colour="blue", x=0.6, depth=0.5),
            Placement(thing="ball", colour="yellow", x=0.84, depth=0.85),
        ),
    ),
    _CaptionedScene(
        "table",
        ("book", "bowl", "apple"),
        ("A green apple in front of a book and a bowl.", "A blue book, a purple bowl and an apple on a table."),
        (
            Placement(thing="bowl", colour="purple", x=0.7, depth=0.4),
            Placement(thing="book", colour="blue", x=0.26, depth=0.4),
            Placement(thing="apple", colour="green", x=0.5, depth=0.85),
        ),
    ),
    _CaptionedScene(
        "street",
        ("person", "car", "tree"),
        (
            "A person stands to the right of a red car on the street.",
            "A red car between a tree and a person dressed in purple.",
        ),
        (
            Placement(thing="tree", colour="green", x=0.14, depth=0.15),
            Placement(thing="car", colour="red", x=0.42, depth=0.5),
            Placement(thing="person", colour="purple", x=0.86, depth=0.5),
        ),
    ),
)


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_practice(media), *_painted(media, seed), *_photographed(media)]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    for number, example in enumerate(WORKED_EXAMPLES, 1):
        file = f"practice-{number}.jpg"
        _save(worked(example.scene).image, media / file)
        yield practice_item(example, file, whole_sentence="tick")


def _painted(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    for number, subject in enumerate(_SUBJECTS):
        scene = compose(StageSpec(place=subject.place, things=subject.things, seed=seed + number, size=_SIZE))
        file = f"picture-{number + 1:02d}.jpg"
        _save(scene.image, media / file)
        seen = _described(number, subject, scene)
        candidates = [say(seen).candidate(system) for system, say in CAPTIONERS.items()]
        told = {"references": list(subject.references), "candidates": candidates}
        yield {"id": f"painting-{number + 1}", "image": file, "source": "paintings", **told}


def _described(number: int, subject: _CaptionedScene, scene: Scene) -> Described:
    first, second, third = (scene.named(name) for name in subject.spoken)
    word = next(r.word for r in relations(scene) if (r.subject, r.object) == (first.id, second.id))
    # the colour of a person is that of the clothes, which these captioners do not speak of
    things = [SpokenThing(one.kind, "" if one.kind == "person" else one.colour) for one in (first, second, third)]
    return Described(number, subject.place, things[0], word, things[1], things[2])


def _photographed(media: Path) -> Iterator[dict[str, Any]]:
    for number, (name, captions) in enumerate(PHOTOGRAPHS.items(), len(_SUBJECTS) + 1):
        source = photograph(f"{name}.png")
        if source is None:
            continue
        file = f"picture-{number:02d}.jpg"
        with Image.open(source) as image:
            _save(image.convert("RGB"), media / file)
        candidates = [captions[system].candidate(system) for system in CAPTIONERS]
        yield {"id": f"photograph-{number}", "image": file, "source": "photographs", "candidates": candidates}


def _save(image: Image.Image, path: Path) -> None:
    image.save(path, "JPEG", quality=90)
