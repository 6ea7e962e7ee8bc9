"""Runnable opinion studies: painted scenes, each also compressed, blurred and with noise, rated one by one or in pairs."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

from beholder.protocols.example_files import write_example
from beholder.protocols.opinion.params import COMPARISON
from beholder.scenes import Placement, StageSpec, compose
from beholder.text import Catalogue

__all__ = ["make_ccr_example", "make_example"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (768, 576)
_WHY = Catalogue("opinion", folder=Path(__file__).parent, part="practice")
_SCENES: tuple[tuple[str, str, tuple[Placement, ...]], ...] = (
    (
        "park",
        "nature",
        (
            Placement(thing="tree", colour="green", x=0.8, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.35, depth=0.7),
        ),
    ),
    (
        "street",
        "city",
        (
            Placement(thing="house", colour="white", x=0.36, depth=0.0),
            Placement(thing="car", colour="yellow", x=0.45, depth=0.7),
        ),
    ),
    (
        "table",
        "still life",
        (
            Placement(thing="cup", colour="blue", x=0.7, depth=0.35),
            Placement(thing="apple", colour="green", x=0.38, depth=0.7),
        ),
    ),
    (
        "room",
        "indoors",
        (
            Placement(thing="sofa", colour="teal", x=0.36, depth=0.4),
            Placement(thing="lamp", colour="yellow", x=0.84, depth=0.1),
        ),
    ),
)


def _untouched(image: Image.Image, _rng: np.random.Generator) -> Image.Image:
    return image


def _compressed(image: Image.Image, _rng: np.random.Generator) -> Image.Image:
    squeezed = io.BytesIO()
    image.save(squeezed, "JPEG", quality=12)
    with Image.open(squeezed) as opened:
        return opened.convert("RGB")


def _blurred(image: Image.Image, _rng: np.random.Generator) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(4))


def _noisy(image: Image.Image, rng: np.random.Generator) -> Image.Image:
    pixels = np.asarray(image, dtype=np.float32) + rng.normal(0, 14, (image.height, image.width, 1))
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


Treat = Callable[[Image.Image, np.random.Generator], Image.Image]
_SYSTEMS: dict[str, tuple[Treat, float]] = {
    "original": (_untouched, 1.6),
    "aspen": (_noisy, 0.3),
    "birch": (_compressed, -0.6),
    "cedar": (_blurred, -1.5),
}


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/, the untouched scenes hidden among the others (ACR-HR).

    The same seed gives the same bytes.
    """
    media = _media(folder)
    items = [*_practice(media), *_asked(media, seed, field="quality")]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def make_ccr_example(folder: Path, seed: int) -> None:
    """The same scenes, two at a time, compared on seven grades (CCR)."""
    media = _media(folder)
    items = [*_practice_pairs(media), *_asked(media, seed, field=COMPARISON)]
    write_example(folder, items, study=Path(__file__).with_name("example_ccr.yaml"))


def _media(folder: Path) -> Path:
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    return media


def _asked(media: Path, seed: int, *, field: str) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    for number, (place, content, things) in enumerate(_SCENES, start=1):
        scene = compose(StageSpec(place=place, things=things, seed=seed + number, size=_SIZE)).image
        candidates = [
            {
                "system": system,
                "image": _saved(treat(scene, rng), media / f"{number}-{letter}.png"),
                "truth": {field: truth},
            }
            for letter, (system, (treat, truth)) in zip("abcd", _SYSTEMS.items(), strict=True)
        ]
        yield {"id": f"scene-{number}", "content": content, "candidates": candidates}


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    """The ends of the scale, so that raters know both before they begin."""
    rng, (scene, content) = np.random.default_rng(900), _practised()
    for rule, treat, low, high in (("best", _untouched, 4, 5), ("worst", _blurred, 1, 2)):
        yield {
            "id": f"practice-{rule}",
            "kind": "practice",
            "content": content,
            "candidates": [{"system": rule, "image": _saved(treat(scene, rng), media / f"practice-{rule}.png")}],
            "reference": {
                "expects": [{"field": "quality", "at_least": low, "at_most": high}],
                "why": _WHY.say(rule).root,
            },
        }


def _practice_pairs(media: Path) -> Iterator[dict[str, Any]]:
    """A difference that nobody misses, and none at all."""
    rng, (scene, content) = np.random.default_rng(900), _practised()
    expected = {"clear": {"at_least": 2}, "same": {"at_least": -1, "at_most": 1}}
    for rule, treat in (("clear", _blurred), ("same", _untouched)):
        made = {"untouched": scene, "other": treat(scene, rng)}
        yield {
            "id": f"practice-{rule}",
            "kind": "practice",
            "content": content,
            "candidates": [
                {"system": system, "image": _saved(image, media / f"practice-{rule}-{letter}.png")}
                for letter, (system, image) in zip("ab", made.items(), strict=True)
            ],
            "reference": {
                "expects": [{"field": COMPARISON, "system": "untouched", **expected[rule]}],
                "why": _WHY.say(rule).root,
            },
        }


def _practised() -> tuple[Image.Image, str]:
    """A scene that is not asked about, and what kind of content it is."""
    place, content, things = _SCENES[0]
    return compose(StageSpec(place=place, things=things[::-1], seed=901, size=_SIZE)).image, content


def _saved(image: Image.Image, path: Path) -> str:
    image.save(path, "PNG")
    return path.name
