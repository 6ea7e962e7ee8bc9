"""What the authors of naming studies may set."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from beholder.declarations.declaration import Declaration
from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import Normaliser

__all__ = ["NamingParams", "Verification", "tailor_naming"]


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Verification(_Settings):
    """How round 2 is made from round 1."""

    min_count: int = Field(default=2, ge=1, description="Names given fewer times are set aside and not verified.")
    ratings: int = Field(default=3, ge=1, le=100, description="Raters per object.")
    controls: float = Field(
        default=0.15, ge=0, le=0.5, description="Share of planted names among all names shown in round 2."
    )
    right_share: float = Field(
        default=0.5,
        gt=0,
        le=1,
        description="A top name given by at least this share of the namers counts as known to be right.",
    )


class NamingParams(_Settings):
    """Settings under `params:` in a naming study."""

    max_chars: int = Field(default=200, ge=1, le=2000, description="Longest name that is accepted, in characters.")
    opt_outs: bool = Field(default=True, description="Whether raters may say that no name is possible, and why.")
    normalise: dict[str, Any] = Field(
        default_factory=dict,
        description="Steps that turn what was typed into names that are counted: `unicode`, `spaces`, `punctuation`, "
        "`case`, `plural`.",
    )
    verification: Verification = Field(default_factory=Verification, description="How `next-round` makes round 2.")

    @field_validator("normalise")
    @classmethod
    def _known_steps(cls, value: dict[str, Any]) -> dict[str, Any]:
        try:
            Normaliser.of(value)
        except BeholderError as error:
            raise ValueError(error.problems[0].problem) from None
        return value


def tailor_naming(declaration: Declaration, params: Any) -> Declaration:
    """The declaration as a study with these parameters uses it."""
    form = declaration.form
    name = form.fields["name"].model_copy(update={"max_chars": params.max_chars})
    if params.opt_outs:
        fields, constraints = {**form.fields, "name": name}, form.constraints
    else:
        fields, constraints = {"name": name.model_copy(update={"required": True})}, ()
    changed = form.model_copy(update={"fields": fields, "constraints": constraints})
    return declaration.model_copy(update={"form": changed})
