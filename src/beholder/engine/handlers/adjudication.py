"""Decisions on trials on which raters differed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from beholder.declarations.states import LeaseState, RaterKind, RaterState, Showing
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.answer import record_of_showing, seal
from beholder.engine.ledger import adjudicator
from beholder.errors import BeholderError
from beholder.store import AnswerRow, LeaseRow, RaterRow, answers, leases, raters, trials

__all__ = ["Adjudicate"]


@dataclass(frozen=True, slots=True)
class Adjudicate(Command[str]):
    """A decision on a trial on which raters differed; kept apart from their answers."""

    author: str
    trial: int
    payload: Mapping[str, Any]
    comment: str = ""


@handles(Adjudicate)
def adjudicate(batch: Batch, command: Adjudicate) -> str:
    """Stores a decision as an answer of kind `adjudication`, by a pseudonym of its own; the answer's id."""
    key = batch.context.key
    trial = trials.load_trials(batch.conn, key, [command.trial]).get(command.trial)
    if trial is None:
        raise BeholderError("there is no such trial", code="trial-unknown")
    systems = json.loads(trial.systems)
    shows = batch.context.definition.declaration.shows
    slots = [] if shows == "item" else [[system] for system in systems]
    clean = batch.context.definition.declaration.form.check(command.payload, slots=max(len(slots), 1))
    about = record_of_showing({"comment": command.comment})
    judge = adjudicator(command.author)
    if judge not in raters.load_raters(batch.conn, key, [judge]):
        number = raters.last_number(batch.conn, key) + 1
        row = RaterRow(judge, number, RaterKind.ADJUDICATOR, RaterState.LEFT, "en", batch.now, batch.now, -1, 0, -1, 0)
        raters.add_rater(batch.conn, key, row, token_digest=f"none:{key}:{judge}")
    before = leases.of_kind(batch.conn, key, judge, Showing.ADJUDICATION)
    occasion = sum(lease.trial == trial.trial for lease in before)
    lease = LeaseRow(
        lease=batch.random_text(16),
        rater=judge,
        trial=trial.trial,
        occasion=occasion,
        kind=Showing.ADJUDICATION,
        item=trial.item,
        state=LeaseState.ANSWERED,
        flipped=False,
        slots=json.dumps(slots, ensure_ascii=False),
        sequence=len(before) + 1,
        adjacent=False,
        version=batch.row.version,
        issued_at=batch.now,
    )
    leases.add_leases(batch.conn, key, [lease])
    decision = AnswerRow(
        answer=batch.random_text(16),
        seq=0,
        lease=lease.lease,
        rater=judge,
        revision=1,
        received_at=batch.now,
        submitted_at=batch.now,
        started_at=batch.now,
        active_ms=0,
        guideline="",
        request_digest="",
        excluded_by="",
    )
    sealed = seal(batch, lease, decision, clean, about)
    answers.add_answers(batch.conn, key, [sealed])
    batch.record_act(command.author, "adjudicate", {"trial": trial.trial, "answer": decision.answer})
    return decision.answer
