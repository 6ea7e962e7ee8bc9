"""What the author of a trajectories study may set."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Coordinates", "Params"]

Coordinates = Literal["pixels", "fraction", "thousandths"]


class Params(BaseModel):
    """Settings under `params:` in a trajectories study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ask_first: Literal["correctness", "process"] = Field(
        default="correctness",
        description="What is asked first of each side. With `process`, the reference answer and the question about "
        "correctness appear only once both sides have their process scores, so that they cannot colour them.",
    )
    coordinates: Coordinates = Field(
        default="pixels",
        description="How steps give their places: `pixels` of the picture, `fraction` (0 to 1) or `thousandths` (0 to 1000) "
        "of its width and height.",
    )
    read_to_end: bool = Field(
        default=True,
        description="Whether both trajectories must have been scrolled to their ends before an answer can be sent.",
    )
