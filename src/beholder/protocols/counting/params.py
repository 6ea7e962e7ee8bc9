"""What the author of a counting study may set: the limit, the object types, the flags."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from beholder.errors import nearest
from beholder.fields import Words

__all__ = ["BUILT_IN_FLAGS", "MORE_KEY", "Flag", "ObjectType", "Params"]

MORE_KEY = "KeyM"
_TAKEN_KEYS = frozenset({MORE_KEY, "KeyE", "KeyF", "KeyG", "KeyT", "Equal", "Minus", *(f"Digit{n}" for n in range(10))})


class _CountingModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ObjectType(_CountingModel):
    """One type of object that is counted."""

    label: Words = Field(description="Its name in the plural, as in “How many hot air balloons are there?”")
    definition: Words = Field(default_factory=Words, description="What counts as one; always on screen.")


class Flag(_CountingModel):
    """Something noteworthy that a rater can tick."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$", description="Stored as `flags.<id>`.")
    label: Words
    help: Words = Field(default_factory=Words)
    key: str = Field(default="", description="A `KeyboardEvent.code`, such as `KeyB`.")
    comment: bool = Field(default=False, description="Whether ticking it asks for a comment.")
    comment_starts: str = Field(default="", max_length=40, description="How that comment must begin, such as `other:`.")

    @model_validator(mode="after")
    def _sensible(self) -> Flag:
        if self.comment_starts and not self.comment:
            raise ValueError("comment_starts goes with comment: true")
        if self.key in _TAKEN_KEYS:
            raise ValueError(f"the key {self.key} has another use on the page")
        return self


BUILT_IN_FLAGS = {
    flag.id: flag
    for flag in (
        Flag(
            id="sizes",
            label=Words({"en": "Different sizes", "zh": "大小不一"}),
            help=Words({"en": "real size, not on screen", "zh": "实际大小，非屏幕大小"}),
            key="KeyS",
        ),
        Flag(id="shapes", label=Words({"en": "Different shapes", "zh": "形状不一"}), key="KeyH"),
        Flag(id="same_colour", label=Words({"en": "All the same colour", "zh": "颜色全都相同"}), key="KeyC"),
        Flag(
            id="other",
            label=Words({"en": "Other object type present", "zh": "有别的物体"}),
            key="KeyO",
            comment=True,
            comment_starts="other:",
        ),
        Flag(
            id="noteworthy",
            label=Words({"en": "Noteworthy image", "zh": "图片值得一提"}),
            help=Words({"en": "say why; use it sparingly", "zh": "请说明原因，不要常用"}),
            key="KeyN",
            comment=True,
        ),
    )
}

_BOCCE = ObjectType(
    label=Words({"en": "bocce balls", "zh": "地掷球"}),
    definition=Words(
        {
            "en": "Hard balls for a lawn bowling game, about 10 cm (4 in) wide, often in several colours. The smaller ball "
            "that belongs to the game counts too.",
            "zh": "草地滚球用的硬球，直径约 10 厘米，常有多种颜色。比赛中的那颗小球也算。",
        }
    ),
)
_MEDICINE = ObjectType(
    label=Words({"en": "medicine balls", "zh": "药球"}),
    definition=Words(
        {
            "en": "Heavy, soft exercise balls, about 36 cm (14 in) wide, of any colour and texture.",
            "zh": "健身用的重球，质地软，直径约 36 厘米，颜色和纹理不限。",
        }
    ),
)
_BALLOON = ObjectType(
    label=Words({"en": "hot air balloons", "zh": "热气球"}),
    definition=Words(
        {
            "en": "Usually about 18 m (60 ft) tall without the basket, of any colour, mostly in the classic balloon shape.",
            "zh": "通常高约 18 米（不含吊篮），颜色不限，多为经典的热气球形状。",
        }
    ),
)


def _flags(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    known = [one if not isinstance(one, str) else BUILT_IN_FLAGS.get(one, one) for one in value]
    unknown = next((one for one in known if isinstance(one, str)), None)
    if unknown is not None:
        raise ValueError(f"no built-in flag {unknown!r}; {nearest(unknown, BUILT_IN_FLAGS)}")
    return known


class Params(_CountingModel):
    """Settings under `params:` in a counting study."""

    limit: int = Field(
        default=20, ge=1, le=999, description="The largest number that is counted exactly; above it is “more than”."
    )
    object_types: dict[str, ObjectType] = Field(
        default={"bocce ball": _BOCCE, "medicine ball": _MEDICINE, "hot air balloon": _BALLOON},
        min_length=1,
        description="What may be counted: the value of the items' column `object_type`, its label and its definition.",
    )
    flags: Annotated[tuple[Flag, ...], BeforeValidator(_flags)] = Field(
        default=tuple(BUILT_IN_FLAGS.values()),
        description="What can be ticked: names of built-in flags (sizes, shapes, same_colour, other, noteworthy) or "
        "flags of your own.",
    )

    @model_validator(mode="after")
    def _distinct(self) -> Params:
        for what in ("id", "key"):
            values = [getattr(flag, what) for flag in self.flags if getattr(flag, what)]
            twice = sorted({value for value in values if values.count(value) > 1})
            if twice:
                raise ValueError(f"two flags have the {what} {twice[0]!r}")
        return self
