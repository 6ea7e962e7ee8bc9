"""Which systems are compared with which: those that made something of the same items do the same task."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from beholder.analysis.measure import Measure

__all__ = ["Task", "Tasks", "tasks_of"]

_SEVERAL = 5
"""Items per system from which on one with a single item is a slip in the table rather than a system of the study."""


@dataclass(frozen=True, slots=True)
class Task:
    """Systems that share items, directly or through others.

    `group` is what they have in common: their group of items where they have one alone, or the beginning of their names
    where these were joined from two columns (`edit/moth`, `edit/wren`).
    """

    systems: tuple[str, ...]
    group: str = ""


@dataclass(frozen=True)
class Tasks:
    """The tasks of a measure, largest first. `stray` are systems with one item beside others with many, in no task."""

    tasks: tuple[Task, ...]
    stray: tuple[str, ...]
    systems: tuple[str, ...]
    met: NDArray[np.bool_]

    @cached_property
    def _position(self) -> dict[str, int]:
        return {system: i for i, system in enumerate(self.systems)}

    def together(self, first: str, second: str) -> bool:
        """Whether two systems share an item of the same group."""
        return bool(self.met[self._position[first], self._position[second]])


def tasks_of(measure: Measure) -> Tasks:
    """Systems that share an item make one task; the same name of an item in two groups is two items."""
    systems = measure.systems
    kept = measure.said & (measure.system >= 0)
    cell, system = measure.rows.together("group", "block")[kept], measure.system[kept]
    rated = coo_array((np.ones(len(cell)), (cell, system)), shape=(int(cell.max(initial=-1)) + 1, len(systems))).tocsr()
    rated.data[:] = 1
    items = np.asarray(rated.sum(axis=0)).ravel()
    stray = (items == 1) & (np.median(items[items > 0], keepdims=False) >= _SEVERAL if items.any() else False)
    met = np.asarray((rated.T @ rated).toarray() > 0)
    linked = met & ~stray[:, None] & ~stray[None, :]
    _, label = connected_components(linked, directed=False)
    group = measure.rows.text["group"]
    codes = group.codes[kept]
    found = []
    for one in np.unique(label[~stray & (items > 0)]):
        mine = np.flatnonzero((label == one) & ~stray & (items > 0))
        groups = np.unique(codes[np.isin(system, mine)])
        called = tuple(systems[i] for i in mine)
        alone = group.names[groups[0]] if len(groups) == 1 else ""
        found.append(Task(called, alone or _beginning(called)))
    found.sort(key=lambda task: -len(task.systems))
    if len({task.group for task in found}) < len(found):
        # a name that two tasks bear tells neither from the other
        found = [Task(task.systems) for task in found]
    return Tasks(tuple(found), tuple(systems[i] for i in np.flatnonzero(stray)), systems, met)


def _beginning(systems: tuple[str, ...]) -> str:
    """The part before the stroke that all names share; nothing where there is none."""
    parts = {name.partition("/")[0] if "/" in name else "" for name in systems}
    return parts.pop() if len(parts) == 1 else ""
