"""The one error that a user's mistake may raise: where it is, what is wrong, how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["BeholderError", "Problem", "install_hint", "nearest"]


# longer input is no misspelt name, and comparing it would take long
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, in words a study author can act on.

    `code` is stable and has a heading in the errors reference; `warning` problems do not stop anything.
    """

    problem: str
    code: str
    where: str = ""
    hint: str = ""
    warning: bool = False

    def __str__(self) -> str:
        head = f"{self.where} · " if self.where else ""
        tail = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{head}{self.problem} [{self.code}]{tail}"

    def to_json(self) -> dict[str, object]:
        """The envelope used by the web API and by `--json` output."""
        return {
            "where": self.where,
            "problem": self.problem,
            "hint": self.hint,
            "code": self.code,
            "warning": self.warning,
        }


class BeholderError(Exception):
    """Something the user can mend. Carries one or more problems; the command line prints them without a traceback."""

    def __init__(self, problem: str, *, code: str, where: str = "", hint: str = "") -> None:
        self.problems: tuple[Problem, ...] = (Problem(problem, code, where, hint),)
        super().__init__(str(self.problems[0]))

    @classmethod
    def of(cls, problems: Iterable[Problem]) -> BeholderError:
        """One error that reports several problems at once, so that a user mends them in one go."""
        found = tuple(problems)
        if not found:
            raise ValueError("an error needs at least one problem")
        error = cls.__new__(cls)
        error.problems = found
        Exception.__init__(error, "\n".join(str(p) for p in found))
        return error

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint naming the closest known names: `did you mean "ratings"?`, or the list of all of them."""
    names = sorted(known)
    # nobody mistypes so much; comparing costs as much as the name is long
    close = [] if len(name) > _LONGEST_NAME else difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    return f"known: {', '.join(names)}" if names else ""


def install_hint(extra: str) -> str:
    """How to install an optional part of Beholder, from a package index or in a clone."""
    return f"pip install 'beholder[{extra}]', or in a clone pip install -e '.[{extra}]'"
