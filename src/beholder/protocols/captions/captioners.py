"""Pretend captioners: each describes a known scene in its own way, so that every caption's true points are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from beholder.protocols.captions.wording import caption
from beholder.text import Listing, Words

__all__ = ["CAPTIONERS", "Described", "Said", "SpokenThing"]

# as many as the example's words hold (`dream-1` and so on in example.en.ftl)
_DREAMS = 4
_DREAM_PLACES = 3
"""How many things that are not there, and how many wrong places, the dreamer has words for."""


@dataclass(frozen=True, slots=True)
class SpokenThing:
    """A kind of thing with its colour as painted; no colour where none can be said of it."""

    kind: str
    colour: str = ""

    def words(self, *, colour: bool) -> Words:
        """With its article or measure word: "an orange cat"."""
        key = f"thing-{self.kind.replace(' ', '-')}"
        if colour and self.colour:
            return caption(f"{key}-coloured", colour=caption(f"colour-{self.colour}"))
        return caption(key)


@dataclass(frozen=True, slots=True)
class Described:
    """What is true of a scene: the first thing stands in `relation` to the second, the third is there as well."""

    number: int
    place: str
    first: SpokenThing
    relation: str
    second: SpokenThing
    third: SpokenThing

    @property
    def colours(self) -> int:
        """How many of the three things have a colour that can be said."""
        return sum(bool(thing.colour) for thing in (self.first, self.second, self.third))


@dataclass(frozen=True, slots=True)
class Said:
    """A caption in every language and the points it deserves, without the one for the sentence as a whole."""

    words: Words
    objects: float
    relations: float
    attributes: float

    def candidate(self, system: str) -> dict[str, Any]:
        """The caption as a candidate of a study file."""
        truth = {"objects": self.objects, "relations": self.relations, "attributes": self.attributes}
        translations = {language: told for language, told in self.words.root.items() if language != "en"}
        return {"system": system, "caption": self.words.to("en"), "translations": translations, "truth": truth}


def _full(seen: Described, *, colour: bool) -> Said:
    a, b, c = (thing.words(colour=colour) for thing in (seen.first, seen.second, seen.third))
    relation = caption(f"relation-{seen.relation.replace(' ', '-')}", a=a, b=b)
    words = caption("caption-full", relation=relation, third=c, place=caption(f"place-{seen.place}"))
    return Said(words, objects=4, relations=3, attributes=seen.colours if colour else 0)


def _ample(seen: Described) -> Said:
    return _full(seen, colour=True)


def _terse(seen: Described) -> Said:
    place = caption(f"place-{seen.place}")
    return Said(caption("caption-terse", thing=seen.first.words(colour=False), place=place), 2, 1, 0)


def _colourless(seen: Described) -> Said:
    """Never names a colour; on every third picture it says no more than the terse one, word for word."""
    return _terse(seen) if seen.number % 3 == 0 else _full(seen, colour=False)


def _lister(seen: Described) -> Said:
    things = Listing([thing.words(colour=True) for thing in (seen.first, seen.second, seen.third)])
    return Said(caption("caption-list", things=things), objects=3, relations=0, attributes=seen.colours)


def _dreamer(seen: Described) -> Said:
    words = caption(
        "caption-dream",
        thing=seen.first.words(colour=True),
        dream=caption(f"dream-{seen.number % _DREAMS + 1}"),
        place=caption(f"dream-place-{seen.number % _DREAM_PLACES + 1}"),
    )
    return Said(words, objects=1, relations=0, attributes=1 if seen.first.colour else 0)


CAPTIONERS: dict[str, Callable[[Described], Said]] = {
    "ample": _ample,
    "terse": _terse,
    "colourless": _colourless,
    "lister": _lister,
    "dreamer": _dreamer,
}
