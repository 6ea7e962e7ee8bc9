"""Cohen's kappa for two raters, plain and weighted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, undefined
from beholder.stats.agreement.weights import WeightKind, agreement_weights
from beholder.stats.resampling.bootstrap import t_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beholder.stats.columns import Floats, Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["cohen_kappa"]


def cohen_kappa(
    ratings: Ratings,
    *,
    raters: Sequence[Any] | None = None,
    weights: WeightKind | Floats = "identity",
    confidence: float = 0.95,
) -> Agreement:
    """Cohen's kappa of two raters on the items both have rated: (po - pe) / (1 - pe), chance from both own margins.

    `raters` names the two if there are more. `weights` is a kind of agreement weights or a values × values table of them
    (1 = full agreement). The standard error is that of Fleiss, Cohen & Everitt (1969), the interval t on items - 1: it
    speaks of these two raters. Items rated by one of them are left out and counted. NaN if both use one value only.

    Cohen (1960) EPM 20; Cohen (1968) Psychological Bulletin 70.
    """
    first, second = _two(ratings, raters)
    kind = weights if isinstance(weights, str) else "given"
    method = tell("cohen-kappa", weights=kind, first=str(ratings.raters[first]), second=str(ratings.raters[second]))
    table = agreement_weights(ratings, weights) if isinstance(weights, str) else np.asarray(weights, dtype=np.float64)
    n_values = len(ratings.values)
    if table.shape != (n_values, n_values):
        raise BeholderError(
            f"a table of weights for {n_values} values has {n_values} rows and columns, got {table.shape}",
            code="stats-bad-weights",
        )
    given = np.full((2, len(ratings.items)), -1, dtype=np.int64)
    for row, rater in enumerate((first, second)):
        mine = ratings.rater == rater
        given[row, ratings.item[mine]] = ratings.value[mine]
    both = (given >= 0).all(axis=0)
    n = int(np.count_nonzero(both))
    if n == 0:
        return undefined("kappa", tell("reason-no-shared-item"), method=method, ratings=ratings)
    cells = np.bincount(given[0, both] * n_values + given[1, both], minlength=n_values**2)
    p = cells.reshape(n_values, n_values) / n
    row, column = p.sum(axis=1), p.sum(axis=0)
    observed, expected = float((table * p).sum()), float(row @ table @ column)
    if 1 - expected < 1e-12:
        return undefined("kappa", tell("reason-one-value"), method=method, ratings=ratings)
    value = (observed - expected) / (1 - expected)
    centre = table - ((table @ column)[:, None] + (row @ table)[None, :]) * (1 - value)
    variance = (float((p * centre**2).sum()) - (value - expected * (1 - value)) ** 2) / (n * (1 - expected) ** 2)
    error = math.sqrt(max(variance, 0.0))
    interval = None
    if n > 1:
        low, high = t_interval(value, error, df=n - 1, confidence=confidence)
        interval = (max(low, -1.0), min(high, 1.0))
    return Agreement(
        finding=Finding(
            name="kappa",
            value=value,
            interval=interval,
            confidence=confidence,
            n=n,
            n_dropped=int(np.count_nonzero((given >= 0).any(axis=0) & ~both)),
            method=Text(method, tell("n-in-shared-items"), tell("interval-asymptotic")),
            notes=ratings.notes,
        ),
        standard_error=error,
        observed=observed,
        expected=expected,
    )


def _two(ratings: Ratings, raters: Sequence[Any] | None) -> tuple[int, int]:
    names = list(ratings.raters) if raters is None else list(raters)
    if len(names) != 2:
        raise BeholderError(
            f"Cohen's kappa compares two raters, got {len(names)}",
            code="stats-two-raters",
            hint="name two of them as `raters`, or use Conger's kappa or alpha for more",
        )
    unknown = [name for name in names if name not in ratings.raters]
    if unknown:
        raise BeholderError(f"no rater {unknown[0]!r}", code="stats-two-raters")
    return ratings.raters.index(names[0]), ratings.raters.index(names[1])
