"""A field: one kind of answer, declared once and read by page, check, storage, export, analysis, simulation and docs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict
from pydantic import Field as Setting

from beholder.errors import BeholderError
from beholder.fields.analysed import Analysed, Better, Level, Way
from beholder.fields.condition import Condition
from beholder.fields.simulated import Taste, Truth
from beholder.text import Catalogue
from beholder.text.words import Words

__all__ = ["Cell", "CodebookEntry", "Field", "Level", "MarkCell", "Option", "Printed", "refuse"]


class Cell(NamedTuple):
    """One row of the ratings table, as far as a field knows it. `slot` is the place on the page, None for the trial."""

    field: str
    value: str
    number: float | None
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class CodebookEntry:
    """What a reader of the export must know about one value of the `field` column.

    `better` is the end at which a system is good, None where answers have no ends.
    """

    field: str
    kind: str
    level: Level
    values: str
    label: str
    required: bool
    better: Better | None = None

    def directed(self, better: Better) -> CodebookEntry:
        """The same line with the good end of its values."""
        return replace(self, better=better)


class MarkCell(NamedTuple):
    """One row of the marks table, as far as a field knows it: a place as shares of the picture, or a word of a text."""

    x: float | None = None
    y: float | None = None
    width: float | None = None
    height: float | None = None
    word: str = ""
    word_number: int | None = None
    reason: str = ""
    note: str = ""


class Printed(NamedTuple):
    """A possible answer on paper, and what it was said to mean. `span` is how many points of a scale stand in it."""

    text: str
    help: str = ""
    span: int = 1


class Option(BaseModel):
    """One thing that can be chosen: its id is what is stored, its label what is shown, its key what picks it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Setting(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_.+-]+$")
    label: Words
    help: Words = Setting(default_factory=Words)
    key: str = Setting(default="", description="A `KeyboardEvent.code`, such as `KeyY` or `Digit1`.")


class Field(BaseModel):
    """The questions every kind of field answers. Subclasses say how a value is checked, written and drawn."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    kind: str
    label: Words
    help: Words = Setting(default_factory=Words)
    required: bool = True
    show_when: Condition | None = None
    after_candidates: bool = Setting(
        default=False, description="Asked only once every candidate on the page has been judged."
    )

    spans_candidates: ClassVar[bool] = False
    """Whether one answer speaks of several candidates at once (a preference, a grouping)."""

    fewest_candidates: ClassVar[int] = 0
    """How many candidates there must be on the page for the question to make sense."""

    most_candidates: ClassVar[int | None] = None
    """How many there may be at most; None where there is no limit."""

    partitions: ClassVar[bool] = False
    """Whether the answer says which candidates belong together, so that `groups` can be expected of it."""

    places: ClassVar[bool] = False
    """Whether the answer names places on a picture, so that `hits` can be expected of it."""

    lists_marks: ClassVar[bool] = False
    """Whether the answer is any number of marks, each of which is a row of the marks table."""

    numeric: ClassVar[bool] = False
    """Whether an answer is a number on one scale, which can be compared with an expert's by weighted kappa."""

    typed: ClassVar[bool] = False
    """Whether raters type words of their own, and so might type who they are."""

    banded: ClassVar[bool] = False
    """Whether possible answers stand in a row on paper instead of one below the other."""

    steps_by_key: ClassVar[bool] = False
    """Whether each press of a key changes the answer further, so that no other question can have the key."""

    told_once: ClassVar[bool] = False
    """Whether a table for people has one column for all candidates, which names one of them."""

    shows_texts: ClassVar[bool] = False
    """Whether the control shows texts of the trial, so that it is rendered anew for each."""

    @classmethod
    def kind_name(cls) -> str:
        """The name of the kind, as declarations write it."""
        return str(cls.model_fields["kind"].default)

    @classmethod
    def model_for(cls, data: Any) -> type[Field]:
        """The model that reads a declaration: that of its kind, where there is one."""
        from beholder.fields.registry import find_kind

        try:
            return find_kind(data["kind"])
        except (BeholderError, KeyError, TypeError):
            return cls

    @classmethod
    def folder(cls) -> Path:
        """Where the kind's template, script and style lie: beside its class."""
        return Path(str(sys.modules[cls.__module__].__file__)).parent

    @classmethod
    def catalogue(cls) -> Catalogue | None:
        """The words that the kind brings beside its class, `messages.<language>.ftl`; None where it brings none.

        The page tells them after the protocol's and its own, so their ids begin with the name of the kind.
        """
        return _catalogue(cls.kind_name(), cls.folder())

    @property
    def seldom_equal(self) -> bool:
        """Whether raters who mean the same hardly ever give the same answer, as with places that are drawn by hand."""
        return False

    def measure(self) -> Level:
        """The level of measurement, which decides the agreement statistic."""
        raise NotImplementedError

    def check(self, value: Any, *, slots: int) -> Any:
        """The value as it will be stored; raises BeholderError if it is none this field can hold."""
        raise NotImplementedError

    def check_shown(self, shows: str) -> None:
        """Raises ValueError if the field cannot be asked where a trial shows this (`item`, `one`, `pair`, `all`)."""

    def check_columns(self, kinds: Mapping[str, str]) -> None:
        """Raises ValueError if the field speaks of a column that is not shown; `kinds` are those shown, by name."""

    def wrong_with_texts(self, texts: Mapping[str, Any]) -> str:
        """Why no answer to these texts could be stored, by column; empty where one can. Asked of kinds that have `shows_texts`."""
        return ""

    def words_shown(self, texts: Mapping[str, Any]) -> list[str]:
        """The words of these texts that an answer repeats, in their order. Asked of kinds that have `shows_texts`."""
        return []

    def check_texts(self, value: Any, texts: Mapping[str, Any]) -> None:
        """Raises BeholderError if a checked value speaks of other texts than those that were shown, by column.

        Asked of kinds that have `shows_texts`.
        """

    def blank(self, value: Any) -> bool:
        """Whether the value counts as not answered."""
        return value is None or value == ""

    def comparable(self, value: Any) -> Any:
        """What an answer and an expected one are compared by: texts without regard to case and to spaces at the ends."""
        return fold(value)

    def hits(self, value: Any, box: Sequence[float]) -> bool:
        """Whether the answer names a place in this box of the picture: left, top, right and bottom, each from 0 to 1."""
        return False

    def untouched(self) -> Any:
        """What is stored if the field was shown and nobody touched it."""
        return None

    def text(self, value: Any) -> str:
        """The canonical text of a stored value."""
        return "" if value is None else str(value)

    def number(self, value: Any) -> float | None:
        """The value as a number, None if it is none or only a bound is known."""
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """The rows this answer makes in the ratings table."""
        yield Cell(name, self.text(value), self.number(value))

    def marks_in(self, value: Any) -> Iterator[MarkCell]:
        """The marks of a stored value, where `lists_marks`."""
        return iter(())

    def judged(self, cell: Cell) -> Any:
        """What an expectation about one candidate is compared with, where an answer speaks of several."""
        return cell.value

    def outcomes(self, *, slots: int) -> tuple[Any, ...]:
        """All that `judged` can say of one candidate, where an answer speaks of several; empty where it cannot be listed."""
        return ()

    def options_shown(self) -> tuple[Option, ...]:
        """What can be picked, for kinds that have options."""
        return ()

    def keys(self) -> dict[str, str]:
        """Key codes and the value each of them gives."""
        return {option.key: option.id for option in self.options_shown() if option.key}

    def values_described(self) -> str:
        """The possible values in words, for the codebook."""
        return ", ".join(option.id for option in self.options_shown())

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """Exported values that were shown under a name, each with it."""
        return tuple((option.id, option.label) for option in self.options_shown())

    def codebook(self, name: str) -> list[CodebookEntry]:
        """The lines of the codebook for this field."""
        return [
            CodebookEntry(name, self.kind, self.measure(), self.values_described(), self.label.to("en"), self.required)
        ]

    def analysed(self, name: str) -> list[Analysed]:
        """How the answers are analysed: one entry for each value of the `field` column. By default, not at all."""
        return [Analysed(name=name, way=Way.NONE, level=self.measure(), label=self.label)]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """A value of the ratings table in words for people; `sign` is what its candidate is called.

        None where another row of the same answer tells it.
        """
        return value

    def printed(self, language: str) -> list[Printed]:
        """The possible answers as they stand in a report; none where there is a line to write on."""
        return [Printed(option.label.to(language), option.help.to(language)) for option in self.options_shown()]

    def explained(self, language: str) -> list[Printed]:
        """The possible answers as a guideline lists them: of what has an order, the highest first."""
        printed = self.printed(language)
        return printed[::-1] if self.measure() == "ordinal" else printed

    def schema_of_value(self) -> dict[str, Any]:
        """JSON schema of a value, for the API's documentation and for model judges."""
        raise NotImplementedError

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """A random value that passes `check`, so that any protocol can be tried without people."""
        raise NotImplementedError

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """The answer of a simulated rater who has looked; `drawn` is what one would say who has not.

        There is one truth, or one for each place if the field spans candidates.
        """
        return self.felt(drawn, truths[0].latent - taste.severity + float(rng.normal(0, taste.noise)))

    def lapse(self, drawn: Any, truths: Sequence[Truth], rng: np.random.Generator) -> Any:
        """The answer of a simulated rater who has not looked: what was drawn, about what stood there."""
        return drawn

    def felt(self, drawn: Any, size: float) -> Any:
        """The answer of a simulated rater to whom the thing seems so good, in standard deviations from the middle."""
        return drawn

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """What the page's script needs: nothing that is not shown to the rater anyway."""
        wire: dict[str, Any] = {
            "name": name,
            "kind": self.kind,
            "label": self.label.to(language),
            "required": self.required,
            "keys": self.keys(),
        }
        if self.show_when:
            wire["show_when"] = {"field": self.show_when.field, **self.show_when.tests()}
        if self.after_candidates:
            wire["after_candidates"] = True
        return wire

    def words(self) -> Iterator[tuple[str, Words]]:
        """Every text of this field with its place, so that a missing translation can be named."""
        yield "label", self.label
        if self.help:
            yield "help", self.help
        for option in self.options_shown():
            # the number of a point is the same in every language
            if set(option.label.root.values()) != {option.id}:
                yield f"{option.id}.label", option.label
            if option.help:
                yield f"{option.id}.help", option.help


def fold(value: Any) -> Any:
    """A text without what no two options differ by; anything else as it is."""
    return value.strip().casefold() if isinstance(value, str) else value


@cache
def _catalogue(kind: str, folder: Path) -> Catalogue | None:
    found = Catalogue(kind, folder=folder)
    return found if found.languages else None


def refuse(problem: str, *, hint: str = "") -> BeholderError:
    """The error for a value that a field cannot hold; the form adds the field's name."""
    return BeholderError(problem, code="answer-bad-value", hint=hint)


def show(value: Any) -> str:
    """A value quoted for an error message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def unique_options(options: tuple[Option, ...]) -> None:
    """Raises ValueError if two options share an id or a key."""
    for what in ("id", "key"):
        values = [getattr(option, what) for option in options if getattr(option, what)]
        twice = sorted({v for v in values if values.count(v) > 1})
        if twice:
            raise ValueError(f"two options have the {what} {twice[0]!r}")
