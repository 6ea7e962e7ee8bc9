"""From what people typed to names that can be counted: every step named, switchable and reported."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from beholder.errors import BeholderError, nearest

__all__ = ["NameChange", "Normalised", "Normaliser", "Refusal", "singulars"]

_SPACES = re.compile(r"\s+")
_INNER = re.compile(r"[^\w\s]")
_VISIBLE_JOINERS = {"\u200c", "\u200d"}


@dataclass(frozen=True, slots=True)
class NameChange:
    """A raw string that became another name, by which steps, and how many answers it stands for."""

    raw: str
    name: str
    steps: tuple[str, ...]
    answers: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A raw string that is no name, and why."""

    raw: str
    reason: str
    answers: int


@dataclass(frozen=True, slots=True)
class Normalised:
    """The name of each raw string in the order given (None: no name), and what was done to get there."""

    names: list[str | None]
    changes: tuple[NameChange, ...]
    refused: tuple[Refusal, ...]

    @property
    def answers_changed(self) -> int:
        """How many answers stand under another string than the one typed."""
        return sum(change.answers for change in self.changes)

    @property
    def answers_refused(self) -> int:
        """How many answers are no name."""
        return sum(refusal.answers for refusal in self.refused)

    def steps(self) -> dict[str, int]:
        """How many answers each step changed."""
        total: Counter[str] = Counter()
        for change in self.changes:
            for step in change.steps:
                total[step] += change.answers
        return dict(total.most_common())


@dataclass(frozen=True, slots=True, kw_only=True)
class Normaliser:
    """Which differences between two strings do not make two names.

    Steps run in this order, each of them can be switched off with `keep`. `unicode`: canonical composition, so that one
    letter is one letter however it was typed. `spaces`: none at the ends, one between words. `punctuation`: none at the
    ends (`edges`) or none at all (`all`, where it becomes a space). `case`: small letters; scripts without case stay as
    they are. `plural`: `merge` turns an English plural into its singular if the singular itself was given by somebody.
    `spellings`: names a person has accepted for other names; see `beholder.protocols.naming.collect.spelling`.
    """

    unicode: Literal["nfc", "nfkc", "keep"] = "nfc"
    spaces: Literal["collapse", "keep"] = "collapse"
    punctuation: Literal["edges", "all", "keep"] = "edges"
    case: Literal["lower", "keep"] = "lower"
    plural: Literal["keep", "merge"] = "keep"
    spellings: Mapping[str, str] = field(default_factory=dict)
    max_chars: int = 500

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Normaliser:
        """A normaliser from a study's settings; unknown steps and options are refused."""
        known = {name: set(options) for name, options in _OPTIONS.items()} | {"max_chars": set(), "spellings": set()}
        for name, value in settings.items():
            if name not in known:
                raise BeholderError(
                    f"there is no normalisation step {name!r}", code="naming-bad-step", hint=nearest(str(name), known)
                )
            if known[name] and value not in known[name]:
                raise BeholderError(
                    f"{name}: expected one of {', '.join(sorted(known[name]))}; got {value!r}", code="naming-bad-step"
                )
        return cls(**settings)

    def name_of(self, raw: str) -> str | None:
        """The name one string stands for by itself; plurals, which need the other names, stay. None if it is no name."""
        name, _, reason = self._single(raw)
        return None if reason else name

    def apply(self, raws: Iterable[str | None]) -> Normalised:
        """The names of many raw strings. None (an opt-out) stays None and is not reported."""
        given = list(raws)
        counts = Counter(raw for raw in given if raw is not None)
        found: dict[str | None, str | None] = {None: None}
        steps_of: dict[str, tuple[str, ...]] = {}
        refused: list[Refusal] = []
        for raw, answers in counts.items():
            name, steps, reason = self._single(raw)
            if reason:
                refused.append(Refusal(raw, reason, answers))
                found[raw] = None
            else:
                found[raw], steps_of[raw] = name, steps
        if self.plural == "merge":
            self._merge_plurals(found, steps_of)
        changes = [
            NameChange(raw, found[raw] or "", steps, counts[raw])
            for raw, steps in steps_of.items()
            if found[raw] != raw
        ]
        return Normalised(
            [found[raw] for raw in given],
            tuple(sorted(changes, key=lambda change: (-change.answers, change.raw))),
            tuple(sorted(refused, key=lambda refusal: (-refusal.answers, refusal.raw))),
        )

    def _merge_plurals(self, found: dict[str | None, str | None], steps_of: dict[str, tuple[str, ...]]) -> None:
        attested = {name for name in found.values() if name}
        for raw, steps in steps_of.items():
            name = found[raw] or ""
            singular = next((one for one in singulars(name) if one in attested), name)
            if singular != name:
                found[raw], steps_of[raw] = singular, (*steps, "plural")

    def _single(self, raw: str) -> tuple[str, tuple[str, ...], str]:
        if not raw.strip():
            return "", (), "nothing but spaces" if raw else "empty"
        if len(raw) > self.max_chars:
            return "", (), f"{len(raw):,} characters; at most {self.max_chars:,} make a name"
        if any(_unstorable(char) for char in raw):
            return "", (), "holds a control character"
        name, steps = raw, []
        for step, change in self._steps():
            changed = change(name)
            if changed != name:
                steps.append(step)
                name = changed
        if not name:
            return "", (), "nothing but punctuation"
        accepted = self.spellings.get(name, name)
        if accepted != name:
            steps.append("spelling")
        return accepted, tuple(steps), ""

    def _steps(self) -> list[tuple[str, Callable[[str], str]]]:
        steps = [
            (step, _OPTIONS[step][option])
            for step in ("unicode", "spaces", "punctuation", "case")
            if (option := getattr(self, step)) != "keep"
        ]
        if self.case != "keep" and self.unicode != "keep":
            # Five Greek capitals with an accent come apart when made small.
            compose, lower = _OPTIONS["unicode"][self.unicode], _OPTIONS["case"][self.case]
            steps[-1] = ("case", lambda text: compose(lower(text)))
        return steps


def singulars(name: str) -> Iterable[str]:
    """What an English name may be the plural of, most likely first; nothing for names in other letters."""
    if not name.isascii() or len(name) < 4 or not name.endswith("s") or name.endswith(("ss", "us", "is")):
        return
    if name.endswith("ies"):
        yield name[:-3] + "y"
    if name.endswith("ves"):
        yield name[:-3] + "f"
        yield name[:-3] + "fe"
    if name.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        yield name[:-2]
    yield name[:-1]


def _unstorable(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs") and not char.isspace()


def _collapse(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def _strip_edges(text: str) -> str:
    start, end = 0, len(text)
    # A mark belongs to the sign before it: the keycap emoji is a number sign with two marks.
    while start < end and _loose(text[start]) and not (start + 1 < end and _is_mark(text[start + 1])):
        start += 1
    while end > start and _loose(text[end - 1]):
        end -= 1
    return text[start:end]


def _loose(char: str) -> bool:
    return char.isspace() or unicodedata.category(char).startswith("P")


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _strip_all(text: str) -> str:
    def keep(found: re.Match[str]) -> str:
        char = found[0]
        return " " if unicodedata.category(char).startswith("P") and char not in _VISIBLE_JOINERS else char

    return _collapse(_INNER.sub(keep, _strip_edges(text)))


_OPTIONS: dict[str, dict[str, Callable[[str], str]]] = {
    "unicode": {
        "nfc": lambda text: unicodedata.normalize("NFC", text),
        "nfkc": lambda text: unicodedata.normalize("NFKC", text),
        "keep": str,
    },
    "spaces": {"collapse": _collapse, "keep": str},
    "punctuation": {"edges": _strip_edges, "all": _strip_all, "keep": str},
    "case": {"lower": str.lower, "keep": str},
    "plural": {"keep": str, "merge": str},
}
