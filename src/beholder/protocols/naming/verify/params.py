"""What the authors of verification studies may set."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["VerifyParams"]


class VerifyParams(BaseModel):
    """Settings under `params:` in a naming-verify study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    group_perfect: bool = Field(
        default=False,
        description="Whether a name that fits perfectly joins the group of the others that do until the rater says otherwise.",
    )
    same_object: float = Field(
        default=0.0, ge=0, le=1, description="`analyze` and the report keep names with SAMEOBJECT above this."
    )
    adequacy: float = Field(
        default=0.4, ge=0, le=1, description="`analyze` and the report keep names with ADEQUACY above this."
    )
