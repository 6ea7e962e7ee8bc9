"""Time, handed in from outside, so that a simulation can make a week pass in a second."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Clock", "SimulatedClock", "system_clock"]

Clock = Callable[[], int]
"""Milliseconds since 1970, UTC."""


def system_clock() -> int:
    """The machine's time."""
    return time.time_ns() // 1_000_000


class SimulatedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: int = 1_767_225_600_000) -> None:
        self.now = start

    def __call__(self) -> int:
        """The time it was last moved to."""
        return self.now

    def move_to(self, when: int) -> None:
        """Moves forward to a time; never back."""
        self.now = max(self.now, when)

    def advance(self, milliseconds: int) -> None:
        """Lets time pass."""
        self.now += milliseconds
