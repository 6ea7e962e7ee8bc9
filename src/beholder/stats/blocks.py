"""Which systems are shown together when a trial cannot show all: blocks that are balanced as nearly as can be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["balanced_blocks"]

Block = tuple[int, ...]

# descents from new beginnings for a single item; with many items the next ones even out what one leaves
_ATTEMPTS = 12
# swaps look at every two blocks; more of them are even enough without
_MANY_BLOCKS = 60
# first blocks of a cycle that are looked at: all up to 16 systems by 6
_FIRST_BLOCKS = 3_003


def balanced_blocks(
    *, items: int, systems: int, size: int, ratings: int, rng: np.random.Generator
) -> tuple[tuple[Block, ...], ...]:
    """For each item, `ratings` trials of `size` out of `systems` systems, each in the order of its slots.

    Balanced, in this order, as nearly as the numbers allow: how often each system is shown, within an item and over all;
    how often two systems stand in one trial, within an item and over all; how often each system stands in each slot.
    As many trials as there are systems are a cycle: one block moved on by one system at a time (Bose 1939, Ann. Eugen.
    9:353), so that every system stands once in every slot; its first block is the one that evens out the pairs best, which
    gives the balanced designs that are cyclic, such as 7 systems by 3 or 13 by 4. What is left is built one system at a
    time, the least shown first, and improved by exchanges while these help. A function of its arguments and `rng` alone:
    the same generator gives the same plan.
    """
    _check(items, systems, size, ratings)
    label = rng.permutation(systems)
    so_far = _Plan(_Tally(systems), np.zeros((systems, size), dtype=np.int64), [])
    out = []
    for _ in range(items):
        # a single item with trials beyond its cycles may do better without them
        ways = (True, False) if items == 1 and ratings % systems else (True,)
        tried = [
            _item(so_far, size, ratings, label, rng, cycles=way, attempts=_ATTEMPTS if items == 1 else 1)
            for way in ways
        ]
        so_far = min(tried, key=lambda plan: plan.total.imbalance(size))
        out.append(tuple(so_far.blocks[k] for k in rng.permutation(ratings)))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What was planned up to an item, and the blocks of that item."""

    total: _Tally
    slots: NDArray[np.int64]
    blocks: list[Block]


def _item(
    before: _Plan,
    size: int,
    ratings: int,
    label: NDArray[np.int64],
    rng: np.random.Generator,
    *,
    cycles: bool,
    attempts: int,
) -> _Plan:
    systems, total, slots = len(label), before.total.copy(), before.slots.copy()
    blocks: list[Block] = []
    for _ in range(ratings // systems if cycles and size < systems else 0):
        blocks += _cycle(systems, size, label, total, rng)
    rest = _best(systems, size, ratings - len(blocks), total, rng, attempts=attempts)
    for block in rest:
        total.add(block)
    return _Plan(total, slots, blocks + [_placed(block, slots, rng) for block in rest])


def _cycle(systems: int, size: int, label: NDArray[np.int64], total: _Tally, rng: np.random.Generator) -> list[Block]:
    """One block moved around the circle of all systems; pairs as far apart on it meet equally often."""
    met = total.together[np.ix_(label, label)]
    # how often two systems so far apart have met; all pairs of one distance alike, but for blocks outside cycles
    far = np.array([np.diag(met, d).sum() + np.diag(met, systems - d).sum() for d in range(1, systems)]) / systems
    candidates = _first_blocks(systems, size, rng)
    first, second = np.triu_indices(size, 1)
    apart = np.abs(candidates[:, first] - candidates[:, second]) - 1
    counts = np.zeros((len(candidates), systems - 1))
    np.add.at(counts, (np.arange(len(candidates))[:, None], apart), 1.0)
    # a distance and its complement are one pair of systems, met from both ends
    counts = counts + counts[:, ::-1]
    cost = ((far + counts) ** 2).sum(axis=1) + 1e-6 * rng.random(len(candidates))
    chosen = rng.permutation(candidates[int(np.argmin(cost))])
    blocks = [tuple(int(x) for x in label[(chosen + step) % systems]) for step in range(systems)]
    for block in blocks:
        total.add(block)
    return blocks


def _first_blocks(systems: int, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """All blocks with the first system, or a sample of them."""
    if comb(systems - 1, size - 1) <= _FIRST_BLOCKS:
        rest = np.array(list(combinations(range(1, systems), size - 1)), dtype=np.int64)
    else:
        keys = rng.random((_FIRST_BLOCKS, systems - 1))
        rest = 1 + np.argsort(keys, axis=1)[:, : size - 1]
    return np.hstack([np.zeros((len(rest), 1), dtype=np.int64), rest])


class _Tally:
    """How often each system was shown, and each two together."""

    def __init__(self, systems: int) -> None:
        self.shown = np.zeros(systems, dtype=np.int64)
        self.together = np.zeros((systems, systems), dtype=np.int64)

    def add(self, block: Block, sign: int = 1) -> None:
        members = list(block)
        self.shown[members] += sign
        self.together[np.ix_(members, members)] += sign
        self.together[members, members] -= sign

    def copy(self) -> _Tally:
        """The same counts, to go on with."""
        other = _Tally(len(self.shown))
        other.shown, other.together = self.shown.copy(), self.together.copy()
        return other

    def imbalance(self, size: int) -> float:
        """The sum of squares of all counts, of systems before pairs: least where they are even."""
        return float(size * (self.shown**2).sum() + (self.together**2).sum() / 2)


def _best(
    systems: int, size: int, ratings: int, total: _Tally, rng: np.random.Generator, *, attempts: int
) -> list[Block]:
    """The most balanced of several attempts; one that cannot be bettered ends the search."""
    best: list[Block] = []
    least = np.inf
    for _ in range(attempts):
        own = _Tally(systems)
        blocks = _built(systems, size, ratings, own, total, rng)
        _exchange(blocks, own, total, size)
        _swap(blocks, own, total)
        cost = _imbalance(own, total, size)
        if cost < least:
            best, least = blocks, cost
        if _even(own.together + total.together) and _even_within(own.shown):
            break
    return best


def _built(systems: int, size: int, ratings: int, own: _Tally, total: _Tally, rng: np.random.Generator) -> list[Block]:
    blocks = []
    for _ in range(ratings):
        chosen: list[int] = []
        while len(chosen) < size:
            met = own.together[:, chosen].sum(axis=1) + total.together[:, chosen].sum(axis=1)
            order = np.lexsort((rng.random(systems), met, total.shown, own.shown))
            chosen.append(next(int(k) for k in order if int(k) not in chosen))
        blocks.append(tuple(chosen))
        own.add(blocks[-1])
    return blocks


def _exchange(blocks: list[Block], own: _Tally, total: _Tally, size: int) -> None:
    """Exchange a system of a block for one outside it as long as that makes the plan more balanced."""
    improved = True
    while improved:
        improved = False
        for b, block in enumerate(blocks):
            own.add(block, -1)
            both = own.together + total.together
            shown = size * (own.shown + total.shown) + size * own.shown
            for k, old in enumerate(block):
                rest = [x for x in block if x != old]
                # what a system would add to the sum of squares of all counts, less what is the same for all
                price = shown + both[:, rest].sum(axis=1) + own.together[:, rest].sum(axis=1)
                price[rest] = np.iinfo(np.int64).max
                new = int(np.argmin(price))
                if price[new] < price[old]:
                    block = (*block[:k], new, *block[k + 1 :])
                    improved = True
                    break
            blocks[b] = block
            own.add(block)


def _swap(blocks: list[Block], own: _Tally, total: _Tally) -> None:
    """Swap a system of one block for one of another as long as pairs become more even; how often each is shown stays."""
    improved = len(blocks) <= _MANY_BLOCKS
    while improved:
        improved = False
        for a, b in combinations(range(len(blocks)), 2):
            for block in (blocks[a], blocks[b]):
                own.add(block, -1)
            one, other = list(blocks[a]), list(blocks[b])
            price = 2 * own.together + total.together
            here, there = price[:, one].sum(axis=1), price[:, other].sum(axis=1)
            lone = [x for x in one if x not in other]
            strange = [y for y in other if y not in one]
            if lone and strange:
                gain = (here - there)[lone][:, None] + (there - here)[strange][None] + 2 * price[np.ix_(lone, strange)]
                k, j = np.unravel_index(int(np.argmax(gain)), gain.shape)
                if gain[k, j] > 0:
                    one[one.index(lone[k])], other[other.index(strange[j])] = strange[j], lone[k]
                    improved = True
            blocks[a], blocks[b] = tuple(one), tuple(other)
            for block in (blocks[a], blocks[b]):
                own.add(block)


def _imbalance(own: _Tally, total: _Tally, size: int) -> float:
    both = own.copy()
    both.shown, both.together = own.shown + total.shown, own.together + total.together
    return own.imbalance(size) + both.imbalance(size)


def _even(together: NDArray[np.int64]) -> bool:
    return _even_within(together[np.triu_indices(len(together), 1)])


def _even_within(counts: NDArray[np.int64]) -> bool:
    return int(np.ptp(counts)) <= 1 if len(counts) else True


def _placed(block: Block, slots: NDArray[np.int64], rng: np.random.Generator) -> Block:
    """The block in the order in which slots come out most even; chance decides between equal orders."""
    members = np.array(block)
    cost = slots[members].astype(np.float64) + 1e-6 * rng.random((len(block), len(block)))
    row, slot = linear_sum_assignment(cost)
    order = np.empty(len(block), dtype=np.int64)
    order[slot] = members[row]
    slots[members[row], slot] += 1
    return tuple(int(x) for x in order)


def _check(items: int, systems: int, size: int, ratings: int) -> None:
    if items < 0 or ratings < 0:
        raise BeholderError("items and ratings are 0 or more", code="stats-bad-plan")
    if not 2 <= size <= systems:
        raise BeholderError(
            f"a trial shows 2 systems or more, and at most all {systems}; got {size}", code="stats-bad-plan"
        )
