"""The six things a name for an object can be. The first that fits counts, in this order."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.diagnose.predictions import split_names
from beholder.protocols.naming.verify.verified import VerifiedObject

__all__ = ["CATEGORIES", "KnownNames", "Matcher"]

CATEGORIES = (
    "correct.n_top",
    "correct.same-object",
    "incorrect.other-object",
    "incorrect.inadequate",
    "incorrect.singleton",
    "incorrect.unobserved",
)


class Matcher:
    """When two texts are the same name: when they normalise to the same text. Remembers what it has seen."""

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser
        self._keys: dict[str, str] = {}

    def key(self, text: str) -> str:
        """What the text normalises to; a text that is no name stands for itself."""
        found = self._keys.get(text)
        if found is None:
            found = self._keys[text] = self._normaliser.name_of(text) or text
        return found


@dataclass(frozen=True, slots=True)
class KnownNames:
    """An object's names with their category, found by what they normalise to."""

    item: str
    category_of: dict[str, int]
    matcher: Matcher

    @classmethod
    def of(cls, one: VerifiedObject, matcher: Matcher) -> KnownNames:
        """The categories of all names that anybody gave for the object.

        n_top and same-object: in the consistent set. other-object: SAMEOBJECT with the top name not above its threshold.
        inadequate: the same object, but ADEQUACY not above its threshold. singleton: given, but never judged.
        """
        known: dict[str, int] = {}
        kept, judged = set(one.after.names), set(one.verifiable.names)
        for name in one.before.names:
            rank = _category(one, name, kept, judged)
            key = matcher.key(name)
            known[key] = min(rank, known.get(key, rank))
        return cls(one.item, known, matcher)

    def category(self, text: str) -> int:
        """The place in `CATEGORIES` of a predicted text; of several names separated by commas the best counts."""
        whole = self._single(text)
        if whole < len(CATEGORIES) - 1:
            return whole
        return min([self._single(part) for part in split_names(text)], default=whole)

    def _single(self, name: str) -> int:
        return self.category_of.get(self.matcher.key(name), len(CATEGORIES) - 1)


def _category(one: VerifiedObject, name: str, kept: Iterable[str], judged: Iterable[str]) -> int:
    if name in kept:
        return 0 if name == one.top else 1
    if name not in judged:
        return 4
    same = one.scores.same_object(name, one.top) if one.top is not None else math.nan
    return 2 if one.thresholds.other_object(same) else 3
