"""A name for a thing, in any script."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting

from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Field, Level, refuse
from beholder.fields.text.field import check_text, words_of

__all__ = ["Name"]


@cache
def _stock() -> tuple[str, ...]:
    """Names that random answers are drawn from, in several scripts."""
    return tuple(Path(__file__).with_name("stock.txt").read_text(encoding="utf-8").splitlines())


class Name(Field):
    """One line of free text, kept exactly as typed; the page switches the browser's suggestions off."""

    kind: Literal["name"] = "name"
    typed: ClassVar[bool] = True
    max_chars: int = Setting(default=200, ge=1, le=2000)
    placeholder: str = ""

    def measure(self) -> Level:
        """Names are nominal over an open set."""
        return "nominal"

    def blank(self, value: Any) -> bool:
        """Nothing, or nothing but spaces."""
        return value is None or (isinstance(value, str) and not value.strip())

    def check(self, value: Any, *, slots: int) -> Any:
        """One line of text."""
        text = check_text(value, max_chars=self.max_chars)
        if any(char in text for char in "\n\r\v\f\x85\u2028\u2029"):
            raise refuse("a name is one line")
        return text

    def comparable(self, value: Any) -> Any:
        """The words alone: people type a full stop, a capital letter, an emoji, and mean the same."""
        return words_of(value)

    def number(self, value: Any) -> float | None:
        """A name has no number."""
        return None

    def values_described(self) -> str:
        """The length limit."""
        return allowed("line", n=self.max_chars)

    def schema_of_value(self) -> dict[str, Any]:
        """A non-empty string."""
        return {"type": "string", "minLength": 1, "maxLength": self.max_chars}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """A name from a small stock."""
        stock = _stock()
        return stock[int(rng.integers(len(stock)))]

    def analysed(self, name: str) -> list[Analysed]:
        """By how often each name was given."""
        return [Analysed(name=name, way=Way.NAMES, level=self.measure(), label=self.label)]

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds the length limit."""
        return {**super().to_wire(name, language), "max_chars": self.max_chars}
