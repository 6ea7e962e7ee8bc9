"""Shares of successes with intervals that stay between 0 and 1."""

from __future__ import annotations

import math

from scipy.stats import beta, norm

from beholder.errors import BeholderError
from beholder.findings import Finding, Interval
from beholder.stats.messages import tell

__all__ = ["clopper_pearson", "clopper_pearson_bounds", "wilson", "wilson_bounds"]


def wilson(successes: float, n: float, *, name: str = "rate", confidence: float = 0.95) -> Finding:
    """A share with Wilson's score interval: covers close to its level on average, also near 0 and 1.

    Bounds: (p + z^2/2n ± z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n). Assumes independent trials: where raters or items
    repeat, use `mean_ratings` on 0/1 values. NaN without trials. Wilson 1927, JASA 22:209.
    """
    return _rate(successes, n, name, confidence, "Wilson")


def clopper_pearson(successes: float, n: float, *, name: str = "rate", confidence: float = 0.95) -> Finding:
    """A share with Clopper and Pearson's exact interval: never covers less than its level, and is wider for that.

    Bounds are beta quantiles: B(a/2; x, n-x+1) and B(1-a/2; x+1, n-x). Assumptions and NaN as in `wilson`.
    Clopper & Pearson 1934, Biometrika 26:404.
    """
    return _rate(successes, n, name, confidence, "Clopper-Pearson")


def wilson_bounds(successes: float, n: float, confidence: float = 0.95) -> Interval:
    """The bounds of `wilson`; n must be positive."""
    z = float(norm.ppf((1 + confidence) / 2))
    p = successes / n
    centre = p + z * z / (2 * n)
    reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low, high = (centre - reach) / scale, (centre + reach) / scale
    return (0.0 if successes == 0 else max(low, 0.0), 1.0 if successes == n else min(high, 1.0))


def clopper_pearson_bounds(successes: float, n: float, confidence: float = 0.95) -> Interval:
    """The bounds of `clopper_pearson`; n must be positive."""
    tail = (1 - confidence) / 2
    low = 0.0 if successes == 0 else float(beta.ppf(tail, successes, n - successes + 1))
    high = 1.0 if successes == n else float(beta.ppf(1 - tail, successes + 1, n - successes))
    return (low, high)


def _rate(successes: float, n: float, name: str, confidence: float, method: str) -> Finding:
    if not 0 <= successes <= n:
        raise BeholderError(f"{successes:g} of {n:g} is no share", code="stats-bad-rate")
    if n == 0:
        return Finding(name=name, value=math.nan, method=method, notes=(tell("reason-nothing-tried"),))
    bounds = wilson_bounds if method == "Wilson" else clopper_pearson_bounds
    return Finding(
        name=name,
        value=successes / n,
        interval=bounds(successes, n, confidence),
        confidence=confidence,
        n=round(n),
        method=tell(f"{method.lower()}-interval"),
    )
