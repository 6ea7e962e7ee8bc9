"""Strengths from rankings: Plackett and Luce's model, with Davidson's ties, of whole and of partial orders."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from beholder.errors import BeholderError
from beholder.stats.messages import tell
from beholder.stats.ranking.choices import Choices, fit_choices, separable_choices
from beholder.stats.ranking.graph import Separation, edges, met, ordered_by_wins, refuse_apart
from beholder.stats.ranking.strengths import PRIOR_SD, Strengths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beholder.stats.ranking.rankings import Rankings

__all__ = ["plackett_luce"]

# sets that a choice with ties is made from; they grow with the binomials of list and tie
_MOST_SETS = 2_000_000


class _Stage(NamedTuple):
    """One choice of a ranking: what was taken from what was left, and by which ranking."""

    ranking: int
    chosen: tuple[int, ...]
    left: tuple[int, ...]


def plackett_luce(
    rankings: Rankings,
    *,
    cluster: str = "both",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
    as_estimated: bool = False,
) -> Strengths:
    """Log-strengths from rankings, by Newton's method.

    Model: a ranking is a sequence of choices, each from what is left. P(S is chosen) is in proportion to
    delta_|S| x (product of the worths in S)^(1/|S|), over all sets as large as a tie that was seen; delta_1 = 1, and
    `tie:2`, `tie:3` ... are findings (Davidson-Luce). Without ties this is Plackett-Luce; of two systems it is
    Davidson's model. Systems shown and not ranked are left over by every choice. Strengths have mean 0.
    Standard errors: sandwich, clustered by list and, where named, by rater (`cluster`: both, list, rater, none), t with
    the fewest clusters less 1 df; `none` is model-based. Lists that never meet raise and are named. Where some systems
    never beat some others all terms get a normal prior (`prior_sd`), and the notes say so; errors and `as_estimated` are
    then as in `davidson`.
    Turner, van Etten, Firth & Kosmidis 2020, Comput. Stat. 35:1027; Plackett 1975, Appl. Stat. 24:193.
    """
    if not len(rankings):
        raise BeholderError("no list has a rank and two systems", code="stats-no-rankings")
    stages = list(_stages(rankings))
    refuse_apart(met(rankings.names, *edges((left[0], other) for _, _, left in stages for other in left[1:])))
    sizes = sorted({len(stage.chosen) for stage in stages} | {1})
    choices = _choices(rankings, stages, sizes)
    return fit_choices(
        choices,
        separation=_separation(rankings, stages, choices),
        cluster=cluster,
        confidence=confidence,
        prior_sd=prior_sd,
        n=len(rankings),
        n_dropped=rankings.n_dropped,
        method=tell("plackett-luce-ties" if len(sizes) > 1 else "plackett-luce"),
        wins=_wins(stages),
        as_estimated=as_estimated,
    )


def _stages(rankings: Rankings) -> Iterator[_Stage]:
    """Every choice that had an alternative."""
    for k, (tiers, rest) in enumerate(zip(rankings.tiers, rankings.rest, strict=True)):
        left = tuple(sorted({system for tier in tiers for system in tier} | set(rest)))
        for tier in tiers:
            if len(left) > 1:
                yield _Stage(k, tier, left)
            left = tuple(system for system in left if system not in tier)


def _choices(rankings: Rankings, stages: list[_Stage], sizes: list[int]) -> Choices:
    """Menus of all sets that could have been chosen; sizes of ties that were never seen are impossible."""
    m = len(rankings.names)
    size_term = {size: m + k for k, size in enumerate(sizes[1:])}
    menus: dict[tuple[int, ...], int] = {}
    position: dict[tuple[int, tuple[int, ...]], int] = {}
    columns: list[int] = []
    entries: list[float] = []
    ends: list[int] = [0]
    menu: list[int] = []
    shown = dict.fromkeys(stage.left for stage in stages)
    if sum(comb(len(left), size) for left in shown for size in sizes) > _MOST_SETS:
        raise BeholderError(
            f"ties of {sizes[-1]} in lists of {max(map(len, shown))} systems make too many sets to go through",
            code="stats-too-many-ties",
            hint="leave out ties among the last: an empty rank is no order at all",
        )
    for left in shown:
        menus[left] = len(menus)
        for size in sizes:
            for members in combinations(left, size):
                position[menus[left], members] = len(menu)
                menu.append(menus[left])
                columns += members
                entries += [1 / size] * size
                if size > 1:
                    columns.append(size_term[size])
                    entries.append(1.0)
                ends.append(len(columns))
    ranking = np.array([stage.ranking for stage in stages], dtype=np.int64)
    return Choices(
        names=rankings.names,
        terms=tuple(f"tie:{size}" for size in sizes[1:]),
        features=csr_array((entries, columns, ends), shape=(len(menu), m + len(sizes) - 1)),
        menu=np.array(menu, dtype=np.int64),
        chosen=np.array([position[menus[stage.left], stage.chosen] for stage in stages], dtype=np.int64),
        listed=rankings.listed[ranking],
        rater=None if rankings.rater is None else rankings.rater[ranking],
    )


def _separation(rankings: Rankings, stages: list[_Stage], choices: Choices) -> Separation:
    """Finite strengths take wins that lead from every system to every other; with ties, no direction of likelihood."""
    found = ordered_by_wins(rankings.names, *edges(_wins(stages)))
    if not choices.terms:
        return found
    return found if separable_choices(choices) else Separation(separable=False)


def _wins(stages: list[_Stage]) -> Iterator[tuple[int, int]]:
    for stage in stages:
        for winner in stage.chosen:
            yield from ((winner, loser) for loser in stage.left if loser not in stage.chosen)
