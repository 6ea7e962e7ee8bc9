"""What is wrong with a masks item beyond its columns, and attention checks made from a study's own items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from pydantic import BaseModel

from beholder.declarations.item import Candidate, Item
from beholder.declarations.reference import Expectation, Reference
from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.protocols.masks.declaration import Params
from beholder.protocols.masks.wording import text

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
            "give exactly one: the prompt that the systems were given",
        )


def make_checks(items: tuple[Item, ...], count: int, rng: np.random.Generator) -> list[Item]:
    """Attention checks: an empty mask (at most 2 points) and, where the truth is known, the true mask (at least 7)."""
    order = [items[i] for i in rng.permutation(len(items))]
    made: list[Item] = []
    for number, item in enumerate(order[:count]):
        truth = item.columns.get("truth_mask")
        good = truth is not None and number % 2 == 1
        expected = Expectation(field="quality", at_least=7) if good else Expectation(field="quality", at_most=2)
        why = text("attention-true-mask") if good else text("attention-no-mask")
        check_id = f"check-{number + 1}"
        mask = truth if good else []
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
