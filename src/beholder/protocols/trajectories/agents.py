"""Pretend agents: each looks at a painted scene in its own way, so that a study of them has a known answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from beholder.scenes import Scene, SceneObject, SceneQuestion

__all__ = ["PRETEND_AGENTS", "PretendAgent", "Sketch", "union"]

# parts of the picture (left, top, right, bottom as shares of it) where the ground is plainly that and nothing else
_GROUNDS = {
    "park": (("sky", 0.32, 0.02, 0.97, 0.12), ("grass", 0.03, 0.5, 0.97, 0.97)),
    "street": (("sky", 0.03, 0.01, 0.97, 0.08), ("road", 0.03, 0.68, 0.97, 0.84), ("pavement", 0.03, 0.91, 0.97, 0.98)),
    "room": (("wall", 0.03, 0.03, 0.97, 0.3), ("floor", 0.03, 0.88, 0.97, 0.97)),
    "table": (("table top", 0.03, 0.6, 0.97, 0.97),),
}
_WRONG: dict[str, Callable[[str], str]] = {
    "count": lambda answer: str(int(answer) + 2),
    "colour": lambda answer: "brown" if answer != "brown" else "green",
    "text": lambda answer: answer[:-1] if len(answer) > 1 else f"{answer}{answer}",
}


@dataclass
class Sketch:
    """A trajectory in the making: what is looked at in a scene, and what is said about it."""

    scene: Scene
    question: SceneQuestion
    rng: np.random.Generator
    steps: list[dict[str, Any]] = field(default_factory=list)

    @property
    def targets(self) -> list[SceneObject]:
        """The things the question is about, or whatever there is if it is about nothing."""
        things = [self.scene.objects[i] for i in self.question.about]
        return things or list(self.scene.objects[:1])

    @property
    def wrong(self) -> str:
        """An answer that is not right."""
        other = next((t.kind for t in self.scene.objects if t.kind not in self.question.answer), "nothing")
        spoil = _WRONG.get(self.question.asks)
        return spoil(self.question.answer) if spoil else f"a {other}"

    def segment(self, thing: SceneObject, why: str) -> None:
        """Looks at a thing."""
        self.do("SEGMENT_OBJECT_AT", thing.point, f"Found: {_name(thing)}", why)

    def properties(self, thing: SceneObject, why: str) -> None:
        """Asks for what is true of a thing."""
        left, top, right, bottom = thing.visible_box
        facts = f"kind: {thing.kind}, colour: {thing.colour or 'mixed'}, size: {right - left} × {bottom - top}"
        self.do("GET_PROPERTIES", thing.point, facts, why)

    def read(self, thing: SceneObject, why: str) -> None:
        """Reads the text on a thing."""
        self.do("READ_TEXT", thing.point, f"Text: {thing.text}" if thing.text else "No text found", why)

    def zoom(self, box: tuple[int, ...], why: str) -> None:
        """Looks at a part of the picture from nearer by."""
        seen = [_name(t) for t in self.scene.objects if _inside(t, box)]
        result = f"Zoomed in on {', '.join(seen) if seen else 'nothing in particular'}"
        self.steps.append(
            {"operation": "ZOOM_IN", "arguments": [*box], "result": result, "reasoning": why, "box": [*box]}
        )

    def background(self, why: str) -> None:
        """Looks at a place where there is nothing."""
        width, height = self.scene.size
        grounds = _GROUNDS[self.scene.place]
        while True:
            name, left, top, right, bottom = grounds[int(self.rng.integers(len(grounds)))]
            x = int(self.rng.uniform(left, right) * width)
            y = int(self.rng.uniform(top, bottom) * height)
            if not any(t.box[0] <= x < t.box[2] and t.box[1] <= y < t.box[3] for t in self.scene.objects):
                break
        self.do("SEGMENT_OBJECT_AT", (x, y), f"Found: {name}", why)

    def do(self, operation: str, point: tuple[int, int], result: str, why: str) -> None:
        """Any operation at a point."""
        self.steps.append(
            {
                "operation": operation,
                "arguments": [*point],
                "result": result,
                "reasoning": why,
                "point": [*point],
            }
        )


def union(things: list[SceneObject], scene: Scene, *, margin: int = 16) -> tuple[int, int, int, int]:
    """A box around several things, with room around it."""
    boxes = np.array([t.visible_box for t in things])
    width, height = scene.size
    left, top = boxes[:, 0].min() - margin, boxes[:, 1].min() - margin
    right, bottom = boxes[:, 2].max() + margin, boxes[:, 3].max() + margin
    return max(int(left), 0), max(int(top), 0), min(int(right), width), min(int(bottom), height)


def _name(thing: SceneObject) -> str:
    return f"{thing.colour} {thing.kind}".strip()


def _inside(thing: SceneObject, box: tuple[int, ...]) -> bool:
    x, y = thing.point
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _straight(sketch: Sketch) -> str:
    """Goes to what was asked for, checks it, answers."""
    targets, asks = sketch.targets, sketch.question.asks
    if asks == "count":
        sketch.zoom(union(targets, sketch.scene), "Everything that could count stands in this part of the picture.")
        for number, thing in enumerate(targets, 1):
            sketch.segment(thing, f"This looks like number {number}; I check what it is before I count it.")
        return sketch.question.answer
    first = targets[0]
    if asks == "text":
        sketch.segment(first, f"The question is about the {first.kind}, so I find it first.")
        sketch.zoom(union([first], sketch.scene), "The writing is small from here; I go nearer.")
        sketch.read(first, f"Now I can read the {first.kind}.")
    elif asks == "colour":
        sketch.segment(first, f"I find the {first.kind} the question is about.")
        sketch.properties(first, "Its properties tell the colour, and whether it is the right thing.")
    else:
        sketch.segment(targets[-1], f"I start from the {targets[-1].kind}, which the question names.")
        sketch.zoom(union(targets, sketch.scene), "Then I look at that side of it.")
        sketch.segment(first, "This is the one thing there; I check what it is.")
    return sketch.question.answer


def _straying(sketch: Sketch, *, laps: int = 0) -> str:
    """Looks nearly everywhere else first, often twice, and gets there in the end."""
    others = [t for t in sketch.scene.objects if t.id not in sketch.question.about]
    phrases = ("Let me look here.", "Maybe there is something over here.", "I also try this spot.", "Perhaps here.")
    for number in range(laps or int(sketch.rng.integers(4, 7))):
        if others and sketch.rng.random() < 0.35:
            thing = others[int(sketch.rng.integers(len(others)))]
            sketch.segment(thing, phrases[number % len(phrases)])
        else:
            sketch.background(phrases[number % len(phrases)])
    for thing in sketch.targets:
        sketch.segment(thing, "This may be what the question is about.")
    if sketch.question.asks == "text":
        sketch.read(sketch.targets[0], "There is some writing on it.")
    sketch.segment(sketch.targets[-1], "I look at this one again to be sure.")
    return sketch.question.answer


def _muddled(sketch: Sketch) -> str:
    """Sees the right things and concludes something else."""
    targets, answer = sketch.targets, sketch.wrong
    sketch.segment(targets[0], f"There is no {targets[0].kind} in this picture, so I look at it here.")
    if sketch.question.asks == "text":
        sketch.read(targets[0], "It has no writing on it.")
    elif len(sketch.scene.objects) > 1:
        other = next(t for t in sketch.scene.objects if t is not targets[0])
        sketch.segment(other, f"This is the {targets[0].kind} I found before.")
    sketch.properties(targets[-1], f"The {targets[-1].kind} is gone now; its properties settle the question.")
    sketch.steps.append({"reasoning": f"I have seen {sketch.question.answer}. Therefore the answer is {answer}."})
    return answer


def _hasty(sketch: Sketch) -> str:
    """One glance, then an answer; right as often as not."""
    thing = sketch.targets[-1]
    sketch.segment(thing, "One look is enough.")
    lucky = sketch.question.asks == "colour" or (sketch.question.asks == "count" and len(sketch.targets) == 1)
    return sketch.question.answer if lucky or sketch.rng.random() < 0.35 else sketch.wrong


@dataclass(frozen=True, slots=True)
class PretendAgent:
    """A way of looking and reasoning. Its qualities are in points, its strength is a log-strength of Davidson's model."""

    name: str
    look: Callable[..., str]
    coherence: float
    efficiency: float
    thoroughness: float
    strength: float

    def reason(self, scene: Scene, question: SceneQuestion, rng: np.random.Generator, **how: Any) -> dict[str, Any]:
        """Its trajectory as a candidate of an item, with what is true of it in the hidden column `truth`."""
        sketch = Sketch(scene, question, rng)
        answer = self.look(sketch, **how)
        truth = {
            "coherence": self.coherence,
            "efficiency": self.efficiency,
            "thoroughness": self.thoroughness,
            "correct": answer == question.answer,
            "strength": self.strength,
        }
        return {"system": self.name, "steps": sketch.steps, "answer": answer, "truth": truth}


PRETEND_AGENTS = (
    PretendAgent("direct", _straight, 4.7, 4.8, 4.1, 1.2),
    PretendAgent("wandering", _straying, 3.6, 1.7, 3.9, 0.2),
    PretendAgent("premature", _hasty, 3.0, 3.8, 1.5, -0.4),
    PretendAgent("contradictory", _muddled, 1.3, 2.9, 2.4, -1.0),
)
