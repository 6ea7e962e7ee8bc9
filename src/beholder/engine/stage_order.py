"""A rater's way through a study: consent, questions, practice, qualification, trials, questions, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beholder.declarations.states import RaterStage, Showing
from beholder.engine.batch import StudyContext
from beholder.store import TrialRow
from beholder.study import Definition

__all__ = ["following", "in_order", "number_in_stage", "stages"]


def stages(definition: Definition, extras: Mapping[str, Sequence[TrialRow]]) -> list[str]:
    """The stages of this study, in order. `trials` and `finished` are always among them."""
    settings = definition.settings
    asked = {
        RaterStage.CONSENT: settings.consent is not None,
        RaterStage.BEFORE: bool(settings.before),
        RaterStage.PRACTICE: bool(extras.get(Showing.PRACTICE)),
        RaterStage.QUALIFICATION: settings.qualification is not None and bool(extras.get(Showing.QUALIFICATION)),
        RaterStage.TRIALS: True,
        RaterStage.AFTER: bool(settings.after),
        RaterStage.FINISHED: True,
    }
    return [stage for stage, there in asked.items() if there]


def following(all_stages: Sequence[str], stage: str) -> str:
    """The stage after this one."""
    return all_stages[all_stages.index(stage) + 1]


def in_order(context: StudyContext, stage: str) -> Sequence[TrialRow]:
    """The trials of a stage that everybody works through."""
    trials = context.extras.get(stage, ())
    most = context.definition.settings.practice.most if stage == RaterStage.PRACTICE else None
    return trials[:most]


def number_in_stage(context: StudyContext, stage: str, trial: int) -> tuple[int, int]:
    """Which of how many trials of a stage this is, from 1. One that was taken out since counts as the last."""
    numbers = [row.trial for row in in_order(context, stage)]
    return (numbers.index(trial) + 1 if trial in numbers else len(numbers)), len(numbers)
