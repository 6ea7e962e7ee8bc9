"""Majorities that run in a circle: signs that preferences do not lie on one scale."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np

from beholder.analysis.votes import Votes
from beholder.findings import Finding

__all__ = ["condorcet_cycles", "cycle_finding"]

_MOST_SYSTEMS = 40


def condorcet_cycles(votes: Votes) -> list[tuple[str, str, str]]:
    """Three systems of which each beats the next by majority of comparisons: signs that one scale does not fit."""
    m = len(votes.systems)
    if m > _MOST_SYSTEMS:
        return []
    first, second, outcome = votes.aligned()
    net = np.zeros((m, m))
    np.add.at(net, (first, second), outcome)
    net -= net.T.copy()
    found = []
    for trio in combinations(range(m), 3):
        for a, b, c in permutations(trio):
            if a == min(trio) and net[a, b] > 0 and net[b, c] > 0 and net[c, a] > 0:
                found.append((votes.systems[a], votes.systems[b], votes.systems[c]))
    return found


def cycle_finding(cycles: list[tuple[str, str, str]], votes: Votes, name: str) -> Finding:
    """How many threes of systems there are whose majorities run in a circle, with the first five in the notes."""
    m = len(votes.systems)
    method = "number of threes in which majorities run in a circle; n in threes of systems"
    notes = tuple(f"{a} beats {b}, {b} beats {c}, {c} beats {a}" for a, b, c in cycles[:5])
    if m > _MOST_SYSTEMS:
        return Finding(
            name=f"{name}.cycles", value=math.nan, method=method, notes=("too many systems to look through",)
        )
    return Finding(name=f"{name}.cycles", value=float(len(cycles)), n=math.comb(m, 3), method=method, notes=notes)
