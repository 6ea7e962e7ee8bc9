"""Studies whose pictures have words painted into them, and what is written in each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

__all__ = ["ANIMALS", "SIGNS", "paint", "truth", "write_pairs", "write_reading"]

ANIMALS = ("fox", "owl", "bear", "none")
SIGNS: Mapping[str, Sequence[str]] = {
    "sign-1": ("red fox",),
    "sign-2": ("the owl sleeps",),
    "sign-3": ("brown bear", "walks home"),
    "sign-4": ("closed today",),
    "sign-5": ("one fox", "jumps over", "seven logs"),
    "sign-6": ("bear",),
    "sign-7": ("fresh bread", "at noon"),
    "sign-8": ("owl at night",),
    "sign-9": ("quick fox", "runs far away"),
    "sign-10": ("no entry",),
    "sign-11": ("old bear sings", "by the river"),
    "sign-12": ("owl",),
}
"""Lines of each sign, by item."""

_READING = """
name: reading
title: Read the sign
shows: item
item: {image: {kind: image}}
form:
  fields:
    words: {kind: count, label: "How many words are written?", max: 12}
    animal:
      kind: choice
      label: "Which animal is named?"
      options:
        - {id: fox, label: Fox}
        - {id: owl, label: Owl}
        - {id: bear, label: Bear}
        - {id: none, label: None of these}
    text: {kind: text, label: "What is written?"}
"""

_PAIRS = """
name: more-words
title: More words
shows: pair
candidate: {image: {kind: image}}
form:
  fields:
    more: {kind: preference, label: "Which picture has more words?", ties: false}
"""


def paint(lines: Sequence[str]) -> Image.Image:
    """A sign; the font comes with Pillow, so that it is the same on every machine."""
    sign = Image.new("RGB", (560, 60 + 90 * max(len(lines), 1)), (248, 240, 214))
    pen, font = ImageDraw.Draw(sign), ImageFont.load_default(54)
    for number, line in enumerate(lines):
        pen.text((36, 30 + 90 * number), line, fill=(24, 30, 70), font=font)
    return sign


def truth(lines: Sequence[str]) -> dict[str, Any]:
    """What somebody who can read answers about a sign."""
    words = " ".join(lines).split()
    named = next((animal for animal in ANIMALS if animal in words), "none")
    return {"words": len(words), "animal": named, "text": " ".join(words)}


def write_reading(folder: Path, address: str, signs: Mapping[str, Sequence[str]], **settings: Any) -> Path:
    """A study that asks what is written in one picture each. File names tell nothing of what is painted."""
    folder.mkdir(parents=True)
    for item, lines in signs.items():
        paint(lines).save(folder / f"{item}.png")
    rows = [{"id": item, "image": f"{item}.png"} for item in signs]
    return _write(folder, address, _READING, rows, settings)


def write_pairs(folder: Path, address: str, signs: Mapping[str, Sequence[str]]) -> Path:
    """A study of pairs: a system that paints a whole sign, and one that leaves most words out."""
    folder.mkdir(parents=True)
    rows = []
    for item, lines in signs.items():
        paint(lines).save(folder / f"{item}-a.png")
        paint([lines[0].split()[0]]).save(folder / f"{item}-b.png")
        candidates = [{"system": f"painter-{one}", "image": f"{item}-{one}.png"} for one in "ab"]
        rows.append({"id": item, "candidates": candidates})
    return _write(folder, address, _PAIRS, rows, {})


def _write(folder: Path, address: str, protocol: str, rows: list[dict[str, Any]], settings: Mapping[str, Any]) -> Path:
    judge = {"address": address, "model": "rapidocr", "at_once": 1, "sides": "both"}
    study = {"protocol": "protocol.yaml", "items": "items.jsonl", "seed": 5, "judges": {"reader": judge}, **settings}
    (folder / "protocol.yaml").write_text(protocol, encoding="utf-8")
    (folder / "study.yaml").write_text(json.dumps(study), encoding="utf-8")
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder
