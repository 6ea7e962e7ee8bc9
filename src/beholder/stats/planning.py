"""How many items, raters and ratings a study needs, from variance components or a pilot."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.icc import variance_components
from beholder.stats.columns import Ratings, codes
from beholder.stats.comparison.effects import noncentral_t_cdf
from beholder.stats.comparison.scores import Scores, numbers_of
from beholder.stats.messages import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "Components",
    "Design",
    "Plan",
    "half_width",
    "items_enough",
    "items_for_power",
    "plan",
    "power",
    "raters_enough",
    "stability_curve",
]


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
    def of_share(cls, share: float, *, alike: float) -> Components:
        """Of yes or no, or of the share of wins in comparisons (a tie is half a win).

        A single answer varies by share * (1 - share). `alike` is the part of it that lies between items: the correlation
        of two raters' answers on one item, 0 where items make no difference and 1 where raters always agree.
        """
        if not 0 < share < 1:
            raise BeholderError(f"a share lies between 0 and 1, got {share:g}", code="stats-bad-plan")
        if not 0 <= alike <= 1:
            raise BeholderError(f"the correlation of raters lies between 0 and 1, got {alike:g}", code="stats-bad-plan")
        variance = share * (1 - share)
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


def _cell_means(scores: Scores, cell: Any, system: int) -> dict[int, float]:
    chosen = scores.system == system
    found, inverse = np.unique(cell[chosen], return_inverse=True)
    means = np.bincount(inverse, weights=scores.value[chosen]) / np.bincount(inverse)
    return dict(zip(found.tolist(), means.tolist(), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """So many items, raters, and ratings of each item."""

    items: int
    raters: int
    ratings: float

    def __post_init__(self) -> None:
        if self.items < 1 or self.raters < 1 or self.ratings <= 0:
            raise BeholderError("a plan needs items, raters and ratings of 1 or more", code="stats-bad-plan")
        if self.ratings > self.raters:
            raise BeholderError(
                f"{self.ratings:g} ratings of each item need as many raters, but there are {self.raters}",
                code="stats-bad-plan",
            )

    @property
    def df(self) -> int:
        """Degrees of freedom of the planned t interval."""
        return min(self.items, self.raters) - 1


def standard_error(components: Components, design: Design) -> float:
    """sqrt(s2_item / I + (s2_rater + s2_rater_system) / R + s2_residual / (I k))."""
    return math.sqrt(
        components.item / design.items
        + (components.rater + components.rater_system) / design.raters
        + components.residual / (design.items * design.ratings)
    )


def half_width(components: Components, design: Design, *, confidence: float = 0.95) -> Finding:
    """The half-width to expect of the interval of a mean or paired difference: t(min(I, R) - 1) times its standard error.

    SE as in `standard_error`; the interval is the one that `mean_ratings` and `difference_ratings` will report. Assumes a
    crossed additive model with raters spread evenly over items. NaN with one rater or one item: nothing is known
    about others then. Brennan 2001, Generalizability Theory.
    """
    method = tell("plan-half-width")
    if design.df < 1:
        notes = (*components.notes, tell("note-plan-alone"))
        return Finding(name="half_width", value=math.nan, method=method, notes=notes)
    value = float(student.ppf((1 + confidence) / 2, design.df)) * standard_error(components, design)
    return Finding(
        name="half_width", value=value, n=round(design.items * design.ratings), method=tell("plan-half-width-confidence", confidence=f"{confidence:.0%}"),
        notes=components.notes,
    )  # fmt: skip


def power(components: Components, design: Design, *, difference: float, confidence: float = 0.95) -> Finding:
    """The chance that the planned study finds a true difference of this size at level 1 - confidence, two-sided.

    P(|T| > t) for a noncentral T with min(I, R) - 1 df and noncentrality difference / SE. Assumptions and NaN as in
    `half_width`.
    """
    method = tell("plan-power", difference=f"{difference:g}", level=f"{1 - confidence:.2g}")
    if design.df < 1:
        notes = (*components.notes, tell("note-plan-alone"))
        return Finding(name="power", value=math.nan, method=method, notes=notes)
    se = standard_error(components, design)
    bar = float(student.ppf((1 + confidence) / 2, design.df))
    if se == 0:
        return Finding(name="power", value=float(difference != 0), method=method, notes=components.notes)
    shift = abs(difference) / se
    value = 1 - noncentral_t_cdf(bar, design.df, shift) + noncentral_t_cdf(-bar, design.df, shift)
    n = round(design.items * design.ratings)
    return Finding(name="power", value=min(value, 1.0), n=n, method=method, notes=components.notes)


def raters_enough(
    components: Components, *, items: int, ratings: float, target: float, confidence: float = 0.95, limit: int = 100_000
) -> Finding:
    """The smallest number of raters whose expected half-width is no more than `target`, items and ratings per item fixed.

    NaN where no number is: items and ratings then set the limit. Assumptions as in `half_width`.
    """

    def narrow(raters: int) -> bool:
        design = Design(items=items, raters=raters, ratings=ratings)
        return half_width(components, design, confidence=confidence).value <= target

    enough = _smallest(narrow, start=max(2, math.ceil(ratings)), limit=limit)
    found = _enough("raters_enough", enough, components, tell("plan-raters", target=f"{target:g}"))
    return replace(found, n=items) if enough else found


def items_enough(
    components: Components,
    *,
    raters: int,
    ratings: float,
    target: float,
    confidence: float = 0.95,
    limit: int = 10_000_000,
) -> Finding:
    """The smallest number of items whose expected half-width is no more than `target`, raters and ratings per item fixed.

    NaN where no number is: raters who differ then set the limit. Assumptions as in `half_width`.
    """

    def narrow(items: int) -> bool:
        design = Design(items=items, raters=raters, ratings=ratings)
        return half_width(components, design, confidence=confidence).value <= target

    enough = _smallest(narrow, start=2, limit=limit)
    return _enough("items_enough", enough, components, tell("plan-items", target=f"{target:g}"))


def items_for_power(
    components: Components,
    *,
    raters: int,
    ratings: float,
    difference: float,
    target: float = 0.8,
    confidence: float = 0.95,
    limit: int = 10_000_000,
) -> Finding:
    """The smallest number of items with which a true difference of this size is found with probability `target`.

    NaN where no number is: raters who differ then set the limit. Assumptions as in `power`.
    """
    if not 0 < target < 1:
        raise BeholderError(f"a power lies between 0 and 1, got {target:g}", code="stats-bad-plan")

    def found(items: int) -> bool:
        design = Design(items=items, raters=raters, ratings=ratings)
        return power(components, design, difference=difference, confidence=confidence).value >= target

    enough = _smallest(found, start=2, limit=limit)
    method = tell("plan-items-power", difference=f"{difference:g}", power=f"{target:.0%}")
    return _enough("items_for_power", enough, components, method)


def _smallest(reached: Callable[[int], bool], *, start: int, limit: int) -> int | None:
    """The smallest number that will do; None if none up to the limit does."""
    low, high = start - 1, start
    while not reached(high):
        low, high = high, high * 2
        if low > limit:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def _enough(name: str, enough: int | None, components: Components, method: str) -> Finding:
    if enough is None:
        notes = (*components.notes, tell("note-plan-never" if name == "raters_enough" else "note-plan-raters-limit"))
        return Finding(name=name, value=math.nan, method=method, notes=notes)
    return Finding(name=name, value=float(enough), method=method, notes=components.notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a planned study can be expected to show, and rows for what doubling each part of it, or its raters, would buy."""

    findings: tuple[Finding, ...]
    rows: tuple[dict[str, Any], ...]


def plan(
    components: Components,
    design: Design,
    *,
    difference: float | None = None,
    cost_item: float | None = None,
    cost_rating: float | None = None,
    confidence: float = 0.95,
) -> Plan:
    """Half-width, power and cost of a design, the ratings per item that cost least, and what more of each would buy.

    With both costs: ratings per item k = sqrt((cost_item / cost_rating) s2_residual / s2_item), the number that gives the
    smallest standard error for the money (the share of raters is not changed by k); `best_items` is what the same money
    then buys. Cochran 1977, Sampling Techniques, ch. 10.
    """
    findings = [
        half_width(components, design, confidence=confidence),
        Finding(
            name="standard_error",
            value=standard_error(components, design),
            n=round(design.items * design.ratings),
            method=tell("plan-error"),
            notes=components.notes,
        ),
    ]
    if difference is not None:
        findings.append(power(components, design, difference=difference, confidence=confidence))
    if (cost_item is None) != (cost_rating is None):
        raise BeholderError("give both costs, of an item and of a rating, or neither", code="stats-bad-plan")
    if cost_item is not None and cost_rating is not None:
        findings += _costs(components, design, cost_item, cost_rating, confidence)
    rows = []
    for change, other in _alternatives(design):
        row: dict[str, Any] = {
            "change": change,
            "items": other.items,
            "raters": other.raters,
            "ratings": other.ratings,
            "half_width": half_width(components, other, confidence=confidence).value,
        }
        if difference is not None:
            row["power"] = power(components, other, difference=difference, confidence=confidence).value
        rows.append(row)
    return Plan(findings=tuple(findings), rows=tuple(rows))


def _alternatives(design: Design) -> list[tuple[str, Design]]:
    out = [
        ("as planned", design),
        ("twice the items", replace(design, items=2 * design.items)),
        ("twice the raters", replace(design, raters=2 * design.raters)),
    ]
    if 2 * design.ratings <= design.raters:
        out.append(("twice the ratings", replace(design, ratings=2 * design.ratings)))
    curve = sorted({2, 3, 5, 10, 20, 30, 50, 100, 200})
    return out + [(f"{r} raters", replace(design, raters=r)) for r in curve if r >= design.ratings]


def _costs(
    components: Components, design: Design, cost_item: float, cost_rating: float, confidence: float
) -> list[Finding]:
    if cost_item < 0 or cost_rating <= 0:
        raise BeholderError("costs must be positive", code="stats-bad-plan")
    money = design.items * (cost_item + design.ratings * cost_rating)
    cost = Finding(name="cost", value=money, n=design.items, method=tell("plan-cost"))
    method = tell("plan-best-ratings")
    if components.item == 0:
        notes = (tell("note-plan-items-alike"),)
        return [cost, Finding(name="best_ratings", value=math.nan, method=method, notes=notes)]
    exact = math.sqrt(cost_item / cost_rating * components.residual / components.item)
    whole = min(max(1, round(exact)), design.raters)
    items = max(1, math.floor(money / (cost_item + whole * cost_rating)))
    better = half_width(components, Design(items=items, raters=design.raters, ratings=whole), confidence=confidence)
    notes = (tell("note-plan-whole", ratings=whole, items=items),)
    return [
        cost,
        Finding(name="best_ratings", value=exact, method=method, notes=notes),
        Finding(name="best_items", value=float(items), method=tell("plan-best-items", ratings=whole)),
        replace(better, name="best_half_width"),
    ]


def stability_curve(
    item: Iterable[Any],
    value: Iterable[Any],
    *,
    sizes: Sequence[int],
    rng: np.random.Generator,
    repeats: int = 100,
) -> tuple[dict[str, Any], ...]:
    """How well the item means of k raters repeat with k other raters, for each k in `sizes`.

    In each repeat two disjoint sets of k ratings are drawn per item; `correlation` is the mean Pearson r of the two sets of
    item means and `rms_difference` the root mean square of their difference, over repeats. Rows: ratings, items,
    correlation, rms_difference, notes. Only items with 2 k ratings enter; NaN where fewer than three do. The curve
    tells how many raters are enough for these items, whatever the model.
    """
    numbers = numbers_of(value)
    found, _ = codes(item)
    if len(found) != len(numbers):
        raise BeholderError(
            f"columns differ in length: item {len(found)}, value {len(numbers)}", code="stats-bad-column"
        )
    kept = (found >= 0) & ~np.isnan(numbers)
    numbers, unit = numbers[kept], np.unique(found[kept], return_inverse=True)[1]
    size = np.bincount(unit)
    rows = []
    for k in sizes:
        enough = np.flatnonzero(size >= 2 * k)
        row: dict[str, Any] = {"ratings": k, "items": len(enough), "correlation": math.nan, "rms_difference": math.nan}
        if k < 1 or len(enough) < 3:
            rows.append({**row, "notes": (tell("note-plan-three-items"),)})
            continue
        chosen = np.isin(unit, enough)
        y, u = numbers[chosen], np.unique(unit[chosen], return_inverse=True)[1]
        start = np.concatenate([[0], np.cumsum(np.bincount(u))[:-1]])
        correlations, squares = [], []
        for _ in range(repeats):
            shuffled = y[np.lexsort((rng.random(len(y)), u))]
            draws = shuffled[start[:, None] + np.arange(2 * k)]
            one, two = draws[:, :k].mean(axis=1), draws[:, k:].mean(axis=1)
            if np.ptp(one) > 0 and np.ptp(two) > 0:
                correlations.append(float(np.corrcoef(one, two)[0, 1]))
            squares.append(float(np.mean((one - two) ** 2)))
        row["correlation"] = float(np.mean(correlations)) if correlations else math.nan
        row["rms_difference"] = math.sqrt(float(np.mean(squares)))
        rows.append({**row, "notes": ()})
    return tuple(rows)
