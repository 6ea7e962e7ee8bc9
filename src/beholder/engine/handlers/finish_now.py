"""A rater for whom only what others hold is left ends their part instead of waiting for it."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.declarations.states import NoTrial, RaterStage
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.lease import Lease, lease_many
from beholder.engine.handlers.stages import advance
from beholder.engine.known_rater import load_rater
from beholder.errors import BeholderError

__all__ = ["FinishNow"]


@dataclass(frozen=True, slots=True)
class FinishNow(Command[str]):
    """The rater does not wait for what others may leave."""

    rater: str


@handles(FinishNow)
def finish_now(batch: Batch, command: FinishNow) -> str:
    """The stage after the trials if there is nothing to do but wait; the old one if there is a trial after all."""
    (leased,) = lease_many(batch, [Lease(command.rater, 1)])
    if isinstance(leased, BeholderError):
        raise leased
    rater = load_rater(batch, command.rater)
    if leased.reason == NoTrial.WAIT and rater.stage == RaterStage.TRIALS:
        advance(batch, rater, RaterStage.TRIALS)
    return load_rater(batch, command.rater).stage
