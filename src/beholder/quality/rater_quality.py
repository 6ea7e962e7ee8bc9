"""How each rater works, told from their answers alone: checks, consistency, agreement, severity, speed, sameness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.data import Numbered
from beholder.declarations.states import ExcludedBy
from beholder.fields import Form
from beholder.findings import Interval
from beholder.protocols import Declaration, Showing
from beholder.quality.flags import MIN_ANSWERS, Claims, Counted, flags_of, usual
from beholder.quality.grouped import Codes, combined, count_near, slices
from beholder.quality.marks import ORDERED, marks_of
from beholder.quality.rating_columns import RatingColumns
from beholder.stats import wilson
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
            few = self.answers < MIN_ANSWERS
            return CATALOGUE.format(language, "rater-few" if few else "rater-fine", least=MIN_ANSWERS)
        told = Text(*(CATALOGUE.later(f"rater-{flag}") for flag in self.flags))
        return CATALOGUE.format(language, "rater-sentence", told=told)


def rater_quality(
    ratings: RatingColumns,
    declaration: Declaration,
    checks: Mapping[str, tuple[int, int]],
    *,
    fast_seconds: float | None = None,
    claims: Mapping[str, Claims] = MappingProxyType({}),
) -> list[RaterQuality]:
    """The quality of every rater in the ratings; `checks` has passed and given attention checks per rater.

    `claims` are what browsers said of times and views against what the server knows, where it does. `fast_seconds` is the study's own bound, where it does not follow its protocol.

    Agreement and consistency are on the field that the declaration has watched. Agreement is with what the others answered
    to the same trial and candidate: equal for nominal fields (of words, but
    for capitals and blanks), at most one step off for ordered ones. Severity is the mean difference to the others on the first field that has numbers.
    """
    timing = declaration.timing
    view = _View.of(ratings, declaration)
    names = ratings.text["rater"].names
    fast_ms = 1000 * (timing.fast_seconds if fast_seconds is None else fast_seconds)
    slow_ms = 1000 * (timing.most_seconds or _SLOW * timing.aim_seconds)
    times = _times(view)
    severities = _severities(view)
    consistent, agree = _consistency(view), _agreement(view)
    shown = _whole_answers(view)
    found, counted = [], {}
    for rater, name in enumerate(names):
        # the clock of a correction starts anew, and what is corrected was looked at before
        spent, first = times[rater], times[rater].first
        severity, spread = severities[rater]
        one = RaterQuality(
            rater=name,
            answers=len(spent.ms),
            minutes=int(spent.ms.sum()) / 60_000,
            median_seconds=float(np.median(spent.ms)) / 1000 if len(spent.ms) else float("nan"),
            checks=Proportion(*checks.get(name, (0, 0))),
            consistent=consistent[rater],
            agree=agree[rater],
            severity=severity,
            severity_interval=spread,
            fast=Proportion(int((spent.ms[first] < fast_ms).sum()), int(first.sum())),
            slow=Proportion(int((spent.ms > slow_ms).sum()), len(spent.ms)),
            longest_run=_longest_run(shown[rater]),
            excluded=spent.excluded,
        )
        found.append(one)
        counted[name] = _counted(one, shown[rater], claims.get(name, Claims()))
    return sorted(_flagged(found, counted, view), key=lambda one: one.rater)


def _flagged(found: Sequence[RaterQuality], counted: Mapping[str, Counted], view: _View) -> Iterator[RaterQuality]:
    values = np.bincount(view.value[view.main])
    total = int(values.sum())
    by_chance = int((values**2).sum()) / total**2 if total else float("nan")
    marks = marks_of(view.ratings, view.planned, view.form, view.main, view.value)
    ordinary = usual(counted, marks, same_by_chance=by_chance)
    for one in found:
        flags = flags_of(one.rater, counted[one.rater], marks.get(one.rater), ordinary)
        yield replace(one, flags=flags)


def _counted(one: RaterQuality, answers: Codes, claims: Claims) -> Counted:
    commonest = int(np.unique(answers, return_counts=True)[1].max(initial=0))
    return Counted(
        checks=(one.checks.hits, one.checks.of),
        fast=(one.fast.hits, one.fast.of),
        repeats=(one.consistent.hits, one.consistent.of),
        longest_run=one.longest_run,
        shown=len(answers),
        commonest=commonest / len(answers) if len(answers) else 0.0,
        claims=claims,
    )


@dataclass(frozen=True, slots=True)
class _View:
    """The ratings as raters are judged by them. Rows are named by where they stand.

    `planned` are rows of what the plan asks; `main` those of the field that is watched, one per judgment; `scaled` those of
    the first field with numbers. `value` has words of the watched field in one spelling: `Dog ` is `dog`. `standing` says what
    a rater may be compared with: answers that were taken out say nothing about others.
    """

    ratings: RatingColumns
    form: Form
    primary: str
    planned: Codes
    main: Codes
    scaled: Codes
    value: Codes
    standing: NDArray[np.bool_]

    @classmethod
    def of(cls, ratings: RatingColumns, declaration: Declaration) -> _View:
        form, primary = declaration.form, declaration.watched
        numbered = next((name for name, field in form.all_fields() if field.measure() in ORDERED), primary)
        main = _once(ratings, ratings.rows(Showing.PLANNED, (primary,)), form, primary)
        return cls(
            ratings,
            form,
            primary,
            planned=ratings.rows(Showing.PLANNED),
            main=main,
            scaled=main if numbered == primary else ratings.rows(Showing.PLANNED, (numbered,)),
            value=_comparable(ratings, form, primary),
            standing=ratings.text["excluded_by"].is_in(ExcludedBy.PAID),
        )

    @property
    def raters(self) -> int:
        return len(self.ratings.text["rater"].names)

    def rater(self, rows: Codes) -> Codes:
        codes: Codes = self.ratings.text["rater"].codes[rows]
        return codes

    def by_rater(self, rater: Codes) -> Iterator[Codes]:
        """Where the rows of each rater are among these, in their order."""
        order = np.argsort(rater, kind="stable")
        for part in slices(rater[order], self.raters):
            yield order[part]


def _comparable(ratings: RatingColumns, form: Form, primary: str) -> Codes:
    column = ratings.text["value"]
    if dict(form.all_fields())[primary].measure() in ORDERED:
        return column.codes
    spelt = Numbered()
    as_typed = np.fromiter((spelt[one] for one in column.names), np.int32, len(column.names))
    plain = (" ".join(normalize("NFKC", one).casefold().split()) for one in column.names)
    alike = np.fromiter((spelt[one] for one in plain), np.int32, len(column.names))
    value: Codes = np.where(ratings.text["field"].is_in((primary,)), alike[column.codes], as_typed[column.codes])
    return value


def _once(ratings: RatingColumns, rows: Codes, form: Form, field: str) -> Codes:
    """One row per answer where one candidate's row says all: who wins, the other loses, and that is one judgment."""
    if not len(rows) or not dict(form.all_fields())[field].told_once:
        return rows
    system = ratings.text["system"]
    place = np.empty(len(system.names), dtype=np.int64)
    place[sorted(range(len(system.names)), key=lambda code: system.names[code])] = np.arange(len(system.names))
    order = np.lexsort((-rows, place[system.codes[rows]], ratings.answer[rows]))
    answer = ratings.answer[rows][order]
    return np.sort(rows[order[np.flatnonzero(np.diff(answer, prepend=-1))]])


class _Times(NamedTuple):
    """Active milliseconds of a rater's answers, which of them are first answers, and how many were taken out."""

    ms: NDArray[np.int64]
    first: NDArray[np.bool_]
    excluded: int


def _times(view: _View) -> list[_Times]:
    ratings = view.ratings
    rows = view.planned[np.unique(ratings.answer[view.planned], return_index=True)[1]]
    found = []
    for part in view.by_rater(view.rater(rows)):
        own = rows[part]
        taken_out = len(own) - int(view.standing[own].sum())
        found.append(_Times(ratings.active_ms[own], ratings.first[own], taken_out))
    return found


def _thing(ratings: RatingColumns, rows: Codes) -> Codes:
    """What was answered: a trial, and where it is about candidates, which."""
    return combined(ratings.text["trial"].codes[rows], ratings.text["system"].codes[rows])


def _agreement(view: _View) -> list[Proportion]:
    ordered = dict(view.form.all_fields())[view.primary].measure() in ORDERED
    ratings, rows = view.ratings, view.main
    thing, rater, standing = _thing(ratings, rows), view.rater(rows), view.standing[rows]
    own = combined(thing, rater)
    number = ratings.number[rows] if ordered else np.full(len(rows), np.nan)
    hits = np.zeros(len(rows), dtype=np.int64)
    pairs = np.zeros(len(rows), dtype=np.int64)
    # all who answered the same, but for the rater's own answers
    for group, sign in ((thing, 1), (own, -1)):
        hits += sign * _alike(group, view.value[rows], number, standing)
        pairs += sign * _count(group, standing)
    of = np.bincount(rater, weights=pairs, minlength=view.raters)
    agreed = np.bincount(rater, weights=hits, minlength=view.raters)
    return [Proportion(int(one), int(all_)) for one, all_ in zip(agreed, of, strict=True)]


def _count(group: Codes, among: NDArray[np.bool_]) -> Codes:
    found: Codes = np.bincount(group[among], minlength=int(group.max(initial=0)) + 1)[group]
    return found


def _alike(group: Codes, value: Codes, number: Codes, among: NDArray[np.bool_]) -> Codes:
    """How many among the group said the same as each row: a number at most one off, or the same words."""
    same = combined(group, value)
    known = ~np.isnan(number)
    words = _count(same, among)
    if not known.any():
        return words
    found = np.where(known, _count(same, among & ~known), words)
    found[known] += count_near(group[known], number[known], among[known])
    return found


def _severities(view: _View) -> list[tuple[float, Interval | None]]:
    """How much lower than the others each rater is: positive is severe."""
    ratings = view.ratings
    rows = view.scaled[~np.isnan(ratings.number[view.scaled])]
    number, rater = ratings.number[rows], view.rater(rows)
    standing = view.standing[rows]
    thing = _thing(ratings, rows)
    own = combined(thing, rater)
    counted = np.where(standing, number, 0.0)
    theirs = _count(thing, standing) - _count(own, standing)
    total = np.bincount(thing, weights=counted)[thing] - np.bincount(own, weights=counted)[own]
    gap = total / np.maximum(theirs, 1) - number
    found: list[tuple[float, Interval | None]] = []
    for part in view.by_rater(rater):
        gaps = gap[part][theirs[part] > 0]
        if len(gaps) < 2:
            found.append((float("nan"), None))
            continue
        middle, error = float(np.mean(gaps)), float(np.std(gaps, ddof=1) / np.sqrt(len(gaps)))
        found.append((middle, (middle - 1.96 * error, middle + 1.96 * error)))
    return found


def _consistency(view: _View) -> list[Proportion]:
    """How often a rater who is shown the same again says the same."""
    ratings = view.ratings
    rows = _once(ratings, ratings.rows(Showing.ALIKE, (view.primary,)), view.form, view.primary)
    kind = ratings.text["kind"]
    first, again = kind.is_in((Showing.MAIN,))[rows], kind.is_in((Showing.REPEAT,))[rows]
    key = combined(_thing(ratings, rows), view.rater(rows))
    said = np.full(int(key.max(initial=-1)) + 1, -1, dtype=np.int64)
    said[key[first]] = view.value[rows[first]]
    before, now, rater = said[key[again]], view.value[rows[again]], view.rater(rows[again])
    of = np.bincount(rater[before >= 0], minlength=view.raters)
    same = np.bincount(rater[before == now], minlength=view.raters)
    return [Proportion(int(one), int(all_)) for one, all_ in zip(same, of, strict=True)]


def _whole_answers(view: _View) -> list[Codes]:
    """Each rater's answers as they stood on the page, in the order of showing, equal ones by equal codes; without texts."""
    ratings = view.ratings
    told = [name for name, field in view.form.all_fields() if field.measure() == "text"]
    rows = np.flatnonzero(ratings.text["kind"].is_in(Showing.ALIKE) & ~ratings.text["field"].is_in(told))
    cell = combined(ratings.text["field"].codes[rows], ratings.position[rows], view.value[rows])
    order = np.lexsort((cell, ratings.answer[rows]))
    rows, cell = rows[order], cell[order]
    starts = np.flatnonzero(np.diff(ratings.answer[rows], prepend=-1))
    whole = Numbered()
    ends = [*starts[1:].tolist(), len(rows)]
    codes = (whole[cell[a:b].tobytes()] for a, b in zip(starts.tolist(), ends, strict=True))
    answers = np.fromiter(codes, np.int64, len(starts))
    shown = rows[starts]
    order = np.lexsort((ratings.answer[shown], ratings.sequence[shown]))
    return [answers[order[part]] for part in view.by_rater(view.rater(shown[order]))]


def _longest_run(answers: Codes) -> int:
    """Equal answers in a row."""
    ends = np.flatnonzero(np.diff(answers, append=-1))
    return int(np.diff(ends, prepend=-1).max(initial=0))
