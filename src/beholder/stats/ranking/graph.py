"""Whether comparisons hang together: the graph of who met whom, and whether strengths have finite estimates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import lsmr

from beholder.errors import BeholderError
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from beholder.stats.columns import Codes
    from beholder.stats.ranking.pairs import PairwiseCounts

__all__ = [
    "Connectedness",
    "Separation",
    "connectedness",
    "edges",
    "met",
    "ordered_by_wins",
    "refuse_apart",
    "require_connected",
    "separation",
    "sides_identified",
]

# names in a message; more do not help
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Connectedness:
    """Systems grouped by who can be compared with whom, directly or through others; largest group first."""

    components: tuple[tuple[str, ...], ...]

    @property
    def connected(self) -> bool:
        """Whether every two systems can be compared."""
        return len(self.components) <= 1

    def __str__(self) -> str:
        if self.connected:
            return f"all {len(self.components[0]) if self.components else 0} systems are connected"
        return f"{len(self.components)} groups never meet: " + "; ".join(map(listed, self.components[:_SHOWN]))


@dataclass(frozen=True, slots=True)
class Separation:
    """Whether the likelihood has no finite maximum, and the groups of systems, strongest first, that make it so."""

    separable: bool
    groups: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        if not self.separable:
            return "strengths have finite estimates"
        if len(self.groups) > 1:
            shown = "; ".join(map(listed, self.groups[:_SHOWN]))
            return f"no system of a later group ever beat one of an earlier: {shown}"
        return "outcomes can be predicted without error along some direction of the strengths"


def connectedness(counts: PairwiseCounts) -> Connectedness:
    """Connected components of the graph with an edge between systems that met with positive weight.

    Only within a component are strengths comparable (Ford 1957). Systems without any comparison stand alone.
    """
    m = len(counts.names)
    met = counts.counts.sum(axis=1) > 0
    return Connectedness(_components(counts.names, m, counts.left[met], counts.right[met], connection="weak"))


def require_connected(counts: PairwiseCounts) -> None:
    """Raise, naming the components, unless every system can be compared with every other."""
    if not counts.total > 0:
        raise BeholderError("there is no comparison with an outcome", code="stats-no-pairs")
    refuse_apart(connectedness(counts))


def refuse_apart(found: Connectedness) -> None:
    """Raise, naming the components, unless there is one only."""
    if not found.connected:
        raise BeholderError(
            f"systems cannot be ranked together: {found}",
            code="stats-pairs-disconnected",
            hint="compare systems across the groups, or rank each group alone",
        )


def separation(counts: PairwiseCounts, *, ties: bool, position: bool) -> Separation:
    """Whether maximum-likelihood strengths are infinite.

    In a log-linear model the maximum is finite unless some direction of the parameters makes every observed outcome at
    least as likely as each alternative and one of them more so (Albert & Anderson 1984). Where wins alone connect
    all systems in both directions there is no such direction (Ford 1957); else a linear program looks for one.
    `ties` says whether ties are modelled (else their column is ignored), `position` whether sides have an effect.
    """
    m = len(counts.names)
    left_won, right_won = counts.counts[:, LEFT] > 0, counts.counts[:, RIGHT] > 0
    winner = np.concatenate([counts.left[left_won], counts.right[right_won]])
    loser = np.concatenate([counts.right[left_won], counts.left[right_won]])
    groups = _components(counts.names, m, winner, loser, connection="strong")
    if not position and (len(groups) == 1 or not ties):
        separable = len(groups) > 1
    elif position and _settled(counts):
        separable = False
    else:
        separable = _has_direction(counts, ties=ties, position=position)
    if not separable:
        return Separation(separable=False)
    ordered = _strongest_first(counts.names, groups, winner, loser) if len(groups) > 1 else ()
    return Separation(separable=True, groups=ordered)


def edges(pairs: Iterable[tuple[int, int]]) -> tuple[Codes, Codes]:
    """Pairs of systems, each once, as two columns."""
    table = np.array(sorted(set(pairs)), dtype=np.int32).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def met(names: tuple[str, ...], first: Codes, second: Codes) -> Connectedness:
    """Systems grouped by who met whom."""
    return Connectedness(_components(names, len(names), first, second, connection="weak"))


def ordered_by_wins(names: tuple[str, ...], winner: Codes, loser: Codes) -> Separation:
    """Whether some systems never beat some others, and the groups that this makes, strongest first."""
    groups = _components(names, len(names), winner, loser, connection="strong")
    if len(groups) == 1:
        return Separation(separable=False)
    return Separation(separable=True, groups=_strongest_first(names, groups, winner, loser))


def sides_identified(counts: PairwiseCounts) -> bool:
    """Whether no set of strengths could imitate an advantage of the left side: some systems stood on both sides."""
    rows, m = np.arange(len(counts.left)), len(counts.names)
    incidence = csr_array(
        (
            np.concatenate([np.ones(len(rows)), -np.ones(len(rows))]),
            (np.concatenate([rows, rows]), np.concatenate([counts.left, counts.right])),
        ),
        shape=(len(rows), m),
    )
    imitation = lsmr(incidence, np.ones(len(rows)), atol=1e-13, btol=1e-13)[0]
    return bool(len(rows) and np.abs(incidence @ imitation - 1).max() > 1e-6)


def _settled(counts: PairwiseCounts) -> bool:
    """A quick sufficient sign of finite estimates: ordered pairs won from both sides connect all, and swap sides."""
    both = (counts.counts[:, LEFT] > 0) & (counts.counts[:, RIGHT] > 0)
    part = replace(counts, left=counts.left[both], right=counts.right[both], counts=counts.counts[both])
    return bool(both.any()) and connectedness(part).connected and sides_identified(part)


def _has_direction(counts: PairwiseCounts, *, ties: bool, position: bool) -> bool:
    m, n_pairs = len(counts.names), len(counts.left)
    # Utilities of the outcomes are +d/2, -d/2 and eta with d = strength left - strength right + position.
    half = np.array([0.5, -0.5, 0.0])
    outcomes = (LEFT, RIGHT, TIE) if ties else (LEFT, RIGHT)
    rows, columns, entries, n_rows = [], [], [], 0
    pair = np.arange(n_pairs)
    for seen in outcomes:
        chosen = pair[counts.counts[:, seen] > 0]
        for other in outcomes:
            if other == seen or not len(chosen):
                continue
            line = n_rows + np.arange(len(chosen))
            n_rows += len(chosen)
            gain = half[seen] - half[other]
            for column, value in (
                (counts.left[chosen], gain),
                (counts.right[chosen], -gain),
                (np.full(len(chosen), m), float(seen == TIE) - float(other == TIE)),
                (np.full(len(chosen), m + 1), gain if position else 0.0),
            ):
                rows.append(line)
                columns.append(column)
                entries.append(np.full(len(chosen), value))
    table = coo_array(
        (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))), shape=(n_rows, m + 2)
    ).tocsr()
    answer = linprog(
        -np.asarray(table.sum(axis=0)).ravel(), A_ub=-table, b_ub=np.zeros(n_rows), bounds=(-1, 1), method="highs"
    )
    return bool(answer.status == 0 and -answer.fun > 1e-7)


def _components(
    names: tuple[str, ...], m: int, source: NDArray[np.int32], target: NDArray[np.int32], *, connection: str
) -> tuple[tuple[str, ...], ...]:
    edges = csr_array((np.ones(len(source)), (source, target)), shape=(m, m))
    n, member = connected_components(edges, directed=True, connection=connection)
    groups = [tuple(names[i] for i in np.flatnonzero(member == k)) for k in range(n)]
    return tuple(sorted(groups, key=lambda g: (-len(g), g)))


def _strongest_first(
    names: tuple[str, ...],
    groups: tuple[tuple[str, ...], ...],
    winner: NDArray[np.int32],
    loser: NDArray[np.int32],
) -> tuple[tuple[str, ...], ...]:
    """Groups in an order that no win contradicts: a topological order of the graph of groups."""
    member = {name: k for k, group in enumerate(groups) for name in group}
    of = np.array([member[name] for name in names])
    beats: list[set[int]] = [set() for _ in groups]
    beaten_by: list[set[int]] = [set() for _ in groups]
    for a, b in set(zip(of[winner].tolist(), of[loser].tolist(), strict=True)):
        if a != b:
            beats[a].add(b)
            beaten_by[b].add(a)
    order, ready = [], [k for k in range(len(groups)) if not beaten_by[k]]
    while ready:
        k = ready.pop(0)
        order.append(groups[k])
        for other in sorted(beats[k]):
            beaten_by[other].discard(k)
            if not beaten_by[other]:
                ready.append(other)
    return tuple(order)


def listed(names: tuple[str, ...]) -> str:
    """The first few names of a group, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
