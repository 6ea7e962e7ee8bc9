"""A column of an item or a candidate: what it holds, whether it is needed, and whether raters may see it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic import Field as Setting

from beholder.text.words import Words

__all__ = ["Column", "ColumnKind", "Spot"]


@dataclass(frozen=True, slots=True)
class Spot:
    """`values` are x, y, x, y, …; a box is left, top, right, bottom. `guessed` if the item may have meant something else."""

    kind: Literal["point", "box", "outline"]
    values: Sequence[float]
    where: str
    guessed: bool = False


ColumnKind = Literal["image", "images", "video", "mask", "text", "number", "point", "box", "json"]


class Column(BaseModel):
    """Only columns that are declared `shown` can reach a rater's browser; everything else stays on the server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: ColumnKind = "text"
    required: bool = True
    shown: bool = True
    about: str = ""
    audio: bool = Setting(default=False, description="Whether a video is heard; without it, clips are shown silent.")
    label: Words = Setting(
        default_factory=Words, description="What raters see it called; by default its name, without underscores."
    )

    @model_validator(mode="after")
    def _heard(self) -> Column:
        if self.audio and self.kind != "video":
            raise ValueError(f"only a video can be heard; this column holds {self.kind}")
        return self

    def heading(self, name: str, language: str) -> str:
        """What the page calls the column."""
        plain = name.replace("_", " ")
        return self.label.to(language) or plain[:1].upper() + plain[1:]

    def wrong(self, value: Any) -> str:
        """What is wrong with a value, in words; empty if nothing. Files are looked at elsewhere."""
        return _CHECKS[self.kind](value)


def _text(value: Any) -> str:
    return (
        ""
        if isinstance(value, str | int | float) and not isinstance(value, bool)
        else f"expected text, got {value!r:.60}"
    )


def _path(what: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        return "" if isinstance(value, str) and value.strip() else f"expected the path of a {what}, got {value!r:.60}"

    return check


# as many as the page shows at once
_MOST_PICTURES = 9


def _paths(value: Any) -> str:
    fine = isinstance(value, list | tuple) and 1 <= len(value) <= _MOST_PICTURES
    if fine and all(isinstance(one, str) and one.strip() for one in value):
        return ""
    return f"expected a list of 1 to {_MOST_PICTURES} paths of pictures, got {value!r:.60}"


def _mask(value: Any) -> str:
    """An empty list is an empty mask, which is a valid thing to rate."""
    if isinstance(value, str | dict | list) and value not in ("", {}):
        return ""
    return f"expected a mask (file, RLE or polygons), got {value!r:.60}"


def _number(value: Any) -> str:
    fine = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return "" if fine else f"expected a number, got {value!r:.60}"


def _numbers(count: int, shape: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        fine = isinstance(value, list | tuple) and len(value) == count and not any(_number(v) for v in value)
        return "" if fine else f"expected {shape}, got {value!r:.60}"

    return check


def _box(value: Any) -> str:
    wrong = _numbers(4, "a box [left, top, right, bottom] in pixels")(value)
    if not wrong and (value[2] <= value[0] or value[3] <= value[1]):
        return f"the box {value} has no area; it is [left, top, right, bottom], not [x, y, width, height]"
    return wrong


def _anything(value: Any) -> str:
    return ""


_CHECKS: dict[ColumnKind, Callable[[Any], str]] = {
    "image": _path("picture"),
    "images": _paths,
    "video": _path("video"),
    "mask": _mask,
    "text": _text,
    "number": _number,
    "point": _numbers(2, "a point [x, y] in pixels"),
    "box": _box,
    "json": _anything,
}
