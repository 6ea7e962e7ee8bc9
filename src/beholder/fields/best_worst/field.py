"""The best and the worst of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting

from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Cell, CodebookEntry, Field, Level, Option, refuse, show
from beholder.fields.simulated import Taste, Truth
from beholder.fields.together import DIGITS, need_all
from beholder.text import Catalogue, Words

__all__ = ["BestAndWorst"]

_NUMBER = {"best": 1.0, "": 0.0, "worst": -1.0}
_TEXT = Catalogue("best_worst", folder=Path(__file__).parent)


class BestAndWorst(Field):
    """A list with one word per slot of the page: `best` once, `worst` once, else empty; exported per candidate."""

    kind: Literal["best_worst"] = "best_worst"
    best: Words = Setting(default_factory=lambda: _TEXT.say("best_worst-best"), description="The word for the best.")
    worst: Words = Setting(default_factory=lambda: _TEXT.say("best_worst-worst"), description="The word for the worst.")

    spans_candidates: ClassVar[bool] = True
    # best and worst of two are one answer given twice
    fewest_candidates: ClassVar[int] = 3

    def measure(self) -> Level:
        """Nominal where raters are watched: best and neither are one step apart, and whoever said them disagrees."""
        return "nominal"

    def check_shown(self, shows: str) -> None:
        """Several candidates must be there."""
        need_all(shows, "best and worst")

    def check(self, value: Any, *, slots: int) -> Any:
        """One best and one worst, of three or more."""
        if slots < self.fewest_candidates:
            raise refuse(f"best and worst are of {self.fewest_candidates} candidates or more; the page shows {slots}")
        if not isinstance(value, list) or len(value) != slots:
            raise refuse(f"expected one word for each of the {slots} candidates, got {show(value)}")
        for position, word in enumerate(value, start=1):
            if not isinstance(word, str) or word not in _NUMBER:
                raise refuse(f'candidate {position}: expected "best", "worst" or "", got {show(word)}')
        for word in ("best", "worst"):
            if value.count(word) != 1:
                raise refuse(f"expected one candidate as the {word}, got {value.count(word) or 'none'}")
        return value

    def options_shown(self) -> tuple[Option, ...]:
        """The two things that can be said of a candidate."""
        return Option(id="best", label=self.best), Option(id="worst", label=self.worst)

    def keys(self) -> dict[str, str]:
        """A digit picks the candidate of that number: the best first, then the worst."""
        return DIGITS

    def text(self, value: Any) -> str:
        """The slots of best and worst, counted from 1."""
        return "" if value is None else f"best {value.index('best') + 1}, worst {value.index('worst') + 1}"

    def number(self, value: Any) -> float | None:
        """A choice has no number; see `cells`."""
        return None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """One row per candidate: best, worst or empty."""
        for slot in range(slots):
            word = "" if value is None else value[slot]
            yield Cell(name, word, None if value is None else _NUMBER[word], slot)

    def outcomes(self, *, slots: int) -> tuple[Any, ...]:
        """Best, worst or neither."""
        return "best", "worst", ""

    def codebook(self, name: str) -> list[CodebookEntry]:
        """One line; a candidate that is neither has an empty value and the number 0."""
        values = allowed("best-worst")
        return [CodebookEntry(name, self.kind, "ordinal", values, self.label.to("en"), self.required)]

    def schema_of_value(self) -> dict[str, Any]:
        """One word per candidate."""
        one = [{"contains": {"const": word}, "minContains": 1, "maxContains": 1} for word in ("best", "worst")]
        return {"type": "array", "items": {"enum": list(_NUMBER)}, "minItems": self.fewest_candidates, "allOf": one}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any two candidates."""
        best, worst = (int(slot) for slot in rng.permutation(slots)[:2])
        return _said(best, worst, slots)

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """The best and the worst as far as they can be told."""
        felt = [truth.latent + float(rng.normal(0, taste.noise)) for truth in truths]
        return _said(int(np.argmax(felt)), int(np.argmin(felt)), len(felt))

    def analysed(self, name: str) -> list[Analysed]:
        """By how often systems were best and worst."""
        return [Analysed(name=name, way=Way.BEST_WORST, level="ordinal", label=self.label)]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """The words that raters saw."""
        return {"best": self.best.to(language), "worst": self.worst.to(language)}.get(value, value)

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """What the exported words were called on the page."""
        return ("best", self.best), ("worst", self.worst)

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds the words of the page, in which practice tells what was expected."""
        words = {"best": self.best.to(language), "worst": self.worst.to(language)}
        return {**super().to_wire(name, language), "words": words}


def _said(best: int, worst: int, slots: int) -> list[str]:
    return ["best" if slot == best else "worst" if slot == worst else "" for slot in range(slots)]
