"""Which observers ITU-R BT.500 would leave out: those far from the others on both sides of the mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from beholder.errors import BeholderError, nearest

if TYPE_CHECKING:
    from beholder.stats.columns import Floats, Ratings

__all__ = ["Deviation", "bt500_rejected"]

Deviation = Literal["n-1", "n"]
"""What the squared deviations of a stimulus are divided by: n - 1 as the Recommendation says, n as some programs do."""

# the limits of BT.500, annex 1, section 2.3: scores with a kurtosis in this range count as normal
_NORMAL_KURTOSIS = (2.0, 4.0)
_REACH_NORMAL, _REACH_OTHER = 2.0, 20.0**0.5
_FAR_SHARE, _ONE_SIDED = 0.05, 0.3


def bt500_rejected(ratings: Ratings, *, deviation: Deviation = "n-1") -> NDArray[np.bool_]:
    """Whether each rater is to be left out by the screening of ITU-R BT.500, applied once.

    A score is far if it lies 2 standard deviations or more from the mean of its stimulus (root 20 where the kurtosis of
    its scores is not within 2 to 4). With P scores far above and Q far below, a rater is rejected if (P + Q) / scores
    exceeds .05 and |P - Q| / (P + Q) is under .3: often far, and on both sides. Whoever is far on one side only is
    severe or lenient, and stays. Stimuli on which all agree have no deviation to be judged by and are left out.
    """
    if deviation not in get_args(Deviation):
        raise BeholderError(
            f"the deviation divides by n-1 or n; got {deviation!r}",
            code="stats-bad-option",
            hint=nearest(str(deviation), get_args(Deviation)),
        )
    item, score, n_items = ratings.item, ratings.numbers, len(ratings.items)
    n = np.bincount(item, minlength=n_items).astype(np.float64)

    def averaged(values: Floats) -> Floats:
        return np.bincount(item, weights=values, minlength=n_items) / np.maximum(n, 1.0)

    centred = score - averaged(score)[item]
    second, fourth = averaged(centred**2), averaged(centred**4)
    # a spread below this is rounding of the mean, not a difference of opinion
    spread = second > 1e-12 * max(float(np.abs(score).max(initial=0.0)), 1e-300) ** 2
    kurtosis = fourth / np.where(spread, second, 1.0) ** 2
    normal = (kurtosis >= _NORMAL_KURTOSIS[0]) & (kurtosis <= _NORMAL_KURTOSIS[1])
    correction = np.ones(n_items) if deviation == "n" else n / np.maximum(n - 1, 1.0)
    limit = np.where(normal, _REACH_NORMAL, _REACH_OTHER) * np.sqrt(second * correction)
    judged = spread[item]

    def counted(which: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(ratings.rater[judged & which], minlength=len(ratings.raters))

    above, below, given = counted(centred >= limit[item]), counted(centred <= -limit[item]), counted(judged)
    far = above + below
    often = far > _FAR_SHARE * given
    both_sides = np.abs(above - below) < _ONE_SIDED * far
    return np.asarray(often & both_sides)
