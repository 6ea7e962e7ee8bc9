"""Everything wrong with a study, gathered in reading order and cut to what a person can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from beholder.errors import Problem

__all__ = ["MOST_PER_KIND", "Problems"]

MOST_PER_KIND = 12
"""How many problems of one kind in one file are listed before the rest is only counted."""


class Problems:
    """Gathers problems; of one kind in one file it keeps the first few and counts the others.

    A hundred thousand items with the same mistake are one mistake to their author, and must not fill the memory.
    """

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._seen: Counter[tuple[str, str]] = Counter()
        self._warning: dict[tuple[str, str], bool] = {}
        self.errors = 0

    def add(self, problem: Problem) -> None:
        """Takes one problem."""
        kind = (problem.code, _file_of(problem.where))
        self._seen[kind] += 1
        self.errors += not problem.warning
        if self._seen[kind] <= MOST_PER_KIND:
            self._kept.append(problem)
            self._warning[kind] = problem.warning

    def extend(self, problems: Iterable[Problem]) -> None:
        """Takes several problems."""
        for problem in problems:
            self.add(problem)

    def listed(self) -> tuple[Problem, ...]:
        """Errors first, then warnings, each kind closed by a line that counts what is not listed."""
        more = [
            Problem(f"and {count - MOST_PER_KIND:,} more like this", code, file, warning=self._warning[code, file])
            for (code, file), count in self._seen.items()
            if count > MOST_PER_KIND
        ]
        ordered: list[Problem] = []
        for warning in (False, True):
            ordered += [problem for problem in self._kept if problem.warning == warning]
            ordered += [line for line in more if line.warning == warning]
        return tuple(ordered)


def _file_of(where: str) -> str:
    return where.split(" · ", 1)[0].rsplit(":", 1)[0]
