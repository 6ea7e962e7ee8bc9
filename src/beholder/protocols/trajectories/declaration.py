"""The declaration of the trajectories protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.declarations.item import Shown
from beholder.fields import Choice, Condition, Form, Option, Preference, Scale, Text
from beholder.protocols.protocol import PageTexts
from beholder.protocols.trajectories.anchors import COHERENCE, CONFIDENCE, EFFICIENCY, THOROUGHNESS
from beholder.protocols.trajectories.steps import Step, Trajectory, read_trajectory
from beholder.protocols.trajectories.wording import text
from beholder.text import Catalogue

__all__ = ["DECLARATION", "PROCESS", "Coordinates", "Params", "page_data", "page_text", "suggest_params", "tailor"]

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
    picture: bool = Field(
        default=True,
        description="Whether questions are about a picture. Without one, as for agents that work on code or text, items have "
        "no `image` and steps no places.",
    )
    read_to_end: bool = Field(
        default=True,
        description="Whether both trajectories must have been scrolled to their ends before an answer can be sent.",
    )


def page_data(shown: Shown, params: Params, language: str) -> dict[str, Any]:
    """Both trajectories in the order of their places. Nothing here depends on which system made them."""
    sides = [_side(slot[0].columns, params) for slot in shown.slots]
    return {"sides": [asdict(side) for side in sides], "identical": len(sides) == 2 and sides[0] == sides[1]}


def page_text(shown: Shown, params: Params, language: str) -> PageTexts:
    """The steps one below the other; what a step says beyond what raters see is left out."""
    told = Catalogue("trajectories", folder=Path(__file__).parent)
    sides = [_side(slot[0].columns, params) for slot in shown.slots]
    return PageTexts({}, [_side_text(side, told, language) for side in sides])


def _side(columns: Mapping[str, Any], params: Params) -> Trajectory:
    """The trajectory as it is shown; numbers among its arguments are no places where there is no picture."""
    side = read_trajectory(columns)
    if params.picture:
        return side
    return replace(side, steps=tuple(replace(step, point=None, box=None) for step in side.steps))


def _side_text(side: Trajectory, told: Catalogue, language: str) -> dict[str, str]:
    cut_off = told.format(language, "trajectories-cut-off") if side.cut_off else ""
    answer = side.answer or told.format(language, "trajectories-no-answer")
    steps = [f"{number}. {_step_text(step)}" for number, step in enumerate(side.steps, start=1)]
    return {"steps": "\n".join(steps) or "–", "answer": answer, "cut_off": cut_off}


def _step_text(step: Step) -> str:
    called = f"{step.operation}({step.arguments})" if step.operation else ""
    place = "".join(f" @{list(one)}" for one in (step.point, step.box) if one)
    return "\n   ".join(part for part in (step.reasoning, called + place, step.result and f"→ {step.result}") if part)


PROCESS = ("coherence", "efficiency", "thoroughness")
"""The fields about how an answer was reached, as against whether it is right."""

# the three scales of a side share the digits: the page gives a digit to the question at hand
_NO_KEYS: dict[int, str] = {}

_SIDE = {
    "correct": Choice(
        label=text("correct-label"),
        help=text("correct-help"),
        options=(
            Option(id="yes", label=text("correct-yes"), key="KeyY"),
            Option(id="no", label=text("correct-no"), key="KeyN"),
        ),
    ),
    "coherence": Scale(
        label=text("coherence-label"),
        help=text("coherence-help"),
        anchors=COHERENCE,
        point_keys=_NO_KEYS,
    ),
    "efficiency": Scale(
        label=text("efficiency-label"),
        help=text("efficiency-help"),
        anchors=EFFICIENCY,
        point_keys=_NO_KEYS,
    ),
    "thoroughness": Scale(
        label=text("thoroughness-label"),
        help=text("thoroughness-help"),
        anchors=THOROUGHNESS,
        point_keys=_NO_KEYS,
    ),
}

DECLARATION = Declaration(
    name="trajectories",
    version=1,
    title=text("title"),
    summary=text("summary"),
    instruction=text("instruction"),
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
                label=text("preference-label"),
                help=text("preference-help"),
                left=text("preference-left"),
                tie=text("preference-tie"),
                right=text("preference-right"),
                # arrows would also move a focused scale, so that a key meant for the comparison would change a score
                side_keys=("KeyA", "KeyB", "KeyE"),
                after_candidates=True,
            ),
            "confidence": Scale(
                label=text("confidence-label"),
                anchors=CONFIDENCE,
                after_candidates=True,
            ),
            "comment": Text(
                label=text("comment-label"),
                help=text("comment-help"),
                max_chars=2000,
                after_candidates=True,
            ),
        },
    ),
    timing=Timing(
        aim_seconds=180,
        aim_from_seconds=120,
        most_seconds=300,
        fast_seconds=30,
        break_every_minutes=30,
        break_minutes=5,
        session_minutes=120,
    ),
    ratings=3,
    # whether an answer is right is a check on the side; what the study asks for is the comparison
    watch="preference",
    headline="preference",
)


_OF_PICTURES = ("image", "width", "height")


def suggest_params(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """`picture: false` where no item has one."""
    return {} if any(row.get("image") for row in rows) else {"picture": False}


def tailor(declaration: Declaration, params: Params) -> Declaration:
    """The declaration with correctness asked before or after the process scores, and a picture or none, as the study says."""
    if not params.picture:
        comment = declaration.form.fields["comment"].model_copy(update={"help": text("comment-help-text-only")})
        declaration = declaration.model_copy(
            update={
                "item": {name: column for name, column in declaration.item.items() if name not in _OF_PICTURES}
                | {"question": Column(about="What was asked.")},
                "summary": text("summary-text-only"),
                "instruction": text("instruction-text-only"),
                "form": declaration.form.model_copy(update={"fields": {**declaration.form.fields, "comment": comment}}),
            }
        )
    if params.ask_first == "correctness":
        return declaration
    side = dict(declaration.form.candidate_fields)
    correct = side.pop("correct").model_copy(
        update={"show_when": Condition(field="thoroughness", answered=True)},
    )
    form = declaration.form.model_copy(update={"candidate_fields": {**side, "correct": correct}})
    return declaration.model_copy(update={"form": form})
