"""What raters looked at, redrawn for paper: the shown columns of an item and of its candidates, and nothing hidden."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.protocols import Candidate, Column, Declaration, Item
from beholder.report.pictures import PictureBook, PictureMarks

__all__ = ["Exhibit", "ShownText", "exhibit"]

# characters; a longer text would be taller than the picture that it stands beside
_LONGEST = 600
# less than for a text that stands alone, since several steps stand below each other
_LONGEST_STEP = 150
# the first ones show what kind of steps they are; all are in the release
_STEPS = 5


@dataclass(frozen=True, slots=True)
class ShownText:
    """A shown text with the name of its column; `parts` where it is a list of steps."""

    name: str
    text: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Pictures (as data addresses) and texts of an item or a candidate; `labels` are what the page calls each picture."""

    pictures: tuple[str, ...] = ()
    texts: tuple[ShownText, ...] = ()
    labels: tuple[str, ...] = ()


def exhibit(
    declaration: Declaration,
    item: Item,
    *,
    book: PictureBook,
    language: str,
    side: int,
    candidate: Candidate | None = None,
    zoom: bool = False,
) -> Exhibit:
    """The item, or one of its candidates, as far as raters may see it. A mask is laid over the item's picture."""
    declared = declaration.item if candidate is None else declaration.candidate
    values = item.columns if candidate is None else candidate.columns
    image, box, point = (_first(declaration.item, item.columns, kind) for kind in ("image", "box", "point"))
    marks = PictureMarks(box, point, beside_mask=any(one.kind == "mask" for one in declaration.candidate.values()))
    pictures: list[tuple[str, str]] = []
    texts: list[ShownText] = []
    for name, column in declared.items():
        value = values.get(name)
        if not column.shown or value is None:
            continue
        label = column.heading(name, language)
        if column.kind == "image":
            pictures.append((book.embed(value, side=side, marks=marks), label))
        elif column.kind == "images":
            pictures += [(book.embed(one, side=side, marks=marks), f"{label} {n}") for n, one in enumerate(value, 1)]
        elif column.kind == "video":
            # a frame cannot be taken out without decoding the clip
            continue
        elif column.kind == "mask":
            pictures.append((book.embed(image, side=side, mask=value, masked=True, zoom=zoom, marks=marks), label))
        elif column.kind not in ("box", "point"):
            texts.append(_text(label, value, language, needed=column.required))
    drawn = [(picture, label) for picture, label in pictures if picture]
    return Exhibit(
        tuple(picture for picture, _ in drawn),
        tuple(t for t in texts if t.text or t.parts),
        tuple(label for _, label in drawn),
    )


def _first(declared: Mapping[str, Column], values: Mapping[str, Any], kind: str) -> Any:
    return next((values.get(n) for n, c in declared.items() if c.shown and c.kind == kind and values.get(n)), None)


def _text(name: str, value: Any, language: str, *, needed: bool) -> ShownText:
    """A column as text; of texts by language the one in this language, and another only where one is `needed`."""
    if isinstance(value, Mapping) and value and all(isinstance(k, str) and len(k) <= 3 for k in value):
        value = value.get(language) or (next(iter(value.values())) if needed else "")
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = [_cut(_flat(part), _LONGEST_STEP) for part in value[:_STEPS]]
        return ShownText(name, "", (*parts, *(["…"] if len(value) > _STEPS else [])))
    return ShownText(name, _cut(_flat(value), _LONGEST))


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        # words before numbers, and what stands there twice only once
        told = {_flat(inner): key for key, inner in reversed(list(value.items())) if inner not in (None, "", [], {})}
        worded = sorted(told.items(), key=lambda one: (not isinstance(value[one[1]], str), one[1]))
        return " · ".join(f"{key}: {text}" for text, key in worded)
    return str(value) if isinstance(value, str | int | float) else json.dumps(value, ensure_ascii=False)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest] + " …"
