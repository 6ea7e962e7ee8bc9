"""What can be said about a picture: relations between its things, questions with known answers, a true caption."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from beholder.scenes.scene import Scene, SceneObject

__all__ = ["Relation", "SceneQuestion", "caption", "phrase", "questions", "relations"]

_SINGULARS = {"foil": "sheet of foil"}
_PLURALS = {"person": "people", "foil": "sheets of foil"}
_PLACES = {
    "room": "in a living room",
    "park": "in a park",
    "street": "in a city street",
    "table": "on a table",
    "bocce": "on the grass",
    "medicine": "in a gym",
    "balloon": "in the sky",
}
_FORMS = {
    "left of": "What is to the left of the {}?",
    "right of": "What is to the right of the {}?",
    "on": "What is on the {}?",
}
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@dataclass(frozen=True)
class Relation:
    """`subject` stands in a relation ("left of", "right of", "on", "in front of", "behind") to `object`; both are ids."""

    subject: int
    word: str
    object: int


@dataclass(frozen=True)
class SceneQuestion:
    """A question about a picture, its one right answer, what it asks for, and the ids of the things it is about."""

    text: str
    answer: str
    asks: str
    about: tuple[int, ...]


def _across(first: SceneObject, second: SceneObject) -> bool:
    return first.visible_box[0] < second.visible_box[2] and second.visible_box[0] < first.visible_box[2]


def _side(first: SceneObject, second: SceneObject) -> str:
    middle = first.visible_box[0] + first.visible_box[2] - second.visible_box[0] - second.visible_box[2]
    return "left of" if middle < 0 else "right of"


def relations(scene: Scene) -> tuple[Relation, ...]:
    """All relations that hold beyond doubt.

    Left and right: the visible boxes do not overlap sideways. In front and behind: they do, and one stands nearer by at
    least 4 % of the picture's height. A thing that stands on another is only on it.
    """
    found = []
    for first, second in permutations(scene.objects, 2):
        if first.on == second.id:
            found.append(Relation(first.id, "on", second.id))
        elif second.on == first.id:
            continue
        elif not _across(first, second):
            left = first.visible_box[2] <= second.visible_box[0]
            found.append(Relation(first.id, "left of" if left else "right of", second.id))
        elif first.on is None and second.on is None and abs(first.base - second.base) >= 0.04 * scene.size[1]:
            found.append(Relation(first.id, "in front of" if first.base > second.base else "behind", second.id))
    return tuple(found)


def phrase(thing: SceneObject) -> str:
    """A thing with its article and, where it has one, its colour: "a red ball", "an orange cat", "a hot dog"."""
    words = f"{thing.colour} {_SINGULARS.get(thing.kind, thing.kind)}".strip()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _plural(kind: str) -> str:
    return _PLURALS.get(kind, f"{kind}s")


def _counting(scene: Scene) -> list[SceneQuestion]:
    asked = []
    for kind in sorted({thing.kind for thing in scene.objects}):
        same = scene.of(kind)
        asked.append(
            SceneQuestion(f"How many {_plural(kind)} are there?", str(len(same)), "count", tuple(t.id for t in same))
        )
        if len(same) > 1:
            for colour in sorted({thing.colour for thing in same} - {""}):
                hits = scene.of(kind, colour=colour)
                text = f"How many {colour} {_plural(kind)} are there?"
                asked.append(SceneQuestion(text, str(len(hits)), "count", tuple(t.id for t in hits)))
    return asked


def questions(scene: Scene) -> tuple[SceneQuestion, ...]:
    """Every question of a few plain forms that has exactly one right answer in this picture."""
    asked = _counting(scene)
    single = [t for t in scene.objects if len(scene.of(t.kind)) == 1]
    for thing in single:
        if thing.colour:
            asked.append(SceneQuestion(f"What colour is the {thing.kind}?", thing.colour, "colour", (thing.id,)))
        if thing.text:
            asked.append(SceneQuestion(f"What does the {thing.kind} say?", thing.text, "text", (thing.id,)))
    holds = relations(scene)
    for thing in single:
        for word, form in _FORMS.items():
            hits = {r.subject for r in holds if r.word == word and r.object == thing.id}
            # Whatever only reaches over to that side might be meant as well: then the question has no one answer.
            maybe = (
                hits
                if word == "on"
                else {t.id for t in scene.objects if t is not thing and t.on != thing.id and _side(t, thing) == word}
            )
            if len(hits) == 1 and maybe == hits:
                hit = scene.objects[next(iter(hits))]
                asked.append(SceneQuestion(form.format(thing.kind), phrase(hit), word, (hit.id, thing.id)))
    return tuple(asked)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def caption(scene: Scene) -> str:
    """A true sentence that names everything in the picture: "a red ball, two dogs and a person in a park"."""
    parts = []
    for kind in dict.fromkeys(thing.kind for thing in scene.objects):
        same = scene.of(kind)
        parts.append(phrase(same[0]) if len(same) == 1 else f"{_number(len(same))} {_plural(kind)}")
    where = _PLACES[scene.place]
    if not parts:
        return f"nothing {where}"
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{listed} {where}"
