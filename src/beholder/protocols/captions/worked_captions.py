"""Three pictures, five captions each, with the points a careful rater gives and why: the practice of captions studies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beholder.fields import Words
from beholder.protocols.captions.declaration import POINTS
from beholder.protocols.captions.params import WholeSentence
from beholder.protocols.captions.wording import text

__all__ = ["WORKED_EXAMPLES", "WorkedCaption", "WorkedExample", "practice_item"]

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class WorkedCaption:
    """A caption, the id of its reason, and the lowest and highest fitting points of each kind."""

    id: str
    caption: str
    objects: Span
    relations: Span
    attributes: Span

    @property
    def why(self) -> Words:
        """The reason for its points."""
        return text(f"practice-{self.id}-why")

    def span(self, name: str) -> Span:
        """Lowest and highest fitting points for one of the three fields."""
        spans: Span = getattr(self, name)
        return spans


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A painted picture by its name among the scenes, what people wrote about it, and its captions."""

    scene: str
    references: tuple[str, ...]
    captions: tuple[WorkedCaption, ...]

    @property
    def id(self) -> str:
        """The id of the item."""
        return f"practice-{self.scene.replace(' ', '-')}"

    def why(self, whole_sentence: WholeSentence) -> Words:
        """What to take along from the picture."""
        note = text(f"{self.id}-note")
        return text("practice-whole-note", note=note) if whole_sentence == "tick" else note


def practice_item(example: WorkedExample, image: str, *, whole_sentence: WholeSentence) -> dict[str, Any]:
    """The example as a practice item of a study file.

    The points leave out the one for the sentence as a whole; where raters add it to objects, these may have one more.
    """
    extra = 1 if whole_sentence is True else 0
    expects: list[dict[str, Any]] = []
    for number, caption in enumerate(example.captions, 1):
        for name in POINTS:
            low, high = caption.span(name)
            high += extra if name == "objects" else 0
            bounds = {"is": low} if low == high else {"at_least": low, "at_most": high}
            expects.append({"field": name, "system": f"model-{number}", **bounds})
    systems = {f"model-{number}": one for number, one in enumerate(example.captions, 1)}
    return {
        "id": example.id,
        "kind": "practice",
        "image": image,
        "references": list(example.references),
        "candidates": [
            {"system": system, "caption": one.caption, "truth": {name: sum(one.span(name)) / 2 for name in POINTS}}
            for system, one in systems.items()
        ],
        "reference": {
            "expects": expects,
            "why": example.why(whole_sentence).root,
            "reasons": {system: one.why.root for system, one in systems.items()},
        },
    }


_UNFOUNDED: Span = (0, 0.5)
"""What can neither be seen nor concluded earns nothing; some raters see a half in it, and practice lets them."""

_NONE: Span = (0, 0)
"""Nothing of that kind is said."""

WORKED_EXAMPLES = (
    WorkedExample(
        scene="clock tower",
        references=(
            "A clock tower stands on a city street between a hotel and a shop.",
            "A blue car in front of a row of buildings, with a tall clock tower between them.",
        ),
        captions=(
            WorkedCaption("clock-tower-1", "a large clock tower in the middle of a city", (3, 3), _UNFOUNDED, (1, 1)),
            WorkedCaption(
                "clock-tower-2", "a clock on the side of a building on a city street", (2, 2), (1.5, 1.5), (1, 1)
            ),
            WorkedCaption("clock-tower-3", "a clock tower in the middle of a city", (3, 3), _UNFOUNDED, _NONE),
            WorkedCaption("clock-tower-4", "a clock on the side of a building", (1, 1), _UNFOUNDED, _NONE),
            WorkedCaption(
                "clock-tower-5", "a view of a city with a clock tower in the background", (3, 3), (2, 2), (1, 1)
            ),
        ),
    ),
    WorkedExample(
        scene="living room",
        references=(
            "A brown dog lies on a sofa in a living room with a fire burning.",
            "Two books on a table, a lamp, and a dog on a couch beside the fireplace.",
        ),
        captions=(
            WorkedCaption("living-room-1", "a living room with a couch and a fireplace", (3, 3), (1, 2), (1, 1)),
            WorkedCaption("living-room-2", "a living room with a couch and a tv", (2, 2), (1, 1), (1, 1)),
            WorkedCaption("living-room-3", "a dog laying on a bed in a room", (2, 3), (2, 2.5), _NONE),
            WorkedCaption("living-room-1", "a living room with a couch and a fireplace", (3, 3), (1, 2), (1, 1)),
            WorkedCaption("living-room-4", "a living room with a couch and a table", (3, 3), (1, 2), (1, 1)),
        ),
    ),
    WorkedExample(
        scene="hot dog",
        references=(
            "A hot dog with many toppings, half wrapped in foil, on a wooden table.",
            "A sausage in a bun with onions, tomatoes and a pale sauce, lying on crumpled foil.",
        ),
        captions=(
            WorkedCaption("hot-dog-1", "a hot dog covered in foil and mustard", (2.5, 3), (1, 1.5), _NONE),
            WorkedCaption("hot-dog-2", "a hot dog with lots of toppings on a foil wrapper", (3, 3), (2, 2), (2, 2)),
            WorkedCaption("hot-dog-3", "a close up of a hot dog on a bun", (1.5, 1.5), _UNFOUNDED, (1, 1)),
            WorkedCaption(
                "hot-dog-4", "a hot dog covered in toppings sitting on aluminum foil", (3, 3), (3, 3), (1, 1)
            ),
            WorkedCaption("hot-dog-5", "a hot dog on a bun in a wrapper", (2.5, 3), (1.5, 1.5), _NONE),
        ),
    ),
)
