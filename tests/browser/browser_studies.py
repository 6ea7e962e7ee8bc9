"""Studies small enough for a browser test, with the awkward masks that real systems make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pycocotools import mask as coco

WIDTH, HEIGHT = 480, 320

ALL_KINDS = """
name: every-kind
title: Every kind of field
shows: pair
item: {image: {kind: image}}
candidate: {text: {kind: text}}
form:
  fields:
    count: {kind: count, label: "How many?", max: 20, more: true}
    clipped: {kind: count, label: "How many are clipped?", max: 20, show_when: {field: count, not: ">20"}}
    colour: {kind: choice, label: "Which colour?", options: [{id: red, label: Red, key: KeyR}, {id: blue, label: Blue}]}
    flags: {kind: flags, label: "Anything odd?", options: [{id: other, label: Another object, key: KeyO}]}
    name: {kind: name, label: "What is it?"}
    comment: {kind: text, label: Comment}
    better: {kind: preference, label: "Which is better?", after_candidates: true}
  candidate_fields:
    good: {kind: scale, label: "How good?", min: 1, max: 5}
    points: {kind: points, label: Points}
  constraints:
    - {field: clipped, at_most: count, message: Clipped is never more than the count.}
    - {field: comment, required_when: {field: flags, has: other}, starts_with: "other:", message: "Say what: other: X"}
"""

GROUPING = """
name: grouping
title: Groups
shows: all
item: {image: {kind: image}}
candidate: {text: {kind: text}}
form:
  fields:
    group: {kind: groups, label: "Which belong together?"}
"""


TWO_QUESTIONS = """
name: two-questions
title: Two questions
shows: pair
item: {prompt: {kind: text, label: {en: Wish, zh: 愿望}}, source_picture: {kind: image}}
candidate: {image: {kind: image}}
form:
  fields:
    follows: {kind: preference, label: "Which follows the prompt?"}
    looks: {kind: preference, label: "Which looks better?"}
"""

CAT_OR_DOG = """
name: cat-or-dog
title: Cat or dog
shows: item
item: {image: {kind: image}}
form:
  fields:
    animal: {kind: choice, label: "What is it?", options: [{id: cat, label: Cat}, {id: dog, label: Dog}]}
"""

MARKING = """
name: marking
title: Marking
shows: item
item: {image: {kind: image}, prompt: {kind: text}}
form:
  fields:
    faults:
      kind: regions
      label: "Where is it wrong?"
      most: 3
      notes: true
      add_key: KeyA
      reasons: [{id: hand, label: Hand, key: KeyH}, {id: text, label: Lettering, key: KeyT}]
    things: {kind: regions, label: "Where are things?", shape: box, add_key: KeyB}
    words:
      kind: word_marks
      label: "Which words are wrong?"
      column: prompt
      options: [{id: missing, label: missing}, {id: wrong, label: wrong}]
"""

ASKING_MORE = """
name: asking-more
title: By how much
shows: pair
candidate: {image: {kind: image}}
form:
  fields:
    follows: {kind: preference, steps: 7, both_bad: true, label: "Which follows the prompt?"}
    looks: {kind: preference, both_bad: true, unsure: true, label: "Which looks better?"}
    worth: {kind: slider, label: "How good is the better one?", marks: {0: useless, 100: flawless}}
"""

FOUR_PICTURES = """
name: four-pictures
title: Four pictures
shows: all
candidate: {image: {kind: image}}
form:
  candidate_fields:
    good: {kind: scale, label: "How good?"}
"""

PICK = """
name: pick
title: {en: Best and worst, zh: 最好与最差}
shows: all
candidate: {image: {kind: image}}
form:
  fields:
    pick:
      kind: best_worst
      label: {en: "Which is the sharpest, which the most blurred?", zh: "哪张最清晰，哪张最模糊？"}
      best: {en: Sharpest, zh: 最清晰}
      worst: {en: Most blurred, zh: 最模糊}
"""

ORDER = """
name: order
title: {en: In order, zh: 排序}
shows: all
candidate: {image: {kind: image}}
form:
  fields:
    order: {kind: ranking, ties: true, label: {en: "Put them in order", zh: "请排序"}}
"""


def photograph(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """A picture in which every place looks different, and nothing is red, yellow, purple or blue."""
    y, x = np.ogrid[:height, :width]
    green = 90 + 60 * np.sin(x / 17) * np.cos(y / 23)
    grey = (110 + 40 * np.cos(np.arange(width + height) / 31)).astype(np.uint8)[x + y]
    return Image.fromarray(np.dstack([grey, (green + 40).astype(np.uint8), grey]))


def disk(cx: float, cy: float, r: float, *, width: int = WIDTH, height: int = HEIGHT) -> NDArray[np.bool_]:
    """A round mask."""
    y, x = np.ogrid[:height, :width]
    return np.asarray((x - cx) ** 2 + (y - cy) ** 2 <= r * r)


def run_lengths(mask: NDArray[np.bool_]) -> dict[str, Any]:
    """A mask as compressed COCO RLE."""
    coded = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
    return {"size": coded["size"], "counts": coded["counts"].decode()}


def write_study(folder: Path, items: list[dict[str, Any]], *, settings: str, picture: Image.Image) -> Path:
    """A study folder with one picture."""
    (folder / "media").mkdir(parents=True)
    picture.save(folder / "media" / "picture.png")
    (folder / "study.yaml").write_text(f"items: items.jsonl\nmedia: media\nratings: 400\n{settings}", encoding="utf-8")
    lines = [json.dumps({"image": "picture.png", **item}) for item in items]
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def masks_study(folder: Path, *, items: int = 12, settings: str = "") -> Path:
    """Round masks on one picture, asked for by points and boxes in turn."""
    listed: list[dict[str, Any]] = []
    for number in range(items):
        cx, cy = 120 + 20 * number % 240, 160
        prompt = {"point": [cx, cy]} if number % 2 else {"box": [cx - 50, cy - 50, cx + 50, cy + 50]}
        masks = [run_lengths(disk(cx, cy, r)) for r in (48, 36)]
        listed.append(
            {"id": f"i{number}", **prompt, "candidates": [{"system": f"s{n}", "mask": m} for n, m in enumerate(masks)]}
        )
    title = 'protocol: masks\ntitle: {en: "Masks", zh: "掩码"}\n'
    return write_study(folder, listed, settings=title + settings, picture=photograph())


def one_mask_study(folder: Path, mask: NDArray[np.bool_], *, point: Any = None, box: Any = None) -> Path:
    """A single mask."""
    prompt = {"point": point} if point else {"box": box}
    item = {"id": "only", **prompt, "candidates": [{"system": "s", "mask": run_lengths(mask)}]}
    height, width = mask.shape
    return write_study(folder, [item], settings="protocol: masks\n", picture=photograph(width, height))


def yaml_study(folder: Path, protocol: str, *, items: int = 4) -> Path:
    """A protocol without code or page of its own."""
    listed = [
        {"id": f"i{n}", "candidates": [{"system": s, "text": f"{s} says {n}"} for s in ("x", "y")]}
        for n in range(items)
    ]
    write_study(folder, listed, settings="protocol: protocol.yaml\n", picture=photograph())
    (folder / "protocol.yaml").write_text(protocol, encoding="utf-8")
    return folder


def marking_study(folder: Path, *, items: int = 3) -> Path:
    """One picture to mark, and a text in two scripts."""
    listed = [{"id": f"i{n}", "prompt": "a red dog, 说话"} for n in range(items)]
    write_study(folder, listed, settings="protocol: protocol.yaml\n", picture=photograph())
    (folder / "protocol.yaml").write_text(MARKING, encoding="utf-8")
    return folder


def pictures_study(
    folder: Path,
    protocol: str,
    *,
    systems: int,
    source: bool = False,
    items: int = 2,
    across: int = 1,
    painted: int | None = None,
) -> Path:
    """Pictures of several systems, each system with a size of its own, and so many times as wide as high.

    So many items are `painted`, the others show the same pictures again; by default all are.
    """
    (folder / "media").mkdir(parents=True)
    sizes = [(480, 480), (120, 120), (960, 960), (300, 300)][:systems]
    listed: list[dict[str, Any]] = []
    photograph(600, 300).save(folder / "media" / "source.png")
    for number in range(items):
        made = []
        for n, size in enumerate(sizes):
            name = f"{number % (painted or items)}-{n}.png"
            if number < (painted or items):
                photograph(across * size[0], size[1]).rotate(90 * (n + number)).save(folder / "media" / name)
            made.append({"system": f"s{n}", "image": name})
        asked = {"prompt": "a field", "source_picture": "source.png"} if source else {}
        listed.append({"id": f"i{number}", **asked, "candidates": made})
    settings = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 400\n"
    (folder / "study.yaml").write_text(settings, encoding="utf-8")
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, listed)), encoding="utf-8")
    (folder / "protocol.yaml").write_text(protocol, encoding="utf-8")
    return folder


def one_picture_study(folder: Path) -> Path:
    """Four pictures, one at a time, with one question."""
    write_study(folder, [{"id": f"i{n}"} for n in range(4)], settings="protocol: protocol.yaml\n", picture=photograph())
    (folder / "protocol.yaml").write_text(CAT_OR_DOG, encoding="utf-8")
    return folder


def until_sure_study(folder: Path) -> Path:
    """The same four, asked about until one answer leads by two; one of them is rated in full."""
    one_picture_study(folder)
    study = folder / "study.yaml"
    rule = "ratings: {least: 2, most: 4, stop: {lead: 2}}\noverlap: {share: 0.25, ratings: 4}\n"
    study.write_text(study.read_text(encoding="utf-8").replace("ratings: 400\n", rule), encoding="utf-8")
    return folder
