"""Means and differences of means when both items and raters are samples."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import t as student

from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.comparison.scores import FEWEST_RATERS
from beholder.stats.resampling.bootstrap import percentile_interval, t_interval
from beholder.stats.resampling.clusters import ClusteredVariance, clustered_variance
from beholder.stats.results import Results

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.stats.comparison.scores import Scores


from beholder.stats.messages import tell
from beholder.text import Text

__all__ = [
    "Panel",
    "difference_ratings",
    "difference_with_error",
    "finding_of_mean",
    "mean_ratings",
    "product_bootstrap",
    "standard_error",
    "tested_difference",
    "weighted_mean",
]


_WEIGHTED = {"trial": "mean-over-trials", "chance": "mean-by-chance", "column": "mean-by-column"}


def mean_ratings(scores: Scores, system: str | None = None, *, confidence: float = 0.95) -> Finding:
    """The mean over ratings with a two-way cluster-robust t interval.

    V = [I/(I-1) sum_i e_i.^2 + R/(R-1) sum_r e_.r^2 - sum_ir e_ir^2] / n^2 with e = value - mean summed within items,
    raters and their cells; t with min(I, R) - 1 df. Holds for items and raters like these. Assumes that ratings which
    share neither item nor rater are independent. Without a rater column, with one rater, or where raters are fixed
    (`Scores.raters_fixed`), items are the only sample, V has their term alone, and the notes say so. Dropped: rows with a
    missing value. NaN without ratings; no interval where every value is the same or where nothing repeats. Cameron,
    Gelbach & Miller 2011, J. Bus. Econ. Stat. 29:238. Where ratings have weights w, the mean is sum(w value) / sum(w), and
    e is w (value - mean) n / sum(w): a ratio, linearized.
    """
    chosen = scores if system is None else scores.select(scores.system == scores.code_of(system))
    name = "mean" if system is None else f"mean:{system}"
    if not len(chosen):
        notes = (tell("reason-nothing-rated"),)
        return Finding(
            name=name, value=math.nan, n_dropped=scores.n_dropped, method=tell("mean-over-ratings"), notes=notes
        )
    mean, influence = _mean(chosen)
    spread = _variance(influence, chosen)
    method = tell("mean-over-ratings" if chosen.weight is None else _WEIGHTED[chosen.weighted_by])
    return finding_of_mean(
        name, mean, spread, n=len(chosen), panel=Panel.of(scores), confidence=confidence, method=method
    )


def _mean(scores: Scores) -> tuple[float, Floats]:
    """The mean, and what each rating moves it by."""
    if scores.weight is None:
        mean = float(scores.value.mean())
        return mean, (scores.value - mean) / len(scores)
    total = float(scores.weight.sum())
    mean = float(scores.value @ scores.weight) / total
    return mean, scores.weight * (scores.value - mean) / total


def difference_ratings(scores: Scores, first: str, second: str, *, confidence: float = 0.95) -> Results:
    """The mean of one system less the mean of another on the blocks rated for both, with a two-way clustered t interval.

    Findings `difference` and `p` (two-sided t test of no difference). What a block or a rater adds to both systems
    cancels where both were rated; variance and df as in `mean_ratings`, with blocks for items. Dropped: rows with a
    missing value, and ratings of blocks that only one of the two systems has (noted). NaN without a shared block.
    """
    return tested_difference(*difference_with_error(scores, first, second, confidence=confidence))


def tested_difference(difference: Finding, se: float, df: float) -> Results:
    """A difference beside the two-sided t test of there being none."""
    known = se > 0 and difference.interval is not None
    reason = () if known else (tell("no-test-flat"),)
    test = Finding(
        name="p",
        value=float(2 * student.sf(abs(difference.value) / se, df)) if known else math.nan,
        n=difference.n,
        n_dropped=difference.n_dropped,
        method=_tested(difference.method),
        notes=(*difference.notes, *reason),
    )
    return Results((difference, test))


def difference_with_error(
    scores: Scores, first: str, second: str, *, confidence: float
) -> tuple[Finding, float, float]:
    """The `difference` of `difference_ratings`, its standard error and degrees of freedom; NaN where not known."""
    a, b = scores.code_of(first), scores.code_of(second)
    n_blocks = len(scores.blocks)
    in_a = np.bincount(scores.block[scores.system == a], minlength=n_blocks) > 0
    in_b = np.bincount(scores.block[scores.system == b], minlength=n_blocks) > 0
    shared = in_a & in_b
    either = (scores.system == a) | (scores.system == b)
    chosen = scores.select(either & shared[scores.block])
    lost = int(np.count_nonzero(either)) - len(chosen)
    notes: tuple[str, ...] = ()
    if lost:
        notes = (tell("note-ratings-of-one", n=lost),)
    method = tell("difference-on-blocks")
    if not len(chosen):
        nothing = Finding(
            name="difference",
            value=math.nan,
            n_dropped=scores.n_dropped + lost,
            method=method,
            notes=(*notes, tell("reason-unpaired")),
        )
        return nothing, math.nan, math.nan
    is_first = chosen.system == a
    mean_a, moved_a = _mean(chosen.select(is_first))
    mean_b, moved_b = _mean(chosen.select(~is_first))
    influence = np.empty(len(chosen))
    influence[is_first], influence[~is_first] = moved_a, -moved_b
    spread = _variance(influence, chosen)
    finding = finding_of_mean(
        "difference", mean_a - mean_b, spread, n=len(chosen), panel=Panel.of(scores), confidence=confidence, method=method,
        notes=notes, lost=lost, size=max(abs(mean_a), abs(mean_b)),
    )  # fmt: skip
    return finding, standard_error(spread), spread.df


def standard_error(spread: ClusteredVariance) -> float:
    """The standard error of a single estimate; NaN where it is not known."""
    return math.nan if spread.matrix is None else math.sqrt(max(float(spread.matrix[0, 0]), 0.0))


def _variance(influence: Floats, scores: Scores) -> ClusteredVariance:
    def sum_by(cluster: Any, n: int) -> Any:
        return np.bincount(cluster, weights=influence, minlength=n)[:, None]

    return clustered_variance(sum_by, item=scores.block, rater=scores.sampled_raters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What a finding tells of the ratings behind it: whether raters are known, and what was left out before.

    `n_fixed` is how many raters intervals speak of alone; 0 where these stand for others like them.
    """

    known: bool
    n_fixed: int = 0
    n_dropped: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, scores: Scores) -> Panel:
        """The panel of ratings in memory."""
        fixed = scores.rater is not None and scores.sampled_raters is None
        return cls(
            known=scores.rater is not None,
            n_fixed=scores.n_raters if fixed else 0,
            n_dropped=scores.n_dropped,
            notes=scores.notes,
        )


def finding_of_mean(
    name: str,
    value: float,
    spread: ClusteredVariance,
    *,
    n: int,
    panel: Panel,
    confidence: float,
    method: str,
    notes: tuple[str, ...] = (),
    lost: int = 0,
    size: float = 0.0,
) -> Finding:
    """A mean or difference with its t interval, and what is to be said about it."""
    se = standard_error(spread)
    notes = (*panel.notes, *notes, *spread.notes)
    if not panel.known:
        notes = (*notes, tell("note-no-rater-column"))
    elif panel.n_fixed:
        notes = (*notes, tell("note-few-raters" if panel.n_fixed < FEWEST_RATERS else "note-raters-fixed"))
    # An exact zero only comes from data without any spread, up to rounding of the mean.
    flat = se <= 1e-14 * max(abs(value), size, 1e-300)
    if flat:
        notes = (*notes, tell("no-interval-flat"))
    if spread.by:
        method = Text(method, clustered_interval(spread))
    return Finding(
        name=name,
        value=value,
        interval=t_interval(value, se, df=spread.df, confidence=confidence) if math.isfinite(se) and not flat else None,
        confidence=confidence,
        n=n,
        n_dropped=panel.n_dropped + lost,
        method=method,
        notes=notes,
    )


def clustered_interval(spread: ClusteredVariance) -> Text:
    """That an interval is from t with the variance over these clusters."""
    return tell("-".join(["t-interval", *spread.by]), df=f"{spread.df:g}")


def _tested(method: str) -> Text:
    """The method of a difference as that of its test."""
    first, *rest = method.clauses if isinstance(method, Text) else (method,)
    return Text(tell("two-sided-t", method=first), *rest)


def weighted_mean(scores: Scores, weight: Floats) -> float:
    """The mean over ratings with these weights; NaN if they sum to 0. The plainest statistic to resample."""
    total = float(weight.sum())
    return float(scores.value @ weight) / total if total > 0 else math.nan


def product_bootstrap(
    scores: Scores,
    statistic: Callable[[Scores, Floats], float] = weighted_mean,
    *,
    rng: np.random.Generator,
    name: str = "mean",
    resamples: int = 1000,
    confidence: float = 0.95,
) -> Finding:
    """Any statistic of weighted ratings with a percentile interval over items and raters at once.

    Each resample gives every block and every rater a Poisson(1) weight, and each rating the product of the two.
    Conservative: the interval is never much too short, and too wide where items and raters add little of their own.
    Assumes as `mean_ratings`; without raters only blocks are resampled. Resamples where the statistic is NaN are left
    out and noted; NaN if the statistic of the data is. Owen & Eckles 2012, Ann. Appl. Stat. 6:895.
    """
    value = statistic(scores, np.ones(len(scores)))
    draws = np.empty(resamples)
    for k in range(resamples):
        weight = rng.poisson(1.0, len(scores.blocks))[scores.block].astype(np.float64)
        if scores.rater is not None:
            weight *= rng.poisson(1.0, len(scores.raters))[scores.rater]
        draws[k] = statistic(scores, weight)
    known = draws[np.isfinite(draws)]
    notes = [*scores.notes, tell("note-conservative")]
    if len(known) < resamples:
        notes.append(tell("note-resamples-silent", n=resamples - len(known), all=resamples))
    if not math.isfinite(value):
        notes.append(tell("reason-undefined"))
    return Finding(
        name=name,
        value=value,
        interval=percentile_interval(known, confidence=confidence) if len(known) > 1 and math.isfinite(value) else None,
        confidence=confidence,
        n=len(scores),
        n_dropped=scores.n_dropped,
        method=tell(
            "product-bootstrap-blocks" if scores.rater is None else "product-bootstrap-raters", resamples=resamples
        ),
        notes=tuple(notes),
    )
