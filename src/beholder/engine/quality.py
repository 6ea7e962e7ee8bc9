"""How each rater works, told from their answers alone: checks, consistency, agreement, severity, speed, sameness."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from beholder.engine.ratings import Rating
from beholder.fields import Form
from beholder.findings import Interval
from beholder.stats import wilson
from beholder.study import Definition

__all__ = ["RaterQuality", "Share", "rater_quality"]

_ENOUGH = 10
_FEW_PASS = 0.7
_MANY_FAST = 0.2
_LONG_RUN = 12
_OFTEN_DIFFERENT = 0.5
_RESULTS = ("main", "pilot")


@dataclass(frozen=True, slots=True)
class Share:
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
    """One rater's work. `flags` name what is remarkable; nothing is excluded by a flag, only by a declared rule."""

    rater: str
    answers: int
    minutes: float
    median_seconds: float
    checks: Share
    consistent: Share
    agree: Share
    severity: float
    severity_interval: Interval | None
    fast: Share
    longest_run: int
    flags: tuple[str, ...] = ()

    def sentence(self, language: str = "en") -> str:
        """The rater in one plain sentence."""
        words = _SENTENCES["zh" if language == "zh" else "en"]
        if not self.answers:
            return words["none"]
        told = [words[flag] for flag in self.flags]
        return words["join"].join(told) + words["stop"] if told else words["fine"]


_SENTENCES = {
    "en": {
        "none": "No answers yet.",
        "fine": "Nothing remarkable.",
        "checks": "misses attention checks",
        "fast": "often answers faster than one can look",
        "run": "gives the same answer many times in a row",
        "inconsistent": "often answers repeats differently",
        "join": "; ",
        "stop": ".",
    },
    "zh": {
        "none": "还没有作答。",
        "fine": "没有异常。",
        "checks": "注意力检查常常没通过",
        "fast": "作答常常快得来不及看",
        "run": "连续多次给出同样的答案",
        "inconsistent": "重复出现的题目答案常常不一致",
        "join": "；",
        "stop": "。",
    },
}


def rater_quality(
    rows: Iterable[Rating], definition: Definition, checks: Mapping[str, tuple[int, int]]
) -> list[RaterQuality]:
    """The quality of every rater in the rows; `checks` has passed and given attention checks per rater.

    Agreement is with what the others answered to the same trial and candidate: equal for nominal fields, at most one
    step off for ordered ones. Severity is the mean difference to the others on the first field that has numbers.
    """
    form = definition.declaration.form
    by_rater: dict[str, list[Rating]] = defaultdict(list)
    for row in rows:
        by_rater[row.rater].append(row)
    primary = _primary_field(form)
    main = {name: [r for r in of if r.kind in _RESULTS and r.field == primary] for name, of in by_rater.items()}
    others = _others(main)
    limits, timing = definition.settings.limits, definition.declaration.timing
    fast_ms = 1000 * (timing.fast_seconds if limits.fast_seconds is None else limits.fast_seconds)
    found = []
    for name, given in by_rater.items():
        times = _times(given)
        severity, spread = _severity(main[name], others)
        quality = RaterQuality(
            rater=name,
            answers=len(times),
            minutes=sum(times) / 60_000,
            median_seconds=float(np.median(times)) / 1000 if times else float("nan"),
            checks=Share(*checks.get(name, (0, 0))),
            consistent=_consistency(given, primary),
            agree=_agreement(main[name], others, form, primary),
            severity=severity,
            severity_interval=spread,
            fast=Share(sum(t < fast_ms for t in times), len(times)),
            longest_run=_longest_run(main[name]),
        )
        found.append(_flagged(quality))
    return sorted(found, key=lambda one: one.rater)


def _flagged(quality: RaterQuality) -> RaterQuality:
    flags = []
    # a flag needs the whole interval on the wrong side: slow starters and bad luck are no misconduct
    if quality.checks.interval and quality.checks.interval[1] < _FEW_PASS:
        flags.append("checks")
    if quality.fast.of >= _ENOUGH and quality.fast.value > _MANY_FAST:
        flags.append("fast")
    if quality.longest_run >= _LONG_RUN:
        flags.append("run")
    if quality.consistent.interval and quality.consistent.interval[1] < _OFTEN_DIFFERENT:
        flags.append("inconsistent")
    return replace(quality, flags=tuple(flags))


def _primary_field(form: Form) -> str:
    """The first field that is always asked: on it agreement and severity are watched."""
    for name, field in form.all_fields():
        if field.required and not field.show_when and field.measure() != "text":
            return name
    return next(name for name, _ in form.all_fields())


def _times(rows: Sequence[Rating]) -> list[int]:
    return list({row.answer: row.active_ms for row in rows if row.kind in _RESULTS}.values())


_Place = tuple[str, str]


def _others(main: Mapping[str, Sequence[Rating]]) -> dict[_Place, list[tuple[str, Rating]]]:
    found: dict[_Place, list[tuple[str, Rating]]] = defaultdict(list)
    for name, rows in main.items():
        for row in rows:
            found[row.trial, row.candidate].append((name, row))
    return found


def _agreement(
    rows: Sequence[Rating], others: Mapping[_Place, Sequence[tuple[str, Rating]]], form: Form, primary: str
) -> Share:
    ordered = dict(form.all_fields())[primary].measure() in ("ordinal", "interval", "ratio")
    hits = pairs = 0
    for row in rows:
        for name, other in others[row.trial, row.candidate]:
            if name != row.rater:
                pairs += 1
                near = ordered and row.number is not None and other.number is not None
                hits += abs(row.number - other.number) <= 1 if near else row.value == other.value  # type: ignore[operator]
    return Share(hits, pairs)


def _severity(
    rows: Sequence[Rating], others: Mapping[_Place, Sequence[tuple[str, Rating]]]
) -> tuple[float, Interval | None]:
    """How much lower than the others: positive is severe."""
    gaps = []
    for row in rows:
        theirs = [
            o.number for name, o in others[row.trial, row.candidate] if name != row.rater and o.number is not None
        ]
        if theirs and row.number is not None:
            gaps.append(float(np.mean(theirs)) - row.number)
    if len(gaps) < 2:
        return float("nan"), None
    middle, error = float(np.mean(gaps)), float(np.std(gaps, ddof=1) / np.sqrt(len(gaps)))
    return middle, (middle - 1.96 * error, middle + 1.96 * error)


def _consistency(rows: Sequence[Rating], primary: str) -> Share:
    first = {(row.trial, row.candidate): row.value for row in rows if row.kind == "main" and row.field == primary}
    again = [row for row in rows if row.kind == "repeat" and row.field == primary]
    pairs = [(first.get((row.trial, row.candidate)), row.value) for row in again]
    known = [(a, b) for a, b in pairs if a is not None]
    return Share(sum(a == b for a, b in known), len(known))


def _longest_run(rows: Sequence[Rating]) -> int:
    """Equal answers in a row, over trials in the order they were shown."""
    longest = run = 0
    before: str | None = None
    for row in sorted(rows, key=lambda r: (r.sequence, r.position or 0)):
        run = run + 1 if row.value == before else 1
        longest, before = max(longest, run), row.value
    return longest
