"""The one error that a user's mistake may raise: where it is, what is wrong, how to mend it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

__all__ = ["BeholderError", "Problem", "closest", "group_problems", "install_hint", "nearest"]


# longer input is no misspelt name, and comparing it would take long
_LONGEST_NAME = 100
# of letters in common, from which on a name is another one mistyped: `img` is `image`, `img_type` is not
_MIN_LIKENESS = 0.75
# of equal problems, so many further places are named
_PLACES_NAMED = 4


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, in words a study author can act on.

    `code` is stable and has a heading in the errors reference; `warning` problems do not stop anything. `elsewhere` are further
    places of the same, where problems are grouped for a reader.
    """

    problem: str
    code: str
    where: str = ""
    hint: str = ""
    warning: bool = False
    elsewhere: tuple[str, ...] = ()

    @property
    def also(self) -> str:
        """In which other places the same is wrong, in words: how many, and the first of them."""
        if not self.elsewhere:
            return ""
        n, named = len(self.elsewhere), self.elsewhere[:_PLACES_NAMED]
        tail = ", …" if n > len(named) else ""
        return f"the same in {n:,} other place{'' if n == 1 else 's'}: {', '.join(named)}{tail}"

    def __str__(self) -> str:
        head = f"{self.where} · " if self.where else ""
        tail = f"\n  hint: {self.hint}" if self.hint else ""
        also = f"\n  {self.also}" if self.elsewhere else ""
        return f"{head}{self.problem} [{self.code}]{also}{tail}"

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
        Exception.__init__(error, "\n".join(map(str, group_problems(found))))
        return error

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code


def group_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Equal problems as one, at the place of the first, with the places of the others."""
    places: dict[Problem, list[str]] = {}
    for problem in problems:
        places.setdefault(replace(problem, where=""), []).append(problem.where)
    grouped = []
    for problem, (where, *others) in places.items():
        elsewhere = tuple(one for one in dict.fromkeys(others) if one not in ("", where))
        grouped.append(replace(problem, where=where, elsewhere=elsewhere))
    return grouped


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint naming the closest known names: `did you mean "ratings"?`, or the list of all of them."""
    names = sorted(known)
    close = closest(name, names)
    if close:
        return f'did you mean "{close}"?'
    return f"known: {', '.join(names)}" if names else ""


def closest(name: str, known: Iterable[str]) -> str:
    """The known name that is this one written otherwise or mistyped, or one of whose words it is; empty if there is none.

    Letters in common alone are no likeness: half of `img_type` is in `image`.
    """
    # nobody mistypes so much; comparing costs as much as the name is long
    if len(name) > _LONGEST_NAME:
        return ""
    names, wanted = list(known), _words(name)
    longer = [
        (len(wanted & words) / len(wanted | words), other) for other in names if _of_one(wanted, words := _words(other))
    ]
    if longer:
        return max(longer)[1]
    joined = {_joined(other): other for other in names}
    # of three or four letters one mistyped one is much
    cutoff = _MIN_LIKENESS if len(_joined(name)) > 4 else 0.6
    close = difflib.get_close_matches(_joined(name), joined, n=1, cutoff=cutoff)
    return joined[close[0]] if close else ""


def _of_one(words: set[str], others: set[str]) -> bool:
    return bool(words and others) and (words <= others or others <= words)


def _words(name: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", name.casefold()))


def _joined(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def install_hint(extra: str) -> str:
    """How to install an optional part of Beholder, from a package index or in a clone."""
    return f"pip install 'beholder[{extra}]', or in a clone pip install -e '.[{extra}]'"
