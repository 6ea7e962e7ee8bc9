"""What is wrong with a pair of trajectories beyond its columns, and attention checks made from a study's own items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from beholder.declarations.column import Spot
from beholder.declarations.item import Candidate, Item
from beholder.declarations.reference import Expectation, Reference
from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.protocols.trajectories.declaration import Params
from beholder.protocols.trajectories.steps import KEYS, Step, read_step, read_trajectory, unseen_keys
from beholder.protocols.trajectories.wording import text

__all__ = ["check_item", "make_checks", "spots"]

# the same step so many times: nobody who reads takes it for reasoning
_LAPS = 6
_REACH = {"fraction": 1.0, "thousandths": 1000.0}


def check_item(item: Item, params: Params) -> Iterator[Problem]:
    """Steps that cannot be read, places outside the picture, missing answers, and flags that are neither true nor false."""
    for number, candidate in enumerate(item.candidates):
        where = candidate.where or f"{item.where} · candidates.{number}"
        yield from _check_candidate(item, candidate, params, where)


def _check_candidate(item: Item, candidate: Candidate, params: Params, where: str) -> Iterator[Problem]:
    columns = candidate.columns
    cut_off = columns.get("cut_off")
    if cut_off is not None and not isinstance(cut_off, bool):
        yield Problem(
            f"expected cut_off to be true or false, got {cut_off!r:.60}", "trajectories-cut-off", f"{where}.cut_off"
        )
    given = columns.get("steps")
    if not isinstance(given, list):
        hint = 'steps: [{"operation": "READ_TEXT", "arguments": [200, 200], "result": "HOTEL", "reasoning": "..."}]'
        yield Problem(f"expected a list of steps, got {given!r:.60}", "trajectories-steps", f"{where}.steps", hint)
        return
    readable = True
    unseen: set[str] = set()
    for number, one in enumerate(given):
        here = f"{where}.steps.{number}"
        try:
            step = read_step(one)
        except ValueError as error:
            readable = False
            yield Problem(str(error), "trajectories-step", here)
            continue
        said = isinstance(one, dict) and ("point" in one or "box" in one)
        if said and not params.picture:
            what = "the step has a place, and the study shows no picture"
            yield Problem(what, "trajectories-place", here, "give the picture, and `picture: true`", warning=True)
            continue
        if outside := _outside(step, item, params):
            # a place that was only guessed from arguments may be something else: that is no reason to refuse the item
            yield Problem(outside, "trajectories-place", here, _hint(params), warning=not said)
        unseen |= unseen_keys(one)
    if unseen:
        yield Problem(
            f"steps have {', '.join(sorted(map(repr, unseen)))}, which raters do not see",
            "trajectories-step-key",
            f"{where}.steps",
            f"shown are {', '.join(KEYS)}",
            warning=True,
        )
    if readable:
        yield from _check_end(candidate, where)


def _check_end(candidate: Candidate, where: str) -> Iterator[Problem]:
    trajectory = read_trajectory(candidate.columns)
    if trajectory.answer or trajectory.cut_off:
        return
    if not trajectory.steps:
        yield Problem("the trajectory has neither steps nor an answer", "trajectories-empty", where)
    else:
        yield Problem(
            "the trajectory has no final answer",
            "trajectories-no-answer",
            where,
            "give `answer`, or say `cut_off: true` so that raters are told",
            warning=True,
        )


def _outside(step: Step, item: Item, params: Params) -> str:
    region = step.box or step.point
    size = (item.columns.get("width"), item.columns.get("height"))
    reach = _REACH.get(params.coordinates)
    if reach is not None:
        size = (reach, reach)
    if region is None or not all(isinstance(side, int | float) for side in size):
        return ""
    bounds = [side for side in size if isinstance(side, int | float)] * (len(region) // 2)
    if all(0 <= value <= bound for value, bound in zip(region, bounds, strict=True)):
        return ""
    return f"the place {[*region]} lies outside the picture ({bounds[0]:g} × {bounds[1]:g})"


def spots(item: Item, params: Params) -> Iterator[Spot]:
    """The places that steps name in pixels; those in other units, and of pictures of a stated size, are checked above."""
    stated = all(isinstance(item.columns.get(name), int | float) for name in ("width", "height"))
    if params.coordinates != "pixels" or stated or not params.picture:
        return
    for number, candidate in enumerate(item.candidates):
        where = candidate.where or f"{item.where} · candidates.{number}"
        for at, given in enumerate(candidate.columns["steps"]):
            step = read_step(given)
            guessed = not (isinstance(given, dict) and ("point" in given or "box" in given))
            here = f"{where}.steps.{at}"
            if step.point is not None:
                yield Spot("point", step.point, here, guessed)
            if step.box is not None:
                yield Spot("box", step.box, here, guessed)


def _hint(params: Params) -> str:
    return f"places are read as {params.coordinates}; see the parameter `coordinates`"


def make_checks(items: tuple[Item, ...], count: int, rng: np.random.Generator) -> list[Item]:
    """Attention checks with an obvious gap: a trajectory of the study against one that goes in circles.

    The broken side repeats one step of another question and closes with that question's answer. Passed if the sound side
    is preferred. Items without a finished trajectory cannot become checks.
    """
    order = [items[i] for i in rng.permutation(len(items))]
    made: list[Item] = []
    for region, item in enumerate(order):
        sound = _sound(item)
        if sound is None or len(made) == count:
            continue
        donor = order[(region + 1) % len(order)]
        check_id = f"check-{len(made) + 1}"
        pair = [Candidate(check_id, "sound", {**sound, "truth": _GOOD}), _broken(check_id, donor, sound)]
        made.append(
            replace(
                item,
                id=check_id,
                candidates=tuple(pair[i] for i in rng.permutation(2)),
                kind=Showing.ATTENTION,
                reference=Reference(
                    expects=(Expectation.model_validate({"field": "preference", "system": "sound", "is": "win"}),),
                    why=_WHY,
                ),
            )
        )
    return made


_GOOD = {"correct": True, "coherence": 4.5, "efficiency": 4.0, "thoroughness": 4.0, "strength": 3.0}
_BAD = {"correct": False, "coherence": 1.0, "efficiency": 1.0, "thoroughness": 1.0, "strength": -3.0}
_WHY = text("attention-why")


def _sound(item: Item) -> dict[str, Any] | None:
    """The finished trajectory most likely to be good: right if the truth is known, then short without being one glance."""
    finished = [c for c in item.candidates if c.columns.get("steps") and c.columns.get("cut_off") is not True]
    if not finished:
        return None
    right = str(item.columns.get("ground_truth", "")).casefold()

    def merit(candidate: Candidate) -> tuple[bool, bool, int]:
        trajectory = read_trajectory(candidate.columns)
        is_right = bool(right) and trajectory.answer.casefold() == right
        return is_right, len(trajectory.steps) > 1, -len(trajectory.steps)

    return {name: value for name, value in max(finished, key=merit).columns.items() if name != "truth"}


def _broken(check_id: str, donor: Item, sound: dict[str, Any]) -> Candidate:
    lap = next((c.columns["steps"][0] for c in donor.candidates if c.columns.get("steps")), sound["steps"][0])
    other = str(donor.columns.get("ground_truth", ""))
    same = other.casefold() == read_trajectory(sound).answer.casefold()
    answer = "not known" if same or not other else other
    return Candidate(check_id, "broken", {"steps": [lap] * _LAPS, "answer": answer, "truth": _BAD})
