"""Facts about the masks of a study, measured once: holes, stray pixels, area, prompt inside, overlap with the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beholder.analysis.context import Context
from beholder.declarations.item import Item
from beholder.declarations.states import Showing
from beholder.errors import BeholderError
from beholder.media import decode_mask, intersection_over_union, mask_facts, open_picture

__all__ = ["FACTS", "facts_of"]

FACTS = ("iou", "area_share", "holes", "stray_pieces", "stray_share", "on_prompt")
"""Names of the facts, the most telling first."""


def facts_of(context: Context, *, most: int = 5_000) -> dict[tuple[str, str], dict[str, float]]:
    """Facts by item and system, for as many items as can be measured in reasonable time; NaN where one does not apply.

    Items whose picture or mask cannot be read are left out: the ratings stand without them.
    """
    if not isinstance(context.media, Path):
        return {}
    found: dict[tuple[str, str], dict[str, float]] = {}
    for item in context.items.values():
        if len(found) >= most or item.kind != Showing.MAIN or not item.candidates:
            continue
        found.update(_item_facts(item, context.media))
    return found


def _item_facts(item: Item, folder: Path) -> Iterator[tuple[tuple[str, str], dict[str, float]]]:
    try:
        size = open_picture(folder, str(item.columns["image"])).size
        truth = item.columns.get("truth_mask")
        true_mask = None if truth is None else decode_mask(truth, size, folder)
    except (BeholderError, KeyError):
        return
    point: Any = item.columns.get("point")
    for candidate in item.candidates:
        try:
            mask = decode_mask(candidate.columns.get("mask"), size, folder)
        except BeholderError:
            continue
        facts = mask_facts(mask, (float(point[0]), float(point[1])) if point else None)
        yield (
            (item.id, candidate.system),
            {
                "iou": math.nan if true_mask is None else intersection_over_union(mask, true_mask),
                "area_share": facts.share,
                "holes": float(facts.holes),
                "stray_pieces": float(facts.stray_pieces),
                "stray_share": facts.stray_area / facts.area if facts.area else math.nan,
                "on_prompt": math.nan if facts.on_prompt is None else float(facts.on_prompt),
            },
        )
