"""What an analysis is told beside the ratings: what was declared before the data, and the items themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from beholder.fields import Words
from beholder.protocols.declaration import Declaration
from beholder.protocols.item import Item

__all__ = ["Context", "DeclaredContrast", "RulesOfVersion"]


@dataclass(frozen=True, slots=True)
class DeclaredContrast:
    """A comparison that was declared before the data: a field, and two systems in the order of the difference."""

    field: str
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOfVersion:
    """The exclusion rules of one version of a study, and what they take out of the answers as they are now.

    `digest` is the hash of the whole version, `before` the number of answers that were in when the rules came into force.
    `excluded` names the reason of every answer that is out under these rules, whoever or whatever took it out.
    """

    version: int
    digest: str
    since: str
    before: int
    rules: Mapping[str, Words]
    excluded: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Everything but the ratings. All of it may be missing for a table from elsewhere.

    `items` hold requested numbers, masks, captions and references of checks, by id. `about` are the study's texts
    (`planned_n`, `stopping`, `looks`, `hypotheses`). `media` finds a file by its path as the items name it.
    `rules` are those that were in force since the first answer, in order; none unless they changed.
    """

    title: Words = field(default_factory=Words)
    declaration: Declaration | None = None
    params: Any = None
    items: Mapping[str, Item] = field(default_factory=dict)
    contrasts: tuple[DeclaredContrast, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    exclusion_rules: Mapping[str, str | Words] = field(default_factory=dict)
    rules: tuple[RulesOfVersion, ...] = ()
    media: Any = None
    seed: int = 1
    confidence: float = 0.95

    def rng(self, *purpose: str) -> np.random.Generator:
        """A source of chance of its own for each purpose, so that one more statistic does not move the others."""
        words = [int.from_bytes(part.encode()[:8].ljust(8, b"\0"), "big") for part in purpose]
        return np.random.default_rng([self.seed, *words])
