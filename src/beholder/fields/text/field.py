"""Free text: a comment, a reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal
from unicodedata import category, normalize

import numpy as np
from pydantic import Field as Setting

from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Field, Level, fold, refuse, show

__all__ = ["Text", "check_text", "words_of"]


@cache
def _stock() -> tuple[str, ...]:
    """Remarks that random answers are drawn from, in several scripts."""
    return tuple(Path(__file__).with_name("stock.txt").read_text(encoding="utf-8").splitlines())


class Text(Field):
    """Text as typed, kept to the character. Only spaces counts as blank."""

    kind: Literal["text"] = "text"
    typed: ClassVar[bool] = True
    required: bool = False
    max_chars: int = Setting(default=2000, ge=1, le=20_000)
    lines: int = Setting(default=2, ge=1, le=12)
    placeholder: str = ""

    def measure(self) -> Level:
        """Text is read, not measured."""
        return "text"

    def blank(self, value: Any) -> bool:
        """Nothing, or nothing but spaces."""
        return value is None or (isinstance(value, str) and not value.strip())

    def check(self, value: Any, *, slots: int) -> Any:
        """The text, if it can be stored and is not too long."""
        return check_text(value, max_chars=self.max_chars)

    def comparable(self, value: Any) -> Any:
        """The words alone: people type a full stop, a capital letter, an emoji, and mean the same."""
        return words_of(value)

    def number(self, value: Any) -> float | None:
        """Text has no number."""
        return None

    def values_described(self) -> str:
        """The length limit."""
        return allowed("text", n=self.max_chars)

    def schema_of_value(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string", "maxLength": self.max_chars}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """A few words from a small stock."""
        stock = _stock()
        return " ".join(stock[i] for i in rng.integers(0, len(stock), size=int(rng.integers(1, 4))))

    def analysed(self, name: str) -> list[Analysed]:
        """Counted and shown."""
        return [Analysed(name=name, way=Way.TEXTS, level=self.measure(), label=self.label)]

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds the length limit."""
        return {**super().to_wire(name, language), "max_chars": self.max_chars}


def check_text(value: Any, *, max_chars: int) -> str:
    """The string itself; refused if it is no string, too long, or holds what no database and file can keep."""
    if not isinstance(value, str):
        raise refuse(f"expected text, got {show(value)}")
    if len(value) > max_chars:
        raise refuse(f"expected at most {max_chars} characters, got {len(value)}")
    if "\x00" in value:
        raise refuse("the text holds a NUL character, which cannot be stored")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise refuse("the text holds half of a surrogate pair, which is no character")
    return value


def words_of(value: Any) -> Any:
    """A typed text by its words: without case, punctuation, symbols such as emoji, and how letters and spaces are written.

    A text of nothing but such characters stands for itself.
    """
    if not isinstance(value, str):
        return value
    plain = normalize("NFKC", value).casefold()
    kept = ""
    for char in plain:
        kind = category(char)[0]
        # a mark belongs to its letter; one on an emoji goes with the emoji
        kept += char if kind in "LN" or (kind == "M" and kept[-1:].strip()) else " "
    return " ".join(kept.split()) or fold(value)
