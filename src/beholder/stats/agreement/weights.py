"""Agreement weights: how much of an agreement two different values still are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from beholder.errors import BeholderError, nearest

if TYPE_CHECKING:
    from beholder.stats.agreement.alpha import Level
    from beholder.stats.columns import Floats, Ratings

__all__ = ["WeightKind", "agreement_weights", "weights_at"]

WeightKind = Literal["identity", "linear", "quadratic", "ordinal"]

# the table grows with the square of the values: 72 MB
_MOST_VALUES = 3_000


def weights_at(level: Level, scale: Floats | None) -> WeightKind:
    """The weights that fit a level of measurement: ranks only where a value is censored, so that it has no distance."""
    if level == "nominal":
        return "identity"
    return "ordinal" if scale is not None and bool(np.any(np.isinf(scale))) else "quadratic"


def agreement_weights(ratings: Ratings, kind: WeightKind) -> Floats:
    """The values × values table of weights, 1 on the diagonal.

    identity: 0 elsewhere. linear: 1 - |v - w| / range. quadratic: 1 - (v - w)² / range². ordinal (Gwet 2014): 1 - M / max M
    with M = C(number of values from v to w, 2), which uses ranks only. Ordered values that are no numbers stand for
    their ranks; censored values have ranks only. Every value named in the order counts, seen or not.
    """
    if kind not in get_args(WeightKind):
        raise BeholderError(
            f"no weights {kind!r}", code="stats-bad-weights", hint=nearest(str(kind), get_args(WeightKind))
        )
    n = len(ratings.values)
    if n > _MOST_VALUES:
        raise BeholderError(
            f"{n} distinct values are too many for a table of weights (at most {_MOST_VALUES})",
            code="stats-too-many-values",
            hint="use Krippendorff's alpha or an intraclass correlation",
        )
    if kind == "identity":
        return np.eye(n)
    if not ratings.ordered:
        raise BeholderError(
            f"{kind} weights need an order of the values",
            code="stats-needs-order",
            hint="name the values from low to high as `order`, or use identity weights",
        )
    scale = ratings.scale
    if kind == "ordinal" or scale is None:
        scale = np.arange(n, dtype=np.float64)
    if np.any(np.isinf(scale)):
        raise BeholderError(
            f"{kind} weights cannot measure the distance to a censored value",
            code="stats-censored",
            hint="use ordinal weights",
        )
    distance = np.abs(scale[:, None] - scale[None, :])
    if kind == "ordinal":
        distance = distance * (distance + 1) / 2
    elif kind == "quadratic":
        distance = distance**2
    largest = float(distance.max(initial=0.0))
    return 1 - distance / largest if largest > 0 else np.ones((n, n))
