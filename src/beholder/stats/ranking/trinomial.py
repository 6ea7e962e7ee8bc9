"""Maximum likelihood for models of left win, right win and tie that depend on a difference of strengths.

One Newton iteration serves all of them, on counts per ordered pair, and on many tables of counts at once: a bootstrap
of a million comparisons costs as much as one of a thousand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit

from beholder.stats.columns import Floats
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE
from beholder.stats.results import ConvergenceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.stats.columns import Codes

__all__ = ["MODELS", "Pieces", "Solution", "fit_counts"]


_HALVINGS = 30
"""A step halved so often is a billionth of itself: there is no way up in its direction."""


class Pieces(NamedTuple):
    """Log-likelihood, score and Fisher information of each pair, by its strength difference d and tie term eta."""

    log_likelihood: Floats
    d: Floats
    eta: Floats
    dd: Floats
    de: Floats
    ee: Floats


def _bradley_terry(d: Floats, eta: Floats, y: Floats) -> Pieces:
    """P(left) = 1 / (1 + exp(-d)); ties do not exist."""
    p = expit(d)
    n = y[..., LEFT] + y[..., RIGHT]
    zero = np.zeros_like(d)
    return Pieces(
        log_likelihood=y[..., LEFT] * log_expit(d) + y[..., RIGHT] * log_expit(-d),
        d=y[..., LEFT] - n * p,
        eta=zero,
        dd=n * p * (1 - p),
        de=zero,
        ee=zero,
    )


def _davidson(d: Floats, eta: Floats, y: Floats) -> Pieces:
    """P(left) : P(right) : P(tie) = exp(d/2) : exp(-d/2) : exp(eta)."""
    n = y.sum(axis=-1)
    size = np.abs(d)
    total = np.logaddexp(size / 2 + np.log1p(np.exp(-size)), eta)
    tie = np.exp(eta - total)
    left, right = np.exp(d / 2 - total), np.exp(-d / 2 - total)
    lead = left - right
    return Pieces(
        log_likelihood=(y[..., LEFT] - y[..., RIGHT]) * d / 2 + y[..., TIE] * eta - n * total,
        d=(y[..., LEFT] - y[..., RIGHT] - n * lead) / 2,
        eta=y[..., TIE] - n * tie,
        dd=n * (left + right - lead**2) / 4,
        de=-n * lead * tie / 2,
        ee=n * tie * (1 - tie),
    )


def _rao_kupper(d: Floats, eta: Floats, y: Floats) -> Pieces:
    """P(left) = 1 / (1 + exp(eta - d)), P(right) = 1 / (1 + exp(eta + d)), a tie is the rest."""
    n = y.sum(axis=-1)
    left, right = expit(d - eta), expit(-d - eta)
    tie = np.maximum(expit(d + eta) - left, 0.0)
    slope_left, slope_right = left * (1 - left), right * (1 - right)
    p = np.stack([left, right, tie], axis=-1)
    by_d = np.stack([slope_left, -slope_right, slope_right - slope_left], axis=-1)
    by_eta = np.stack([-slope_left, -slope_right, slope_left + slope_right], axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_p = np.where(y > 0, y * np.log(p), 0.0)
        per = np.where(p > 0, 1 / p, 0.0)
    return Pieces(
        log_likelihood=log_p.sum(axis=-1),
        d=(y * by_d * per).sum(axis=-1),
        eta=(y * by_eta * per).sum(axis=-1),
        dd=n * (by_d * by_d * per).sum(axis=-1),
        de=n * (by_d * by_eta * per).sum(axis=-1),
        ee=n * (by_eta * by_eta * per).sum(axis=-1),
    )


MODELS: dict[str, Callable[[Floats, Floats, Floats], Pieces]] = {
    "bradley-terry": _bradley_terry,
    "davidson": _davidson,
    "rao-kupper": _rao_kupper,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """Estimates for each of B tables: strengths with mean 0, the tie term (log nu, or eta), the position term.

    `inverse` is the inverse information of (strengths, tie, position), computed for a single table that converged: with
    strengths held to mean 0 it is their covariance under the model. Rows of terms that are not in the model are 0.
    """

    strength: Floats
    tie: Floats
    position: Floats
    log_likelihood: Floats
    converged: NDArray[np.bool_]
    inverse: Floats | None


def fit_counts(
    counts: Floats,
    *,
    left: Codes,
    right: Codes,
    m: int,
    model: str,
    ties: bool,
    position: bool,
    prior_sd: float | None = None,
    start: Floats | None = None,
    tolerance: float = 1e-9,
    max_passes: int = 100,
    strict: bool = True,
) -> Solution:
    """Newton's method (Fisher scoring for Rao-Kupper) with step halving on `counts` of shape (B, pairs, 3).

    `prior_sd` adds a normal prior with that SD on every term, for separable data. `start` is (m + 2) parameters.
    With `strict`, a table that does not settle raises `ConvergenceError`; else its row says `converged = False`.
    """
    kernel = MODELS[model]
    tables = counts if counts.ndim == 3 else counts[None]
    n_tables = len(tables)
    beta = np.zeros((n_tables, m + 2))
    if start is not None:
        beta[:] = start
    elif ties:
        beta[:, m] = _tie_start(tables, model)
    free = np.array([ties, position])
    ridge = 0.0 if prior_sd is None else prior_sd**-2
    layout = _Scatter(left, right, m, n_tables)

    def value(b: Floats, y: Floats) -> tuple[Pieces, Floats]:
        d = b[:, left] - b[:, right] + b[:, m + 1 :]
        pieces = kernel(d, np.broadcast_to(b[:, m : m + 1], d.shape), y)
        return pieces, pieces.log_likelihood.sum(axis=1) - ridge / 2 * (b**2).sum(axis=1)

    pieces, height = value(beta, tables)
    active = np.arange(n_tables)
    change = np.full(n_tables, np.inf)
    passes = 0
    for passes in range(1, max_passes + 1):
        y = tables[active]
        information, score = layout.system(pieces, beta[active], free, ridge)
        step = _solved(information, score)
        # the whole step tells how far the peak is; a halved one is small wherever the search stands still
        change[active] = np.abs(step).max(axis=1)
        scale = np.ones(len(active))
        for _ in range(_HALVINGS):
            trial = beta[active] + scale[:, None] * step
            new_pieces, new_height = value(trial, y)
            worse = ~(new_height >= height[active] - 1e-10 * (1 + np.abs(height[active])))
            if not worse.any():
                break
            scale[worse] /= 2
        risen = active[~worse]
        beta[risen] = trial[~worse]
        height[risen] = new_height[~worse]
        # who finds no way up in the direction of the step stays where they are, and has not converged
        going = (change[active] > tolerance) & ~worse
        active = active[going]
        if not len(active):
            break
        pieces = Pieces(*(x[going] for x in new_pieces))
    final, height = value(beta, tables)
    _, score = layout.system(final, beta, free, ridge)
    # where the information is singular or a probability is 0, a step may be small without a peak
    flat = np.abs(score).max(axis=1) <= tolerance * (1 + tables.sum(axis=(1, 2)))
    converged = (change <= tolerance) & flat & np.isfinite(height)
    inverse = layout.inverse(final, free, ridge) if n_tables == 1 and converged[0] else None
    if n_tables == 1:
        converged &= inverse is not None
    if strict and not converged.all():
        worst = float(change[~converged].max())
        raise ConvergenceError(f"the {model} fit", passes=passes, change=worst, tolerance=tolerance)
    return Solution(
        strength=beta[:, :m],
        tie=beta[:, m],
        position=beta[:, m + 1],
        log_likelihood=final.log_likelihood.sum(axis=1),
        converged=converged,
        inverse=inverse,
    )


def _tie_start(tables: Floats, model: str) -> Floats:
    total = tables.sum(axis=1)
    share = np.clip(total[:, TIE] / total.sum(axis=1), 1e-3, 1 - 1e-3)
    odds = 2 * share / (1 - share) if model == "davidson" else (1 + share) / (1 - share)
    return np.asarray(np.log(odds))


def _solved(information: Floats, score: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.solve(information, score[..., None])[..., 0])
    except np.linalg.LinAlgError:
        return np.stack([_least_squares(a, b) for a, b in zip(information, score, strict=True)])


def _least_squares(information: Floats, score: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.lstsq(information, score)[0])
    except np.linalg.LinAlgError:
        # overflow somewhere: no step at all, and so no convergence
        return np.full(len(score), np.nan)


class _Scatter:
    """Scatters per-pair pieces into the (m + 2)-square system of each table."""

    def __init__(self, left: Codes, right: Codes, m: int, n_tables: int) -> None:
        self.m = m
        self.left = left.astype(np.int64)
        self.right = right.astype(np.int64)

    def _by_system(self, signed: Floats) -> Floats:
        """Sum over pairs of x at the left system minus x at the right one."""
        b, m = len(signed), self.m
        offset = m * np.arange(b)[:, None]
        flat = signed.ravel()
        plus = np.bincount((offset + self.left).ravel(), weights=flat, minlength=b * m)
        minus = np.bincount((offset + self.right).ravel(), weights=flat, minlength=b * m)
        return np.asarray((plus - minus).reshape(b, m))

    def _information(self, pieces: Pieces, free: NDArray[np.bool_], ridge: float) -> Floats:
        m, b = self.m, len(pieces.dd)
        out = np.zeros((b, m + 2, m + 2))
        cell = (m * m * np.arange(b)[:, None] + m * self.left + self.right).ravel()
        laplacian = -np.bincount(cell, weights=pieces.dd.ravel(), minlength=b * m * m).reshape(b, m, m)
        laplacian += laplacian.transpose(0, 2, 1).copy()
        diagonal = np.arange(m)
        laplacian[:, diagonal, diagonal] = -laplacian.sum(axis=2)
        # Strengths are only known up to a constant: the added 1 fixes their mean and leaves every step unchanged.
        scale = laplacian[:, diagonal, diagonal].mean(axis=1)
        self.anchor = np.where(scale > 0, scale, 1.0)
        out[:, :m, :m] = laplacian + self.anchor[:, None, None] / m
        if free[0]:
            out[:, :m, m] = out[:, m, :m] = self._by_system(pieces.de)
            out[:, m, m] = pieces.ee.sum(axis=1)
        if free[1]:
            out[:, :m, m + 1] = out[:, m + 1, :m] = self._by_system(pieces.dd)
            out[:, m + 1, m + 1] = pieces.dd.sum(axis=1)
        if free.all():
            out[:, m, m + 1] = out[:, m + 1, m] = pieces.de.sum(axis=1)
        for k in np.flatnonzero(~free):
            out[:, m + k, m + k] = 1.0
        every = np.arange(m + 2)
        out[:, every, every] += ridge
        return out

    def system(self, pieces: Pieces, beta: Floats, free: NDArray[np.bool_], ridge: float) -> tuple[Floats, Floats]:
        score = np.zeros_like(beta)
        score[:, : self.m] = self._by_system(pieces.d)
        if free[0]:
            score[:, self.m] = pieces.eta.sum(axis=1)
        if free[1]:
            score[:, self.m + 1] = pieces.d.sum(axis=1)
        score -= ridge * beta
        return self._information(pieces, free, ridge), score

    def inverse(self, pieces: Pieces, free: NDArray[np.bool_], ridge: float) -> Floats | None:
        """Nothing where the likelihood is flat in some direction."""
        m = self.m
        try:
            out = np.linalg.inv(self._information(pieces, free, ridge)[0])
        except np.linalg.LinAlgError:
            return None
        out[:m, :m] -= 1 / (m * (self.anchor[0] + ridge))
        for k in np.flatnonzero(~free):
            out[m + k, :] = out[:, m + k] = 0.0
        return np.asarray(out)
