"""From one round of a study to the next: what the next round is made from, and what was made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel

from beholder.fields import Words
from beholder.protocols.item import Item

__all__ = ["FinishedRound", "RatingRow", "RoundMade"]


class RatingRow(Protocol):
    """The columns of the ratings table that protocols read."""

    @property
    def item(self) -> str: ...  # noqa: D102
    @property
    def group(self) -> str: ...  # noqa: D102
    @property
    def system(self) -> str: ...  # noqa: D102
    @property
    def rater(self) -> str: ...  # noqa: D102
    @property
    def answer(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def field(self) -> str: ...  # noqa: D102
    @property
    def value(self) -> str: ...  # noqa: D102
    @property
    def number(self) -> float | None: ...  # noqa: D102
    @property
    def excluded_by(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRound:
    """A study whose answers a next round is made from. `media` is the folder in which its pictures lie."""

    items: Sequence[Item]
    ratings: Iterable[RatingRow]
    media: Path
    params: BaseModel
    title: Words = field(default_factory=Words)
    languages: tuple[str, ...] = ("en", "zh")
    contact: str = ""
    group: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundMade:
    """The study that was written: its protocol, how many items and candidates it has, and what was decided, in words."""

    folder: Path
    protocol: str
    items: int
    candidates: int
    notes: tuple[str, ...] = ()
