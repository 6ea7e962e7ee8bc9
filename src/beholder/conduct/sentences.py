"""How a study was run, in sentences for summaries, limits and cards."""

from __future__ import annotations

from beholder.conduct.changes import CATALOGUE
from beholder.conduct.collected import Collected
from beholder.conduct.conduct import Conduct, Look
from beholder.fields import Words
from beholder.study.settings import Cost
from beholder.tables.ratings import iso_time
from beholder.text import Listing, Number, Share

__all__ = ["collected_line", "limits_of_conduct", "looks_taken", "pay_promised", "planned_size", "sentence"]

_say = CATALOGUE.say


def collected_line(found: Collected) -> Words:
    """How much of the plan there is, in one sentence."""
    key = "collected-title"
    if found.closed_at is None:
        key += "-open"
    elif found.closed_early:
        key += "-closed-early"
    return _say(key, ratings=found.ratings, planned=found.wanted, share=Share(found.share))


def sentence(words: Words) -> Words:
    """A title as a sentence of the summary."""
    return _say("sentence", text=words)


def planned_size(found: Collected) -> Words:
    """What the settings say is wanted."""
    return _say("planned-size", planned=found.planned, trials=found.trials, items=found.items)


def pay_promised(cost: Cost) -> Words:
    """What raters are paid by the settings."""
    amounts = {"pay-hour": cost.per_hour, "pay-finished": cost.per_submission}
    told = [
        _say(key, money=Number(money), currency=cost.currency) for key, money in amounts.items() if money is not None
    ]
    return _say("pay-promised", amounts=Listing(told, last="and"))


def looks_taken(conduct: Conduct) -> Words:
    """The looks at results that are on record, or that there is none."""
    if not conduct.looks:
        return _say("looks-none")
    return _say("looks", n=len(conduct.looks), list=Listing([_look(look) for look in conduct.looks]))


def _look(look: Look) -> Words:
    reason = look.reason or _say("look-export", file=look.file)
    return _say("look", date=f"{iso_time(look.at)[:16]}Z", reason=reason)


def limits_of_conduct(conduct: Conduct) -> tuple[Words, ...]:
    """What the way a study was run takes from its results, as far as it is on record."""
    found, looks = conduct.collected, len(conduct.looks)
    told = [_say("limits-closed-early", share=Share(found.share))] if found.closed_early else []
    told.append(_say("limits-looked", n=looks) if looks else _say("limits-not-looked"))
    if conduct.after_look:
        told.append(_say("limits-changed-after-look", n=len(conduct.after_look)))
    return tuple(told)
