"""What the author of an opinion study may set: the method of ITU-T P.910, and which system is the hidden reference."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["Params"]


class Params(BaseModel):
    """The method, and the hidden reference where there is one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: Literal["acr", "acr-hr", "dcr"] = Field(
        default="acr",
        description="`acr`: each by itself, by five words. `acr-hr`: the same, with the original among them unannounced. "
        "`dcr`: the original is shown beside it, and five words say how much the difference disturbs.",
    )
    reference: str = Field(
        default="", description="With `acr-hr`: the system whose candidates are the originals; it has no DMOS itself."
    )

    @model_validator(mode="after")
    def _named(self) -> Params:
        if self.method == "acr-hr" and not self.reference:
            raise ValueError("acr-hr needs `reference`: the system whose candidates are the originals")
        if self.method != "acr-hr" and self.reference:
            raise ValueError(f"`reference` goes with acr-hr; the method is {self.method}")
        return self
