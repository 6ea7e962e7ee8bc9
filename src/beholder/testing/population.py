"""Raters of known kinds, good and bad, for finding out whether the quality of raters is told rightly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from beholder.declarations.declaration import Timing
from beholder.protocols import SimulatedRater

__all__ = ["KINDS", "draw_rater"]

KINDS = ("honest", "slow", "random", "same", "severe", "lenient", "drifting", "fast")
"""Honest; honest and slow; answers anything; answers the same; far too low or high; looks less and less; too quick to see."""

_PACE = 0.7
_SLOWNESS = 6
_SHIFT = 1.6
_RARE_LOOK = 0.1


def draw_rater(kind: str, rng: np.random.Generator, *, timing: Timing, trials: int) -> SimulatedRater:
    """A rater of that kind who will see about so many trials.

    Every kind is an ordinary rater with one thing changed. `random` looks at one trial in ten, `same` leaves the last
    answer standing nine times in ten, `drifting` begins well and has stopped looking by the last trial, `fast` answers as
    an honest rater would, but half of the time before anybody could have looked.
    """
    seconds = _PACE * timing.aim_seconds
    honest = SimulatedRater.draw(rng, seconds=seconds)
    changed = {
        "honest": honest,
        "slow": replace(honest, seconds=_SLOWNESS * seconds),
        "random": replace(honest, lapse=1 - _RARE_LOOK),
        "same": replace(honest, insistence=1 - _RARE_LOOK),
        "severe": replace(honest, severity=_SHIFT),
        "lenient": replace(honest, severity=-_SHIFT),
        "drifting": replace(honest, fatigue=1 / max(1, trials)),
        "fast": replace(honest, seconds=timing.fast_seconds),
    }
    return changed[kind]
