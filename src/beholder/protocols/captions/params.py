"""What the author of a captions study may set, and how the declaration follows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic import Field as Setting

from beholder.declarations.declaration import Declaration
from beholder.fields import Field, Flags, Option
from beholder.protocols.captions.wording import text

__all__ = ["SENTENCE", "WHOLE", "Params", "WholeSentence", "params_of_fields", "tailor"]

WholeSentence = bool | Literal["tick"]
SENTENCE = "sentence"
WHOLE = f"{SENTENCE}.whole"
"""The field of the tick, and the column in which its point is stored."""


class Params(BaseModel):
    """Settings under `params:` in a captions study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    whole_sentence: WholeSentence = Setting(
        default=True,
        description="One more point if a caption, as a whole, conveys the picture: `tick`, by a tick with a column of its "
        "own, `sentence.whole`; `true`, added to objects by the rater; `false`, not given.",
    )
    duplicates: Literal["once", "show"] = Setting(
        default="once",
        description="Equal captions of one picture: shown `once`, their points stored for each system, or all `show`n.",
    )
    references: Literal["show", "fold", "hide"] = Setting(
        default="show",
        description="What people wrote about the picture, where items have it: open to read, folded away, or not sent.",
    )
    mark_words: bool = Setting(
        default=True, description="Whether a word of a caption can be clicked to give it a point and a mark."
    )


def params_of_fields(fields: Collection[str]) -> dict[str, Any]:
    """Whether the point for the whole sentence was given by a tick, by the fields of a ratings table."""
    return {"whole_sentence": "tick"} if any(name.startswith(f"{SENTENCE}.") for name in fields) else {}


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
        more = {SENTENCE: _TICK} if params.whole_sentence == "tick" else {"objects": _with_sentence(fields["objects"])}
        change["form"] = declaration.form.model_copy(update={"candidate_fields": {**fields, **more}})
    return declaration.model_copy(update=change)


def _with_sentence(objects: Field) -> Field:
    return objects.model_copy(update={"help": text("objects-help-whole-sentence", help=objects.help)})


_TICK = Flags(
    label=text("sentence-label"),
    options=(Option(id="whole", label=text("sentence-whole"), help=text("sentence-whole-help"), key="KeyR"),),
)
