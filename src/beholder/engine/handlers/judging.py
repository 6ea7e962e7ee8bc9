"""Models that judge: what joins, asks and answers for people, once more for models, in tables that people's answers never see."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.declarations.states import LeaseState, Showing
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.answer import storable
from beholder.errors import BeholderError
from beholder.protocols import reference_met
from beholder.store import judgments, trials
from beholder.store.judgments import CallRow, JudgeRow, JudgmentRow
from beholder.store.records import canonical

__all__ = ["AddJudge", "Judge", "KeepCall", "call_facts", "said_digest"]


@dataclass(frozen=True, slots=True)
class AddJudge(Command[str]):
    """A model joins. The same setup is the same judge, however often it joins."""

    name: str
    model: str
    guideline: str
    setup: Mapping[str, Any]


@handles(AddJudge)
def add_judge(batch: Batch, command: AddJudge) -> str:
    """Stores the judge unless it is known; under which name its judgments are kept."""
    known = judgments.list_judges(batch.conn, batch.context.key)
    setup = canonical(command.setup)
    mine = [row for row in known if row.name == command.name]
    found = next((row.judge for row in mine if (row.setup, row.guideline) == (setup, command.guideline)), None)
    if found is not None:
        return found
    judge = f"{command.name}#{len(mine) + 1}"
    row = JudgeRow(judge, command.name, command.model, command.guideline, setup, batch.now)
    judgments.add_judge(batch.conn, batch.context.key, row)
    batch.chain.add("judge", judge, {**row._asdict(), "setup": command.setup}, at=batch.now)
    return judge


@dataclass(frozen=True, slots=True)
class KeepCall(Command[int]):
    """A request and what came of it."""

    call: CallRow


@handles(KeepCall)
def keep_call(batch: Batch, command: KeepCall) -> int:
    """Stores a call; its number."""
    number = judgments.add_call(batch.conn, batch.context.key, command.call)
    facts = call_facts(command.call._replace(call=number))
    batch.chain.add("call", facts["judge"], facts, at=batch.now)
    return number


def call_facts(call: CallRow) -> dict[str, Any]:
    """A call as it is put on record and leaves the study: the reply by its SHA-256, since it may hold anything."""
    reply = hashlib.sha256(call.reply.encode()).hexdigest() if call.reply else ""
    return {**call._asdict(), "reply": reply, "estimated": bool(call.estimated)}


@dataclass(frozen=True, slots=True)
class Judge(Command[bool]):
    """What a judge says to a showing: a payload, or none and what was wrong with its last reply."""

    judge: str
    trial: int
    occasion: int
    kind: str
    sample: int
    slots: Sequence[Sequence[str]]
    guideline: str
    payload: Mapping[str, Any] | None
    reason: str = ""
    error: str = ""
    repairs: int = 0
    calls: Sequence[str] = ()


@handles(Judge)
def judge(batch: Batch, command: Judge) -> bool:
    """Stores a judgment after the form's own check; False if that showing was judged before, and what was said then stands."""
    conn, key, context = batch.conn, batch.context.key, batch.context
    if context.version is not None and batch.row.version != context.version:
        raise BeholderError(
            "the study has a new version since this run began",
            code="judge-study-changed",
            hint="run `beholder judge` again; what was answered is kept",
        )
    if judgments.load_judgment(conn, key, command.judge, command.trial, command.occasion) is not None:
        return False
    trial = trials.load_trials(conn, key, [command.trial]).get(command.trial)
    if trial is None:
        raise BeholderError("there is no such trial", code="trial-unknown")
    slots = [list(held) for held in command.slots]
    shown = sorted(system for held in slots for system in held)
    if context.definition.declaration.shows != "item" and shown != sorted(json.loads(trial.systems)):
        raise BeholderError("these are not the candidates of the trial", code="trial-unknown")
    form = context.definition.declaration.form
    clean = None if command.payload is None else form.check(command.payload, slots=max(len(slots), 1))
    reference = context.references.get(trial.item) if trial.kind in Showing.REFERENCED else None
    row = JudgmentRow(
        judge=command.judge,
        trial=trial.trial,
        occasion=command.occasion,
        seq=0,
        kind=command.kind,
        sample=command.sample,
        item=trial.item,
        slots=json.dumps(slots, ensure_ascii=False),
        version=batch.row.version,
        guideline=command.guideline,
        at=batch.now,
        state=LeaseState.SKIPPED if clean is None else LeaseState.ANSWERED,
        payload=None if clean is None else storable(clean),
        reason=command.reason,
        error=command.error,
        passed=reference_met(reference, form, clean, slots) if reference and clean is not None else None,
        repairs=command.repairs,
        calls=json.dumps(list(command.calls)),
    )
    seq = batch.chain.add("judgment", row.judge, _facts(row), at=batch.now, digest=said_digest(row))
    judgments.add_judgment(conn, key, row._replace(seq=seq))
    return True


def _facts(row: JudgmentRow) -> dict[str, Any]:
    left_out = ("judge", "seq", "at", "payload", "reason", "error")
    return {name: value for name, value in row._asdict().items() if name not in left_out}


def said_digest(row: JudgmentRow) -> str:
    """SHA-256 of what the model said. No salt: a model takes nothing back."""
    return hashlib.sha256(canonical([row.payload, row.reason, row.error]).encode()).hexdigest()
