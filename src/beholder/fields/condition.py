"""When a field is shown: a small rule on another field's answer that server and page read alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["Condition", "unanswered"]


def unanswered(value: Any) -> bool:
    """Whether rules between fields take the value for no answer: nothing, nothing but spaces, or no flag at all.

    As a field of its own a set without flags is an answer. Between fields it is none: who must tick something or write
    something has done neither.
    """
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


class Condition(BaseModel):
    """True if the answer to `field` satisfies every test given. An unanswered field satisfies none of them.

    `is_`: equals · `not_`: answered and different · `any_of`: one of several · `has`: a set of flags contains this
    one · `has_any`: it contains at least one of these · `answered`: anything at all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    field: str
    is_: Any = Field(default=None, alias="is")
    not_: Any = Field(default=None, alias="not")
    any_of: tuple[Any, ...] = ()
    has: str | None = None
    has_any: tuple[str, ...] = ()
    answered: bool = False

    @model_validator(mode="after")
    def _some_test(self) -> Condition:
        if not self.tests():
            raise ValueError("a condition needs one of: is, not, any_of, has, has_any, answered")
        return self

    def tests(self) -> dict[str, Any]:
        """The tests that were given, by the names used in files."""
        return self.model_dump(by_alias=True, exclude_defaults=True, exclude={"field"}, mode="json")

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether the rule is met by these answers."""
        value: Any = values.get(self.field)
        if unanswered(value):
            return False
        if self.is_ is not None and value != self.is_:
            return False
        if self.not_ is not None and value == self.not_:
            return False
        if self.any_of and value not in self.any_of:
            return False
        if self.has_any and not any(one in value for one in self.has_any):
            return False
        return not (self.has is not None and self.has not in value)
