"""Means as if every item had been seen by the average rater: the fair average."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import lsmr

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.comparison.means import standard_error
from beholder.stats.resampling.bootstrap import t_interval
from beholder.stats.resampling.clusters import clustered_variance
from beholder.stats.results import ConvergenceError

if TYPE_CHECKING:
    from beholder.stats.columns import Floats
    from beholder.stats.comparison.scores import Scores

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["fair_mean_ratings"]

# steps end where the solution no longer moves in a double
_TOLERANCE = 1e-12
# connected designs settle in tens of passes; one that does not is an error, not a number
_MAX_PASSES = 10_000


def fair_mean_ratings(scores: Scores, system: str, *, confidence: float = 0.95) -> Finding:
    """The mean of a system with the severity of its raters taken out, so that who rated what does not matter.

    Model: rating = value of the system on the block - severity of the rater + error; severities add up to zero and are
    fitted by least squares through everything that two raters both rated, of any system. The fair mean is the mean over
    blocks of the fitted values. Where every rater rated everything it is the plain mean of block means.
    The interval is t over blocks (blocks - 1 df), with the error of the severities in it; it speaks of these raters.
    NaN where raters are not linked by what they rated, or without ratings of the system. Linacre 1989, Many-Facet Rasch
    Measurement, names the idea; this is its linear form.
    """
    if scores.rater is None:
        raise BeholderError("a fair mean needs to know the raters", code="stats-bad-column")
    name, method = f"fair_mean:{system}", tell("fair-mean")
    chosen = scores.code_of(system)
    key = scores.system.astype(np.int64) * max(len(scores.blocks), 1) + scores.block
    cells, cell = np.unique(key, return_inverse=True)
    present, rater = np.unique(scores.rater, return_inverse=True)
    of_system = cells // max(len(scores.blocks), 1) == chosen
    shared: dict[str, Any] = {"name": name, "n": int(np.count_nonzero(scores.system == chosen))}
    shared |= {"n_dropped": scores.n_dropped, "confidence": confidence}
    reason = _unlinked(cell, rater, len(cells), len(present)) if of_system.any() else tell("reason-nothing-rated")
    if reason:
        return Finding(value=math.nan, method=method, notes=(*scores.notes, reason), **shared)
    size = np.bincount(cell).astype(np.float64)
    cell_mean = np.bincount(cell, weights=scores.value) / size
    weight = of_system / np.count_nonzero(of_system)
    # The mean is linear in the ratings; z says how much each rater's deviations from cell means count in it.
    effect = _rater_solve(cell, rater, size, np.bincount(rater, weights=scores.value - cell_mean[cell]))
    z = _rater_solve(cell, rater, size, np.bincount(rater, weights=(weight / size)[cell]))
    fitted = np.bincount(cell, weights=scores.value - effect[rater]) / size
    value = float(weight @ fitted)
    rest = scores.value - effect[rater] - fitted[cell]
    z_mean = np.bincount(cell, weights=z[rater]) / size
    influence = (weight * (fitted - value) / size)[cell] - (z[rater] - z_mean[cell]) * rest

    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    blocks = np.unique(scores.block[scores.system == chosen])
    spread = clustered_variance(sum_by, item=scores.block, rater=None)
    se = standard_error(spread)
    df = len(blocks) - 1
    known = df >= 1 and se > 1e-14 * max(abs(value), 1e-300)
    notes = scores.notes if known else (*scores.notes, tell("no-interval-blocks-flat"))
    return Finding(
        value=value,
        interval=t_interval(value, se, df=df, confidence=confidence) if known else None,
        method=Text(method, tell("t-interval-over-blocks", df=df)),
        notes=notes,
        **shared,
    )


def _unlinked(cell: Any, rater: Any, n_cells: int, n_raters: int) -> str:
    who = csr_array((np.ones(len(cell)), (rater, cell)), shape=(n_raters, n_cells))
    parts = int(connected_components(who @ who.T, directed=False)[0])
    return "" if parts == 1 else tell("reason-nothing-in-common", n=parts)


def _rater_solve(cell: Any, rater: Any, size: Any, right: Any) -> Floats:
    """The solution, with sum 0, of the normal equations of raters after cell means are taken out."""
    given = np.bincount(rater).astype(np.float64)
    who = csr_array((np.ones(len(cell)), (rater, cell)), shape=(len(given), len(size)))
    laplacian = diags_array(given) - who @ diags_array(1 / size) @ who.T
    centred = right - right.mean()
    if not np.any(centred):
        return np.zeros(len(given))
    answer, stopped, passes, residual, *_ = lsmr(
        laplacian.tocsr(), centred, atol=_TOLERANCE, btol=_TOLERANCE, conlim=0, maxiter=_MAX_PASSES
    )
    if stopped >= 4:
        raise ConvergenceError("rater severity", passes=int(passes), change=float(residual), tolerance=_TOLERANCE)
    return np.asarray(answer - answer.mean())
