"""A kind of field from a package of its own, and a study that asks for it."""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

from beholder.fields import register

PACKAGE = Path(__file__).parent / "beholder-colour"

PROTOCOL = """
name: tones
version: 1
title: {en: Tones, zh: 色调}
summary: {en: "Pick the colour that was meant.", zh: "选出所指的颜色。"}
shows: one
item: {word: {kind: text, about: A word.}}
candidate:
  reply: {kind: text, about: What a system said of it.}
  truth: {kind: json, required: false, shown: false}
form:
  fields:
    tone: {kind: colour, label: {en: "Which colour?", zh: "什么颜色？"}, swatches: ["#cc0000", "#0000cc"]}
"""
_GUIDELINE = (
    "# Tones 色调\n\nRead the words and pick the colour that they call to mind. 读一读文字，选出你想到的颜色。\n"
)


def colour_kind() -> Any:
    """The kind, known to this process as if its package were installed."""
    source = str(PACKAGE / "src")
    if source not in sys.path:
        sys.path.insert(0, source)
    return register(import_module("beholder_colour").Colour)


def install_colour(folder: Path) -> Path:
    """A folder that makes the package an installed one to every process that has it on its path."""
    shutil.copytree(PACKAGE / "src", folder)
    about = folder / "beholder_colour-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: beholder-colour\nVersion: 1.0\n", encoding="utf-8")
    announced = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    lines = [f"[{group}]\n" + "\n".join(f"{k} = {v}" for k, v in points.items()) for group, points in announced.items()]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def tones_study(folder: Path) -> Path:
    """Eight words, on each of which a system is dark and another is light."""
    folder.mkdir(parents=True)
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    for language in ("en", "zh"):
        (folder / f"guideline.{language}.md").write_text(_GUIDELINE, encoding="utf-8")
    settings = "protocol: protocol.yaml\nitems: items.jsonl\nratings: 4\ntitle: {en: Tones, zh: 色调}\n"
    (folder / "study.yaml").write_text(settings, encoding="utf-8")
    colours = {"umbra": "#200810", "dawn": "#f0e0d0"}
    items = [
        {
            "id": f"i{n}",
            "word": f"word {n}",
            "candidates": [{"system": s, "reply": f"reply {n}", "truth": {"tone": c}} for s, c in colours.items()],
        }
        for n in range(8)
    ]
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, items)), encoding="utf-8")
    return folder
