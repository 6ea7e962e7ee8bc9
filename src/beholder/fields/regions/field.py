"""Places marked on a picture: points or boxes, each with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.errors import nearest
from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Better, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, MarkCell, Option, refuse, show, unique_options
from beholder.fields.regions.simulate import random_marks, seen_marks
from beholder.fields.simulated import Taste, Truth
from beholder.fields.text.field import check_text
from beholder.text import Catalogue, Words

__all__ = ["Regions"]

WORDS = Catalogue("regions", folder=Path(__file__).parent)
# of the picture's width or height: a tenth of a pixel where the picture is a thousand wide
_DIGITS = 4
_NOTE_CHARS = 300
# as RichHF-18K takes clicks for one place: a twentieth of the picture
_REACH = 0.05
# the overlap from which on boxes count as one in PASCAL VOC and COCO
_OVERLAP = 0.5


class Regions(Directed):
    """Points or boxes on a picture of the trial, at most `most` of them; no mark at all is an answer that must be given.

    Stored as a list of marks `{"x", "y", "reason", "note"}`, boxes with `width` and `height` and their upper left corner
    as `x`, `y`; all as shares of the picture's width and height, so that 0, 0 is its upper left and 1, 1 its lower right.
    """

    kind: Literal["regions"] = "regions"
    # what is marked may be a fault as well as a find
    better_by_default: ClassVar[Better] = "none"
    steps_by_key: ClassVar[bool] = True
    places: ClassVar[bool] = True
    lists_marks: ClassVar[bool] = True
    shape: Literal["point", "box"] = "point"
    most: int = Setting(default=10, ge=1, le=50)
    reasons: tuple[Option, ...] = ()
    notes: bool = False
    picture: str = ""
    nothing: Words = Setting(default_factory=lambda: WORDS.say("regions-nothing"))
    add_key: str = ""
    reach: float | None = Setting(default=None, ge=0.01, le=1)

    @model_validator(mode="after")
    def _consistent(self) -> Regions:
        unique_options(self.reasons)
        return self

    def check_columns(self, kinds: Mapping[str, str]) -> None:
        """One picture at least is shown, and the one to mark is known."""
        pictures = [name for name, kind in kinds.items() if kind == "image"]
        if not pictures:
            raise ValueError("there is no picture to mark: the trial shows no column of kind `image`")
        if not self.picture and len(pictures) > 1:
            raise ValueError(f"several pictures are shown; say which is marked: `picture: {pictures[-1]}`")
        if self.picture and self.picture not in pictures:
            raise ValueError(f"no picture {self.picture!r} is shown ({nearest(self.picture, pictures)})")

    @property
    def near(self) -> float:
        """From which distance on two points are one, or from which overlap on two boxes."""
        return self.reach or (_OVERLAP if self.shape == "box" else _REACH)

    @property
    def seldom_equal(self) -> bool:
        """Always."""
        return True

    def measure(self) -> Level:
        """Ratio: the number of marks."""
        return "ratio"

    def blank(self, value: Any) -> bool:
        """An empty list says that there is nothing to mark; only what was never said is blank."""
        return value is None or value == ""

    def check(self, value: Any, *, slots: int) -> Any:
        """A list of marks inside the picture."""
        if not isinstance(value, list):
            raise refuse(f"expected a list of marks, got {show(value)}", hint="an empty list says: nothing to mark")
        if len(value) > self.most:
            raise refuse(f"expected at most {self.most} marks, got {len(value)}")
        return [self._mark(number, one) for number, one in enumerate(value, start=1)]

    def _mark(self, number: int, given: Any) -> dict[str, Any]:
        if not isinstance(given, Mapping):
            raise refuse(f"mark {number}: expected an object such as {{x: 0.5, y: 0.5}}, got {show(given)}")
        sides = ("width", "height") if self.shape == "box" else ()
        strange = sorted(set(given) - {"x", "y", *sides, "reason", "note"})
        if strange:
            raise refuse(f"mark {number} has {show(strange[0])}, which no {self.shape} has")
        mark: dict[str, Any] = {name: _share(number, name, given.get(name)) for name in ("x", "y", *sides)}
        for name, side in zip(("x", "y"), sides, strict=False):
            if mark[name] + mark[side] > 1 + 10**-_DIGITS:
                raise refuse(f"mark {number} reaches out of the picture: {name} and {side} add up to more than 1")
            # each was rounded for itself
            mark[side] = round(min(mark[side], 1 - mark[name]), _DIGITS)
            if mark[side] <= 0:
                raise refuse(f"mark {number} is a box without {side}")
        return mark | self._reason(number, given.get("reason")) | self._note(number, given.get("note"))

    def _reason(self, number: int, reason: Any) -> dict[str, str]:
        known = [one.id for one in self.reasons]
        if not known:
            if reason in (None, ""):
                return {}
            raise refuse(f"mark {number} has a reason, and none is asked for")
        if reason in (None, ""):
            raise refuse(f"mark {number} has no reason", hint=f"one of {', '.join(known)}")
        if reason not in known:
            raise refuse(f"mark {number}: unknown reason {show(reason)}", hint=nearest(str(reason), known))
        return {"reason": str(reason)}

    def _note(self, number: int, note: Any) -> dict[str, str]:
        if note is None or (isinstance(note, str) and not note.strip()):
            return {}
        if not self.notes:
            raise refuse(f"mark {number} has a note, and none is asked for")
        return {"note": check_text(note, max_chars=_NOTE_CHARS).strip()}

    def text(self, value: Any) -> str:
        """The marks as JSON, which spreadsheets keep and programs read."""
        return "" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def number(self, value: Any) -> float | None:
        """How many marks."""
        return float(len(value)) if isinstance(value, list) else None

    def marks_in(self, value: Any) -> Iterator[MarkCell]:
        """Each place, with its reason and note."""
        return (MarkCell(**mark) for mark in value or ())

    def hits(self, value: Any, box: Sequence[float]) -> bool:
        """Whether the middle of some mark lies in the box (left, top, right, bottom)."""
        left, top, right, bottom = box
        middles = ((m["x"] + m.get("width", 0) / 2, m["y"] + m.get("height", 0) / 2) for m in value or ())
        return any(left <= x <= right and top <= y <= bottom for x, y in middles)

    def options_shown(self) -> tuple[Option, ...]:
        """The reasons."""
        return self.reasons

    def keys(self) -> dict[str, str]:
        """A key that adds a mark, and those that give the chosen one its reason."""
        return ({self.add_key: "+"} if self.add_key else {}) | super().keys()

    def values_described(self) -> str:
        """What a mark holds."""
        parts = ["x", "y", *(("width", "height") if self.shape == "box" else ())]
        parts += [name for name, there in (("reason", self.reasons), ("note", self.notes)) if there]
        return allowed("marks", n=self.most, parts=", ".join(parts))

    def schema_of_value(self) -> dict[str, Any]:
        """An array of marks."""
        share = {"type": "number", "minimum": 0, "maximum": 1}
        names = ["x", "y", *(("width", "height") if self.shape == "box" else ())]
        properties: dict[str, Any] = dict.fromkeys(names, share)
        if self.reasons:
            names = [*names, "reason"]
            properties["reason"] = {"enum": [one.id for one in self.reasons]}
        if self.notes:
            properties["note"] = {"type": "string", "maxLength": _NOTE_CHARS}
        mark = {"type": "object", "properties": properties, "required": names, "additionalProperties": False}
        return {"type": "array", "items": mark, "maxItems": self.most}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """A few marks anywhere, or none."""
        count = int(min(rng.poisson(1.5), self.most))
        reasons = [one.id for one in self.reasons]
        return self.check(random_marks(rng, count, boxes=self.shape == "box", reasons=reasons), slots=slots)

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """What is there to be marked, as the truth lists it, seen by most raters and hit by a little; else drawn marks."""
        known = truths[0].known
        if not isinstance(known, list):
            return super().follow(drawn, truths, taste, rng)
        reasons = [one.id for one in self.reasons]
        seen = seen_marks(known, taste, rng, boxes=self.shape == "box", reasons=reasons)
        return self.check(seen[: self.most], slots=1)

    def sized(self, drawn: Any, size: float) -> Any:
        """More of the drawn marks, or fewer."""
        return drawn[: max(0, round(len(drawn) + size))]

    def analysed(self, name: str) -> list[Analysed]:
        """By how many there are, where they are, and whether raters mark the same places."""
        return [
            Analysed(
                name=name,
                way=Way.MEANS,
                level="ratio",
                label=self.label,
                least=0,
                options={one.id: one.label for one in self.reasons} or None,
                own="beholder.analysis.sections.marks:analyse_marks",
                reach=self.near,
                better=self.good_end,
            )
        ]

    def words(self) -> Iterator[tuple[str, Words]]:
        """The texts of any field, and what says that there is nothing to mark."""
        yield from super().words()
        yield "nothing", self.nothing

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """How many marks, and why."""
        if not value:
            return value
        marks = json.loads(value)
        if not marks:
            return self.nothing.to(language)
        named = {one.id: one.label.to(language) for one in self.reasons}
        told = [named.get(mark.get("reason", ""), "") for mark in marks]
        notes = [f"“{mark['note']}”" if mark.get("note") else "" for mark in marks]
        each = [" ".join(filter(None, pair)) for pair in zip(told, notes, strict=True)]
        return f"{len(marks)}: {' · '.join(filter(None, each))}" if any(each) else str(len(marks))

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds what the page must know to refuse what the server would."""
        return {**super().to_wire(name, language), "add_key": self.add_key}


def _share(number: int, name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise refuse(f"mark {number}: expected {name} as a number from 0 to 1, got {show(value)}")
    if not 0 <= value <= 1:
        raise refuse(
            f"mark {number} lies outside the picture: {name} is {show(value)}",
            hint="x and y are shares of the picture's width and height, from 0 to 1",
        )
    return round(float(value), _DIGITS)
