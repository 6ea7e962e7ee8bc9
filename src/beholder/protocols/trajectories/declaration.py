"""The declaration of the trajectories protocol."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.declarations.item import Shown
from beholder.fields import Choice, Condition, Form, Option, Preference, Scale, Text, Words
from beholder.protocols.trajectories.anchors import COHERENCE, CONFIDENCE, EFFICIENCY, THOROUGHNESS
from beholder.protocols.trajectories.steps import read_trajectory

__all__ = ["DECLARATION", "PROCESS", "Coordinates", "Params", "page_data", "tailor"]

Coordinates = Literal["pixels", "fraction", "thousandths"]


class Params(BaseModel):
    """Settings under `params:` in a trajectories study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ask_first: Literal["correctness", "process"] = Field(
        default="correctness",
        description="What is asked first of each side. With `process`, the reference answer and the question about "
        "correctness appear only once both sides have their process scores, so that they cannot colour them.",
    )
    coordinates: Coordinates = Field(
        default="pixels",
        description="How steps give their places: `pixels` of the picture, `fraction` (0 to 1) or `thousandths` (0 to 1000) "
        "of its width and height.",
    )
    read_to_end: bool = Field(
        default=True,
        description="Whether both trajectories must have been scrolled to their ends before an answer can be sent.",
    )


def page_data(shown: Shown, params: Params, language: str) -> dict[str, Any]:
    """Both trajectories in the order of their places. Nothing here depends on which system made them."""
    sides = [read_trajectory(place[0].columns) for place in shown.slots]
    return {"sides": [asdict(side) for side in sides], "identical": len(sides) == 2 and sides[0] == sides[1]}


PROCESS = ("coherence", "efficiency", "thoroughness")
"""The fields about how an answer was reached, as against whether it is right."""

# the three scales of a side share the digits: the page gives a digit to the question at hand
_NO_KEYS: dict[int, str] = {}

_SIDE = {
    "correct": Choice(
        label=Words({"en": "Is the final answer right?", "zh": "最后的答案对吗？"}),
        help=Words(
            {
                "en": "Yes only if it says the same as the reference answer, word for word or in meaning. Without a reference "
                "answer, use your best judgment.",
                "zh": "与参考答案一字不差或意思相同才算“对”。没有参考答案时，请凭自己的判断。",
            }
        ),
        options=(
            Option(id="yes", label=Words({"en": "Yes", "zh": "对"}), key="KeyY"),
            Option(id="no", label=Words({"en": "No", "zh": "不对"}), key="KeyN"),
        ),
    ),
    "coherence": Scale(
        label=Words({"en": "Coherence", "zh": "连贯性"}),
        help=Words(
            {
                "en": "Does one step lead to the next, and does it all fit together?",
                "zh": "步骤是否环环相扣，前后是否一致？",
            }
        ),
        anchors=COHERENCE,
        point_keys=_NO_KEYS,
    ),
    "efficiency": Scale(
        label=Words({"en": "Efficiency", "zh": "效率"}),
        help=Words({"en": "How cleverly does it look and reason?", "zh": "查看和推理是否聪明、不绕弯？"}),
        anchors=EFFICIENCY,
        point_keys=_NO_KEYS,
    ),
    "thoroughness": Scale(
        label=Words({"en": "Thoroughness", "zh": "充分性"}),
        help=Words({"en": "Does it look at everything that matters?", "zh": "该看的都看了吗？"}),
        anchors=THOROUGHNESS,
        point_keys=_NO_KEYS,
    ),
}

DECLARATION = Declaration(
    name="trajectories",
    version=1,
    title=Words({"en": "Reasoning, compared", "zh": "推理过程对比"}),
    summary=Words(
        {
            "en": "Two ways of reasoning to an answer about a picture: judge each by itself, then say which you prefer.",
            "zh": "针对一张图片的同一个问题，有两个推理过程：先分别评判，再说更喜欢哪一个。",
        }
    ),
    instruction=Words(
        {
            "en": "Read the question, look at the picture, judge A, then B, then compare them.",
            "zh": "先读问题、看图片，然后评 A，再评 B，最后比较两者。",
        }
    ),
    shows="pair",
    item={
        "question": Column(about="What was asked about the picture."),
        "image": Column(kind="image", about="The picture."),
        "ground_truth": Column(
            required=False, about="The reference answer, if there is one; shown with the question about correctness."
        ),
        "width": Column(
            kind="number", required=False, shown=False, about="Width of the picture; places are then checked."
        ),
        "height": Column(
            kind="number", required=False, shown=False, about="Height of the picture; places are then checked."
        ),
    },
    candidate={
        "steps": Column(
            kind="json",
            about="A list of steps: {operation, arguments, result, reasoning} and, where it has a place, {point} or {box}.",
        ),
        "answer": Column(required=False, about="The final answer; left out only where the trajectory was cut off."),
        "cut_off": Column(kind="json", required=False, about="true if the trajectory ends before its time."),
        "truth": Column(kind="json", required=False, shown=False, about="Known quality, for simulated raters."),
    },
    form=Form(
        candidate_fields=_SIDE,
        fields={
            "preference": Preference(
                label=Words({"en": "Which reasoning do you prefer?", "zh": "您更喜欢哪个推理过程？"}),
                help=Words(
                    {
                        "en": "All in all, with everything you judged above.",
                        "zh": "综合以上各项来看。",
                    }
                ),
                left=Words({"en": "A is clearly better", "zh": "A 明显更好"}),
                tie=Words({"en": "Roughly equal", "zh": "大致相当"}),
                right=Words({"en": "B is clearly better", "zh": "B 明显更好"}),
                # arrows would also move a focused scale, so that a key meant for the comparison would change a score
                side_keys=("KeyA", "KeyB", "KeyE"),
                after_candidates=True,
            ),
            "confidence": Scale(
                label=Words({"en": "How sure are you?", "zh": "您有多大把握？"}),
                anchors=CONFIDENCE,
                after_candidates=True,
            ),
            "comment": Text(
                label=Words({"en": "Comment (optional)", "zh": "备注（可不填）"}),
                help=Words(
                    {
                        "en": "Note a cut-off or identical pair, a wrong picture, or a reference answer you doubt.",
                        "zh": "如遇过程被截断、两边相同、图片有误，或对参考答案有疑问，请写明。",
                    }
                ),
                max_chars=2000,
                after_candidates=True,
            ),
        },
    ),
    timing=Timing(
        aim_seconds=150,
        most_seconds=300,
        fast_seconds=30,
        break_every_minutes=30,
        break_minutes=5,
        session_minutes=120,
    ),
    ratings=3,
)


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """The declaration with correctness asked before or after the process scores, as the study wishes."""
    if params.ask_first == "correctness":
        return declaration
    side = dict(declaration.form.candidate_fields)
    correct = side.pop("correct").model_copy(
        update={"show_when": Condition(field="thoroughness", answered=True)},
    )
    form = declaration.form.model_copy(update={"candidate_fields": {**side, "correct": correct}})
    return declaration.model_copy(update={"form": form})
