"""Worked examples: the two of the method's own guideline, and one for each rule that is easily forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from beholder.protocols.trajectories import ways
from beholder.protocols.trajectories.agents import Sketch
from beholder.protocols.trajectories.wording import text
from beholder.scenes import Placement, Scene, SceneQuestion, StageSpec, compose
from beholder.text import Words

__all__ = ["SIZE", "WORKED", "WorkedPair"]

# pixels: fits beside two trajectories on a laptop's page
SIZE = (800, 600)

_STREET = StageSpec(
    place="street",
    things=(
        Placement(thing="building", colour="blue", text="HOTEL", x=0.4, depth=0.05),
        Placement(thing="car", colour="yellow", x=0.84, depth=0.4),
    ),
    seed=3,
    size=SIZE,
)
_CROSSING = StageSpec(
    place="street",
    things=(
        Placement(thing="house", colour="white", x=0.2, depth=0.05),
        Placement(thing="sign", colour="red", text="STOP", x=0.5, depth=0.9, size=1.6),
    ),
    seed=8,
    size=SIZE,
)
_PARK = StageSpec(
    place="park",
    things=(
        Placement(thing="ball", colour="red", x=0.2, depth=0.7),
        Placement(thing="ball", colour="red", x=0.5, depth=0.5),
        Placement(thing="ball", colour="blue", name="ball-blue", x=0.8, depth=0.8),
        Placement(thing="dog", colour="orange", x=0.65, depth=0.3),
    ),
    seed=3,
    size=SIZE,
)
_TABLE = StageSpec(
    place="table",
    things=(
        Placement(thing="bowl", colour="white", x=0.25, depth=0.5),
        Placement(thing="cup", colour="blue", x=0.6, depth=0.6),
        Placement(thing="apple", colour="red", x=0.82, depth=0.8),
    ),
    seed=5,
    size=SIZE,
)

_ROOM = StageSpec(
    place="room",
    things=(
        Placement(thing="sofa", colour="blue", x=0.3, depth=0.2),
        Placement(thing="table", x=0.75, depth=0.45),
        Placement(thing="book", colour="green", on="table"),
        Placement(thing="lamp", colour="yellow", x=0.56, depth=0.1),
        Placement(thing="cat", colour="orange", x=0.36, depth=0.75),
    ),
    seed=4,
    size=SIZE,
)
_ROAD = StageSpec(
    place="street",
    things=(
        Placement(thing="house", colour="white", x=0.2, depth=0.05),
        Placement(thing="car", colour="red", x=0.16, depth=0.6, size=0.6),
        Placement(thing="car", colour="white", x=0.5, depth=0.35, size=0.6),
        Placement(thing="car", colour="blue", x=0.84, depth=0.7, size=0.6),
    ),
    seed=6,
    size=SIZE,
)

_RED = "How many red balls are there?"
_CUP = "What colour is the cup?"
_CAT = "Is there a cat in the room?"
_CARS = "How many cars are there?"

Range = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a worked example: how it goes about it, and which scores are right for it."""

    go: Callable[[Sketch], str | None]
    coherence: Range | None = None
    efficiency: Range | None = None
    thoroughness: Range | None = None
    correct: bool | None = None
    cut_off: bool = False


@dataclass(frozen=True, kw_only=True)
class WorkedPair:
    """A picture, a question, two sides, who is preferred: `first`, `second` or `tie`."""

    rule: str
    stage: StageSpec
    question: str
    truth: str
    first: Side
    second: Side
    prefer: str

    @property
    def why(self) -> Words:
        """The reason for the reference, as raters read it."""
        return text(f"practice-{self.rule}")

    @property
    def scene(self) -> Scene:
        """The painted scene."""
        return _painted(self.stage)

    def item(self, image: str) -> dict[str, Any]:
        """The item as a line of an items file."""
        sides = {"first": self.first, "second": self.second}
        return {
            "id": f"practice-{self.rule}",
            "kind": "practice",
            "question": self.question,
            "image": image,
            "ground_truth": self.truth,
            "width": SIZE[0],
            "height": SIZE[1],
            "candidates": [self._candidate(name, side) for name, side in sides.items()],
            "reference": {"expects": [*self._expected(sides)], "why": self.why.root},
        }

    def _candidate(self, name: str, side: Side) -> dict[str, Any]:
        about = SceneQuestion(self.question, self.truth, "", ())
        sketch = Sketch(self.scene, about, np.random.default_rng(0))
        answer = side.go(sketch)
        made: dict[str, Any] = {"system": name, "steps": sketch.steps}
        if answer is not None:
            made["answer"] = answer
        return {**made, "cut_off": True} if side.cut_off else made

    def _expected(self, sides: dict[str, Side]) -> list[dict[str, Any]]:
        expects: list[dict[str, Any]] = []
        for name, side in sides.items():
            if side.correct is not None:
                expects.append({"field": "correct", "system": name, "is": "yes" if side.correct else "no"})
            spans = {scale: getattr(side, scale) for scale in ("coherence", "efficiency", "thoroughness")}
            expects += [
                {"field": scale, "system": name, "at_least": span[0], "at_most": span[1]}
                for scale, span in spans.items()
                if span is not None
            ]
        winner = "first" if self.prefer == "tie" else self.prefer
        expects.append({"field": "preference", "system": winner, "is": "tie" if self.prefer == "tie" else "win"})
        return expects


@cache
def _painted(stage: StageSpec) -> Scene:
    return compose(stage)


WORKED = (
    WorkedPair(
        rule="sky",
        stage=_STREET,
        question="What kind of building is this?",
        truth="a hotel",
        first=Side(go=ways.hotel_sky, coherence=(4, 5), efficiency=(1, 2), thoroughness=(2, 4), correct=True),
        second=Side(go=ways.hotel_straight, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 5), correct=True),
        prefer="second",
    ),
    WorkedPair(
        rule="car",
        stage=_CROSSING,
        question="What is the red thing in the middle?",
        truth="a stop sign",
        first=Side(go=ways.stop_car, coherence=(1, 2), efficiency=(3, 5), thoroughness=(3, 5), correct=False),
        second=Side(go=ways.stop_sign, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 5), correct=True),
        prefer="second",
    ),
    WorkedPair(
        rule="process",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=ways.careful_miscount, coherence=(3, 5), efficiency=(3, 5), thoroughness=(4, 5), correct=False),
        second=Side(go=ways.lucky_guess, coherence=(1, 3), thoroughness=(1, 2), correct=True),
        prefer="first",
    ),
    WorkedPair(
        rule="cut-off",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=ways.count_red, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 5), correct=True),
        second=Side(go=ways.count_cut, coherence=(3, 5), thoroughness=(1, 3), correct=False, cut_off=True),
        prefer="first",
    ),
    WorkedPair(
        rule="identical",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=ways.count_red, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=ways.count_red, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="tie",
    ),
    WorkedPair(
        rule="length",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=ways.count_red, efficiency=(4, 5), correct=True),
        second=Side(go=ways.count_padded, efficiency=(1, 2), correct=True),
        prefer="first",
    ),
    WorkedPair(
        rule="circles",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=ways.circular, coherence=(1, 3), efficiency=(1, 1), thoroughness=(1, 2), correct=True),
        second=Side(go=ways.cup_colour, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="second",
    ),
    WorkedPair(
        rule="recovery",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=ways.recovers, coherence=(4, 5), efficiency=(3, 5), correct=True),
        second=Side(go=ways.ignores, coherence=(1, 2), thoroughness=(1, 3), correct=False),
        prefer="first",
    ),
    WorkedPair(
        rule="spelling",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=ways.misspelt, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=ways.polished, coherence=(1, 2), correct=False),
        prefer="first",
    ),
    WorkedPair(
        rule="from-coarse-to-fine",
        stage=_ROOM,
        question="What colour is the book?",
        truth="green",
        first=Side(go=ways.zooms_to_the_book, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=ways.details_first, coherence=(2, 4), efficiency=(1, 3), correct=True),
        prefer="first",
    ),
    WorkedPair(
        rule="guess-tested",
        stage=_ROOM,
        question=_CAT,
        truth="yes",
        first=Side(go=ways.tests_its_guess, coherence=(4, 5), thoroughness=(4, 5), correct=True),
        second=Side(go=ways.keeps_its_guess, coherence=(1, 3), thoroughness=(1, 2), correct=True),
        prefer="first",
    ),
    WorkedPair(
        rule="premature",
        stage=_ROAD,
        question=_CARS,
        truth="3",
        first=Side(go=ways.one_glance, thoroughness=(1, 2), correct=False),
        second=Side(go=ways.counts_cars, coherence=(4, 5), efficiency=(4, 5), thoroughness=(4, 5), correct=True),
        prefer="second",
    ),
    WorkedPair(
        rule="unused",
        stage=_ROAD,
        question=_CARS,
        truth="3",
        first=Side(go=ways.counts_cars, coherence=(4, 5), correct=True),
        second=Side(go=ways.forgets_what_it_found, coherence=(1, 2), thoroughness=(3, 5), correct=False),
        prefer="first",
    ),
    WorkedPair(
        rule="contradiction",
        stage=_ROOM,
        question=_CAT,
        truth="yes",
        first=Side(go=ways.denies_and_uses_the_cat, coherence=(1, 2), correct=True),
        second=Side(go=ways.looks_for_the_cat, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="second",
    ),
    WorkedPair(
        rule="unexplained",
        stage=_ROAD,
        question=_CARS,
        truth="3",
        first=Side(go=ways.counts_cars, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=ways.counts_cars_in_silence, coherence=(3, 4), efficiency=(3, 5), correct=True),
        prefer="first",
    ),
    WorkedPair(
        rule="same-meaning",
        stage=_ROAD,
        question=_CARS,
        truth="3",
        first=Side(go=ways.counts_cars_in_words, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=ways.counts_cars, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="tie",
    ),
    WorkedPair(
        rule="small-detour",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=ways.cup_after_a_detour, coherence=(4, 5), efficiency=(3, 4), correct=True),
        second=Side(go=ways.cup_colour, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="tie",
    ),
    WorkedPair(
        rule="disputed-reference",
        stage=_PARK,
        question="How many blue balls are there?",
        truth="2",
        first=Side(go=ways.counts_blue_carefully, coherence=(4, 5), efficiency=(4, 5), thoroughness=(4, 5)),
        second=Side(go=ways.agrees_with_the_reference, coherence=(1, 3), thoroughness=(1, 2)),
        prefer="first",
    ),
    WorkedPair(
        rule="both-poor",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=ways.wanders_off, coherence=(1, 2), efficiency=(1, 2), thoroughness=(1, 2), correct=False),
        second=Side(
            go=ways.guesses_from_the_dog, coherence=(1, 2), efficiency=(1, 2), thoroughness=(1, 2), correct=False
        ),
        prefer="tie",
    ),
    WorkedPair(
        rule="doubt-settled",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=ways.settles_the_doubt, coherence=(4, 5), efficiency=(3, 5), thoroughness=(4, 5), correct=True),
        second=Side(go=ways.count_red, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 4), correct=True),
        prefer="first",
    ),
)
