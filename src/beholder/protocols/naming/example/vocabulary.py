"""What people call the things that the example's pictures show, and what they take them for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["VOCABULARY", "ThingNames"]


@dataclass(frozen=True, slots=True)
class ThingNames:
    """The domain of a thing, its right names with weights, and names of what it may be taken for."""

    domain: str
    names: Mapping[str, float]
    visual: Mapping[str, float] = field(default_factory=dict)


VOCABULARY: Mapping[str, ThingNames] = {
    "apple": ThingNames("food", {"apple": 8, "fruit": 2}, {"tomato": 2, "ball": 1}),
    "ball": ThingNames("home", {"ball": 8, "toy": 1.5}, {"balloon": 2, "orange": 1}),
    "book": ThingNames("home", {"book": 9, "notebook": 1}, {"box": 1}),
    "bowl": ThingNames("home", {"bowl": 8, "dish": 2}, {"basket": 1}),
    "building": ThingNames("buildings", {"building": 7, "house": 2, "shop": 1}, {"factory": 1}),
    "car": ThingNames("vehicles", {"car": 8, "vehicle": 1.5, "sedan": 1}, {"van": 2, "truck": 1}),
    "cat": ThingNames("animals", {"cat": 8, "kitten": 1.5, "animal": 1}, {"fox": 1, "rabbit": 1}),
    "clock tower": ThingNames("buildings", {"clock tower": 6, "tower": 3, "clock": 1}, {"church": 1}),
    "cup": ThingNames("home", {"cup": 5, "mug": 5}, {"bucket": 1}),
    "dog": ThingNames("animals", {"dog": 8, "puppy": 1.5, "animal": 1}, {"bear": 1, "cow": 1}),
    "fireplace": ThingNames("home", {"fireplace": 9, "hearth": 1}, {"oven": 2, "shelf": 1}),
    "hot dog": ThingNames("food", {"hot dog": 6, "food": 2, "sausage": 1.5}, {"sandwich": 1}),
    "house": ThingNames("buildings", {"house": 7, "building": 2, "home": 1.5}, {"barn": 1}),
    "lamp": ThingNames("home", {"lamp": 8, "floor lamp": 1.5, "light": 1.5}, {"umbrella": 1}),
    "person": ThingNames("people", {"person": 4, "man": 3, "woman": 2, "boy": 1}, {"statue": 1}),
    "plate": ThingNames("home", {"plate": 7, "dish": 3}, {"tray": 1, "saucer": 1}),
    "sign": ThingNames("buildings", {"sign": 6, "stop sign": 2, "road sign": 2}, {"flag": 1}),
    "sofa": ThingNames("home", {"couch": 5, "sofa": 5, "furniture": 0.8}, {"bed": 2, "bench": 1}),
    "table": ThingNames("home", {"table": 7, "desk": 2, "furniture": 0.8}, {"bench": 1}),
    "television": ThingNames("home", {"television": 5, "tv": 5, "screen": 1}, {"window": 1}),
    "tree": ThingNames("nature", {"tree": 9, "plant": 1}, {"bush": 2}),
    "umbrella": ThingNames("home", {"umbrella": 8, "parasol": 2}, {"tent": 1}),
}
