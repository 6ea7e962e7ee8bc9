"""A protocol's declaration: everything about it that is data, whether written in Python or in YAML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from beholder.declarations.column import Column
from beholder.fields import Form, Words

__all__ = ["Declaration", "Shows", "Timing"]

Shows = Literal["item", "one", "pair", "all"]


class Timing(BaseModel):
    """How long a trial should take, and what is remarkable. Idle time does not count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    aim_seconds: float = Field(default=30, gt=0)
    aim_from_seconds: float | None = Field(default=None, gt=0)
    most_seconds: float | None = Field(default=None, gt=0)
    fast_seconds: float = Field(default=2, ge=0)
    break_every_minutes: float = Field(default=30, gt=0)
    break_minutes: float = Field(default=5, ge=0)
    session_minutes: float = Field(default=120, gt=0)

    @model_validator(mode="after")
    def _in_order(self) -> Timing:
        if self.aim_from_seconds is not None and self.aim_from_seconds > self.aim_seconds:
            raise ValueError("aim_from_seconds is more than aim_seconds")
        return self

    @property
    def pace_seconds(self) -> float:
        """How long a trial takes as a rule: the aim, or the middle of its range."""
        return (self.aim_seconds + (self.aim_from_seconds or self.aim_seconds)) / 2


class Declaration(BaseModel):
    """What a trial shows, which columns it needs, what is asked, and the defaults of a study that uses it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")
    version: int = Field(default=1, ge=1)
    title: Words
    summary: Words = Field(default_factory=Words)
    instruction: Words = Field(default_factory=Words, description="One sentence above the form: what to do.")
    shows: Shows
    item: dict[str, Column] = Field(default_factory=dict)
    candidate: dict[str, Column] = Field(default_factory=dict)
    form: Form
    timing: Timing = Field(default_factory=Timing)
    ratings: int = Field(default=3, ge=1, description="Ratings per trial where the study does not say.")
    merge_equal: str = Field(default="", description="Candidates equal in this column are shown once.")
    repeats: bool = Field(default=True, description="Whether a rater may be shown a trial again as a hidden repeat.")
    compares: bool = Field(default=True, description="Whether what is shown was made by systems that are compared.")
    watch: str = Field(
        default="",
        description="Field on which each rater's agreement with others and consistency on repeats are watched; by default "
        "the first that is always asked.",
    )
    headline: str = Field(
        default="",
        description="The main question: the field, or the one of `measures`, that results begin with; by default a "
        "preference or ranking, else a field whose name begins with `overall`, else the first with numbers.",
    )
    measures: tuple[str, ...] = Field(
        default=(), description="What the protocol's own analysis makes of the answers, such as a total, by name."
    )

    @model_validator(mode="after")
    def _consistent(self) -> Declaration:
        needs = self.shows in ("pair", "all")
        if self.form.candidate_fields and not needs:
            raise ValueError(f'candidate_fields need `shows: pair` or `shows: all`; this protocol shows "{self.shows}"')
        if self.shows == "item" and self.candidate:
            raise ValueError("a protocol that shows the item alone has no candidate columns")
        if self.shows != "item" and not self.candidate:
            raise ValueError(f'a protocol that shows "{self.shows}" needs candidate columns')
        for name, field in self.form.all_fields():
            try:
                if name in self.form.fields:
                    field.check_shown(self.shows)
                field.check_columns(self._columns_of(name))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        if self.merge_equal and (self.merge_equal not in self.candidate or self.shows != "all"):
            raise ValueError("merge_equal names a candidate column of a protocol that shows all candidates")
        fields = dict(self.form.all_fields())
        if self.watch and (self.watch not in fields or fields[self.watch].show_when or not fields[self.watch].required):
            raise ValueError(f"watch names a field that every rater answers; {self.watch!r} is none")
        if self.headline and self.headline not in self.headlines:
            choices = ", ".join(self.headlines)
            raise ValueError(f"headline names no question with results: {self.headline!r}; choose one of {choices}")
        taken = {"id", "candidates", "system", "kind", "reference", "group", "block"}
        clash = taken & (set(self.item) | set(self.candidate))
        if clash:
            raise ValueError(f"the column name {sorted(clash)[0]!r} has a fixed meaning; choose another")
        return self

    def _columns_of(self, field: str) -> dict[str, str]:
        """Kinds of the columns that a rater sees beside a field, by name; those of several candidates are no one column."""
        about_one = field in self.form.candidate_fields or self.shows == "one"
        item = {} if field in self.form.candidate_fields else self.item
        seen = {**item, **(self.candidate if about_one else {})}
        return {name: column.kind for name, column in seen.items() if column.shown}

    @property
    def watched(self) -> str:
        """The field on which raters are watched: the declared one, else the first that is always asked."""
        if self.watch:
            return self.watch
        fields = list(self.form.all_fields())
        asked = (n for n, f in fields if f.required and not f.show_when and f.measure() != "text")
        return next(asked, fields[0][0])

    @property
    def headlines(self) -> tuple[str, ...]:
        """What may be the main question: every field but those answered in words, and measures made of the answers."""
        return (*self.measures, *(name for name, field in self.form.all_fields() if field.measure() != "text"))

    def words(self) -> Iterator[tuple[str, Words]]:
        """Every text with its place, so that a missing translation can be named."""
        yield "title", self.title
        yield "summary", self.summary
        if self.instruction:
            yield "instruction", self.instruction
        for name, column in (*self.item.items(), *self.candidate.items()):
            if column.label:
                yield f"{name}.label", column.label
        for name, field in self.form.all_fields():
            for where, words in field.words():
                yield f"{name}.{where}", words
        for constraint in self.form.constraints:
            yield f"constraint on {constraint.field}", constraint.message

    def canonical(self) -> str:
        """The declaration as canonical JSON text; fields and columns keep their order, since they are asked in it."""
        data: dict[str, Any] = self.model_dump(mode="json", by_alias=True)
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
