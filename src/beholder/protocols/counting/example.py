"""A runnable counting study: painted pictures of four pretend generators, paired by prompt and seed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from beholder.protocols.counting.checks import EASY, attention_reference
from beholder.protocols.counting.generators import PRETEND_GENERATORS
from beholder.protocols.counting.practice import SIZE, WORKED
from beholder.protocols.counting.true_counts import TrueCounts
from beholder.protocols.example_files import write_example
from beholder.scenes import KINDS, SceneSpec, paint

__all__ = ["make_example"]

# close together where counting is easy, and up to where it no longer is
_REQUESTED = (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 16)
# one of each kind of scene
_CHECKS = 3
_FIRST = ("clipped", "slivers", "ghosts", "both-sizes", "many")
# no artefacts that could be taken for objects
_QUALITY = 88
_NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen",
)  # fmt: skip


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_main(media, seed), *_attention(media, seed), *_practice(media)]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _main(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng([seed, 1])
    # files are numbered in an order that tells nothing about who made them
    names = iter(rng.permutation(len(_REQUESTED) * len(PRETEND_GENERATORS)) + 1)
    kinds = list(KINDS)
    for turn, requested in enumerate(_REQUESTED):
        kind = kinds[turn % len(kinds)]
        picture_seed = int(rng.integers(1, 10_000))
        noun = KINDS[kind] if requested == 1 else f"{KINDS[kind]}s"
        for generator in PRETEND_GENERATORS:
            spec = generator.imagine(kind, requested, seed=picture_seed, size=SIZE, rng=rng)
            scene = paint(spec)
            number = int(next(names))
            yield {
                "id": f"picture-{number:02d}",
                "system": generator.name,
                "image": _save(scene.image, media, f"picture-{number:02d}"),
                "object_type": KINDS[kind],
                "requested": requested,
                "prompt": f"a photograph of {_NUMBERS[requested - 1]} {noun}",
                "seed": str(picture_seed),
                "truth": TrueCounts.seen(scene).model_dump(mode="json", exclude_defaults=True),
            }


def _attention(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng([seed, 2])
    for number, kind in enumerate(list(KINDS)[:_CHECKS], 1):
        count = int(rng.integers(2, EASY + 1))
        scene = paint(SceneSpec(kind=kind, count=count, seed=seed + 500 + number, size=SIZE))
        yield {
            "id": f"attention-{number}",
            "kind": "attention",
            "image": _save(scene.image, media, f"attention-{number}"),
            "object_type": KINDS[kind],
            "reference": attention_reference(count).model_dump(mode="json", by_alias=True, exclude_defaults=True),
        }


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    # with `most` in the study file the first ones are shown: a rule of each part of the guideline
    for example in sorted(WORKED, key=lambda one: one.rule not in _FIRST):
        yield example.item(_save(example.picture(), media, f"practice-{example.rule}"))


def _save(image: Image.Image, media: Path, name: str) -> str:
    image.save(media / f"{name}.jpg", "JPEG", quality=_QUALITY)
    return f"{name}.jpg"
