"""Dawid and Skene's model: every rater has a confusion table of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.aggregation.em import maximise
from beholder.stats.aggregation.fast import COMPILE_FROM, confusion_posterior, confusion_sums
from beholder.stats.aggregation.labels import Labels, entropy_of
from beholder.stats.chunks import Chunk, ChunkEngine, MemoryEngine, Sums, run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from beholder.stats.columns import Floats, Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["ConfusionPrior", "DawidSkene", "dawid_skene", "fit_dawid_skene"]

# Stands for log 0: far below any true log probability, and still safe to add up.
_LOG_ZERO = -1e4


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionPrior:
    """A Dirichlet prior on each row of each rater's table, in pseudo-ratings: raters are better than chance.

    `correct` ratings of the true value, and `spread` ratings shared evenly by all values; `prevalence` items shared by
    all values. The default holds back raters with few ratings and fades with many.
    """

    correct: float = 2.0
    spread: float = 1.0
    prevalence: float = 1.0

    def __post_init__(self) -> None:
        if min(self.correct, self.spread, self.prevalence) < 0:
            raise BeholderError("pseudo-ratings of a prior cannot be negative", code="stats-bad-option")


@dataclass(frozen=True, slots=True, kw_only=True)
class DawidSkene:
    """A fitted model. `confusion[r, k, v]`: probability that rater r reports v when k is true."""

    prevalence: Floats
    confusion: Floats
    log_likelihood: float
    log_posterior: float
    passes: int

    def posterior(self, chunk: Chunk) -> Floats:
        """The probability of every value for each item of a chunk."""
        log_prior, log_table = _logs(self.prevalence, self.confusion)
        return confusion_posterior(chunk, log_prior, log_table)[0]


def _logs(prevalence: Floats, confusion: Floats) -> tuple[Floats, Floats]:
    """Logs in the layout of the inner loop: table[rater * values + reported, true]."""
    n_raters, n_values, _ = confusion.shape
    with np.errstate(divide="ignore"):
        table = np.log(confusion.transpose(0, 2, 1)).reshape(n_raters * n_values, n_values)
        return np.maximum(np.log(prevalence), _LOG_ZERO), np.maximum(np.ascontiguousarray(table), _LOG_ZERO)


def _floored_logs(table: Floats, prevalence: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        logs = np.concatenate([np.log(table).ravel(), np.log(prevalence)])
    return np.asarray(np.maximum(logs, _LOG_ZERO))


@dataclass(frozen=True, slots=True)
class _TableState:
    """Parameters as logs, and what the last pass found."""

    log_prior: Floats
    log_table: Floats
    counts: Floats | None = None
    items: Floats | None = None
    log_likelihood: float = 0.0


class _ConfusionKernel:
    """One E-step over a chunk; the M-step happens outside, where the prior is."""

    def __init__(self, *, compiled: bool) -> None:
        self.compiled = compiled

    def partial(self, chunk: Chunk, params: _TableState) -> Sums:
        return confusion_sums(chunk, params.log_prior, params.log_table, compiled=self.compiled)

    def finish(self, sums: Sums, params: _TableState) -> _TableState:
        return _TableState(params.log_prior, params.log_table, sums[0], sums[1], float(sums[2][0]))


class _ShareKernel:
    """The start: an item is each value with the share of ratings that say so."""

    def __init__(self, n_raters: int, n_values: int) -> None:
        self.n_raters, self.n_values = n_raters, n_values

    def partial(self, chunk: Chunk, params: _TableState) -> Sums:
        row = chunk.row_item
        tally = np.bincount(row * self.n_values + chunk.value, minlength=chunk.n_items * self.n_values)
        share = tally.reshape(chunk.n_items, self.n_values) / np.diff(chunk.start)[:, None]
        report = chunk.rater.astype(np.int64) * self.n_values + chunk.value
        size = self.n_raters * self.n_values
        columns = [np.bincount(report, weights=share[row, k], minlength=size) for k in range(self.n_values)]
        return np.stack(columns, axis=1), share.sum(axis=0), np.zeros(1)

    def finish(self, sums: Sums, params: _TableState) -> _TableState:
        return _TableState(params.log_prior, params.log_table, sums[0], sums[1])


def fit_dawid_skene(
    engine: ChunkEngine,
    *,
    prior: ConfusionPrior | None = ConfusionPrior(),  # noqa: B008 - frozen
    tolerance: float = 1e-9,
    max_passes: int = 2000,
) -> DawidSkene:
    """Fit the model to all ratings of an engine by EM in log space, from shares of ratings.

    `prior=None` gives maximum likelihood, which needs many ratings per rater and value. Stops when a pass gains less than
    `tolerance` per rating in log posterior; else ConvergenceError.
    """
    n_raters, n_values = engine.n_raters, engine.n_values
    shape = (n_raters, n_values, n_values)
    cells = n_raters * n_values * n_values
    pseudo = np.zeros((n_values, n_values))
    base = 0.0
    if prior is not None:
        pseudo = np.full((n_values, n_values), prior.spread / n_values) + prior.correct * np.eye(n_values)
        base = prior.prevalence / n_values
    kernel = _ConfusionKernel(compiled=engine.n_ratings >= COMPILE_FROM)

    def maximised(state: _TableState) -> Floats:
        assert state.counts is not None, "a pass has been made"
        assert state.items is not None, "a pass has been made"
        reported = state.counts.reshape(shape) + pseudo
        total = reported.sum(axis=1, keepdims=True)
        # A true value that no rating of a rater bears on leaves that row open: every report alike.
        table = np.where(total > 0, reported / np.where(total > 0, total, 1.0), 1.0 / n_values)
        prevalence = (state.items + base) / (state.items + base).sum()
        return _floored_logs(table, prevalence)

    def unpack(params: Floats) -> _TableState:
        return _TableState(params[cells:], params[:cells].reshape(n_raters * n_values, n_values))

    def step(params: Floats) -> tuple[Floats, float]:
        state = run(engine, kernel, unpack(params))
        prior_term = float((params[:cells].reshape(shape) * pseudo).sum()) + base * float(params[cells:].sum())
        return maximised(state), state.log_likelihood + (prior_term if prior is not None else 0.0)

    def project(params: Floats) -> Floats:
        table = np.exp(np.minimum(params[:cells].reshape(shape), 0.0))
        table /= table.sum(axis=1, keepdims=True)
        prevalence = np.exp(np.minimum(params[cells:], 0.0))
        return _floored_logs(table, prevalence / prevalence.sum())

    empty = _TableState(np.zeros(n_values), np.zeros((n_raters * n_values, n_values)))
    start = maximised(run(engine, _ShareKernel(n_raters, n_values), empty))
    fit = maximise(
        step,
        start,
        project=project,
        tolerance=tolerance * engine.n_ratings,
        max_passes=max_passes,
        what="Dawid-Skene",
        accelerate=prior is not None,
    )
    final = run(engine, kernel, unpack(fit.params))
    return DawidSkene(
        prevalence=np.exp(fit.params[cells:]),
        confusion=np.exp(fit.params[:cells].reshape(shape)).transpose(0, 2, 1),
        log_likelihood=final.log_likelihood,
        log_posterior=fit.objective,
        passes=fit.passes,
    )


def dawid_skene(
    ratings: Ratings,
    *,
    prior: ConfusionPrior | None = ConfusionPrior(),  # noqa: B008 - frozen
    tolerance: float = 1e-9,
    max_passes: int = 2000,
    confidence: float = 0.95,
) -> tuple[Labels, DawidSkene]:
    """The most probable value of each item if raters confuse values each in their own way.

    Model: an item's true value k has probability π_k; rater r then reports v with probability θ_r[k, v], independently of
    all else. Fitted by EM with the prior given. `ability` of a rater is Σ_k π_k θ_r[k, k], the chance of a right report,
    with a Beta interval on as many ratings as the rater's are worth when the truth is not known. Repeats by one rater are allowed if `ratings` kept them.

    Dawid & Skene (1979) Applied Statistics 28. Prefer `one_coin` unless raters have some 20 ratings per value: with fewer
    the tables are poorly known, and `confidence`, which takes them as known, is too high.
    """
    if not len(ratings):
        raise BeholderError("there are no ratings", code="stats-no-ratings")
    engine = MemoryEngine(ratings)
    model = fit_dawid_skene(engine, prior=prior, tolerance=tolerance, max_passes=max_passes)
    posterior = np.full((len(ratings.items), len(ratings.values)), np.nan)
    for codes, part in engine.each(lambda chunk: (chunk.items, model.posterior(chunk))):
        posterior[codes] = part
    ability = _ability(ratings, model, posterior, prior, confidence)
    n_dropped = ratings.n_dropped
    method = Text(tell("dawid-skene-likelihood" if prior is None else "dawid-skene-prior"), tell("n-in-ratings"))
    findings = [
        Finding(
            name="log_likelihood",
            value=model.log_likelihood,
            n=len(ratings),
            n_dropped=n_dropped,
            method=method,
            notes=(tell("note-passes", n=model.passes), *ratings.notes),
        )
    ]
    findings += [
        Finding(name=f"prevalence[{value}]", value=float(share), n=len(ratings), n_dropped=n_dropped, method=method)
        for value, share in zip(ratings.values, model.prevalence, strict=True)
    ]
    return labels_of(ratings, posterior, findings=tuple(findings), ability=ability), model


def labels_of(
    ratings: Ratings, posterior: Floats, *, findings: tuple[Finding, ...], ability: Mapping[Any, Finding]
) -> Labels:
    """The most probable value of each item; items without a rating get none."""
    rated = ~np.isnan(posterior).any(axis=1)
    chosen = np.where(rated, np.argmax(np.where(np.isnan(posterior), 0.0, posterior), axis=1), -1).astype(np.int32)
    return Labels(
        items=ratings.items,
        values=ratings.values,
        posterior=posterior,
        chosen=chosen,
        confidence=np.where(rated, posterior.max(axis=1), np.nan),
        entropy=entropy_of(posterior),
        findings=findings,
        ability=ability,
    )


def known_ratings(ability: Floats, given: Floats, doubt: Floats) -> Floats:
    """How many ratings with known truth the ratings of each rater are worth.

    Louis (1982): what is known of a rater is what ratings with known truth would tell, less what not knowing it hides.
    `doubt` is the sum of q (1 - q) over a rater's ratings, q the probability that the rating is right.
    """
    noise = np.maximum(ability * (1 - ability), 1e-9)
    return np.clip(given - doubt / noise, 0.0, given)


def _ability(
    ratings: Ratings, model: DawidSkene, posterior: Floats, prior: ConfusionPrior | None, confidence: float
) -> dict[Any, Finding]:
    n_raters = len(ratings.raters)
    right = np.einsum("k,rkk->r", model.prevalence, model.confusion)
    given = np.bincount(ratings.rater, minlength=n_raters)
    sure = posterior[ratings.item, ratings.value]
    doubt = np.asarray(np.bincount(ratings.rater, weights=sure * (1 - sure), minlength=n_raters), dtype=np.float64)
    size = known_ratings(right, given.astype(np.float64), doubt)
    size = size + (0.0 if prior is None else prior.correct + prior.spread)
    tail = (1 - confidence) / 2
    low, high = (scipy_stats.beta.ppf(p, right * size + 0.5, (1 - right) * size + 0.5) for p in (tail, 1 - tail))
    return {
        name: Finding(
            name=f"ability[{name}]",
            value=float(right[r]),
            interval=(float(low[r]), float(high[r])),
            confidence=confidence,
            n=int(given[r]),
            method=Text(tell("dawid-skene-right"), tell("n-in-ratings"), tell("beta-interval")),
        )
        for r, name in enumerate(ratings.raters)
        if given[r]
    }
