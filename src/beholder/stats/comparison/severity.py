"""How much lower or higher each rater rates than the others do on the same items."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats as scipy_stats
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import cg

from beholder.findings import Finding
from beholder.stats.results import ConvergenceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from beholder.stats.columns import Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = [
    "DENSE_RATERS",
    "RaterFit",
    "rater_severity",
    "rater_variance",
    "severities",
    "solved",
    "solved_by_passes",
    "variance_of_severity",
    "why_unknown",
]

# an inverse of that size takes 32 MB and gives exact errors; beyond, they follow from the diagonal alone
DENSE_RATERS = 2_000


def rater_severity(ratings: Ratings, *, confidence: float = 0.95) -> Mapping[Any, Finding]:
    """Severity of each rater: points by which they rate below the average rater, items being equal.

    Model: rating = item - severity + error, fitted by least squares; severities add up to zero. Comparing raters only
    through shared items makes it fair when raters saw different items. Intervals are t with the residual degrees of
    freedom. NaN, with the reason, where raters are not linked by shared items or nothing is left over to judge the error.
    Items with a censored value are left out. With over 2,000 raters the standard error takes items as known.
    """
    ratings, _, notes = ratings.uncensored()
    return severities(_fit(ratings), notes=notes, confidence=confidence)


def severities(fitted: RaterFit, *, notes: tuple[str, ...], confidence: float) -> Mapping[Any, Finding]:
    """The severity of each rater as a finding."""
    method = Text(tell("severity"), tell("n-in-ratings"))
    half = (
        fitted.error * float(scipy_stats.t.ppf((1 + confidence) / 2, fitted.df)) if not fitted.reason else fitted.error
    )
    return {
        name: Finding(
            name=f"severity[{name}]",
            value=-float(effect),
            interval=None if fitted.reason else (-float(effect) - float(reach), -float(effect) + float(reach)),
            confidence=confidence,
            n=int(k),
            method=method,
            notes=(fitted.reason, *notes) if fitted.reason else notes,
        )
        for name, k, effect, reach in zip(fitted.names, fitted.given, fitted.effect, half, strict=True)
    }


def rater_variance(ratings: Ratings) -> Finding:
    """Variance of severity among raters, judged through shared items only: Henderson's method III (fitting constants).

    Model as in `rater_severity` with raters random: (R - (r - 1) s2) / tr(L), where R is the sum of squares that r raters
    explain beyond items, s2 the residual variance and L the Laplacian of who shares items with whom. Where everybody rated
    everything it equals the component of `variance_components`; elsewhere the spread of items does not get into it. It may
    fall below zero by chance. NaN with the reason as there; items with a censored value are left out. Henderson 1953,
    Biometrics 9:226.
    """
    ratings, n_censored, notes = ratings.uncensored()
    return variance_of_severity(
        _fit(ratings),
        n=len(ratings),
        n_dropped=ratings.n_dropped + n_censored,
        notes=(*ratings.notes, *notes),
    )


def equal_severity_p(ratings: Ratings) -> float:
    """The p value of the F test that all raters are equally severe, items being equal; NaN where severities are unknown."""
    fitted = _fit(ratings.uncensored()[0])
    if fitted.reason or not fitted.variance > 0:
        return math.nan
    raters = len(fitted.names) - 1
    return float(scipy_stats.f.sf(fitted.explained / raters / fitted.variance, raters, fitted.df))


def variance_of_severity(fitted: RaterFit, *, n: int, n_dropped: int, notes: tuple[str, ...]) -> Finding:
    """The variance of severity as a finding."""
    value = math.nan
    if not fitted.reason:
        value = (fitted.explained - (len(fitted.names) - 1) * fitted.variance) / fitted.trace
    return Finding(
        name="variance_rater",
        value=value,
        n=n,
        n_dropped=n_dropped,
        method=Text(tell("variance-of-severity"), tell("n-in-ratings")),
        notes=(
            *((fitted.reason,) if fitted.reason else ()),
            *notes,
            *((tell("note-below-zero"),) if value < 0 else ()),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterFit:
    """Raters fitted beside items; all NaN where there is a `reason`."""

    names: list[Any]
    given: Any
    effect: Any
    error: Any
    df: int
    variance: float = math.nan
    explained: float = math.nan
    trace: float = math.nan
    reason: str = ""

    @classmethod
    def unknown(cls, names: list[Any], given: Any, df: int, reason: str) -> RaterFit:
        """Nothing is known of these raters."""
        nothing = np.full(len(names), math.nan)
        return cls(names=names, given=given, effect=nothing, error=nothing, df=df, reason=reason)


def why_unknown(n_raters: int, n_parts: int, df: int) -> str:
    """Why severities cannot be told: too few raters, raters who share no items, or nothing left over; empty if they can."""
    if n_raters < 2:
        return tell("reason-nobody-to-compare")
    if n_parts > 1:
        return tell("reason-groups-apart", n=n_parts)
    return tell("reason-few-shared-items") if df < 1 else ""


def solved(laplacian: Any, right: Any, given: Any) -> tuple[Any, Any]:
    """Effects of raters and the leverage of each, from the whole Laplacian of who shares items with whom."""
    n_raters = len(given)
    # the null direction (all raters alike) is filled in and taken out again: a cut at small eigenvalues may miss it
    level = float(given.mean())
    inverse = np.linalg.inv(laplacian + level / n_raters) - 1 / (level * n_raters)
    return inverse @ right, np.diag(inverse)


def solved_by_passes(laplacian: Any, right: Any) -> Any:
    """Effects of raters by conjugate gradients, which only need what the Laplacian makes of a vector."""
    effect, failed = cg(laplacian, right, rtol=1e-10, maxiter=10_000)
    if failed:
        residual = float(np.linalg.norm(laplacian @ effect - right) / np.linalg.norm(right))
        raise ConvergenceError("rater severity", passes=10_000, change=residual, tolerance=1e-10)
    return effect


def _fit(ratings: Ratings) -> RaterFit:
    present, rater = np.unique(ratings.rater, return_inverse=True)
    units, item = np.unique(ratings.item, return_inverse=True)
    n_raters, n_items, n = len(present), len(units), len(ratings)
    names = [ratings.raters[r] for r in present]
    given = np.bincount(rater, minlength=n_raters)
    size = np.bincount(item, minlength=n_items).astype(np.float64)
    shared = csr_array((np.ones(n), (rater, item)), shape=(n_raters, n_items))
    linked = shared @ diags_array(1 / np.maximum(size, 1)) @ shared.T
    n_parts = int(connected_components(linked, directed=False)[0]) if n_raters else 0
    df = n - n_items - n_raters + 1
    reason = why_unknown(n_raters, n_parts, df)
    if reason:
        return RaterFit.unknown(names, given, df, reason)
    y = ratings.numbers
    item_mean = np.bincount(item, weights=y, minlength=n_items) / size
    right = np.bincount(rater, weights=y - item_mean[item], minlength=n_raters)
    laplacian = diags_array(given.astype(np.float64)) - linked
    if n_raters <= DENSE_RATERS:
        effect, leverage = solved(laplacian.toarray(), right, given)
    else:
        effect = solved_by_passes(laplacian.tocsr(), right)
        leverage = 1 / laplacian.diagonal()
    effect = effect - effect.mean()
    deviation = y - effect[rater]
    fitted_item = np.bincount(item, weights=deviation, minlength=n_items) / size
    variance = float(((deviation - fitted_item[item]) ** 2).sum()) / df
    return RaterFit(
        names=names,
        given=given,
        effect=effect,
        error=np.sqrt(variance * leverage),
        df=df,
        variance=variance,
        explained=float(right @ effect),
        trace=float(laplacian.diagonal().sum()),
    )
