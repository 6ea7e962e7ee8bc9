"""A runnable masks study: objects with known masks in painted scenes and photographs, and four pretend systems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from beholder.media import Mask
from beholder.protocols.example_files import write_example
from beholder.protocols.masks.practice import WORKED, WorkedMask
from beholder.protocols.masks.pretend import PRETEND_SYSTEMS
from beholder.scenes import Placement, Scene, StageSpec, compose, photograph

__all__ = ["make_example"]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (960, 640)
_STAGES: tuple[tuple[str, tuple[Placement, ...], tuple[tuple[str, str], ...]], ...] = (
    (
        "room",
        (
            # as all things here that are asked for: not red, which would hide in the red of the mask
            Placement(thing="sofa", colour="teal"),
            Placement(thing="lamp"),
            Placement(thing="cat", depth=0.9, x=0.62),
            Placement(thing="dog", depth=0.8),
        ),
        (("cat", "dog"), ("sofa", "lamp")),
    ),
    (
        "park",
        (
            Placement(thing="tree", depth=0.2),
            Placement(thing="dog", depth=0.7),
            Placement(thing="person", depth=0.6),
            Placement(thing="ball", depth=0.9),
        ),
        (("dog", "person"), ("person", "dog")),
    ),
    (
        "table",
        (
            Placement(thing="bowl"),
            Placement(thing="cup", depth=0.55),
            Placement(thing="apple", depth=0.8, colour="green"),
            Placement(thing="book", depth=0.3),
        ),
        (("cup", "bowl"), ("apple", "cup")),
    ),
    (
        "street",
        (
            Placement(thing="house", depth=0.1),
            Placement(thing="car"),
            Placement(thing="person"),
            Placement(thing="sign", colour="blue"),
        ),
        (("car", "house"), ("sign", "person")),
    ),
)


@dataclass(frozen=True, slots=True)
class _Photograph:
    """An object in a photograph of the scikit-image package: an ellipse (middle, half axes) drawn around it by hand."""

    file: str
    x: float
    y: float
    half_width: float
    half_height: float


_PHOTOGRAPHS = (
    _Photograph("coffee.png", 290.6, 113.3, 117.5, 94.8),
    _Photograph("chelsea.png", 170.9, 115.4, 32.3, 29.3),
    _Photograph("astronaut.png", 170.3, 385.6, 37.5, 37.0),
    _Photograph("coins.png", 334.5, 44.0, 29.5, 27.5),
)


@dataclass(frozen=True, eq=False)
class _MaskedObject:
    """One object to be segmented: its picture, its mask, and what lies beside it."""

    image: str
    dataset: str
    truth: Mask
    beside: Mask


def make_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([seed, 4])
    items = [_item(number, subject, rng) for number, subject in enumerate(_subjects(media, seed), 1)]
    items += [_practice_item(worked, media) for worked in WORKED]
    write_example(folder, items, study=Path(__file__).with_name("example.yaml"))


def _subjects(media: Path, seed: int) -> Iterator[_MaskedObject]:
    for number, (place, things, objects) in enumerate(_STAGES):
        scene = compose(StageSpec(place=place, things=things, seed=seed + number, size=_SIZE))
        file = f"{place}.png"
        scene.image.save(media / file, "PNG")
        for thing, neighbour in objects:
            yield _painted(file, scene, thing, neighbour)
    for known in _PHOTOGRAPHS:
        source = photograph(known.file)
        if source is not None:
            with Image.open(source) as image:
                picture = image.convert("RGB")
            picture.save(media / known.file, "PNG")
            yield _photographed(known, picture.size)


def _painted(file: str, scene: Scene, thing: str, neighbour: str) -> _MaskedObject:
    return _MaskedObject(file, "paintings", scene.named(thing).visible, scene.named(neighbour).visible)


def _photographed(known: _Photograph, size: tuple[int, int]) -> _MaskedObject:
    truth = _ellipse(known, size, shift=0)
    # a photograph has no second object with a known mask: the ground to one side stands for the neighbour
    inward = 1.5 if known.x < size[0] / 2 else -1.5
    return _MaskedObject(known.file, "photographs", truth, _ellipse(known, size, shift=inward) & ~truth)


def _ellipse(known: _Photograph, size: tuple[int, int], *, shift: float) -> Mask:
    y, x = np.ogrid[: size[1], : size[0]]
    across = (x + 0.5 - known.x) / known.half_width - shift
    down = (y + 0.5 - known.y) / known.half_height - abs(shift) / 3
    return np.asarray(across**2 + down**2 <= 1)


def _item(number: int, subject: _MaskedObject, rng: np.random.Generator) -> dict[str, Any]:
    candidates = []
    for system in PRETEND_SYSTEMS:
        mask, quality = system.segment(subject.truth, subject.beside, rng)
        candidates.append({"system": system.name, "mask": _rle(mask), "truth": quality})
    prompt = {"box": _box(subject.truth)} if number % 2 else {"point": _point(subject.truth)}
    return {
        "id": f"{Path(subject.image).stem}-{number}",
        "image": subject.image,
        **prompt,
        "dataset": subject.dataset,
        "truth_mask": _rle(subject.truth),
        "candidates": candidates,
    }


def _practice_item(worked: WorkedMask, media: Path) -> dict[str, Any]:
    file = f"practice-{worked.place}.png"
    worked.scene.image.save(media / file, "PNG")
    prompt = {"box": _box(worked.truth)} if worked.prompt == "box" else {"point": _point(worked.truth)}
    expected = {"field": "quality", "at_least": worked.least, "at_most": worked.most}
    return {
        "id": f"practice-{worked.rule}",
        "kind": "practice",
        "image": file,
        **prompt,
        "dataset": "paintings",
        "candidates": [{"system": "known", "mask": _rle(worked.mask())}],
        "reference": {"expects": [expected], "why": worked.why.root},
    }


def _rle(mask: Mask) -> dict[str, Any]:
    from pycocotools import mask as coco

    encoded = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
    return {"size": [int(side) for side in encoded["size"]], "counts": encoded["counts"].decode("ascii")}


def _box(mask: Mask) -> list[int]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return [int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1]


def _point(mask: Mask) -> list[int]:
    from scipy import ndimage

    row, column = np.unravel_index(int(np.argmax(ndimage.distance_transform_edt(mask))), mask.shape)
    return [int(column), int(row)]
