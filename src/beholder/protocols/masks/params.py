"""What the author of a masks study may set."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Params", "View"]

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
