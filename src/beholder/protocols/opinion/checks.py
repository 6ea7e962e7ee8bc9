"""What is wrong with an item of an opinion study beyond its columns."""

from __future__ import annotations

from collections.abc import Iterator

from beholder.declarations.item import Item
from beholder.errors import Problem
from beholder.protocols.opinion.params import Params

__all__ = ["check_item"]


def check_item(item: Item, params: Params) -> Iterator[Problem]:
    """Each candidate is a picture or a clip; with `dcr` there is an original of the same kind, with `ccr` all are alike."""
    for candidate in item.candidates:
        where = candidate.where or item.where
        given = [name for name in ("image", "clip") if candidate.columns.get(name)]
        if len(given) != 1:
            said = "neither a picture nor a clip" if not given else "a picture and a clip"
            yield Problem(
                f"the candidate of {candidate.system!r} is {said}",
                "opinion-one-medium",
                where,
                "give it `image` or `clip`, one of them",
            )
        elif params.method == "dcr" and not item.columns.get("original" if given == ["image"] else "original_clip"):
            yield Problem(
                f"the item {item.id!r} has no original to compare with",
                "opinion-no-original",
                where,
                "name it under `original` (a picture) or `original_clip`, or use another method",
            )
    media = {name for one in item.candidates for name in ("image", "clip") if one.columns.get(name)}
    if params.method == "ccr" and len(media) > 1:
        yield Problem(
            f"the item {item.id!r} has pictures and clips, which cannot be compared with each other",
            "opinion-mixed-media",
            item.where,
            "give all its candidates `image`, or all of them `clip`",
        )
