"""The declaration as the parameters of a study make it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration
from beholder.fields import Field, Option
from beholder.protocols.side_by_side.params import Params
from beholder.text import Catalogue

__all__ = ["params_of_media", "tailor"]

_text = Catalogue("side-by-side", folder=Path(__file__).parent, part="form").say
_PREFERENCES = ("follows", "looks")
_ABOUT = "What the system made."
_OUTPUTS = {"images": Column(kind="images", about=_ABOUT), "clip": Column(kind="video", about=_ABOUT)}


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """The declaration with its preferences and outputs as a study with these parameters has them."""
    declaration = _ask_more(declaration, params)
    return _with_outputs(declaration, params.outputs) if params.outputs else declaration


def params_of_media(kinds: Collection[str]) -> dict[str, Any]:
    """The parameters that somebody's own files need: what the outputs are, if no single pictures."""
    outputs = next((name for name, column in _OUTPUTS.items() if column.kind in kinds), None)
    return {"outputs": outputs} if outputs else {}


def _ask_more(declaration: Declaration, params: Params) -> Declaration:
    asked = params.model_dump(exclude={"outputs"})
    if not asked:
        return declaration
    if params.steps:
        asked["ties"] = bool(params.steps % 2)
    fields = {
        name: type(field).model_validate({**field.model_dump(), **asked}) if name in _PREFERENCES else field
        for name, field in declaration.form.fields.items()
    }
    return declaration.model_copy(update={"form": declaration.form.model_copy(update={"fields": fields})})


def _with_outputs(declaration: Declaration, outputs: str) -> Declaration:
    """The same questions about clips or sets of pictures."""
    clips = outputs == "clip"
    candidate = {outputs: _OUTPUTS[outputs]}
    candidate |= {name: column for name, column in declaration.candidate.items() if name != "image"}
    item = dict(declaration.item)
    if clips:
        about = "The clip that was to be edited."
        item["source_clip"] = Column(kind="video", required=False, label=_text("clip-source"), about=about)
    fields: dict[str, Field] = {
        name: field.model_copy(update={"label": _text(f"{outputs}-{name}")}) if name in _PREFERENCES else field
        for name, field in declaration.form.fields.items()
    }
    if clips:
        motion = Option(id="motion", label=_text("clip-motion"))
        reasons = fields["reasons"]
        fields["reasons"] = reasons.model_copy(update={"options": (*reasons.options_shown(), motion)})
    return declaration.model_copy(
        update={
            "item": item,
            "candidate": candidate,
            "form": declaration.form.model_copy(update={"fields": fields}),
            "summary": _text(f"{outputs}-summary"),
            "instruction": _text(f"{outputs}-instruction"),
        }
    )
