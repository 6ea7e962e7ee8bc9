"""The ratio difference ((v - w) / (v + w))² summed over pairs: it has no short form, so it gets a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.fft import irfft, rfft

from beholder.stats.agreement.patterns import pair_sums

if TYPE_CHECKING:
    from beholder.stats.columns import Floats

__all__ = ["ratio_disagreement", "ratio_within"]

_TABLE_VALUES = 2_000
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
    place = (logs - logs.min()) / step
    left = np.minimum(place.astype(np.int64), _GRID - 2)
    share = place - left
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
