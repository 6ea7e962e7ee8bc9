"""The declaration of the masks protocol."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Form, Scale, Text, Words

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
    1: Words({"en": "Cannot tell what it is, or there is no mask", "zh": "看不出是什么，或者没有掩码"}),
    2: Words({"en": "Very poor: hardly matches an object", "zh": "很差：几乎对不上任何物体"}),
    5: Words({"en": "Recognisable, with major errors", "zh": "看得出是什么，但有明显错误"}),
    7: Words({"en": "Good, with small errors", "zh": "不错，只有小毛病"}),
    10: Words({"en": "Perfect to the pixel", "zh": "精确到像素"}),
}

DECLARATION = Declaration(
    name="masks",
    version=1,
    title=Words({"en": "Mask quality", "zh": "掩码质量"}),
    summary=Words(
        {
            "en": "Rate one object mask at a time from 1 to 10, looking at it in five views.",
            "zh": "每次为一个物体掩码打分，1 到 10 分，共有五种视图可看。",
        }
    ),
    instruction=Words(
        {
            "en": "Look closely at the views, then rate the mask.",
            "zh": "先打开各个视图看清楚，再给掩码打分。",
        }
    ),
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
                label=Words({"en": "How good is this mask?", "zh": "这个掩码有多好？"}),
                min=1,
                max=10,
                anchors=_ANCHORS,
            ),
            "comment": Text(
                label=Words({"en": "Comment (optional)", "zh": "备注（可不填）"}),
                max_chars=1000,
            ),
        }
    ),
    timing=Timing(aim_seconds=30, fast_seconds=3),
    ratings=3,
)
