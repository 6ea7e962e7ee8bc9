"""Any number of things noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.errors import nearest
from beholder.fields.analysed import Analysed, Better, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Cell, CodebookEntry, Level, Option, refuse, show, unique_options
from beholder.text import Catalogue, Words

__all__ = ["Flags"]

_TEXT = Catalogue("fields")


class Flags(Directed):
    """A set of options; none at all is an answer too, so flags are never "missing"."""

    kind: Literal["flags"] = "flags"
    # a flag may tell of a fault as well as of a strength
    better_by_default: ClassVar[Better] = "none"
    steps_by_key: ClassVar[bool] = True
    required: bool = False
    options: tuple[Option, ...] = Setting(min_length=1)

    @model_validator(mode="after")
    def _consistent(self) -> Flags:
        unique_options(self.options)
        return self

    def measure(self) -> Level:
        """Each flag is a nominal yes or no."""
        return "nominal"

    def blank(self, value: Any) -> bool:
        """Only a value that was never sent is blank; an empty set is an answer."""
        return value is None

    def untouched(self) -> Any:
        """Nothing noticed, which is an answer."""
        return []

    def check(self, value: Any, *, slots: int) -> Any:
        """A list of distinct option ids, kept in the declared order."""
        known = [o.id for o in self.options]
        if not isinstance(value, list):
            raise refuse(f"expected a list of {', '.join(known)}; got {show(value)}")
        for one in value:
            if one not in known:
                raise refuse(f"unknown flag {show(one)}", hint=nearest(str(one), known))
        return [name for name in known if name in value]

    def text(self, value: Any) -> str:
        """The flags that are set, joined by a space."""
        return " ".join(value or ())

    def number(self, value: Any) -> float | None:
        """A set has no single number."""
        return None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """One row per option, 1 if set."""
        for option in self.options:
            on = None if value is None else float(option.id in value)
            yield Cell(f"{name}.{option.id}", "" if on is None else f"{on:g}", on)

    def options_shown(self) -> tuple[Option, ...]:
        """The flags."""
        return self.options

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """Each flag is a column of its own, set or not."""
        return (("1", _TEXT.say("flag-noticed")), ("0", _TEXT.say("flag-not-noticed")))

    def codebook(self, name: str) -> list[CodebookEntry]:
        """One line per flag."""
        return [
            CodebookEntry(f"{name}.{o.id}", self.kind, "nominal", "0, 1", o.label.to("en"), False, self.good_end)
            for o in self.options
        ]

    def schema_of_value(self) -> dict[str, Any]:
        """An array of distinct ids."""
        return {"type": "array", "items": {"enum": [o.id for o in self.options]}, "uniqueItems": True}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Each flag now and then."""
        return [o.id for o in self.options if rng.random() < 0.15]

    def analysed(self, name: str) -> list[Analysed]:
        """Each flag by how often it was set."""
        return [
            Analysed(
                name=f"{name}.{one.id}",
                way=Way.RATES,
                level="nominal",
                label=one.label,
                yes="1",
                better=self.good_end,
            )
            for one in self.options
        ]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """A tick, or nothing."""
        return "✓" if value == "1" else ""
