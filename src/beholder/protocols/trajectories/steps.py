"""The steps of a trajectory: what was done, with what, what came of it, why, and where on the picture."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["KEYS", "Step", "Trajectory", "read_step", "read_trajectory", "unseen_keys"]

_KNOWN_AS = {
    "operation": ("action", "tool", "tool_name", "function"),
    "arguments": ("action_input", "tool_input", "input", "args", "parameters"),
    "result": ("observation", "output", "response"),
    "reasoning": ("thought", "thoughts", "rationale", "think"),
}
"""What agents that log thought, action and observation (ReAct) call the parts of a step."""
KEYS = ("operation", "arguments", "result", "reasoning", "point", "box")
"""What a step may say; other keys are kept and never shown."""

_CALL = re.compile(r"^\s*([A-Za-z_][\w.]*)\s*\((.*?)\)\s*(?:(?:→|->|=>|⇒)\s*(.*))?$", re.DOTALL)
_NUMBERS = re.compile(r"^[\s(\[]*(-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)+)[\s)\]]*$")
_FINAL = re.compile(r"^final[\s_-]?answer$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One step as it is shown. `point` is (x, y), `box` (left, top, right, bottom), in the study's coordinates."""

    operation: str = ""
    arguments: str = ""
    result: str = ""
    reasoning: str = ""
    point: tuple[float, ...] | None = None
    box: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Trajectory:
    """All steps, the final answer (empty if there is none), and whether it was cut off."""

    steps: tuple[Step, ...]
    answer: str
    cut_off: bool


def read_step(given: Any) -> Step:
    """A step from an object, or from a text such as `READ_TEXT(200, 200) → Text: HOTEL`.

    A place that is not said is taken from the arguments where they are plainly one: `x` and `y`, `point`, `box` or `bbox`,
    or nothing but two or four numbers. Raises ValueError with what is wrong.
    """
    if isinstance(given, str) and given.strip():
        call = _CALL.match(given)
        if call is None:
            return Step(reasoning=given.strip())
        operation, arguments, result = call.groups()
        return _placed(Step(operation, arguments.strip(), (result or "").strip()), arguments)
    if not isinstance(given, Mapping):
        raise ValueError(f"expected an object such as {{operation, arguments, result, reasoning}}, got {given!r:.60}")  # noqa: TRY004 - one kind of mistake, one kind of error
    given = _known_names(given)
    arguments = given.get("arguments")
    step = Step(
        operation=_plain(given.get("operation"), "operation"),
        arguments=_listed(arguments),
        result=_written(given.get("result")),
        reasoning=_plain(given.get("reasoning"), "reasoning"),
    )
    if not (step.operation or step.result or step.reasoning):
        raise ValueError("the step has neither operation nor result nor reasoning")
    point, box = given.get("point"), given.get("box")
    if point is None and box is None:
        return _placed(step, arguments)
    return replace(step, point=_numbers(point, 2, "point"), box=_box(box))


def _known_names(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The step by our names; what is there under our own name stays."""
    found = dict(given)
    for ours, others in _KNOWN_AS.items():
        theirs = next((name for name in others if name in given), None)
        if ours not in given and theirs is not None:
            found[ours] = found.pop(theirs)
    return found


def unseen_keys(given: Any) -> set[str]:
    """Keys of a step that no rater sees, by whatever name the others go."""
    return set(_known_names(given)) - set(KEYS) if isinstance(given, Mapping) else set()


def read_trajectory(columns: Mapping[str, Any]) -> Trajectory:
    """The trajectory of a candidate. A closing FINAL_ANSWER step gives the answer if the column `answer` does not."""
    given = columns.get("steps") or []
    steps = [read_step(one) for one in given]
    answer = columns.get("answer")
    text = "" if answer is None else str(answer)
    if steps and _FINAL.match(steps[-1].operation):
        last = steps.pop()
        text = text or last.result or last.arguments
        if last.reasoning:
            steps.append(Step(reasoning=last.reasoning))
    return Trajectory(tuple(steps), text, columns.get("cut_off") is True)


def _plain(value: Any, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"expected {name} to be text, got {value!r:.60}")  # noqa: TRY004 - see read_step
    return value.strip()


def _written(value: Any) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _listed(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={_written(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_written(one) for one in value)
    return _written(value)


def _numbers(value: Any, count: int, name: str) -> tuple[float, ...] | None:
    if value is None:
        return None
    fine = isinstance(value, list | tuple) and len(value) == count and all(_is_number(one) for one in value)
    if not fine:
        raise ValueError(f"expected {name} to be {count} numbers, got {value!r:.60}")
    return tuple(value)


def _box(value: Any) -> tuple[float, ...] | None:
    box = _numbers(value, 4, "box")
    if box is not None and (box[2] <= box[0] or box[3] <= box[1]):
        raise ValueError(f"the box {list(box)} has no area; it is [left, top, right, bottom]")
    return box


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _placed(step: Step, arguments: Any) -> Step:
    """The step with the place its arguments name, if they plainly name one; never an error."""
    found: Any = arguments
    if isinstance(arguments, Mapping):
        corner = [arguments.get("x"), arguments.get("y")]
        found = next((arguments[name] for name in ("box", "bbox", "point") if name in arguments), corner)
    elif isinstance(arguments, str):
        match = _NUMBERS.match(arguments)
        found = [float(one) if "." in one else int(one) for one in match[1].split(",")] if match else None
    if not isinstance(found, list | tuple) or not all(_is_number(one) for one in found):
        return step
    if len(found) == 2:
        return replace(step, point=tuple(found))
    if len(found) == 4 and found[2] > found[0] and found[3] > found[1]:
        return replace(step, box=tuple(found))
    return step
