"""What is wrong with a captions item beyond its columns, and attention checks made from a study's own items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from pydantic import BaseModel

from beholder.declarations.item import Candidate, Item
from beholder.declarations.reference import Expectation, Reference
from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.protocols.captions.declaration import POINTS
from beholder.protocols.captions.wording import text

__all__ = ["check_item", "make_checks"]

# about what fits on two screens side by side; beyond, raters no longer compare
_MOST_CAPTIONS = 12
_HAN = r"\u3400-\u9fff"
_WHY = text("attention-why")


def check_item(item: Item, params: BaseModel) -> Iterator[Problem]:
    """References are texts; translations are one text per language, and the same wherever the caption is the same."""
    if not _are_texts(item.columns.get("references")):
        yield Problem(
            f"item {item.id}: references are neither texts nor texts by language",
            "captions-references",
            item.where,
            'write ["a dog on a sofa", "a sleeping dog"], or {"en": [...], "zh": [...]}',
        )
    by_caption: dict[Any, Any] = {}
    for candidate in item.candidates:
        given = candidate.columns.get("translations")
        where = candidate.where or item.where
        if given is not None and not _is_translation(given):
            hint = 'write {"zh": "..."}'
            yield Problem(
                f"{candidate.id}: translations are no texts by language", "captions-translations", where, hint
            )
        if by_caption.setdefault(candidate.columns.get("caption"), given) != given:
            yield Problem(
                f"{candidate.id}: the caption equals another's, yet its translation differs",
                "captions-translations",
                where,
                "equal captions are shown once, so they need the same translations",
            )
    if len(item.candidates) > _MOST_CAPTIONS:
        yield Problem(
            f"item {item.id} has {len(item.candidates)} captions on one page",
            "captions-many",
            item.where,
            f"more than {_MOST_CAPTIONS} are hard to judge side by side; spread the systems over several items",
            warning=True,
        )


def _are_texts(value: Any) -> bool:
    if isinstance(value, dict):
        return all(not isinstance(one, dict) and _are_texts(one) for one in value.values())
    return (
        value is None or isinstance(value, str) or (isinstance(value, list) and all(isinstance(v, str) for v in value))
    )


def _is_translation(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) and text.strip() for text in value.values())


def make_checks(items: tuple[Item, ...], count: int, rng: np.random.Generator) -> list[Item]:
    """Attention checks: one caption of a picture is exchanged for another picture's; at most one point in all passes.

    The caption put in is the one that shares the fewest telling words with what is said of the picture; a picture for
    which every foreign caption shares two or more makes no check.
    """
    said = [Counter(word for text in _texts(item) for word in set(_words(text))) for item in items]
    common = Counter(word for words in said for word in words)
    # a word that stands with half of the pictures or more, such as "in" or its like in other languages, tells nothing about one of them
    telling = [{word for word in words if 2 * common[word] < len(items)} for words in said]
    made: list[Item] = []
    for own in rng.permutation(len(items)):
        if len(made) == count:
            break
        foreign = _least_fitting(items, telling, int(own), rng)
        if foreign is not None and items[own].candidates:
            made.append(_check(items[own], foreign, f"check-{len(made) + 1}", rng))
    return made


def _least_fitting(
    items: tuple[Item, ...], telling: list[set[str]], own: int, rng: np.random.Generator
) -> Candidate | None:
    best: tuple[int, Candidate] | None = None
    for other in rng.permutation(len(items)):
        for candidate in items[other].candidates if other != own else ():
            words = set(_words(str(candidate.columns.get("caption", "")))) & telling[other]
            shared = len(words & telling[own])
            # a caption without a telling word might be true of any picture
            if words and (best is None or shared < best[0]):
                best = (shared, candidate)
    return best[1] if best is not None and best[0] <= 1 else None


def _check(item: Item, foreign: Candidate, check_id: str, rng: np.random.Generator) -> Item:
    position = int(rng.integers(len(item.candidates)))
    columns = {**foreign.columns, "truth": dict.fromkeys(POINTS, 0)}
    candidates = [Candidate(check_id, one.system, one.columns) for one in item.candidates]
    candidates[position] = Candidate(check_id, "check", columns)
    expected = Expectation(field="+".join(POINTS), system="check", at_most=1)
    return replace(
        item,
        id=check_id,
        candidates=tuple(candidates),
        kind=Showing.ATTENTION,
        reference=Reference(expects=(expected,), why=_WHY),
    )


def _texts(item: Item) -> list[str]:
    return [str(candidate.columns.get("caption", "")) for candidate in item.candidates]


def _words(text: str) -> list[str]:
    """Words of alphabetic scripts; pairs of neighbouring characters where words are not spaced."""
    words = re.findall(rf"[^\W\d_{_HAN}]+", text.casefold())
    runs = re.findall(rf"[{_HAN}]+", text)
    return words + [run[n : n + 2] for run in runs for n in range(max(1, len(run) - 1))]
