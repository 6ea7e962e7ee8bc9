"""How each rater works, told from their answers alone: checks, consistency, agreement, severity, speed, sameness."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from unicodedata import normalize

import numpy as np

from beholder.declarations.states import ExcludedBy
from beholder.fields import Form
from beholder.findings import Interval
from beholder.protocols import Declaration, Showing
from beholder.quality.flags import Claims, Counted, flags_of, usual
from beholder.quality.marks import ORDERED, marks_of
from beholder.stats import wilson
from beholder.tables.ratings import Rating
from beholder.text import Catalogue, Text

__all__ = ["CATALOGUE", "Proportion", "RaterQuality", "rater_quality"]

CATALOGUE = Catalogue("quality")

_SLOW = 5
"""Times the aim of the protocol from which on an answer counts as slow, where the protocol does not say."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many of so many, with its interval."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share, NaN of nothing."""
        return self.hits / self.of if self.of else float("nan")

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval."""
        return wilson(self.hits, self.of).interval if self.of else None


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """One rater's work. `flags` name what is remarkable; nothing is excluded by a flag, only by a declared rule.

    `excluded` of the `answers` were taken out of the results. What others are compared with has none of them in it.
    """

    rater: str
    answers: int
    minutes: float
    median_seconds: float
    checks: Proportion
    consistent: Proportion
    agree: Proportion
    severity: float
    severity_interval: Interval | None
    fast: Proportion
    slow: Proportion
    longest_run: int
    excluded: int = 0
    flags: tuple[str, ...] = ()

    def sentence(self, language: str = "en") -> str:
        """The rater in one plain sentence."""
        if not self.answers:
            return CATALOGUE.format(language, "rater-none")
        if not self.flags:
            return CATALOGUE.format(language, "rater-fine")
        told = Text(*(CATALOGUE.later(f"rater-{flag}") for flag in self.flags))
        return CATALOGUE.format(language, "rater-sentence", told=told)


def rater_quality(
    rows: Iterable[Rating],
    declaration: Declaration,
    checks: Mapping[str, tuple[int, int]],
    *,
    fast_seconds: float | None = None,
    claims: Mapping[str, Claims] = MappingProxyType({}),
) -> list[RaterQuality]:
    """The quality of every rater in the rows; `checks` has passed and given attention checks per rater.

    `claims` are what browsers said of times and views against what the server knows, where it does. `fast_seconds` is the study's own bound, where it does not follow its protocol.

    Agreement and consistency are on the field that the declaration has watched. Agreement is with what the others answered
    to the same trial and candidate: equal for nominal fields (of words, but
    for capitals and blanks), at most one step off for ordered ones. Severity is the mean difference to the others on the first field that has numbers.
    """
    form, timing = declaration.form, declaration.timing
    primary = declaration.watched
    by_rater: dict[str, list[Rating]] = defaultdict(list)
    for row in _comparable(rows, form, primary):
        by_rater[row.rater].append(row)
    numbered = next((name for name, field in form.all_fields() if field.measure() in ORDERED), primary)
    results = {name: [row for row in of if row.kind in Showing.PLANNED] for name, of in by_rater.items()}
    main = {name: _once(_of(of, primary), form, primary) for name, of in results.items()}
    others = _others(_standing(main))
    on_a_scale = main if numbered == primary else {name: _of(of, numbered) for name, of in results.items()}
    others_on_it = others if numbered == primary else _others(_standing(on_a_scale))
    fast_ms = 1000 * (timing.fast_seconds if fast_seconds is None else fast_seconds)
    slow_ms = 1000 * (timing.most_seconds or _SLOW * timing.aim_seconds)
    found = []
    for name, given in by_rater.items():
        times = _times(results[name])
        # the clock of a correction starts anew, and what is corrected was looked at before
        first = _times([row for row in results[name] if row.revision == 1])
        severity, spread = _severity(on_a_scale[name], others_on_it)
        found.append(
            RaterQuality(
                rater=name,
                answers=len(times),
                minutes=sum(times) / 60_000,
                median_seconds=float(np.median(times)) / 1000 if times else float("nan"),
                checks=Proportion(*checks.get(name, (0, 0))),
                consistent=_consistency(_once(_of(given, primary), form, primary)),
                agree=_agreement(main[name], others, form, primary),
                severity=severity,
                severity_interval=spread,
                fast=Proportion(sum(t < fast_ms for t in first), len(first)),
                slow=Proportion(sum(t > slow_ms for t in times), len(times)),
                longest_run=0,
                excluded=len({row.answer for row in results[name] if _taken_out(row)}),
            )
        )
    return sorted(_flagged(found, by_rater, main, form, claims), key=lambda one: one.rater)


def _flagged(
    found: Sequence[RaterQuality],
    by_rater: Mapping[str, Sequence[Rating]],
    main: Mapping[str, Sequence[Rating]],
    form: Form,
    claims: Mapping[str, Claims],
) -> Iterator[RaterQuality]:
    results = [row for of in by_rater.values() for row in of if row.kind in Showing.PLANNED]
    watched = [row for of in main.values() for row in of]
    values = Counter(row.value for row in watched)
    by_chance = sum(count**2 for count in values.values()) / values.total() ** 2 if values else float("nan")
    marks = marks_of(results, form, watched)
    text = {name for name, field in form.all_fields() if field.measure() == "text"}
    counted = {
        one.rater: _counted(one, _whole_answers(by_rater[one.rater], text), claims.get(one.rater, Claims()))
        for one in found
    }
    ordinary = usual(counted, marks, same_by_chance=by_chance)
    for one in found:
        own = counted[one.rater]
        flags = flags_of(one.rater, own, marks.get(one.rater), ordinary)
        yield replace(one, longest_run=own.longest_run, flags=flags)


def _counted(one: RaterQuality, answers: Sequence[Hashable], claims: Claims) -> Counted:
    common = Counter(answers).most_common(1)
    return Counted(
        checks=(one.checks.hits, one.checks.of),
        fast=(one.fast.hits, one.fast.of),
        repeats=(one.consistent.hits, one.consistent.of),
        longest_run=_longest_run(answers),
        shown=len(answers),
        commonest=common[0][1] / len(answers) if common else 0.0,
        claims=claims,
    )


def _comparable(rows: Iterable[Rating], form: Form, primary: str) -> Iterable[Rating]:
    """The rows, with words by which raters are compared in one spelling: `Dog ` is `dog`."""
    if dict(form.all_fields())[primary].measure() in ORDERED:
        return rows
    return (
        row._replace(value=" ".join(normalize("NFKC", row.value).casefold().split())) if row.field == primary else row
        for row in rows
    )


def _times(rows: Sequence[Rating]) -> list[int]:
    return list({row.answer: row.active_ms for row in rows}.values())


def _of(rows: Iterable[Rating], field: str) -> list[Rating]:
    return [row for row in rows if row.field == field]


def _once(rows: list[Rating], form: Form, field: str) -> list[Rating]:
    """One row per answer where one candidate's row says all: who wins, the other loses, and that is one judgment."""
    if not dict(form.all_fields())[field].told_once:
        return rows
    first = {row.answer: row for row in sorted(rows, key=lambda row: row.candidate, reverse=True)}
    return [row for row in rows if first[row.answer] is row]


def _taken_out(row: Rating) -> bool:
    return row.excluded_by not in ExcludedBy.PAID


def _standing(main: Mapping[str, Sequence[Rating]]) -> dict[str, list[Rating]]:
    """What a rater may be compared with: answers that were taken out say nothing about others."""
    return {name: [row for row in rows if not _taken_out(row)] for name, rows in main.items()}


_Place = tuple[str, str]


def _others(main: Mapping[str, Sequence[Rating]]) -> dict[_Place, list[tuple[str, Rating]]]:
    found: dict[_Place, list[tuple[str, Rating]]] = defaultdict(list)
    for name, rows in main.items():
        for row in rows:
            found[row.trial, row.candidate].append((name, row))
    return found


def _agreement(
    rows: Sequence[Rating], others: Mapping[_Place, Sequence[tuple[str, Rating]]], form: Form, primary: str
) -> Proportion:
    ordered = dict(form.all_fields())[primary].measure() in ORDERED
    hits = pairs = 0
    for row in rows:
        for name, other in others.get((row.trial, row.candidate), ()):
            if name != row.rater:
                pairs += 1
                near = ordered and row.number is not None and other.number is not None
                hits += abs(row.number - other.number) <= 1 if near else row.value == other.value  # type: ignore[operator]
    return Proportion(hits, pairs)


def _severity(
    rows: Sequence[Rating], others: Mapping[_Place, Sequence[tuple[str, Rating]]]
) -> tuple[float, Interval | None]:
    """How much lower than the others: positive is severe."""
    gaps = []
    for row in rows:
        theirs = [
            o.number
            for name, o in others.get((row.trial, row.candidate), ())
            if name != row.rater and o.number is not None
        ]
        if theirs and row.number is not None:
            gaps.append(float(np.mean(theirs)) - row.number)
    if len(gaps) < 2:
        return float("nan"), None
    middle, error = float(np.mean(gaps)), float(np.std(gaps, ddof=1) / np.sqrt(len(gaps)))
    return middle, (middle - 1.96 * error, middle + 1.96 * error)


def _consistency(rows: Sequence[Rating]) -> Proportion:
    first = {(row.trial, row.candidate): row.value for row in rows if row.kind == Showing.MAIN}
    again = [(first.get((row.trial, row.candidate)), row.value) for row in rows if row.kind == Showing.REPEAT]
    known = [(a, b) for a, b in again if a is not None]
    return Proportion(sum(a == b for a, b in known), len(known))


def _whole_answers(rows: Sequence[Rating], without: set[str]) -> list[Hashable]:
    """Each answer as it stood on the page, in the order of showing; texts are left out."""
    whole: dict[tuple[int, str], list[tuple[str, int, str]]] = defaultdict(list)
    for row in rows:
        if row.kind in Showing.ALIKE and row.field not in without:
            whole[row.sequence, row.answer].append((row.field, row.position or 0, row.value))
    return [tuple(sorted(whole[key])) for key in sorted(whole)]


def _longest_run(answers: Sequence[Hashable]) -> int:
    """Equal answers in a row."""
    return max((len(list(run)) for _, run in groupby(answers)), default=0)
