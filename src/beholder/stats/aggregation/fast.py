"""The two inner loops of EM, compiled if numba is installed (extra `fast`), else in numpy: the same numbers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from beholder.stats.chunks import Chunk
    from beholder.stats.columns import Floats

__all__ = ["COMPILE_FROM", "column_sums", "confusion_posterior", "confusion_sums", "normalised"]

COMPILE_FROM = 3_000_000
"""Below this many ratings compiling costs more than it saves."""


def confusion_posterior(chunk: Chunk, log_prior: Floats, log_table: Floats) -> tuple[Floats, Floats]:
    """Posterior of each item's true value, and the log-likelihood of its ratings.

    `log_table[rater * n_values + value, true]` is the log probability that the rater reports the value.
    """
    scores = np.asarray(_incidence(chunk, log_table) @ log_table) + log_prior
    return normalised(scores)


def normalised(scores: Floats) -> tuple[Floats, Floats]:
    """Log scores as probabilities by row, and the log of each row's sum."""
    # Column by column, since numpy reduces long narrow arrays slowly by row.
    top = scores[:, 0].copy()
    for k in range(1, scores.shape[1]):
        np.maximum(top, scores[:, k], out=top)
    share = scores - top[:, None]
    np.exp(share, out=share)
    total = share[:, 0].copy()
    for k in range(1, share.shape[1]):
        total += share[:, k]
    share /= total[:, None]
    return share, top + np.log(total)


def column_sums(table: Floats) -> Floats:
    """The sum of each column of a long narrow table."""
    return np.array([table[:, k].sum() for k in range(table.shape[1])])


def _incidence(chunk: Chunk, log_table: Floats) -> Any:
    n_values = log_table.shape[1]
    report = chunk.rater.astype(np.int64) * n_values + chunk.value
    return csr_array(
        (np.ones(len(report)), report.astype(np.int32), chunk.start.astype(np.int32)),
        shape=(chunk.n_items, len(log_table)),
    )


def confusion_sums(
    chunk: Chunk, log_prior: Floats, log_table: Floats, *, compiled: bool
) -> tuple[Floats, Floats, Floats]:
    """One E-step: expected counts like `log_table`, expected number of items by value, log-likelihood."""
    kernel = _compiled() if compiled else None
    if kernel is not None:
        counts = np.zeros_like(log_table)
        items = np.zeros(len(log_prior))
        likelihood = kernel(chunk.start, chunk.rater, chunk.value, log_prior, log_table, counts, items)
        return counts, items, np.array([likelihood])
    incidence = _incidence(chunk, log_table)
    posterior, total = normalised(np.asarray(incidence @ log_table) + log_prior)
    return np.asarray(incidence.T @ posterior), column_sums(posterior), np.array([total.sum()])


@cache
def _compiled() -> Callable[..., float] | None:
    try:
        import numba
    except ImportError:
        return None
    compiled: Callable[..., float] = numba.njit(nogil=True, error_model="numpy")(_em_loop)
    return compiled


def _em_loop(
    start: NDArray[np.int64],
    rater: NDArray[np.int32],
    value: NDArray[np.int32],
    log_prior: Floats,
    log_table: Floats,
    counts: Floats,
    items: Floats,
) -> float:
    """The same E-step written item by item, without any array of the size of the data."""
    n_values = len(log_prior)
    score = np.empty(n_values)
    likelihood = 0.0
    for i in range(len(start) - 1):
        for k in range(n_values):
            score[k] = log_prior[k]
        for row in range(start[i], start[i + 1]):
            at = rater[row] * n_values + value[row]
            for k in range(n_values):
                score[k] += log_table[at, k]
        top = score[0]
        for k in range(1, n_values):
            top = max(top, score[k])
        total = 0.0
        for k in range(n_values):
            score[k] = np.exp(score[k] - top)
            total += score[k]
        likelihood += top + np.log(total)
        for k in range(n_values):
            score[k] /= total
            items[k] += score[k]
        for row in range(start[i], start[i + 1]):
            at = rater[row] * n_values + value[row]
            for k in range(n_values):
                counts[at, k] += score[k]
    return likelihood
