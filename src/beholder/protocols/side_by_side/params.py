"""What a study may ask beyond who is better: by how much, whether both are bad, whether the rater can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import ConfigDict, Field

from beholder.declarations.declaration import Declaration
from beholder.fields import Switched

__all__ = ["Params", "ask_more"]

_PREFERENCES = ("follows", "looks")


class Params(Switched):
    """Settings under `params:` in a study side by side. All are off unless it says otherwise."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    both_bad: bool = Field(default=False, description="Each question can be answered by “Both are bad”.")
    unsure: bool = Field(default=False, description="Each question can be answered by “I cannot tell”.")
    steps: int | None = Field(
        default=None, description="Asks by how much one is better: 7 for -3 to 3; even numbers have no tie."
    )

    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {"both_bad": (), "unsure": (), "steps": ()}


def ask_more(declaration: Declaration, params: Params) -> Declaration:
    """The declaration with its preferences as a study with these parameters asks them."""
    asked = params.model_dump()
    if not asked:
        return declaration
    if params.steps:
        asked["ties"] = bool(params.steps % 2)
    fields = {
        name: type(field).model_validate({**field.model_dump(), **asked}) if name in _PREFERENCES else field
        for name, field in declaration.form.fields.items()
    }
    return declaration.model_copy(update={"form": declaration.form.model_copy(update={"fields": fields})})
