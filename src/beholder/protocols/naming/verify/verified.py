"""Consistent response sets: which names stay once raters have said what is adequate and what means the same object."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.object_bootstrap import Resampling, put, ratios
from beholder.protocols.naming.verify.adequacy import NameScore, ObjectScores

__all__ = ["NamePair", "Thresholds", "VerifiedObject", "make_consistent", "sensitivity_rows"]

_ASSUMED = NameScore(1.0, {"none": 1.0}, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """A name stays if SAMEOBJECT(name | top) > `same_object` and ADEQUACY(name) > `adequacy`."""

    same_object: float = 0.0
    adequacy: float = 0.4

    def other_object(self, same: float) -> bool:
        """Whether the score says that another object was meant."""
        return same <= self.same_object

    def inadequate(self, adequacy: float) -> bool:
        """Whether the score says that the name is not adequate."""
        return adequacy <= self.adequacy


@dataclass(frozen=True, slots=True)
class NamePair:
    """A name of an object with its scores, as one line of Table 1."""

    name: str
    count: int
    is_top: bool
    score: NameScore
    same_object: float
    judged: bool


@dataclass(frozen=True, slots=True)
class VerifiedObject:
    """An object before and after verification.

    `before` holds every name of round 1, `verifiable` those given often enough to be judged, `after` the consistent set.
    `complete` is false if the object needed judgments and has none: it then stays out of results. Names given fewer than
    `min_count` times were never judged.
    """

    before: ResponseSet
    verifiable: ResponseSet
    after: ResponseSet
    scores: ObjectScores
    thresholds: Thresholds
    complete: bool = True
    min_count: int = 2

    @property
    def item(self) -> str:
        """The object's id."""
        return self.before.item

    @property
    def top(self) -> str | None:
        """The top name of the consistent set."""
        return self.after.top

    def pairs(self) -> Iterator[NamePair]:
        """The verifiable names with their scores; the only name of an object is taken as right without judgment."""
        top = self.top
        alone = len(self.verifiable.names) == 1
        for name, count in zip(self.verifiable.names, self.verifiable.counts, strict=True):
            score = self.scores.score(name)
            judged = not math.isnan(score.adequacy)
            if alone and not judged:
                score = _ASSUMED
            same = self.scores.same_object(name, top) if top is not None else math.nan
            yield NamePair(name, count, name == top, score, same, judged)

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row per name of round 1, with its scores and whether it stays."""
        kept, verifiable = set(self.after.names), set(self.verifiable.names)
        for name, count in zip(self.before.names, self.before.counts, strict=True):
            yield {
                "item": self.item,
                "domain": self.before.columns.get("domain"),
                "name": name,
                "count": count,
                "top": name == self.top,
                "singleton": name not in verifiable,
                **self.scores.to_row(name, self.top),
                "kept": name in kept,
            }


def make_consistent(
    sets: Iterable[ResponseSet],
    scores: Mapping[str, ObjectScores],
    *,
    thresholds: Thresholds | None = None,
    min_count: int = 2,
) -> list[VerifiedObject]:
    """Consistent sets of all objects.

    The top name always stays, and so does the only name of an object. An alternative stays if it passes both thresholds;
    one that nobody judged does not stay. Names given fewer than `min_count` times are set aside as singletons.
    """
    limits = thresholds or Thresholds()
    out = []
    for before in sets:
        known = scores.get(before.item, ObjectScores())
        verifiable = before.at_least(min_count)
        top = verifiable.top
        kept = [
            name
            for name in verifiable.names
            if name == top
            or (
                not limits.other_object(_or_lowest(known.same_object(name, top or "")))
                and not limits.inadequate(_or_lowest(known.score(name).adequacy))
            )
        ]
        complete = len(verifiable.names) < 2 or bool(known.names)
        out.append(VerifiedObject(before, verifiable, verifiable.only(kept), known, limits, complete, min_count))
    return out


def sensitivity_rows(
    sets: Iterable[ResponseSet],
    scores: Mapping[str, ObjectScores],
    *,
    how: Resampling,
    thresholds: Thresholds | None = None,
    min_count: int = 2,
) -> list[dict[str, Any]]:
    """How many names stay at other adequacy thresholds (0.3, 0.4, 0.5 and the one chosen) and SAMEOBJECT thresholds."""
    chosen = thresholds or Thresholds()
    listed = list(sets)
    grid = [
        Thresholds(same_object=same, adequacy=adequacy)
        for same in sorted({0.0, 0.5, chosen.same_object})
        for adequacy in sorted({0.3, 0.4, 0.5, chosen.adequacy})
    ]
    rows = []
    for limits in grid:
        found = [v for v in make_consistent(listed, scores, thresholds=limits, min_count=min_count) if v.complete]
        kept = np.array([[len(v.after.names), v.after.total] for v in found], dtype=np.float64).reshape(-1, 2)
        of = np.array([[len(v.verifiable.names), v.verifiable.total] for v in found], dtype=np.float64).reshape(-1, 2)
        row: dict[str, Any] = {
            "same_object": limits.same_object,
            "adequacy": limits.adequacy,
            "chosen": limits == chosen,
            "pairs_kept": int(kept[:, 0].sum()),
        }
        put(row, "pairs_kept_share", ratios(kept[:, :1], of[:, 0], how)[0])
        put(row, "tokens_kept_share", ratios(kept[:, 1:], of[:, 1], how)[0])
        put(row, "N", ratios(kept[:, :1], np.ones(len(found)), how)[0])
        rows.append(row)
    return rows


def _or_lowest(score: float) -> float:
    return -1.0 if math.isnan(score) else score
