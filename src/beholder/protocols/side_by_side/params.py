"""What a study may ask beyond who is better: by how much, whether both are bad, whether the rater can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from beholder.fields import Switched

__all__ = ["Params"]


class Params(Switched):
    """Settings under `params:` in a study side by side. All are off unless it says otherwise."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outputs: Literal["images", "clip"] | None = Field(
        default=None,
        description="What each system made where it is not one picture: `images` for several pictures that count as one, "
        "such as four of one prompt, `clip` for a video. The column of candidates has that name instead of `image`.",
    )
    both_bad: bool = Field(default=False, description="Each question can be answered by “Both are bad”.")
    unsure: bool = Field(default=False, description="Each question can be answered by “I cannot tell”.")
    steps: int | None = Field(
        default=None, description="Asks by how much one is better: 7 for -3 to 3; even numbers have no tie."
    )

    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {"outputs": (), "both_bad": (), "unsure": (), "steps": ()}
