"""Candidates in order, from the best on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting

from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Cell, CodebookEntry, Field, Level, Printed, refuse, show
from beholder.fields.simulated import Taste, Truth
from beholder.fields.together import DIGITS, MOST_CANDIDATES, need_all
from beholder.text import Text

__all__ = ["Ranking"]

_TIED = 0.35
"""Standard deviations between two things below which a simulated rater sees no difference."""


class Ranking(Field):
    """A list with one rank per slot of the page, 1 for the best; exported per candidate.

    With `ties`, equal candidates share the better rank, and the ranks behind it are left out: 1, 1, 3. With `top`, only
    the best so many are ranked; the others are null.
    """

    kind: Literal["ranking"] = "ranking"
    ties: bool = Setting(default=False, description="Whether candidates may be equal.")
    top: int | None = Setting(
        default=None, ge=1, le=MOST_CANDIDATES, description="How many are put in order, the best ones; by default all."
    )

    spans_candidates: ClassVar[bool] = True
    fewest_candidates: ClassVar[int] = 2
    most_candidates: ClassVar[int | None] = MOST_CANDIDATES

    def measure(self) -> Level:
        """Ranks are an order."""
        return "ordinal"

    def check_shown(self, shows: str) -> None:
        """Several candidates must be there."""
        need_all(shows, "rankings")

    def wanted(self, slots: int) -> int:
        """How many of so many candidates are to be ranked."""
        return slots if self.top is None else min(self.top, slots)

    def check(self, value: Any, *, slots: int) -> Any:
        """A rank for everyone, or for the best so many; ranks are counted anew."""
        if not self.fewest_candidates <= slots <= MOST_CANDIDATES:
            raise refuse(
                f"a ranking is of {self.fewest_candidates} to {MOST_CANDIDATES} candidates; the page shows {slots}"
            )
        if not isinstance(value, list) or len(value) != slots:
            raise refuse(f"expected one rank for each of the {slots} candidates, got {show(value)}")
        for position, rank in enumerate(value, start=1):
            if rank is not None and (isinstance(rank, bool) or not isinstance(rank, int) or not 1 <= rank <= slots):
                raise refuse(f"candidate {position}: expected a rank from 1 to {slots}, got {show(rank)}")
        return self._complete(_counted(value), slots)

    def _complete(self, ranks: list[int | None], slots: int) -> list[int | None]:
        given = [rank for rank in ranks if rank is not None]
        if not self.ties and len(set(given)) < len(given):
            tied = next(rank for rank in given if given.count(rank) > 1)
            who = _numbers(n for n, rank in enumerate(ranks, start=1) if rank == tied)
            raise refuse(f"candidates {who} have the same rank; every rank may be given once")
        wanted = self.wanted(slots)
        lacking = [n for n, rank in enumerate(ranks, start=1) if rank is None]
        if self.top is None and lacking:
            raise refuse(f"no rank for candidate{'s' if len(lacking) > 1 else ''} {_numbers(lacking)}")
        if len(given) < wanted:
            raise refuse(f"expected the best {wanted} in order, got {len(given) or 'none'}")
        if any(rank > wanted for rank in given):
            raise refuse(f"expected ranks for the best {wanted} only, got {len(given)}")
        return ranks

    def keys(self) -> dict[str, str]:
        """A digit puts the candidate of that number next in order."""
        return DIGITS

    def comparable(self, value: Any) -> Any:
        """An expected rank may be written as a number; the table of ratings has a text."""
        return str(value).strip()

    def text(self, value: Any) -> str:
        """The ranks in the order of the page, - for none."""
        return "" if value is None else " ".join("-" if rank is None else str(rank) for rank in value)

    def number(self, value: Any) -> float | None:
        """An order has no number; see `cells`."""
        return None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """One row per candidate with its rank; empty where only the best were ranked."""
        for slot in range(slots):
            rank = None if value is None else value[slot]
            yield Cell(name, "" if rank is None else str(rank), None if rank is None else float(rank), slot)

    def judged(self, cell: Cell) -> Any:
        """The rank as the number it is, so that a range can be expected of it."""
        return "" if cell.number is None else int(cell.number)

    def outcomes(self, *, slots: int) -> tuple[Any, ...]:
        """A rank, or nothing where only the best are ranked."""
        wanted = self.wanted(slots)
        return (*range(1, wanted + 1), *(("",) if wanted < slots else ()))

    def codebook(self, name: str) -> list[CodebookEntry]:
        """One line; the lowest rank is the best."""
        ties = allowed("rank-ties") if self.ties else ""
        values = Text(allowed("rank"), ties, allowed("rank-top", n=self.top) if self.top else "")
        line = CodebookEntry(name, self.kind, "ordinal", values, self.label.to("en"), self.required)
        return [line.directed("lower")]

    def schema_of_value(self) -> dict[str, Any]:
        """One rank per candidate."""
        rank: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": MOST_CANDIDATES}
        one = rank if self.top is None else {"anyOf": [rank, {"type": "null"}]}
        return {
            "type": "array",
            "items": one,
            "minItems": self.fewest_candidates,
            "maxItems": MOST_CANDIDATES,
        }

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any order."""
        return self._ordered([float(x) for x in rng.permutation(slots)], apart=0.5)

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """The order as far as it can be told."""
        return self._ordered([truth.latent + float(rng.normal(0, taste.noise)) for truth in truths], apart=_TIED)

    def _ordered(self, felt: Sequence[float], *, apart: float) -> list[int | None]:
        """Ranks from how good each seems; with ties, what is less apart from the one before it shares its rank."""
        order = sorted(range(len(felt)), key=lambda slot: -felt[slot])
        ranks: list[int | None] = [None] * len(felt)
        rank = 1
        for place, slot in enumerate(order, start=1):
            if not self.ties or place == 1 or felt[order[place - 2]] - felt[slot] >= apart:
                rank = place
            ranks[slot] = rank if rank <= self.wanted(len(felt)) else None
        return ranks

    def analysed(self, name: str) -> list[Analysed]:
        """By the order of systems."""
        return [Analysed(name=name, way=Way.RANKS, level="ordinal", label=self.label, better="lower")]

    def printed(self, language: str) -> list[Printed]:
        """The first ranks."""
        return [Printed("1, 2, 3 …" if self.ties or not self.top else ", ".join(map(str, range(1, self.top + 1))))]

    def values_described(self) -> str:
        """Ranks."""
        return allowed("rank")


def _counted(ranks: Sequence[int | None]) -> list[int | None]:
    """Each rank as one more than how many are better, so that two raters of one order gave the same answer."""
    given = [rank for rank in ranks if rank is not None]
    return [None if rank is None else 1 + sum(other < rank for other in given) for rank in ranks]


def _numbers(places: Any) -> str:
    *first, last = [str(place) for place in places]
    return f"{', '.join(first)} and {last}" if first else last
