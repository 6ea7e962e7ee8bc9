"""Which candidates are shown together where a page shows some of an item's, and how balanced that is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd

import numpy as np

from beholder.study import Subsets

__all__ = ["SubsetBalance", "balance_of", "choose_subsets", "turned"]

# an item takes milliseconds to balance against those before it; beyond these a plan is repeated with systems renamed
_ITEMS_AT_ONCE = 400


@dataclass(frozen=True, slots=True)
class SubsetBalance:
    """How often a system is shown, and how often two of them are shown together: the least and the most, in trials."""

    size: int
    shown: tuple[int, int]
    together: tuple[int, int]


def choose_subsets(
    systems_of_items: Sequence[Sequence[str]], subsets: Subsets, rng: np.random.Generator
) -> list[list[tuple[str, ...]]]:
    """The sets of each item, each in the order of its slots. Items with the same systems are balanced as one plan."""
    # only planning needs it: a study is opened for raters without the statistics
    from beholder.stats.blocks import balanced_blocks

    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, systems in enumerate(systems_of_items):
        alike[tuple(sorted(systems))].append(number)
    chosen: list[list[tuple[str, ...]]] = [[] for _ in systems_of_items]
    for names, numbers in alike.items():
        if len(names) <= subsets.size:
            for number in numbers:
                chosen[number] = [names]
            continue
        # the fewest trials in which all can be shown equally often
        trials = subsets.per_item or len(names) // gcd(len(names), subsets.size)
        most = min(len(numbers), _ITEMS_AT_ONCE)
        plan = balanced_blocks(items=most, systems=len(names), size=subsets.size, ratings=trials, rng=rng)
        for start in range(0, len(numbers), most):
            renamed = [names[k] for k in rng.permutation(len(names))]
            for number, blocks in zip(numbers[start : start + most], plan, strict=False):
                chosen[number] = [tuple(renamed[k] for k in block) for block in blocks]
    return chosen


def turned(planned: Sequence[list[str]], given: int) -> list[list[str]]:
    """The planned order moved on by one slot for each time the trial was given out before, so that nobody keeps a slot."""
    start = given % len(planned)
    return [*planned[start:], *planned[:start]]


def balance_of(trials: Iterable[Sequence[str]], size: int) -> SubsetBalance | None:
    """The balance of these trials over all systems in them; None where there are none."""
    shown: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for systems in trials:
        shown.update(systems)
        pairs.update(combinations(sorted(systems), 2))
    if len(shown) < 2:
        return None
    met = [pairs[pair] for pair in combinations(sorted(shown), 2)]
    return SubsetBalance(size, (min(shown.values()), max(shown.values())), (min(met), max(met)))
