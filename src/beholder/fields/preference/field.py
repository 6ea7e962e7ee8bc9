"""Which of two is better, or neither."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting

from beholder.errors import nearest
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Cell, CodebookEntry, Field, Level, Option, refuse, show
from beholder.fields.simulated import Taste, Truth
from beholder.text import Catalogue, Words

__all__ = ["Preference"]

_OUTCOME = {"win": 1.0, "tie": 0.5, "loss": 0.0}
_TEXT = Catalogue("fields")
_TIED = 0.35
"""Standard deviations between two things below which a simulated rater sees no difference."""


class Preference(Field):
    """`left`, `right`, or `tie` if `ties` are allowed; stored as shown, exported per candidate as win, tie or loss."""

    kind: Literal["preference"] = "preference"
    ties: bool = True
    left: Words = Setting(default_factory=lambda: _TEXT.say("preference-left"))
    right: Words = Setting(default_factory=lambda: _TEXT.say("preference-right"))
    tie: Words = Setting(default_factory=lambda: _TEXT.say("preference-tie"))
    side_keys: tuple[str, str, str] = Setting(
        default=("ArrowLeft", "ArrowRight", "ArrowDown"), description="Keys for left, right and tie."
    )

    spans_candidates: ClassVar[bool] = True
    told_once: ClassVar[bool] = True

    def measure(self) -> Level:
        """Nominal on the page; the ranking model reads the outcomes."""
        return "nominal"

    def options_shown(self) -> tuple[Option, ...]:
        """Left, tie if allowed, right: the order in which they stand on the page."""
        left, right, tie = self.side_keys
        middle = (Option(id="tie", label=self.tie, key=tie),) if self.ties else ()
        return (
            Option(id="left", label=self.left, key=left),
            *middle,
            Option(id="right", label=self.right, key=right),
        )

    def check_shown(self, shows: str) -> None:
        """Two candidates must stand side by side."""
        if shows != "pair":
            raise ValueError("a preference needs `shows: pair`")

    def check(self, value: Any, *, slots: int) -> Any:
        """A side, or a tie."""
        known = [o.id for o in self.options_shown()]
        if slots != 2:
            raise refuse(f"a preference is between two candidates; the page shows {slots}")
        if value not in known:
            raise refuse(f"expected one of {', '.join(known)}; got {show(value)}", hint=nearest(str(value), known))
        return value

    def number(self, value: Any) -> float | None:
        """A side has no number; see `cells`."""
        return None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """One row per candidate: win, tie or loss."""
        for slot, side in enumerate(("left", "right")):
            if value is None:
                yield Cell(name, "", None, slot)
                continue
            outcome = "tie" if value == "tie" else "win" if value == side else "loss"
            yield Cell(name, outcome, _OUTCOME[outcome], slot)

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """Outcomes for a candidate; sides are where it stood."""
        outcomes = ("win", "tie", "loss") if self.ties else ("win", "loss")
        return tuple((value, _TEXT.say(f"outcome-{value}")) for value in outcomes)

    def codebook(self, name: str) -> list[CodebookEntry]:
        """One line; the exported values are outcomes, not sides."""
        values = "win, tie, loss" if self.ties else "win, loss"
        return [CodebookEntry(name, self.kind, "nominal", values, self.label.to("en"), self.required)]

    def schema_of_value(self) -> dict[str, Any]:
        """One of the sides."""
        return {"enum": [o.id for o in self.options_shown()]}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any side."""
        options = self.options_shown()
        return options[int(rng.integers(len(options)))].id

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """The better side as far as it can be told, with the rater's liking for the left."""
        left, right = (truth.latent for truth in truths)
        gap = left - right + taste.side_bias + float(rng.normal(0, taste.noise))
        if self.ties and abs(gap) < _TIED:
            return "tie"
        return "left" if gap > 0 else "right"

    def analysed(self, name: str) -> list[Analysed]:
        """By wins, ties and losses of systems."""
        return [Analysed(name=name, way=Way.PREFERENCE, level="nominal", label=self.label)]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """Which candidate was preferred: an outcome belongs to one of them, and people ask which."""
        return {"win": sign, "tie": "="}.get(value)
