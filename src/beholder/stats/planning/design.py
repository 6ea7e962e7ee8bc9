"""So many items, raters and ratings: the interval to expect, and the chance that a difference is found."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.comparison.effects import noncentral_t_cdf
from beholder.stats.messages import tell
from beholder.stats.planning.components import Components

__all__ = ["Design", "half_width", "power", "standard_error"]


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

    @classmethod
    def of_crew(cls, *, items: int, ratings: float, raters: int | None = None, per_rater: int | None = None) -> Design:
        """With so many raters, or with as many as it takes if each rates no more than `per_rater` items."""
        if (raters is None) == (per_rater is None):
            raise BeholderError("a plan needs its raters, or the items of each", code="stats-bad-plan")
        if per_rater is not None:
            if per_rater < 1:
                raise BeholderError(f"a rater rates 1 item or more, got {per_rater}", code="stats-bad-plan")
            raters = max(math.ceil(ratings), math.ceil(items * ratings / per_rater))
        return cls(items=items, raters=raters or 0, ratings=ratings)

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
