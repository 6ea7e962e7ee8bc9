"""How spread grows with number: the fit sd = a · n^b, for what systems produce and for how raters count."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import norm

from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["production_spread", "rater_spread"]

Floats = NDArray[np.float64]

_LEAST = 5
"""Numbers below are seen at once, without counting, and show no such growth."""

# three parameters cannot be told from fewer pictures
_FEWEST = 8
_REACH = 15.0
"""Logarithms that no spread of counts comes near; a search may step outside, but not overflow."""


def production_spread(
    requested: Floats, consensus: Floats, *, limit: float, name: str, confidence: float = 0.95
) -> Finding:
    """The exponent b of the spread of pictures around what was asked for; 1 is Weber's law, 0 the same spread everywhere.

    Model: consensus ~ Normal(g n, a n^b) over pictures, n the number requested, maximum likelihood; a consensus above
    `limit` enters as at least so large. Interval: normal, from the curvature of the likelihood. Numbers below 5 left out.
    NaN with fewer than 8 pictures or one number only. After Testolin & McClelland 2020.
    """
    chosen = np.isfinite(requested) & (requested >= _LEAST) & ~np.isnan(consensus)
    n, y = requested[chosen], consensus[chosen]
    method = Text(tell("exponent-around"), tell("n-in-pictures"))
    lost = int(np.count_nonzero(np.isfinite(requested))) - len(n)
    beyond = np.isinf(y)
    exact = np.where(beyond, limit + 1, y)
    if len(n) < _FEWEST or len(np.unique(n)) < 2 or np.count_nonzero(~beyond) < _FEWEST:
        return Finding(name=name, value=math.nan, n_dropped=lost, method=method, notes=(tell("reason-few-pictures"),))
    if float(np.abs(exact - n).max()) == 0:
        return Finding(name=name, value=math.nan, n_dropped=lost, method=method, notes=(tell("reason-no-picture-off"),))

    def loss(theta: Floats) -> float:
        middle = np.exp(np.clip(theta[0], -_REACH, _REACH)) * n
        log_sd = np.clip(theta[1] + theta[2] * np.log(n), -_REACH, _REACH)
        z = (np.where(beyond, limit + 0.5, exact) - middle) / np.exp(log_sd)
        terms = np.where(beyond, norm.logsf(z), -0.5 * z**2 - log_sd)
        return -float(terms.sum())

    start = np.array([math.log(max(float(np.median(exact / n)), 0.05)), math.log(0.2), 0.8])
    return _exponent(loss, start, index=2, name=name, n=len(n), lost=lost, method=method, confidence=confidence)


def rater_spread(value: Floats, unit: NDArray[np.int64], *, name: str, confidence: float = 0.95) -> Finding:
    """The exponent b of the spread of raters on one picture, as a power of its mean count.

    Model: the sum of squares within a picture of mean m is (a m^b)^2 times chi-square with k - 1 df; maximum likelihood over
    pictures with two ratings or more, a mean of at least 5, and no censored count. Interval and NaN as in `production_spread`.
    """
    method = Text(tell("exponent-within"), tell("n-in-pictures"))
    touched = np.zeros(int(unit.max(initial=-1)) + 1, dtype=bool)
    touched[unit[np.isinf(value)]] = True
    kept = np.isfinite(value) & ~touched[unit]
    size = np.bincount(unit[kept], minlength=len(touched))
    total = np.bincount(unit[kept], weights=value[kept], minlength=len(touched))
    mean = total / np.maximum(size, 1)
    squares = np.bincount(unit[kept], weights=(value[kept] - mean[unit[kept]]) ** 2, minlength=len(touched))
    chosen = (size >= 2) & (mean >= _LEAST)
    lost = int(np.count_nonzero(size > 0)) - int(np.count_nonzero(chosen))
    m, df, ss = mean[chosen], size[chosen] - 1.0, squares[chosen]
    if len(m) < _FEWEST or float(np.ptp(m)) < 1 or not np.any(ss > 0):
        return Finding(name=name, value=math.nan, n_dropped=lost, method=method, notes=(tell("reason-few-pictures"),))

    def loss(theta: Floats) -> float:
        log_sd = np.clip(theta[0] + theta[1] * np.log(m), -_REACH, _REACH)
        return float((df * log_sd + 0.5 * ss * np.exp(-2 * log_sd)).sum())

    start = np.array([math.log(0.1), 1.0])
    return _exponent(loss, start, index=1, name=name, n=len(m), lost=lost, method=method, confidence=confidence)


def _exponent(
    loss: object, start: Floats, *, index: int, name: str, n: int, lost: int, method: str, confidence: float
) -> Finding:
    found = minimize(loss, start, method="Nelder-Mead", options={"maxiter": 4000, "xatol": 1e-6, "fatol": 1e-8})
    if not found.success:
        unsettled = (tell("reason-unsettled"),)
        return Finding(name=name, value=math.nan, n=n, n_dropped=lost, method=method, notes=unsettled)
    value = float(found.x[index])
    curvature = _hessian(loss, found.x)
    notes: tuple[str, ...] = ()
    interval = None
    try:
        variance = float(np.linalg.inv(curvature)[index, index])
    except np.linalg.LinAlgError:
        variance = math.nan
    if variance > 0:
        reach = float(norm.ppf((1 + confidence) / 2)) * math.sqrt(variance)
        interval = (value - reach, value + reach)
    else:
        notes = (tell("no-interval-no-peak"),)
    return Finding(
        name=name,
        value=value,
        interval=interval,
        confidence=confidence,
        n=n,
        n_dropped=lost,
        method=method,
        notes=notes,
    )


def _hessian(loss: object, at: Floats) -> Floats:
    assert callable(loss), "a loss is a function"
    k, step = len(at), 1e-3
    out = np.empty((k, k))
    for i in range(k):
        for j in range(k):
            corners = []
            for si, sj in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                shifted = at.copy()
                shifted[i] += si * step
                shifted[j] += sj * step
                corners.append(float(loss(shifted)))
            out[i, j] = (corners[0] - corners[1] - corners[2] + corners[3]) / (4 * step * step)
    return out
