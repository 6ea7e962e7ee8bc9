"""What a trial of naming-verify shows and asks: a boxed object, the names it was given, which fit, which mean the same."""

from __future__ import annotations

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Choice, Condition, Form, Groups, Option, Words

__all__ = ["VERIFY_DECLARATION"]

VERIFY_DECLARATION = Declaration(
    name="naming-verify",
    title=Words({"en": "Checking names", "zh": "名称核对"}),
    summary=Words(
        {
            "en": "Say how well each name fits the object in the red box, and which names were meant for the same object.",
            "zh": "逐个判断名称是否适合红框里的物体，再把指同一物体的名称归为一组。",
        }
    ),
    instruction=Words(
        {
            "en": "Judge every name, then put names meant for the same object into one group.",
            "zh": "先逐个判断名称，再把指同一物体的名称归入同一组。",
        }
    ),
    shows="all",
    item={
        "image": Column(kind="image", about="The picture."),
        "box": Column(kind="box", about="The box around the object, [left, top, right, bottom] in pixels."),
        "domain": Column(kind="text", required=False, shown=False, about="Domain of the object."),
        "truth": Column(
            kind="json", required=False, shown=False, about="What round 1 knew of the object, for simulated raters."
        ),
    },
    candidate={
        "name": Column(kind="text", about="The name as shown."),
        "count": Column(kind="number", required=False, shown=False, about="How often the name was given in round 1."),
        "planted": Column(
            kind="text",
            required=False,
            shown=False,
            about="For names nobody gave: the kind of control (`typo`, `other-object`, `random`).",
        ),
        "control": Column(
            kind="text",
            required=False,
            shown=False,
            about="`right` for a name of round 1 that is known to be right and so serves as a control.",
        ),
        "copy_of": Column(
            kind="text", required=False, shown=False, about="The system of the name that a typo was made from."
        ),
        "truth": Column(
            kind="json",
            required=False,
            shown=False,
            about='For simulated raters: `{"adequacy": 1, "type": "none", "object": "1"}`.',
        ),
    },
    form=Form(
        candidate_fields={
            "adequacy": Choice(
                label=Words({"en": "Does the name fit?", "zh": "这个名称合适吗？"}),
                options=(
                    Option(id="perfect", label=Words({"en": "Perfectly", "zh": "完全合适"}), key="KeyA"),
                    Option(id="slight", label=Words({"en": "Slightly off", "zh": "略有不妥"}), key="KeyS"),
                    Option(id="inadequate", label=Words({"en": "Not at all", "zh": "完全不合适"}), key="KeyD"),
                ),
                ordered=True,
                scores={"perfect": 1, "slight": 0.5, "inadequate": 0},
            ),
            "inadequacy": Choice(
                label=Words({"en": "What is wrong with it?", "zh": "问题在哪里？"}),
                options=(
                    Option(
                        id="referential",
                        label=Words({"en": "Not the boxed thing", "zh": "框的不是它"}),
                        help=Words(
                            {
                                "en": "The named thing is there, but the box is not tight around it.",
                                "zh": "名称所指的东西在图里，但红框没有紧紧套住它。",
                            }
                        ),
                        key="KeyR",
                    ),
                    Option(
                        id="visual",
                        label=Words({"en": "Mistaken for it", "zh": "认错了"}),
                        help=Words(
                            {
                                "en": "The boxed thing was taken for something it is not.",
                                "zh": "把框里的东西看成了别的东西。",
                            }
                        ),
                        key="KeyV",
                    ),
                    Option(
                        id="linguistic",
                        label=Words({"en": "Wrong word or spelling", "zh": "用词或拼写有误"}),
                        help=Words(
                            {
                                "en": "You see what was meant, but it is not written or said so.",
                                "zh": "看得出想说什么，但写法或用词不对。",
                            }
                        ),
                        key="KeyL",
                    ),
                    Option(
                        id="other",
                        label=Words({"en": "Something else", "zh": "其他问题"}),
                        help=Words(
                            {
                                "en": "For instance, the name has nothing to do with the picture.",
                                "zh": "例如名称与图片毫无关系。",
                            }
                        ),
                        key="KeyO",
                    ),
                ),
                show_when=Condition.model_validate({"field": "adequacy", "any_of": ["slight", "inadequate"]}),
            ),
        },
        fields={
            "group": Groups(
                label=Words({"en": "Same object, same group", "zh": "同一物体，归为一组"}),
                help=Words(
                    {
                        "en": "Names meant for the same object get the same number, whether they fit or not. Every name "
                        "needs a group; it may be alone in it.",
                        "zh": "指同一物体的名称用同一个编号，不管合适不合适。每个名称都要有组，可以自成一组。",
                    }
                ),
            ),
        },
    ),
    timing=Timing(aim_seconds=45, fast_seconds=4),
    ratings=3,
    merge_equal="name",
    compares=False,
)
