"""Worked examples: the two of the method's own guideline, and one for each rule that is easily forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from beholder.protocols.trajectories.agents import Sketch, union
from beholder.scenes import Placement, Question, Scene, StageSpec, compose

__all__ = ["SIZE", "WORKED", "WorkedExample"]

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
        Placement(thing="ball", colour="blue", x=0.8, depth=0.8),
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
class WorkedExample:
    """A picture, a question, two sides, who is preferred (`first`, `second` or `tie`), and the reason."""

    rule: str
    stage: StageSpec
    question: str
    truth: str
    first: Side
    second: Side
    prefer: str
    why: dict[str, str]

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
            "reference": {"expects": [*self._expected(sides)], "why": self.why},
        }

    def _candidate(self, name: str, side: Side) -> dict[str, Any]:
        about = Question(self.question, self.truth, "", ())
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


def _hotel_sky(sketch: Sketch) -> str:
    for x in (40, 105, 640):
        sketch.do("SEGMENT_OBJECT_AT", (x, 30), "Found: sky", "")
    hotel = sketch.scene.named("building")
    sketch.do("SEGMENT_OBJECT_AT", hotel.point, "Found: building", "")
    sketch.do("READ_TEXT", (hotel.point[0], hotel.point[1] + 100), "Text: HOTEL", "")
    return "This is a hotel"


def _hotel_straight(sketch: Sketch) -> str:
    hotel = sketch.scene.named("building")
    sketch.do("SEGMENT_OBJECT_AT", hotel.point, "Found: building", "The question is about the large building.")
    sketch.do("READ_TEXT", (hotel.point[0], hotel.point[1] + 100), "Text: HOTEL", "A name above the door will tell.")
    sketch.do("GET_PROPERTIES", hotel.point, "kind: building, floors: 4", "Many floors of windows fit a hotel.")
    return "A hotel"


def _stop_car(sketch: Sketch) -> str:
    sign = sketch.scene.named("sign")
    sketch.do("READ_TEXT", sign.point, "Text: STOP", "")
    sketch.do("SEGMENT_OBJECT_AT", sign.point, "Found: red sign", "")
    return "This is a car"


def _stop_sign(sketch: Sketch) -> str:
    sign = sketch.scene.named("sign")
    sketch.do("SEGMENT_OBJECT_AT", sign.point, "Found: red sign", "I look at the thing in the middle.")
    sketch.do("READ_TEXT", sign.point, "Text: STOP", "There is writing on it; I read it.")
    return "A stop sign"


def _careful_miscount(sketch: Sketch) -> str:
    balls = list(sketch.scene.of("ball"))
    sketch.zoom(union(balls, sketch.scene), "All balls lie in the lower half, so I go nearer.")
    for number, ball in enumerate(balls, 1):
        sketch.segment(ball, f"Ball number {number}; I check its colour before I count it.")
    sketch.segment(sketch.scene.named("dog"), "The dog is orange. It might hide a ball, so I look there as well.")
    sketch.steps.append({"reasoning": "Two balls are red for certain. The dog may hide a third one, so I say three."})
    return "3"


def _lucky_guess(sketch: Sketch) -> str:
    sketch.segment(sketch.scene.named("dog"), "A dog. Pictures like this often have two red balls.")
    return "2"


def _count_red(sketch: Sketch) -> str:
    red = list(sketch.scene.of("ball", colour="red"))
    sketch.zoom(union(list(sketch.scene.of("ball")), sketch.scene), "The balls lie in this part of the picture.")
    for number, ball in enumerate(red, 1):
        sketch.segment(ball, f"Red ball number {number}.")
    return "2"


def _count_cut(sketch: Sketch) -> None:
    red = list(sketch.scene.of("ball", colour="red"))
    sketch.zoom(union(list(sketch.scene.of("ball")), sketch.scene), "The balls lie in this part of the picture.")
    sketch.segment(red[0], "Red ball number 1.")


def _count_padded(sketch: Sketch) -> str:
    for _ in range(7):
        sketch.background("Let me be thorough and look here too.")
    red = list(sketch.scene.of("ball", colour="red"))
    for ball in [*red, *red]:
        sketch.segment(ball, "I look at this ball.")
    return "2"


def _circular(sketch: Sketch) -> str:
    cup = sketch.scene.named("cup")
    for _ in range(5):
        sketch.do("READ_TEXT", cup.point, "No text found", "I try to read the colour.")
    return "blue"


def _cup_colour(sketch: Sketch) -> str:
    cup = sketch.scene.named("cup")
    sketch.segment(cup, "I find the cup.")
    sketch.properties(cup, "Its properties tell the colour.")
    return "blue"


def _recovers(sketch: Sketch) -> str:
    cup, bowl = sketch.scene.named("cup"), sketch.scene.named("bowl")
    sketch.segment(bowl, "This should be the cup.")
    sketch.segment(cup, "That was a bowl, so I was wrong. The cup must be further right.")
    sketch.properties(cup, "This is the cup; now its colour.")
    return "blue"


def _ignores(sketch: Sketch) -> str:
    bowl = sketch.scene.named("bowl")
    sketch.segment(bowl, "This should be the cup.")
    sketch.properties(bowl, "Now the colour of the cup.")
    return "white"


def _misspelt(sketch: Sketch) -> str:
    cup = sketch.scene.named("cup")
    sketch.segment(cup, "i find teh cup frist")
    sketch.properties(cup, "teh properteis say its collor")
    return "bleu"


def _polished(sketch: Sketch) -> str:
    cup = sketch.scene.named("cup")
    sketch.segment(cup, "First of all, I shall locate the cup with due care.")
    sketch.properties(cup, "Its properties state beyond doubt that it is blue.")
    sketch.steps.append({"reasoning": "It follows that the cup is green."})
    return "Green."


_RED = "How many red balls are there?"
_CUP = "What colour is the cup?"

WORKED = (
    WorkedExample(
        rule="sky",
        stage=_STREET,
        question="What kind of building is this?",
        truth="a hotel",
        first=Side(go=_hotel_sky, coherence=(4, 5), efficiency=(1, 2), thoroughness=(2, 4), correct=True),
        second=Side(go=_hotel_straight, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 5), correct=True),
        prefer="second",
        why={
            "en": "Three looks at the sky come before the building. Nothing contradicts anything (coherence 4: logical, if "
            "repetitive), but the sky was a waste (efficiency 2), and the place that matters is reached only in the end "
            "(thoroughness 3). The other one goes straight to the building, reads its name and confirms it.",
            "zh": "先看了三次天空，才看建筑。前后没有矛盾（连贯性 4：合理但重复），但看天空是浪费（效率 2），到最后才看到要紧的"
            "地方（充分性 3）。另一个直接看建筑、读出名称并加以核实。",
        },
    ),
    WorkedExample(
        rule="car",
        stage=_CROSSING,
        question="What is the red thing in the middle?",
        truth="a stop sign",
        first=Side(go=_stop_car, coherence=(1, 2), efficiency=(3, 5), thoroughness=(3, 5), correct=False),
        second=Side(go=_stop_sign, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 5), correct=True),
        prefer="second",
        why={
            "en": "It reads STOP, finds a red sign, and says it is a car: the conclusion contradicts its own evidence "
            "(coherence 1). Still, it went straight to what matters (efficiency 4) and found the key features "
            "(thoroughness 4). The scales are independent: one fault does not pull all of them down.",
            "zh": "它读到 STOP，看到红色牌子，却说是汽车：结论与自己的证据矛盾（连贯性 1）。不过它直奔要点（效率 4），也找到了"
            "关键特征（充分性 4）。各项评分互相独立，一处有错不必样样都低。",
        },
    ),
    WorkedExample(
        rule="process",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=_careful_miscount, coherence=(3, 5), efficiency=(3, 5), thoroughness=(4, 5), correct=False),
        second=Side(go=_lucky_guess, coherence=(1, 3), thoroughness=(1, 2), correct=True),
        prefer="first",
        why={
            "en": "Process over outcome. The answer 2 is right, but it was guessed after a look at the dog. The other one is "
            "wrong by one, yet it looked at every ball and says why it does what it does: its process scores are higher.",
            "zh": "重过程，不重结果。答案 2 虽对，却是看了一眼狗之后猜的。另一个虽差一个，但看过每个球，也说明了理由，所以"
            "过程分应更高。",
        },
    ),
    WorkedExample(
        rule="cut-off",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=_count_red, coherence=(4, 5), efficiency=(4, 5), thoroughness=(3, 5), correct=True),
        second=Side(go=_count_cut, coherence=(3, 5), thoroughness=(1, 3), correct=False, cut_off=True),
        prefer="first",
        why={
            "en": "The second one ends after the first ball. Judge what is there: it began well. Thoroughness is lower because "
            "what is missing matters, there is no right answer, and a comment says that it was cut off.",
            "zh": "第二个看到第一个球就中断了。只评已有的部分：开头不错。缺的部分影响结果，所以充分性要低一些；没有给出正确答案；"
            "并在备注里写明过程被截断。",
        },
    ),
    WorkedExample(
        rule="identical",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=_count_red, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=_count_red, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="tie",
        why={
            "en": "Both are the same, step by step. Make sure of it, answer “roughly equal”, and say so in the comment.",
            "zh": "两边每一步都相同。请先核对，再选“大致相当”，并在备注里写明。",
        },
    ),
    WorkedExample(
        rule="length",
        stage=_PARK,
        question=_RED,
        truth="2",
        first=Side(go=_count_red, efficiency=(4, 5), correct=True),
        second=Side(go=_count_padded, efficiency=(1, 2), correct=True),
        prefer="first",
        why={
            "en": "Longer is not better. The long one looks at grass and sky and at each ball twice; it learns nothing more.",
            "zh": "长不等于好。长的那个看草地、看天空，每个球看两遍，却没有得到更多信息。",
        },
    ),
    WorkedExample(
        rule="circles",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=_circular, coherence=(1, 3), efficiency=(1, 1), thoroughness=(1, 2), correct=True),
        second=Side(go=_cup_colour, coherence=(4, 5), efficiency=(4, 5), correct=True),
        prefer="second",
        why={
            "en": "Reading text is the wrong operation for a colour, and doing it five times without success is going in "
            "circles. The right answer at the end comes from nowhere.",
            "zh": "要知道颜色却去读文字，用错了操作；失败了还重复五次，是在原地打转。最后的正确答案没有来由。",
        },
    ),
    WorkedExample(
        rule="recovery",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=_recovers, coherence=(4, 5), efficiency=(3, 5), correct=True),
        second=Side(go=_ignores, coherence=(1, 2), thoroughness=(1, 3), correct=False),
        prefer="first",
        why={
            "en": "Both take the bowl for the cup. One notices, says so and mends it, which is good reasoning. The other one is "
            "told “bowl” and goes on as if it were the cup.",
            "zh": "两边都先把碗当成了杯子。一个发现了、说了出来并改正，这是好的推理；另一个得到的结果是“碗”，却仍当成杯子继续。",
        },
    ),
    WorkedExample(
        rule="spelling",
        stage=_TABLE,
        question=_CUP,
        truth="blue",
        first=Side(go=_misspelt, coherence=(4, 5), efficiency=(4, 5), correct=True),
        second=Side(go=_polished, coherence=(1, 2), correct=False),
        prefer="first",
        why={
            "en": "Spelling does not count, and “bleu” plainly means blue. The polished one contradicts its own finding in "
            "the last sentence.",
            "zh": "拼写不计，“bleu”显然就是 blue。文字漂亮的那个，最后一句与自己的发现相矛盾。",
        },
    ),
)
