"""Study folders of any size, written in a moment: for load tests and benchmarks, not for people."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

__all__ = ["write_masks_study"]

_SIDE = 64
_SYSTEMS = 4


def write_masks_study(folder: Path, *, trials: int, ratings: int = 3, extra: str = "") -> Path:
    """A masks study with that many trials over one small picture; `extra` is added to its study.yaml."""
    (folder / "media").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (_SIDE, _SIDE), (90, 120, 150)).save(folder / "media" / "picture.png")
    text = f"protocol: masks\nitems: items.jsonl\nmedia: media\nratings: {ratings}\n{extra}"
    (folder / "study.yaml").write_text(text, encoding="utf-8")
    with (folder / "items.jsonl").open("w", encoding="utf-8") as file:
        for number in range(-(-trials // _SYSTEMS)):
            systems = min(_SYSTEMS, trials - number * _SYSTEMS)
            masks = [_square(4 + (number + n) % 40, 4 + n * 9) for n in range(systems)]
            item = {
                "id": f"item-{number}",
                "image": "picture.png",
                "point": [_SIDE // 2, _SIDE // 2],
                "candidates": [{"system": f"system-{n}", "mask": mask} for n, mask in enumerate(masks)],
            }
            file.write(json.dumps(item) + "\n")
    return folder


def _square(left: int, top: int, side: int = 16) -> dict[str, object]:
    """A square as run lengths, column by column."""
    gap = _SIDE - side
    runs = [left * _SIDE + top, *([side, gap] * side)]
    runs[-1] = _SIDE * _SIDE - sum(runs[:-1])
    return {"size": [_SIDE, _SIDE], "counts": runs}
