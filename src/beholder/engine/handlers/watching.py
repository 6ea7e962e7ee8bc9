"""Clips that must be played to their end before an answer about them is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.errors import BeholderError

__all__ = ["WatchRule", "refuse_unwatched"]

# a browser counts the length of a clip to the frame, and stops its clock a moment before or after the last one
_TOLERANCE_MS = 500


@dataclass(frozen=True, slots=True)
class WatchRule:
    """How long the clips of a showing last, in the order of showing, and whether they are played one after the other."""

    milliseconds: Sequence[int]
    in_turn: bool = False

    @property
    def least_ms(self) -> int:
        """How long it takes to play all of them once."""
        return sum(self.milliseconds) if self.in_turn else max(self.milliseconds, default=0)


def refuse_unwatched(rule: WatchRule, meta: Mapping[str, Any], active_ms: int) -> None:
    """Refuses an answer whose record does not say that each clip was played, or that came too soon for it to be true.

    `active_ms` is the time that can have been spent on the trial by our own clock.
    """
    told = meta.get("clips")
    played = [_played_ms(one) for one in told] if isinstance(told, list) else []
    enough = len(played) == len(rule.milliseconds) and all(
        mine >= length - _TOLERANCE_MS for mine, length in zip(played, rule.milliseconds, strict=True)
    )
    if not enough or active_ms < rule.least_ms - _TOLERANCE_MS:
        raise BeholderError(
            "not every clip was played to its end",
            code="answer-unwatched",
            hint="play each clip to its end, then answer",
        )


def _played_ms(one: Any) -> float:
    """How much of a clip was played to its end, by the record of the page; -1 if it says nothing of the kind."""
    if not isinstance(one, Mapping) or not isinstance(one.get("ended"), int) or one["ended"] < 1:
        return -1
    played = one.get("played_ms")
    return float(played) if isinstance(played, int | float) and not isinstance(played, bool) else -1
