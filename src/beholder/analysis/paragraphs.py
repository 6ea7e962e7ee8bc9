"""Paragraphs ready for a paper: summary, method and limits, in English and Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.looking import NOMINAL
from beholder.analysis.panel import FEWEST_RATERS
from beholder.analysis.result import Picture, Section, say
from beholder.fields import Way, Words
from beholder.text import Listing, Share
from beholder.text.punctuation import ends_with_stop

if TYPE_CHECKING:
    from beholder.analysis.workspace import Work

__all__ = ["entered", "headline", "limits", "method", "paragraph", "standing", "study_size", "summary", "summed_up"]


_SOME = 10
"""Below so many raters, what is true of them is little evidence of others."""


def summary(sections: Sequence[Section], size: Words, *, headline: Picture | None = None) -> tuple[Words, ...]:
    """What stands at the top: the size of the study, then a verdict on each question, with the agreement on it."""
    told = summed_up(sections, headline)
    # a list of items is no sentence about agreement; one with a coefficient is
    agreement = {s.field: s.title for s in sections if s.role == "agreement" and s.findings}
    left = dict(agreement)
    out = [size]
    for section in told:
        *first, last = [_ended(words) for words in section.verdict]
        agreed = left.pop(section.field, None)
        if agreed is not None:
            last = say("sentences", before=last, after=say("sentence", text=agreed))
        out += [*first, last]
    if len(left) == len(agreement):
        # a measure made from answers has no agreement of its own; the answers have
        out += [say("sentence", text=title) for title in list(left.values())[:1]]
    return tuple(out)


def summed_up(sections: Sequence[Section], headline: Picture | None) -> list[Section]:
    """The sections that a summary tells, in its order: what was declared, the question of the figure, then the others."""
    told = [s for s in sections if s.verdict and s.role == "results"]
    return sorted(told, key=lambda s: (not s.declared, s.headline is None or s.headline is not headline))


def _ended(words: Words) -> Words:
    """A sentence with its stop, where it has none yet."""
    ended = all(ends_with_stop(text) for text in words.root.values())
    return words if ended else say("sentence", text=words)


def headline(sections: Sequence[Section]) -> list[Section]:
    """The sections that are compared under other rules: the declared answers or first results, and the agreement."""
    results = [s for s in sections if s.role == "results" and s.name not in ("groups", "texts")]
    agreement = [s for s in sections if s.role == "agreement"]
    # a list of items is no sentence about agreement; one with a coefficient is
    return [*results[:4], *sorted(agreement, key=lambda s: not s.findings)[:1]]


def study_size(main: RatingsData) -> Words:
    """The size of the study in a sentence."""
    main = main.answered()
    systems, items, raters = (main.count(column) for column in ("system", "item", "rater"))
    said = f"size-{'with' if raters else 'without'}-raters{'-and-systems' if systems else ''}"
    return say(said, answers=main.n_answers(), raters=raters, items=items, systems=systems)


def entered(main: RatingsData) -> Words:
    """How many answers the results rest on; what was left blank is none."""
    main = main.answered()
    answers, raters = main.n_answers(), main.count("rater")
    if not raters:
        return say("size-entered-unknown-raters", answers=answers)
    return say("entered", answers=answers, raters=raters)


def standing(context: Context) -> tuple[Words, ...]:
    """What was planned: number of ratings, stopping rule, looks at the data; and in one sentence what was not said."""
    about = dict(context.about)
    if context.stopping is not None and not about.get("stopping"):
        about["stopping"] = context.stopping.rule()
    told = [
        say("standing", what=say(f"standing-{key}"), text=about[key])
        for key in ("planned_n", "stopping", "looks", "hypotheses")
        if about.get(key)
    ]
    silent = [say(f"unstated-{key}") for key in ("planned_n", "stopping", "looks") if not about.get(key)]
    return (*told, *([say("unstated", list=Listing(silent))] if silent else []))


def method(work: Work, more: Words) -> Words:
    """How the numbers were made, as one paragraph; `more` is what a protocol adds."""
    ways = {info.way for info in work.fields}
    told = [say("method-intervals", confidence=Share(NOMINAL)), say("method-aligned")]
    if work.context.looking is not None:
        told.append(work.context.looking.words())
    if ways & {Way.MEANS, Way.SHARES, Way.RATES}:
        told.append(say("method-means-fixed" if _fixed(work.main) else "method-means"))
    if Way.PREFERENCE in ways:
        told += _preferences(work)
    fixed = "-fixed" if _fixed(work.main) else ""
    told += [say(f"method-{way.value}{fixed}") for way in (Way.BEST_WORST, Way.RANKS) if way in ways]
    if work.main.count("system") > 1:
        told.append(say("method-corrected"))
    told.append(say("method-agreement"))
    if work.context.stopping is not None:
        told.append(say(f"method-stopping{_by_chance(work.context)}", rule=work.context.stopping.rule()))
    return paragraph([*told, more] if more else told)


def _by_chance(context: Context) -> str:
    return "-by-chance" if context.stopping is not None and context.stopping.by_chance and context.revision >= 6 else ""


def _preferences(work: Work) -> list[Words]:
    """How preferences were modelled: graded ones by another model, and what they leave out."""
    asked = [info for info in work.fields if info.way is Way.PREFERENCE]
    fixed = "-fixed" if _fixed(work.main) else ""
    told = [say(f"method-preferences{fixed}")] if any(info.level != "ordinal" for info in asked) else []
    if any(info.level == "ordinal" for info in asked):
        told.append(say(f"method-grades{fixed}"))
    values = work.main.where(field=[info.name for info in asked]).text["value"]
    return [*told, *(say(f"method-{word}") for word in ("both_bad", "unsure") if values.is_in((word,)).any())]


def _fixed(main: RatingsData) -> bool:
    return 0 < main.count("rater") < FEWEST_RATERS


def limits(work: Work) -> Words:
    """What the numbers do not show, from what is known about this very study."""
    context, main = work.context, work.main
    told = []
    raters = main.count("rater")
    if raters == 0:
        told.append(say("limits-unknown-raters"))
    elif raters < _SOME:
        told.append(say("limits-few-raters", n=raters))
        if 1 < raters < FEWEST_RATERS and main.count("system") > 1:
            told.append(say("limits-these-raters", n=raters))
    if not context.contrasts:
        told.append(say("limits-nothing-declared"))
    if not context.about.get("stopping") and context.stopping is None:
        # of a study it is on record whether anybody looked
        told.append(say("limits-no-stopping-rule" if context.conduct is None else "limits-no-stopping-rule-stated"))
    if context.stopping is not None:
        told.append(say("limits-stopping" if context.stopping.in_full else "limits-stopping-no-share"))
        if context.stopping.lead is not None and not context.stopping.in_full:
            told.append(say("limits-stopping-no-correction"))
    told += context.conduct or ()
    if work.prepared.any_excluded:
        told.append(say("limits-excluded"))
    if context.rules:
        told.append(say("limits-rules-changed"))
    if main.count("guideline") > 1:
        told.append(say("limits-guideline-changed"))
    return paragraph([*told, say(_reach(main))])


def _reach(main: RatingsData) -> str:
    """For what results hold: a sample stands for what is like it, one item or few raters for themselves."""
    items = "one" if main.count("item") == 1 else "many"
    return f"limits-like-these-{items}-item-{'fixed' if _fixed(main) else 'sampled'}-raters"


def paragraph(sentences: Sequence[Words]) -> Words:
    """Sentences one after the other, with the space that a language puts between them."""
    return reduce(lambda before, after: say("sentences", before=before, after=after), sentences)
