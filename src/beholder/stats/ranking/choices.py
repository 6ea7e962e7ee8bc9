"""Choices out of menus: the conditional logit behind rankings and best–worst, by Newton's method.

A menu is a set of alternatives, each with a utility that is linear in the strengths and a few further terms; the chosen
one has a probability in proportion to exp(utility). Menus that look alike are kept once, whoever chose from them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_array

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.messages import tell
from beholder.stats.ranking.graph import Separation
from beholder.stats.ranking.open_gaps import clusters_in, wins_of_pairs, with_open_gaps
from beholder.stats.ranking.strengths import Strengths, critical
from beholder.stats.resampling.clusters import clustered_variance
from beholder.stats.results import ConvergenceError
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from beholder.stats.columns import Codes

__all__ = ["CLUSTERS", "Choices", "anchored_inverse", "fit_choices", "separable_choices"]

CLUSTERS = ("both", "list", "rater", "none")
"""By what standard errors of choices may be clustered."""

_Codes: TypeAlias = "Codes | None"
_TOLERANCE = 1e-9
_MOST_PASSES = 100
# a step halved so often is a billionth of itself
_HALVINGS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """`features[a]` are the coefficients of alternative a of menu `menu[a]`; menus are contiguous and ascend from 0.

    The first `len(names)` terms are strengths, known up to a constant. Choice c took alternative `chosen[c]`, in the
    list `listed[c]` by the rater `rater[c]`. `terms` names what follows the strengths, as logarithms.
    """

    names: tuple[str, ...]
    terms: tuple[str, ...]
    features: csr_array
    menu: NDArray[np.int64]
    chosen: NDArray[np.int64]
    listed: Codes
    rater: Codes | None

    @property
    def n_terms(self) -> int:
        """Strengths and further terms."""
        return len(self.names) + len(self.terms)


@dataclass(frozen=True, slots=True)
class _Point:
    """The likelihood at some values of the terms."""

    log_likelihood: float
    probability: Floats
    mean: Any
    """Expected features of each menu."""


def fit_choices(
    choices: Choices,
    *,
    separation: Separation,
    cluster: str,
    confidence: float,
    prior_sd: float,
    n: int,
    n_dropped: int,
    method: str,
    wins: Iterable[tuple[int, int]],
    as_estimated: bool,
    notes: tuple[str, ...] = (),
) -> Strengths:
    """Maximum likelihood with standard errors clustered by list and rater; shrunk by a normal prior where separable.

    `wins` are pairs of winner and loser, one for each time; of separable choices errors rest on them, unless they are to
    be `as_estimated`.
    """
    if cluster not in CLUSTERS:
        raise BeholderError(f'cluster must be one of {", ".join(CLUSTERS)}; got "{cluster}"', code="stats-bad-option")
    if not 0 < confidence < 1:
        raise BeholderError(f"confidence lies between 0 and 1, got {confidence}", code="stats-bad-option")
    if separation.separable:
        notes = (*notes, tell("note-separation", how=separation, sd=f"{prior_sd:g}"))
    ridge = prior_sd**-2 if separation.separable else 0.0
    beta, point, information = _maximum(choices, ridge)
    m = len(choices.names)
    covariance = inverse = anchored_inverse(information, m, ridge)
    df = math.inf
    how: str = tell("model-errors")
    listed, rater = _clusters(choices, cluster)
    if cluster != "none":
        covariance, df, how, more = _clustered(choices, point, inverse, listed, rater)
        notes = (*notes, *more)
    if separation.separable and not as_estimated:
        notes = (*notes, tell("note-open-gaps"))
        covariance = with_open_gaps(
            covariance,
            inverse=inverse,
            score=beta[:m],
            names=choices.names,
            separation=separation,
            wins=wins_of_pairs(wins, m),
            reach=critical(df, confidence),
            clusters=clusters_in(listed, rater),
            confidence=confidence,
        )
    method = Text(method, how)
    shared: dict[str, Any] = {"n": n, "n_dropped": n_dropped, "method": method, "notes": notes}
    return Strengths(
        names=choices.names,
        score=beta[:m],
        covariance=covariance[:m, :m],
        df=df,
        tie=None,
        position=None,
        log_likelihood=Finding(name="log_likelihood", value=point.log_likelihood, **shared),
        confidence=confidence,
        separation=separation,
        terms=_terms(choices, beta, covariance, critical(df, confidence), confidence, shared),
        **shared,
    )


def separable_choices(choices: Choices) -> bool:
    """Whether some direction makes every choice at least as likely as each alternative, and one of them more so."""
    taken = np.unique(choices.chosen)
    start = np.flatnonzero(np.diff(choices.menu, prepend=-1, append=choices.menu[-1] + 1))
    first, size = start[choices.menu[taken]], np.diff(start)[choices.menu[taken]]
    behind = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
    table = choices.features[np.repeat(taken, size)] - choices.features[np.repeat(first, size) + behind]
    answer = linprog(
        -np.asarray(table.sum(axis=0)).ravel(),
        A_ub=-table,
        b_ub=np.zeros(table.shape[0]),
        bounds=(-1, 1),
        method="highs",
    )
    return bool(answer.status == 0 and -answer.fun > 1e-7)


def anchored_inverse(information: Floats, m: int, ridge: float = 0.0) -> Floats:
    """The inverse of an information matrix whose first m terms are known up to a constant, their mean held at 0."""
    anchor = float(np.diag(information)[:m].mean()) or 1.0
    filled = information.copy()
    filled[:m, :m] += anchor / m
    try:
        inverse = np.linalg.inv(filled)
    except np.linalg.LinAlgError:
        raise ConvergenceError("the fit", passes=0, change=math.inf, tolerance=_TOLERANCE) from None
    inverse[:m, :m] -= 1 / (m * (anchor + ridge))
    return np.asarray(inverse)


def _maximum(choices: Choices, ridge: float) -> tuple[Floats, _Point, Floats]:
    """Newton's method with step halving; the utilities are linear, so the likelihood has one peak."""
    taken = np.bincount(choices.chosen, minlength=len(choices.menu)).astype(np.float64)
    size: Floats = np.bincount(choices.menu, weights=taken).astype(np.float64)
    m = len(choices.names)
    beta = np.zeros(choices.n_terms)
    point = _at(choices, beta, taken, size)
    change = math.inf
    for _ in range(_MOST_PASSES):
        expected = size[choices.menu] * point.probability
        score = choices.features.T @ (taken - expected) - ridge * beta
        information = _information(choices, point, size, ridge)
        step = anchored_inverse(information, m, ridge) @ score
        change = float(np.abs(step).max())
        height = point.log_likelihood - ridge / 2 * float(beta @ beta)
        for _ in range(_HALVINGS):
            trial = beta + step
            there = _at(choices, trial, taken, size)
            if there.log_likelihood - ridge / 2 * float(trial @ trial) >= height - 1e-10 * (1 + abs(height)):
                break
            step = step / 2
        beta, point = trial, there
        if change <= _TOLERANCE:
            beta[:m] -= beta[:m].mean()
            return beta, point, _information(choices, point, size, ridge)
    raise ConvergenceError("the fit of choices", passes=_MOST_PASSES, change=change, tolerance=_TOLERANCE)


def _at(choices: Choices, beta: Floats, taken: Floats, size: Floats) -> _Point:
    utility = choices.features @ beta
    first = np.flatnonzero(np.diff(choices.menu, prepend=-1))
    highest = np.maximum.reduceat(utility, first)
    lifted = np.exp(utility - highest[choices.menu])
    total = np.add.reduceat(lifted, first)
    probability = lifted / total[choices.menu]
    value = float(taken @ utility - size @ (highest + np.log(total)))
    by_menu = csr_array((probability, (choices.menu, np.arange(len(utility)))), shape=(len(first), len(utility)))
    return _Point(value, probability, by_menu @ choices.features)


def _information(choices: Choices, point: _Point, size: Floats, ridge: float) -> Floats:
    expected = size[choices.menu] * point.probability
    weighted = choices.features.multiply(expected[:, None]).tocsr()
    spread = choices.features.T @ weighted - point.mean.T @ point.mean.multiply(size[:, None]).tocsr()
    return np.asarray(spread.toarray() + ridge * np.eye(choices.n_terms))


def _clusters(choices: Choices, cluster: str) -> tuple[_Codes, _Codes]:
    """The lists and the raters to cluster by, where named and wanted."""
    listed = choices.listed if cluster in ("both", "list") or (choices.rater is None and cluster != "none") else None
    return listed, choices.rater if cluster in ("both", "rater") else None


def _clustered(
    choices: Choices, point: _Point, inverse: Floats, listed: _Codes, rater: _Codes
) -> tuple[Floats, float, str, tuple[str, ...]]:
    score = (choices.features[choices.chosen] - point.mean[choices.menu[choices.chosen]]).tocsr()

    def sum_by(codes: Any, n: int) -> Any:
        return csr_array((np.ones(len(codes)), (codes, np.arange(len(codes)))), shape=(n, len(codes))) @ score

    notes: list[str] = []
    # fewer sums than terms do not span them: some differences would seem known without error
    if listed is not None and len(np.unique(listed)) <= choices.n_terms:
        notes.append(tell("note-few-lists", n=len(np.unique(listed)), all=choices.n_terms))
        listed = None
    if rater is not None and len(np.unique(rater)) <= choices.n_terms:
        notes.append(tell("note-few-raters-terms", n=len(np.unique(rater)), all=choices.n_terms))
        rater = None
    meat = clustered_variance(sum_by, item=listed, rater=rater)
    if meat.matrix is None:
        return inverse, math.inf, tell("model-errors"), tuple(notes)
    notes += meat.notes
    fewest = int(meat.df) + 1
    if fewest < 10:
        notes.append(tell("note-few-clusters", n=fewest))
    by = ["list" if name == "item" else name for name in meat.by]
    how = tell("-".join(["sandwich", *by]), df=f"{meat.df:g}")
    return np.asarray(inverse @ meat.matrix @ inverse), meat.df, how, tuple(notes)


def _terms(
    choices: Choices, beta: Floats, covariance: Floats, reach: float, confidence: float, shared: dict[str, Any]
) -> tuple[Finding, ...]:
    out = []
    for k, name in enumerate(choices.terms, len(choices.names)):
        half = reach * math.sqrt(max(covariance[k, k], 0.0))
        bounds = (math.exp(beta[k] - half), math.exp(beta[k] + half)) if math.isfinite(half) else None
        out.append(Finding(name=name, value=math.exp(beta[k]), interval=bounds, confidence=confidence, **shared))
    return tuple(out)
