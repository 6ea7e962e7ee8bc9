"""How much lower or higher each rater rates than the others do on the same items."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats as scipy_stats
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import cg

from beholder.findings import Finding
from beholder.stats.convergence import ConvergenceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from beholder.stats.columns import Ratings

__all__ = ["rater_severity"]

_DENSE_RATERS = 2_000


def rater_severity(ratings: Ratings, *, confidence: float = 0.95) -> Mapping[Any, Finding]:
    """Severity of each rater: points by which they rate below the average rater, items being equal.

    Model: rating = item - severity + error, fitted by least squares; severities add up to zero. Comparing raters only
    through shared items makes it fair when raters saw different items. Intervals are t with the residual degrees of
    freedom. NaN, with the reason, where raters are not linked by shared items or nothing is left over to judge the error.
    Items with a censored value are left out. With over 2,000 raters the standard error takes items as known.
    """
    ratings, _, notes = ratings.uncensored()
    present, rater = np.unique(ratings.rater, return_inverse=True)
    units, item = np.unique(ratings.item, return_inverse=True)
    n_raters, n_items, n = len(present), len(units), len(ratings)
    names = [ratings.raters[r] for r in present]
    method = "severity: points below the average rater, least squares on items and raters; n in ratings"
    given = np.bincount(rater, minlength=n_raters)
    size = np.bincount(item, minlength=n_items).astype(np.float64)
    shared = csr_array((np.ones(n), (rater, item)), shape=(n_raters, n_items))
    linked = shared @ diags_array(1 / np.maximum(size, 1)) @ shared.T
    n_parts = int(connected_components(linked, directed=False)[0]) if n_raters else 0
    df = n - n_items - n_raters + 1
    reason = ""
    if n_raters < 2:
        reason = "one rater only: nobody to compare with"
    elif n_parts > 1:
        reason = f"raters fall into {n_parts} groups that share no item"
    elif df < 1:
        reason = "too few shared items to judge the error"
    if reason:
        return {
            name: Finding(name=f"severity[{name}]", value=math.nan, n=int(k), method=method, notes=(reason, *notes))
            for name, k in zip(names, given, strict=True)
        }
    y = ratings.numbers
    item_mean = np.bincount(item, weights=y, minlength=n_items) / size
    right = np.bincount(rater, weights=y - item_mean[item], minlength=n_raters)
    laplacian = diags_array(given.astype(np.float64)) - linked
    if n_raters <= _DENSE_RATERS:
        # the null direction (all raters alike) is filled in and taken out again: a cut at small eigenvalues may miss it
        level = float(given.mean())
        inverse = np.linalg.inv(laplacian.toarray() + level / n_raters) - 1 / (level * n_raters)
        effect, leverage = inverse @ right, np.diag(inverse)
    else:
        effect, failed = cg(laplacian.tocsr(), right, rtol=1e-10, maxiter=10_000)
        if failed:
            residual = float(np.linalg.norm(laplacian @ effect - right) / np.linalg.norm(right))
            raise ConvergenceError("rater severity", passes=10_000, change=residual, tolerance=1e-10)
        leverage = 1 / laplacian.diagonal()
    effect = effect - effect.mean()
    deviation = y - effect[rater]
    fitted_item = np.bincount(item, weights=deviation, minlength=n_items) / size
    variance = float(((deviation - fitted_item[item]) ** 2).sum()) / df
    half = float(scipy_stats.t.ppf((1 + confidence) / 2, df)) * np.sqrt(variance * leverage)
    return {
        name: Finding(
            name=f"severity[{name}]",
            value=-float(effect[r]),
            interval=(-float(effect[r]) - float(half[r]), -float(effect[r]) + float(half[r])),
            confidence=confidence,
            n=int(given[r]),
            method=method,
            notes=notes,
        )
        for r, name in enumerate(names)
    }
