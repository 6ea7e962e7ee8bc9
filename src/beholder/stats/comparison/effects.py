"""How large a difference is, in units that can be compared across studies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import gammaln, ndtr
from scipy.stats import chi2, norm

from beholder.errors import BeholderError
from beholder.findings import Finding, Interval
from beholder.stats.columns import Floats
from beholder.stats.comparison.paired import PairedValues, binary_blocks
from beholder.stats.comparison.rates import clopper_pearson_bounds, wilson_bounds

if TYPE_CHECKING:
    from collections.abc import Iterable


from beholder.stats.messages import tell

__all__ = [
    "cliffs_delta",
    "cohens_dz",
    "noncentral_t_cdf",
    "odds_ratio",
    "odds_ratio_paired",
    "risk_difference",
    "risk_difference_paired",
    "superiority_paired",
]

# with the nodes below, as many as the promised error of 1e-10 takes
_PANELS = 64
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)


def noncentral_t_cdf(t: float, df: float, shift: float) -> float:
    """P(T <= t) for T = (Z + shift) / S with Z normal and S^2 a chi-square over its df, independent.

    The integral of Phi(t s - shift) over the density of S, by Gauss-Legendre on 64 panels around the bulk of S and the
    point where Phi turns; error below 1e-10 for df >= 1. Infinite df give the normal law.
    """
    if math.isinf(df):
        return float(ndtr(t - shift))
    low, high = (math.sqrt(float(chi2.ppf(q, df)) / df) for q in (1e-16, 1 - 1e-15))
    turn = min(max(shift / t, low), high) if t != 0 else high
    # Panels crowd around the turn, where a large t makes Phi a step.
    grid = np.linspace(0, 1, _PANELS // 2 + 1) ** 3
    edges = np.unique(np.concatenate([turn - (turn - low) * grid, turn + (high - turn) * grid]))
    half = np.diff(edges) / 2
    s = ((edges[:-1] + edges[1:]) / 2)[:, None] + half[:, None] * _NODES
    constant = math.log(2) + df / 2 * math.log(df / 2) - float(gammaln(df / 2))
    with np.errstate(divide="ignore"):
        density = np.exp(constant + (df - 1) * np.log(s) - df * s**2 / 2)
    total = (ndtr(t * s - shift) * density * half[:, None] * _WEIGHTS).sum()
    return float(min(max(total, 0.0), 1.0))


def cohens_dz(paired: PairedValues, *, confidence: float = 0.95) -> Finding:
    """Mean difference in units of the SD of the differences, with an exact interval under normality.

    dz = mean(d) / sd(d); the interval inverts the noncentral t distribution of dz sqrt(n). It grows with ratings per
    block, so it compares studies of the same design only. NaN with fewer than two blocks or no spread.
    Cohen 1988; Steiger & Fouladi 1997.
    """
    d = paired.differences
    n = len(d)
    if n < 2 or float(np.ptp(d)) <= 1e-12 * max(1.0, float(np.abs(d).max())):
        notes = (tell("reason-dz"),)
        return paired.finding("dz", math.nan, method=tell("dz"), notes=notes)
    value = float(d.mean() / d.std(ddof=1))
    bounds = _noncentral_bounds(value * math.sqrt(n), n - 1, confidence)
    interval = (bounds[0] / math.sqrt(n), bounds[1] / math.sqrt(n))
    method = tell("dz-interval")
    return paired.finding("dz", value, interval=interval, confidence=confidence, method=method)


def _noncentral_bounds(t: float, df: int, confidence: float) -> Interval:
    tail = (1 - confidence) / 2

    def solve(target: float) -> float:
        # The noncentrality lies within a few standard errors of t; its own error grows like |t| / sqrt(2 df).
        reach = 10 * math.sqrt(1 + t * t / (2 * df))
        return float(brentq(lambda shift: noncentral_t_cdf(t, df, shift) - target, t - reach, t + reach, xtol=1e-10))

    return (solve(1 - tail), solve(tail))


def superiority_paired(paired: PairedValues, *, confidence: float = 0.95) -> Finding:
    """The probability that the first system is higher on a block, ties counting half, with a Wilson interval.

    (wins + ties / 2) / blocks. With ties the interval is conservative. Assumes independent blocks. NaN without blocks.
    """
    d = paired.differences
    method = tell("superiority")
    if not len(d):
        notes = (tell("reason-no-block"),)
        return paired.finding("superiority", math.nan, method=method, notes=notes)
    wins = float(np.count_nonzero(d > 0) + np.count_nonzero(d == 0) / 2)
    bounds = wilson_bounds(wins, len(d), confidence)
    return paired.finding("superiority", wins / len(d), interval=bounds, confidence=confidence, method=method)


def cliffs_delta(first: Iterable[float], second: Iterable[float], *, confidence: float = 0.95) -> Finding:
    """P(x > y) - P(x < y) for two independent samples with one value per unit, from -1 to 1.

    The interval is Cliff's with the unbiased variance, skewed towards 0 so that it stays within -1..1 (Feng & Cliff 2004).
    Values that are NaN are dropped. NaN if a sample is empty; no interval with fewer than two values in either, or where
    the samples do not overlap. Cliff 1993, Psychol. Bull. 114:494.
    """
    raw = [np.asarray(list(s), dtype=np.float64) for s in (first, second)]
    x, y = (s[~np.isnan(s)] for s in raw)
    n, m = len(x), len(y)
    shared: dict[str, Any] = {"n": n + m, "n_dropped": sum(map(len, raw)) - n - m, "method": tell("cliffs-delta")}
    if not n or not m:
        return Finding(name="cliffs_delta", value=math.nan, notes=(tell("reason-empty-sample"),), **shared)
    by_x, by_y = _dominance(x, y), -_dominance(y, x)
    delta = float(by_x.mean())
    if n < 2 or m < 2:
        return Finding(name="cliffs_delta", value=delta, notes=(tell("no-interval-one-value"),), **shared)
    # sum over cells of (d_ij - delta)^2, from how many cells are 1, 0 and -1
    equal = _equal_cells(x, y)
    cells = n * m - equal - n * m * delta**2
    rows, columns = float(((by_x - delta) ** 2).sum()), float(((by_y - delta) ** 2).sum())
    variance = (m * m * rows + n * n * columns - cells) / (n * m * (n - 1) * (m - 1))
    variance = max(variance, (1 - delta**2) / (n * m - 1))
    if variance <= 0 or abs(delta) == 1:
        notes = (tell("no-interval-no-overlap"),)
        return Finding(name="cliffs_delta", value=delta, notes=notes, **shared)
    z = float(norm.ppf((1 + confidence) / 2))
    root = z * math.sqrt(variance * ((1 - delta**2) ** 2 + z * z * variance))
    bottom = 1 - delta**2 + z * z * variance
    bounds = ((delta - delta**3 - root) / bottom, (delta - delta**3 + root) / bottom)
    return Finding(name="cliffs_delta", value=delta, interval=bounds, confidence=confidence, **shared)


def _dominance(x: Floats, y: Floats) -> Floats:
    ascending = np.sort(y)
    below, upto = np.searchsorted(ascending, x, "left"), np.searchsorted(ascending, x, "right")
    return np.asarray((below - (len(y) - upto)) / len(y))


def _equal_cells(x: Floats, y: Floats) -> int:
    ascending = np.sort(y)
    return int((np.searchsorted(ascending, x, "right") - np.searchsorted(ascending, x, "left")).sum())


def odds_ratio(table: tuple[float, float, float, float], *, confidence: float = 0.95) -> Finding:
    """Odds of yes in the first sample over odds in the second; `table` is yes, no of the first, then of the second.

    a d / (b c) with Woolf's interval exp(log OR ± z sqrt(1/a + 1/b + 1/c + 1/d)). With an empty cell 1/2 is added to all
    (Haldane-Anscombe) and the notes say so. Assumes independent trials and samples. NaN if a sample is empty.
    """
    a, b, c, d = (float(x) for x in table)
    if min(a, b, c, d) < 0:
        raise BeholderError("a count is negative", code="stats-bad-rate")
    method, n = tell("odds-ratio-woolf"), round(a + b + c + d)
    if a + b == 0 or c + d == 0:
        return Finding(name="odds_ratio", value=math.nan, n=n, method=method, notes=(tell("reason-empty-sample"),))
    notes: tuple[str, ...] = ()
    if min(a, b, c, d) == 0:
        a, b, c, d = a + 0.5, b + 0.5, c + 0.5, d + 0.5
        notes = (tell("note-empty-cell"),)
    value = math.log(a * d / (b * c))
    reach = float(norm.ppf((1 + confidence) / 2)) * math.sqrt(1 / a + 1 / b + 1 / c + 1 / d)
    bounds = (math.exp(value - reach), math.exp(value + reach))
    return Finding(
        name="odds_ratio",
        value=math.exp(value),
        interval=bounds,
        confidence=confidence,
        n=n,
        method=method,
        notes=notes,
    )


def odds_ratio_paired(paired: PairedValues, *, confidence: float = 0.95) -> Finding:
    """Conditional odds ratio for yes/no values on the same blocks: blocks where only the first says yes over the reverse.

    b / c, with the interval that the exact one of b / (b + c) gives; a bound may be infinite, and is then null in JSON.
    Majorities, dropped blocks and refused values as in `mcnemar_paired`. NaN where no block is discordant.
    """
    yes_a, yes_b, halves = binary_blocks(paired)
    b, c = int(np.count_nonzero(yes_a & ~yes_b)), int(np.count_nonzero(~yes_a & yes_b))
    shared: dict[str, Any] = {"n": len(yes_a), "lost": halves, "method": tell("odds-ratio-conditional")}
    if b + c == 0:
        return paired.finding("odds_ratio", math.nan, notes=(tell("reason-no-discordant"),), **shared)
    low, high = (p / (1 - p) if p < 1 else math.inf for p in clopper_pearson_bounds(b, b + c, confidence))
    value = b / c if c else math.inf
    notes = () if c else (tell("note-no-upper-end"),)
    return paired.finding("odds_ratio", value, interval=(low, high), confidence=confidence, notes=notes, **shared)


def risk_difference(
    successes: tuple[float, float], trials: tuple[float, float], *, confidence: float = 0.95
) -> Finding:
    """Difference of two independent shares with Newcombe's interval from the two Wilson intervals.

    p1 - p2; bounds p1 - p2 - sqrt((p1-l1)^2 + (u2-p2)^2) and + sqrt((u1-p1)^2 + (p2-l2)^2). Assumes independent trials.
    NaN without trials. Newcombe 1998, Stat. Med. 17:873 (method 10).
    """
    method = tell("difference-of-shares")
    for x, n in zip(successes, trials, strict=True):
        if not 0 <= x <= n:
            raise BeholderError(f"{x:g} of {n:g} is no share", code="stats-bad-rate")
    if min(trials) == 0:
        return Finding(name="risk_difference", value=math.nan, method=method, notes=(tell("reason-empty-sample"),))
    p1, p2 = successes[0] / trials[0], successes[1] / trials[1]
    (l1, u1), (l2, u2) = (wilson_bounds(x, n, confidence) for x, n in zip(successes, trials, strict=True))
    low = p1 - p2 - math.hypot(p1 - l1, u2 - p2)
    high = p1 - p2 + math.hypot(u1 - p1, p2 - l2)
    return Finding(
        name="risk_difference",
        value=p1 - p2,
        interval=(low, high),
        confidence=confidence,
        n=round(sum(trials)),
        method=method,
    )


def risk_difference_paired(paired: PairedValues, *, confidence: float = 0.95) -> Finding:
    """Difference of two shares on the same blocks with Newcombe's interval for paired data.

    As `risk_difference`, less twice the product of the two distances times phi, the correlation of the two answers
    (continuity-corrected when positive). Majorities, dropped blocks and refused values as in `mcnemar_paired`. NaN
    without blocks. Newcombe 1998, Stat. Med. 17:2635 (method 10).
    """
    yes_a, yes_b, halves = binary_blocks(paired)
    n = len(yes_a)
    shared: dict[str, Any] = {"n": n, "lost": halves, "method": tell("paired-difference-of-shares")}
    if not n:
        return paired.finding("risk_difference", math.nan, notes=(tell("reason-no-block"),), **shared)
    both, neither = int(np.count_nonzero(yes_a & yes_b)), int(np.count_nonzero(~yes_a & ~yes_b))
    only_a, only_b = int(np.count_nonzero(yes_a & ~yes_b)), int(np.count_nonzero(~yes_a & yes_b))
    p1, p2 = (both + only_a) / n, (both + only_b) / n
    (l1, u1), (l2, u2) = (wilson_bounds(both + x, n, confidence) for x in (only_a, only_b))
    cross = float(both * neither - only_a * only_b)
    if cross > 0:
        cross = max(cross - n / 2, 0.0)
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    phi = cross / math.sqrt(margins) if margins else 0.0
    low_arms, high_arms = (p1 - l1, u2 - p2), (u1 - p1, p2 - l2)
    low, high = (math.sqrt(max(a * a - 2 * phi * a * b + b * b, 0.0)) for a, b in (low_arms, high_arms))
    interval = (p1 - p2 - low, p1 - p2 + high)
    return paired.finding("risk_difference", p1 - p2, interval=interval, confidence=confidence, **shared)
