"""What is wrong with a masks item beyond its columns, and attention checks made from a study's own items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel

from beholder.declarations.item import Candidate, Item
from beholder.declarations.reference import Expectation, Reference
from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.media import Mask, decode_mask
from beholder.protocols.masks.declaration import Params
from beholder.protocols.masks.wording import text
from beholder.text import Words

__all__ = ["check_item", "has_looked", "make_checks"]


def has_looked(record: Mapping[str, Any], params: Params) -> bool:
    """Whether the views that must be opened were, by the page's record of the showing."""
    views = record.get("views")
    opened = (
        {name for name, one in views.items() if isinstance(one, dict) and one.get("opens")}
        if isinstance(views, dict)
        else set()
    )
    return opened.issuperset(params.views_required)


def check_item(item: Item, params: BaseModel) -> Iterator[Problem]:
    """The prompt: a point or a box, and not both."""
    given = [name for name in ("point", "box") if item.columns.get(name) is not None]
    if len(given) != 1:
        what = "neither a point nor a box" if not given else "both a point and a box"
        yield Problem(
            f"item {item.id} has {what}",
            "masks-prompt",
            item.where,
            "give exactly one, the prompt that the systems were given, as `point: [x, y]` or `box: [left, top, right, bottom]`; "
            "`beholder new masks … --from` takes them from a table with the columns `id` and `point` or `box`",
        )


def make_checks(items: tuple[Item, ...], count: int, rng: np.random.Generator) -> list[Item]:
    """Attention checks: an empty mask and, where the truth is known, the true mask and one that lies beside the object."""
    order = [items[i] for i in rng.permutation(len(items))]
    made: list[Item] = []
    for number, item in enumerate(order[:count]):
        truth = item.columns.get("truth_mask")
        mask, expected, why = _check(truth, number % 3)
        check_id = f"check-{number + 1}"
        made.append(
            replace(
                item,
                id=check_id,
                candidates=(Candidate(check_id, "check", {"mask": mask}),),
                kind=Showing.ATTENTION,
                reference=Reference(expects=(expected,), why=why),
            )
        )
    return made


def _check(truth: object, turn: int) -> tuple[object, Expectation, Words]:
    """The mask to show, what is expected of it, and why; an empty one where the truth does not allow another."""
    if turn == 1 and truth is not None:
        return truth, Expectation(field="quality", at_least=7), text("attention-true-mask")
    if turn == 2 and (beside := _beside(truth)) is not None:
        # 2 to 4 are huge errors: whoever looks sees that the object is not covered
        return beside, Expectation(field="quality", at_most=4), text("attention-shifted-mask")
    return [], Expectation(field="quality", at_most=2), text("attention-no-mask")


def _beside(truth: object) -> dict[str, Any] | None:
    """A mask moved by its own width or height, to where most of it is still in the picture; None if there is no such place."""
    size = truth.get("size") if isinstance(truth, dict) else None
    if not isinstance(size, list) or len(size) != 2:
        return None
    mask = decode_mask(truth, (size[1], size[0]), Path())
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    down, across = int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1
    moved = [_moved(mask, *by) for by in ((0, across), (0, -across), (down, 0), (-down, 0))]
    best = max(moved, key=lambda one: int(one.sum()))
    return _rle(best) if 2 * best.sum() >= mask.sum() else None


def _moved(mask: Mask, down: int, across: int) -> Mask:
    height, width = mask.shape
    made = np.zeros_like(mask)
    made[max(down, 0) : height + min(down, 0), max(across, 0) : width + min(across, 0)] = mask[
        max(-down, 0) : height - max(down, 0), max(-across, 0) : width - max(across, 0)
    ]
    return made


def _rle(mask: Mask) -> dict[str, Any]:
    """Runs down the columns, beginning with those outside, as COCO writes them."""
    flat = np.concatenate([[False], mask.ravel(order="F"), [False]])
    edges = np.flatnonzero(flat[1:] != flat[:-1])
    counts = np.diff(np.concatenate([[0], edges, [mask.size]]))
    return {"size": list(mask.shape), "counts": [int(one) for one in counts]}
