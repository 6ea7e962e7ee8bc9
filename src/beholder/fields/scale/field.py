"""A rating on whole points with anchors, such as 1 to 10 or a five-point Likert scale."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import field_validator, model_validator

from beholder.fields.analysed import Analysed, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, Option, Printed, refuse, show
from beholder.text.words import Words

__all__ = ["Scale"]

# 0 to 100, the longest scale that people use
MAX_POINTS = 101
_BAND = re.compile(r"(-?\d{1,9})\s*[-–]\s*(-?\d{1,9})")


class Scale(Directed):
    """Whole points from `min` to `max`. An anchor describes its point, or each point of a band such as `2-4`."""

    kind: Literal["scale"] = "scale"
    numeric: ClassVar[bool] = True
    banded: ClassVar[bool] = True
    min: int = 1
    max: int = 5
    anchors: dict[int, Words] = Setting(default_factory=dict)
    point_keys: dict[int, str] | None = Setting(
        default=None, description="Key code per point; by default the digits, with 0 for the tenth point."
    )

    highest_first: bool = Setting(
        default=False,
        description="Whether the page lists the points from the highest to the lowest, as forms of ITU-T P.910 do.",
    )

    @field_validator("anchors", mode="before")
    @classmethod
    def _spread_bands(cls, anchors: Any) -> Any:
        """The words of each point: a band is written once and describes all of its points."""
        if not isinstance(anchors, Mapping):
            return anchors
        spread: dict[Any, Any] = {}
        for key, words in anchors.items():
            band = _BAND.fullmatch(key.strip()) if isinstance(key, str) else None
            first, last = (int(end) for end in band.groups()) if band else (0, 0)
            if band and not 0 < last - first < MAX_POINTS:
                raise ValueError(f"{key!r} is no band: write the lower point first, as in `2-4`")
            for point in range(first, last + 1) if band else (_as_point(key),):
                if point in spread:
                    raise ValueError(f"point {point} has two anchors")
                spread[point] = words
        return spread

    @model_validator(mode="after")
    def _sensible(self) -> Scale:
        if self.max < self.min:
            raise ValueError(f"`min` must lie below `max`, got {self.min} and {self.max}")
        if not 1 <= self.max - self.min < MAX_POINTS:
            raise ValueError(f"a scale needs 2 to 101 points, got {self.min} to {self.max}")
        outside = [p for p in (*self.anchors, *(self.point_keys or {})) if not self.min <= p <= self.max]
        if outside:
            raise ValueError(f"point {outside[0]} lies outside {self.min} to {self.max}")
        return self

    @property
    def seldom_equal(self) -> bool:
        """With seven points or more: where raters differ by a fifth of the scale, two of three trials see no lead of two in five."""
        return self.max - self.min >= 6

    def measure(self) -> Level:
        """Ordinal: the distance between points is not assumed equal."""
        return "ordinal"

    def check(self, value: Any, *, slots: int) -> Any:
        """One of the points."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.min <= value <= self.max:
            raise refuse(f"expected a whole number from {self.min} to {self.max}, got {show(value)}")
        return value

    def anchor(self, point: int) -> Words:
        """The words of a point; empty where it has none."""
        return self.anchors.get(point) or Words()

    def options_shown(self) -> tuple[Option, ...]:
        """Every point as an option, with its anchor as help, in the order of the page."""
        keys = self.point_keys if self.point_keys is not None else self._digit_keys()
        return tuple(
            Option(id=str(p), label=Words(str(p)), help=self.anchor(p), key=keys.get(p, "")) for p in self._in_order()
        )

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """Every point, with its anchor."""
        return tuple((str(point), self.anchor(point)) for point in range(self.min, self.max + 1))

    def _in_order(self) -> range:
        return range(self.max, self.min - 1, -1) if self.highest_first else range(self.min, self.max + 1)

    def _digit_keys(self) -> dict[int, str]:
        return {p: f"Digit{p % 10}" for p in range(max(self.min, 1), min(self.max, 10) + 1)}

    def values_described(self) -> str:
        """The range of points."""
        return f"{self.min}-{self.max}"

    def schema_of_value(self) -> dict[str, Any]:
        """An integer in the range."""
        return {"type": "integer", "minimum": self.min, "maximum": self.max}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any point."""
        return int(rng.integers(self.min, self.max + 1))

    def sized(self, drawn: Any, size: float) -> Any:
        """Around the middle; a standard deviation is a quarter of the scale."""
        middle, half = (self.min + self.max) / 2, (self.max - self.min) / 4
        return int(np.clip(round(middle + half * size), self.min, self.max))

    def analysed(self, name: str) -> list[Analysed]:
        """By means, with agreement at the ordinal level."""
        return [
            Analysed(
                name=name,
                way=Way.MEANS,
                level="ordinal",
                label=self.label,
                least=self.min,
                most=self.max,
                better=self.good_end,
            )
        ]

    def printed(self, language: str) -> list[Printed]:
        """The points; those of one band stand together above its text."""
        bands: list[Printed] = []
        for point in self._in_order():
            text = self.anchor(point).to(language)
            if bands and text and bands[-1].help == text:
                before = bands[-1]
                bands[-1] = Printed(f"{before.text} {point}", text, before.span + 1)
            else:
                bands.append(Printed(str(point), text))
        return bands

    def explained(self, language: str) -> list[Printed]:
        """The highest point first, whatever the order of the page."""
        printed = self.printed(language)
        return printed if self.highest_first else printed[::-1]

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds the range."""
        return {**super().to_wire(name, language), "min": self.min, "max": self.max}


def _as_point(key: Any) -> Any:
    """The number of a point that JSON wrote as a text; anything else as it is, for Pydantic to refuse."""
    return int(key) if isinstance(key, str) and re.fullmatch(r"-?\d{1,9}", key.strip()) else key
