"""Intervals that hold however often one looks, for means of ratings in which items and raters repeat."""

from __future__ import annotations

import math

from scipy.stats import norm
from scipy.stats import t as student

from beholder.errors import BeholderError

__all__ = ["anytime_factor", "anytime_half_width", "level_of_factor"]


def anytime_half_width(variance: float, df: float, planned: float, *, confidence: float = 0.95) -> float:
    """Half of an interval for a mean with this variance that holds at every look at once.

    sqrt(V (V + tau^2) / tau^2 (ln((V + tau^2) / V) - 2 ln alpha)) t(df) / z: the normal mixture of Robbins, with the
    two-way clustered variance V in place of sigma^2 / n. tau^2 = V* (-2 ln alpha + ln(-2 ln alpha) + 1) makes it
    narrowest at `planned`, the variance V* that is expected at half of the plan, which must be fixed before the data.
    Robbins 1970, Ann. Math. Stat. 41:1397; Waudby-Smith et al. 2024, Ann. Stat. 52:2613 for asymptotic validity. The
    published form for independent ratings misses far more often than alpha where items and raters repeat.
    """
    if not variance > 0 or not planned > 0:
        raise BeholderError("variances are above 0", code="stats-bad-option")
    alpha = _alpha(confidence)
    tau = planned * _best(alpha)
    reach = variance * (variance + tau) / tau * (math.log((variance + tau) / variance) - 2 * math.log(alpha))
    return math.sqrt(reach) * float(student.ppf(1 - alpha / 2, df) / norm.ppf(1 - alpha / 2))


def anytime_factor(fraction: float, *, confidence: float = 0.95) -> float:
    """How many times as wide as at a single look the interval is when this share of the planned ratings is in.

    Variance falls as ratings come in, so that at half of the plan it is `fraction` / 0.5 times what it is now.
    """
    if not fraction > 0:
        raise BeholderError(f"a share of the plan is above 0, got {fraction:g}", code="stats-bad-option")
    alpha = _alpha(confidence)
    ratio = 2 * fraction * _best(alpha)
    reach = (1 + 1 / ratio) * (math.log(1 + ratio) - 2 * math.log(alpha))
    return math.sqrt(reach) / float(norm.ppf(1 - alpha / 2))


def level_of_factor(factor: float, df: float, *, confidence: float = 0.95) -> float:
    """The level of a t interval that is `factor` times as wide as that of `confidence`."""
    reach = factor * float(student.ppf((1 + confidence) / 2, df))
    return 1 - 2 * float(student.sf(reach, df))


def _best(alpha: float) -> float:
    return -2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1


def _alpha(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise BeholderError(f"a confidence lies between 0 and 1, got {confidence:g}", code="stats-bad-option")
    return 1 - confidence
