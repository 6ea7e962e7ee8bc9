"""Pretend captioners: each describes a known scene in its own way, so that every caption's true points are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["CAPTIONERS", "Described", "Said", "SpokenThing"]

_COLOURS = {
    "red": "红色", "orange": "橙色", "yellow": "黄色", "green": "绿色", "teal": "青色", "blue": "蓝色", "purple": "紫色",
    "pink": "粉色", "white": "白色", "grey": "灰色", "black": "黑色", "brown": "棕色",
}  # fmt: skip
_MEASURES = {
    "dog": "只狗", "cat": "只猫", "ball": "个球", "person": "个人", "tree": "棵树", "car": "辆汽车", "house": "座房子",
    "sign": "块牌子", "sofa": "张沙发", "lamp": "盏灯", "book": "本书", "cup": "个杯子", "bowl": "个碗", "apple": "个苹果",
    "umbrella": "把伞", "table": "张桌子", "television": "台电视", "fireplace": "座壁炉", "plate": "个盘子",
    "hot dog": "个热狗",
}  # fmt: skip
_PLACES = {
    "room": ("in a room", "房间里"),
    "park": ("in a park", "公园里"),
    "street": ("on a street", "街上"),
    "table": ("on a table", "桌上"),
}
_RELATIONS = {
    "left of": ("{a} to the left of {b}", "{b}左边有{a}"),
    "right of": ("{a} to the right of {b}", "{b}右边有{a}"),
    "in front of": ("{a} in front of {b}", "{b}前面有{a}"),
    "behind": ("{a} behind {b}", "{b}后面有{a}"),
    "on": ("{a} on {b}", "{b}上有{a}"),
}
_DREAMS = (
    ("riding a skateboard", "踩着滑板"),
    ("with a frisbee", "带着飞盘"),
    ("under a kite", "上方飘着风筝"),
    ("beside a guitar", "旁边有一把吉他"),
)
_DREAM_PLACES = (("in a kitchen", "厨房里"), ("on a beach", "海滩上"), ("at an airport", "机场里"))


@dataclass(frozen=True, slots=True)
class SpokenThing:
    """A kind of thing with its colour as painted; no colour where none can be said of it."""

    kind: str
    colour: str = ""

    def en(self, *, colour: bool) -> str:
        """With its article: "an orange cat"."""
        words = f"{self.colour} {self.kind}" if colour and self.colour else self.kind
        return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"

    def zh(self, *, colour: bool) -> str:
        """With its measure word: "一只橙色的猫"."""
        measure, noun = _MEASURES[self.kind][0], _MEASURES[self.kind][1:]
        return f"一{measure}{_COLOURS[self.colour]}的{noun}" if colour and self.colour else f"一{measure}{noun}"


@dataclass(frozen=True, slots=True)
class Described:
    """What is true of a scene: the first thing stands in `relation` to the second, the third is there as well."""

    number: int
    place: str
    first: SpokenThing
    relation: str
    second: SpokenThing
    third: SpokenThing

    @property
    def colours(self) -> int:
        """How many of the three things have a colour that can be said."""
        return sum(bool(thing.colour) for thing in (self.first, self.second, self.third))


@dataclass(frozen=True, slots=True)
class Said:
    """A caption in both languages and the points it deserves, without the one for the sentence as a whole."""

    en: str
    zh: str
    objects: float
    relations: float
    attributes: float

    def candidate(self, system: str) -> dict[str, Any]:
        """The caption as a candidate of a study file."""
        truth = {"objects": self.objects, "relations": self.relations, "attributes": self.attributes}
        return {"system": system, "caption": self.en, "translations": {"zh": self.zh}, "truth": truth}


def _full(seen: Described, *, colour: bool) -> Said:
    place_en, place_zh = _PLACES[seen.place]
    link_en, link_zh = _RELATIONS[seen.relation]
    a, b, c = seen.first, seen.second, seen.third
    en = link_en.format(a=a.en(colour=colour), b=b.en(colour=colour))
    zh = link_zh.format(a=a.zh(colour=colour), b=b.zh(colour=colour))
    return Said(
        f"{en}, with {c.en(colour=colour)}, {place_en}",
        f"{place_zh}，{zh}，还有{c.zh(colour=colour)}",
        objects=4,
        relations=3,
        attributes=seen.colours if colour else 0,
    )


def _ample(seen: Described) -> Said:
    return _full(seen, colour=True)


def _terse(seen: Described) -> Said:
    place_en, place_zh = _PLACES[seen.place]
    a = seen.first
    return Said(f"{a.en(colour=False)} {place_en}", f"{place_zh}有{a.zh(colour=False)}", 2, 1, 0)


def _colourless(seen: Described) -> Said:
    """Never names a colour; on every third picture it says no more than the terse one, word for word."""
    return _terse(seen) if seen.number % 3 == 0 else _full(seen, colour=False)


def _lister(seen: Described) -> Said:
    things = (seen.first, seen.second, seen.third)
    return Said(
        ", ".join(thing.en(colour=True) for thing in things),
        "、".join(thing.zh(colour=True) for thing in things),
        objects=3,
        relations=0,
        attributes=seen.colours,
    )


def _dreamer(seen: Described) -> Said:
    dream_en, dream_zh = _DREAMS[seen.number % len(_DREAMS)]
    place_en, place_zh = _DREAM_PLACES[seen.number % len(_DREAM_PLACES)]
    a = seen.first
    return Said(
        f"{a.en(colour=True)} {dream_en} {place_en}",
        f"{place_zh}，{a.zh(colour=True)}{dream_zh}",
        objects=1,
        relations=0,
        attributes=1 if a.colour else 0,
    )


CAPTIONERS: dict[str, Callable[[Described], Said]] = {
    "ample": _ample,
    "terse": _terse,
    "colourless": _colourless,
    "lister": _lister,
    "dreamer": _dreamer,
}
