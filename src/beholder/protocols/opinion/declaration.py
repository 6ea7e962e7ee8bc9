"""The declaration as the method of a study makes it."""

from __future__ import annotations

from pathlib import Path

from beholder.declarations.declaration import Declaration
from beholder.fields import Preference, Scale
from beholder.protocols.opinion.params import COMPARISON, Params
from beholder.text import Catalogue

__all__ = ["tailor"]

_text = Catalogue("opinion", folder=Path(__file__).parent, part="form").say


_STEPS = 7
"""Grades of comparison category rating, -3 to 3 (ITU-T P.910)."""


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """With `dcr` the original is shown beside it; with `ccr` two are compared."""
    if params.method == "dcr":
        return _beside_the_original(declaration)
    return _compared(declaration) if params.method == "ccr" else declaration


def _beside_the_original(declaration: Declaration) -> Declaration:
    """The words say how much the difference disturbs."""
    originals = {
        name: declaration.item[name].model_copy(update={"shown": True}) for name in ("original", "original_clip")
    }
    disturbs = Scale(
        label=_text("dcr-label"),
        min=1,
        max=5,
        highest_first=True,
        anchors={point: _text(f"dcr-{point}") for point in range(1, 6)},
    )
    form = declaration.form.model_copy(update={"fields": {**declaration.form.fields, "quality": disturbs}})
    return declaration.model_copy(
        update={
            "item": {**declaration.item, **originals},
            "form": form,
            "summary": _text("dcr-summary"),
            "instruction": _text("dcr-instruction"),
        }
    )


def _compared(declaration: Declaration) -> Declaration:
    """Two at a time; which of them stands at the left is drawn, and nobody is told what they are."""
    others = {name: field for name, field in declaration.form.fields.items() if name != "quality"}
    fields = {COMPARISON: Preference(label=_text("ccr-label"), steps=_STEPS), **others}
    return declaration.model_copy(
        update={
            "shows": "pair",
            "form": declaration.form.model_copy(update={"fields": fields}),
            "summary": _text("ccr-summary"),
            "instruction": _text("ccr-instruction"),
            "watch": COMPARISON,
            "headline": COMPARISON,
        }
    )
