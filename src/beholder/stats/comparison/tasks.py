"""Which systems are compared with which: those that made something of the same items do the same task."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.stats.comparison.scores import Scores

__all__ = ["Task", "Tasks", "tasks_of", "tasks_of_shared"]

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
    """The tasks that systems do, largest first. `stray` are systems with one item beside others with many, in no task."""

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


def tasks_of(scores: Scores) -> Tasks:
    """Systems that share an item make one task; the same name of an item in two groups is two items."""
    systems = scores.systems
    cell = _cells(scores)
    rated = coo_array(
        (np.ones(len(cell)), (cell, scores.system)), shape=(int(cell.max(initial=-1)) + 1, len(systems))
    ).tocsr()
    rated.data[:] = 1
    return tasks_of_shared(systems, (rated.T @ rated).toarray(), lambda mine: _sole_group(scores, mine))


def tasks_of_shared(
    systems: tuple[str, ...],
    shared: NDArray[np.float64],
    group_of: Callable[[NDArray[np.int64]], str] = lambda _: "",
) -> Tasks:
    """The tasks by how many items each two systems share, on the diagonal how many each has."""
    items = np.diag(shared)
    stray = (items == 1) & (np.median(items[items > 0], keepdims=False) >= _SEVERAL if items.any() else False)
    met = np.asarray(shared > 0)
    linked = met & ~stray[:, None] & ~stray[None, :]
    _, label = connected_components(linked, directed=False)
    found = []
    for one in np.unique(label[~stray & (items > 0)]):
        mine = np.flatnonzero((label == one) & ~stray & (items > 0))
        called = tuple(systems[i] for i in mine)
        found.append(Task(called, group_of(mine) or _beginning(called)))
    found.sort(key=lambda task: -len(task.systems))
    if len({task.group for task in found}) < len(found):
        # a name that two tasks bear tells neither from the other
        found = [Task(task.systems) for task in found]
    return Tasks(tuple(found), tuple(systems[i] for i in np.flatnonzero(stray)), systems, met)


def _cells(scores: Scores) -> NDArray[np.int64]:
    if scores.group is None:
        return scores.block.astype(np.int64)
    both = scores.group.astype(np.int64) * len(scores.blocks) + scores.block
    return np.asarray(np.unique(both, return_inverse=True)[1], dtype=np.int64)


def _sole_group(scores: Scores, systems: NDArray[np.int64]) -> str:
    """The group of all that these systems made, where it is one."""
    if scores.group is None:
        return ""
    groups = np.unique(scores.group[np.isin(scores.system, systems)])
    return str(scores.groups[groups[0]]) if len(groups) == 1 else ""


def _beginning(systems: tuple[str, ...]) -> str:
    """The part before the stroke that all names share; nothing where there is none."""
    parts = {name.partition("/")[0] if "/" in name else "" for name in systems}
    return parts.pop() if len(parts) == 1 else ""
