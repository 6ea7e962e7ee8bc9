"""The declaration of the masks protocol."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Form, Scale, Text
from beholder.protocols.masks.wording import text

__all__ = ["DECLARATION", "Params", "View"]

View = Literal["image", "overlay", "mask", "zoom", "zoom_overlay"]


class Params(BaseModel):
    """Settings under `params:` in a masks study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    views_required: tuple[View, ...] = Field(
        default=("overlay", "mask", "zoom_overlay"),
        description="Views that must have been opened before a rating can be sent: a thumbnail is too small to judge.",
    )
    zoom_margin: float = Field(
        default=0.25, ge=0, le=3, description="Room left around the mask and the prompt in the zoomed views."
    )


_ANCHORS = {
    1: text("quality-1"),
    **dict.fromkeys((2, 3, 4), text("quality-2")),
    **dict.fromkeys((5, 6), text("quality-5")),
    **dict.fromkeys((7, 8, 9), text("quality-7")),
    10: text("quality-10"),
}

DECLARATION = Declaration(
    name="masks",
    version=1,
    title=text("title"),
    summary=text("summary"),
    instruction=text("instruction"),
    shows="one",
    item={
        "image": Column(kind="image", about="The picture."),
        "point": Column(kind="point", required=False, about="The click given to the systems, [x, y] in pixels."),
        "box": Column(kind="box", required=False, about="The box given to the systems, [left, top, right, bottom]."),
        "truth_mask": Column(kind="mask", required=False, shown=False, about="The true mask, if known."),
        "dataset": Column(kind="text", required=False, shown=False, about="Where the picture comes from."),
    },
    candidate={
        "mask": Column(kind="mask", about="COCO RLE, polygons, or the path of a PNG or NPY file."),
        "truth": Column(kind="number", required=False, shown=False, about="Known quality, for simulated raters."),
    },
    form=Form(
        fields={
            "quality": Scale(
                label=text("quality-label"),
                min=1,
                max=10,
                anchors=_ANCHORS,
            ),
            "comment": Text(
                label=text("comment-label"),
                max_chars=1000,
            ),
        }
    ),
    timing=Timing(aim_seconds=30, fast_seconds=3),
    headline="quality",
    ratings=3,
)
