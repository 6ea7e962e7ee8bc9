"""Scores of verification: how adequate each name is, what is wrong with it, and which names mean the same object."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from beholder import stats
from beholder.analysis.sections.agreement import few_raters, rater_scope
from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.alpha import Level
from beholder.stats.agreement.partitions import Partitions, adjusted_rand, partition_alpha
from beholder.stats.agreement.weights import weights_at
from beholder.stats.columns import Ratings

__all__ = ["TYPES", "Judgment", "NameScore", "ObjectScores", "score_judgments", "verification_agreement"]


def verification_agreement(
    judgments: Iterable[Judgment], *, confidence: float = 0.95, by_rank: bool = False
) -> list[Finding]:
    """Adequacy (ordinal alpha, AC2), inadequacy type where both found a fault (nominal alpha), groups (alpha on pairs, ARI).

    Planted names do not enter. A unit is a name of an object, for groups a pair of names. Intervals allow for other objects
    (names of one object hang together and are left out together; AC2 takes names singly) and for other raters like these;
    with fewer than five raters, and for the Rand index always, they speak of these raters only. `by_rank` weights AC2 by ranks,
    as analyses before the seventh revision did, not by the distance of 0, 0.5 and 1.
    """
    kept = [one for one in judgments if not one.planted]
    if not kept:
        return []
    adequacy = _ratings(kept, [one.adequacy for one in kept])
    scope = rater_scope(adequacy)
    weights = "ordinal" if by_rank else weights_at("ordinal", adequacy.scale)
    ac2 = stats.gwet_ac(adequacy, weights=weights, raters=scope, confidence=confidence).finding
    out = [
        _alpha(adequacy, "ordinal", confidence, name="adequacy_alpha"),
        few_raters(replace(ac2, name="adequacy_ac2"), scope),
    ]
    faulty = [one for one in kept if one.inadequacy != "none"]
    if faulty:
        kinds = _ratings(faulty, [one.inadequacy for one in faulty])
        out.append(_alpha(kinds, "nominal", confidence, name="inadequacy_alpha"))
    groups = Partitions.of(
        item=[one.item for one in kept],
        rater=[one.rater for one in kept],
        element=[one.name for one in kept],
        group=[one.group for one in kept],
    )
    paired = partition_alpha(groups, raters=scope, confidence=confidence).finding
    out.append(few_raters(replace(paired, name="group_alpha"), scope))
    rand = adjusted_rand(groups, confidence=confidence).finding
    out.append(few_raters(replace(rand, name="group_adjusted_rand"), scope))
    return out


def _ratings(judgments: Sequence[Judgment], values: Sequence[float | str]) -> Ratings:
    return Ratings.of(
        item=[(one.item, one.name) for one in judgments], rater=[one.rater for one in judgments], value=values
    )


def _alpha(ratings: Ratings, level: Level, confidence: float, *, name: str) -> Finding:
    _, objects = np.unique([item for item, _ in ratings.items], return_inverse=True)
    scope = rater_scope(ratings)
    found = stats.krippendorff_alpha(
        ratings, level=level, raters=scope, confidence=confidence, clusters=objects, name=name
    )
    return few_raters(found.finding, scope)


TYPES = ("referential", "visual", "linguistic", "other", "none")
"""What may be wrong with a name; `none` where a rater found it perfectly adequate."""

# not, partly and perfectly adequate
_ADEQUACY = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Judgment:
    """One rater on one name of one object: adequacy 1, 0.5 or 0, what is wrong (`none` if 1), and the group it is in."""

    item: str
    rater: str
    name: str
    adequacy: float
    inadequacy: str
    group: str
    planted: str = ""

    def __post_init__(self) -> None:
        if self.adequacy not in _ADEQUACY:
            raise BeholderError(
                f"an adequacy is 0, 0.5 or 1, got {self.adequacy!r}",
                code="naming-bad-judgment",
                where=f"object {self.item}, {self.name!r}",
            )
        if self.inadequacy not in TYPES or (self.inadequacy == "none") != (self.adequacy == 1.0):
            raise BeholderError(
                f"adequacy {self.adequacy:g} does not go with the inadequacy {self.inadequacy!r}",
                code="naming-bad-judgment",
                where=f"object {self.item}, {self.name!r}",
                hint=f"a perfectly adequate name has none, any other one of {', '.join(TYPES[:-1])}",
            )


@dataclass(frozen=True, slots=True)
class NameScore:
    """ADEQUACY and INADEQUACYTYPE of a name. NaN and empty where nobody judged it."""

    adequacy: float = math.nan
    types: Mapping[str, float] = field(default_factory=dict)
    raters: int = 0


@dataclass(frozen=True, slots=True)
class ObjectScores:
    """The scores of all judged names of an object. `together[a, b]` is SAMEOBJECT, kept once for each pair."""

    names: Mapping[str, NameScore] = field(default_factory=dict)
    together: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def same_object(self, name: str, other: str) -> float:
        """SAMEOBJECT(name | other): of the raters who judged both, the share that put them into one group.

        1 for a name and itself; NaN where nobody judged both.
        """
        if name == other:
            return 1.0
        found = self.together.get((name, other))
        return self.together.get((other, name), math.nan) if found is None else found

    def score(self, name: str) -> NameScore:
        """The score of a name; of nobody where it was not judged."""
        return self.names.get(name, _UNJUDGED)

    def to_row(self, name: str, top: str | None) -> dict[str, Any]:
        """The scores of one name as cells of a table."""
        one = self.score(name)
        row: dict[str, Any] = {"raters": one.raters, "adequacy": one.adequacy}
        row |= {kind: one.types.get(kind, math.nan if not one.types else 0.0) for kind in TYPES}
        row["same_object"] = math.nan if top is None else self.same_object(name, top)
        return row


_UNJUDGED = NameScore()


def score_judgments(judgments: Iterable[Judgment]) -> dict[str, ObjectScores]:
    """The scores per object. Planted names are controls: they enter nothing.

    ADEQUACY(n) is the mean over raters, INADEQUACYTYPE(t|n) the share of raters who chose t, SAMEOBJECT(n|m) the share
    that put n and m into one group, among those who judged both. One rater counts once per name: the first judgment.
    """
    found: defaultdict[str, dict[str, dict[str, Judgment]]] = defaultdict(dict)
    for one in judgments:
        if not one.planted:
            found[one.item].setdefault(one.name, {}).setdefault(one.rater, one)
    return {item: _of_object(names) for item, names in found.items()}


def _of_object(names: Mapping[str, Mapping[str, Judgment]]) -> ObjectScores:
    scores: dict[str, NameScore] = {}
    together: dict[tuple[str, str], float] = {}
    listed = list(names)
    for position, name in enumerate(listed):
        given = names[name]
        kinds = Counter(one.inadequacy for one in given.values())
        scores[name] = NameScore(
            math.fsum(one.adequacy for one in given.values()) / len(given),
            {kind: kinds[kind] / len(given) for kind in TYPES},
            len(given),
        )
        for other in listed[position + 1 :]:
            both = [rater for rater in given if rater in names[other]]
            if both:
                same = sum(1 for rater in both if given[rater].group == names[other][rater].group)
                together[name, other] = same / len(both)
    return ObjectScores(scores, together)
