"""Strengths from comparisons with ties: Davidson's model, and Rao and Kupper's as a check on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beholder.stats.ranking.pairs import LEFT, RIGHT
from beholder.stats.ranking.strengths import PRIOR_SD, Strengths, fit_strengths

if TYPE_CHECKING:
    from beholder.stats.ranking.pairs import Pairs

from beholder.stats.messages import tell

__all__ = ["davidson", "rao_kupper"]


def davidson(
    pairs: Pairs,
    *,
    position: bool = False,
    cluster: str = "both",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
    as_estimated: bool = False,
) -> Strengths:
    """Log-strengths under Davidson's model of ties, by Newton's method on the counts.

    Model: P(left wins) : P(right wins) : P(tie) = exp(d/2) : exp(-d/2) : nu, with d = s_left - s_right, plus the
    position term delta if `position` (the log-odds that the left of two equal systems wins; swapping all sides flips
    its sign and leaves the strengths). Strengths have mean 0.
    Standard errors: sandwich, clustered by item and rater where `pairs` names them (`cluster`: both, item, rater,
    none), t with min(I, R) - 1 df; else model-based, which takes comparisons as independent.
    Assumptions: one strength per system for all items and raters; the position effect, if any, is the same for all; delta
    needs sides assigned at random. Separable data get a normal prior on all terms (`prior_sd`), and errors that do not shrink
    with the residuals (`with_open_gaps`), or `as_estimated` those of the sandwich alone; the notes say so.
    Dropped: comparisons without outcome or with weight 0. A disconnected graph raises and names its components.
    NaN: strengths where every comparison is a tie. No ties at all: nu is 0 and the fit is Bradley-Terry's.
    The log-likelihood leaves out the multinomial constant.
    Davidson 1970, JASA 65:317; Davidson & Beaver 1977, Biometrics 33:693.
    """
    return _tied(
        pairs, model="davidson", position=position, cluster=cluster, confidence=confidence,
        prior_sd=prior_sd, as_estimated=as_estimated,
    )  # fmt: skip


def rao_kupper(
    pairs: Pairs,
    *,
    position: bool = False,
    cluster: str = "both",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
) -> Strengths:
    """Log-strengths under Rao and Kupper's threshold model of ties, by Fisher scoring: a check on `davidson`.

    Model: P(left wins) = 1 / (1 + theta exp(-d)), P(right wins) = 1 / (1 + theta exp(d)), a tie is the rest; theta >= 1
    is reported as `tie`. Everything else is as in `davidson`. The two models answer the same question with different tie
    curves: strengths that rank differently under them are not settled by the data.
    Rao & Kupper 1967, JASA 62:194.
    """
    return _tied(
        pairs, model="rao-kupper", position=position, cluster=cluster, confidence=confidence,
        prior_sd=prior_sd, as_estimated=False,
    )  # fmt: skip


def _tied(
    pairs: Pairs, *, model: str, position: bool, cluster: str, confidence: float, prior_sd: float, as_estimated: bool
) -> Strengths:
    counts = pairs.counts()
    return fit_strengths(
        pairs,
        counts=counts if position else counts.without_sides(),
        model=model,
        position=position,
        cluster=cluster,
        confidence=confidence,
        prior_sd=prior_sd,
        method=tell(f"{model}-ties-position" if position else f"{model}-ties"),
        scores={LEFT: (1.0, 0.0), RIGHT: (0.0, 1.0)},
        as_estimated=as_estimated,
    )
