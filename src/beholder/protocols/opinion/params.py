"""What the author of an opinion study may set: the method of ITU-T P.910, and which system is the hidden reference."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["COMPARISON", "Params", "params_of_fields"]

COMPARISON = "comparison"
"""The field of `ccr`, which has grades around 0 where `quality` has points from 1 to 5."""


class Params(BaseModel):
    """The method, and the hidden reference where there is one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: Literal["acr", "acr-hr", "dcr", "ccr"] = Field(
        default="acr",
        description="`acr`: each by itself, by five words. `acr-hr`: the same, with the original among them unannounced. "
        "`dcr`: the original is shown beside it, and five words say how much the difference disturbs. "
        "`ccr`: two are compared, and seven grades from -3 to 3 say which is better by how much.",
    )
    reference: str = Field(
        default="",
        description="The system whose candidates are the originals. With `acr-hr` it must be named, and has no DMOS "
        "itself; with `ccr` it may be, and the others are told against it.",
    )

    @model_validator(mode="after")
    def _named(self) -> Params:
        if self.method == "acr-hr" and not self.reference:
            raise ValueError("acr-hr needs `reference`: the system whose candidates are the originals")
        if self.method not in ("acr-hr", "ccr") and self.reference:
            raise ValueError(f"`reference` goes with acr-hr and ccr; the method is {self.method}")
        return self


def params_of_fields(fields: Collection[str]) -> dict[str, Any]:
    """A table of comparisons was collected by `ccr`; any other says nothing that the analysis needs."""
    return {"method": "ccr"} if COMPARISON in fields else {}
