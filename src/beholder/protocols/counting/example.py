"""A runnable counting study: painted pictures of four pretend generators, paired by prompt and seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from beholder.protocols.counting.checks import EASY, attention_reference
from beholder.protocols.counting.generators import PRETEND_GENERATORS
from beholder.protocols.counting.practice import SIZE, WORKED
from beholder.protocols.counting.true_counts import TrueCounts
from beholder.scenes import KINDS, SceneSpec, paint

__all__ = ["make_example"]

_REQUESTED = (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 16)
_CHECKS = 3
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
    lines = [json.dumps(item, ensure_ascii=False) for item in items]
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(_STUDY, encoding="utf-8")


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
    for example in WORKED:
        yield example.item(_save(example.picture(), media, f"practice-{example.rule}"))


def _save(image: Image.Image, media: Path, name: str) -> str:
    image.save(media / f"{name}.jpg", "JPEG", quality=_QUALITY)
    return f"{name}.jpg"


_STUDY = """\
# A study of how well picture generators count. Change what you like, then run `beholder check` on this folder.
protocol: counting

title:
  en: How many are there?
  zh: 数一数有多少个

description:
  en: You will see one picture at a time and count the objects in it. Most pictures take less than half a minute.
  zh: 每次会看到一张图片，请数出其中的物体。大多数图片用不了半分钟。

# One line per picture: the file, the system that made it, what is to be counted, and what was asked for.
# Raters see the picture and the object type. System, prompt, number requested and truth stay hidden.
# Lines with `kind: practice` and `kind: attention` carry the right answer and never enter results.
items: items.jsonl
media: media

# How many raters count each picture. Agreement can only be measured where there are at least two.
ratings: 3
# Pictures made from the same prompt with the same seed are compared with each other, system against system.
block: [prompt, seed]
# Results are also reported for each value of this item column.
group: object_type

params:
  # Above this number raters need not count on; such answers are stored as ">20", never as a number.
  limit: 20
  # What can be ticked. Leave out what you do not need, or add flags of your own:
  #   - {id: floating, label: {en: Floating objects, zh: 悬空的物体}, key: KeyL}
  flags: [sizes, shapes, same_colour, other, noteworthy]
  # To count other things, define them here and name them in the items' column `object_type`:
  #   object_types:
  #     apple: {label: {en: apples, zh: 苹果}, definition: {en: Whole apples of any colour., zh: 完整的苹果，颜色不限。}}

# For the estimate of `beholder check`; delete it if nobody is paid.
cost: {per_hour: 15, currency: USD}

# Shown on every page, so that raters know whom to ask.
contact: Ask the person who sent you the link.
"""
