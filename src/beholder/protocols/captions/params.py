"""What the author of a captions study may set, and how the declaration follows it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from beholder.declarations.declaration import Declaration
from beholder.protocols.captions.wording import text

__all__ = ["Params", "tailor"]


class Params(BaseModel):
    """Settings under `params:` in a captions study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    whole_sentence: bool = Field(
        default=True,
        description="Whether a caption earns one more point on objects if, as a whole, it conveys the picture.",
    )
    duplicates: Literal["once", "show"] = Field(
        default="once",
        description="Equal captions of one picture: shown `once`, their points stored for each system, or all `show`n.",
    )
    references: Literal["show", "fold", "hide"] = Field(
        default="show",
        description="What people wrote about the picture, where items have it: open to read, folded away, or not sent.",
    )
    mark_words: bool = Field(
        default=True, description="Whether a word of a caption can be clicked to give it a point and a mark."
    )


def tailor(declaration: Declaration, params: Any) -> Declaration:
    """The declaration as a study with these parameters uses it."""
    change: dict[str, Any] = {}
    if params.duplicates == "show":
        change["merge_equal"] = ""
    if params.references == "hide":
        hidden = declaration.item["references"].model_copy(update={"shown": False})
        change["item"] = {**declaration.item, "references": hidden}
    if params.whole_sentence:
        fields = declaration.form.candidate_fields
        told = text("objects-help-whole-sentence", help=fields["objects"].help)
        objects = fields["objects"].model_copy(update={"help": told})
        change["form"] = declaration.form.model_copy(update={"candidate_fields": {**fields, "objects": objects}})
    return declaration.model_copy(update=change)
