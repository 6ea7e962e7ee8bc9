"""What is really in a picture, where somebody knows: the hidden column `truth`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from beholder.scenes import Scene

__all__ = ["TrueCounts"]


class TrueCounts(BaseModel):
    """Known facts of a picture.

    `clipped` objects lie less than half inside the picture, `cut` ones more than half; `doubtful` ones are slivers, ghosts or
    far and tiny; `merged` counts pairs that have grown together. `flags` are those that are right, `others` the names of
    things of other types.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int = Field(ge=0)
    clipped: int = Field(default=0, ge=0)
    cut: int = Field(default=0, ge=0)
    doubtful: int = Field(default=0, ge=0)
    merged: int = Field(default=0, ge=0)
    flags: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _possible(self) -> TrueCounts:
        if max(self.clipped + self.cut, self.doubtful, 2 * self.merged) > self.count:
            raise ValueError("more objects have a part than there are objects")
        return self

    @property
    def plain(self) -> bool:
        """Whether every object can be counted without any judgment."""
        return not (self.clipped or self.cut or self.doubtful or self.merged)

    @staticmethod
    def of(columns: Mapping[str, Any]) -> TrueCounts | None:
        """The truth of an item, if it is known."""
        given = columns.get("truth")
        return None if given is None else TrueCounts.model_validate(given)

    @staticmethod
    def wrong(given: Any) -> str:
        """What is wrong with a given truth, in words; empty if nothing."""
        try:
            TrueCounts.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            return f"{where}: {first['msg']}" if where else first["msg"].removeprefix("Value error, ")
        return ""

    @staticmethod
    def seen(scene: Scene) -> TrueCounts:
        """The truth about a painted counting scene. One object alone has nothing to be the same as or different from."""
        things = scene.counted
        others = tuple(kind for kind in scene.other_kinds if kind not in _BACKGROUND)
        flags = {
            "sizes": scene.different_sizes,
            "shapes": scene.different_shapes,
            "same_colour": len(things) > 1 and scene.same_colour,
            "other": bool(others),
        }
        return TrueCounts(
            count=len(things),
            clipped=scene.clipped,
            cut=sum(0.5 <= thing.inside_share < 1 for thing in things),
            doubtful=sum(thing.ghostly or thing.far or thing.occluded_share >= _SLIVER for thing in things),
            merged=sum(thing.merged_with is not None for thing in things) // 2,
            flags=tuple(name for name, on in flags.items() if on),
            others=others,
        )


# hidden by three quarters or more: raters differ whether to count it
_SLIVER = 0.75
_BACKGROUND = frozenset({"tree"})
