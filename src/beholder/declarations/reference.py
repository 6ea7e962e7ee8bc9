"""What an answer is expected to be: the reference of a practice trial, the pass mark of an attention check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from beholder.fields import Form, Payload, Words

__all__ = ["Expectation", "Reference", "reference_met"]


class Expectation(BaseModel):
    """One field's expected answer: `is_`, one of `any_of`, or a range. `system` names a candidate, never shown.

    Several fields joined by `+` (`objects+relations+attributes`) are added up before the range is applied. Texts are
    compared without regard to case and to spaces at their ends, since people type them. `groups` lists candidates that
    belong together, each list apart from the others; how the groups are numbered does not matter, and candidates that
    are not listed may be anywhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    field: str
    system: str = ""
    is_: Any = Field(default=None, alias="is")
    any_of: tuple[Any, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    groups: tuple[tuple[str, ...], ...] = ()

    @model_validator(mode="after")
    def _some_test(self) -> Expectation:
        other = self.is_ is not None or self.any_of or self.at_least is not None or self.at_most is not None
        if not other and not self.groups:
            raise ValueError("an expectation needs one of: is, any_of, at_least, at_most, groups")
        if self.groups and (other or self.system):
            raise ValueError("groups stand alone: they are about all candidates of the trial")
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

    def met(self, values: Mapping[str, Any]) -> bool:
        """Whether these answers (of the candidate meant, or of the trial) are as expected."""
        parts = [values.get(name) for name in self.field.split("+")]
        if len(parts) == 1:
            value = parts[0]
        else:
            value = sum(p for p in parts if isinstance(p, int | float))
        if self.is_ is not None and _folded(value) != _folded(self.is_):
            return False
        if self.any_of and _folded(value) not in [_folded(one) for one in self.any_of]:
            return False
        if self.at_least is None and self.at_most is None:
            return True
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        low = self.at_least if self.at_least is not None else value
        high = self.at_most if self.at_most is not None else value
        return low <= value <= high


def _folded(value: Any) -> Any:
    return value.strip().casefold() if isinstance(value, str) else value


class Reference(BaseModel):
    """All that is expected of an answer, and why, in words for the rater."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    expects: tuple[Expectation, ...] = Field(min_length=1)
    why: Words = Field(default_factory=Words)


def reference_met(reference: Reference, form: Form, payload: Payload, slots: Sequence[Sequence[str]]) -> bool:
    """Whether an answer is as expected. Candidates are named by system; a preference by its outcome (`win`, `loss`)."""
    trial = dict(payload["trial"])
    sheets: dict[str, dict[str, Any]] = {}
    for index, systems in enumerate(slots):
        sheet = dict(payload["slots"][index]) if index < len(payload["slots"]) else dict(trial)
        for name, field in form.fields.items():
            if field.spans_candidates and name in trial:
                cells = [c for c in field.cells(name, trial[name], slots=len(slots)) if c.slot == index]
                sheet[name] = cells[0].value if cells else None
        for system in systems:
            sheets[system] = sheet
    return all(
        one.grouped(sheets) if one.groups else one.met(sheets.get(one.system, {}) if one.system else trial)
        for one in reference.expects
    )
