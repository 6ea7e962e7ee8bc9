"""Participant flow: how many raters came to each step of a study, and what became of those who went no further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from beholder.conduct.chronicle import Chronicle
from beholder.declarations.states import RaterKind, RaterStage, Showing

__all__ = ["FlowStep", "LostRaters", "ParticipantFlow", "participant_flow"]

JOINED, CONSENTED, ASKED, PRACTISED, QUALIFIED, STARTED, ANALYSED = (
    "joined", "consented", "asked", "practised", "qualified", "started", "analysed",
)  # fmt: skip
_STAGES = {
    CONSENTED: RaterStage.CONSENT,
    ASKED: RaterStage.BEFORE,
    PRACTISED: RaterStage.PRACTICE,
    QUALIFIED: RaterStage.QUALIFICATION,
}
"""Steps that are behind a rater once they went on from a stage."""


@dataclass(frozen=True, slots=True)
class LostRaters:
    """Raters who went no further, and why: withdrew, screened-out, stopped, excluded (by `rule`), uncounted, left."""

    reason: str
    n: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A step, how many raters took it, and what became of those for whom it was the last.

    `passed_by` counts those who went on without it, since it was not part of the study when they came.
    """

    name: str
    n: int
    lost: tuple[LostRaters, ...] = ()
    passed_by: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantFlow:
    """The steps in order, from joining to being analysed. `finished` came to the end, whether they are analysed or not."""

    steps: tuple[FlowStep, ...]
    finished: int
    stopped: int
    screened_out: int
    withdrawn: int
    excluded: int
    simulated: bool = False

    def n(self, step: str) -> int:
        """How many raters took the step of that name; 0 if the study has none such."""
        return next((one.n for one in self.steps if one.name == step), 0)

    def to_json(self) -> dict[str, Any]:
        """The flow as plain data."""
        return asdict(self)


def participant_flow(chronicle: Chronicle, settings: Mapping[str, Any]) -> ParticipantFlow:
    """The flow as the chain tells it; `settings` are those of the newest version, which say what steps there are."""
    raters = chronicle.raters
    took = _steps_taken(chronicle)
    asked = {
        CONSENTED: bool(settings.get("consent")),
        ASKED: bool(settings.get("before")),
        PRACTISED: any(PRACTISED in steps for steps in took.values()),
        QUALIFIED: bool(settings.get("qualification")),
    }
    people = any(chronicle.ledger.kind_of(rater) == RaterKind.HUMAN for rater in raters)
    there = {step for steps in took.values() for step in steps}
    names = [JOINED, *(step for step in _STAGES if step in there or (people and asked[step])), STARTED, ANALYSED]
    last = {rater: max(names.index(step) for step in took[rater] if step in names) for rater in raters}
    out_by = _taken_out(chronicle)
    steps = []
    for number, name in enumerate(names):
        ended = [rater for rater in raters if last[rater] == number] if name != ANALYSED else []
        reasons = Counter(_reason(chronicle, rater, name, out_by) for rater in ended)
        lost = tuple(LostRaters(why, n, rule) for (why, rule), n in sorted(reasons.items(), key=lambda one: one[0]))
        without = sum(last[rater] > number and name not in took[rater] for rater in raters)
        steps.append(FlowStep(name, sum(name in took[rater] for rater in raters), lost, without))
    now = Counter(chronicle.stage.get(rater, "") for rater in raters)
    return ParticipantFlow(
        steps=tuple(steps),
        finished=now[RaterStage.FINISHED],
        stopped=now[RaterStage.STOPPED],
        screened_out=now[RaterStage.SCREENED_OUT],
        withdrawn=sum(rater in chronicle.ledger.withdrawn for rater in raters),
        excluded=sum(loss.n for step in steps for loss in step.lost if loss.reason == "excluded"),
        simulated=bool(raters) and not people,
    )


def _steps_taken(chronicle: Chronicle) -> dict[str, set[str]]:
    took = {rater: {JOINED} for rater in chronicle.raters}
    for rater, steps in took.items():
        passed = chronicle.passed.get(rater, set())
        steps |= {step for step, stage in _STAGES.items() if stage in passed}
        if chronicle.stage.get(rater) == RaterStage.SCREENED_OUT:
            steps.discard(QUALIFIED)
        kinds = chronicle.ledger.answered.get(rater, {}).values()
        steps |= {STARTED} if any(kind in Showing.PLANNED for kind in kinds) else set()
    for answer in chronicle.main:
        if not answer.excluded_by and answer.rater in took:
            took[answer.rater].add(ANALYSED)
    return took


def _taken_out(chronicle: Chronicle) -> dict[str, Counter[str]]:
    """By what the answers of each rater were taken out."""
    found: dict[str, Counter[str]] = {}
    for answer in chronicle.main:
        if answer.excluded_by:
            found.setdefault(answer.rater, Counter())[answer.excluded_by] += 1
    return found


def _reason(chronicle: Chronicle, rater: str, step: str, out_by: Mapping[str, Counter[str]]) -> tuple[str, str]:
    """Why a rater went no further, and by which rule; who has several reasons counts under the first."""
    if rater in chronicle.ledger.withdrawn:
        return "withdrew", ""
    if step == STARTED:
        return ("excluded", out_by[rater].most_common(1)[0][0]) if rater in out_by else ("uncounted", "")
    ends = {RaterStage.SCREENED_OUT: "screened-out", RaterStage.STOPPED: "stopped"}
    return ends.get(RaterStage(chronicle.stage.get(rater, RaterStage.CONSENT)), "left"), ""
