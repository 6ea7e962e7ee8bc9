"""How much each rating counts where a rule decided whether it was asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["unit_weights"]

Floats = NDArray[np.float64]


def unit_weights(
    asked: Floats, beyond: Floats, system: NDArray[np.int64], clear: NDArray[np.bool_], *, full: int
) -> tuple[Floats, Floats, Floats]:
    """1 over the chance that a rating was asked for, so that means are those of `full` ratings of everything.

    By unit (a trial and a system), of which `asked` and `beyond` count the ratings: the weight of a rating that the rule
    asked for, that of one `beyond` the rule, and the chance with which the latter was asked for. What the rule asks for, it
    asks for everywhere: such a rating counts once. A rating beyond the rule came only where a unit was drawn to be rated in
    full, and stands for those that the rule spared in units as clear as this one: it counts 1 / pi, where pi is the share of
    the clear units of its system that were rated on. The sum over all places is that of Horvitz & Thompson 1952, JASA 47:663,
    and the mean the ratio of two such sums (Hajek 1971): whether a unit is rated on depends on a draw made before the first
    answer, and on nothing that was answered. Units that are not `clear` yet count as much as if they had all their ratings,
    and so do those of a system none of whose clear units were rated on.
    """
    spared = np.where(clear & (asked + beyond > 0), np.maximum(full - asked, 0.0), 0.0)
    rated_on = np.bincount(system, weights=(spared > 0) & (beyond > 0))
    pi = (rated_on / np.maximum(np.bincount(system, weights=spared > 0), 1.0))[system]
    known, sampled = clear & ((pi > 0) | (spared == 0)), clear & (pi > 0) & (spared > 0)
    of_asked = np.where(known, 1.0, full / np.maximum(asked + beyond, 1.0))
    chance = np.where(sampled, pi, 1.0)
    # where nothing was spared, a rating too many counts as those that were asked for
    of_beyond = np.where(sampled, spared / (np.maximum(beyond, 1.0) * chance), of_asked)
    return of_asked, of_beyond, chance
