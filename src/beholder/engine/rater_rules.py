"""The rules that raters work under, in words: what completes the study, what ends it early, and what is limited."""

from __future__ import annotations

from collections.abc import Iterator

from beholder.engine.handlers.answer import MOST_REVISIONS
from beholder.engine.handlers.check_score import TOLD_AFTER, review_every
from beholder.engine.handlers.lease import NEWCOMERS_HOLD
from beholder.engine.handlers.pace import MIN_ANSWERS
from beholder.protocols import MIN_MISSED
from beholder.study import Definition, clip_sources

__all__ = ["rules_for_raters"]


def rules_for_raters(definition: Definition) -> dict[str, str]:
    """Each rule that is in force, by what it is about: printed by `check`, so that none is a surprise to anybody."""
    rules = {
        "qualification": _qualification(definition),
        "skipping": _skipping(definition),
        "too fast": _too_fast(definition),
        "codes": _codes(definition),
        "checks": _checks(definition),
        "clips": _clips(definition),
        "exclusion": "; ".join(f"{rule.in_words().to('en')} [{rule.id}]" for rule in definition.settings.exclude),
        "watched": f"agreement and repeats are compared on `{definition.declaration.watched}`"
        + (", and the stopping rule looks at it" if definition.stop_rule else ""),
        "review": f"answers in less than {definition.fast_seconds:g} s are marked for review"
        if definition.fast_seconds
        else "",
        "pay": _pay(definition),
        "amount of work": "; ".join(_amounts(definition)),
        "holding trials": _holding(definition),
        "newcomers": _newcomers(definition),
        "broken pictures": _broken(definition),
        "questionnaires": _questionnaires(definition),
        "corrections": f"an answer may be corrected {MOST_REVISIONS - 1} times",
    }
    return {about: text for about, text in rules.items() if text}


def _qualification(definition: Definition) -> str:
    asked = definition.settings.qualification
    if asked is None:
        return ""
    measure = f"{_percent(asked.at_least)} of expectations" if asked.measure == "share" else f"kappa {asked.at_least:g}"
    return f"{measure} must be reached, in {_counted(asked.attempts, 'attempt')}"


def _skipping(definition: Definition) -> str:
    share = definition.settings.most_skipped
    if share >= 1:
        return ""
    return (
        f"a rater who skips or reports more than {_percent(share)} of the trials they met has not completed the study "
        "(one may always be skipped)"
    )


def _too_fast(definition: Definition) -> str:
    share, seconds = definition.settings.max_fast_share, definition.fast_seconds / 2
    if share >= 1 or not seconds:
        return ""
    return (
        f"a rater with {MIN_ANSWERS} answers or more, of which more than {_percent(share)} came in less than {seconds:g} s, "
        "has not completed the study"
    )


def _codes(definition: Definition) -> str:
    crowd, settings = definition.settings.crowd, definition.settings
    if crowd is None:
        return ""
    by_address = crowd.redirect and "{code}" not in crowd.redirect
    ends = {
        "completed": (crowd.complete or ("by the address alone" if by_address else ""), True),
        "did not qualify": (crowd.screened_out, settings.qualification is not None),
        # also the code of those who are stopped by hand
        "stopped": (crowd.failed_checks, True),
        "skipped too much": (crowd.too_many_skipped, settings.most_skipped < 1),
        "too fast": (crowd.too_fast, settings.max_fast_share < 1),
        "no place left": (crowd.over_quota, True),
    }
    return "; ".join(f"{end}: {code or 'none'}" for end, (code, possible) in ends.items() if possible)


def _clips(definition: Definition) -> str:
    rule = definition.settings.clips
    if not clip_sources(definition):
        return ""
    said = (
        "an answer is taken once every clip was played to its end" if rule.watch == "once" else "may be answered unseen"
    )
    return f"{said}; several are played {'one after the other' if rule.play == 'in-turn' else 'in step'}"


def _checks(definition: Definition) -> str:
    rule = definition.check_rule
    if rule is None:
        return ""
    said = [f"warned below {_percent(rule.warn_below)} passed"] if rule.warn_below else []
    if rule.stop_below:
        answers = "their answers are excluded" if rule.withdraw else "their answers stay"
        said.append(f"stopped below {_percent(rule.stop_below)} if one more is missed after a warning, and {answers}")
    looked = f"looked at every {review_every(definition)} answers and at the end of a visit, {TOLD_AFTER} answers back"
    return f"from {_counted(rule.after, 'check')} and {MIN_MISSED} misses on: {'; '.join((*said, looked))}"


def _amounts(definition: Definition) -> Iterator[str]:
    settings = definition.settings
    if settings.max_per_rater is not None:
        yield f"{_counted(settings.max_per_rater, 'trial')} per rater"
    if settings.trials_per_visit is not None:
        yield f"{_counted(settings.trials_per_visit, 'trial')} per visit"
    yield f"{settings.limits.session_minutes or definition.declaration.timing.session_minutes:g} minutes per sitting"
    if settings.limits.daily_minutes is not None:
        yield f"{settings.limits.daily_minutes:g} minutes per day ({settings.timezone})"


def _pay(definition: Definition) -> str:
    cost = definition.settings.cost
    if cost is None:
        return ""
    said = [f"{cost.per_submission:,.2f} {cost.currency} for finishing"] if cost.per_submission is not None else []
    if cost.per_hour is not None:
        said.append(f"{cost.per_hour:,.2f} {cost.currency} an hour")
    if cost.reading_minutes:
        said.append(f"{cost.reading_minutes:g} minutes of reading and questions are paid")
    told = cost.per_submission is not None or cost.reading_minutes
    return "; ".join((*said, "shown on the welcome page" if told else "not shown to raters"))


def _holding(definition: Definition) -> str:
    settings = definition.settings
    return (
        f"a trial goes to another rater after {settings.lease_minutes:g} minutes without activity, and after "
        f"{settings.longest_lease_ms / 60_000:g} minutes in any case"
    )


def _newcomers(definition: Definition) -> str:
    share = definition.settings.newcomer_places
    if share >= 1:
        return ""
    return (
        f"raters without an answer hold {_percent(share)} of the open places together, at least {NEWCOMERS_HOLD}; "
        "beyond that, one trial each"
    )


def _broken(definition: Definition) -> str:
    settings = definition.settings
    who = _counted(settings.broken_after, "rater")
    if settings.broken_answers:
        who += f" with {_counted(settings.broken_answers, 'answer')} or more"
    return f"reports of {who} suspend an item; at most {_percent(settings.broken_share)} of the items, at least one"


def _questionnaires(definition: Definition) -> str:
    settings = definition.settings
    asked = {**settings.before, **settings.after}
    if not asked:
        return ""
    named = settings.exported_questions
    leave = [name for name, field in asked.items() if (not field.typed if named is None else name in named)]
    stay = [name for name in asked if name not in leave]
    told = [f"exported under a pseudonym: {', '.join(leave)}"] if leave else []
    return "; ".join([*told, f"kept in the study: {', '.join(stay)}"] if stay else told)


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
