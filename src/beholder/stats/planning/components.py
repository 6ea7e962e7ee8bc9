"""What makes ratings differ: variances of items, raters and the rest, from a pilot or from what is known."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.errors import BeholderError, nearest
from beholder.stats.agreement.icc import variance_components
from beholder.stats.columns import Ratings
from beholder.stats.comparison.scores import Scores
from beholder.stats.messages import tell
from beholder.stats.ranking.pairs import LEFT, TIE, Pairs

__all__ = ["Components"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Components:
    """Variances (not SDs) of items, raters, rater by system, and the rest.

    For the mean of one system, `item` is the variance between items and `rater` that of rater severity. For a paired
    difference of two systems, `item` is the variance between items of the difference, `rater` is 0 (severity cancels)
    and `rater_system` is the variance between raters of the difference: raters who like one system more than others do
    never cancel.
    """

    item: float
    rater: float
    residual: float
    rater_system: float = 0.0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("item", "rater", "residual", "rater_system"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise BeholderError(f"the variance of {name} must be 0 or more, got {value:g}", code="stats-bad-plan")

    @classmethod
    def of_sds(cls, *, item: float, rater: float, residual: float, rater_system: float = 0.0) -> Components:
        """From standard deviations."""
        for name, sd in (("item", item), ("rater", rater), ("residual", residual), ("rater_system", rater_system)):
            if sd < 0:
                raise BeholderError(f"the SD of {name} must be 0 or more, got {sd:g}", code="stats-bad-plan")
        return cls(item=item**2, rater=rater**2, residual=residual**2, rater_system=rater_system**2)

    @classmethod
    def of_share(cls, share: float, *, alike: float, ties: float = 0.0) -> Components:
        """Of yes or no, or of the share of wins in comparisons, where a tie is half a win.

        A single answer varies by share * (1 - share) - ties / 4. `alike` is the part of it that lies between items: the
        correlation of two raters' answers on one item, 0 where items make no difference and 1 where raters always agree.
        """
        if not 0 < share < 1:
            raise BeholderError(f"a share lies between 0 and 1, got {share:g}", code="stats-bad-plan")
        if not 0 <= alike <= 1:
            raise BeholderError(f"the correlation of raters lies between 0 and 1, got {alike:g}", code="stats-bad-plan")
        if not 0 <= ties <= 2 * min(share, 1 - share):
            raise BeholderError(
                f"with a share of {share:g} no more than {2 * min(share, 1 - share):g} can be ties, got {ties:g}",
                code="stats-bad-plan",
                hint="a tie is half a win",
            )
        variance = share * (1 - share) - ties / 4
        return cls(item=alike * variance, rater=0.0, residual=(1 - alike) * variance)

    @classmethod
    def of_pilot(cls, ratings: Ratings) -> Components:
        """From a pilot table of one system's ratings, by Henderson's method I; estimates below 0 become 0 and are noted."""
        return cls._of_ratings(ratings, rater_as="rater")

    @classmethod
    def of_pilot_differences(cls, scores: Scores, first: str, second: str) -> Components:
        """From a pilot where raters rated both systems on a block: components of the difference within rater and block."""
        if scores.rater is None:
            raise BeholderError("a pilot of differences needs to know the raters", code="stats-bad-plan")
        n_raters = max(len(scores.raters), 1)
        cell = scores.block.astype(np.int64) * n_raters + scores.rater
        a, b = (_cell_means(scores, cell, scores.code_of(x)) for x in (first, second))
        both = sorted(a.keys() & b.keys())
        if not both:
            raise BeholderError(
                "no rater rated both systems on the same block",
                code="stats-bad-plan",
                hint="give the standard deviations instead",
            )
        ratings = Ratings.of(
            item=np.array([c // n_raters for c in both]),
            rater=np.array([c % n_raters for c in both]),
            value=np.array([a[c] - b[c] for c in both]),
        )
        return cls._of_ratings(ratings, rater_as="rater_system")

    @classmethod
    def of_pilot_preferences(cls, pairs: Pairs, first: str, second: str) -> Components:
        """From a pilot of comparisons: components of the first system's wins over the second, a tie being half a win."""
        if pairs.item is None or pairs.rater is None:
            raise BeholderError("a pilot of comparisons needs to know items and raters", code="stats-bad-plan")
        a, b = (_code(pairs.names, name) for name in (first, second))
        on_left = (pairs.left == a) & (pairs.right == b)
        met = on_left | ((pairs.left == b) & (pairs.right == a))
        if not met.any():
            raise BeholderError(f"{first} and {second} never met", code="stats-bad-plan")
        won = np.where(pairs.outcome == TIE, 0.5, (pairs.outcome == LEFT) == on_left)
        ratings = Ratings.of(item=pairs.item[met], rater=pairs.rater[met], value=won[met])
        return cls._of_ratings(ratings, rater_as="rater_system")

    @classmethod
    def _of_ratings(cls, ratings: Ratings, *, rater_as: str) -> Components:
        found = variance_components(ratings)
        parts = {"item": found.item, rater_as: found.rater, "residual": found.residual}
        if any(math.isnan(x.value) for x in parts.values()):
            raise BeholderError(
                f"the pilot does not tell items, raters and residual apart: {found.item.notes[0]}",
                code="stats-bad-pilot",
                hint="let several raters rate the same items, or give the standard deviations",
            )
        notes = tuple(
            tell("note-pilot-negative", part=name.replace("_", " by "), value=f"{x.value:.3g}")
            for name, x in parts.items()
            if x.value < 0
        )
        values = {"rater": 0.0, **{name: max(x.value, 0.0) for name, x in parts.items()}}
        return cls(notes=notes, **values)


def _code(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise BeholderError(f'there is no system "{name}"', code="stats-unknown-system", hint=nearest(name, names))
    return names.index(name)


def _cell_means(scores: Scores, cell: Any, system: int) -> dict[int, float]:
    chosen = scores.system == system
    found, inverse = np.unique(cell[chosen], return_inverse=True)
    means = np.bincount(inverse, weights=scores.value[chosen]) / np.bincount(inverse)
    return dict(zip(found.tolist(), means.tolist(), strict=True))
