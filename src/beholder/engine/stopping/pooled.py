"""How far answers to the same thing lie apart, over all trials together, kept up to date as answers come and go."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable

from beholder.engine.stopping.ballot import Ballot
from beholder.study.stop_rule import AnswerSpread

__all__ = ["PooledSpread"]

_DIGITS = 9
"""Digits of the standard deviation that go on record, and by which is decided: the sums differ in the last of sixteen."""


class PooledSpread:
    """The sum of squares within each trial and system, and the degrees of freedom of it."""

    def __init__(self) -> None:
        self._of: dict[Hashable, tuple[float, int]] = {}
        self._squares = 0.0
        self._df = 0

    def put(self, trial: Hashable, ballots: Iterable[Ballot]) -> None:
        """These are the answers to the trial from now on."""
        by_system: dict[str, list[float]] = {}
        for ballot in ballots:
            for system, number in ballot.numbers.items():
                by_system.setdefault(system, []).append(number)
        squares, df = 0.0, 0
        for numbers in by_system.values():
            mean = math.fsum(numbers) / len(numbers)
            squares += math.fsum((number - mean) ** 2 for number in numbers)
            df += len(numbers) - 1
        before = self._of.pop(trial, (0.0, 0))
        self._squares += squares - before[0]
        self._df += df - before[1]
        if df:
            self._of[trial] = (squares, df)

    @property
    def spread(self) -> AnswerSpread:
        """The standard deviation within trials."""
        if not self._df:
            return AnswerSpread(math.nan, 0)
        return AnswerSpread(float(f"{math.sqrt(max(0.0, self._squares) / self._df):.{_DIGITS}g}"), self._df)
