"""The declaration of the counting protocol, as its parameters make it."""

from __future__ import annotations

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Condition, Constraint, Count, Flags, Form, Option, Text, Words
from beholder.fields.form import AnyField
from beholder.protocols.counting.params import MORE_KEY, Flag, Params

__all__ = ["DECLARATION", "tailor"]


def _count(limit: int) -> Count:
    return Count(
        label=Words({"en": f"Exact number, if {limit} or less", "zh": f"准确数量（{limit} 个及以下）"}),
        max=limit,
        more=True,
        more_label=Words(
            {"en": f"Definitely more than {limit} (only if sure)", "zh": f"肯定超过 {limit} 个（有把握才选）"}
        ),
        more_key=MORE_KEY,
    )


def _clipped(limit: int) -> Count:
    return Count(
        label=Words({"en": "How many are clipped by the edge of the picture?", "zh": "其中有几个被画面边缘截掉？"}),
        help=Words(
            {"en": "Less than half of the object lies inside the picture.", "zh": "物体在画面内的部分不到一半才算。"}
        ),
        max=limit,
        show_when=Condition(field="count", not_=f">{limit}"),
    )


def _comment(flags: tuple[Flag, ...]) -> Text:
    asking = tuple(flag.id for flag in flags if flag.comment)
    return Text(
        label=Words({"en": "Comment", "zh": "备注"}),
        max_chars=1000,
        show_when=Condition(field="flags", has_any=asking) if asking else None,
    )


def _needs_comment(flag: Flag) -> Constraint:
    start = flag.comment_starts
    message = (
        {"en": f"Begin the comment with “{start}” and say what it is.", "zh": f"备注请以“{start}”开头，写明是什么。"}
        if start
        else {"en": f"Say why you ticked “{flag.label.to('en')}”.", "zh": f"请说明为什么勾选“{flag.label.to('zh')}”。"}
    )
    return Constraint(
        field="comment",
        required_when=Condition(field="flags", has=flag.id),
        starts_with=start,
        message=Words(message),
    )


def _form(params: Params) -> Form:
    fields: dict[str, AnyField] = {"count": _count(params.limit), "clipped": _clipped(params.limit)}
    if params.flags:
        fields["flags"] = Flags(
            label=Words({"en": "What is noteworthy?", "zh": "有什么值得注意？"}),
            options=tuple(Option(id=f.id, label=f.label, help=f.help, key=f.key) for f in params.flags),
        )
    fields["comment"] = _comment(params.flags)
    clipped_message = {
        "en": "There cannot be more clipped objects than objects.",
        "zh": "被截掉的数量不能多于总数。",
    }
    return Form(
        fields=fields,
        constraints=(
            Constraint(field="clipped", at_most="count", message=Words(clipped_message)),
            *(_needs_comment(flag) for flag in params.flags if flag.comment),
        ),
    )


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """The declaration with the limit and the flags of a study."""
    return declaration.model_copy(update={"form": _form(params)})


DECLARATION = Declaration(
    name="counting",
    version=1,
    title=Words({"en": "Counting objects", "zh": "数物体"}),
    summary=Words(
        {
            "en": "Count the objects in each generated picture, say how many the edge clips, and tick what is noteworthy.",
            "zh": "数一数每张生成图片里的物体，填写被画面边缘截掉的个数，并勾选值得注意的地方。",
        }
    ),
    instruction=Words(
        {
            "en": "Count every object of the type named, even if only a sliver of it can be seen.",
            "zh": "请数出指定类型的所有物体，哪怕只露出一点点也要算。",
        }
    ),
    shows="item",
    item={
        "image": Column(kind="image", about="The picture: the output of the item's system."),
        "object_type": Column(kind="text", about="What is to be counted: one of the study's object types."),
        "requested": Column(kind="number", required=False, shown=False, about="How many the system was asked for."),
        "prompt": Column(kind="text", required=False, shown=False, about="The text the system was given."),
        "seed": Column(kind="text", required=False, shown=False, about="The seed the system was given."),
        "truth": Column(
            kind="json",
            required=False,
            shown=False,
            about="What is really there, for checks and simulated raters: count, clipped, cut, doubtful, merged, flags, others.",
        ),
    },
    form=_form(Params()),
    timing=Timing(aim_seconds=20, fast_seconds=2),
    ratings=3,
)
