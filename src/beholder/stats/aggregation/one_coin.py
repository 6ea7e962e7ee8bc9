"""The one-coin model: a rater is right with one probability, and otherwise picks any other value alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats as scipy_stats
from scipy.special import expit, logit

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.aggregation.dawid_skene import known_ratings, labels_of
from beholder.stats.aggregation.em import maximise
from beholder.stats.aggregation.fast import column_sums, normalised
from beholder.stats.chunks import Chunk, ChunkEngine, MemoryEngine, Sums, run

if TYPE_CHECKING:
    from beholder.stats.aggregation.labels import Labels
    from beholder.stats.columns import Floats, Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["AbilityPrior", "OneCoin", "fit_one_coin", "one_coin"]

# keeps logarithms finite at abilities of 0 and 1
_EDGE = 1e-9
# a rule of thumb: with so many in each cell, a table of confusions per rater can be told from one number
_PLENTY = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityPrior:
    """A Beta prior on each rater's ability in pseudo-ratings, and pseudo-items shared by all values.

    The default says that raters are more often right than wrong; ten ratings outweigh it.
    """

    right: float = 2.0
    wrong: float = 1.0
    prevalence: float = 1.0

    def __post_init__(self) -> None:
        if min(self.right, self.wrong, self.prevalence) < 0:
            raise BeholderError("pseudo-ratings of a prior cannot be negative", code="stats-bad-option")


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCoin:
    """A fitted model. `information` is the number of ratings with known truth that each rater's ratings are worth."""

    prevalence: Floats
    ability: Floats
    information: Floats
    log_likelihood: float
    log_posterior: float
    passes: int

    def posterior(self, chunk: Chunk) -> Floats:
        """The probability of every value for each item of a chunk."""
        return _posterior(chunk, _AbilityState(self.ability, np.log(np.maximum(self.prevalence, 1e-300))))[0]


@dataclass(frozen=True, slots=True)
class _AbilityState:
    """Parameters, and what the last pass found."""

    ability: Floats
    log_prior: Floats
    right: Floats | None = None
    doubt: Floats | None = None
    given: Floats | None = None
    items: Floats | None = None
    log_likelihood: float = 0.0


def _posterior(chunk: Chunk, state: _AbilityState) -> tuple[Floats, Floats]:
    n_values = len(state.log_prior)
    wrong = np.log((1 - state.ability) / max(n_values - 1, 1))
    row = chunk.row_item
    votes = np.bincount(
        row * n_values + chunk.value,
        weights=(np.log(state.ability) - wrong)[chunk.rater],
        minlength=chunk.n_items * n_values,
    ).reshape(chunk.n_items, n_values)
    base = np.bincount(row, weights=wrong[chunk.rater], minlength=chunk.n_items)
    return normalised(votes + base[:, None] + state.log_prior)


class _CoinKernel:
    """One E-step: right ratings, doubtful ratings and given ratings of each rater, items of each value, likelihood."""

    def __init__(self, n_raters: int, n_values: int) -> None:
        self.n_raters, self.n_values = n_raters, n_values

    def partial(self, chunk: Chunk, params: _AbilityState) -> Sums:
        posterior, total = _posterior(chunk, params)
        # The chance that a rating is right is the posterior of the value it names.
        right = posterior.ravel()[chunk.row_item * self.n_values + chunk.value]
        sums = [
            np.bincount(chunk.rater, weights=w, minlength=self.n_raters) for w in (right, right * (1 - right), None)
        ]
        right_sum, doubt, given = (np.asarray(x, dtype=np.float64) for x in sums)
        return right_sum, doubt, given, column_sums(posterior), np.array([total.sum()])

    def finish(self, sums: Sums, params: _AbilityState) -> _AbilityState:
        right, doubt, given, items, total = sums
        return _AbilityState(params.ability, params.log_prior, right, doubt, given, items, float(total[0]))


def fit_one_coin(
    engine: ChunkEngine,
    *,
    prior: AbilityPrior | None = AbilityPrior(),  # noqa: B008 - frozen
    tolerance: float = 1e-9,
    max_passes: int = 2000,
) -> OneCoin:
    """Fit the model to all ratings of an engine by EM, from raters that are all equally able.

    Stops when a pass gains less than `tolerance` per rating in log posterior; else ConvergenceError. `prior=None` gives
    maximum likelihood.
    """
    n_raters, n_values = engine.n_raters, engine.n_values
    kernel = _CoinKernel(n_raters, n_values)
    right, wrong, base = (0.0, 0.0, 0.0) if prior is None else (prior.right, prior.wrong, prior.prevalence / n_values)

    def unpack(params: Floats) -> _AbilityState:
        return _AbilityState(np.clip(expit(params[:n_raters]), _EDGE, 1 - _EDGE), params[n_raters:])

    def step(params: Floats) -> tuple[Floats, float]:
        state = run(engine, kernel, unpack(params))
        assert state.right is not None, "a pass has been made"
        assert state.given is not None, "a pass has been made"
        assert state.items is not None, "a pass has been made"
        total = state.given + right + wrong
        ability = np.where(total > 0, (state.right + right) / np.where(total > 0, total, 1.0), 1.0 / n_values)
        prevalence = np.maximum((state.items + base) / (state.items + base).sum(), 1e-300)
        penalty = right * np.log(state.ability).sum() + wrong * np.log(1 - state.ability).sum()
        penalty += base * state.log_prior.sum()
        new = np.concatenate([logit(np.clip(ability, _EDGE, 1 - _EDGE)), np.log(prevalence)])
        return new, state.log_likelihood + float(penalty)

    def project(params: Floats) -> Floats:
        edge = float(logit(1 - _EDGE))
        shares = params[n_raters:] - params[n_raters:].max()
        return np.concatenate([np.clip(params[:n_raters], -edge, edge), shares - np.log(np.exp(shares).sum())])

    start = np.concatenate([np.full(n_raters, logit(0.7)), np.full(n_values, -np.log(n_values))])
    fit = maximise(
        step,
        start,
        project=project,
        tolerance=tolerance * engine.n_ratings,
        max_passes=max_passes,
        what="one-coin model",
        accelerate=prior is not None,
    )
    final = run(engine, kernel, unpack(fit.params))
    assert final.given is not None, "a pass has been made"
    assert final.doubt is not None, "a pass has been made"
    return OneCoin(
        prevalence=np.exp(fit.params[n_raters:]),
        ability=final.ability,
        information=known_ratings(final.ability, final.given, final.doubt),
        log_likelihood=final.log_likelihood,
        log_posterior=fit.objective,
        passes=fit.passes,
    )


def one_coin(
    ratings: Ratings,
    *,
    prior: AbilityPrior | None = AbilityPrior(),  # noqa: B008 - frozen
    tolerance: float = 1e-9,
    max_passes: int = 2000,
    confidence: float = 0.95,
) -> tuple[Labels, OneCoin]:
    """The most probable value of each item if raters differ in ability: the default way to aggregate.

    Model: an item's true value k has probability π_k; rater r reports k with probability a_r and each other value with
    (1 - a_r) / (K - 1), independently of all else. One number per rater, so a dozen ratings each will do; but raters who
    share a bias (all miss the same value) mislead it, and then `dawid_skene` is right: a note says when the ratings
    suffice for that model. `ability` findings have Beta intervals on as many ratings as the rater's are worth when the truth is not known (Louis 1982).
    """
    if not len(ratings):
        raise BeholderError("there are no ratings", code="stats-no-ratings")
    engine = MemoryEngine(ratings)
    model = fit_one_coin(engine, prior=prior, tolerance=tolerance, max_passes=max_passes)
    posterior = np.full((len(ratings.items), len(ratings.values)), np.nan)
    for codes, part in engine.each(lambda chunk: (chunk.items, model.posterior(chunk))):
        posterior[codes] = part
    method = Text(tell("one-coin-likelihood" if prior is None else "one-coin-prior"), tell("n-in-ratings"))
    notes = [tell("note-passes", n=model.passes), *ratings.notes]
    if len(ratings) >= _PLENTY * len(np.unique(ratings.rater)) * len(ratings.values):
        notes.append(tell("note-plenty", n=_PLENTY))
    findings = [
        Finding(
            name="log_likelihood",
            value=model.log_likelihood,
            n=len(ratings),
            n_dropped=ratings.n_dropped,
            method=method,
            notes=tuple(notes),
        )
    ]
    findings += [
        Finding(name=f"prevalence[{value}]", value=float(share), n=len(ratings), method=method)
        for value, share in zip(ratings.values, model.prevalence, strict=True)
    ]
    ability = _ability(ratings, model, prior, confidence)
    return labels_of(ratings, posterior, findings=tuple(findings), ability=ability), model


def _ability(ratings: Ratings, model: OneCoin, prior: AbilityPrior | None, confidence: float) -> dict[Any, Finding]:
    given = np.bincount(ratings.rater, minlength=len(ratings.raters))
    right, wrong = (0.0, 0.0) if prior is None else (prior.right, prior.wrong)
    a = model.ability * model.information + right + 0.5
    b = (1 - model.ability) * model.information + wrong + 0.5
    tail = (1 - confidence) / 2
    low, high = scipy_stats.beta.ppf(tail, a, b), scipy_stats.beta.ppf(1 - tail, a, b)
    single = len(ratings.values) < 2
    return {
        name: Finding(
            name=f"ability[{name}]",
            value=float("nan") if single else float(model.ability[r]),
            interval=None if single else (float(low[r]), float(high[r])),
            confidence=confidence,
            n=int(given[r]),
            method=Text(tell("one-coin-right"), tell("n-in-ratings"), tell("beta-interval")),
            notes=(tell("note-one-value"),) if single else (),
        )
        for r, name in enumerate(ratings.raters)
        if given[r]
    }
