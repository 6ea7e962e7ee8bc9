"""Which candidates belong together: a partition of everything on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import numpy as np

from beholder.fields.allowed import allowed
from beholder.fields.field import Cell, Field, Level, refuse, show

__all__ = ["Groups"]


class Groups(Field):
    """A list with one group number per place on the page.

    Numbers are renamed in order of first use, so that two raters who made the same groups gave the same answer.
    """

    kind: Literal["groups"] = "groups"
    spans_candidates: ClassVar[bool] = True
    partitions: ClassVar[bool] = True

    def measure(self) -> Level:
        """A partition is compared by pairs, each nominal."""
        return "nominal"

    def check_shown(self, shows: str) -> None:
        """All candidates must be there."""
        if shows != "all":
            raise ValueError("groups need `shows: all`")

    def check(self, value: Any, *, slots: int) -> Any:
        """Every place has a group."""
        if not isinstance(value, list) or len(value) != slots:
            raise refuse(f"expected one group for each of the {slots} candidates, got {show(value)}")
        renamed: dict[Any, int] = {}
        for position, group in enumerate(value, start=1):
            if isinstance(group, bool) or not isinstance(group, int | str) or group == "":
                raise refuse(f"candidate {position} has no group")
            renamed.setdefault(group, len(renamed) + 1)
        return [renamed[group] for group in value]

    def text(self, value: Any) -> str:
        """The group numbers in page order."""
        return "" if value is None else " ".join(map(str, value))

    def number(self, value: Any) -> float | None:
        """A partition has no number."""
        return None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """One row per candidate with its group."""
        for slot in range(slots):
            yield Cell(name, "" if value is None else str(value[slot]), None, slot)

    def values_described(self) -> str:
        """Group numbers."""
        return allowed("group")

    def schema_of_value(self) -> dict[str, Any]:
        """An array of group numbers."""
        return {"type": "array", "items": {"type": "integer", "minimum": 1}}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any partition."""
        return self.check([int(g) for g in rng.integers(1, max(2, slots), size=slots)], slots=slots)
