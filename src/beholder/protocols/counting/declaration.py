"""The declaration of the counting protocol, as its parameters make it."""

from __future__ import annotations

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import AnyField, Condition, Constraint, Count, Flags, Form, Option, Text
from beholder.protocols.counting.params import MORE_KEY, Flag, Params
from beholder.protocols.counting.wording import text

__all__ = ["DECLARATION", "tailor"]


def _count(limit: int) -> Count:
    return Count(
        label=text("count-label", limit=limit),
        max=limit,
        more=True,
        more_label=text("count-more", limit=limit),
        more_key=MORE_KEY,
    )


def _clipped(limit: int) -> Count:
    return Count(
        label=text("clipped-label"),
        help=text("clipped-help"),
        max=limit,
        show_when=Condition(field="count", not_=f">{limit}"),
    )


def _comment(flags: tuple[Flag, ...]) -> Text:
    asking = tuple(flag.id for flag in flags if flag.comment)
    return Text(
        label=text("comment-label"),
        max_chars=1000,
        show_when=Condition(field="flags", has_any=asking) if asking else None,
    )


def _needs_comment(flag: Flag) -> Constraint:
    start = flag.comment_starts
    told = flag.comment_starts_translated or start
    message = text("comment-must-begin", start=told) if start else text("comment-say-why", flag=flag.label)
    return Constraint(
        field="comment",
        required_when=Condition(field="flags", has=flag.id),
        starts_with=start,
        starts_translated=flag.comment_starts_translated,
        message=message,
    )


def _form(params: Params) -> Form:
    fields: dict[str, AnyField] = {"count": _count(params.limit), "clipped": _clipped(params.limit)}
    if params.flags:
        fields["flags"] = Flags(
            label=text("flags-label"),
            options=tuple(Option(id=f.id, label=f.label, help=f.help, key=f.key) for f in params.flags),
        )
    fields["comment"] = _comment(params.flags)
    return Form(
        fields=fields,
        constraints=(
            Constraint(field="clipped", at_most="count", message=text("clipped-at-most-count")),
            *(_needs_comment(flag) for flag in params.flags if flag.comment),
        ),
    )


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """The declaration with the limit and the flags of a study."""
    return declaration.model_copy(update={"form": _form(params)})


DECLARATION = Declaration(
    name="counting",
    version=1,
    title=text("title"),
    summary=text("summary"),
    instruction=text("instruction"),
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
    headline="exact",
    measures=("exact",),
    ratings=3,
)
