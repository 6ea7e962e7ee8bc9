"""How much each rating counts where a rule decided whether it was asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["equal_weights", "weights_by_chance"]

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Mask = NDArray[np.bool_]


def equal_weights(unit: Codes) -> Floats:
    """Weights by which every unit counts the same, whatever its number of ratings."""
    return np.asarray(1.0 / np.bincount(unit)[unit])


def weights_by_chance(unit: Codes, system: Codes, clear: Mask, beyond: Mask, *, full: int) -> Floats:
    """1 over the chance that a rating was asked for, so that means are those of `full` ratings of everything.

    What the rule asks for, it asks for everywhere: such a rating counts once. A rating `beyond` the rule came only where a
    unit was drawn to be rated in full, and stands for those that the rule spared in units as clear as this one: it counts
    1 / pi, where pi is the share of the clear units of its system that were rated on. The sum over all places is that of
    Horvitz & Thompson 1952, JASA 47:663, and the mean the ratio of two such sums (Hajek 1971): whether a unit is rated on
    depends on a draw made before the first answer, and on nothing that was answered. Units that are not `clear` yet count
    as much as if they had all their ratings, and so do those of a system none of whose clear units were rated on.
    """
    asked, more = (np.bincount(unit, weights=part.astype(float)) for part in (~beyond, beyond))
    is_clear, of_system = np.zeros(len(asked), dtype=bool), np.zeros(len(asked), dtype=np.int64)
    is_clear[unit], of_system[unit] = clear, system
    spared = np.where(is_clear & (asked + more > 0), np.maximum(full - asked, 0.0), 0.0)
    rated_on = np.bincount(of_system, weights=(spared > 0) & (more > 0))
    pi = rated_on / np.maximum(np.bincount(of_system, weights=spared > 0), 1.0)
    told = is_clear & ((pi[of_system] > 0) | (spared == 0))
    each = full / np.maximum(asked + more, 1.0)
    of_asked = np.where(told, 1.0, each)
    of_more = np.where(told, spared / (np.maximum(more, 1.0) * np.where(pi > 0, pi, 1.0)[of_system]), each)
    return np.asarray(np.where(beyond, of_more[unit], of_asked[unit]))
