"""Whether the study is open, and whether it is a pilot."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.declarations.states import LeaseState, StudyState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.errors import BeholderError
from beholder.protocols import Showing
from beholder.store import answers, leases

__all__ = ["SetPhase", "SetState"]


@dataclass(frozen=True, slots=True)
class SetState(Command[None]):
    """Opens, pauses or closes the study."""

    state: str
    author: str = ""


@handles(SetState)
def set_state(batch: Batch, command: SetState) -> None:
    """Notes the new state, and who chose it where somebody did; nothing if the study is in it already."""
    if command.state not in {*StudyState}:
        raise BeholderError(f"expected one of {', '.join(StudyState)}; got {command.state!r}", code="state-unknown")
    before = batch.state
    if command.state == before:
        return
    batch.chain.add("state", command.state, {"before": before}, at=batch.now)
    batch.state = command.state
    if command.author:
        batch.record_act(command.author, "state", {"before": before, "after": command.state})


@dataclass(frozen=True, slots=True)
class SetPhase(Command[int]):
    """Pilot or main study. The end of the pilot sets its answers aside and opens their places."""

    author: str
    phase: str


@handles(SetPhase)
def set_phase(batch: Batch, command: SetPhase) -> int:
    """Begins or ends the pilot; how many pilot answers were set aside."""
    if command.phase not in Showing.PLANNED:
        raise BeholderError("expected main or pilot", code="phase-unknown", where="phase")
    if command.phase == batch.row.phase:
        return 0
    if command.phase == Showing.PILOT and answers.any_main(batch.conn, batch.context.key):
        raise BeholderError(
            "the main study has begun", code="phase-too-late", hint="run a pilot on a copy of the folder"
        )
    aside = leases.pilot_leases(batch.conn, batch.context.key) if command.phase == Showing.MAIN else []
    batch.give_back(lease for lease in aside if lease.state in LeaseState.HOLDING)
    leases.set_lease_states(batch.conn, {lease.lease: LeaseState.SET_ASIDE for lease in aside})
    batch.set_phase(command.phase)
    batch.record_act(command.author, "phase", {"phase": command.phase, "set_aside": len(aside)})
    return len(aside)
