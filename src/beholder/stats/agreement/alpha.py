"""Krippendorff's alpha for any number of raters, missing ratings and four levels of measurement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.fft import irfft, rfft

from beholder.stats.agreement.patterns import pair_sums

if TYPE_CHECKING:
    from beholder.stats.columns import Floats
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

from beholder.errors import BeholderError, nearest
from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, RaterScope, describe, interval_of, undefined, with_raters
from beholder.stats.agreement.patterns import Patterns
from beholder.stats.resampling.bootstrap import Jackknife, Spread, Uncertainty, resample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.stats.columns import Floats, Ratings


from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["Level", "krippendorff_alpha", "ratio_disagreement", "ratio_within"]

# the table of coincidences grows with the square of the values: 32 MB
_TABLE_VALUES = 2_000
# fine enough for the error that `ratio_disagreement` promises
_GRID = 1 << 20


def _difference(left: Floats, right: Floats) -> Floats:
    total = left + right
    return np.where(total > 0, (left - right) / np.where(total > 0, total, 1.0), 0.0) ** 2


def ratio_within(counts: Any, scale: Floats) -> Floats:
    """Sum over ordered pairs of values inside each row of counts."""
    return pair_sums(counts, lambda v, w: _difference(scale[v], scale[w]))


def ratio_disagreement(margins: Floats, scale: Floats) -> Floats:
    """Sum over ordered pairs of all values, one per column of `margins`.

    Up to 2,000 distinct values by the full table. Beyond, with v = e^x, the difference is tanh²((x - y) / 2): a function
    of x - y, so the double sum is a convolution on a fine grid of logarithms (error below 1e-9).
    """
    if len(scale) <= _TABLE_VALUES:
        table = _difference(scale[:, None], scale[None, :])
        return np.asarray(np.einsum("vb,vb->b", margins, table @ margins))
    positive = scale > 0
    at_zero = margins[~positive].sum(axis=0)
    weight = margins[positive]
    logs = np.log(scale[positive])
    step = max(float(np.ptp(logs)) / (_GRID - 2), 1e-300)
    position = (logs - logs.min()) / step
    left = np.minimum(position.astype(np.int64), _GRID - 2)
    share = position - left
    lag = np.arange(2 * _GRID)
    lag = np.minimum(lag, 2 * _GRID - lag)
    kernel = rfft(np.tanh(lag * step / 2) ** 2)
    out: Floats = 2 * at_zero * weight.sum(axis=0)
    for b in range(weight.shape[1]):
        grid = np.bincount(left, weights=weight[:, b] * (1 - share), minlength=_GRID)
        grid += np.bincount(left + 1, weights=weight[:, b] * share, minlength=_GRID)
        spread = irfft(rfft(grid, 2 * _GRID) * kernel, 2 * _GRID)[:_GRID]
        out[b] += float(grid @ spread)
    return out


Level = Literal["nominal", "ordinal", "interval", "ratio"]


def krippendorff_alpha(
    ratings: Ratings,
    *,
    level: Level,
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    raters: RaterScope = "these",
    confidence: float = 0.95,
    clusters: NDArray[Any] | None = None,
    name: str = "alpha",
) -> Agreement:
    """Krippendorff's alpha, 1 - D_observed / D_expected.

    D_observed averages the squared difference of pairs of values within items, each item weighted by its number of
    ratings; D_expected that of all pairs of pairable values. Differences by level: nominal 0 or 1; ordinal the number
    of values ranked between, ends counted half; interval v - w; ratio (v - w) / (v + w). At the ordinal level a censored
    top value ranks highest; at interval and ratio level items with a censored value are left out, and counted.

    Items with one rating do not enter. Intervals resample items ("units"), or with `clusters` (one code per item) groups
    of items; with `raters="like-these"` the variance over raters is added; t intervals are made on Fisher's scale, since
    alpha near 1 is skewed. NaN if no item has two ratings, or if all
    pairable values are the same, where chance agreement is total. The marginal distribution behind the ordinal metric
    is recomputed in every replicate.

    Krippendorff (2019) Content Analysis, 4th ed., ch. 12; intervals: Zapf et al. (2016), Hughes (2022).
    """
    if level not in get_args(Level):
        raise BeholderError(f"no level {level!r}", code="stats-bad-level", hint=nearest(str(level), get_args(Level)))
    method = tell("alpha", level=level)
    ratings = _merged(ratings) if level == "ordinal" else ratings
    scale = _scale(ratings, level)
    n_censored, notes = 0, tuple[str, ...]()
    if level in ("interval", "ratio"):
        ratings, n_censored, notes = ratings.uncensored()
    patterns = Patterns.of(ratings)
    if patterns.n_units == 0:
        alone = len(np.unique(ratings.rater)) < 2
        reason = tell("reason-one-rater") if alone else tell("reason-no-two-ratings")
        return undefined(name, reason, method=method, ratings=ratings)
    statistic = _Alpha(patterns, scale, level)
    value, observed, expected = (float(x[0]) for x in statistic.parts(patterns.multiplicity[None, :]))
    if math.isnan(value):
        return undefined(name, tell("reason-same-values"), method=method, ratings=ratings)
    spread = Spread(standard_error=math.nan, df=0)
    if uncertainty is not None:
        spread = resample(
            statistic,
            uncertainty,
            multiplicity=patterns.multiplicity,
            kind_of_unit=patterns.pattern_of_unit,
            clusters=None if clusters is None else np.asarray(clusters)[patterns.unit],
            width=len(scale),
        )
        if raters == "like-these":
            spread = with_raters(spread, ratings, lambda part: _point(part, scale, level), clusters=clusters)
    n_single = len(ratings) - patterns.n_ratings
    if n_single:
        notes = (*notes, tell("note-single-ratings", n=n_single))
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval_of(value, spread, uncertainty, confidence=confidence, stretched=True),
            confidence=confidence,
            n=patterns.n_ratings,
            n_dropped=ratings.n_dropped + n_censored + n_single,
            method=Text(method, tell("items-n-in-ratings", n=patterns.n_units), describe(uncertainty, raters)),
            notes=(*ratings.notes, *notes, *spread.notes),
        ),
        standard_error=spread.standard_error,
        observed=observed,
        expected=expected,
    )


def _merged(ratings: Ratings) -> Ratings:
    """Values that are written apart but are the same number ("1" and "1.0") share one rank."""
    if ratings.scale is None or len(np.unique(ratings.scale)) == len(ratings.scale):
        return ratings
    numbers, position = np.unique(ratings.scale, return_inverse=True)
    return replace(
        ratings, value=position.astype(np.int32)[ratings.value], values=tuple(numbers.tolist()), scale=numbers
    )


def _scale(ratings: Ratings, level: Level) -> Floats:
    """The number behind each value code that the metric works on."""
    if level == "nominal":
        return np.arange(len(ratings.values), dtype=np.float64)
    if level == "ordinal":
        if not ratings.ordered:
            raise BeholderError(
                f"the ordinal level needs an order of the values {', '.join(map(repr, ratings.values[:4]))} …",
                code="stats-needs-order",
                hint="name the values from low to high as `order`",
            )
        return np.arange(len(ratings.values), dtype=np.float64)
    scale = ratings.require_scale()
    if level == "ratio" and len(scale) and scale.min() < 0:
        raise BeholderError(f"the ratio level has no negative values, got {scale.min():g}", code="stats-bad-level")
    return scale


def _point(ratings: Ratings, scale: Floats, level: Level) -> float:
    patterns = Patterns.of(ratings)
    if patterns.n_units == 0:
        return math.nan
    return float(_Alpha(patterns, scale, level)(patterns.multiplicity[None, :])[0])


class _Alpha:
    """Alpha as a function of pattern weights, without any table of values × values.

    The ordinal difference of two values is the distance of their mid-ranks, so nominal, ordinal and interval need only
    sums of counts, of x and of x squared.
    """

    def __init__(self, patterns: Patterns, scale: Floats, level: Level) -> None:
        self.counts = patterns.counts
        self.size = patterns.size
        self.level = level
        finite = np.where(np.isfinite(scale), scale, 0.0)
        self.scale = finite - finite.mean() if level == "interval" else finite
        within = self.size - 1
        if level == "nominal":
            self.within = (self.size**2 - patterns.power_sum(2)) / within
        elif level == "interval":
            first, second = self.counts @ self.scale, self.counts @ self.scale**2
            self.within = 2 * (self.size * second - first**2) / within
        elif level == "ratio":
            self.within = ratio_within(self.counts, self.scale) / within

    def __call__(self, weights: NDArray[np.float64]) -> Floats:
        return self.parts(weights)[0]

    def parts(self, weights: NDArray[np.float64]) -> tuple[Floats, Floats, Floats]:
        """Alpha, observed and expected disagreement, one of each per row of weights."""
        margins = np.asarray(self.counts.T @ weights.T)
        total = margins.sum(axis=0)
        if self.level == "nominal":
            observed, expected = weights @ self.within, total**2 - (margins**2).sum(axis=0)
        elif self.level == "ratio":
            observed, expected = weights @ self.within, ratio_disagreement(margins, self.scale)
        elif self.level == "interval":
            observed = weights @ self.within
            expected = 2 * (total * (self.scale**2 @ margins) - (self.scale @ margins) ** 2)
        else:
            rank = (np.cumsum(margins, axis=0) - margins / 2) / np.maximum(total, 1.0) - 0.5
            first, second = np.asarray(self.counts @ rank), np.asarray(self.counts @ rank**2)
            within = 2 * (self.size[:, None] * second - first**2) / (self.size - 1)[:, None]
            observed = np.einsum("bp,pb->b", weights, within)
            expected = 2 * (total * (margins * rank**2).sum(axis=0) - (margins * rank).sum(axis=0) ** 2)
        # Rounding leaves a crumb where all values are equal; a true difference is never that small.
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = np.where(expected <= 1e-12 * total**2 * self._unit(), np.nan, expected / (total * (total - 1)))
            observed = observed / total
            return 1 - observed / expected, observed, expected

    def _unit(self) -> float:
        """The size of a squared difference on this scale, against which a crumb is small."""
        return float(np.max(self.scale**2, initial=0.0)) if self.level == "interval" else 1.0
