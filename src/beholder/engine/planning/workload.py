"""How much one rater has ahead: what the welcome page promises, the bar counts towards, and the plan pays for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.study import Definition

__all__ = [
    "Workload",
    "checks_wanted",
    "find_endless",
    "find_small_pool",
    "find_unmet_repeats",
    "per_sitting",
    "question_minutes",
    "reading_minutes",
    "workload",
]

# silent reading of adults, Brysbaert 2019: 238 English words or 260 Chinese characters a minute; rules are read more slowly
_WORDS_PER_MINUTE = 200
_CHARACTERS_PER_MINUTE = 220
_POOL = 4
"""Checks there should be for each that one rater meets, so that what some raters find out is of little use to others."""

_MOST_MADE = 500
# a short question with a choice takes half as long, a text to write longer
_SECONDS_PER_QUESTION = 15
# about what one submission on a crowd platform holds
_USUAL = 40
# what is told to touch screens in place of keys would be counted twice
_MARKUP = re.compile(r'<span class="touch-only">.*?</span>|</?(?:span|div)\b[^>]*>', re.DOTALL)
_CHARACTER = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Workload:
    """What one rater works through. `trials` is the most they are shown of the plan, `shown` counts checks and repeats too.

    Both follow from the plan and the settings alone: what others have left over is not looked at, since a check takes
    nothing of it, and would be known by that. `endless` if nobody could do all of it in one sitting, and need not.
    """

    practice: int
    qualification: int
    trials: int
    shown: int
    endless: bool
    seconds_each: float

    @property
    def preparing(self) -> int:
        """Practice and qualification together."""
        return self.practice + self.qualification

    @property
    def minutes(self) -> float:
        """Minutes that all of it takes at the protocol's pace, without reading."""
        return (self.preparing + self.shown) * self.seconds_each / 60


def workload(definition: Definition, *, trials: int, extras: Mapping[str, int]) -> Workload:
    """The work of one rater in a study of so many trials; `extras` counts those of practice, qualification and checks."""
    settings = definition.settings
    practice, tests = extras.get(Showing.PRACTICE, 0), extras.get(Showing.QUALIFICATION, 0)
    if settings.practice.most is not None:
        practice = min(practice, settings.practice.most)
    if settings.qualification is None:
        tests = 0
    own = trials if settings.max_per_rater is None else min(trials, settings.max_per_rater)
    return Workload(
        practice=practice,
        qualification=tests,
        trials=own,
        shown=_with_hidden(definition, own, before=practice + tests, checks=extras.get(Showing.ATTENTION, 0)),
        endless=settings.max_per_rater is None and trials > per_sitting(definition),
        seconds_each=definition.declaration.timing.pace_seconds,
    )


def per_sitting(definition: Definition) -> int:
    """Trials that fit into the longest sitting."""
    timing = definition.declaration.timing
    minutes = definition.settings.limits.session_minutes or timing.session_minutes
    return max(1, int(60 * minutes / timing.pace_seconds))


def find_endless(definition: Definition, *, trials: int) -> Iterator[Problem]:
    """Warns where people from a crowd platform would get their code only after more than one sitting of work."""
    settings, fits = definition.settings, per_sitting(definition)
    if settings.crowd is None or settings.max_per_rater is not None or trials <= fits:
        return
    yield Problem(
        f"raters from the platform get their code only once nothing is left of {trials:,} trials, but a sitting has room "
        f"for about {fits:,}",
        "crowd-endless",
        "study.yaml · max_per_rater",
        f"say how many one rater is to do, such as `max_per_rater: {min(_USUAL, fits)}`",
        warning=True,
    )


def find_unmet_repeats(definition: Definition, *, trials: int) -> Iterator[Problem]:
    """Warns where repeats are asked for and a rater's work ends before the first of them could come."""
    settings = definition.settings
    repeats, own = settings.repeats, min(trials, settings.max_per_rater or trials)
    if repeats is None or repeats.share == 0 or not definition.declaration.repeats:
        return
    if _with_hidden(definition, own, before=0, checks=own) <= repeats.distance + 1:
        yield Problem(
            f"no trial is ever repeated: {repeats.distance:,} others lie between two showings, and a rater has {own:,} in all",
            "setting-without-effect",
            "study.yaml · repeats",
            "make `distance` smaller, or leave the setting out",
            warning=True,
        )


def checks_met(definition: Definition, *, trials: int) -> int:
    """The most checks that one rater meets in a study of so many trials, or in one sitting where there is no end."""
    checks, own = definition.settings.checks, definition.settings.max_per_rater
    if checks is None:
        return 0
    trials = min(trials, per_sitting(definition) if own is None else own)
    return _stretches(0, _with_hidden(definition, trials, before=0, checks=trials), checks.every)


def checks_wanted(definition: Definition, *, trials: int) -> int:
    """How many checks are made of a study's own items: what it says, else so many that each is seen as seldom as a trial."""
    checks = definition.settings.checks
    if checks is None or checks.made is not None:
        return checks.made or 0 if checks else 0
    pool = max(_POOL * checks_met(definition, trials=trials), math.ceil(trials / checks.every))
    return min(_MOST_MADE, pool)


def find_small_pool(definition: Definition, *, trials: int, pool: int) -> Iterator[Problem]:
    """Warns where so few checks have consequences that raters who compare notes would soon know all of them."""
    settings, met = definition.settings, checks_met(definition, trials=trials)
    excludes = any(rule.measure == "checks-failed" for rule in settings.exclude)
    matters = excludes or settings.crowd is not None or definition.check_rule is not None
    if not matters or not 0 < pool < _POOL * met:
        return
    own = "" if settings.max_per_rater else ", say how many trials one rater does (`max_per_rater`)"
    yield Problem(
        f"one rater meets up to {min(met, pool):,} of {pool:,} attention checks: a few people who compare what they saw know most of them",
        "checks-few",
        "study.yaml · checks",
        f"bring {_POOL * met:,} checks, {_POOL} times as many as one rater meets{own}, or make `every` larger",
        warning=True,
    )


def _with_hidden(definition: Definition, own: int, *, before: int, checks: int) -> int:
    """So many trials with the most checks and repeats that can fall among them."""
    settings = definition.settings
    shown, found = 0, own
    while found > shown:
        shown = found
        hidden = 0
        if settings.checks is not None:
            hidden += min(checks, _stretches(before, before + shown, settings.checks.every))
        repeats = settings.repeats
        if repeats is not None and repeats.share > 0 and definition.declaration.repeats:
            first = before + repeats.distance + 1
            hidden += min(own, _stretches(first, before + shown, max(2, round(1 / repeats.share))))
        found = own + hidden
    return shown


def _stretches(first: int, end: int, every: int) -> int:
    """Stretches of so many places, one of which holds a check or a repeat, that lie at least partly between two places."""
    return (end - 1) // every - first // every + 1 if end > first else 0


def question_minutes(definition: Definition) -> float:
    """How long the questions before and after take."""
    settings = definition.settings
    return (len(settings.before) + len(settings.after)) * _SECONDS_PER_QUESTION / 60


def reading_minutes(text: str) -> float:
    """How long it takes to read a text with care, in whichever script."""
    text = _MARKUP.sub(" ", text)
    characters = len(_CHARACTER.findall(text))
    words = len(_WORD.findall(_CHARACTER.sub(" ", text)))
    return math.fsum((words / _WORDS_PER_MINUTE, characters / _CHARACTERS_PER_MINUTE))
