"""What a rater is told ahead: how long it takes, how many trials there are, and what comes in which order."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from beholder.declarations.states import RaterStage
from beholder.engine.planning.workload import question_minutes, reading_minutes
from beholder.study.settings import Cost
from beholder.text import Number
from beholder.web.page_words import PageWords
from beholder.web.served_study import ServedStudy

__all__ = ["Outlook", "outlook"]

# nobody can say by the minute how long something longer takes
_TO_THE_MINUTE = 10
_STEP_MINUTES = 5


@dataclass(frozen=True, slots=True)
class Outlook:
    """Facts for the welcome and for the screens between the stages; `trials` and `minutes` are 0 where there is no end."""

    practice: int
    feedback: bool
    test: int
    attempts: int
    needed: str
    trials: int
    minutes: int
    whole_minutes: int
    steps: tuple[str, ...]
    pay: tuple[str, ...]


def outlook(study: ServedStudy, language: str) -> Outlook:
    """What lies ahead of a new rater of this study."""
    settings, work, words = study.definition.settings, study.engine.workload, study.renderer.words(language)
    reading = reading_minutes(study.definition.guideline(language))
    trials = 0 if work.endless else work.shown
    minutes = trials * work.seconds_each / 60
    qualification = settings.qualification if work.qualification else None
    return Outlook(
        practice=work.practice,
        feedback=settings.practice.feedback,
        test=work.qualification,
        attempts=qualification.attempts if qualification else 0,
        needed=_needed(study, words) if qualification else "",
        trials=trials,
        minutes=_rounded(minutes),
        whole_minutes=_rounded(reading + question_minutes(study.definition) + work.minutes) if trials else 0,
        steps=tuple(_steps(study, words, reading=_rounded(reading), trials=trials, minutes=_rounded(minutes))),
        pay=tuple(_pay(settings.cost, words, language)),
    )


def _rounded(minutes: float) -> int:
    """Minutes as one says them: never fewer than it takes at the protocol's pace."""
    return math.ceil(minutes) if minutes <= _TO_THE_MINUTE else _STEP_MINUTES * math.ceil(minutes / _STEP_MINUTES)


def _pay(cost: Cost | None, words: PageWords, language: str) -> Iterator[str]:
    """What a study promises to pay. An hourly rate alone is its own reckoning, and says nothing of what is counted."""
    if cost is None:
        return
    if cost.per_submission is not None:
        yield words("welcome-pay-fixed", amount=_amount(cost.per_submission, cost.currency, language))
    if cost.per_hour is not None and cost.reading_minutes:
        amount = _amount(cost.per_hour, cost.currency, language)
        yield words("welcome-pay-hourly", amount=amount, minutes=cost.reading_minutes)


def _amount(money: float, currency: str, language: str) -> str:
    return f"{Number(money, 2).to(language)} {currency}"


def _needed(study: ServedStudy, words: PageWords) -> str:
    rule = study.definition.settings.qualification
    assert rule is not None, "there is a test"
    if rule.measure == "share":
        return words("test-needed-share", percent=round(100 * rule.at_least))
    return words("test-needed-kappa", value=f"{rule.at_least:g}")


def _steps(study: ServedStudy, words: PageWords, *, reading: int, trials: int, minutes: int) -> Iterator[str]:
    """One line for each stage, in its order."""
    settings, work, stages = study.definition.settings, study.engine.workload, study.engine.stages
    if RaterStage.CONSENT in stages:
        yield words("step-consent")
    if RaterStage.BEFORE in stages:
        yield words("step-before")
    if reading:
        yield words("step-guideline", minutes=reading)
    if work.practice:
        yield words("step-practice" if settings.practice.feedback else "step-practice-untold", n=work.practice)
    if work.qualification:
        yield words("step-test", n=work.qualification)
    yield words("step-trials", n=trials, minutes=minutes) if trials else words("step-trials-endless")
    if RaterStage.AFTER in stages:
        yield words("step-after")
