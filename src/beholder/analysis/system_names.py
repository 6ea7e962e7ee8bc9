"""Systems and questions as sentences name them."""

from __future__ import annotations

from collections.abc import Sequence

from beholder.analysis.result import CATALOGUE, say
from beholder.fields import Words
from beholder.text import Listing
from beholder.text.punctuation import beginning, quotable

__all__ = ["listed", "question"]

# a sentence that names more systems is read by nobody
_NAMED = 6


def listed(systems: Sequence[str], *, of: int = 0) -> Words:
    """Systems by name, or how many there are if the names would fill the sentence."""
    if len(systems) == 1:
        return Words(systems[0])
    if len(systems) <= _NAMED:
        return say("systems-listed", some=Listing(systems[:-1]), last=systems[-1])
    return say("systems-some-of", n=len(systems), of=of) if of else say("systems-some", n=len(systems))


def question(name: str, called: Words, wording: Words) -> Words:
    """A question as the summary names it: what sentences call it, with its wording where that says more."""
    told = {}
    for language in CATALOGUE.languages:
        short, long = called.to(language), wording.to(language)
        same = {one.casefold() for text in (short, name, name.replace("_", " ")) for one in (text, beginning(text))}
        plain = beginning(long).casefold() in {"", *same}
        told[language] = (
            short if plain else CATALOGUE.format(language, "question-worded", name=short, wording=quotable(long))
        )
    return Words(told)
