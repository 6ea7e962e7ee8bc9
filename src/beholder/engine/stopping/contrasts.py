"""Which two systems are told apart by now, from the preferences that count, kept up to date as answers come and go."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable

from beholder.engine.stopping.ballot import Ballot

__all__ = ["Contrasts"]

_Z = 1.96
"""Standard deviations between wins and losses from which two systems count as told apart, as in a sign test at 5 %."""


class Contrasts:
    """Wins of each system over each other; ties are left out."""

    def __init__(self) -> None:
        self._of: dict[Hashable, Counter[tuple[str, str]]] = {}
        self._wins: Counter[tuple[str, str]] = Counter()

    def put(self, trial: Hashable, ballots: Iterable[Ballot]) -> None:
        """These are the answers to the trial from now on."""
        won: Counter[tuple[str, str]] = Counter()
        for ballot in ballots:
            if len(ballot.numbers) == 2:
                (one, first), (two, second) = ballot.numbers.items()
                if first != second:
                    won[(one, two) if first > second else (two, one)] += 1
        self._wins.subtract(self._of.pop(trial, Counter()))
        self._wins.update(won)
        if won:
            self._of[trial] = won

    def undecided(self, one: str, two: str) -> bool:
        """Whether nobody can say yet which of the two is preferred."""
        wins, losses = self._wins[one, two], self._wins[two, one]
        return abs(wins - losses) - 1 < _Z * math.sqrt(wins + losses)
