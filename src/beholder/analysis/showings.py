"""Systems that were shown together and judged at once, taken out of the ratings: one list per answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from beholder.analysis.data import RatingsData
from beholder.analysis.panel import FEWEST_RATERS
from beholder.stats import Scores

__all__ = ["Showings", "showings_of"]


@dataclass(frozen=True)
class Showings:
    """One entry per system of an answer. `showing` numbers the answers from 0 in order; `system` is a place in `systems`.

    `value` is the exported text, `number` its number. `n_dropped` counts answers that say nothing of systems: without any
    value, with too few systems, or with one system twice. Where `raters_fixed`, intervals speak of these raters alone.
    """

    systems: tuple[str, ...]
    showing: NDArray[np.int64]
    system: NDArray[np.int32]
    value: NDArray[Any]
    number: NDArray[np.float64]
    block: NDArray[np.int32]
    rater: NDArray[np.int32]
    blocks: tuple[str, ...]
    raters: tuple[str, ...]
    n_dropped: int
    raters_fixed: bool = False

    def __len__(self) -> int:
        """How many answers there are."""
        return int(self.showing.max(initial=-1)) + 1

    @cached_property
    def has_raters(self) -> bool:
        """Whether it is known who answered."""
        return any(self.raters[i] for i in np.unique(self.rater))

    @cached_property
    def first_rows(self) -> NDArray[np.int64]:
        """The first row of each answer."""
        return np.asarray(np.unique(self.showing, return_index=True)[1])

    def panelled(self) -> Showings:
        """The same with raters taken as fixed where they are too few to stand for others."""
        n = len(np.unique(self.rater)) if self.has_raters else 0
        return replace(self, raters_fixed=1 < n < FEWEST_RATERS)

    def clusters(self) -> tuple[NDArray[np.int32], NDArray[np.int32] | None]:
        """Block and rater of each answer; no raters where they are fixed or unknown."""
        block = _dense(self.block[self.first_rows])
        sampled = self.has_raters and not self.raters_fixed
        return block, _dense(self.rater[self.first_rows]) if sampled else None

    def tasks(self) -> list[tuple[str, ...]]:
        """Systems that were shown together, directly or through others; the largest such set first."""
        m, n = len(self.systems), len(self)
        beside = coo_array((np.ones(len(self.system)), (self.system, m + self.showing)), shape=(m + n, m + n))
        _, label = connected_components(beside, directed=False)
        found = [tuple(self.systems[i] for i in np.flatnonzero(label[:m] == one)) for one in np.unique(label[:m])]
        return sorted(found, key=lambda systems: -len(systems))

    def among(self, systems: tuple[str, ...]) -> Showings:
        """The answers about these systems, which were shown with no others."""
        place = np.array([systems.index(s) if s in systems else -1 for s in self.systems], dtype=np.int32)
        kept = self.only(place[self.system] >= 0)
        return replace(kept, systems=systems, system=place[kept.system])

    def only(self, chosen: NDArray[np.bool_]) -> Showings:
        """Some of the rows; answers are numbered anew."""
        return replace(
            self,
            showing=np.unique(self.showing[chosen], return_inverse=True)[1].astype(np.int64),
            system=self.system[chosen],
            value=self.value[chosen],
            number=self.number[chosen],
            block=self.block[chosen],
            rater=self.rater[chosen],
        )

    def scores(self, value: NDArray[np.float64]) -> Scores:
        """For shares and means: one number for each system of each answer."""
        return Scores(
            value=value,
            system=self.system,
            block=self.block,
            rater=self.rater if self.has_raters else None,
            systems=self.systems,
            blocks=self.blocks,
            raters=self.raters,
            n_dropped=self.n_dropped,
            raters_fixed=self.raters_fixed,
        )


def showings_of(data: RatingsData, field: str, *, fewest: int) -> Showings:
    """The answers to a field that speaks of all systems shown; those of fewer than `fewest` say nothing."""
    rows = data.where(field=field)
    systems = tuple(rows.used("system"))
    position = {name: i for i, name in enumerate(systems)}
    column = rows.text["system"]
    system = np.array([*(position.get(name, -1) for name in column.names), -1], dtype=np.int32)[column.codes]
    _, showing = np.unique(rows.showing(), return_inverse=True)
    n = int(showing.max(initial=-1)) + 1
    said = np.bincount(showing, weights=~rows.text["value"].is_in(("",)), minlength=n) > 0
    size = np.bincount(showing, minlength=n)
    key = showing.astype(np.int64) * (len(systems) + 1) + system
    different = np.bincount(np.unique(key) // (len(systems) + 1), minlength=n)
    named = np.bincount(showing, weights=system < 0, minlength=n) == 0
    sound = said & (size >= fewest) & (different == size) & named
    # rows of one answer stand together, answers in the order in which they came
    order = np.argsort(showing, kind="stable")
    order = order[sound[showing[order]]]
    block, rater = rows.text["block"], rows.text["rater"]
    return Showings(
        systems=tuple(systems[i] for i in np.unique(system[order])),
        showing=np.unique(showing[order], return_inverse=True)[1].astype(np.int64),
        system=_dense(system[order]),
        value=rows.text["value"].texts()[order],
        number=rows.numbers["number"][order],
        block=block.codes[order],
        rater=rater.codes[order],
        blocks=block.names,
        raters=rater.names,
        n_dropped=n - int(np.count_nonzero(sound)),
    )


def _dense(codes: NDArray[Any]) -> NDArray[np.int32]:
    return np.unique(codes, return_inverse=True)[1].astype(np.int32)
