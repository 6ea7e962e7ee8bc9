"""What the author of a counting study may set: the limit, the object types, the flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from beholder.declarations.keys import PAGE_KEYS
from beholder.errors import nearest
from beholder.fields import Words
from beholder.protocols.counting.wording import text

__all__ = ["BUILT_IN_FLAGS", "MORE_KEY", "TALLY_KEY", "Flag", "ObjectType", "Params", "suggest_params"]

MORE_KEY = "KeyM"
TALLY_KEY = "KeyK"
_OWN_KEYS = {MORE_KEY, "KeyE", "KeyF", "KeyT", "Equal", "Minus", *(f"Digit{n}" for n in range(10))}


class _CountingModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ObjectType(_CountingModel):
    """One type of object that is counted."""

    label: Words = Field(description="Its name in the plural, as in “How many hot air balloons are there?”")
    definition: Words = Field(default_factory=Words, description="What counts as one; always on screen.")


class Flag(_CountingModel):
    """Something noteworthy that a rater can tick."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$", description="Stored as `flags.<id>`.")
    label: Words
    help: Words = Field(default_factory=Words)
    key: str = Field(default="", description="A `KeyboardEvent.code`, such as `KeyB`.")
    comment: bool = Field(default=False, description="Whether ticking it asks for a comment.")
    comment_starts: str = Field(default="", max_length=40, description="How that comment must begin, such as `other:`.")

    comment_starts_translated: Words = Field(
        default_factory=Words, description="The same beginning in other languages, which is taken as well."
    )

    @model_validator(mode="after")
    def _sensible(self) -> Flag:
        if self.comment_starts and not self.comment:
            raise ValueError("comment_starts goes with comment: true")
        if self.key in _OWN_KEYS | PAGE_KEYS:
            raise ValueError(f"the key {self.key} has another use on the page")
        return self


BUILT_IN_FLAGS = {
    flag.id: flag
    for flag in (
        Flag(
            id="sizes",
            label=text("flag-sizes"),
            help=text("flag-sizes-help"),
            key="KeyS",
        ),
        Flag(id="shapes", label=text("flag-shapes"), key="KeyH"),
        Flag(id="same_colour", label=text("flag-same-colour"), key="KeyC"),
        Flag(
            id="other",
            label=text("flag-other"),
            key="KeyO",
            comment=True,
            comment_starts="other:",
            comment_starts_translated=text("other-start"),
        ),
        Flag(
            id="noteworthy",
            label=text("flag-noteworthy"),
            help=text("flag-noteworthy-help"),
            key="KeyN",
            comment=True,
        ),
    )
}

_BOCCE = ObjectType(
    label=text("bocce-balls"),
    definition=text("bocce-balls-definition"),
)
_MEDICINE = ObjectType(
    label=text("medicine-balls"),
    definition=text("medicine-balls-definition"),
)
_BALLOON = ObjectType(
    label=text("hot-air-balloons"),
    definition=text("hot-air-balloons-definition"),
)


def _flags(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    known = [one if not isinstance(one, str) else BUILT_IN_FLAGS.get(one, one) for one in value]
    unknown = next((one for one in known if isinstance(one, str)), None)
    if unknown is not None:
        raise ValueError(f"no built-in flag {unknown!r}; {nearest(unknown, BUILT_IN_FLAGS)}")
    return known


def _types(value: Any) -> Any:
    """Names alone, or names with their plurals, are types without a definition."""
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        value = {one: one for one in value}
    if not isinstance(value, Mapping):
        return value
    return {name: {"label": one} if isinstance(one, str) else one for name, one in value.items()}


class Params(_CountingModel):
    """Settings under `params:` in a counting study."""

    limit: int = Field(
        default=20, ge=1, le=999, description="The largest number that is counted exactly; above it is “more than”."
    )
    object_types: Annotated[dict[str, ObjectType], BeforeValidator(_types)] = Field(
        default={"bocce ball": _BOCCE, "medicine ball": _MEDICINE, "hot air balloon": _BALLOON},
        min_length=1,
        description="What may be counted: the value of the items' column `object_type`, its label and its definition. "
        "Also a label alone, `{person: people}`, or a list of names, `[person, bicycle]`.",
    )
    flags: Annotated[tuple[Flag, ...], BeforeValidator(_flags)] = Field(
        default=tuple(BUILT_IN_FLAGS.values()),
        description="What can be ticked: names of built-in flags (sizes, shapes, same_colour, other, noteworthy) or "
        "flags of your own.",
    )

    asked_for: tuple[int, int] | None = Field(
        default=None,
        description="The smallest and the largest number of objects that systems were asked for, `[1, 16]`; the "
        "guideline tells this range. The number that one picture was asked for is never told.",
    )
    tally: bool = Field(
        default=False,
        description="Whether objects can be counted by clicking them on the picture, beside the other ways.",
    )

    @model_validator(mode="after")
    def _possible(self) -> Params:
        if self.asked_for is not None and not 0 <= self.asked_for[0] <= self.asked_for[1]:
            raise ValueError("asked_for is the smallest and the largest number, such as [1, 16]")
        if self.tally and TALLY_KEY in {flag.key for flag in self.flags}:
            raise ValueError(f"the key {TALLY_KEY} counts by clicks on the page; give the flag another")
        return self

    @model_validator(mode="after")
    def _distinct(self) -> Params:
        for what in ("id", "key"):
            values = [getattr(flag, what) for flag in self.flags if getattr(flag, what)]
            twice = sorted({value for value in values if values.count(value) > 1})
            if twice:
                raise ValueError(f"two flags have the {what} {twice[0]!r}")
        return self


def suggest_params(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The object types of somebody's own items, to be given better labels and definitions; none where ours are meant."""
    known = Params().object_types
    found = list(dict.fromkeys(str(row["object_type"]) for row in rows if row.get("object_type")))
    if not found or set(found) <= set(known):
        return {}
    return {"object_types": found}
