"""A runnable trajectories study: questions about painted scenes, answered by four pretend agents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from beholder.declarations.item import Candidate, Item
from beholder.protocols.example_files import write_example
from beholder.protocols.trajectories.agents import PRETEND_AGENTS
from beholder.protocols.trajectories.checks import make_checks
from beholder.protocols.trajectories.practice import SIZE, WORKED
from beholder.scenes import Placement, Scene, SceneQuestion, StageSpec, compose, questions

__all__ = ["make_example"]

# enough to show what becomes of checks
_CHECKS = 3
# no artefacts that a question could be about
_QUALITY = 88
# long enough that the page has to scroll
_LONG_LAPS = 36

_SCENES: tuple[tuple[str, tuple[Placement, ...], tuple[str, ...]], ...] = (
    (
        "park",
        (
            Placement(thing="ball", colour="red", x=0.14, depth=0.75),
            Placement(thing="ball", colour="red", x=0.42, depth=0.55),
            Placement(thing="ball", colour="blue", x=0.78, depth=0.85),
            Placement(thing="dog", x=0.62, depth=0.35),
            Placement(thing="sign", text="NO DOGS", x=0.9, depth=0.3),
        ),
        ("How many red balls are there?", "What does the sign say?"),
    ),
    (
        "table",
        (
            Placement(thing="bowl", x=0.2, depth=0.35),
            Placement(thing="apple", colour="red", name="a", x=0.42, depth=0.75),
            Placement(thing="apple", colour="green", name="b", x=0.6, depth=0.45),
            Placement(thing="apple", colour="red", name="c", x=0.86, depth=0.7),
        ),
        ("How many apples are there?", "How many red apples are there?"),
    ),
    (
        "street",
        (
            Placement(thing="building", text="BAKERY", x=0.3, depth=0.0),
            Placement(thing="car", x=0.75, depth=0.4),
            Placement(thing="sign", text="STOP", colour="red", x=0.1, depth=0.75),
        ),
        ("What does the building say?", "What colour is the car?"),
    ),
    (
        "room",
        (
            Placement(thing="sofa", x=0.3, depth=0.3),
            Placement(thing="cat", on="sofa"),
            Placement(thing="lamp", x=0.66, depth=0.2),
            Placement(thing="dog", x=0.84, depth=0.8),
        ),
        ("What is on the sofa?", "What colour is the dog?"),
    ),
    (
        "park",
        (
            Placement(thing="tree", x=0.15, depth=0.1),
            Placement(thing="person", x=0.4, depth=0.5),
            Placement(thing="umbrella", x=0.68, depth=0.6),
            Placement(thing="dog", name="d1", x=0.88, depth=0.7),
            Placement(thing="dog", name="d2", x=0.25, depth=0.9),
        ),
        ("How many dogs are there?", "What colour is the umbrella?"),
    ),
    (
        "street",
        (
            Placement(thing="house", x=0.2, depth=0.0),
            Placement(thing="car", colour="red", name="c1", x=0.3, depth=0.4),
            Placement(thing="car", colour="blue", name="c2", x=0.78, depth=0.4),
            Placement(thing="sign", text="SLOW", x=0.55, depth=0.95),
        ),
        ("How many red cars are there?", "What does the sign say?"),
    ),
)


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    main = list(_main(media, seed))
    rng = np.random.default_rng([seed, 6])
    items = [*main, *_attention(main, rng), *_practice(media)]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _main(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng([seed, 5])
    for number, (place, things, asked) in enumerate(_SCENES):
        scene = compose(StageSpec(place=place, things=things, seed=seed + number, size=SIZE))
        image = _save(scene, media, f"scene-{number + 1}")
        known = {question.text: question for question in questions(scene)}
        for text in asked:
            yield _special(_item(scene, image, known[text], rng), scene, known[text], rng)


def _item(scene: Scene, image: str, question: SceneQuestion, rng: np.random.Generator) -> dict[str, Any]:
    width, height = scene.size
    return {
        "id": f"{Path(image).stem}-{question.asks}-{question.answer.replace(' ', '-').lower()}",
        "question": question.text,
        "image": image,
        "ground_truth": question.answer,
        "asks": question.asks,
        "width": width,
        "height": height,
        "candidates": [agent.reason(scene, question, rng) for agent in PRETEND_AGENTS],
    }


def _special(item: dict[str, Any], scene: Scene, question: SceneQuestion, rng: np.random.Generator) -> dict[str, Any]:
    """Real runs have odd ones among them: one was cut off, one takes very long, two agents do exactly the same."""
    direct, wandering, premature, _ = item["candidates"]
    if question.text == "How many apples are there?":
        wandering["steps"] = wandering["steps"][:-4]
        del wandering["answer"]
        wandering["cut_off"] = True
        wandering["truth"] |= {"correct": False, "thoroughness": 2.0}
    elif question.text == "What does the building say?":
        item["candidates"][1] = PRETEND_AGENTS[1].reason(scene, question, rng, laps=_LONG_LAPS)
    elif question.text == "What colour is the umbrella?":
        premature |= {"steps": direct["steps"], "answer": direct["answer"], "truth": direct["truth"]}
    return item


def _attention(main: list[dict[str, Any]], rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    fixed = ("id", "candidates")
    items = tuple(
        Item(
            id=one["id"],
            columns={name: value for name, value in one.items() if name not in fixed},
            candidates=tuple(
                Candidate(one["id"], c["system"], {name: value for name, value in c.items() if name != "system"})
                for c in one["candidates"]
            ),
        )
        for one in main
    )
    for check in make_checks(items, _CHECKS, rng):
        assert check.reference is not None, "every check has a reference"
        yield {
            "id": check.id.replace("check", "attention"),
            "kind": "attention",
            **check.columns,
            "candidates": [{"system": c.system, **c.columns} for c in check.candidates],
            "reference": check.reference.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        }


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    saved: dict[StageSpec, str] = {}
    for example in WORKED:
        if example.stage not in saved:
            saved[example.stage] = _save(example.scene, media, f"practice-{len(saved) + 1}")
        yield example.item(saved[example.stage])


def _save(scene: Scene, media: Path, name: str) -> str:
    scene.image.save(media / f"{name}.jpg", "JPEG", quality=_QUALITY)
    return f"{name}.jpg"
