"""What a protocol makes of a study's answers: a next round, or files in a layout of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel

from beholder.declarations.item import Item
from beholder.fields import Words
from beholder.text import OFFERED_BY_DEFAULT

__all__ = ["FinishedRound", "Layout", "RatingRow", "RoundMade"]


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
    """A study with its answers. `media` is the folder in which its pictures lie, `folder` that of the study itself."""

    items: Sequence[Item]
    ratings: Iterable[RatingRow]
    media: Path
    params: BaseModel
    title: Words = field(default_factory=Words)
    languages: tuple[str, ...] = OFFERED_BY_DEFAULT
    contact: object = ""
    """As `study.yaml` says it: a text, texts by language, or a list of these."""

    group: str = ""
    seed: int = 0
    folder: Path = Path()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A form in which the data of such studies are published: its title, the ending of its files, and who writes it."""

    title: Words
    ending: str
    write: Callable[[FinishedRound, Path], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundMade:
    """The study that was written: its protocol, how many items and candidates it has, and what was decided, in words."""

    folder: Path
    protocol: str
    items: int
    candidates: int
    notes: tuple[str, ...] = ()
