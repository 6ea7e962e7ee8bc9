"""What is wrong with items of naming and naming-verify beyond their columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from beholder.declarations.item import Item
from beholder.errors import Problem
from beholder.protocols.naming.verify.planting import PLANTED

__all__ = ["check_named", "check_verified"]

# more names than this do not fit on a page side by side, and cannot be sorted into groups at a look
_MOST_NAMES = 12


def check_named(item: Item, params: BaseModel) -> Iterator[Problem]:
    """`others` is a list of names, and a simulated truth has names with weights."""
    others, truth = item.columns.get("others"), item.columns.get("truth")
    if others is not None and not (isinstance(others, list) and all(isinstance(one, str) for one in others)):
        yield Problem(f"item {item.id}: others is no list of names", "naming-others", item.where, '["ball", "tree"]')
    if truth is not None and not (isinstance(truth, Mapping) and _weighted(truth.get("names"))):
        yield Problem(
            f"item {item.id}: truth has no names with weights",
            "naming-truth",
            item.where,
            '{"names": {"dog": 8, "pet": 1}}',
        )


def _weighted(names: Any) -> bool:
    return (
        isinstance(names, Mapping)
        and bool(names)
        and all(isinstance(weight, int | float) and weight > 0 for weight in names.values())
    )


def check_verified(item: Item, params: BaseModel) -> Iterator[Problem]:
    """Names are there and not too many; controls are of a known kind and copies have an original."""
    systems = {one.system for one in item.candidates}
    for one in item.candidates:
        where = one.where or item.where
        if not str(one.columns.get("name", "")).strip():
            yield Problem(f"{one.id} has an empty name", "naming-empty-name", where)
        planted = one.columns.get("planted")
        if planted and planted not in PLANTED:
            hint = f"planted is one of {', '.join(PLANTED)}, or absent"
            yield Problem(f"{one.id}: there is no control of the kind {planted!r}", "naming-planted", where, hint)
        copied = one.columns.get("copy_of")
        if copied and copied not in systems:
            yield Problem(f"{one.id} is a copy of {copied!r}, which the item does not have", "naming-planted", where)
        if one.columns.get("control") not in (None, "", "right"):
            yield Problem(f"{one.id}: control is `right` or absent", "naming-planted", where)
    if len(item.candidates) > _MOST_NAMES:
        yield Problem(
            f"item {item.id} has {len(item.candidates)} names on one page",
            "naming-many-names",
            item.where,
            f"more than {_MOST_NAMES} are hard to group; raise params.verification.min_count of round 1",
            warning=True,
        )
