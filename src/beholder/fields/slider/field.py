"""A place on a line between two ends, such as 0 to 100."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.fields.analysed import Analysed, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, Printed, refuse, show
from beholder.text.words import Words

__all__ = ["Slider"]

_FEWEST = 10
"""Steps from one end to the other; with fewer, a scale shows every one of them."""


class Slider(Directed):
    """A whole number from `min` to `max`, set by touch or by keys; nothing is set until the rater does so."""

    kind: Literal["slider"] = "slider"
    numeric: ClassVar[bool] = True
    banded: ClassVar[bool] = True
    min: int = Setting(default=0, ge=-1000, le=1000)
    max: int = Setting(default=100, ge=-1000, le=1000)
    marks: dict[int, Words] = Setting(
        default_factory=dict, description="What is written below the line, by number: its ends, and what lies between."
    )

    @model_validator(mode="after")
    def _sensible(self) -> Slider:
        if self.max <= self.min:
            raise ValueError(f"`min` must lie below `max`, got {self.min} and {self.max}")
        if self.max - self.min < _FEWEST:
            raise ValueError(f"a slider needs {_FEWEST} steps or more, got {self.min} to {self.max}; a scale has fewer")
        outside = [number for number in self.marks if not self.min <= number <= self.max]
        if outside:
            raise ValueError(f"the mark at {outside[0]} lies outside {self.min} to {self.max}")
        return self

    @property
    def seldom_equal(self) -> bool:
        """Always."""
        return True

    def measure(self) -> Level:
        """Interval: equal distances on the line are meant to be equal."""
        return "interval"

    def check(self, value: Any, *, slots: int) -> Any:
        """A whole number on the line."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.min <= value <= self.max:
            raise refuse(f"expected a whole number from {self.min} to {self.max}, got {show(value)}")
        return value

    def marks_shown(self) -> tuple[tuple[int, Words], ...]:
        """What stands below the line, from low to high: the ends by their numbers where they have no words."""
        ends = {self.min: Words(str(self.min)), self.max: Words(str(self.max))}
        return tuple(sorted((ends | self.marks).items()))

    def keys(self) -> dict[str, str]:
        """Each digit is a tenth of the way."""
        return {f"Digit{n}": str(round(self.min + n * (self.max - self.min) / 10)) for n in range(10)}

    def values_described(self) -> str:
        """The range."""
        return f"{self.min}-{self.max}"

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """The numbers that have words."""
        return tuple((str(number), words) for number, words in sorted(self.marks.items()))

    def schema_of_value(self) -> dict[str, Any]:
        """An integer in the range."""
        return {"type": "integer", "minimum": self.min, "maximum": self.max}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any number on the line."""
        return int(rng.integers(self.min, self.max + 1))

    def sized(self, drawn: Any, size: float) -> Any:
        """Around the middle; a standard deviation is a fifth of the line."""
        middle, spread = (self.min + self.max) / 2, (self.max - self.min) / 5
        return int(np.clip(round(middle + spread * size), self.min, self.max))

    def analysed(self, name: str) -> list[Analysed]:
        """By means, with agreement at the interval level."""
        return [
            Analysed(
                name=name,
                way=Way.MEANS,
                level="interval",
                label=self.label,
                least=self.min,
                most=self.max,
                better=self.good_end,
            )
        ]

    def printed(self, language: str) -> list[Printed]:
        """The marks from low to high."""
        numbers = dict(self.marks_shown())
        return [Printed(str(number), self.marks.get(number, Words()).to(language)) for number in numbers]

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds the range."""
        return {**super().to_wire(name, language), "min": self.min, "max": self.max}

    def words(self) -> Iterator[tuple[str, Words]]:
        """Adds what is written below the line."""
        yield from super().words()
        for number, words in sorted(self.marks.items()):
            yield f"marks.{number}", words
