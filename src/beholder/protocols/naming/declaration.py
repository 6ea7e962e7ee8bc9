"""What a trial of naming shows and asks: a picture with one red box, and the first name that comes to mind."""

from __future__ import annotations

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Choice, Constraint, Form, Name, Option
from beholder.protocols.naming.wording import text

__all__ = ["DECLARATION", "OPT_OUTS"]

_WITHOUT_A_NAME = (
    Option(
        id="occluded",
        label=text("occluded"),
        help=text("occluded-help"),
        key="Digit1",
    ),
    Option(
        id="unclear",
        label=text("unclear"),
        help=text("unclear-help"),
        key="Digit2",
    ),
    Option(
        id="not-one-object",
        label=text("not-one-object"),
        help=text("not-one-object-help"),
        key="Digit3",
    ),
    Option(
        id="cannot-tell",
        label=text("cannot-tell"),
        help=text("cannot-tell-help"),
        key="Digit4",
    ),
)

OPT_OUTS = tuple(option.id for option in _WITHOUT_A_NAME)
"""Why a rater gave no name."""

DECLARATION = Declaration(
    name="naming",
    title=text("title"),
    summary=text("summary"),
    instruction=text("instruction"),
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
                label=text("name-label"),
                help=text("name-help"),
                required=False,
                max_chars=200,
            ),
            "opt_out": Choice(
                label=text("opt-out-label"),
                options=_WITHOUT_A_NAME,
                required=False,
            ),
        },
        constraints=(
            Constraint(
                field="name",
                either_or="opt_out",
                message=text("name-or-reason"),
            ),
        ),
    ),
    timing=Timing(aim_seconds=10, fast_seconds=1),
    ratings=36,
    repeats=False,
    compares=False,
)
