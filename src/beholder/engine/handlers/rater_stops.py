"""Raters who get no more trials: by the study's rule or by a person, and their way back in."""

from __future__ import annotations

import json
from dataclasses import dataclass

from beholder.declarations.states import ExcludedBy, LeaseState, RaterStage
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.exclude import set_aside
from beholder.engine.known_rater import rater_or_refuse
from beholder.errors import BeholderError
from beholder.store import RaterRow, leases, raters
from beholder.store.records import records_of

__all__ = ["ExcludeRater", "Readmit", "readmitted_at", "stop_rater"]


def stop_rater(batch: Batch, rater: RaterRow) -> RaterRow:
    """Hands the rater's open trials to others; the rater's row from now on, for the caller to store."""
    held = leases.leases_of(batch.conn, batch.context.key, rater.rater, [LeaseState.OPEN])
    batch.give_back(held)
    leases.set_lease_states(batch.conn, {lease.lease: LeaseState.RELEASED for lease in held})
    batch.chain.add("stage", rater.rater, {"from": rater.stage, "to": RaterStage.STOPPED}, at=batch.now)
    return rater._replace(stage=RaterStage.STOPPED)


@dataclass(frozen=True, slots=True)
class ExcludeRater(Command[int]):
    """Takes all answers of a rater out, for a reason; `stop` gives them nothing more, `reissue` opens the places."""

    author: str
    rater: str
    reason: str
    stop: bool = True
    reissue: bool = True


@handles(ExcludeRater)
def exclude_rater(batch: Batch, command: ExcludeRater) -> int:
    """Takes a rater's answers out for a reason that is kept, and by default stops the rater; how many answers."""
    rater = _known(batch, command.rater)
    if not command.reason.strip():
        raise BeholderError("a reason is needed", code="message-text", where="reason")
    count = set_aside(batch, rater.rater, rule=ExcludedBy.BY_HAND, reissue=command.reissue)
    stopped = command.stop and rater.stage != RaterStage.STOPPED
    if stopped:
        raters.update_raters(batch.conn, batch.context.key, [stop_rater(batch, rater)])
    details = {"rater": rater.rater, "reason": command.reason, "answers": count, "reissued": command.reissue}
    batch.record_act(command.author, "exclude", {"rule": ExcludedBy.BY_HAND, "stopped": stopped, **details})
    return count


@dataclass(frozen=True, slots=True)
class Readmit(Command[str]):
    """Lets a stopped rater go on."""

    author: str
    rater: str


@handles(Readmit)
def readmit(batch: Batch, command: Readmit) -> str:
    """Lets a stopped rater go on where they were; the stage. Answers that were taken out stay out."""
    rater = _known(batch, command.rater)
    if rater.stage != RaterStage.STOPPED:
        return rater.stage
    key = batch.context.key
    stages = [json.loads(one.body) for one in records_of(batch.conn, key, rater.rater, kind="stage")]
    before = str(next((one["from"] for one in reversed(stages) if one["to"] == RaterStage.STOPPED), RaterStage.TRIALS))
    batch.chain.add("stage", rater.rater, {"from": RaterStage.STOPPED, "to": before}, at=batch.now)
    batch.record_act(command.author, "readmit", {"rater": rater.rater})
    raters.update_raters(batch.conn, key, [rater._replace(stage=before)])
    return before


def readmitted_at(batch: Batch, rater: str) -> int:
    """When the rater was last let back in; 0 if never."""
    back = (
        record.at
        for record in records_of(batch.conn, batch.context.key, rater, kind="stage")
        if json.loads(record.body)["from"] == RaterStage.STOPPED
    )
    return max(back, default=0)


def _known(batch: Batch, name: str) -> RaterRow:
    found = raters.load_raters(batch.conn, batch.context.key, [name])
    if name not in found:
        raise BeholderError("the study has no such rater", code="not-found")
    return rater_or_refuse(found, name)
