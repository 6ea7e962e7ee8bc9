"""What a trial of naming-verify shows and asks: a boxed object, the names it was given, which fit, which mean the same."""

from __future__ import annotations

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.fields import Choice, Condition, Form, Groups, Option
from beholder.protocols.naming.verify.wording import text

__all__ = ["VERIFY_DECLARATION"]

VERIFY_DECLARATION = Declaration(
    name="naming-verify",
    title=text("title"),
    summary=text("summary"),
    instruction=text("instruction"),
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
                label=text("adequacy-label"),
                options=(
                    Option(id="perfect", label=text("perfect"), key="KeyA"),
                    Option(id="slight", label=text("slight"), key="KeyS"),
                    Option(id="inadequate", label=text("inadequate"), key="KeyD"),
                ),
                ordered=True,
                scores={"perfect": 1, "slight": 0.5, "inadequate": 0},
            ),
            "inadequacy": Choice(
                label=text("inadequacy-label"),
                options=(
                    Option(
                        id="referential",
                        label=text("referential"),
                        help=text("referential-help"),
                        key="KeyR",
                    ),
                    Option(
                        id="visual",
                        label=text("visual"),
                        help=text("visual-help"),
                        key="KeyV",
                    ),
                    Option(
                        id="linguistic",
                        label=text("linguistic"),
                        help=text("linguistic-help"),
                        key="KeyL",
                    ),
                    Option(
                        id="other",
                        label=text("other"),
                        help=text("other-help"),
                        key="KeyO",
                    ),
                ),
                show_when=Condition.model_validate({"field": "adequacy", "any_of": ["slight", "inadequate"]}),
            ),
        },
        fields={
            "group": Groups(
                label=text("group-label"),
                help=text("group-help"),
            ),
        },
    ),
    timing=Timing(aim_seconds=45, fast_seconds=4),
    ratings=3,
    merge_equal="name",
    compares=False,
)
