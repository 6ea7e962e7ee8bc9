"""Which intervals results have when they are looked at before the end, or were: at planned looks, or at any time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from beholder.analysis.result import say
from beholder.fields import Words
from beholder.text import Number, Share

__all__ = ["NOMINAL", "Looking"]

NOMINAL = 0.95
"""The confidence that all looks together have."""

_APART = 0.005
"""Shares of the plan that count as one look: between them so little was added that the bound is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """`factor` is how many times as wide as at a single look an interval is that holds for all looks together.

    `fraction` is the share of the planned ratings that is in, `before` how many looks were taken earlier.
    """

    kind: Literal["planned", "any-time"]
    fraction: float
    before: int
    factor: float

    @classmethod
    def at(cls, fraction: float, *, planned: Sequence[float], taken: Sequence[float], final: bool) -> Looking | None:
        """The intervals for a look at this share of the plan, with looks planned and taken at these shares.

        Without planned looks they hold at any time; at the end of such a study they are those of a single look, as
        whoever planned no look promised, and what was looked at all the same is told as a limit.
        """
        from scipy.stats import norm

        from beholder.stats.stopping.anytime import anytime_factor
        from beholder.stats.stopping.boundaries import group_sequential_bounds

        if fraction <= 0 or (final and not planned):
            return None
        now = min(1.0, fraction)
        if not planned:
            return cls(kind="any-time", fraction=now, before=len(taken), factor=anytime_factor(now, confidence=NOMINAL))
        times = _distinct([one for one in sorted(taken) if 0 < one < now - _APART])
        bound = group_sequential_bounds([*times, now], alpha=1 - NOMINAL, final=final)[-1]
        wide = bound / float(norm.isf((1 - NOMINAL) / 2))
        return cls(kind="planned", fraction=now, before=len(taken), factor=wide)

    def level(self, df: float) -> float:
        """The level of the single look whose intervals are so wide."""
        from beholder.stats.stopping.anytime import level_of_factor

        return level_of_factor(self.factor, max(1.0, df), confidence=NOMINAL)

    def words(self) -> Words:
        """Which intervals these are, for readers."""
        return say(
            f"looking-{self.kind}", share=Share(self.fraction), before=self.before, factor=Number(self.factor, 2)
        )


def _distinct(times: Sequence[float]) -> list[float]:
    """Looks one after the other, those at nearly the same share as one."""
    kept: list[float] = []
    for time in times:
        if not kept or time - kept[-1] > _APART:
            kept.append(time)
    return kept
