"""How many: a whole number up to a limit, or "definitely more than that"."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting

from beholder.fields.analysed import Analysed, Better, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, Printed, refuse, show
from beholder.text.words import Words

__all__ = ["Count"]


class Count(Directed):
    """A count from 0 to `max`. With `more`, the censored answer `>max` is allowed: a bound, never a number."""

    kind: Literal["count"] = "count"
    numeric: ClassVar[bool] = True
    # how many there are is neither good nor bad until somebody says what is counted
    better_by_default: ClassVar[Better] = "none"
    max: int = Setting(default=20, ge=1, le=9999)
    more: bool = False
    more_label: Words = Setting(default_factory=Words)
    more_key: str = "KeyM"

    @property
    def censored(self) -> str:
        """The stored value of "more than the limit"."""
        return f">{self.max}"

    def measure(self) -> Level:
        """Ratio; a censored answer still ranks highest at the ordinal level."""
        return "ratio"

    def check(self, value: Any, *, slots: int) -> Any:
        """A whole number within the limit, or the censored value."""
        if value == self.censored and self.more:
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            raise refuse(f"expected a whole number from 0 to {self.max}, got {show(value)}")
        if not 0 <= value <= self.max:
            raise refuse(f"expected 0 to {self.max}, got {value}")
        return value

    def keys(self) -> dict[str, str]:
        """The key of the censored answer; digits are read by the number control itself."""
        return {self.more_key: self.censored} if self.more and self.more_key else {}

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """The censored answer, if there is one; numbers speak for themselves."""
        return ((self.censored, self.more_label),) if self.more else ()

    def values_described(self) -> str:
        """The range, and the censored value if there is one."""
        return f"0-{self.max}" + (f", {self.censored}" if self.more else "")

    def schema_of_value(self) -> dict[str, Any]:
        """An integer, or the censored constant."""
        number: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": self.max}
        return {"anyOf": [number, {"const": self.censored}]} if self.more else number

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any count, now and then the censored one."""
        if self.more and rng.random() < 0.05:
            return self.censored
        return int(rng.integers(0, self.max + 1))

    def sized(self, drawn: Any, size: float) -> Any:
        """Around half of the most; who would have said "more" still does."""
        if drawn == self.censored:
            return drawn
        return int(np.clip(round(self.max / 2 + self.max / 5 * size), 0, self.max))

    def analysed(self, name: str) -> list[Analysed]:
        """By means; where there is a censored answer, numbers are exact up to the limit."""
        top = self.max if self.more else None
        return [
            Analysed(
                name=name,
                way=Way.MEANS,
                level="ratio",
                label=self.label,
                least=0,
                most=self.max,
                top=top,
                better=self.good_end,
            )
        ]

    def printed(self, language: str) -> list[Printed]:
        """The range, and the censored answer."""
        more = [Printed(self.more_label.to(language) or f"> {self.max}")] if self.more else []
        return [Printed(f"0 … {self.max}"), *more]

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds limit, censored value and its wording."""
        wire = super().to_wire(name, language)
        more = (
            {"censored": self.censored, "more_label": self.more_label.to(language)} if self.more else {"censored": None}
        )
        return {**wire, "max": self.max, **more}

    def words(self) -> Any:
        """Adds the wording of the censored answer."""
        yield from super().words()
        if self.more:
            yield "more_label", self.more_label
