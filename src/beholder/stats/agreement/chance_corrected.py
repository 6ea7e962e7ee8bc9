"""Chance-corrected agreement of many raters: Gwet's AC1 and AC2, Fleiss, Conger, Brennan-Prediger."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from scipy.sparse import csr_array

from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, RaterScope, describe, interval_of, undefined, with_raters
from beholder.stats.agreement.patterns import Patterns
from beholder.stats.agreement.weights import WeightKind, agreement_weights
from beholder.stats.resampling.bootstrap import Jackknife, Spread, Uncertainty, resample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.stats.columns import Floats, Ratings


from beholder.stats.messages import tell
from beholder.text import Text

__all__ = [
    "Form",
    "brennan_prediger",
    "conger_kappa",
    "corrected_agreement",
    "expected_agreement",
    "fleiss_kappa",
    "gwet_ac",
]

Linearised = Literal["linearised"]
Form = Literal["gwet", "fleiss", "brennan-prediger"]


def gwet_ac(
    ratings: Ratings,
    *,
    weights: WeightKind = "identity",
    uncertainty: Uncertainty | Linearised = "linearised",
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """Gwet's AC1 (identity weights) or AC2: (pa - pe) / (1 - pe), steady where one value prevails.

    pa: mean over items with two ratings or more of the weighted share of agreeing pairs. pe = T / (q (q - 1)) ×
    Σ π (1 - π), with q values, T the sum of all weights and π the mean share of a value over all items, those rated once
    included. The "linearised" interval is Gwet's variance with t on items - 1 degrees of freedom.

    Gwet (2008) BJMSP 61; Gwet (2014) Handbook of Inter-Rater Reliability, 4th ed. NaN with one value or no pairs.
    """
    name = "ac1" if weights == "identity" else "ac2"
    return _coefficient(ratings, "gwet", name, weights, uncertainty, raters, confidence)


def fleiss_kappa(
    ratings: Ratings,
    *,
    weights: WeightKind = "identity",
    uncertainty: Uncertainty | Linearised = "linearised",
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """Fleiss' kappa, weighted and with missing ratings: pe = Σ w π π with the pooled shares π.

    Differs from nominal alpha by a small-sample term, and by counting items rated once in π. Fleiss (1971) Psychological
    Bulletin 76; missing ratings and variance as in Gwet (2014). NaN with one value or no pairs.
    """
    return _coefficient(ratings, "fleiss", "fleiss", weights, uncertainty, raters, confidence)


def brennan_prediger(
    ratings: Ratings,
    *,
    weights: WeightKind = "identity",
    uncertainty: Uncertainty | Linearised = "linearised",
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """Brennan and Prediger's coefficient: chance picks each of the q values alike, pe = T / q².

    With identity weights also known as free-marginal or Randolph's kappa. Brennan & Prediger (1981) EPM 41. NaN with one
    value or no pairs.
    """
    return _coefficient(ratings, "brennan-prediger", "brennan-prediger", weights, uncertainty, raters, confidence)


def conger_kappa(
    ratings: Ratings,
    *,
    weights: WeightKind = "identity",
    uncertainty: Uncertainty = Jackknife(),  # noqa: B008 - frozen
    raters: RaterScope = "these",
    confidence: float = 0.95,
) -> Agreement:
    """Conger's kappa: chance agreement from each rater's own distribution; Cohen's kappa if there are two raters.

    pe = Σ w (p̄ p̄' - S / R), p̄ the mean and S the sample covariance over R raters of their shares of each value.
    Conger (1980) Psychological Bulletin 88; Gwet (2014). NaN with one value, one rater or no pairs.
    """
    method = tell("conger-kappa", weights=weights)
    problem = _nothing_to_say(ratings)
    if problem:
        return undefined("conger", problem, method=method, ratings=ratings)
    table = agreement_weights(ratings, weights)
    observed, expected = _conger_parts(ratings, table)
    value = _corrected(observed, expected)
    spread = Spread(standard_error=math.nan, df=0)
    if uncertainty is not None:
        statistic = _Conger(ratings, table)
        spread = resample(statistic, uncertainty, multiplicity=np.ones(statistic.n_units), width=statistic.width)
        if raters == "like-these":
            spread = with_raters(spread, ratings, lambda p: _corrected(*_conger_parts(p, table)))
    return corrected_agreement(
        "conger",
        (value, observed, expected),
        spread,
        n=len(ratings),
        n_dropped=ratings.n_dropped,
        notes=ratings.notes,
        uncertainty=uncertainty,
        confidence=confidence,
        method=Text(method, tell("n-in-ratings"), describe(uncertainty, raters)),
    )


def corrected_agreement(
    name: str,
    parts: tuple[float, float, float],
    spread: Spread,
    *,
    n: int,
    n_dropped: int,
    notes: tuple[str, ...],
    uncertainty: Uncertainty | Linearised,
    confidence: float,
    method: str,
) -> Agreement:
    """The coefficient with its interval; `parts` are its value, observed and expected agreement."""
    value, observed, expected = parts
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval_of(value, spread, uncertainty, confidence=confidence),
            confidence=confidence,
            n=n,
            n_dropped=n_dropped,
            method=method,
            notes=(*notes, *spread.notes),
        ),
        standard_error=spread.standard_error,
        observed=observed,
        expected=expected,
    )


def _corrected(observed: Any, expected: Any) -> Any:
    return (observed - expected) / (1 - expected)


def _nothing_to_say(ratings: Ratings) -> str:
    if len(np.unique(ratings.rater)) < 2:
        return tell("reason-one-rater") if len(ratings) else tell("reason-no-ratings")
    if len(ratings.values) < 2:
        return tell("reason-same-values")
    if not np.any(np.bincount(ratings.item) > 1):
        return tell("reason-no-two-ratings")
    return ""


def _coefficient(
    ratings: Ratings,
    form: Form,
    name: str,
    weights: WeightKind,
    uncertainty: Uncertainty | Linearised,
    raters: RaterScope,
    confidence: float,
) -> Agreement:
    method = tell(f"coefficient-{form}", name=name.upper(), weights=weights)
    problem = _nothing_to_say(ratings)
    if problem:
        return undefined(name, problem, method=method, ratings=ratings)
    patterns = Patterns.of(ratings, minimum=1)
    table = agreement_weights(ratings, weights)
    statistic = _Corrected(patterns, table, form)
    value, observed, expected = (float(x[0]) for x in statistic.parts(patterns.multiplicity[None, :]))
    if math.isnan(value):
        return undefined(name, tell("reason-same-values"), method=method, ratings=ratings)
    spread = Spread(standard_error=math.nan, df=0)
    made = describe(uncertainty, raters)
    if uncertainty == "linearised":
        spread = statistic.linearised(patterns, value, expected)
        made = tell(f"interval-linearised-{raters}")
    elif uncertainty is not None:
        spread = resample(
            statistic, uncertainty, multiplicity=patterns.multiplicity, kind_of_unit=patterns.pattern_of_unit
        )
    if uncertainty is not None and raters == "like-these":

        def without(part: Ratings) -> float:
            left = Patterns.of(part, minimum=1)
            return float(_Corrected(left, table, form)(left.multiplicity[None, :])[0])

        spread = with_raters(spread, ratings, without)
    return corrected_agreement(
        name,
        (value, observed, expected),
        spread,
        n=len(ratings),
        n_dropped=ratings.n_dropped,
        notes=ratings.notes,
        uncertainty=uncertainty,
        confidence=confidence,
        method=Text(method, tell("items-n-in-ratings", n=patterns.n_units), made),
    )


def expected_agreement(share: Floats, table: Floats, form: Form) -> Floats:
    """Agreement by chance, one for each row of shares of the values."""
    q, total = len(table), float(table.sum())
    if form == "gwet":
        return np.asarray(total * (share * (1 - share)).sum(axis=1) / (q * (q - 1)))
    if form == "fleiss":
        return np.asarray(np.einsum("bv,vw,bw->b", share, table, share, optimize=True))
    return np.full(len(share), total / q**2)


class _Corrected:
    """A coefficient with pooled shares, as a function of pattern weights."""

    def __init__(self, patterns: Patterns, table: Floats, form: Form) -> None:
        self.table, self.form = table, form
        self.n_values = len(table)
        size = patterns.size
        self.paired = (size >= 2).astype(np.float64)
        credit = np.asarray(patterns.counts @ table)
        agreeing = np.asarray((patterns.counts * credit).sum(axis=1)).ravel() - size
        self.agreement = np.where(size >= 2, agreeing / np.maximum(size * (size - 1), 1), 0.0)
        self.shares = csr_array(patterns.counts).multiply(1 / size[:, None]).tocsr()

    def __call__(self, weights: NDArray[np.float64]) -> Floats:
        return self.parts(weights)[0]

    def parts(self, weights: NDArray[np.float64]) -> tuple[Floats, Floats, Floats]:
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = weights @ self.agreement / (weights @ self.paired)
            share = np.asarray(self.shares.T @ weights.T).T / weights.sum(axis=1)[:, None]
            expected = expected_agreement(share, self.table, self.form)
            value = np.where(1 - expected > 1e-12, _corrected(observed, expected), np.nan)
        return value, observed, expected

    def linearised(self, patterns: Patterns, value: float, expected: float) -> Spread:
        """Gwet's variance: each item's contribution, corrected for its part in chance agreement."""
        items = patterns.multiplicity
        n = float(items.sum())
        if n < 2:
            return Spread(standard_error=math.nan, df=0, notes=(tell("no-interval-one-item"),))
        share = np.asarray(self.shares.T @ items) / n
        part = n / float(items @ self.paired) * self.paired * (self.agreement - expected) / (1 - expected)
        if self.form == "gwet":
            q = self.n_values
            own = float(self.table.sum()) / (q * (q - 1)) * np.asarray(self.shares @ (1 - share))
            part = part - 2 * (1 - value) * (own - expected) / (1 - expected)
        elif self.form == "fleiss":
            own = np.asarray(self.shares @ (self.table @ share))
            part = part - 2 * (1 - value) * (own - expected) / (1 - expected)
        variance = float(items @ (part - value) ** 2) / (n * (n - 1))
        return Spread(standard_error=math.sqrt(variance), df=n - 1)


def _conger_parts(ratings: Ratings, table: Floats) -> tuple[float, float]:
    statistic = _Conger(ratings, table)
    observed, expected = statistic.parts(np.ones((1, statistic.n_units)))
    return float(observed[0]), float(expected[0])


class _Conger:
    """Conger's kappa as a function of item weights; needs each rater's own table of values."""

    def __init__(self, ratings: Ratings, table: Floats) -> None:
        self.table = table
        units, item = np.unique(ratings.item, return_inverse=True)
        present, rater = np.unique(ratings.rater, return_inverse=True)
        self.n_units, self.n_raters, self.n_values = len(units), len(present), len(table)
        self.width = self.n_raters * self.n_values
        ones = np.ones(len(ratings))
        cell = rater * self.n_values + ratings.value
        self.cells = csr_array((ones, (item, cell)), shape=(self.n_units, self.width))
        counts = csr_array((ones, (item, ratings.value)), shape=(self.n_units, self.n_values))
        size = np.bincount(item).astype(np.float64)
        agreeing = np.asarray(counts.multiply(counts @ table).sum(axis=1)).ravel() - size
        self.paired = (size >= 2).astype(np.float64)
        self.agreement = np.where(size >= 2, agreeing / np.maximum(size * (size - 1), 1), 0.0)

    def __call__(self, weights: NDArray[np.float64]) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            observed, expected = self.parts(weights)
            return np.where(1 - expected > 1e-12, _corrected(observed, expected), np.nan)

    def parts(self, weights: NDArray[np.float64]) -> tuple[Floats, Floats]:
        # without the only unit that two have rated there is nothing to agree about
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = weights @ self.agreement / (weights @ self.paired)
        tally = np.asarray(weights @ self.cells).reshape(len(weights), self.n_raters, self.n_values)
        given = tally.sum(axis=2, keepdims=True)
        share = np.divide(tally, given, out=np.zeros_like(tally), where=given > 0)
        active = (given > 0).sum(axis=1)[:, 0].astype(np.float64)
        total = share.sum(axis=1)
        mean = total / active[:, None]
        same_rater = np.einsum("brv,vw,brw->b", share, self.table, share, optimize=True)
        pooled = np.einsum("bv,vw,bw->b", mean, self.table, mean, optimize=True)
        covariance = (same_rater - active * pooled) / np.maximum(active - 1, 1)
        return observed, pooled - covariance / active
