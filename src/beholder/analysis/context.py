"""What an analysis is told beside the ratings: what was declared before the data, and the items themselves."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from beholder.analysis.looking import NOMINAL, Looking
from beholder.analysis.stopping_plan import StoppingPlan
from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Item
from beholder.fields import Words
from beholder.stats import holm

__all__ = ["REVISION", "Context", "DeclaredContrast", "MaterialChange", "RulesOfVersion"]

REVISION = 7
"""How the same ratings lead to the same numbers. A release says which one made its analysis, and is verified by it.

1 knew purposes of chance by their first eight bytes, so that long names shared their draws, and counted answers that were
left blank among those that enter; 2 knows all of a purpose, counts what was said, has results for
names, and says of which fields there are none; 3 takes fewer than five raters as fixed, corrects comparisons within each
task, and keeps the interval of a mean on its scale; 4 tells preferences for each group of items;
5 has rank ranges of very many systems from Holm's correction too, as those of few;
6 has no intraclass correlation where the variances behind it together are below zero, weights ratings by the chance that a
rule for stopping asked for them, where a random share was rated in full, has intervals of amounts on the log scale and of
marked words on the logit scale, cuts those of opinion scores where the scale ends, corrects listed differences of very
many systems for all pairs, listed or not, and is no surer of two systems by their strengths than by their win share;
7 is no surer of systems that never lost to others than their share of wins allows, draws by chance whatever the order
of the rows, and weights the agreement on names by the distance of adequacies.
"""


@dataclass(frozen=True, slots=True)
class DeclaredContrast:
    """A comparison that was declared before the data: a field, and two systems in the order of the difference."""

    field: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class MaterialChange:
    """A change of what raters are told, asked or shown, and how many answers were in before it."""

    what: Words
    answers: int


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
    (`planned_n`, `stopping`, `looks`, `hypotheses`). `media` finds a file by its path as the items name it;
    `folder` is that of the study.
    `conduct` says what the way a study was run takes from its results; None where that is not on record.
    `stopping` is the rule by which trials were asked for until they were clear; None where all have the same number of ratings.
    `looking` says which intervals hold where results are looked at more than once; None for a single look.
    `changes` are those that were made to what raters are told, asked or shown while answers came in.
    `headline` is the question that a study calls its main one; `fast_seconds` its own bound for too fast an answer.
    `reference` is a system that does not compete: the original, against which the others are told.
    `rules` are those that were in force since the first answer, in order; none unless they changed. `revision` is that of
    the analysis itself: the newest, unless a release of an earlier one is verified.
    """

    title: Words = field(default_factory=Words)
    declaration: Declaration | None = None
    params: Any = None
    items: Mapping[str, Item] = field(default_factory=dict)
    contrasts: tuple[DeclaredContrast, ...] = ()
    about: Mapping[str, str | Words] = field(default_factory=dict)
    conduct: tuple[Words, ...] | None = None
    exclusion_rules: Mapping[str, str | Words] = field(default_factory=dict)
    rules: tuple[RulesOfVersion, ...] = ()
    stopping: StoppingPlan | None = None
    looking: Looking | None = None
    changes: tuple[MaterialChange, ...] = ()
    headline: str = ""
    fast_seconds: float | None = None
    reference: str = ""
    media: Any = None
    folder: Path | None = None
    seed: int = 1
    confidence: float = NOMINAL
    revision: int = REVISION

    @property
    def fast_bound(self) -> float | None:
        """Seconds below which an answer is too fast: the study's own bound, else the protocol's; None where nobody says."""
        if self.fast_seconds is None and self.declaration is not None:
            return self.declaration.timing.fast_seconds
        return self.fast_seconds

    def says(self, about: str, language: str) -> str:
        """What the study says about this, in that language; empty if nothing."""
        text = self.about.get(about, "")
        return text if isinstance(text, str) else text.to(language)

    def at_look(self, df: float) -> Context:
        """The same with intervals that hold for all looks together, where `df` is what most of them rest on."""
        return self if self.looking is None else replace(self, confidence=self.looking.level(df))

    def corrected(self, ps: Sequence[float]) -> tuple[float, ...]:
        """P values of one family by Holm's method, each held against 0.05 however often one looks."""
        adjusted = holm(ps).adjusted
        if self.looking is None:
            return adjusted
        more = (1 - NOMINAL) / (1 - self.confidence)
        return tuple(min(1.0, p * more) if math.isfinite(p) else p for p in adjusted)

    def rng(self, *purpose: str) -> np.random.Generator:
        """A source of chance of its own for each purpose, so that one more statistic does not move the others."""
        if self.revision < 2:
            words = [int.from_bytes(part.encode()[:8].ljust(8, b"\0"), "big") for part in purpose]
            return np.random.default_rng([self.seed, *words])
        # names of systems may hold any character, so each part says where it ends
        told = "".join(f"{len(part)}:{part}" for part in purpose)
        return np.random.default_rng([self.seed, int.from_bytes(hashlib.sha256(told.encode()).digest(), "big")])
