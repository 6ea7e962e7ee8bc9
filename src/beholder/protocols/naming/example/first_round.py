"""A runnable naming study of painted scenes, and the study of round 2 that simulated namers make of it."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from beholder.declarations.item import Item, Shown
from beholder.protocols.example_files import write_example
from beholder.protocols.naming.collect.raw_answers import RatingCells
from beholder.protocols.naming.declaration import DECLARATION
from beholder.protocols.naming.example.namers import simulate_namer
from beholder.protocols.naming.example.scenes import BREAKFAST, HIDDEN_DOG, LIVING_ROOM, PARK, save_scene
from beholder.protocols.naming.example.vocabulary import VOCABULARY
from beholder.protocols.naming.params import NamingParams
from beholder.protocols.naming.verify.next_round import next_round
from beholder.protocols.naming.wording import text
from beholder.protocols.rounds import FinishedRound
from beholder.protocols.simulation import SimulatedRater
from beholder.scenes import Placement, Scene, SceneObject, StageSpec, compose

__all__ = ["main_items", "make_example", "make_verify_example", "simulated_ratings"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (960, 640)
_HERE = Path(__file__).parent
# enough that many objects get two names twice, without which there is nothing to verify
_NAMERS = 12

_SCENES: tuple[tuple[str, tuple[Placement, ...]], ...] = (
    (
        "room",
        (
            Placement(thing="fireplace", colour="white", x=0.48, depth=0.0),
            Placement(thing="lamp", colour="yellow", x=0.9, depth=0.1),
            Placement(thing="sofa", colour="teal", x=0.24, depth=0.5),
            Placement(thing="dog", colour="brown", on="sofa"),
        ),
    ),
    (
        "park",
        (
            Placement(thing="tree", colour="green", x=0.82, depth=0.1),
            Placement(thing="person", colour="blue", x=0.58, depth=0.45),
            Placement(thing="dog", colour="black", x=0.24, depth=0.75),
            Placement(thing="ball", colour="yellow", x=0.84, depth=0.9, size=1.3),
        ),
    ),
    (
        "table",
        (
            Placement(thing="bowl", colour="purple", x=0.72, depth=0.4),
            Placement(thing="apple", colour="green", on="bowl"),
            Placement(thing="book", colour="blue", x=0.24, depth=0.45),
            Placement(thing="cup", colour="white", x=0.48, depth=0.85),
        ),
    ),
    (
        "street",
        (
            Placement(thing="house", colour="white", x=0.28, depth=0.0),
            Placement(thing="sign", colour="red", x=0.86, depth=0.3),
            Placement(thing="car", colour="yellow", x=0.4, depth=0.65),
            Placement(thing="person", colour="purple", x=0.72, depth=0.5),
        ),
    ),
    (
        "room",
        (
            Placement(thing="television", x=0.3, depth=0.05),
            Placement(thing="table", colour="brown", x=0.7, depth=0.5),
            Placement(thing="cat", colour="orange", x=0.36, depth=0.75),
        ),
    ),
    (
        "street",
        (
            Placement(thing="building", colour="brown", x=0.2, depth=0.0),
            Placement(thing="clock tower", colour="brown", x=0.56, depth=0.05),
            Placement(thing="car", colour="blue", x=0.76, depth=0.5),
        ),
    ),
)


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/ of round 1; the same seed gives the same bytes."""
    media = folder / "media"
    items = [*_practice(media), *_obvious(media, seed), *main_items(media, seed)]
    write_example(folder, items, study=_HERE / "study.yaml")


def make_verify_example(folder: Path, seed: int) -> None:
    """Writes the study of round 2 that twelve simulated namers of the example make."""
    with tempfile.TemporaryDirectory(prefix="beholder-naming-") as scratch:
        media = Path(scratch)
        items = [_as_item(line) for line in main_items(media, seed)]
        done = FinishedRound(
            items=items,
            ratings=list(simulated_ratings(items, raters=_NAMERS, seed=seed)),
            media=media,
            params=NamingParams(),
            title=text("study-title"),
            seed=seed,
        )
        next_round(done, folder)


def simulated_ratings(items: list[Item], *, raters: int, seed: int) -> Iterator[RatingCells]:
    """The answers that simulated namers give to every object, as rows of a ratings table."""
    for number in range(raters):
        rng = np.random.default_rng([seed, number])
        rater = SimulatedRater.draw(rng, seconds=7)
        for item in items:
            trial = simulate_namer(DECLARATION, Shown(item), rater, rng)["trial"]
            for field in ("name", "opt_out"):
                yield RatingCells(
                    item=item.id,
                    group=item.group,
                    system="",
                    rater=f"r{number + 1}",
                    answer=f"r{number + 1}-{item.id}",
                    kind="main",
                    field=field,
                    value=trial[field] or "",
                    number=None,
                    excluded_by="",
                )


def main_items(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    """The objects to be named, as lines of an items file; their pictures are painted into `media`."""
    for number, (place, things) in enumerate(_SCENES, start=1):
        scene = compose(StageSpec(place=place, things=things, seed=seed + number, size=_SIZE))
        image = f"scene-{number}.jpg"
        save_scene(scene, media / image)
        for thing in scene.objects:
            if thing.kind in VOCABULARY:
                yield _object(scene, thing, image, f"scene-{number}-{thing.kind.replace(' ', '-')}")


def _object(scene: Scene, thing: SceneObject, image: str, name: str) -> dict[str, Any]:
    words = VOCABULARY[thing.kind]
    others = [one for one in scene.objects if one is not thing and one.kind in VOCABULARY]
    fitting = {*words.names, *words.visual}
    beside = {one.kind: _overlap(thing, one) for one in others if one.kind not in fitting}
    return {
        "id": name,
        "image": image,
        "box": list(thing.visible_box),
        "domain": words.domain,
        "reference_name": thing.kind,
        "others": list(beside),
        "truth": {"names": dict(words.names), "visual": dict(words.visual), "referential": beside},
    }


def _overlap(thing: SceneObject, other: SceneObject) -> float:
    """What lies inside the box is named by mistake more often than what is elsewhere in the picture."""
    left, top, right, bottom = thing.visible_box
    x0, y0, x1, y1 = other.visible_box
    shared = max(0, min(right, x1) - max(left, x0)) * max(0, min(bottom, y1) - max(top, y0))
    return round(0.2 + 3 * shared / max(1, (x1 - x0) * (y1 - y0)), 2)


def _as_item(line: dict[str, Any]) -> Item:
    columns = {name: value for name, value in line.items() if name != "id"}
    return Item(line["id"], columns, group=line["domain"])


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    accepted = _accepted("practice")
    worked = (
        (
            PARK,
            "dog",
            "dog",
            {"field": "name", "any_of": accepted["dog"], "told": text("practice-dog-names").root},
            text("practice-dog"),
        ),
        (
            LIVING_ROOM,
            "sofa",
            "sofa",
            {"field": "name", "any_of": accepted["sofa"], "told": text("practice-sofa-names").root},
            text("practice-sofa"),
        ),
        (
            HIDDEN_DOG,
            "dog",
            "hidden",
            {"field": "opt_out", "any_of": ["occluded", "cannot-tell"]},
            text("practice-hidden"),
        ),
    )
    for spec, thing, name, expected, why in worked:
        scene = compose(spec)
        save_scene(scene, media / f"practice-{name}.jpg")
        yield {
            "id": f"practice-{name}",
            "kind": "practice",
            "image": f"practice-{name}.jpg",
            "box": list(scene.named(thing).visible_box),
            "reference": {"expects": [expected], "why": why.root},
        }


def _accepted(kind: str) -> dict[str, list[str]]:
    """Names that are right for each thing whose name is known, in all languages."""
    names: dict[str, dict[str, list[str]]] = tomllib.loads((_HERE / "accepted_names.toml").read_text(encoding="utf-8"))
    return names[kind]


def _obvious(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    """Attention checks: objects that nobody who looks calls otherwise."""
    accepted = _accepted("attention")
    scene = compose(StageSpec(place="table", things=BREAKFAST.things, seed=seed, size=_SIZE))
    save_scene(scene, media / "obvious.jpg")
    for thing, names in accepted.items():
        yield {
            "id": f"obvious-{thing}",
            "kind": "attention",
            "image": "obvious.jpg",
            "box": list(scene.named(thing).visible_box),
            "reference": {"expects": [{"field": "name", "any_of": names}]},
        }
