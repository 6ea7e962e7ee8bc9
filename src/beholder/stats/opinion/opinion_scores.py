"""Mean opinion scores per stimulus, and what each rater adds to them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from beholder.errors import BeholderError, nearest
from beholder.findings import Finding
from beholder.stats.columns import Floats, Ratings
from beholder.stats.messages import tell
from beholder.stats.opinion.projection import LEAST_VARIANCE, project
from beholder.stats.opinion.screening import Deviation, bt500_rejected
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FEW_SCORES", "OpinionMethod", "OpinionScores", "differential_ratings", "opinion_scores"]

OpinionMethod = Literal["mean", "bt500", "p910"]
"""Plain means; means without the raters that BT.500 rejects; the projection of P.910, Annex E."""

# with fewer scores than this a rater may seem consistent, and so weigh much, by chance alone
FEW_SCORES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionScores:
    """A score per stimulus with standard error and t interval, and bias, inconsistency and rejection of each rater.

    Findings: `mean_mos` over stimuli, `bias_variance` of the raters, `inconsistency_sum`, `iterations` (0 where nothing
    is iterated) and `rejected`, the number of raters left out.
    """

    items: tuple[Any, ...]
    mos: Floats
    se: Floats
    reach: Floats
    n: NDArray[np.int64]
    raters: tuple[Any, ...]
    bias: Floats
    inconsistency: Floats
    rejected: NDArray[np.bool_]
    findings: tuple[Finding, ...]
    heaviest: tuple[Any, float] | None = None
    """The rater who carries more than half of the weight of all scores, and how much; None where nobody does."""

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """One row per stimulus: item, mos, se, interval, n; no interval without two scores that differ."""
        return tuple(
            {
                "item": item,
                "mos": float(mos),
                "se": float(se),
                "interval": (float(mos - reach), float(mos + reach)) if reach > 0 else None,
                "n": int(n),
            }
            for item, mos, se, reach, n in zip(self.items, self.mos, self.se, self.reach, self.n, strict=True)
        )

    @property
    def rater_rows(self) -> tuple[dict[str, Any], ...]:
        """One row per rater: rater, bias, inconsistency, rejected."""
        return tuple(
            {"rater": rater, "bias": float(bias), "inconsistency": float(sigma), "rejected": bool(out)}
            for rater, bias, sigma, out in zip(self.raters, self.bias, self.inconsistency, self.rejected, strict=True)
        )


def opinion_scores(
    ratings: Ratings,
    *,
    method: OpinionMethod = "p910",
    deviation: Deviation = "n-1",
    confidence: float = 0.95,
) -> OpinionScores:
    """Mean opinion scores (MOS), one per stimulus.

    `mean`: mean and sd / root n, t(n - 1); speaks of raters like these. `bt500`: the same without the raters that
    `bt500_rejected` names, with the stated `deviation`. `p910`: bias-subtracted, consistency-weighted scores (ITU-T
    P.910, Annex E); its standard error is that of the Annex, the root mean square of a stimulus' residuals about their
    mean over root n; the interval takes n - 1 and t, speaks of these raters, and is wide where raters differ much in
    consistency, since the Annex does not weight residuals. Bias is the mean of score less MOS over what a rater scored,
    inconsistency the standard deviation (n) of what is left; for `mean` and `bt500` they are described, not used.
    Dropped: missing scores, repeats, stimuli with a censored score, and with `p910` raters of one stimulus, whose bias
    and quality are one. NaN for a stimulus that only rejected raters scored.
    """
    if method not in get_args(OpinionMethod):
        raise BeholderError(
            f"no method {method!r}", code="stats-bad-option", hint=nearest(str(method), get_args(OpinionMethod))
        )
    ratings, n_censored, notes = ratings.uncensored()
    notes, n_dropped = (*ratings.notes, *notes), ratings.n_dropped + n_censored
    if method == "p910":
        ratings, alone = _without_lone(ratings)
        n_dropped += alone
        notes = (*notes, *_consistency_notes(ratings, alone))
    if not len(ratings):
        raise BeholderError("no stimulus has a score", code="stats-no-ratings")
    rejected = np.zeros(len(ratings.raters), dtype=bool)
    if method == "bt500":
        rejected = bt500_rejected(ratings, deviation=deviation)
    parts = _projected(ratings, confidence) if method == "p910" else _averaged(ratings, rejected, confidence)
    heaviest = _heaviest(ratings, parts.inconsistency) if method == "p910" else None
    told = Text(tell(f"opinion-{method}", deviation=deviation), tell("n-in-ratings"))
    shared: dict[str, Any] = {"n": len(ratings), "n_dropped": n_dropped, "method": told, "notes": notes}
    return replace(_gathered(ratings, parts, rejected, shared), heaviest=heaviest)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What both ways of scoring give."""

    mos: Floats
    se: Floats
    reach: Floats
    bias: Floats
    inconsistency: Floats
    n: NDArray[np.int64]
    passes: int = 0


def _gathered(ratings: Ratings, parts: _Parts, rejected: NDArray[np.bool_], shared: dict[str, Any]) -> OpinionScores:
    items = np.flatnonzero(np.bincount(ratings.item, minlength=len(ratings.items)))
    raters = np.flatnonzero(np.bincount(ratings.rater, minlength=len(ratings.raters)))
    scored = parts.mos[items]
    named = {
        "mean_mos": float(np.nanmean(scored)) if np.isfinite(scored).any() else math.nan,
        "bias_variance": float(np.var(parts.bias[raters])),
        "inconsistency_sum": float(parts.inconsistency[raters].sum()),
        "iterations": float(parts.passes),
        "rejected": float(np.count_nonzero(rejected)),
    }
    return OpinionScores(
        items=tuple(ratings.items[i] for i in items),
        mos=scored,
        se=parts.se[items],
        reach=parts.reach[items],
        n=parts.n[items],
        raters=tuple(ratings.raters[r] for r in raters),
        bias=parts.bias[raters],
        inconsistency=parts.inconsistency[raters],
        rejected=rejected[raters],
        findings=tuple(Finding(name=name, value=value, **shared) for name, value in named.items()),
    )


def _averaged(ratings: Ratings, rejected: NDArray[np.bool_], confidence: float) -> _Parts:
    score, n_items, n_raters = ratings.numbers, len(ratings.items), len(ratings.raters)
    kept = ~rejected[ratings.rater]
    n = np.bincount(ratings.item[kept], minlength=n_items)
    with np.errstate(invalid="ignore", divide="ignore"):
        mos = np.bincount(ratings.item[kept], weights=score[kept], minlength=n_items) / n
        residual = score - mos[ratings.item]
        squares = np.bincount(ratings.item[kept], weights=residual[kept] ** 2, minlength=n_items)
        se = np.sqrt(squares / (n - 1) / n)
    se[n < 2] = math.nan
    # a stimulus that only rejected raters scored says nothing about anybody
    known = np.isfinite(residual)
    given = np.maximum(np.bincount(ratings.rater[known], minlength=n_raters), 1)
    bias = np.bincount(ratings.rater[known], weights=residual[known], minlength=n_raters) / given
    left = residual - bias[ratings.rater]
    sigma = np.sqrt(np.bincount(ratings.rater[known], weights=left[known] ** 2, minlength=n_raters) / given)
    return _Parts(mos=mos, se=se, reach=_reach(se, n, confidence), bias=bias, inconsistency=sigma, n=n)


def _projected(ratings: Ratings, confidence: float) -> _Parts:
    found = project(ratings)
    n_items = len(ratings.items)
    n = np.bincount(ratings.item, minlength=n_items)
    size = np.maximum(n, 1)
    middle = np.bincount(ratings.item, weights=found.residual, minlength=n_items) / size
    squares = np.bincount(ratings.item, weights=(found.residual - middle[ratings.item]) ** 2, minlength=n_items)
    se = np.sqrt(squares) / size
    se[n < 2] = math.nan
    corrected = se * np.sqrt(n / np.maximum(n - 1, 1))
    return _Parts(
        mos=found.quality,
        se=se,
        reach=_reach(corrected, n, confidence),
        bias=found.bias,
        inconsistency=found.inconsistency,
        n=n,
        passes=found.passes,
    )


def _reach(se: Floats, n: NDArray[np.int64], confidence: float) -> Floats:
    """Half the width of the t interval; 0 where there is none: no spread, or fewer than two scores."""
    if not 0 < confidence < 1:
        raise BeholderError(f"confidence lies between 0 and 1, got {confidence}", code="stats-bad-option")
    reach = student.ppf((1 + confidence) / 2, np.maximum(n - 1, 1)) * se
    return np.where(np.isfinite(reach) & (se > 1e-12), reach, 0.0)


def _without_lone(ratings: Ratings) -> tuple[Ratings, int]:
    """The ratings without raters of one stimulus, and how many these were."""
    lone = np.bincount(ratings.rater, minlength=len(ratings.raters))[ratings.rater] < 2
    return (ratings.select(~lone), int(np.count_nonzero(lone))) if lone.any() else (ratings, 0)


def _consistency_notes(ratings: Ratings, alone: int) -> tuple[str, ...]:
    given = np.bincount(ratings.rater, minlength=len(ratings.raters))
    few = int(np.count_nonzero((given > 0) & (given < FEW_SCORES)))
    return (
        *((tell("note-lone-scores", n=alone),) if alone else ()),
        *((tell("note-few-scores", n=few, least=FEW_SCORES),) if few else ()),
    )


def _heaviest(ratings: Ratings, inconsistency: Floats) -> tuple[Any, float] | None:
    """Whose weight is more than half of the mean over stimuli: the Annex has no floor but that which keeps it finite."""
    weight = 1 / (inconsistency[ratings.rater] ** 2 + LEAST_VARIANCE)
    n_items, n_raters = len(ratings.items), len(ratings.raters)
    share = weight / np.bincount(ratings.item, weights=weight, minlength=n_items)[ratings.item]
    carried = np.bincount(ratings.rater, weights=share, minlength=n_raters) / len(np.unique(ratings.item))
    first = int(carried.argmax())
    # of two raters the more consistent one has more than half, which is no remark
    several = np.count_nonzero(np.bincount(ratings.rater, minlength=n_raters)) > 2
    return (ratings.raters[first], float(carried[first])) if several and carried[first] > 0.5 else None


def differential_ratings(ratings: Ratings, reference: Mapping[Any, Any], *, top: float = 5.0) -> Ratings:
    """Scores against the hidden reference, `top` + score - score of the reference by the same rater (ACR-HR).

    `reference` names the reference of each item; scores of the references themselves, and of items without one, do not
    enter. A rater who did not score the reference says nothing: counted in `n_missing`. `opinion_scores` of the result
    are DMOS. Values above `top` are kept, as P.910 reports them: a stimulus may look better than its reference.
    """
    position = {name: i for i, name in enumerate(ratings.items)}
    strangers = [name for name in reference.values() if name not in position]
    if strangers:
        raise BeholderError(
            f"the reference {strangers[0]!r} has no score",
            code="stats-unknown-reference",
            hint="name references as the items are named",
        )
    of = np.full(len(ratings.items), -1, dtype=np.int64)
    for name, other in reference.items():
        if name in position and other != name:
            of[position[name]] = position[other]
    score, n_raters = ratings.numbers, len(ratings.raters)
    given = {int(cell): float(x) for cell, x in zip(_cells(ratings.item, ratings.rater, n_raters), score, strict=True)}
    asked = np.flatnonzero(of[ratings.item] >= 0)
    wanted = _cells(of[ratings.item[asked]], ratings.rater[asked], n_raters)
    against = np.array([given.get(int(cell), math.nan) for cell in wanted])
    # as many digits as a double holds safely, so that equal differences are one value
    difference = np.round(top + score[asked] - against, 12)
    found = Ratings.of(
        item=[ratings.items[i] for i in ratings.item[asked]],
        rater=[ratings.raters[r] for r in ratings.rater[asked]],
        value=difference,
    )
    return replace(found, n_missing=found.n_missing + ratings.n_missing, n_repeated=ratings.n_repeated)


def _cells(item: NDArray[Any], rater: NDArray[Any], n_raters: int) -> NDArray[np.int64]:
    return np.asarray(item, dtype=np.int64) * n_raters + np.asarray(rater, dtype=np.int64)
