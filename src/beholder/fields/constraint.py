"""Rules between fields of one answer, such as "clipped is never more than the count"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from beholder.fields.condition import Condition, unanswered
from beholder.text.words import Words

__all__ = ["Constraint"]


class Constraint(BaseModel):
    """`field` is at most the answer of another field; or is filled when a condition holds; or another is, but not both.

    `either_or` names the other field of the last kind: exactly one of the two is answered. `starts_with` further asks
    that a required text begin so and go on (`other: hammer`), or as one of `starts_translated` does; case and the
    full-width colon do not matter, since raters type on phones and with Chinese input.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    field: str
    at_most: str | None = None
    required_when: Condition | None = None
    either_or: str | None = None
    starts_with: str = ""
    starts_translated: Words = Field(default_factory=Words)
    message: Words = Field(default_factory=Words)

    @model_validator(mode="after")
    def _one_rule(self) -> Constraint:
        if sum(rule is not None for rule in (self.at_most, self.required_when, self.either_or)) != 1:
            raise ValueError("a constraint has one of at_most, required_when and either_or")
        if self.starts_with and self.required_when is None:
            raise ValueError("starts_with goes with required_when")
        return self

    def fields(self) -> tuple[str, ...]:
        """All fields this rule speaks of."""
        return (self.field, self.at_most or self.either_or or (self.required_when.field if self.required_when else ""))

    def broken(self, values: Mapping[str, Any]) -> bool:
        """Whether these answers break the rule. Unanswered and censored numbers break no order."""
        value = values.get(self.field)
        if self.at_most is not None:
            bound = values.get(self.at_most)
            numbers = isinstance(value, int | float) and isinstance(bound, int | float)
            return numbers and value > bound  # type: ignore[operator]
        if self.either_or is not None:
            return unanswered(value) == unanswered(values.get(self.either_or))
        if self.required_when is None or not self.required_when.holds(values):
            return False
        if unanswered(value):
            return True
        folded = _fold(str(value).strip())
        starts = [_fold(start) for start in self.starts]
        return bool(starts) and not any(folded.startswith(start) and folded != start for start in starts)

    @property
    def starts(self) -> tuple[str, ...]:
        """All that a text may begin with; none if it need not begin in a certain way."""
        return (
            tuple(dict.fromkeys((self.starts_with, *self.starts_translated.root.values()))) if self.starts_with else ()
        )

    def to_wire(self, language: str) -> dict[str, Any]:
        """What the page needs to give the same verdict before anything is sent."""
        return {
            "field": self.field,
            "at_most": self.at_most,
            "required_when": None
            if self.required_when is None
            else {"field": self.required_when.field, **self.required_when.tests()},
            "either_or": self.either_or,
            "starts": list(self.starts),
            "message": self.message.to(language),
        }


def _fold(text: str) -> str:
    # not casefold, which browsers do not have
    return text.lower().replace("：", ":").replace(" ", "")
