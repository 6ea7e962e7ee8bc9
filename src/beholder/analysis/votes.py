"""Comparisons of two systems, taken out of the ratings: who was preferred to whom, aligned to systems and never to sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from beholder.analysis.data import Coded, RatingsData, occurrence
from beholder.analysis.panel import FEWEST_RATERS
from beholder.stats import Pairs, Ratings, Scores
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE

__all__ = ["Votes", "answer_column", "lead_of", "votes_of"]

_LEAD = {"win": 1.0, "tie": 0.0, "loss": -1.0}
_BOTH_BAD, _UNSURE = "both_bad", "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """One comparison per showing. `left` and `right` are places in `systems`; where sides are unknown they mean nothing.

    `showing` is the code of the showing in `answer_column`. `n_unpaired` counts rows that found no partner. Where
    `raters_fixed`, intervals speak of these raters alone. `grade` tells by how much, below 0 for the left, where that was
    asked. Comparisons that do not say who is better stand apart: `both_bad`, and `unsure`.
    """

    systems: tuple[str, ...]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    outcome: NDArray[np.int8]
    block: NDArray[np.int32]
    rater: NDArray[np.int32]
    showing: NDArray[np.int64]
    blocks: tuple[str, ...]
    raters: tuple[str, ...]
    sides_known: bool
    n_unpaired: int
    n_blank: int
    raters_fixed: bool = False
    grade: NDArray[np.int8] | None = None
    both_bad: Votes | None = None
    unsure: Votes | None = None

    def __len__(self) -> int:
        return len(self.left)

    @property
    def has_raters(self) -> bool:
        """Whether it is known who compared."""
        return any(self.raters[i] for i in np.unique(self.rater))

    def pairs(self) -> Pairs:
        """For ranking models: comparisons with item and rater as clusters."""
        clustered = self.has_raters and not self.raters_fixed
        bad, unsure = self.both_bad, self.unsure
        apart = sum(len(part) for part in (bad, unsure) if part is not None)
        return Pairs(
            names=self.systems,
            left=self.left,
            right=self.right,
            outcome=self.outcome,
            weight=np.ones(len(self)),
            item=self.block,
            rater=self.rater if clustered else None,
            n_dropped=self.n_unpaired + self.n_blank + apart,
            grade=self.grade,
            both_bad=None if bad is None else replace(bad, raters_fixed=not clustered).pairs(),
            n_unsure=0 if unsure is None else len(unsure),
        )

    @property
    def level(self) -> Literal["nominal", "ordinal"]:
        """At which raters may agree: on who is better, or on by how much."""
        return "nominal" if self.grade is None else "ordinal"

    @property
    def n_raters(self) -> int:
        """How many raters compared; 0 where nobody knows."""
        return len(np.unique(self.rater)) if self.has_raters else 0

    def panelled(self) -> Votes:
        """The comparisons with raters taken as fixed where they are too few to stand for others."""
        return replace(self, raters_fixed=1 < self.n_raters < FEWEST_RATERS)

    def tasks(self) -> list[tuple[str, ...]]:
        """Systems that were compared with each other, directly or through others; the largest such set first."""
        m = len(self.systems)
        met = coo_array((np.ones(len(self)), (self.left, self.right)), shape=(m, m))
        n, label = connected_components(met, directed=False)
        found = [tuple(self.systems[i] for i in np.flatnonzero(label == one)) for one in range(n)]
        return sorted(found, key=lambda systems: -len(systems))

    def among(self, systems: tuple[str, ...]) -> Votes:
        """The comparisons between these systems, with no others."""
        place = np.array([systems.index(s) if s in systems else -1 for s in self.systems], dtype=np.int32)
        kept = self.only((place[self.left] >= 0) & (place[self.right] >= 0))
        return replace(
            kept,
            systems=systems,
            left=place[kept.left],
            right=place[kept.right],
            both_bad=None if self.both_bad is None else self.both_bad.among(systems),
            unsure=None if self.unsure is None else self.unsure.among(systems),
        )

    def scores(self) -> Scores:
        """For win shares: 1, 1/2 or 0 for each system in each comparison."""
        left = np.choose(self.outcome, [1.0, 0.0, 0.5])
        return Scores(
            value=np.concatenate([left, 1 - left]),
            system=np.concatenate([self.left, self.right]),
            block=np.concatenate([self.block, self.block]),
            rater=np.concatenate([self.rater, self.rater]) if self.has_raters else None,
            systems=self.systems,
            blocks=self.blocks,
            raters=self.raters,
            n_dropped=self.n_unpaired + self.n_blank,
            raters_fixed=self.raters_fixed,
        )

    def aligned(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]:
        """First and second system in alphabetical order, and the outcome for the first: 1 win, 0 tie, -1 loss."""
        first, second = np.minimum(self.left, self.right), np.maximum(self.left, self.right)
        for_left = np.choose(self.outcome, [1, -1, 0])
        return first, second, np.where(first == self.left, for_left, -for_left).astype(np.int8)

    def verdict(self) -> NDArray[np.int64]:
        """What was said of the first system in alphabetical order: its grade, or 1 win, 0 tie, -1 loss."""
        if self.grade is None:
            return self.aligned()[2].astype(np.int64)
        return np.where(self.left < self.right, -self.grade, self.grade).astype(np.int64)

    def unit(self) -> NDArray[np.int64]:
        """What raters may agree about: the item and which two systems were compared on it."""
        first, second, _ = self.aligned()
        m = len(self.systems)
        return (self.block.astype(np.int64) * m + first) * m + second

    def ratings(self) -> Ratings:
        """For agreement: the verdict on the alphabetically first system, so that sides play no part."""
        return Ratings.of(item=self.unit(), rater=self._told_apart(), value=self.verdict())

    def answered(self) -> tuple[Votes, NDArray[np.float64]]:
        """Every comparison in which the rater could tell, with the verdict; that both are bad is one of its own."""
        verdict = self.verdict().astype(np.float64)
        if self.both_bad is None:
            return self, verdict
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(self, name), getattr(self.both_bad, name)])
            for name in ("left", "right", "outcome", "block", "rater", "showing")
        }
        every = replace(self, **joined, grade=None, both_bad=None)
        return every, np.concatenate([verdict, np.full(len(self.both_bad), np.inf)])

    def grades_by_system(self) -> dict[str, Counter[int]]:
        """How often a system was given each grade, above 0 where it was the better one."""
        grade = np.zeros(len(self), dtype=np.int8) if self.grade is None else self.grade
        found: dict[str, Counter[int]] = {system: Counter() for system in self.systems}
        for side, sign in ((self.left, -1), (self.right, 1)):
            for system, given in zip(side.tolist(), (sign * grade).tolist(), strict=True):
                found[self.systems[system]][given] += 1
        return found

    def quality_ratings(self) -> Ratings:
        """For agreement on whether both are bad: 1 or 0 for every comparison in which the rater could tell."""
        parts = [self] if self.both_bad is None else [self, self.both_bad]
        unit, rater = (np.concatenate(one) for one in zip(*((p.unit(), p.rater) for p in parts), strict=True))
        return Ratings.of(
            item=unit,
            rater=rater if self.has_raters else occurrence(unit),
            value=np.concatenate([np.full(len(part), number) for number, part in enumerate(parts)]),
        )

    def _told_apart(self) -> NDArray[np.int64]:
        """The raters; where nobody knows them, the comparisons of one thing are by different ones."""
        return self.rater.astype(np.int64) if self.has_raters else occurrence(self.unit())

    def mirrored(self) -> tuple[Ratings, NDArray[np.int64]]:
        """The ratings with every unit also seen from the other system, and the block that each view belongs to.

        Which of two systems is taken first is arbitrary where there are many pairs; seen from both, chance agreement does
        not depend on it, nor on what systems are called.
        """
        _, unit = np.unique(self.unit(), return_inverse=True)
        outcome, rater = self.verdict(), self._told_apart()
        both = Ratings.of(
            item=np.concatenate([2 * unit, 2 * unit + 1]),
            rater=np.concatenate([rater, rater]),
            value=np.concatenate([outcome, -outcome]),
        )
        block = np.empty(int(unit.max(initial=-1)) + 1, dtype=np.int64)
        block[unit] = self.block
        return both, block[np.array(both.items, dtype=np.int64) // 2]

    def shares(self, chosen: NDArray[np.bool_], value: NDArray[Any]) -> Scores:
        """For shares of some of the comparisons: a value for each, whichever systems met; the others count as dropped."""
        n = int(np.count_nonzero(chosen))
        return Scores(
            value=value[chosen].astype(np.float64),
            system=np.zeros(n, dtype=np.int32),
            block=self.block[chosen],
            rater=self.rater[chosen] if self.has_raters else None,
            systems=("all",),
            blocks=self.blocks,
            raters=self.raters,
            n_dropped=len(self) - n,
        )

    def only(self, chosen: NDArray[np.bool_]) -> Votes:
        """Some of the comparisons, without those that stand apart."""
        return replace(
            self,
            left=self.left[chosen],
            right=self.right[chosen],
            outcome=self.outcome[chosen],
            block=self.block[chosen],
            rater=self.rater[chosen],
            showing=self.showing[chosen],
            grade=None if self.grade is None else self.grade[chosen],
            both_bad=None,
            unsure=None,
        )


def lead_of(value: str) -> float | None:
    """How far a candidate is ahead of the other: 1, 0 or -1 for win, tie and loss, or its grade; None if neither is told."""
    if value in _LEAD:
        return _LEAD[value]
    return float(value) if value.removeprefix("-").isdecimal() else None


def votes_of(data: RatingsData, field: str) -> Votes:
    """The comparisons of a preference field: the two rows of each showing put together.

    Left is the candidate whose `side` is left; where no side is recorded, the alphabetically first system. Showings
    with other than two candidates, or of a system with itself, are left out and counted.
    """
    rows = data.where(field=field)
    lead_by_value = _leads(rows.text["value"])
    said = rows.text["value"].is_in((*lead_by_value, _BOTH_BAD, _UNSURE))
    blank = int(np.count_nonzero(~said))
    rows = rows.select(said)
    systems = tuple(rows.used("system"))
    position = {name: i for i, name in enumerate(systems)}
    column = rows.text["system"]
    system = np.array([*(position.get(name, -1) for name in column.names), -1], dtype=np.int32)[column.codes]
    showing = rows.showing()
    side = rows.text["side"]
    right = side.is_in(("right",))
    known = bool(len(rows)) and bool(np.all(side.is_in(("left", "right"))))
    order = np.lexsort((system, right, showing)) if known else np.lexsort((system, showing))
    size = np.bincount(showing, minlength=1) if len(rows) else np.zeros(1, dtype=np.int64)
    paired = size[showing[order]] == 2
    order = order[paired]
    a, b = order[0::2], order[1::2]
    proper = (system[a] >= 0) & (system[b] >= 0) & (system[a] != system[b])
    a, b = a[proper], b[proper]
    value = rows.text["value"]
    lead = np.array([*(lead_by_value.get(name, np.nan) for name in value.names), np.nan])[value.codes][a]
    block, rater = rows.text["block"], rows.text["rater"]
    every = Votes(
        systems=systems,
        left=system[a],
        right=system[b],
        outcome=np.where(lead > 0, LEFT, np.where(lead < 0, RIGHT, TIE)).astype(np.int8),
        block=block.codes[a],
        rater=rater.codes[a],
        showing=rows.text[answer_column(rows)].codes[a].astype(np.int64),
        blocks=block.names,
        raters=rater.names,
        sides_known=known,
        n_unpaired=len(rows) - 2 * len(a),
        n_blank=blank,
        grade=-np.nan_to_num(lead).astype(np.int8) if lead_by_value and lead_by_value is not _LEAD else None,
    )
    bad, unsure = (value.is_in((word,))[a] for word in (_BOTH_BAD, _UNSURE))
    return replace(
        every.only(~(bad | unsure)),
        both_bad=replace(every.only(bad), grade=None) if bad.any() else None,
        unsure=replace(every.only(unsure), grade=None) if unsure.any() else None,
    )


def _leads(values: Coded) -> Mapping[str, float]:
    """How far ahead each value says that its candidate is; grades where there are no words."""
    if values.is_in(_LEAD).any():
        return _LEAD
    found = {name: lead for name in values.names if (lead := lead_of(name)) is not None}
    return found if values.is_in(found).any() else {}


def answer_column(rows: RatingsData) -> str:
    """The column by which `showing` of votes is told, and by which other fields of the same answer are found."""
    return "answer" if "answer" in rows.given else "trial" if "trial" in rows.given else "item"
