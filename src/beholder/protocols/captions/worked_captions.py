"""Three pictures, five captions each, with the points a careful rater gives and why: the practice of captions studies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beholder.fields import Words
from beholder.protocols.captions.declaration import DECLARATION, POINTS

__all__ = ["WORKED_EXAMPLES", "WorkedCaption", "WorkedExample", "practice_item"]

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class WorkedCaption:
    """A caption in two languages, the lowest and highest fitting points of each kind, and the reason."""

    text: Words
    objects: Span
    relations: Span
    attributes: Span
    why: Words

    def span(self, name: str) -> Span:
        """Lowest and highest fitting points for one of the three fields."""
        spans: Span = getattr(self, name)
        return spans


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A painted picture by its name among the scenes, what people wrote about it, its captions, and a note on them all."""

    scene: str
    references: dict[str, list[str]]
    captions: tuple[WorkedCaption, ...]
    note: Words


def practice_item(example: WorkedExample, image: str, *, whole_sentence: bool) -> dict[str, Any]:
    """The example as a practice item of a study file.

    The points leave out the one for the sentence as a whole; where a study gives it, objects may have one more.
    """
    extra = 1 if whole_sentence else 0
    expects: list[dict[str, Any]] = []
    for number, caption in enumerate(example.captions, 1):
        for name in POINTS:
            low, high = caption.span(name)
            high += extra if name == "objects" else 0
            bounds = {"is": low} if low == high else {"at_least": low, "at_most": high}
            expects.append({"field": name, "system": f"model-{number}", **bounds})
    return {
        "id": f"practice-{example.scene.replace(' ', '-')}",
        "kind": "practice",
        "image": image,
        "references": example.references,
        "candidates": [
            {
                "system": f"model-{number}",
                "caption": one.text.to("en"),
                "translations": {"zh": one.text.to("zh")},
                "truth": {name: sum(one.span(name)) / 2 for name in POINTS},
            }
            for number, one in enumerate(example.captions, 1)
        ],
        "reference": {"expects": expects, "why": {language: _why(example, language) for language in ("en", "zh")}},
    }


def _why(example: WorkedExample, language: str) -> str:
    """One line for each different caption, then the note."""
    lines: dict[str, str] = {}
    for caption in example.captions:
        points = "  ".join(f"{_mark(name)} {_shown(caption.span(name))}" for name in POINTS)
        text = caption.text.to(language)
        lines[text] = (
            f"“{text}” — {points}. {caption.why.to('en')}"
            if language == "en"
            else f"“{text}”：{points}。{caption.why.to('zh')}"
        )
    return "\n".join([*lines.values(), example.note.to(language)])


def _mark(name: str) -> str:
    return str(getattr(DECLARATION.form.candidate_fields[name], "mark", ""))


def _shown(span: Span) -> str:
    low, high = span
    return f"{low:g}" if low == high else f"{low:g}–{high:g}"


def _words(en: str, zh: str) -> Words:
    return Words({"en": en, "zh": zh})


_NOTHING: Span = (0, 0.5)
"""The page behind these examples had no 0: its lowest button, 0.5, stood for nothing. Either is taken here."""

_SOFA_AND_FIRE = WorkedCaption(
    _words("a living room with a couch and a fireplace", "有沙发和壁炉的客厅"),
    objects=(3, 3),
    relations=(1, 2),
    attributes=(1, 1),
    why=_words(
        "Living room, couch and fireplace are there. “With” is one relation, or two, since it ties the room to two right "
        "things. “Living” says what kind of room: an attribute.",
        "客厅、沙发、壁炉都对。“有”是一个关系；它把客厅和两样都对的东西连起来，算两个也可以。“客厅”点明了是什么房间，属性 1 分。",
    ),
)

WORKED_EXAMPLES = (
    WorkedExample(
        scene="clock tower",
        references={
            "en": [
                "A clock tower stands on a city street between a hotel and a shop.",
                "A blue car in front of a row of buildings, with a tall clock tower in the middle.",
            ],
            "zh": ["城市街道上，旅馆和商店之间立着一座钟楼。", "一排楼房前停着一辆蓝色汽车，中间是一座高高的钟楼。"],
        },
        captions=(
            WorkedCaption(
                _words("a large clock tower in the middle of a city", "城市中心的一座大钟楼"),
                objects=(3, 3),
                relations=_NOTHING,
                attributes=(1, 1),
                why=_words(
                    "“Clock tower” carries two objects, the city is the third. That it stands in the middle of the city "
                    "cannot be seen, nor be concluded from the picture. “Large” fits.",
                    "“钟楼”含钟和楼两个对象，加上城市共三个。是不是在城市中心，图上看不出来，也推不出来，关系不给分。“大”合适，属性 1 分。",
                ),
            ),
            WorkedCaption(
                _words("a clock on the side of a building on a city street", "城市街道上，一栋楼的侧面有一座钟"),
                objects=(2, 2),
                relations=(1.5, 1.5),
                attributes=(1, 1),
                why=_words(
                    "Clock and street count; the building is really the tower. “On a city street” is a reasonable conclusion, "
                    "1; “on the side of a building” has its other end misnamed and says little, 0.5. “City” tells what "
                    "street it is: an attribute.",
                    "钟和街道各 1 分；所谓“一栋楼”其实是钟楼，不算。“在城市街道上”推得合理，给 1 分；“在楼的侧面”另一头认错了，又有些多余，给 0.5 分。“城市”修饰街道，属性 1 分。",
                ),
            ),
            WorkedCaption(
                _words("a clock tower in the middle of a city", "城市中心的一座钟楼"),
                objects=(3, 3),
                relations=_NOTHING,
                attributes=_NOTHING,
                why=_words(
                    "As the first caption, without “large”. “A” earns nothing.",
                    "比“大钟楼”那句少了“大”，其余相同。“一座”不算分。",
                ),
            ),
            WorkedCaption(
                _words("a clock on the side of a building", "一栋楼的侧面有一座钟"),
                objects=(1, 1),
                relations=(0, 0.5),
                attributes=_NOTHING,
                why=_words(
                    "As the second caption, without the city street: the clock remains, and half a relation.",
                    "比带“城市街道”的那句少了街道：对象只剩钟，关系只剩那半分。",
                ),
            ),
            WorkedCaption(
                _words("a view of a city with a clock tower in the background", "城市一景，背景里有一座钟楼"),
                objects=(3, 3),
                relations=(2, 2),
                attributes=(1, 1),
                why=_words(
                    "City, clock and tower. “With” and “in the background” both fit. “A view of” says how the scene is "
                    "seen, which counts as an attribute.",
                    "城市、钟、楼三个对象。“有”和“在背景里”两个关系都合适。“一景”说的是取景，算一个属性。",
                ),
            ),
        ),
        note=_words(
            "Note: the page behind these examples had no 0, so its 0.5 meant nothing there; a half point that stands "
            "alone, as in the fourth caption, could not be told from it. Both are accepted here; on this page nothing is 0.",
            "说明：这几个例子原来用的页面没有 0 分，0.5 就代表 0；像第四句那样单独的半分，当时和 0 分不开。所以这里两种都算对。本页从 0 开始，没分就给 0。",
        ),
    ),
    WorkedExample(
        scene="living room",
        references={
            "en": [
                "A brown dog lies on a sofa in a living room with a fire burning.",
                "Two books on a table, a lamp, and a dog on a couch beside the fireplace.",
            ],
            "zh": [
                "客厅里生着炉火，一只棕色的狗趴在沙发上。",
                "桌上放着两本书，旁边有一盏灯，壁炉边的沙发上有一只狗。",
            ],
        },
        captions=(
            _SOFA_AND_FIRE,
            WorkedCaption(
                _words("a living room with a couch and a tv", "有沙发和电视的客厅"),
                objects=(2, 2),
                relations=(1, 1),
                attributes=(1, 1),
                why=_words(
                    "There is no television: it adds nothing and takes nothing away. “With” still ties room and couch.",
                    "图中没有电视：不加分，也不扣分。“有”把客厅和沙发连起来，仍得 1 分。",
                ),
            ),
            WorkedCaption(
                _words("a dog laying on a bed in a room", "房间里，一只狗趴在床上"),
                objects=(2, 3),
                relations=(2, 2.5),
                attributes=_NOTHING,
                why=_words(
                    "Dog and room; what it lies on is rather a couch, so the bed is doubtful. “Laying on” is a verb, 1.5 "
                    "(less if you hold the bed to be wrong), “in” is 1. There is no attribute.",
                    "狗和房间都对；狗趴着的更像沙发，“床”拿不准。“趴在……上”是动词关系，1.5 分（认为床不对可少给），“在房间里”1 分。没有属性。",
                ),
            ),
            _SOFA_AND_FIRE,
            WorkedCaption(
                _words("a living room with a couch and a table", "有沙发和桌子的客厅"),
                objects=(3, 3),
                relations=(1, 2),
                attributes=(1, 1),
                why=_words(
                    "As with the fireplace: three things that are there.",
                    "与“壁炉”那句同理：三样都在图中。",
                ),
            ),
        ),
        note=_words(
            "Note: the original gives “with” one point where both things are right, and says beside the television caption "
            "that two would be possible then. It gives the bed a full point although it lists a couch. Hence the ranges.",
            "说明：原例中两样东西都对时“有”给了 1 分，却又在“电视”那句旁注明两样都对可给 2 分；图中列的是沙发，“床”却得了满分。因此这里给出范围。",
        ),
    ),
    WorkedExample(
        scene="hot dog",
        references={
            "en": [
                "A hot dog with mustard and pickles lies on aluminum foil on a wooden table.",
                "A sausage in a bun with yellow sauce, on a sheet of foil.",
            ],
            "zh": ["木桌上铺着锡纸，上面放着一个加了芥末酱和酸黄瓜的热狗。", "锡纸上的面包夹着香肠，淋了黄色的酱。"],
        },
        captions=(
            WorkedCaption(
                _words("a hot dog covered in foil and mustard", "被锡纸和芥末酱裹着的热狗"),
                objects=(2.5, 3),
                relations=(1.5, 1.5),
                attributes=_NOTHING,
                why=_words(
                    "Hot dog and foil; whether it is mustard is hard to say: 0.5 or 1. “Covered in” is a verb: 1.5.",
                    "热狗、锡纸都对；是不是芥末酱不好说，0.5 或 1 分。“裹着”是动词关系，1.5 分。",
                ),
            ),
            WorkedCaption(
                _words("a hot dog with lots of toppings on a foil wrapper", "锡纸包装上的一个有许多配料的热狗"),
                objects=(3, 3),
                relations=(2, 2),
                attributes=(2, 2),
                why=_words(
                    "Hot dog, toppings, wrapper. “With” and “on”. “Lots of” is a number that earns, “foil” a material.",
                    "热狗、配料、包装三个对象。“有”和“在……上”两个关系。“许多”是能得分的数量，“锡纸”说明材质，各 1 分。",
                ),
            ),
            WorkedCaption(
                _words("a close up of a hot dog on a bun", "面包上的热狗特写"),
                objects=(1.5, 1.5),
                relations=(0, 0.5),
                attributes=(1, 1),
                why=_words(
                    "A bun is already part of a hot dog: half a point. So “on” does not fit. “A close up” counts as an attribute.",
                    "面包本来就是热狗的一部分，只给半分；“在面包上”也就不合适。“特写”说的是取景，算属性。",
                ),
            ),
            WorkedCaption(
                _words(
                    "a hot dog covered in toppings sitting on aluminum foil",
                    "铺满配料的热狗放在铝箔纸上",
                ),
                objects=(3, 3),
                relations=(3, 3),
                attributes=(1, 1),
                why=_words(
                    "Hot dog, toppings, foil. Two verbs, “covered in” and “sitting on”: 1.5 each. “Aluminum” is an attribute.",
                    "热狗、配料、铝箔纸三个对象。“铺满”“放在……上”两个动词关系，各 1.5 分。“铝”是属性。",
                ),
            ),
            WorkedCaption(
                _words("a hot dog on a bun in a wrapper", "包装纸里，面包上的热狗"),
                objects=(2.5, 3),
                relations=(1.5, 1.5),
                attributes=_NOTHING,
                why=_words(
                    "Hot dog, wrapper, and the bun, which is doubtful beside a hot dog. “On” is only half right, “in” fits.",
                    "热狗、包装纸，还有与热狗重复的面包。“在面包上”不完全对，0.5 分；“在包装纸里”1 分。",
                ),
            ),
        ),
        note=_words(
            "Note: the original halves the bun in one caption and gives it a full point in the other. Decide once, and treat "
            "equal words alike. None of the three pictures uses the extra point for the sentence as a whole.",
            "说明：同样是“面包”，原例一处给半分，一处给满分。请自己定一个尺度，同样的话给同样的分。三张图的示例都没有用“整句话再加 1 分”这一条。",
        ),
    ),
)
