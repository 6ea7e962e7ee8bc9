"""What is remarkable about a rater. Each flag is a test whose false alarms are known; nothing is excluded by a flag.

The hypothesis that is kept is always that the rater works as others do. A flag says that it fails at the 1 % level
(one-sided) and that the departure is large enough to matter, so that neither a few unlucky answers nor a great many
ordinary ones make a flag. What is ordinary is taken from the other raters of the study: a hard study flags nobody.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.stats import binom

from beholder.analysis.quality import MIN_CHECKS_PASSED
from beholder.declarations.states import RaterKind
from beholder.quality.marks import Marks
from beholder.store import RaterRow

__all__ = ["FLAGS", "MIN_ANSWERS", "Claims", "Counted", "Usual", "claims_of", "flags_of", "usual"]

FLAGS = ("checks", "fast", "times", "views", "run", "inconsistent", "apart", "severe", "lenient", "drift")
"""In the order in which they are told."""

# a false alarm in a hundred raters per flag: a coordinator can look at so many
_LEVEL = 0.01
_Z = 2.326
"""The one-sided 1 % point of the normal distribution."""

_Z_OF_THREE = 2.713
"""The same, shared among three tests."""

# a tenth may be fast, or unopened, or claimed, by accident
_OFTEN_FAST = 0.1
MIN_ANSWERS = 3
"""Answers below which fast ones prove nothing: of those who may be fast one time in ten, one in a hundred is so twice."""

_DRIFT_MS = 60_000
"""By how much two clocks that are both right may come to differ over a study."""

# stricter than the rest, since every run of a rater is looked at
_RUN_LEVEL = 0.001
# shorter runs are ordinary where most things are alike
_SHORT_RUN = 6
# answers below which no interval of a rater's level is narrow enough to tell anything
_ENOUGH = 12
# a slope needs more: two halves, each with enough answers
_ENOUGH_TO_DRIFT = 30
_FAR = 0.8
"""How much severity is remarkable, in standard deviations of all marks; ordinary raters differ by about a third of one."""

_OUTLYING = 3.0
"""And where raters differ less than that, how many of their own standard deviations."""

# a spread of fewer raters says nothing about who is outside it
_FEW_RATERS = 8

_MOVED = 0.65
_SCATTERED = 0.35
_TURNED = 0.25
"""Changes from first to last that are remarkable: of the level and of the distance to others in standard deviations of all
marks, and of the share of others who say the same."""

# where ordinary raters follow each other less than this, nobody can be called unlike them
_NO_SIGNAL = 0.2


class Claims(NamedTuple):
    """What the server knows of a rater's times and views against what their browser said."""

    worked_ms: int = 0
    overclaimed_ms: int = 0
    unopened: int = 0


def claims_of(raters: Iterable[RaterRow], work: Mapping[str, tuple[int, int]]) -> dict[str, Claims]:
    """The claims of people, by rater; `work` has trials answered and milliseconds worked."""
    return {
        row.rater: Claims(work.get(row.rater, (0, 0))[1], row.overclaimed_ms, row.unopened)
        for row in raters
        if row.kind == RaterKind.HUMAN
    }


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted of a rater: hits and how many of, and equal answers in a row."""

    checks: tuple[int, int]
    fast: tuple[int, int]
    repeats: tuple[int, int]
    longest_run: int
    shown: int
    commonest: float
    """Share of the answer the rater gives most often."""

    claims: Claims


@dataclass(frozen=True, slots=True)
class Usual:
    """What is ordinary in this study."""

    commonest: Mapping[str, float]
    same_again: float
    same_by_chance: float
    tracking: float
    near: float
    spread: float
    severity: float
    """From where on it is remarkable."""


def usual(counted: Mapping[str, Counted], marks: Mapping[str, Marks], *, same_by_chance: float) -> Usual:
    """The ordinary rater: medians over raters, which a third of bad ones does not move far."""
    repeats = [hits / of for one in counted.values() for hits, of in [one.repeats] if of >= 3]
    many = [one for one in marks.values() if len(one.time) >= _ENOUGH]
    tracked = [_correlation(one) for one in many if len(one.own)]
    everything = np.concatenate([one.own for one in marks.values()]) if marks else np.empty(0)
    spread = float(everything.std()) if len(everything) > 1 else math.nan
    return Usual(
        commonest={name: _three_quarters([o.commonest for n, o in counted.items() if n != name]) for name in counted},
        same_again=float(np.median(repeats)) if repeats else math.nan,
        same_by_chance=same_by_chance,
        tracking=float(np.median(tracked)) if tracked else math.nan,
        near=float(np.median([one.near.mean() for one in many])) if many else math.nan,
        spread=spread,
        severity=min(
            _FAR * spread, _OUTLYING * _robust_spread([float(one.gap.mean()) for one in many if len(one.own)])
        ),
    )


def flags_of(name: str, one: Counted, marks: Marks | None, ordinary: Usual) -> tuple[str, ...]:
    """The flags of one rater."""
    found = {
        "checks": _is_rare(*one.checks, share=MIN_CHECKS_PASSED),
        "fast": one.fast[1] >= MIN_ANSWERS and _is_rare(one.fast[1] - one.fast[0], one.fast[1], share=1 - _OFTEN_FAST),
        "times": _is_overclaiming(one.claims),
        "views": one.claims.unopened > _OFTEN_FAST * one.shown,
        "run": _is_long_run(one, ordinary.commonest[name]),
        "inconsistent": _is_rare(*one.repeats, share=(ordinary.same_again + ordinary.same_by_chance) / 2),
    }
    if marks is not None and len(marks.time) >= _ENOUGH:
        found["apart"] = _is_apart(marks, ordinary)
        found["severe"] = _is_beyond(marks.gap, ordinary.severity)
        found["lenient"] = _is_beyond(-marks.gap, ordinary.severity)
        found["drift"] = len(marks.time) >= _ENOUGH_TO_DRIFT and _drifts(marks, ordinary)
    if found["run"] or found.get("apart"):
        # a rater who follows nobody, or always says the same, has nothing to drift from
        found["drift"] = False
    if found["run"] or found.get("apart") or found.get("drift"):
        # and one level is only for those who keep it
        found["severe"] = found["lenient"] = False
    return tuple(flag for flag in FLAGS if found.get(flag))


def _is_overclaiming(claims: Claims) -> bool:
    """No page that works claims more time than has passed; two clocks may differ a little."""
    return claims.overclaimed_ms > max(_DRIFT_MS, _OFTEN_FAST * claims.worked_ms)


def _is_rare(hits: int, of: int, *, share: float) -> bool:
    """So few hits are a one-in-a-hundred chance if hits have this share (exact binomial)."""
    return bool(of) and math.isfinite(share) and float(binom.cdf(hits, of, share)) < _LEVEL


def _is_long_run(one: Counted, commonest: float) -> bool:
    """Runs of length L among n answers, each the commonest with probability p: about n (1 - p) p^L are expected."""
    expected = one.shown * (1 - commonest) * commonest**one.longest_run
    return one.longest_run >= _SHORT_RUN and expected < _RUN_LEVEL


def _is_apart(marks: Marks, ordinary: Usual) -> bool:
    """Whether the answers follow those of others less than half as closely as is usual."""
    if not len(marks.own):
        chance = ordinary.same_by_chance
        bar = (ordinary.near + chance) / 2
        error = math.sqrt(bar * (1 - bar) / len(marks.near)) if 0 < bar < 1 else math.nan
        return ordinary.near - chance > _NO_SIGNAL and float(marks.near.mean()) + _Z * error < bar
    if not ordinary.tracking > _NO_SIGNAL:
        return False
    followed = _correlation(marks)
    # Fisher's transformation makes the error of a correlation the same everywhere
    return math.atanh(min(max(followed, -0.999), 0.999)) + _Z / math.sqrt(len(marks.own) - 3) < math.atanh(
        ordinary.tracking / 2
    )


def _is_beyond(gap: np.ndarray, bar: float) -> bool:
    if len(gap) < 2:
        return False
    return float(gap.mean()) - _Z * float(gap.std(ddof=1)) / math.sqrt(len(gap)) > bar


def _drifts(marks: Marks, ordinary: Usual) -> bool:
    """Whether the rater leaves the others in the course of the study, or moves up or down the scale."""
    if not len(marks.own):
        return _falls(marks.time, marks.near, _TURNED)
    far = _MOVED * ordinary.spread
    moves = _falls(marks.time, marks.gap, far) or _falls(marks.time, -marks.gap, far)
    return moves or _falls(marks.time, marks.near, _SCATTERED * ordinary.spread)


def _falls(time: np.ndarray, values: np.ndarray, bar: float) -> bool:
    """Whether a straight line through the values falls by the bar or more from first to last, beyond chance."""
    centred = time - time.mean()
    total = float(centred @ centred)
    if not total:
        return False
    slope = float(centred @ values) / total
    rest = values - values.mean() - slope * centred
    # White's error, since whoever stops looking also scatters more
    error = math.sqrt(float((centred**2) @ (rest**2))) / total
    return slope <= -bar and slope + _Z_OF_THREE * error < 0


def _correlation(marks: Marks) -> float:
    if not (marks.own.std() and marks.others.std()):
        return 0.0
    return float(np.corrcoef(marks.own, marks.others)[0, 1])


def _three_quarters(shares: Sequence[float]) -> float:
    return float(np.clip(np.quantile(shares, 0.75), 0.2, 0.98)) if shares else 0.5


def _robust_spread(levels: Sequence[float]) -> float:
    """The standard deviation by the median of distances, which outliers do not widen; unknown for few raters."""
    if len(levels) < _FEW_RATERS:
        return math.inf
    return 1.4826 * float(np.median(np.abs(np.array(levels) - np.median(levels))))
