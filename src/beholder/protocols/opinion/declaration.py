"""The declaration as the method of a study makes it."""

from __future__ import annotations

from pathlib import Path

from beholder.declarations.declaration import Declaration
from beholder.fields import Scale
from beholder.protocols.opinion.params import Params
from beholder.text import Catalogue

__all__ = ["tailor"]

_text = Catalogue("opinion", folder=Path(__file__).parent, part="form").say


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """With `dcr` the original is shown, and the words say how much the difference disturbs."""
    if params.method != "dcr":
        return declaration
    originals = {
        name: declaration.item[name].model_copy(update={"shown": True}) for name in ("original", "original_clip")
    }
    disturbs = Scale(
        label=_text("dcr-label"), min=1, max=5, anchors={point: _text(f"dcr-{point}") for point in range(1, 6)}
    )
    form = declaration.form.model_copy(update={"fields": {**declaration.form.fields, "quality": disturbs}})
    return declaration.model_copy(
        update={"item": {**declaration.item, **originals}, "form": form, "instruction": _text("dcr-instruction")}
    )
