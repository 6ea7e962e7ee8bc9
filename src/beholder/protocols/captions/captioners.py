"""Pretend captioners: each describes a known scene in its own way, so that every caption's true points are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["CAPTIONERS", "Described", "Said", "SpokenThing"]

# captions are what is judged, not words of a page: they are English in every language of the page
_PLACES = {"room": "in a room", "park": "in a park", "street": "on a street", "table": "on a table"}
_RELATIONS = {"left of": "to the left of", "right of": "to the right of"}
_DREAMS = ("riding a skateboard", "with a frisbee", "under a kite", "beside a guitar")
_DREAM_PLACES = ("in a kitchen", "on a beach", "at an airport")


@dataclass(frozen=True, slots=True)
class SpokenThing:
    """A kind of thing with its colour as painted; no colour where none can be said of it."""

    kind: str
    colour: str = ""

    def words(self, *, colour: bool) -> str:
        """With its article: "an orange cat"."""
        said = f"{self.colour} {self.kind}" if colour and self.colour else self.kind
        return f"{'an' if said[0] in 'aeiou' else 'a'} {said}"


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
    """A caption and the points it deserves; `whole` where it conveys the picture as a whole, which is a point of its own."""

    words: str
    objects: float
    relations: float
    attributes: float
    whole: bool = False

    def candidate(self, system: str) -> dict[str, Any]:
        """The caption as a candidate of a study file."""
        truth = {
            "objects": self.objects,
            "relations": self.relations,
            "attributes": self.attributes,
            "whole": self.whole,
        }
        return {"system": system, "caption": self.words, "truth": truth}


def _full(seen: Described, *, colour: bool) -> Said:
    a, b, c = (thing.words(colour=colour) for thing in (seen.first, seen.second, seen.third))
    words = f"{a} {_RELATIONS.get(seen.relation, seen.relation)} {b}, with {c}, {_PLACES[seen.place]}"
    return Said(words, objects=4, relations=3, attributes=seen.colours if colour else 0, whole=True)


def _ample(seen: Described) -> Said:
    return _full(seen, colour=True)


def _terse(seen: Described) -> Said:
    return Said(f"{seen.first.words(colour=False)} {_PLACES[seen.place]}", 2, 1, 0)


def _colourless(seen: Described) -> Said:
    """Never names a colour; on every third picture it says no more than the terse one, word for word."""
    return _terse(seen) if seen.number % 3 == 0 else _full(seen, colour=False)


def _lister(seen: Described) -> Said:
    things = ", ".join(thing.words(colour=True) for thing in (seen.first, seen.second, seen.third))
    return Said(things, objects=3, relations=0, attributes=seen.colours)


def _dreamer(seen: Described) -> Said:
    dream, place = _DREAMS[seen.number % len(_DREAMS)], _DREAM_PLACES[seen.number % len(_DREAM_PLACES)]
    words = f"{seen.first.words(colour=True)} {dream} {place}"
    return Said(words, objects=1, relations=0, attributes=1 if seen.first.colour else 0)


CAPTIONERS: dict[str, Callable[[Described], Said]] = {
    "ample": _ample,
    "terse": _terse,
    "colourless": _colourless,
    "lister": _lister,
    "dreamer": _dreamer,
}
