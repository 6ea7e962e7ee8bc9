"""Which two systems are compared on which item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from beholder.study import Settings

__all__ = ["choose_pairs"]

Pair = tuple[str, str]


def choose_pairs(
    systems_of_items: Sequence[Sequence[str]], settings: Settings, rng: np.random.Generator
) -> list[list[Pair]]:
    """The pairs for each item, each pair in alphabetical order.

    With `per_item`, every item takes the pairs used least so far; ties go along a ring of all systems, so that few
    items already connect everything and no system is met more often than another.
    """
    wanted = settings.pairs
    if wanted.all:
        return [list(combinations(sorted(systems), 2)) for systems in systems_of_items]
    if wanted.per_item is not None:
        return _balanced(systems_of_items, wanted.per_item, rng)
    listed = sorted((min(pair), max(pair)) for pair in wanted.listed)
    return [[(a, b) for a, b in listed if a in systems and b in systems] for systems in systems_of_items]


def _balanced(systems_of_items: Sequence[Sequence[str]], per_item: int, rng: np.random.Generator) -> list[list[Pair]]:
    everyone = sorted({system for systems in systems_of_items for system in systems})
    ring = [everyone[i] for i in rng.permutation(len(everyone))]
    place = {pair: number for number, pair in enumerate(_ring_order(ring))}
    used: Counter[Pair] = Counter()
    met: Counter[str] = Counter()
    chosen: list[list[Pair]] = [[] for _ in systems_of_items]
    for number in rng.permutation(len(systems_of_items)):
        possible = list(combinations(sorted(systems_of_items[number]), 2))
        for _ in range(min(per_item, len(possible))):
            best = min(possible, key=lambda pair: (used[pair], met[pair[0]] + met[pair[1]], place[pair]))
            possible.remove(best)
            used[best] += 1
            met.update(best)
            chosen[number].append(best)
    return chosen


def _ring_order(ring: Sequence[str]) -> list[Pair]:
    size = len(ring)
    pairs: list[Pair] = []
    for distance in range(1, size // 2 + 1):
        for start in range(size):
            a, b = sorted((ring[start], ring[(start + distance) % size]))
            if (a, b) not in pairs:
                pairs.append((a, b))
    return pairs
