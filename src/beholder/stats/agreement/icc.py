"""Intraclass correlations in six forms, from variance components that need no complete table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from scipy import stats as scipy_stats
from scipy.sparse import csr_array

from beholder.errors import BeholderError, nearest
from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, RaterScope, describe, interval_of, undefined, with_raters
from beholder.stats.resampling.bootstrap import Jackknife, Spread, Uncertainty, resample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.findings import Interval
    from beholder.stats.columns import Floats, Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = [
    "ComponentMoments",
    "IccForm",
    "VarianceComponents",
    "components_of",
    "f_interval",
    "icc_method",
    "intraclass_correlation",
    "reach_of",
    "share_of_items",
    "too_little",
    "variance_components",
]

IccForm = Literal["1,1", "A,1", "C,1", "1,k", "A,k", "C,k"]
_SHROUT_FLEISS = {"1,1": "1,1", "A,1": "2,1", "C,1": "3,1", "1,k": "1,k", "A,k": "2,k", "C,k": "3,k"}
_MEANING = {
    "1": "one-way",
    "A": "agreement",
    "C": "consistency",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceComponents:
    """Variance between items, between raters, and what is left (interaction and error)."""

    item: Finding
    rater: Finding
    residual: Finding


class _Components:
    """Henderson's method I as a function of item weights (Searle, Casella & McCulloch 1992, ch. 5).

    Four quadratic forms - raw, by item, by rater, overall - are set equal to their expectations. With a complete table
    this is the analysis of variance.
    """

    def __init__(self, item: NDArray[Any], rater: NDArray[Any], y: Floats) -> None:
        self.n_units, row = _renumbered(item)
        self.n_raters, column = _renumbered(rater)
        self.n = len(y)
        y = y - y.mean()
        self.size = np.bincount(row).astype(np.float64)
        self.total = np.bincount(row, weights=y)
        self.square = np.bincount(row, weights=y**2)
        self._row, self._column, self._y = row, column, y
        self._tables: tuple[Any, Any] | None = None

    @property
    def balanced(self) -> bool:
        return self.n == self.n_units * self.n_raters

    def _by_rater(self, weights: NDArray[np.float64]) -> tuple[Floats, Floats]:
        """Sum and number of ratings of each rater, one row per row of weights."""
        if len(weights) == 1:
            each = weights[0][self._row]
            sums, size = (np.bincount(self._column, weights=w) for w in (each * self._y, each))
            return np.asarray(sums, dtype=np.float64)[None, :], np.asarray(size, dtype=np.float64)[None, :]
        if self._tables is None:
            shape, coordinates = (self.n_units, self.n_raters), (self._row, self._column)
            ones = np.ones(self.n)
            self._tables = csr_array((self._y, coordinates), shape=shape), csr_array((ones, coordinates), shape=shape)
        return np.asarray(weights @ self._tables[0]), np.asarray(weights @ self._tables[1])

    def moments(self, weights: NDArray[np.float64], *, by_rater: bool = True) -> ComponentMoments:
        """The quadratic forms, one each per row of weights."""
        units, n = weights.sum(axis=1), weights @ self.size
        sums, size = self._by_rater(weights) if by_rater else (np.zeros((len(weights), 0)),) * 2
        seen = size > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            return ComponentMoments(
                units=units,
                n=n,
                raters=seen.sum(axis=1),
                raw=weights @ self.square,
                item=weights @ (self.total**2 / self.size),
                rater=np.where(seen, sums**2 / np.where(seen, size, 1.0), 0.0).sum(axis=1),
                overall=(weights @ self.total) ** 2 / n,
                item_sizes=weights @ self.size**2 / n,
                rater_sizes=(size**2).sum(axis=1) / n,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentMoments:
    """Four quadratic forms of ratings less about their mean, and what their expectations need; one each per replicate.

    `item_sizes` and `rater_sizes` are the squared numbers of ratings of items and of raters, over the number of all.
    """

    units: Floats
    n: Floats
    raters: NDArray[Any]
    raw: Floats
    item: Floats
    rater: Floats
    overall: Floats
    item_sizes: Floats
    rater_sizes: Floats

    def two_way(self) -> tuple[Floats, Floats, Floats]:
        """Variance of items, of raters and the rest."""
        units, n, a, b = self.units, self.n, self.item_sizes, self.rater_sizes
        with np.errstate(divide="ignore", invalid="ignore"):
            # E[raw-item] = (n-I)(r+e); E[raw-rater] = (n-R)(i+e); E[item-overall] = (n-a)i + (I-b)r + (I-1)e.
            rater_rest, item_rest = (self.raw - self.item) / (n - units), (self.raw - self.rater) / (n - self.raters)
            item_part = self.item - self.overall
            rest = ((n - a) * item_rest + (units - b) * rater_rest - item_part) / ((n - a) + (units - b) - (units - 1))
            return item_rest - rest, rater_rest - rest, rest

    def one_way(self) -> tuple[Floats, Floats]:
        """Variance between items and within."""
        units, n = self.units, self.n
        with np.errstate(divide="ignore", invalid="ignore"):
            within = (self.raw - self.item) / (n - units)
            between = (self.item - self.overall) / (units - 1)
            per_item = (n - self.item_sizes) / (units - 1)
            return (between - within) / per_item, within

    def icc(self, form: IccForm, k: float, *, as_estimated: bool = False) -> Floats:
        """The share of variance that lies between items; NaN where there is none, or `as_estimated` whatever comes out."""
        # components of a replicate that cannot tell them apart are infinite; their ratio is then undefined
        with np.errstate(divide="ignore", invalid="ignore"):
            if form[0] == "1":
                item, noise = self.one_way()
            else:
                item, rater, rest = self.two_way()
                noise = rater + rest if form[0] == "A" else rest
            whole = item + noise / k
            # sums of estimates around zero leave a crumb, or less than nothing: no share of that can be told
            crumb = 1e-12 * self.raw / self.n
            return np.where(np.abs(whole) > 0 if as_estimated else whole > crumb, item / whole, np.nan)


def share_of_items(raw: float) -> tuple[float, tuple[str, ...]]:
    """A correlation as it is told, and what to say about it: above 1 the noise was estimated below zero."""
    above = raw > 1 + 1e-9
    return min(raw, 1.0), (tell("note-noise-below-zero"),) if above else ()


def reach_of(form: IccForm, value: float) -> tuple[float, float]:
    """Where intervals of a form are cut: those of means, and estimates from tables with gaps, know no lower end."""
    return (-1.0 if form.endswith("1") and value >= -1 else -math.inf), 1.0


def _renumbered(codes: NDArray[Any]) -> tuple[int, NDArray[np.int64]]:
    """How many codes occur, and the column with those that do not left out of the numbering."""
    present = np.bincount(codes) > 0
    return int(present.sum()), (np.cumsum(present) - 1)[codes]


def variance_components(ratings: Ratings) -> VarianceComponents:
    """Variance of items, raters and residual by Henderson's method I; complete or not.

    Model: rating = mean + item + rater + rest, all independent and random. An estimate may fall below zero by chance; it
    is then reported as it is, with a note. NaN where ratings overlap too little. Items with a censored value are left out.
    """
    ratings, n_censored, notes = ratings.uncensored()
    problem = _too_little(ratings, two_way=True)
    values: tuple[float, ...] = (math.nan,) * 3
    if not problem:
        parts = _Components(ratings.item, ratings.rater, ratings.numbers)
        values = tuple(float(x[0]) for x in parts.moments(np.ones((1, parts.n_units))).two_way())
    return components_of(
        values,
        problem,
        n=len(ratings),
        n_dropped=ratings.n_dropped + n_censored,
        notes=(*ratings.notes, *notes),
    )


def components_of(
    values: tuple[float, ...], problem: str, *, n: int, n_dropped: int, notes: tuple[str, ...]
) -> VarianceComponents:
    """The three components as findings; NaN with the reason where there is a `problem`."""
    method = Text(tell("variance-component"), tell("n-in-ratings"))
    found = [
        Finding(
            name=f"variance_{name}",
            value=value,
            n=n,
            n_dropped=n_dropped,
            method=method,
            notes=(
                *((problem,) if problem else ()),
                *notes,
                *((tell("note-below-zero"),) if value < 0 else ()),
            ),
        )
        for name, value in zip(("item", "rater", "residual"), values, strict=True)
    ]
    return VarianceComponents(item=found[0], rater=found[1], residual=found[2])


def intraclass_correlation(
    ratings: Ratings,
    *,
    form: IccForm,
    uncertainty: Uncertainty | Literal["auto"] = "auto",
    raters: RaterScope = "these",
    confidence: float = 0.95,
    as_estimated: bool = False,
) -> Agreement:
    """The share of variance that lies between items: item / (item + noise).

    Forms (McGraw & Wong 1996; Shrout & Fleiss 1979 in brackets): "1,1" one-way [1,1]; "A,1" absolute agreement, noise =
    rater + residual [2,1]; "C,1" consistency, noise = residual [3,1]; with "k" the noise is divided by k, the harmonic
    mean number of ratings per item: the reliability of the mean of k raters. Components by Henderson's method I, so cells
    may be missing.

    "auto": F intervals (Shrout & Fleiss 1979; McGraw & Wong 1996) if every rater rated every item, else the item
    jackknife. NaN where nothing varies or too few ratings are shared. Where cells are missing, noise may be estimated below
    zero; it is then taken as zero, with a note, or `as_estimated` as it is, which makes a share above 1. Items with a
    censored value are left out.
    """
    name, method = f"icc({form})", icc_method(form)
    ratings, n_censored, notes = ratings.uncensored()
    problem = _too_little(ratings, two_way=form[0] != "1")
    if problem:
        return undefined(name, problem, method=method, ratings=ratings)
    parts = _Components(ratings.item, ratings.rater, ratings.numbers)
    k = parts.n_units / float((1 / parts.size).sum()) if form.endswith("k") else 1.0
    everything = np.ones((1, parts.n_units))
    raw = float(_icc(parts, everything, form, k, as_estimated=as_estimated)[0])
    if not math.isfinite(raw):
        return undefined(name, tell("reason-nothing-varies"), method=method, ratings=ratings)
    value, below = (raw, ()) if as_estimated else share_of_items(raw)
    if uncertainty == "auto" and parts.balanced:
        interval: Interval | None = f_interval(parts.moments(everything), form, confidence)
        spread, made = Spread(standard_error=math.nan, df=0), tell("interval-f")
    else:
        how = Jackknife() if uncertainty == "auto" else uncertainty
        spread, made = Spread(standard_error=math.nan, df=0), describe(how, raters)
        if how is not None:
            spread = resample(
                lambda weights: _icc(parts, weights, form, k, as_estimated=as_estimated),
                how,
                multiplicity=np.ones(parts.n_units),
                width=parts.n_raters,
            )
            if raters == "like-these":
                spread = with_raters(spread, ratings, lambda part: _point(part, form, k, as_estimated=as_estimated))
        reach = (-1.0, 1.0) if as_estimated else reach_of(form, value)
        interval = interval_of(value, spread, how, confidence=confidence, bounds=reach)
    if form.endswith("k"):
        made = Text(tell("icc-k", k=f"{k:.3g}"), made)
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval,
            confidence=confidence,
            n=len(ratings),
            n_dropped=ratings.n_dropped + n_censored,
            method=Text(method, tell("items-raters-n-in-ratings", items=parts.n_units, raters=parts.n_raters), made),
            notes=(*ratings.notes, *notes, *below, *spread.notes),
        ),
        standard_error=spread.standard_error,
    )


def icc_method(form: IccForm) -> Text:
    """What a form is called; an error where there is no such form."""
    if form not in get_args(IccForm):
        raise BeholderError(f"no form {form!r}", code="stats-bad-form", hint=nearest(str(form), get_args(IccForm)))
    return tell(f"icc-{_MEANING[form[0]]}", form=form, number=_SHROUT_FLEISS[form], ratings=form[-1])


def _icc(parts: _Components, weights: NDArray[np.float64], form: IccForm, k: float, *, as_estimated: bool) -> Floats:
    return parts.moments(weights, by_rater=form[0] != "1").icc(form, k, as_estimated=as_estimated)


def _point(ratings: Ratings, form: IccForm, k: float, *, as_estimated: bool) -> float:
    if _too_little(ratings, two_way=form[0] != "1"):
        return math.nan
    parts = _Components(ratings.item, ratings.rater, ratings.numbers)
    return float(_icc(parts, np.ones((1, parts.n_units)), form, k, as_estimated=as_estimated)[0])


def _too_little(ratings: Ratings, *, two_way: bool) -> str:
    items, raters = (int(np.count_nonzero(np.bincount(codes))) for codes in (ratings.item, ratings.rater))
    flat = not len(ratings) or float(np.ptp(ratings.numbers)) == 0
    return too_little(len(ratings), items, raters, flat=flat, two_way=two_way)


def too_little(n: int, items: int, raters: int, *, flat: bool, two_way: bool) -> str:
    """Why so many ratings do not tell components apart; empty where they do. They are `flat` if all are the same."""
    if raters < 2:
        return tell("reason-one-rater") if n else tell("reason-no-ratings")
    if flat:
        return tell("reason-no-variation")
    if items < 2:
        return tell("reason-one-item")
    if n <= items:
        return tell("reason-no-two-ratings")
    if two_way and n <= items + raters - 1:
        return tell("reason-few-shared")
    return ""


def f_interval(parts: ComponentMoments, form: IccForm, confidence: float) -> Interval | None:
    """Exact (one-way, consistency) or Satterthwaite (agreement) intervals for a complete table."""
    n, k = int(parts.units[0]), int(parts.raters[0])
    tail = (1 + confidence) / 2

    def quantile(df1: float, df2: float) -> float:
        return float(scipy_stats.f.ppf(tail, df1, df2))

    if form[0] == "1":
        item, noise = (float(x[0]) for x in parts.one_way())
        df, rater = n * (k - 1.0), 0.0
    else:
        item, rater, noise = (float(x[0]) for x in parts.two_way())
        df = (n - 1.0) * (k - 1.0)
    between = k * item + noise
    if form[0] != "A":
        ratio = between / noise if noise > 0 else math.inf
        low, high = ratio / quantile(n - 1, df), ratio * quantile(df, n - 1)
        if form.endswith("k"):
            return 1 - 1 / low, 1 - 1 / high
        return tuple((x - 1) / (x + k - 1) if math.isfinite(x) else 1.0 for x in (low, high))  # type: ignore[return-value]
    if noise <= 0 and (item <= 0 or rater <= 0):
        # nothing but raters or nothing but items varies: the degrees of freedom of the interval are 0 / 0
        return None
    total = item + rater + noise
    if total <= 0:
        # estimates below zero cancel the noise: there is no share of a variance that is not there
        return None
    judges = n * rater + noise
    rho = item / total
    a, b = k * rho / (n * (1 - rho)), 1 + k * rho * (n - 1) / (n * (1 - rho))
    v = (a * judges + b * noise) ** 2 / ((a * judges) ** 2 / (k - 1) + (b * noise) ** 2 / df)
    rest = k * judges + (k * n - k - n) * noise
    f_low, f_high = quantile(n - 1, v), quantile(v, n - 1)
    low = n * (between - f_low * noise) / (f_low * rest + n * between)
    high = n * (f_high * between - noise) / (rest + n * f_high * between)
    if form == "A,k":
        return k * low / (1 + (k - 1) * low), k * high / (1 + (k - 1) * high)
    return low, high
