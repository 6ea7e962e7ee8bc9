"""How well a planned study will know its raters' agreement, and how many items that takes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.alpha import Level, krippendorff_alpha
from beholder.stats.columns import Ratings
from beholder.stats.messages import tell
from beholder.stats.planning.search import smallest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beholder.stats.columns import Floats

__all__ = ["AlphaSpread", "alpha_half_width", "items_for_alpha"]

# the error of a thinned pilot is a mean over draws; twenty bring its own error below a few percent
_DRAWS = 20
# all ways in which k ratings fall on the values are listed: a second's work up to here
_MOST_WAYS = 100_000
_MOST_ITEMS = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AlphaSpread:
    """Krippendorff's alpha with so many ratings of each item, and the standard error that one item would leave.

    That of a study of I items is `unit_error` / sqrt(I). It speaks of more items rated by the same raters, as the interval
    of `krippendorff_alpha` does.
    """

    alpha: float
    unit_error: float
    ratings: int
    notes: tuple[str, ...] = ()

    @classmethod
    def of_numbers(cls, alpha: float, *, ratings: int) -> AlphaSpread:
        """For points on a scale and measured numbers: the variance of an intraclass correlation.

        2 (1 - a)² (1 + (k - 1) a)² / (k (k - 1) I) with k ratings of each of I items: Bonett 2002, Statistics in Medicine
        21, 1331-1335. With complete tables alpha at interval level is the one-way intraclass correlation but for 1/I;
        at ordinal level five points or more behave alike.
        """
        _refuse(alpha, ratings)
        k = ratings
        unit = math.sqrt(2 / (k * (k - 1))) * (1 - alpha) * (1 + (k - 1) * alpha)
        return cls(alpha=alpha, unit_error=unit, ratings=k)

    @classmethod
    def of_categories(cls, alpha: float, *, ratings: int, shares: Sequence[float]) -> AlphaSpread:
        """For yes or no and other categories, chosen with these shares over all items.

        Each item has its own probabilities, drawn from a Dirichlet distribution around `shares`, so that any two ratings
        of an item correlate by alpha; the error follows from alpha's influence function over all ways in which k ratings
        can fall. For two raters and two categories this is the variance of Bloch & Kraemer 1989, Biometrics 45, 269-287.
        """
        _refuse(alpha, ratings)
        share = _shares(shares)
        ways = _ways(ratings, len(share))
        chance = _dirichlet_multinomial(ways, share * (1 - alpha) / alpha)
        differ = 1 - (ways * (ways - 1)).sum(axis=1) / (ratings * (ratings - 1))
        observed, expected = float(chance @ differ), 1 - float(share @ share)
        moved = -2 * (ways / ratings - share) @ share
        influence = -(differ - observed) / expected + observed / expected**2 * moved
        return cls(alpha=alpha, unit_error=math.sqrt(float(chance @ influence**2)), ratings=ratings)

    @classmethod
    def of_pilot(cls, pilot: Ratings, *, level: Level, ratings: int, rng: np.random.Generator) -> AlphaSpread:
        """From a pilot, of whose items so many ratings are drawn; the error is the jackknife's.

        Where no two items have as many ratings, the formula takes the pilot's alpha instead, and a note says so.
        """
        whole = krippendorff_alpha(pilot, level=level)
        if math.isnan(whole.value):
            raise BeholderError(
                f"the pilot does not tell how raters agree: {whole.finding.notes[0]}",
                code="stats-bad-pilot",
                hint="let several raters rate the same items, or give the alpha you expect",
            )
        size = np.bincount(pilot.item, minlength=len(pilot.items))
        enough = np.flatnonzero(size >= ratings)
        if len(enough) < 2:
            return cls._beyond_pilot(pilot, whole.value, level, ratings)
        draws = _DRAWS if (size[enough] > ratings).any() else 1
        found = [krippendorff_alpha(_thinned(pilot, enough, ratings, rng), level=level) for _ in range(draws)]
        units = np.array([one.standard_error**2 for one in found]) * len(enough)
        values = np.array([one.value for one in found])
        known = np.isfinite(units) & np.isfinite(values)
        if not known.any():
            return cls._beyond_pilot(pilot, whole.value, level, ratings)
        left_out = int(np.count_nonzero((size > 0) & (size < ratings)))
        notes = (tell("note-pilot-few-ratings", n=left_out, ratings=ratings),) if left_out else ()
        return cls(
            alpha=float(values[known].mean()),
            unit_error=math.sqrt(float(units[known].mean())),
            ratings=ratings,
            notes=notes,
        )

    @classmethod
    def _beyond_pilot(cls, pilot: Ratings, alpha: float, level: Level, ratings: int) -> AlphaSpread:
        shares = np.bincount(pilot.value, minlength=len(pilot.values)) / len(pilot)
        shares = shares[shares > 0]
        found = (
            cls.of_categories(alpha, ratings=ratings, shares=shares.tolist())
            if level == "nominal"
            else cls.of_numbers(alpha, ratings=ratings)
        )
        note = tell("note-pilot-beyond", ratings=ratings, alpha=f"{alpha:.2f}")
        return cls(alpha=found.alpha, unit_error=found.unit_error, ratings=ratings, notes=(note,))


def alpha_half_width(spread: AlphaSpread, *, items: int, confidence: float = 0.95) -> Finding:
    """Half the length of the interval of alpha to expect from so many items; t with I - 1 df, on Fisher's scale."""
    method = tell("plan-alpha", alpha=f"{spread.alpha:.2f}", ratings=spread.ratings, confidence=f"{confidence:.0%}")
    if items < 2:
        raise BeholderError("agreement needs two items or more", code="stats-bad-plan")
    error = spread.unit_error / math.sqrt(items)
    reach = float(student.ppf((1 + confidence) / 2, items - 1)) * error
    if abs(spread.alpha) < 1:
        middle, reach = math.atanh(spread.alpha), reach / (1 - spread.alpha**2)
        reach = (math.tanh(middle + reach) - math.tanh(middle - reach)) / 2
    return Finding(name="alpha_half_width", value=reach, n=items * spread.ratings, method=method, notes=spread.notes)


def items_for_alpha(spread: AlphaSpread, *, target: float, confidence: float = 0.95) -> Finding:
    """The fewest items with which the interval of alpha is expected to reach no further than `target` to each side."""
    if not target > 0:
        raise BeholderError(f"a half-width is above 0, got {target:g}", code="stats-bad-plan")

    def narrow(items: int) -> bool:
        return alpha_half_width(spread, items=items, confidence=confidence).value <= target

    enough = smallest(narrow, start=2, limit=_MOST_ITEMS)
    method = tell("plan-items-alpha", target=f"{target:g}")
    if enough is None:
        notes = (*spread.notes, tell("note-plan-too-narrow"))
        return Finding(name="items_for_alpha", value=math.nan, method=method, notes=notes)
    return Finding(
        name="items_for_alpha", value=float(enough), n=enough * spread.ratings, method=method, notes=spread.notes
    )


def _refuse(alpha: float, ratings: int) -> None:
    if not 0 < alpha < 1:
        raise BeholderError(
            f"a planned alpha lies between 0 and 1, got {alpha:g}",
            code="stats-bad-plan",
            hint="0.8 is what is asked of firm conclusions, 0.67 the least for tentative ones",
        )
    if ratings < 2:
        raise BeholderError(f"agreement needs two ratings of each item or more, got {ratings}", code="stats-bad-plan")


def _shares(given: Sequence[float]) -> Floats:
    share = np.asarray(given, dtype=np.float64)
    if len(share) < 2 or not (share > 0).all() or abs(float(share.sum()) - 1) > 1e-6:
        raise BeholderError(
            f"shares of categories are two or more numbers above 0 that sum to 1, got {', '.join(f'{x:g}' for x in share)}",
            code="stats-bad-plan",
            hint="as in 0.3,0.7",
        )
    whole: Floats = share / share.sum()
    return whole


def _ways(ratings: int, categories: int) -> Floats:
    """Every way in which so many ratings fall on the categories, one row of counts each."""
    if math.comb(ratings + categories - 1, ratings) > _MOST_WAYS:
        raise BeholderError(
            f"{ratings} ratings of {categories} categories fall in too many ways",
            code="stats-bad-plan",
            hint="put rare categories together",
        )
    chosen = combinations_with_replacement(range(categories), ratings)
    return np.array([np.bincount(one, minlength=categories) for one in chosen], dtype=np.float64)


def _dirichlet_multinomial(ways: Floats, weight: Floats) -> Floats:
    """The probability of each row of counts."""
    k, total = ways[0].sum(), weight.sum()
    log = gammaln(k + 1) + gammaln(total) - gammaln(k + total)
    log = log + (gammaln(ways + weight) - gammaln(ways + 1) - gammaln(weight)).sum(axis=1)
    return np.asarray(np.exp(log))


def _thinned(pilot: Ratings, items: np.ndarray, ratings: int, rng: np.random.Generator) -> Ratings:
    """So many ratings of each of these items, drawn at random."""
    row = np.flatnonzero(np.isin(pilot.item, items))
    row = row[np.lexsort((rng.random(len(row)), pilot.item[row]))]
    item = pilot.item[row]
    first = np.concatenate([[True], item[1:] != item[:-1]])
    within = np.arange(len(row)) - np.maximum.accumulate(np.where(first, np.arange(len(row)), 0))
    kept = row[within < ratings]
    values = np.array(pilot.values, dtype=object)
    return Ratings.of(
        item=pilot.item[kept],
        rater=pilot.rater[kept],
        value=values[pilot.value[kept]].tolist(),
        order=pilot.values if pilot.ordered and pilot.scale is None else None,
    )
