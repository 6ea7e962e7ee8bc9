"""What an answer is expected to be: the reference of a practice trial, the pass mark of an attention check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from beholder.fields import Field as AskedField
from beholder.fields import Form, Payload, Words
from beholder.fields.field import fold

__all__ = ["Expectation", "Mark", "Reference", "expectations_met", "reference_met"]


class Expectation(BaseModel):
    """One field's expected answer: `is_`, one of `any_of`, a range, or marks. `system` names a candidate, never shown.

    Several fields joined by `+` (`objects+relations+attributes`) are added up before the range is applied. Each field says
    what makes no difference between two of its answers (`Field.comparable`). `groups` lists candidates that
    belong together, each list apart from the others; how the groups are numbered does not matter, and candidates that
    are not listed may be anywhere. `hits` are boxes (left, top, right, bottom as shares of the picture) each of which holds
    a mark; a range speaks of how many marks there are. `told` is what raters read of it, where that is not the list of all
    that is accepted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    field: str
    system: str = ""
    is_: Any = Field(default=None, alias="is")
    any_of: tuple[Any, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    groups: tuple[tuple[str, ...], ...] = ()
    hits: tuple[tuple[float, float, float, float], ...] = ()
    told: Words = Field(default_factory=Words)

    @model_validator(mode="after")
    def _some_test(self) -> Expectation:
        other = (
            self.is_ is not None or self.any_of or self.at_least is not None or self.at_most is not None or self.hits
        )
        if not other and not self.groups:
            raise ValueError("an expectation needs one of: is, any_of, at_least, at_most, groups, hits")
        if self.groups and (other or self.system):
            raise ValueError("groups stand alone: they are about all candidates of the trial")
        if any(not (0 <= left < right <= 1 and 0 <= top < bottom <= 1) for left, top, right, bottom in self.hits):
            raise ValueError("a box of `hits` is left, top, right, bottom, each from 0 to 1")
        listed = [system for group in self.groups for system in group]
        if len(set(listed)) != len(listed) or not all(self.groups):
            raise ValueError("every candidate is in one group, and no group is empty")
        return self

    @property
    def number(self) -> float | None:
        """The number expected of a single field; a range stands for its middle. Nothing where none is expected."""
        if "+" in self.field:
            return None
        exact = isinstance(self.is_, int | float) and not isinstance(self.is_, bool)
        bounds = [self.is_] if exact else [one for one in (self.at_least, self.at_most) if one is not None]
        return float(sum(bounds)) / len(bounds) if bounds else None

    def grouped(self, sheets: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether the answers about the candidates, by system, put together and apart what belongs so."""
        given = [[sheets.get(system, {}).get(self.field) for system in group] for group in self.groups]
        if any(group is None for one in given for group in one):
            return False
        return all(len(set(one)) == 1 for one in given) and len({one[0] for one in given}) == len(given)

    def met(self, values: Mapping[str, Any], form: Form | None = None) -> bool:
        """Whether these answers (of the candidate meant, or of the trial) are as expected.

        Without a form nothing is known of the fields: texts are then compared as any field would.
        """
        compared = _comparable(form, self.field)
        parts = [values.get(name) for name in self.field.split("+")]
        if len(parts) == 1:
            value = parts[0]
        else:
            value = sum(p for p in parts if isinstance(p, int | float))
        if self.is_ is not None and compared(value) != compared(self.is_):
            return False
        if self.any_of and compared(value) not in [compared(one) for one in self.any_of]:
            return False
        field = _field(form, self.field)
        if self.hits and not (field and all(field.hits(value, box) for box in self.hits)):
            return False
        if self.at_least is None and self.at_most is None:
            return True
        if field is not None and isinstance(value, list):
            value = field.number(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        low = self.at_least if self.at_least is not None else value
        high = self.at_most if self.at_most is not None else value
        return low <= value <= high


def _field(form: Form | None, name: str) -> AskedField | None:
    return None if form is None else form.fields.get(name) or form.candidate_fields.get(name)


def _comparable(form: Form | None, name: str) -> Callable[[Any], Any]:
    field = _field(form, name)
    return fold if field is None else field.comparable


class Mark(BaseModel):
    """A part of the picture that feedback points at, and what sort of thing it is in the terms of the protocol's page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    box: tuple[float, float, float, float] = Field(
        description="Left, top, right and bottom as shares of the picture's width and height."
    )
    sort: str = Field(pattern=r"^[a-z][a-z-]{0,39}$")

    @model_validator(mode="after")
    def _inside(self) -> Mark:
        left, top, right, bottom = self.box
        if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
            raise ValueError("a box is left, top, right, bottom, each from 0 to 1")
        return self


class Reference(BaseModel):
    """All that is expected of an answer, and why, in words for the rater."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    expects: tuple[Expectation, ...] = Field(min_length=1)
    why: Words = Field(default_factory=Words)
    marks: tuple[Mark, ...] = ()
    reasons: dict[str, Words] = Field(default_factory=dict, description="What is to be said of a candidate, by system.")


def reference_met(reference: Reference, form: Form, payload: Payload, slots: Sequence[Sequence[str]]) -> bool:
    """Whether an answer is as expected. Candidates are named by system; a preference by its outcome (`win`, `loss`)."""
    return all(expectations_met(reference, form, payload, slots))


def expectations_met(
    reference: Reference, form: Form, payload: Payload, slots: Sequence[Sequence[str]]
) -> tuple[bool, ...]:
    """Which of the expectations an answer meets, in their order."""
    trial = dict(payload["trial"])
    sheets: dict[str, dict[str, Any]] = {}
    for index, systems in enumerate(slots):
        sheet = dict(payload["slots"][index]) if index < len(payload["slots"]) else dict(trial)
        for name, field in form.fields.items():
            if field.spans_candidates and name in trial:
                cells = [c for c in field.cells(name, trial[name], slots=len(slots)) if c.slot == index]
                sheet[name] = field.judged(cells[0]) if cells else None
        for system in systems:
            sheets[system] = sheet
    return tuple(
        one.grouped(sheets) if one.groups else one.met(sheets.get(one.system, {}) if one.system else trial, form)
        for one in reference.expects
    )
