"""Three pictures, five captions each, with the points a careful rater gives and why: the practice of captions studies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beholder.fields import Words
from beholder.protocols.captions.declaration import DECLARATION, POINTS
from beholder.protocols.captions.wording import text

__all__ = ["WORKED_EXAMPLES", "WorkedCaption", "WorkedExample", "practice_item"]

Span = tuple[float, float]
_REFERENCES = 2
"""Texts that people wrote about each picture."""


@dataclass(frozen=True, slots=True)
class WorkedCaption:
    """A caption by the id of its words, and the lowest and highest fitting points of each kind."""

    id: str
    objects: Span
    relations: Span
    attributes: Span

    @property
    def words(self) -> Words:
        """The caption itself."""
        return text(self.id)

    @property
    def why(self) -> Words:
        """The reason for its points."""
        return text(f"{self.id}-why")

    def span(self, name: str) -> Span:
        """Lowest and highest fitting points for one of the three fields."""
        spans: Span = getattr(self, name)
        return spans


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A painted picture by its name among the scenes, and its captions."""

    scene: str
    captions: tuple[WorkedCaption, ...]

    @property
    def id(self) -> str:
        """The id of the item, with which the ids of its words begin."""
        return f"practice-{self.scene.replace(' ', '-')}"

    @property
    def references(self) -> dict[str, list[str]]:
        """What people wrote about the picture, by language."""
        written = [text(f"{self.id}-reference-{number}") for number in range(1, _REFERENCES + 1)]
        return {language: [one.to(language) for one in written] for language in written[0].root}

    @property
    def why(self) -> Words:
        """The reasons for all points: one line for each different caption, then a note."""
        reasons = [
            text("practice-reason", caption=one.words, points=_points(one), why=one.why) for one in self.captions
        ]
        note = text(f"{self.id}-note")
        lines = {language: dict.fromkeys(reason.to(language) for reason in reasons) for language in note.root}
        return Words({language: "\n".join([*told, note.to(language)]) for language, told in lines.items()})


def practice_item(example: WorkedExample, image: str, *, whole_sentence: bool) -> dict[str, Any]:
    """The example as a practice item of a study file.

    The points leave out the one for the sentence as a whole; where a study gives it, objects may have one more.
    """
    extra = 1 if whole_sentence else 0
    expects: list[dict[str, Any]] = []
    for number, caption in enumerate(example.captions, 1):
        for name in POINTS:
            low, high = caption.span(name)
            high += extra if name == "objects" else 0
            bounds = {"is": low} if low == high else {"at_least": low, "at_most": high}
            expects.append({"field": name, "system": f"model-{number}", **bounds})
    return {
        "id": example.id,
        "kind": "practice",
        "image": image,
        "references": example.references,
        "candidates": [
            {
                "system": f"model-{number}",
                "caption": one.words.to("en"),
                "translations": {language: told for language, told in one.words.root.items() if language != "en"},
                "truth": {name: sum(one.span(name)) / 2 for name in POINTS},
            }
            for number, one in enumerate(example.captions, 1)
        ],
        "reference": {"expects": expects, "why": example.why.root},
    }


def _points(caption: WorkedCaption) -> str:
    return "  ".join(f"{_mark(name)} {_shown(caption.span(name))}" for name in POINTS)


def _mark(name: str) -> str:
    return str(getattr(DECLARATION.form.candidate_fields[name], "mark", ""))


def _shown(span: Span) -> str:
    low, high = span
    return f"{low:g}" if low == high else f"{low:g}–{high:g}"


_NOTHING: Span = (0, 0.5)
"""The page behind these examples had no 0: its lowest button, 0.5, stood for nothing. Either is taken here."""

WORKED_EXAMPLES = (
    WorkedExample(
        scene="clock tower",
        captions=(
            WorkedCaption("practice-clock-tower-1", objects=(3, 3), relations=_NOTHING, attributes=(1, 1)),
            WorkedCaption("practice-clock-tower-2", objects=(2, 2), relations=(1.5, 1.5), attributes=(1, 1)),
            WorkedCaption("practice-clock-tower-3", objects=(3, 3), relations=_NOTHING, attributes=_NOTHING),
            WorkedCaption("practice-clock-tower-4", objects=(1, 1), relations=(0, 0.5), attributes=_NOTHING),
            WorkedCaption("practice-clock-tower-5", objects=(3, 3), relations=(2, 2), attributes=(1, 1)),
        ),
    ),
    WorkedExample(
        scene="living room",
        captions=(
            WorkedCaption("practice-living-room-1", objects=(3, 3), relations=(1, 2), attributes=(1, 1)),
            WorkedCaption("practice-living-room-2", objects=(2, 2), relations=(1, 1), attributes=(1, 1)),
            WorkedCaption("practice-living-room-3", objects=(2, 3), relations=(2, 2.5), attributes=_NOTHING),
            WorkedCaption("practice-living-room-1", objects=(3, 3), relations=(1, 2), attributes=(1, 1)),
            WorkedCaption("practice-living-room-4", objects=(3, 3), relations=(1, 2), attributes=(1, 1)),
        ),
    ),
    WorkedExample(
        scene="hot dog",
        captions=(
            WorkedCaption("practice-hot-dog-1", objects=(2.5, 3), relations=(1.5, 1.5), attributes=_NOTHING),
            WorkedCaption("practice-hot-dog-2", objects=(3, 3), relations=(2, 2), attributes=(2, 2)),
            WorkedCaption("practice-hot-dog-3", objects=(1.5, 1.5), relations=(0, 0.5), attributes=(1, 1)),
            WorkedCaption("practice-hot-dog-4", objects=(3, 3), relations=(3, 3), attributes=(1, 1)),
            WorkedCaption("practice-hot-dog-5", objects=(2.5, 3), relations=(1.5, 1.5), attributes=_NOTHING),
        ),
    ),
)
