"""Rules between fields of one answer, such as "clipped is never more than the count"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from beholder.fields.condition import Condition
from beholder.fields.words import Words

__all__ = ["Constraint"]


class Constraint(BaseModel):
    """Either `field` is at most the answer of another field, or, when a condition holds, `field` must be filled.

    `starts_with` further asks that a required text begin so and go on (`other: hammer`); case and the full-width colon do not
    matter, since raters type on phones and with Chinese input.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    field: str
    at_most: str | None = None
    required_when: Condition | None = None
    starts_with: str = ""
    message: Words = Field(default_factory=Words)

    @model_validator(mode="after")
    def _one_rule(self) -> Constraint:
        if (self.at_most is None) == (self.required_when is None):
            raise ValueError("a constraint has either at_most or required_when")
        if self.starts_with and self.required_when is None:
            raise ValueError("starts_with goes with required_when")
        return self

    def fields(self) -> tuple[str, ...]:
        """All fields this rule speaks of."""
        other = self.at_most if self.at_most is not None else self.required_when.field if self.required_when else ""
        return (self.field, other or "")

    def broken(self, values: Mapping[str, Any]) -> bool:
        """Whether these answers break the rule. Unanswered and censored numbers break no order."""
        value = values.get(self.field)
        if self.at_most is not None:
            bound = values.get(self.at_most)
            numbers = isinstance(value, int | float) and isinstance(bound, int | float)
            return numbers and value > bound  # type: ignore[operator]
        if self.required_when is None or not self.required_when.holds(values):
            return False
        text = value.strip() if isinstance(value, str) else value
        if not text:
            return True
        folded, start = _fold(str(text)), _fold(self.starts_with)
        return bool(start) and (not folded.startswith(start) or folded == start)

    def to_wire(self, language: str) -> dict[str, Any]:
        """What the page needs to give the same verdict before anything is sent."""
        return {
            "field": self.field,
            "at_most": self.at_most,
            "required_when": None
            if self.required_when is None
            else {"field": self.required_when.field, **self.required_when.tests()},
            "starts_with": self.starts_with,
            "message": self.message.to(language),
        }


def _fold(text: str) -> str:
    return text.casefold().replace("：", ":").replace(" ", "")
