"""What a name for an object can be. The first that fits counts, in this order."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.diagnose.predictions import split_names
from beholder.protocols.naming.verify.verified import VerifiedObject

__all__ = ["CATEGORIES", "KINDS", "OTHER_SPLIT", "KnownNames", "Matcher", "kind_of", "sums"]

CATEGORIES = (
    "correct.n_top",
    "correct.same-object",
    "incorrect.other-object",
    "incorrect.inadequate",
    "incorrect.singleton",
    "incorrect.unobserved",
)
"""The categories of the paper's Section 4.1."""

KINDS = (
    "n_top",
    "same-object",
    "other-object, adequate",
    "other-object, inadequate",
    "inadequate",
    "singleton",
    "unobserved",
)
"""Names of other objects apart by whether they are adequate, from which both of the paper's splits follow."""

_CATEGORY_OF = (0, 1, 2, 2, 3, 4, 5)
"""The number in `CATEGORIES` of each of the `KINDS`: both kinds of names of other objects are one category there."""

_OTHER_ADEQUATE, _OTHER_INADEQUATE, _INADEQUATE, _SINGLETON, _UNOBSERVED = range(2, 7)

OTHER_SPLIT = ("incorrect.other-object-adequate", "incorrect.inadequate-any-object")
"""The same errors parted as in the opening of Section 4: adequate names of other objects, and all inadequate names.

Section 4.1 counts a name of another object as such however inadequate it is. The published Table 3 cannot come from that:
it has fewer names of other objects (1.8 %) than inadequate ones (3.1 %), while nine tenths of the names that verification
removed are of other objects.
"""


def sums(kinds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns of `KINDS` added up to those of `CATEGORIES` and `OTHER_SPLIT`."""
    whole = [kinds[:, [k for k, c in enumerate(_CATEGORY_OF) if c == n]].sum(axis=1) for n in range(len(CATEGORIES))]
    split = [kinds[:, _OTHER_ADEQUATE], kinds[:, _OTHER_INADEQUATE] + kinds[:, _INADEQUATE]]
    return np.column_stack([*whole, *split])


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
    """An object's names with their kind, found by what they normalise to."""

    item: str
    kinds: dict[str, int]
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
            rank = kind_of(one, name, kept, judged)
            key = matcher.key(name)
            known[key] = min(rank, known.get(key, rank))
        return cls(one.item, known, matcher)

    def category(self, text: str) -> int:
        """The number in `CATEGORIES` of a predicted text; of several names separated by commas the best counts."""
        return _CATEGORY_OF[self.kind(text)]

    def kind(self, text: str) -> int:
        """The same in `KINDS`."""
        whole = self._single(text)
        if whole < _UNOBSERVED:
            return whole
        return min([self._single(part) for part in split_names(text)], default=whole)

    def _single(self, name: str) -> int:
        return self.kinds.get(self.matcher.key(name), _UNOBSERVED)


def kind_of(one: VerifiedObject, name: str, kept: Iterable[str], judged: Iterable[str]) -> int:
    """The number in `KINDS` of a name that somebody gave for the object."""
    if name in kept:
        return 0 if name == one.top else 1
    if name not in judged:
        return _SINGLETON
    same = one.scores.same_object(name, one.top) if one.top is not None else math.nan
    if not one.thresholds.other_object(same):
        return _INADEQUATE
    poor = one.thresholds.inadequate(one.scores.score(name).adequacy)
    return _OTHER_INADEQUATE if poor else _OTHER_ADEQUATE
