"""What a trial of naming shows and asks: a picture with one red box, and the first name that comes to mind."""

from __future__ import annotations

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Choice, Constraint, Form, Name, Option, Words

__all__ = ["DECLARATION", "OPT_OUTS"]

_WITHOUT_A_NAME = (
    Option(
        id="occluded",
        label=Words({"en": "Too hidden to tell", "zh": "遮挡太多，看不出来"}),
        help=Words({"en": "Something in front covers too much of it.", "zh": "前面的东西挡住了大部分。"}),
        key="Digit1",
    ),
    Option(
        id="unclear",
        label=Words({"en": "Unclear which object is meant", "zh": "不清楚框的是哪个物体"}),
        help=Words({"en": "The box fits more than one object, or none.", "zh": "框同时套住几个物体，或一个也套不准。"}),
        key="Digit2",
    ),
    Option(
        id="not-one-object",
        label=Words({"en": "Not one object", "zh": "不是单个物体"}),
        help=Words({"en": "Only a part, a scene or empty space.", "zh": "只是局部、场景或空白处。"}),
        key="Digit3",
    ),
    Option(
        id="cannot-tell",
        label=Words({"en": "I can't tell what it is", "zh": "认不出是什么"}),
        help=Words({"en": "It is in plain view, but you do not know it.", "zh": "看得清楚，但不认识。"}),
        key="Digit4",
    ),
)

OPT_OUTS = tuple(option.id for option in _WITHOUT_A_NAME)
"""Why a rater gave no name."""

DECLARATION = Declaration(
    name="naming",
    title=Words({"en": "Object naming", "zh": "物体命名"}),
    summary=Words(
        {
            "en": "Give the object in the red box the first name that comes to mind.",
            "zh": "看到红框里的物体，写下最先想到的名称。",
        }
    ),
    instruction=Words(
        {
            "en": "Name the object that the red box fits tightly.",
            "zh": "请说出红框紧紧套住的那个物体叫什么。",
        }
    ),
    shows="item",
    item={
        "image": Column(kind="image", about="The picture."),
        "box": Column(kind="box", about="The box around the object, [left, top, right, bottom] in pixels."),
        "domain": Column(
            kind="text", required=False, shown=False, about="Domain of the object, such as animals or vehicles."
        ),
        "reference_name": Column(
            kind="text", required=False, shown=False, about="The name another data set gives the object."
        ),
        "others": Column(
            kind="json",
            required=False,
            shown=False,
            about="Names of other things in the picture; round 2 plants them as controls.",
        ),
        "truth": Column(
            kind="json",
            required=False,
            shown=False,
            about='For simulated raters: `{"names": {"dog": 8, "animal": 2}, "visual": {...}, "referential": {...}}`.',
        ),
    },
    form=Form(
        fields={
            "name": Name(
                label=Words({"en": "What is in the red box?", "zh": "红框里是什么？"}),
                help=Words(
                    {
                        "en": "One name, the first that comes to mind.",
                        "zh": "只写一个名称，想到什么就写什么。",
                    }
                ),
                required=False,
                max_chars=200,
            ),
            "opt_out": Choice(
                label=Words({"en": "No name possible?", "zh": "无法命名？"}),
                options=_WITHOUT_A_NAME,
                required=False,
            ),
        },
        constraints=(
            Constraint(
                field="name",
                either_or="opt_out",
                message=Words(
                    {
                        "en": "Type one name, or say why you can give none.",
                        "zh": "请写一个名称；实在写不出，请选择原因。",
                    }
                ),
            ),
        ),
    ),
    timing=Timing(aim_seconds=10, fast_seconds=1),
    ratings=36,
    repeats=False,
    compares=False,
)
